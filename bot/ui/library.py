"""The hands that were played: found in the store, and who may see them."""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
from discord import app_commands

from bot.engine.events import EVERYBODY
from bot.engine.money import net_of
from bot.engine.ruleset import RuleSet
from bot.engine.state import State
from bot.engine.tiles import SEATS
from bot.engine.view import View
from bot.tables.api import Board
from bot.tables.booking import hand_key
from bot.tables.codec import CodecError, read_entry, read_meta
from bot.tables.ledger_values import BOTS, BookedItem
from bot.tables.meta import Chair, TableMeta, Where
from bot.tables.ports import StoredTable, TableId, TableStatus
from bot.tables.records import HandRecord, RecordError, finished_hands, record_of, states
from bot.tables.screens import ready_seats
from bot.texts import Language, text
from bot.ui.errors import Sorry, language_for
from bot.ui.house import House, house_of
from bot.ui.names import plain
from bot.ui.post import OPTIONS
from bot.ui.words import rule_set, rules_name

log = logging.getLogger("queguan.ui")


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that is over, with its table as it is now, and in its chairs those who sat there then."""

    record: HandRecord
    where: Where
    meta: TableMeta
    status: TableStatus

    @property
    def rules(self) -> RuleSet:
        """The rules it was played under."""
        return rule_set(self.record.rules)

    async def states(self) -> tuple[State, ...]:
        """The table after each of its events; computed off the loop."""
        try:
            return await asyncio.to_thread(states, self.rules, self.record)
        except RecordError as fault:
            log.error("table %s, hand %s cannot be replayed: %s", self.record.table, self.record.number, fault)
            raise Sorry("sorry.record") from fault

    def board(self, view: View, state: State) -> Board:
        """The table as it stood then; the points are those of the hand so far."""
        net = net_of(view.paid)
        chairs: list[Chair | None] = list(self.meta.chairs)
        for seat in SEATS:
            chair = chairs[view.seating[seat]]
            if chair is not None:
                chairs[view.seating[seat]] = replace(chair, score=net.get(seat, 0))
        return Board(
            id=TableId(self.record.table),
            where=self.where,
            status=self.status,
            meta=replace(self.meta, secret="", chairs=tuple(chairs), due=None),
            view=view,
            commitment=self.record.commitment,
            events=tuple(event for event in state.history if event.audience == EVERYBODY),
            ready=ready_seats(state),
        )


async def played(interaction: discord.Interaction, table: str | None, hand: int | None) -> Played:
    """The hand that somebody means: the latest one of a table where none is given, the latest table of the channel.

    Raises ``Sorry`` where there is none, where it is still being played, and for whoever has no business there.
    """
    house = house_of(interaction)
    if table:
        stored = await house.store.tables.table(TableId(table.strip().split(" · ")[-1].casefold()))
        if stored is None or not _may_see(interaction, stored):
            raise Sorry("sorry.unknown_table", table=plain(table).replace("`", ""))
        return await of_table(house, stored, hand)
    for stored in await _tables(interaction):
        if await house.store.tables.hands(stored.record.id):
            return await of_table(house, stored, hand)
    raise Sorry("sorry.no_hand_yet")


async def of_table(house: House, stored: StoredTable, number: int | None) -> Played:
    """A finished hand of a table, the latest one for None."""
    record = stored.record
    if number is None:
        finished = await house.store.tables.hands(record.id)
        number = finished[-1].number if finished else 1
    meta = read_meta(record.meta)
    lines = await house.store.tables.hand(record.id, number)
    if lines is None:
        lines = await _called_off(house, stored, meta, number)
    try:
        hand = record_of(record.id, meta, tuple(read_entry(line) for line in lines))
        seating = hand.began.seating
    except (CodecError, RecordError) as fault:
        log.error("table %s, hand %s cannot be read: %s", record.id, number, fault)
        raise Sorry("sorry.record") from fault
    item = await house.store.ledger.item(hand_key(record.id, number))
    if item is not None:
        meta = seated_then(meta, seating, item)
    seated = [chair.user for chair in meta.chairs if chair is not None and chair.user]
    await house.people.load_names(record.guild, [*seated, *meta.bettors])
    return Played(hand, Where(record.guild, record.channel, record.thread), meta, record.status)


def seated_then(meta: TableMeta, seating: Sequence[int], item: BookedItem) -> TableMeta:
    """The table with those in its chairs who sat there in the hand that ``item`` booked, as far as it tells.

    A booking tells of every seat that has paid or been paid; of the others, and of people whose names were removed,
    nothing is known but who sits there now.
    """
    chairs = list(meta.chairs)
    for line in item.lines:
        detail = json.loads(line.detail)
        for side, account in (("from", line.payer), ("to", line.payee)):
            seat = detail.get(side)
            if isinstance(seat, int) and (account == BOTS or account.isdigit()):
                chairs[seating[seat]] = Chair(None if account == BOTS else int(account))
    return replace(meta, chairs=tuple(chairs))


async def _called_off(house: House, stored: StoredTable, meta: TableMeta, number: int) -> tuple[str, ...]:
    """The lines of a hand that was never settled; nobody may look into one that is still being played."""
    record = stored.record
    if record.status is not TableStatus.ENDED or number != meta.number:
        running = record.status is TableStatus.RUNNING and number == meta.number
        raise Sorry("sorry.hand_running" if running else "sorry.no_hand", number=number)
    finished = await house.store.tables.hands(record.id)
    lines = await house.store.tables.log(record.id, finished[-1].last + 1 if finished else 0)
    if not finished_hands(read_entry(line) for line in lines):
        raise Sorry("sorry.no_hand", number=number)
    return lines


def _may_see(interaction: discord.Interaction, stored: StoredTable) -> bool:
    """Whoever is in the table's server, and whoever has sat at it."""
    if stored.record.guild is not None and stored.record.guild == interaction.guild_id:
        return True
    return read_meta(stored.record.meta).chair_of(interaction.user.id) is not None


