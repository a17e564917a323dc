"""Settings of people and servers, presets, names: the port ``SettingsStore`` on SQLite."""

import re
import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Final

from bot.store.connection import Connection
from bot.store.ledger_write import account_number
from bot.store.writer import Writer
from bot.tables.ledger_values import AccountId, account_of, pseudonym
from bot.tables.ports import Change, Forgotten, PersonData, Preset, Seen, TableId

_PRIVATE: Final = 0
"""Takes the place of a server's id for names in private messages."""

_NOBODY: Final = 0
_PRESET: Final = "SELECT guild, name, rules, options, author FROM presets"


class SqliteSettings:
    """Writes through the one writer, reads on a connection of its own."""

    def __init__(self, writer: Writer, reader: Connection) -> None:
        self._writer = writer
        self._reader = reader

    async def person(self, user: int) -> str:
        return await self._reader.run(lambda conn: _person(conn, user))

    async def change_person(self, user: int, change: Change) -> str:
        sql = (
            "INSERT INTO people (id, settings) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET settings = excluded.settings RETURNING settings"
        )

        def write(conn: sqlite3.Connection) -> str:
            return str(conn.execute(sql, (user, change(_person(conn, user)))).fetchone()[0])

        return await self._writer.write(write)

    async def server(self, guild: int) -> str:
        return await self._reader.run(lambda conn: _server(conn, guild))

    async def change_server(self, guild: int, change: Change) -> str:
        sql = (
            "INSERT INTO servers (guild, settings) VALUES (?, ?)"
            " ON CONFLICT (guild) DO UPDATE SET settings = excluded.settings RETURNING settings"
        )

        def write(conn: sqlite3.Connection) -> str:
            return str(conn.execute(sql, (guild, change(_server(conn, guild)))).fetchone()[0])

        return await self._writer.write(write)

    async def presets(self, guild: int) -> tuple[Preset, ...]:
        sql = f"{_PRESET} WHERE guild = ? ORDER BY name"
        return await self._reader.run(lambda conn: tuple(Preset(*row) for row in conn.execute(sql, (guild,))))

    async def save_preset(self, preset: Preset) -> None:
        sql = (
            "INSERT INTO presets (guild, name, rules, options, author) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (guild, name) DO UPDATE"
            " SET rules = excluded.rules, options = excluded.options, author = excluded.author"
        )
        row = (preset.guild, preset.name, preset.rules, preset.options, preset.author)
        await self._writer.write(lambda conn: conn.execute(sql, row).close())

    async def drop_preset(self, guild: int, name: str) -> bool:
        sql = "DELETE FROM presets WHERE guild = ? AND name = ?"
        return await self._writer.write(lambda conn: conn.execute(sql, (guild, name)).rowcount == 1)

    async def saw(self, people: Iterable[Seen]) -> None:
        seen = tuple(people)

        def write(conn: sqlite3.Connection) -> None:
            for one in seen:
                number = account_number(conn, one.guild or _PRIVATE, one.account)
                conn.execute("UPDATE accounts SET name = ?, seen = ? WHERE id = ?", (one.name, one.at, number))

        await self._writer.write(write)

    async def names(self, guild: int | None, accounts: Iterable[AccountId]) -> Mapping[AccountId, str]:
        wanted = tuple(accounts)
        sql = "SELECT name FROM accounts WHERE account = ? AND guild IN (?, ?) AND name IS NOT NULL ORDER BY guild DESC"

        def read(conn: sqlite3.Connection) -> dict[AccountId, str]:
            found = {one: conn.execute(sql, (one, guild or _PRIVATE, _PRIVATE)).fetchone() for one in wanted}
            return {account: row[0] for account, row in found.items() if row is not None}

        return await self._reader.run(read)

    async def person_data(self, user: int) -> PersonData:
        return await self._reader.run(lambda conn: _person_data(conn, user))

    async def forget(self, user: int) -> Forgotten:
        return await self._writer.write(lambda conn: _forget(conn, user))


def _person(conn: sqlite3.Connection, user: int) -> str:
    found = conn.execute("SELECT settings FROM people WHERE id = ?", (user,)).fetchone()
    return "{}" if found is None else str(found[0])


def _server(conn: sqlite3.Connection, guild: int) -> str:
    found = conn.execute("SELECT settings FROM servers WHERE guild = ?", (guild,)).fetchone()
    return "{}" if found is None else str(found[0])


def _person_data(conn: sqlite3.Connection, user: int) -> PersonData:
    account = account_of(user)
    names = conn.execute(
        "SELECT guild, account, name, seen FROM accounts WHERE account = ? AND name IS NOT NULL ORDER BY guild",
        (account,),
    )
    return PersonData(
        settings=_person(conn, user),
        names=tuple(Seen(guild or None, *rest) for guild, *rest in names),
        presets=tuple(
            Preset(*row) for row in conn.execute(f"{_PRESET} WHERE author = ? ORDER BY guild, name", (user,))
        ),
        open_tables=tuple(table for table, _, ended in _tables_with(conn, user) if not ended),
        ended_tables=tuple(table for table, _, ended in _tables_with(conn, user) if ended),
    )


def _forget(conn: sqlite3.Connection, user: int) -> Forgotten:
    """Each server's account gets a pseudonym of its own, so that they can't be put together again."""
    accounts = conn.execute("SELECT id FROM accounts WHERE account = ?", (account_of(user),)).fetchall()
    for (number,) in accounts:
        conn.execute(
            "UPDATE accounts SET account = ?, name = NULL, seen = NULL WHERE id = ?",
            (pseudonym(secrets.token_hex(8)), number),
        )
    conn.execute("DELETE FROM people WHERE id = ?", (user,))
    conn.execute("UPDATE presets SET author = ? WHERE author = ?", (_NOBODY, user))
    open_tables = []
    for table, meta, ended in _tables_with(conn, user):
        if ended:
            conn.execute("UPDATE tables SET meta = ? WHERE id = ?", (_id(user).sub(str(_NOBODY), meta), table))
        else:
            open_tables.append(table)
    return Forgotten(len(accounts), tuple(open_tables))


def _tables_with(conn: sqlite3.Connection, user: int) -> list[tuple[TableId, str, bool]]:
    """The tables whose meta has the id, and whether they have ended."""
    rows = conn.execute(
        "SELECT id, meta, status = 'ended' FROM tables WHERE instr(meta, ?) ORDER BY number", (str(user),)
    ).fetchall()
    return [(TableId(table), meta, bool(ended)) for table, meta, ended in rows if _id(user).search(meta)]


def _id(user: int) -> re.Pattern[str]:
    return re.compile(rf"(?<!\d){user}(?!\d)")
