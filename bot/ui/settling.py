"""Settling up: the fewest payments that bring everybody to zero, recorded one by one once the receiver confirms."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ButtonStyle

from bot.tables.ledger import Debt, Period, fewest_debts, to_settle
from bot.tables.ledger_values import AccountId, AccountKind, Booking, BookingKind, TotalsQuery, account_of, kind_of
from bot.texts import Language, text
from bot.ui.answer import Answer
from bot.ui.errors import Sorry, language_for
from bot.ui.house import House
from bot.ui.ledgerask import Question, account_names
from bot.ui.names import shown
from bot.ui.post import OPTIONS, Button, Choice, Control, Menu, Post, mentions, view_of
from bot.ui.press import Pressed, handles
from bot.ui.verbs import is_manager
from bot.ui.words import points

REASON: Final = "settled"
DEBTS: Final = 20
EVERYBODY: Final = 1_000_000
PICK: Final = r"m:d:(?P<guild>\d+):paid"
CONFIRM: Final = (
    r"d:(?P<proposal>\d+):(?P<guild>\d+):(?P<debtor>[a-z0-9]+):(?P<creditor>[a-z0-9]+):(?P<points>\d+)(?P<no>n?)"
)
DISCORD_EPOCH: Final = 1_420_070_400_000


@dataclass(frozen=True, slots=True)
class Owing:
    """Who pays whom (``debts``), and what stays open with the computer players and in pots (``apart``, sum zero)."""

    debts: tuple[Debt, ...]
    due: Mapping[AccountId, int]
    apart: Mapping[AccountId, int]

    def of(self, person: AccountId) -> "Owing":
        """As far as one person is concerned."""
        debts = tuple(debt for debt in self.debts if person in (debt.debtor, debt.creditor))
        return replace(self, debts=debts, apart={each: n for each, n in self.apart.items() if each == person})


async def settle_post(question: Question) -> Post:
    """Who pays whom how much, whatever the period: what is owed now is owed from everything before."""
    language = question.language
    owing = await owing_of(question.house, question.guild)
    if question.person is not None:
        owing = owing.of(question.person)
    debts = owing.debts
    people = [*(account for debt in debts for account in (debt.debtor, debt.creditor)), *owing.apart]
    name = await question.names(people)
    lines = [f"**{text(language, 'settle.title')}**"]
    lines += [debt_line(language, debt, name(debt.debtor), name(debt.creditor)) for debt in debts[:DEBTS]]
    if len(debts) > DEBTS:
        lines.append(text(language, "ledger.more", count=len(debts) - DEBTS))
    if not debts:
        lines.append(text(language, "settle.nothing" if owing.apart else "settle.even"))
    if owing.apart:
        shares = " · ".join(f"{name(account)} {points(n)}" for account, n in list(owing.apart.items())[:DEBTS])
        lines.append(text(language, "settle.apart", shares=shares))
    if question.rules is not None or question.when is not Period.ALL:
        lines.append(text(language, "settle.whole"))
    if debts:
        lines.append(text(language, "settle.how"))
    plain = await account_names(question.house, question.guild, language, people)
    choices = tuple(
        Choice(debt_line(language, debt, plain(debt.debtor), plain(debt.creditor)), _value(debt))
        for debt in debts[:OPTIONS]
        if _settles(debt)
    )
    controls: tuple[Control, ...] = ()
    if choices:
        controls = (Menu(f"m:d:{question.guild}:paid", text(language, "settle.record"), choices, 0),)
    return Post("\n".join(lines), controls=controls)


async def owing_of(house: House, guild: int) -> Owing:
    """The fewest payments between people that settle a server's ledger, and what no payment settles."""
    query = TotalsQuery(guild=guild, kinds=frozenset(AccountKind), limit=EVERYBODY)
    rows = (await house.store.ledger.totals(query)).rows
    balances = {row.account: row.balance for row in rows}
    due = to_settle({row.account: row.earned for row in rows}, balances)
    apart = {account: balance - due.get(account, 0) for account, balance in balances.items()}
    order = sorted(apart, key=lambda account: (kind_of(account) is AccountKind.PERSON, -abs(apart[account]), account))
    return Owing(fewest_debts(due), due, {account: apart[account] for account in order if apart[account]})


def _is_owed(debt: Debt, due: Mapping[AccountId, int]) -> bool:
    """Whether this payment would not be too much for either."""
    return _settles(debt) and due.get(debt.debtor, 0) <= -debt.points and due.get(debt.creditor, 0) >= debt.points


def debt_line(language: Language, debt: Debt, debtor: str, creditor: str) -> str:
    """A payment in one line."""
    return text(language, "settle.line", debtor=debtor, creditor=creditor, points=debt.points)


def _settles(debt: Debt) -> bool:
    """Whether it can be recorded: nobody answers for a removed name."""
    return all(account.isdigit() for account in (debt.debtor, debt.creditor))