async def _tables(interaction: discord.Interaction) -> list[StoredTable]:
    """The tables of a channel, the open ones first, then the latest; in private those at which somebody has sat."""
    store = house_of(interaction).store
    if interaction.guild_id is None:
        data = await store.settings.person_data(interaction.user.id)
        ids = (*reversed(data.open_tables), *reversed(data.ended_tables))
        found = [await store.tables.table(table) for table in ids[:OPTIONS]]
        return [stored for stored in found if stored is not None and _may_see(interaction, stored)]
    stored_here = await store.tables.tables_in(interaction.guild_id, limit=200)
    channel = interaction.channel_id
    here = [each for each in stored_here if channel in (each.record.channel, each.record.thread)]
    return here or list(stored_here)


async def suggest_tables(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Tables at which a hand has ended, named by rule set, channel, hands and id."""
    language = await language_for(interaction)
    labels = [(_label(interaction, language, stored), stored.record.id) for stored in await _tables(interaction)]
    said = current.casefold()
    return [app_commands.Choice(name=label, value=str(table)) for label, table in labels if said in label.casefold()][
        :OPTIONS
    ]


def _label(interaction: discord.Interaction, language: Language, stored: StoredTable) -> str:
    record, meta = stored.record, read_meta(stored.record.meta)
    guild = None if record.guild is None else house_of(interaction).bot.get_guild(record.guild)
    channel = None if guild is None else guild.get_channel_or_thread(record.thread or record.channel)
    where = text(language, "place.private") if channel is None else f"#{channel.name}"
    hands = text(language, "place.hand", number=meta.number)
    return f"{rules_name(language, meta.rules)} · {where} · {hands} · {record.id}"[:100]


async def suggest_hands(interaction: discord.Interaction, table: str | None) -> list[int]:
    """The numbers of the finished hands of a table, the latest first."""
    store = house_of(interaction).store
    if table:
        stored = await store.tables.table(TableId(table.strip().split(" · ")[-1].casefold()))
        if stored is None or not _may_see(interaction, stored):
            return []
        return [hand.number for hand in reversed(await store.tables.hands(stored.record.id))]
    for stored in await _tables(interaction):
        finished = await store.tables.hands(stored.record.id)
        if finished:
            return [hand.number for hand in reversed(finished)]
    return []
