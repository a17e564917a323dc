"""``queguan export``: a server's ledger as CSV or JSON, or the log of a table as JSON Lines."""

import asyncio
import csv
import dataclasses
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any, Final

from bot.cli.common import OK, STANDARD_INPUT, CliError, Command, Context, dump, output_file
from bot.store.store import opened_store
from bot.tables.ledger_values import BookedItem
from bot.tables.ports import Store, StoreError, TableId
from bot.texts import Language, text

COLUMNS: Final = (
    "time", "key", "kind", "rules", "table", "hand", "payer", "payee", "points", "reason", "detail", "reversed_by",
)  # fmt: skip


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("--guild", type=int, help=text(language, "cli.export.guild"))
    parser.add_argument("--table", help=text(language, "cli.export.table"))
    parser.add_argument("--format", choices=("csv", "json"), default="csv", help=text(language, "cli.export.format"))
    parser.add_argument("--output", default=STANDARD_INPUT, help=text(language, "cli.export.output"))


def _run(context: Context) -> int:
    try:
        asyncio.run(_export(context))
    except StoreError as error:
        raise CliError(f"store.{error.reason}", path=str(context.database)) from error
    return OK


COMMAND = Command("export", _add, _run)


async def _export(context: Context) -> None:
    args = context.args
    async with opened_store(str(context.database)) as store:
        if args.table is not None:
            await _log(store, TableId(args.table), args.output)
            return
        guilds = (args.guild,) if args.guild is not None else await store.ledger.guilds()
        with output_file(args.output) as file:
            if args.format == "json":
                await _json(store, guilds, file)
            else:
                await _csv(store, guilds, file)


async def _log(store: Store, table: TableId, target: str) -> None:
    if await store.tables.table(table) is None:
        raise CliError("cli.error.no_table", table=table)
    with output_file(target) as file:
        for entry in await store.tables.log(table):
            file.write(entry + "\n")


async def _items(store: Store, guilds: tuple[int, ...]) -> AsyncIterator[BookedItem]:
    for guild in guilds:
        async for item in store.ledger.export(guild):
            yield item


async def _json(store: Store, guilds: tuple[int, ...], file: Any) -> None:
    async for item in _items(store, guilds):
        file.write(dump(dataclasses.asdict(item)) + "\n")


async def _csv(store: Store, guilds: tuple[int, ...], file: Any) -> None:
    writer = csv.writer(file)
    writer.writerow(("guild", *COLUMNS))
    async for item in _items(store, guilds):
        when = datetime.fromtimestamp(item.at, UTC).isoformat()
        front = (item.guild, when, item.key, item.kind, item.rules, item.table, item.hand)
        for line in item.lines:
            writer.writerow(
                (*front, line.payer, line.payee, line.points, line.reason, line.detail, item.reversed_by or "")
            )
