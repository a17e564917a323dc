"""The end of a hand in a picture: who won with what, who was ready, who pays whom."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.engine.events import Event, Noted, Won
from bot.engine.money import Account, Outsider, Transfer
from bot.engine.ruleset import READY
from bot.engine.situation import By
from bot.engine.tiles import SEATS, Seat
from bot.engine.view import View
from bot.render import (
    HandShown,
    LinePicture,
    Mark,
    PayRow,
    PayTable,
    ResultPicture,
    RowTone,
    TilePicture,
    WaitPicture,
)
from bot.tables.api import Board, ReadySeat
from bot.texts import Language, rule_text, text
from bot.ui.counted import line_name
from bot.ui.emojis import EmojiOf, no_emoji
from bot.ui.pictures import (
    Reader,
    badge_picture,
    meld_picture,
    open_hand,
    open_order,
    param_text,
    roles_of,
    score_of,
    wild_of,
)
from bot.ui.waiting import MOST_WAITS, wait_worth
from bot.ui.words import NameOf, has_text, rules_name, tile_name, worth

RESULT_BADGES: Final = 2
"""More would leave the title of a result no room."""


def result_title(language: Language, view: View, name: NameOf) -> str:
    """One line on how the hand ended."""
    if not view.wins:
        return text(language, "result.drawn")
    if len(view.wins) == 1:
        return text(language, "result.won", name=name(view.wins[0].seat))
    return text(language, "result.won_many", count=len(view.wins))


def how_won(language: Language, won: Won, name: NameOf, emoji: EmojiOf = no_emoji) -> str:
    """How a hand was won: on which tile, with its emoji where there is one, and from whom."""
    tile = f"{emoji(won.tile)} {tile_name(language, won.tile)}".lstrip()
    if won.by is By.SELF or won.source is None:
        return text(language, "result.by_self", tile=tile)
    source = name(won.source)
    if won.by is By.ROB:
        return text(language, "result.by_rob", tile=tile, name=source)
    return text(language, "result.by_discard", tile=tile, name=source)


def _ready_hand(board: Board, view: View, ready: ReadySeat, reader: Reader) -> HandShown:
    """A hand that was ready when the wall ran out, with what it waited on.

    Where the rule set says itself what being ready is worth, that is told, not what a win would have been worth.
    """
    said = next((each for each in board.events if isinstance(each, Noted) and _is_ready(each, ready.seat)), None)
    shown = view.seats[ready.seat]
    return HandShown(
        name=reader.name(board, ready.seat),
        concealed=open_hand(view, ready.seat),
        melds=tuple(meld_picture(meld, ready.seat, roles_of(view)) for meld in shown.melds),
        flowers=shown.flowers,
        waits_title=text(reader.language, "hand.ready"),
        waits=tuple(
            WaitPicture(wait.tile, worth="" if said else wait_worth(reader.language, view.rules, wait))
            for wait in ready.waits[:MOST_WAITS]
        ),
        total="" if said is None or said.number is None else worth(reader.language, view.rules, said.number),
    )


def _is_ready(event: Noted, seat: Seat) -> bool:
    return event.name == READY and event.seat == seat


def _hand_shown(board: Board, view: View, won: Won, reader: Reader) -> HandShown:
    shown = view.seats[won.seat]
    language = reader.language
    *concealed, winning = read_as(view, won)
    return HandShown(
        name=reader.name(board, won.seat),
        concealed=tuple(concealed),
        winning=replace(winning, marks=frozenset((Mark.WINNING,))),
        melds=tuple(meld_picture(meld, won.seat, roles_of(view)) for meld in shown.melds),
        flowers=shown.flowers,
        how=how_won(language, won, reader.names(board)),
        lines=tuple(
            LinePicture(line_name(language, view.rules, line), worth(language, view.rules, line.worth))
            for line in won.win.lines
        ),
        total=worth(language, view.rules, won.win.total),
    )


def read_as(view: View, won: Won) -> tuple[TilePicture, ...]:
    """The concealed tiles of a winner with what they stood for, the winning tile last.

    What plays as another tile may have counted as itself: then it is among the tiles as they were read.
    """
    tiles = list(open_order(view, won.seat))
    if won.tile in tiles and len(tiles) % 3 == 2:
        tiles.remove(won.tile)
    tiles.append(won.tile)
    wild, stands_for = wild_of(view), list(won.win.stands_for)
    read = Counter(tile for group in won.win.tiles for tile in group)
    read.subtract(stands_for)
    roles = {tile: role for tile, role in roles_of(view).items() if not read[tile]}
    pictures = []
    for tile in tiles:
        reads = stands_for.pop(0) if tile == wild and stands_for else roles.get(tile)
        pictures.append(TilePicture(tile, frozenset((Mark.WILD,)) if tile == wild else frozenset(), reads))
    return tuple(pictures)


def account_name(account: Account, board: Board, reader: Reader) -> str:
    """The name over a column of payments: a seat, a bettor or the pot."""
    if isinstance(account, Outsider):
        known = f"account.{account.name}"
        if has_text(reader.language, board.meta.rules, known):
            return rule_text(reader.language, board.meta.rules, known)
        user = board.meta.bettor_of(account.name)
        return account.name if user is None else reader.person(board, user)
    return reader.name(board, account)


def with_names(events: Iterable[Event], board: Board, reader: Reader) -> tuple[Event, ...]:
    """The events with bettors by their names, which the log doesn't know."""
    return tuple(
        replace(event, word=account_name(Outsider(event.word), board, reader))
        if isinstance(event, Noted) and board.meta.bettor_of(event.word) is not None
        else event
        for event in events
    )


