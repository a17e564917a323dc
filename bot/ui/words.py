"""Words for what happens at a table: tiles, actions, events, reasons, in one language."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, assert_never

from bot.engine.actions import (
    Action,
    ChiClaim,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    GangClaim,
    Hu,
    Pass,
    PengClaim,
    Special,
)
from bot.engine.events import (
    BuGangDeclared,
    Discarded,
    Event,
    HandCalledOff,
    Melded,
    Noted,
    Paid,
    WallEmptied,
    Won,
)
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng
from bot.engine.money import Outsider, Transfer
from bot.engine.notation import print_tile, print_tiles
from bot.engine.ruleset import RuleSet
from bot.engine.tiles import SEATS, Seat, Tile, is_suited, suit_of
from bot.rules import REGISTRY
from bot.tables.api import Confirm, Refused
from bot.texts import Language, catalogue, rule_text, text
from bot.ui.errors import store_text

NameOf = Callable[[Seat], str]

STORE: Final = "store_"
"""Before the reason of a refusal that is the store's."""


def has_text(language: Language, rules: str, key: str) -> bool:
    """Whether the rule set or the core has words for a key."""
    sentences = catalogue().sentences[language]
    return f"{rules}.{key}" in sentences or key in sentences


def rules_name(language: Language, rules: str) -> str:
    """The name of a rule set; its id where its texts give none."""
    return rule_text(language, rules, "name") if has_text(language, rules, "name") else rules


def rule_set(rules: str) -> RuleSet:
    """The rule set of this id."""
    return REGISTRY[rules]


def tile_name(language: Language, tile: Tile) -> str:
    """A tile as it is called, ``五万``, ``5m``, ``East``."""
    return text(language, f"tile.{print_tile(tile)}")


def tiles_text(language: Language, tiles: Sequence[Tile]) -> str:
    """Tiles in the given order, neighbours of a suit together: ``一二三万 东东``, ``123m East East``."""
    if language == "en":
        return print_tiles(tiles)
    groups: list[list[Tile]] = []
    for tile in tiles:
        if groups and is_suited(tile) and is_suited(groups[-1][0]) and suit_of(groups[-1][0]) == suit_of(tile):
            groups[-1].append(tile)
        else:
            groups.append([tile])
    return " ".join(_group(language, group) for group in groups)


def _group(language: Language, group: list[Tile]) -> str:
    names = [tile_name(language, tile) for tile in group]
    return names[0] if len(names) == 1 else "".join(name[:-1] for name in names[:-1]) + names[-1]


def meld_text(language: Language, meld: Meld) -> str:
    """A meld in words."""
    match meld:
        case Chi(tiles=tiles):
            return text(language, "meld.chi", tiles=tiles_text(language, tiles))
        case Peng(tile=tile):
            return text(language, "meld.peng", tile=tile_name(language, tile))
        case Gang(tile=tile) | BuGang(tile=tile):
            return text(language, "meld.gang", tile=tile_name(language, tile))
        case AnGang(tile=tile):
            return text(language, "meld.angang", tile=tile_name(language, tile))
        case _:
            assert_never(meld)


def action_label(language: Language, rules: str, action: Action) -> str:
    """What a button that acts says; at most 80 characters."""
    match action:
        case Discard(tile=tile):
            return tile_name(language, tile)
        case ChiClaim(tiles=tiles):
            return text(language, "action.chi", tiles=tiles_text(language, tiles))
        case PengClaim():
            return text(language, "action.peng")
        case GangClaim():
            return text(language, "action.gang")
        case DeclareAnGang(tile=tile):
            return text(language, "action.angang", tile=tile_name(language, tile))
        case DeclareBuGang(tile=tile):
            return text(language, "action.bugang", tile=tile_name(language, tile))
        case Hu():
            return text(language, "action.hu")
        case Pass():
            return text(language, "action.pass")
        case Special():
            return special_label(language, rules, action)
        case _:
            assert_never(action)


def special_label(language: Language, rules: str, action: Special) -> str:
    """What a rule set's own action is called, with whatever it is about."""
    name = special_name(language, rules, action.name)
    word, number = action.word, "" if action.number is None else str(action.number)
    numbered = f"numbered.{action.name}"
    if action.number is not None and has_text(language, rules, numbered):
        name, number = rule_text(language, rules, numbered, number=action.number), ""
    if word and has_text(language, rules, f"word.{word}"):
        word = rule_text(language, rules, f"word.{word}")
    parts = (name, tiles_text(language, action.tiles), number, word)
    return " ".join(part for part in parts if part)[:80]


def special_name(language: Language, rules: str, name: str) -> str:
    """The name of a rule set's own action."""
    return rule_text(language, rules, f"action.{name}") if has_text(language, rules, f"action.{name}") else name


