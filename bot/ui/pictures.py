"""Views to what a picture shows: names and words in the reader's language. Nothing but views goes in."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from bot.engine.events import Discarded, Noted
from bot.engine.melds import Chi
from bot.engine.money import Account, Outsider
from bot.engine.notation import NotationError, parse_tile
from bot.engine.ruleset import PROXY, TING, WILD, Badge, Profile
from bot.engine.tiles import SEATS, WHITE, Seat, Tile, suit_of
from bot.engine.view import HiddenGang, OwnView, SeatView, SeenMeld, View
from bot.render import (
    Back,
    BadgePicture,
    Cloth,
    HandPicture,
    Mark,
    MeldPicture,
    Rows,
    SeatPicture,
    Style,
    TablePicture,
    TilePicture,
    TileSet,
    Tone,
    WaitPicture,
)
from bot.tables.api import Board, ReadyBy, Screen
from bot.tables.deadline import is_slow
from bot.tables.preferences import Preferences
from bot.texts import Language, rule_text, text
from bot.ui.emojis import EmojiOf, no_emoji
from bot.ui.names import NAMELESS
from bot.ui.waiting import MOST_WAITS, unseen, unseen_of, wait_worth, waits_title
from bot.ui.words import NameOf, has_text, points, rules_name, tile_name, wind_name


def _nameless(_board: Board, _user: int) -> str:
    return NAMELESS


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a picture is made: their language, their looks, and how people are called there.

    ``name`` is for who sits at the table, ``person`` for others by their user id. ``emoji`` shows a tile on a button or
    in a text, "" where there is none.
    """

    language: Language
    name: Callable[[Board, Seat], str]
    style: Style
    person: Callable[[Board, int], str] = _nameless
    zone: tzinfo = UTC
    emoji: EmojiOf = no_emoji

    def names(self, board: Board) -> NameOf:
        """The names of the seats of a table."""
        return lambda seat: self.name(board, seat)


def style_of(preferences: Preferences, back: str) -> Style:
    """A person's looks; ``back`` is the colour where they have chosen none."""
    return Style(
        tiles=TileSet(preferences.tiles),
        back=Back(preferences.back or back),
        cloth=Cloth.JADE,
        labels=preferences.labels,
    )


def hand_order(tiles: Iterable[Tile], profile: Profile) -> tuple[Tile, ...]:
    """Tiles as they are read: wild ones leftmost, one that plays as another where that one would stand."""
    plays_as = dict(profile.plays_as)
    return tuple(sorted(tiles, key=lambda tile: (tile != profile.wild, plays_as.get(tile, tile), tile)))


def arranged(tiles: Sequence[Tile], order: Sequence[Tile], profile: Profile) -> tuple[Tile, ...]:
    """Tiles in a person's own order as far as it goes, wild ones leftmost, new ones where they belong."""
    held = Counter(tiles)
    kept: list[Tile] = []
    for tile in order:
        if held[tile]:
            held[tile] -= 1
            kept.append(tile)
    plays_as = dict(profile.plays_as)
    for tile in hand_order(held.elements(), profile):
        value = plays_as.get(tile, tile)
        at = next((n for n, each in enumerate(kept) if plays_as.get(each, each) > value), len(kept))
        kept.insert(at, tile)
    return tuple(sorted(kept, key=lambda tile: tile != profile.wild))


# ---------------------------------------------------------------------- hand


def own_tiles(own: OwnView, order: Sequence[Tile]) -> tuple[Tile, ...]:
    """A seat's concealed tiles in display order, without the one just drawn."""
    hand = own.hand if own.drawn is None else own.hand.minus(own.drawn)
    return arranged(hand.tiles(), order, own.profile)


def hand_picture(
    screen: Screen,
    own: OwnView,
    reader: Reader,
    title: str,
    order: Sequence[Tile],
    ready_by: Sequence[ReadyBy] = (),
) -> HandPicture:
    """The picture of a seat's own hand; the discards of ``ready_by`` are marked."""
    notes = {each.tile: unseen_of(each, reader.language) for each in ready_by}
    view = screen.view
    language = reader.language
    return HandPicture(
        concealed=tuple(_own_tile(tile, own.profile, notes) for tile in own_tiles(own, order)),
        drawn=None if own.drawn is None else _own_tile(own.drawn, own.profile, notes, Mark.DRAWN),
        melds=tuple(meld_picture(meld, own.seat, dict(own.profile.plays_as)) for meld in own.hand.melds),
        flowers=view.seats[own.seat].flowers,
        title=title,
        status=_status(view, language),
        badges=tuple(
            badge_picture(badge, view, reader, screen.board) for badge in view.badges if badge.seat == own.seat
        ),
        waits_title=waits_title(screen, own, language),
        waits=tuple(
            WaitPicture(
                each.wait.tile, each.left, unseen(each.left, language), wait_worth(language, view.rules, each.wait)
            )
            for each in screen.awaited[:MOST_WAITS]
        ),
        rows=Rows.TWO,
        style=reader.style,
    )