def pay_label(transfer: Transfer, language: Language, rules: str) -> str:
    """What a payment is for."""
    words = rule_text(language, rules, f"pay.{transfer.reason}")
    return f"{words} {param_text(language, transfer.about)}" if transfer.about else words


def pay_table(board: Board, view: View, reader: Reader) -> PayTable:
    """Who pays whom for what: one row a kind of payment, then the hand's sum and the running total."""
    columns: list[Account] = list(SEATS)
    for transfer in view.paid:
        columns += [who for who in (transfer.payer, transfer.payee) if who not in columns]
    rows: dict[str, Counter[Account]] = {}
    total: Counter[Account] = Counter()
    for transfer in view.paid:
        row = rows.setdefault(pay_label(transfer, reader.language, view.rules), Counter())
        for each in (row, total):
            each[transfer.payer] -= transfer.points
            each[transfer.payee] += transfer.points
    language = reader.language
    shown = [PayRow(label, tuple(row[who] for who in columns)) for label, row in rows.items()]
    shown.append(PayRow(text(language, "result.sum"), tuple(total[who] for who in columns), RowTone.SUM))
    scores = [
        None if isinstance(who, Outsider) else score_of(board, view, who, total[who] if view.running else 0)
        for who in columns
    ]
    shown.append(PayRow(text(language, "result.total"), tuple(scores), RowTone.TOTAL))
    return PayTable(tuple(account_name(who, board, reader) for who in columns), tuple(shown))


def result_picture(board: Board, view: View, reader: Reader) -> ResultPicture:
    """The end of a hand: the winners and what they counted, who was ready at an empty wall, and who pays."""
    winners = (_hand_shown(board, view, won, reader) for won in view.wins)
    ready = (_ready_hand(board, view, each, reader) for each in board.ready)
    language = reader.language
    return ResultPicture(
        title=result_title(language, view, reader.names(board)),
        hands=(*winners, *ready),
        payments=pay_table(board, view, reader),
        subtitle=text(language, "board.round", number=view.number, rules=rules_name(language, view.rules)),
        badges=tuple(badge_picture(badge, view, reader, board) for badge in view.badges if badge.seat is None)[
            :RESULT_BADGES
        ],
        style=reader.style,
    )
