"""The proof of a finished hand as a message: secret, throws, commitment, and what was found about each claim."""

import asyncio
from datetime import UTC, datetime
from typing import Final

from bot.engine.options import OptionError
from bot.tables.proving import Checked, Claim, verify
from bot.tables.records import RecordError, record_text
from bot.texts import Language, text
from bot.ui.errors import Sorry
from bot.ui.house import House
from bot.ui.library import Played
from bot.ui.names import shown
from bot.ui.post import Paper, Post, cut

DISCORD_EPOCH: Final = 1_420_070_400_000
LONGEST: Final = 300


async def proof_post(house: House, language: Language, played: Played) -> Post:
    """What anybody needs to check the wall, and what the check comes to; the record is attached."""
    record = played.record
    try:
        checks = await asyncio.to_thread(verify, played.rules, record)
    except (RecordError, OptionError) as fault:
        raise Sorry("sorry.record") from fault
    proof = record.proof
    lines = [
        text(language, "proof_post.head", table=record.table, number=record.number),
        text(language, "proof_post.commitment", value=record.commitment),
        text(language, "proof_post.secret", value=proof.secret),
        *(_throw(house, language, played, chair, throw) for chair, throw in enumerate(proof.throws)),
        *(f"{'✅' if check.holds else '❌'} {check_line(language, check)}" for check in checks),
        text(language, "proof_post.how", file=record_file(played)),
    ]
    return Post("\n".join(lines), papers=(Paper(record_file(played), record_text(record).encode()),))


def record_file(played: Played) -> str:
    """The name of a record's file."""
    return f"hand-{played.record.table}-{played.record.number}.jsonl"


def check_line(language: Language, check: Checked) -> str:
    """What was found about one claim, in a line of bearable length."""
    if check.holds:
        return text(language, f"proof_claim.{check.claim}")
    verdict = "fails"
    if check.claim is Claim.PLAY and check.difference is not None:
        verdict = check.difference.what.value
    return cut(text(language, f"proof.{check.claim}.{verdict}", **dict(check.details)), LONGEST).replace("`", "")


def _throw(house: House, language: Language, played: Played, chair: int, throw: str) -> str:
    """Who threw what, and when; a computer player and somebody who was late threw nothing."""
    name = shown(_name(house, language, played, chair))
    if not throw.isdecimal():
        return text(language, "proof_post.no_throw", chair=chair, name=name, value=throw.replace("`", ""))
    return text(language, "proof_post.throw", chair=chair, name=name, value=throw, at=thrown_at(throw))


def _name(house: House, language: Language, played: Played, number: int) -> str:
    chair = played.meta.chairs[number]
    if chair is None or chair.user is None:
        return text(language, "name.computer", number=number + 1)
    return house.people.name(played.where.guild, chair.user)


def thrown_at(throw: str) -> str:
    """The moment that is in a Discord id, to the millisecond in UTC; "" where there can be none."""
    milliseconds = (int(throw) >> 22) + DISCORD_EPOCH
    try:
        moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return ""
    return moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{milliseconds % 1000:03d}Z"
