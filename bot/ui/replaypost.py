"""A finished hand gone through step by step: what stands on the table after each step, from whose eyes one likes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.events import (
    EVERYBODY,
    BuGangDeclared,
    Discarded,
    Drew,
    Event,
    HandCalledOff,
    HandEnded,
    Melded,
    Noted,
    TurnCame,
    WallEmptied,
    Won,
)
from bot.engine.ruleset import Profile
from bot.engine.state import State, Turn
from bot.engine.tiles import SEATS, Seat, Tile
from bot.engine.view import view
from bot.render import Mark, MeldPicture, SeatPicture, TablePicture, TilePicture
from bot.texts import Language, text
from bot.ui.library import Played
from bot.ui.names import shown
from bot.ui.pictures import Reader, hand_order, table_picture
from bot.ui.post import Button, Choice, Control, Menu, Post, Shot
from bot.ui.resultpicture import with_names
from bot.ui.words import event_line, rules_name, tile_name

OPEN: Final = "a"
"""All four hands lie open."""
TABLE: Final = "b"
"""What somebody without a seat has seen."""
EYES: Final = (OPEN, TABLE, *(str(seat) for seat in SEATS))

STEP: Final = r"v:(?P<table>[^:]+):(?P<hand>\d+):(?P<eyes>[ab0-3]):(?P<step>\d+)(?P<what>[a-z]*)"
LOOK: Final = r"m:v:(?P<table>[^:]+):(?P<hand>\d+):(?P<step>\d+)"
JUMP: Final = 10
SECONDS: Final = 0.9
LAST_SECONDS: Final = 5.0
_FILMED: Final = Discarded | Melded | BuGangDeclared | Won | HandEnded


def step_id(played: Played, eyes: str, step: int, what: str) -> str:
    """The id of a button that leads to a step; ``what`` keeps the ids of a message apart, or asks for something."""
    return f"v:{played.record.table}:{played.record.number}:{eyes}:{step}{what}"


def opening_id(table: str, number: int) -> str:
    """The id of a button that shows the replay of a hand to whoever presses it."""
    return f"v:{table}:{number}:{OPEN}:0open"


def proving_id(table: str, number: int) -> str:
    """The id of a button that shows the proof of a hand to whoever presses it."""
    return f"v:{table}:{number}:{OPEN}:0proof"


def steps(events: Sequence[Event]) -> tuple[int, ...]:
    """The places of the events after which the table is shown."""
    return tuple(place for place, event in enumerate(events) if _is_step(event))


def _is_step(event: Event) -> bool:
    match event:
        case TurnCame() | Drew() | Discarded() | Melded() | BuGangDeclared() | Won() | WallEmptied() | HandEnded():
            return True
        case HandCalledOff():
            return True
        case Noted(audience=audience):
            return audience == EVERYBODY
        case _:
            return False


def replay_post(played: Played, states: Sequence[State], reader: Reader, eyes: str, step: int) -> Post:
    """The table after one step, with what leads to the others."""
    events = played.record.events
    places = steps(events)
    step = max(0, min(step, len(places) - 1))
    place = places[step]
    state = states[place]
    seen = view(state, _viewer(eyes))
    board = played.board(seen, state)
    language = reader.language

    def name(seat: Seat) -> str:
        return shown(reader.name(board, seat))

    head = text(
        language,
        "replay_post.head",
        rules=rules_name(language, played.record.rules),
        table=played.record.table,
        number=played.record.number,
        step=step + 1,
        count=len(places),
    )
    (event,) = with_names((events[place],), board, reader)
    line = step_line(language, played, event, eyes, name)
    picture = picture_of(played, state, reader, eyes)
    words = " · ".join(part for part in (line, picture.wall) if part)
    controls = _controls(played, language, eyes, step, len(places), name)
    return Post(f"{head}\n{line}".strip(), (Shot("replay.png", picture, words),), controls)


def step_line(language: Language, played: Played, event: Event, eyes: str, name: Callable[[Seat], str]) -> str:
    """What has just happened, as far as these eyes have seen it."""
    rules = played.record.rules
    match event:
        case Drew(seat=seat, tile=tile):
            seen = eyes == OPEN or eyes == str(seat) or event.audience == EVERYBODY
            drawn = tile_name(language, tile) if seen else text(language, "replay_post.a_tile")
            return text(language, "replay_post.drew", name=name(seat), tile=drawn)
        case TurnCame(seat=seat):
            return text(language, "replay_post.dealt", name=name(seat))
        case HandEnded():
            return text(language, "replay_post.ended")
        case _:
            return event_line(language, rules, event, name)


def picture_of(played: Played, state: State, reader: Reader, eyes: str) -> TablePicture:
    """The table with the hands that these eyes have seen."""
    seen = view(state, _viewer(eyes))
    board = played.board(seen, state)
    picture = table_picture(board, seen, reader)
    open_seats = SEATS if eyes == OPEN else () if eyes == TABLE else (SEATS[int(eyes)],)
    east, south, west, north = (
        _open(each, state, seat) if seat in open_seats else each
        for seat, each in zip(SEATS, picture.seats, strict=True)
    )
    return replace(picture, seats=(east, south, west, north))


def _open(picture: SeatPicture, state: State, seat: Seat) -> SeatPicture:
    """A seat with its own tiles, the drawn one last."""
    hand, profile = state.hands[seat], state.rules.profile(state, seat)
    phase = state.phase
    drawn = phase.drawn if isinstance(phase, Turn) and phase.seat == seat else None
    kept = hand if drawn is None else hand.minus(drawn)
    tiles = [_tile(tile, profile) for tile in hand_order(kept.tiles(), profile)]
    if drawn is not None:
        tiles.append(_tile(drawn, profile, Mark.DRAWN))
    return replace(picture, hand=tuple(tiles), melds=tuple(MeldPicture(meld, seat) for meld in hand.melds))


def _tile(tile: Tile, profile: Profile, *marks: Mark) -> TilePicture:
    more = (Mark.WILD,) if tile == profile.wild else ()
    return TilePicture(tile, frozenset((*marks, *more)))


def _viewer(eyes: str) -> Seat | None:
    return SEATS[int(eyes)] if eyes.isdigit() else None


def _controls(
    played: Played, language: Language, eyes: str, step: int, count: int, name: Callable[[Seat], str]
) -> tuple[Control, ...]:
    targets = (("f", 0), ("p", step - JUMP), ("l", step - 1), ("r", step + 1), ("n", step + JUMP))
    buttons = [
        Button(
            text(language, f"replay_button.{what}"),
            step_id(played, eyes, max(0, min(target, count - 1)), what),
            0,
            disabled=(target < step and step == 0) or (target > step and step == count - 1),
        )
        for what, target in targets
    ]
    look = Menu(
        f"m:v:{played.record.table}:{played.record.number}:{step}",
        text(language, "replay_post.look"),
        tuple(Choice(_eyes_name(language, each, name), each, chosen=each == eyes) for each in EYES),
        1,
    )
    more = [
        Button(text(language, f"replay_button.{what}"), step_id(played, eyes, step, what), 2)
        for what in ("end", "script", "film", "result", "proof")
    ]
    more[0] = replace(more[0], id=step_id(played, eyes, count - 1, "e"), disabled=step == count - 1)
    return (*buttons, look, *more)


def _eyes_name(language: Language, eyes: str, name: Callable[[Seat], str]) -> str:
    if eyes.isdigit():
        return text(language, "replay_post.eyes", name=name(SEATS[int(eyes)]))
    return text(language, "replay_post.open" if eyes == OPEN else "replay_post.table")


def frames(
    played: Played, states: Sequence[State], reader: Reader, eyes: str
) -> tuple[tuple[TablePicture, ...], tuple[float, ...]]:
    """The hand as a film: the table after the deal and after everything that everybody has seen, and the seconds."""
    events = played.record.events
    places = [place for place, event in enumerate(events) if isinstance(event, TurnCame | _FILMED)]
    pictures = tuple(picture_of(played, states[place], reader, eyes) for place in places)
    return pictures, (*(SECONDS for _ in places[:-1]), LAST_SECONDS)