def refusal(language: Language, refused: Refused | Confirm, rules: str = "") -> str:
    """The sentence that says why something is not done, or what a confirmation is about."""
    if refused.reason.startswith(STORE):
        return store_text(language, refused.reason.removeprefix(STORE))
    kind = "reason" if isinstance(refused, Refused) else "confirm"
    key = f"{kind}.{refused.reason}"
    chosen = refused.rules or rules
    if not has_text(language, chosen, key):
        return text(language, "reason.not_possible" if kind == "reason" else "confirm.sure")
    return rule_text(language, chosen, key, **dict(refused.details))


def event_line(language: Language, rules: str, event: Event, name: NameOf) -> str:
    """What everybody is told of an event, "" where it is not worth a line. ``name`` gives the names of the seats."""
    match event:
        case Discarded(seat=seat, tile=tile):
            return text(language, "event.discarded", name=name(seat), tile=tile_name(language, tile))
        case Melded(seat=seat, meld=AnGang()):
            return text(language, "event.angang", name=name(seat))
        case Melded(seat=seat, meld=meld):
            return text(language, "event.melded", name=name(seat), meld=meld_text(language, meld))
        case BuGangDeclared(seat=seat, tile=tile):
            return text(language, "event.bugang", name=name(seat), tile=tile_name(language, tile))
        case Won(seat=seat, tile=tile):
            return text(language, "event.won", name=name(seat), tile=tile_name(language, tile))
        case WallEmptied():
            return text(language, "event.wall_emptied")
        case HandCalledOff():
            return text(language, "event.called_off")
        case Noted():
            return _noted(language, rules, event, name)
        case Paid(transfers=transfers):
            return _paid(language, rules, transfers, name)
        case _:
            return ""


def _paid(language: Language, rules: str, transfers: Iterable[Transfer], name: NameOf) -> str:
    """What each seat gets or pays, by what it is for; a rule set has notes of its own for bettors and pots."""
    sums: dict[str, Counter[Seat]] = {}
    for transfer in transfers:
        payer, payee = transfer.payer, transfer.payee
        if isinstance(payer, Outsider) or isinstance(payee, Outsider):
            continue
        net = sums.setdefault(transfer.reason, Counter())
        net[payer] -= transfer.points
        net[payee] += transfer.points
    return " · ".join(
        text(
            language,
            "event.paid",
            what=rule_text(language, rules, f"pay.{reason}"),
            who=", ".join(f"{name(seat)} {points(net[seat])}" for seat in sorted(net)),
        )
        for reason, net in sums.items()
    )


def _noted(language: Language, rules: str, event: Noted, name: NameOf) -> str:
    key = f"note.{event.name}"
    return _filled(language, rules, key, event, name) if has_text(language, rules, key) else ""


def call_line(language: Language, rules: str, event: Noted, name: NameOf) -> str:
    """What everybody is to notice about an event, in a message of its own."""
    return _filled(language, rules, f"call.{event.name}", event, name)


def _filled(language: Language, rules: str, key: str, event: Noted, name: NameOf) -> str:
    return rule_text(
        language,
        rules,
        key,
        name="" if event.seat is None else name(event.seat),
        tiles=tiles_text(language, event.tiles),
        number=0 if event.number is None else event.number,
        word=event.word,
    )


def last_lines(
    language: Language, rules: str, events: Iterable[Event], name: NameOf, count: int = 4
) -> tuple[str, ...]:
    """The lines of the latest public events, the latest last; what a win pays stands in its result."""
    lines: list[str] = []
    told = tuple(events)
    for before, event in reversed(tuple(zip((None, *told), told, strict=False))):
        won = isinstance(event, Paid) and isinstance(before, Won)
        line = "" if won else event_line(language, rules, event, name)
        if line:
            lines.append(line)
        if len(lines) == count:
            break
    return tuple(reversed(lines))


def closing_lines(language: Language, rules: str, events: Iterable[Event], name: NameOf) -> tuple[str, ...]:
    """What is noted after the last win, or after the last tile: who is ready, what becomes of a pot."""
    lines: list[str] = []
    for event in reversed(tuple(events)):
        if isinstance(event, Won | WallEmptied | Discarded):
            break
        if isinstance(event, Noted):
            lines.append(_noted(language, rules, event, name))
    return tuple(line for line in reversed(lines) if line)


def worth(language: Language, rules: str, value: int) -> str:
    """So much in the unit of a rule set: ``×4``, ``3 fan``."""
    return rule_text(language, rules, "worth", count=value)


def points(value: int) -> str:
    """Points with their sign."""
    return f"{value:+d}" if value else "0"


def wind_name(language: Language, dealer: Seat, seat: Seat) -> str:
    """The short name of a seat's wind, counted from the dealer."""
    return text(language, f"wind.{(seat - dealer) % len(SEATS)}")


def duration(language: Language, seconds: int | None) -> str:
    """A clock in words."""
    if not seconds:
        return text(language, "clock.none")
    for unit, key in ((86400, "clock.days"), (3600, "clock.hours"), (60, "clock.minutes")):
        if seconds % unit == 0:
            return text(language, key, count=seconds // unit)
    return text(language, "clock.seconds", count=seconds)