def _status(view: View, language: Language) -> str:
    parts = []
    wild = wild_of(view)
    if wild is not None:
        parts.append(f"{_badge_word(language, view.rules, WILD)} {tile_name(language, wild)}")
    parts.append(wall_text(view, language))
    return " · ".join(part for part in parts if part)


def _own_tile(tile: Tile, profile: Profile, notes: Mapping[Tile, str], *more: Mark) -> TilePicture:
    marks = set(more)
    if tile in notes:
        marks.add(Mark.READY)
    if tile == profile.wild:
        marks.add(Mark.WILD)
    if profile.dropped is not None and tile < 27 and suit_of(tile) == profile.dropped:
        marks.add(Mark.VOID)
    return TilePicture(tile, frozenset(marks), plays_as=dict(profile.plays_as).get(tile), note=notes.get(tile, ""))


def meld_picture(meld: SeenMeld, owner: Seat, roles: Mapping[Tile, Tile]) -> MeldPicture:
    """A meld; in a run it is to be seen what a tile counts as."""
    if isinstance(meld, HiddenGang):
        return MeldPicture(None, owner)
    played = tuple(roles.get(tile) for tile in meld.tiles) if isinstance(meld, Chi) else ()
    return MeldPicture(meld, owner, played if any(tile is not None for tile in played) else ())


def roles_of(view: View) -> Mapping[Tile, Tile]:
    """What plays as another tile, as far as the table says so."""
    played = next((badge.tiles for badge in view.badges if badge.key == PROXY), ())
    return dict(zip((WHITE,), played, strict=False))


def wild_of(view: View) -> Tile | None:
    """The tile that stands for any other, as far as the table says so."""
    return next((badge.tiles[0] for badge in view.badges if badge.key == WILD and badge.tiles), None)


# ---------------------------------------------------------------------- table


def table_picture(board: Board, view: View, reader: Reader) -> TablePicture:
    """The picture of a table as everybody may see it."""
    language = reader.language
    last = last_discard(board)
    east, south, west, north = (_seat_picture(board, view, seat, reader, last) for seat in SEATS)
    wild, bettors = wild_of(view), bettor_names(board, reader)
    indicator = wild if wild is not None else next(iter(view.turned), None)
    return TablePicture(
        seats=(east, south, west, north),
        round=text(language, "board.round", number=view.number, rules=rules_name(language, view.rules)),
        wall=wall_text(view, language),
        indicator=indicator,
        indicator_label=_badge_word(language, view.rules, WILD) if wild is not None else "",
        badges=tuple(
            badge_picture(badge, view, reader, board)
            for badge in view.badges
            if badge.seat is None and badge.key != WILD
        ),
        bettors=(text(language, "board.bettors", names=" · ".join(bettors)),) if bettors else (),
        turn=view.turn if view.running and view.offered is None else None,
        turn_text=turn_text(board, view, reader),
        until=until_text(board, reader) if view.running else "",
        style=reader.style,
    )


def wall_text(view: View, language: Language) -> str:
    """How many tiles are left, "" before they are dealt: there is no wall yet."""
    dealt = not view.running or any(seat.concealed for seat in view.seats)
    return text(language, "board.left", count=view.left) if dealt else ""


def bettor_names(board: Board, reader: Reader) -> tuple[str, ...]:
    """Who has bet on the running or last hand."""
    words = dict.fromkeys(event.word for event in board.events if isinstance(event, Noted))
    users = (board.meta.bettor_of(word) for word in words)
    return tuple(reader.person(board, user) for user in users if user is not None)


def due_of(board: Board) -> float | None:
    """When a turn ends, or when it is too late to bet. Only those who may claim are told when a claim window ends."""
    view, due = board.view, board.meta.due
    if view is None or board.meta.paused:
        return None
    staged = view.stage is not None and view.offer is None
    return None if view.over or (view.running and (view.offered is not None or staged)) else due


def until_text(board: Board, reader: Reader) -> str:
    """When a turn ends, "" where that is not told: a picture can't count down, so it says the time and its zone.

    At a slow table the day is told instead of the seconds.
    """
    due = due_of(board)
    if due is None:
        return ""
    shape = "%m-%d %H:%M %Z" if is_slow(board.meta) else "%H:%M:%S %Z"
    return text(reader.language, "board.until", time=datetime.fromtimestamp(due, reader.zone).strftime(shape))