def _value(debt: Debt) -> str:
    return f"{debt.debtor}>{debt.creditor}>{debt.points}"


# ---------------------------------------------------------------------- recording one


@handles(PICK)
async def picked(pressed: Pressed) -> None:
    """Somebody says that a payment was made: the receiver is asked, unless it is they who say so."""
    interaction, guild = pressed.interaction, int(pressed.parts["guild"])
    async with Answer(interaction) as answer:
        debtor, creditor, points = pressed.values[0].split(">")
        debt = Debt(AccountId(debtor), AccountId(creditor), int(points))
        house = answer.house
        if not _is_owed(debt, (await owing_of(house, guild)).due):
            raise Sorry("sorry.debt_changed")
        me = account_of(interaction.user.id)
        if me == debt.creditor:
            await _book(house, guild, interaction.id, debt, me)
            await answer.show(await recorded_post(house, guild, await language_for(interaction), debt))
        elif me == debt.debtor or _manages(interaction, guild):
            await answer.say(text(await language_for(interaction), await _ask(interaction, house, guild, debt)))
        else:
            raise Sorry("sorry.not_your_debt")


def _manages(interaction: discord.Interaction, guild: int) -> bool:
    return interaction.guild_id == guild and is_manager(interaction)


async def _ask(interaction: discord.Interaction, house: House, guild: int, debt: Debt) -> str:
    """Ask the receiver, in the channel where it was said or in private; the key of what is answered."""
    private = interaction.guild_id is None
    language = await house.people.language(int(debt.creditor)) if private else await language_for(interaction)
    post = await question_post(house, guild, language, interaction.id, debt)
    try:
        channel: discord.abc.Messageable
        if private:
            channel = await house.bot.create_dm(discord.Object(int(debt.creditor)))
        else:
            channel = house.bot.get_partial_messageable(interaction.channel_id or 0)
        await channel.send(post.content, view=view_of(post.controls), allowed_mentions=mentions(post))
    except discord.HTTPException as fault:
        raise Sorry("sorry.not_asked") from fault
    return "settle.asked"


async def question_post(house: House, guild: int, language: Language, proposal: int, debt: Debt) -> Post:
    """The question to the receiver."""
    name = await account_names(house, guild, language, (debt.debtor,))
    receiver = int(debt.creditor)
    words = text(
        language, "settle.question", debtor=shown(name(debt.debtor)), creditor=f"<@{receiver}>", points=debt.points
    )
    ident = f"d:{proposal}:{guild}:{debt.debtor}:{debt.creditor}:{debt.points}"
    controls = (
        Button(text(language, "settle.yes"), ident, 0, ButtonStyle.success),
        Button(text(language, "settle.no"), f"{ident}n", 0),
    )
    return Post(words, controls=controls, ping=(receiver,))


@handles(CONFIRM)
async def answered(pressed: Pressed) -> None:
    """The receiver says whether they have got it."""
    parts, interaction = pressed.parts, pressed.interaction
    guild = int(parts["guild"])
    debt = Debt(AccountId(parts["debtor"]), AccountId(parts["creditor"]), int(parts["points"]))
    async with Answer(interaction) as answer:
        house = answer.house
        if debt.creditor != account_of(interaction.user.id):
            raise Sorry("sorry.not_receiver")
        language = await language_for(interaction)
        if parts["no"]:
            name = await account_names(house, guild, language, (debt.debtor, debt.creditor))
            line = debt_line(language, debt, shown(name(debt.debtor)), shown(name(debt.creditor)))
            await answer.edit(Post(text(language, "settle.declined", line=line)))
            return
        await _book(house, guild, int(parts["proposal"]), debt, debt.creditor)
        await answer.edit(await recorded_post(house, guild, language, debt))


async def _book(house: House, guild: int, proposal: int, debt: Debt, author: AccountId) -> None:
    """Written once however often it is confirmed: everything in it comes from the proposal.

    Raises ``Sorry`` where the points have changed since, so that this payment would be too much; of several at the same
    moment only what is owed is written.
    """
    booking = Booking(
        key=f"settleup:{proposal}",
        guild=guild,
        kind=BookingKind.SETTLE_UP,
        at=((proposal >> 22) + DISCORD_EPOCH) / 1000,
        lines=(debt.line(REASON),),
        author=author,
        detail=json.dumps({"proposal": str(proposal)}),
    )
    if await house.store.ledger.settle(booking, lambda earned, now: _is_owed(debt, to_settle(earned, now))) is None:
        raise Sorry("sorry.debt_changed")


async def recorded_post(house: House, guild: int, language: Language, debt: Debt) -> Post:
    """A payment that stands in the ledger."""
    name = await account_names(house, guild, language, (debt.debtor, debt.creditor))
    line = debt_line(language, debt, shown(name(debt.debtor)), shown(name(debt.creditor)))
    return Post(text(language, "settle.recorded", line=line))
