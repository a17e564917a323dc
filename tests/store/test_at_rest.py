"""A bot that uses the store comes to rest: nothing waits while there is nothing to write."""

from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.store.store import SqliteStore, open_store
from bot.tables.ports import Committed, Unit
from tests.store.samples import TABLE, event, opened


class StoringBot(commands.Bot):
    """One command that writes an event and answers with its number."""

    def __init__(self, path: str) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents(guilds=True))
        self.path = path
        self.store: SqliteStore | None = None
        self.tree.add_command(app_commands.Command(name="write", description="write", callback=self.write))

    async def setup_hook(self) -> None:
        await self.tree.sync()
        self.store = await open_store(self.path)

    async def close(self) -> None:
        await super().close()
        if self.store is not None:
            await self.store.close()

    async def write(self, interaction: discord.Interaction) -> None:
        assert self.store is not None
        table = await self.store.tables.table(TABLE) or await self.first()
        unit = Unit(table=TABLE, at=1.0, seq=table.seq, events=(event(table.seq),), interaction=interaction.id)
        done = await self.store.tables.commit(unit)
        assert isinstance(done, Committed)
        await interaction.response.send_message(str(done.seq))

    async def first(self) -> Any:
        assert self.store is not None
        await opened(self.store)
        return await self.store.tables.table(TABLE)


@pytest.fixture
def simcord_bot(path: str) -> StoringBot:
    return StoringBot(path)


@pytest.mark.simcord(strict_sync=True, settle_timeout=2)
async def test_the_simulator_sees_the_bot_at_rest(simcord_env: Any, path: str) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("t")
    ann = guild.add_member(simcord_env.create_user("ann"))
    answers = [(await ann.slash(channel, "write")).response.content for _ in range(3)]
    assert answers == ["1", "2", "3"]
    await simcord_env.advance_time(600)
    await simcord_env.restart_bot(StoringBot(path))
    assert (await ann.slash(channel, "write")).response.content == "4"
    assert simcord_env.errors == []