def turn_text(board: Board, view: View, reader: Reader) -> str:
    """Who is to act, as far as everybody may know."""
    language = reader.language
    if not view.running:
        return ""
    if view.stage is not None:
        key = f"stage.{view.stage}"
        return rule_text(language, view.rules, key) if has_text(language, view.rules, key) else ""
    if view.offered is not None:
        tile = tile_name(language, view.offered.tile)
        return text(language, "board.offered", name=reader.name(board, view.offered.source), tile=tile)
    return "" if view.turn is None else text(language, "board.turn", name=reader.name(board, view.turn))


def last_discard(board: Board) -> Seat | None:
    """Whose discard was the latest, if it still lies there."""
    view = board.view
    if view is None or not view.running:
        return None
    for event in reversed(board.events):
        if isinstance(event, Discarded):
            laid = view.seats[event.seat].discards
            return event.seat if laid and laid[-1].taken is None else None
    return None


def _seat_picture(board: Board, view: View, seat: Seat, reader: Reader, last: Seat | None) -> SeatPicture:
    shown = view.seats[seat]
    return SeatPicture(
        name=reader.name(board, seat),
        points=points(standing(board, view, seat)),
        wind=wind_name(reader.language, view.dealer, seat),
        is_dealer=seat == view.dealer,
        discards=tuple(
            TilePicture(laid.tile, _laid_marks(shown, place, laid.taken is not None, seat == last))
            for place, laid in enumerate(shown.discards)
        ),
        melds=tuple(meld_picture(meld, seat, roles_of(view)) for meld in shown.melds),
        flowers=shown.flowers,
        badges=tuple(badge_picture(badge, view, reader, board) for badge in view.badges if badge.seat == seat),
        hand=open_hand(view, seat),
        concealed=shown.concealed,
    )


def standing(board: Board, view: View, seat: Seat) -> int:
    """The points of a seat with what has fallen due in the running hand, as far as everybody may know."""
    paid = view.paid if view.running else ()
    gained = sum(each.points * ((each.payee == seat) - (each.payer == seat)) for each in paid)
    return score_of(board, view, seat, gained)


def score_of(board: Board, view: View, who: Account, due: int) -> int:
    """The running total of a seat; what has fallen due in a hand that is not over yet is not in it."""
    if isinstance(who, Outsider):
        return 0
    chair = board.meta.chairs[view.seating[who]]
    return due if chair is None else chair.score + due


def open_order(view: View, seat: Seat) -> tuple[Tile, ...]:
    """A hand that lies open as it is read: wild tiles leftmost, what plays as another tile in that one's place."""
    wild, roles = wild_of(view), roles_of(view)
    return tuple(sorted(view.seats[seat].shown, key=lambda tile: (tile != wild, roles.get(tile, tile), tile)))


def open_hand(view: View, seat: Seat) -> tuple[TilePicture, ...]:
    """A hand that lies open, wild tiles leftmost and marked, with what plays as another tile."""
    wild, roles = wild_of(view), roles_of(view)
    return tuple(
        TilePicture(tile, frozenset((Mark.WILD,)) if tile == wild else frozenset(), roles.get(tile))
        for tile in open_order(view, seat)
    )


def _laid_marks(shown: SeatView, place: int, taken: bool, latest: bool) -> frozenset[Mark]:
    if taken:
        return frozenset((Mark.CLAIMED,))
    return frozenset((Mark.LAST,)) if latest and place == len(shown.discards) - 1 else frozenset()


def _badge_word(language: Language, rules: str, key: str) -> str:
    return rule_text(language, rules, f"badge.{key}") if has_text(language, rules, f"badge.{key}") else ""


def badge_text(badge: Badge, view: View, reader: Reader, board: Board) -> str:
    """What a badge says, tiles in words."""
    language = reader.language
    values = {
        key: (
            reader.name(board, Seat(value)) if key == "seat" and isinstance(value, int) else param_text(language, value)
        )
        for key, value in badge.params
    }
    words = rule_text(language, view.rules, f"badge.{badge.key}", **values)
    tiles = " ".join(tile_name(language, tile) for tile in badge.tiles)
    return f"{words} {tiles}".strip()


def param_text(language: Language, value: str | int) -> str | int:
    """A detail in words: the name of a tile where it is a tile's code."""
    if isinstance(value, int):
        return value
    try:
        return tile_name(language, parse_tile(value))
    except NotationError:
        return value


def badge_picture(badge: Badge, view: View, reader: Reader, board: Board) -> BadgePicture:
    """A badge with its colour: red for a hand that is ready, gold for what concerns everybody."""
    words = badge_text(badge, view, reader, board)
    if badge.key == TING:
        return BadgePicture(words, Tone.RED)
    return BadgePicture(words, Tone.GOLD if badge.seat is None else Tone.BLUE)
