"""``python -m tests.playground.evening DATABASE``: a playground with the toy bot, ended by Ctrl-C."""

import asyncio
import sys
from pathlib import Path

from bot.playground import serve
from tests.playground.toybot import ToyBot


async def main(database: Path) -> None:
    bot = ToyBot(database)
    await serve(lambda: bot, port=0, people=("Ann", "小白"), announce=lambda line: print(line, flush=True))
    print("closed" if bot.closed else "left open", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
