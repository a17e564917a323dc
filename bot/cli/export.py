"""``queguan export``: a server's ledger as CSV or JSON, the log of a table as JSON Lines, or one hand of it."""

import asyncio
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Mapping
from typing import Any

from bot.cli.common import OK, STANDARD_INPUT, USAGE, CliError, Command, Context, option_fault, output_file, rule_set
from bot.cli.stored import records_of
from bot.engine.options import OptionError
from bot.store.store import reading_store
from bot.tables.ledger import csv_header, csv_rows, json_line
from bot.tables.ledger_values import AccountId, BookedItem
from bot.tables.ports import Store, StoreError, TableId
from bot.tables.records import HandRecord, RecordError, record_json, record_text
from bot.tables.scripts import script_text
from bot.texts import Language, text


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("--guild", type=int, help=text(language, "cli.export.guild"))
    parser.add_argument("--table", help=text(language, "cli.export.table"))
    parser.add_argument("--hand", type=int, help=text(language, "cli.export.hand"))
    form = text(language, "cli.export.format")
    parser.add_argument("--format", choices=("csv", "json", "game"), default="csv", help=form)
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
    async with reading_store(context.existing()) as store:
        if args.hand is not None and args.table is None:
            raise CliError("cli.error.hand_of_table", code=USAGE)
        if args.hand is None and args.format == "game":
            raise CliError("cli.error.game_of_hand", code=USAGE)
        if args.hand is not None:
            await _hand(store, TableId(args.table), args.hand, args.format, args.output)
            return
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


async def _hand(store: Store, table: TableId, number: int, form: str, target: str) -> None:
    record = next((each for each in await records_of(store, table) if each.number == number), None)
    if record is None:
        raise CliError("cli.error.no_hand", table=table, hand=number)
    try:
        words = script_text(rule_set(record.rules), record) if form == "game" else _record_text(record, form)
    except RecordError as error:
        raise CliError(f"record.{error.reason}", line=error.line) from error
    except OptionError as error:
        raise option_fault(error) from error
    with output_file(target) as file:
        file.write(words)


def _record_text(record: HandRecord, form: str) -> str:
    return record_json(record) if form == "json" else record_text(record)


async def _items(store: Store, guilds: tuple[int, ...]) -> AsyncIterator[tuple[BookedItem, Mapping[AccountId, str]]]:
    """All bookings, and how those who take part in each are called."""
    for guild in guilds:
        async for item in store.ledger.export(guild):
            yield item, await store.settings.names(guild, [entry.account for entry in item.entries])


async def _json(store: Store, guilds: tuple[int, ...], file: Any) -> None:
    async for item, names in _items(store, guilds):
        file.write(json_line(item, names))


async def _csv(store: Store, guilds: tuple[int, ...], file: Any) -> None:
    file.write(csv_header())
    async for item, names in _items(store, guilds):
        file.write(csv_rows(item, names))
