"""Tables whose walls are those of a game script, and people who play what it says."""

from collections.abc import Mapping

from bot.engine.actions import Chance, action_text
from bot.engine.events import HandBegan
from bot.engine.replay import run_script
from bot.engine.script import parse_script
from bot.engine.tiles import Tile
from bot.rules import REGISTRY
from bot.tables.codec import Proof
from bot.ui.optionmenu import A_PAGE, TABLE_PAGES
from tests.ui.world import Shown, World, answered, said

PEOPLE = ("ann", "bob", "cat", "dan")


class Walls:
    """What is left to chance in the hands of a table, as the hands of a script have it; seat 0 deals the first."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.chances: list[Chance] = []

    def use(self, lines: str, options: str = "") -> None:
        script = parse_script(f"rules: {self.rules}\noptions: {options}\n== hand\n{lines}")
        for result in run_script(REGISTRY, script):
            first = result.events[0]
            assert isinstance(first, HandBegan)
            self.chances.append(first.chance)

    def chance_of(self, proof: Proof, _tiles: tuple[Tile, ...]) -> Chance:
        return self.chances[proof.number - 1] if proof.number else Chance((), ((1, 4), (1, 1), (1, 1)))


async def sit_down(world: World, rules: str, **options: str | int) -> None:
    """Ann opens a table in the first seat; the others follow in their order."""
    await world.opened(rules)
    if options:
        await choose(world, rules, options)
    for name in PEOPLE[1:]:
        await world.press(world.members[name], world.in_channel()[-1], "::join")
    await world.press(world.members["ann"], world.in_channel()[-1], "::start")


async def choose(world: World, rules: str, options: Mapping[str, str | int]) -> None:
    """Ann turns the pages of the options and picks these values."""
    ann, table = world.members["ann"], world.board().id
    menus = answered(await world.press(ann, world.in_channel()[-1], "::options"))
    here = 0
    specs = [spec.id for spec in REGISTRY[rules].options]
    for name in sorted(options, key=specs.index):
        page = TABLE_PAGES + specs.index(name) // A_PAGE
        for following in range(here + 1, page + 1):
            await ann.click(menus, custom_id=f"p:{table}:{following}next")
        here = page
        await ann.select(menus, [str(options[name])], custom_id=f"o:{table}:{page}:{name}")
    assert options.items() <= world.board().meta.options.items()


def asked(world: World, name: str) -> list[str]:
    return [action_text(action) for action in world.asked(name)]


async def does(world: World, name: str, action: str) -> Shown:
    """Let everybody else pass until somebody can do this, and press their button for it; the message it was on."""
    for _ in range(40):
        if action.removeprefix("!") in asked(world, name):
            hand = world.private(name)[-1]
            await world.press(world.handles[name], hand, f":{action}")
            await world.env.advance_time(1.2)  # requests are paced by a clock that stands still otherwise
            return hand
        passing = next((who for who in PEOPLE if "pass" in asked(world, who)), None)
        if passing is None:
            await world.env.advance_time(1.0)
        else:
            await world.press(world.handles[passing], world.private(passing)[-1], ":pass")
    raise AssertionError(f"{name} never can {action}: {[asked(world, who) for who in PEOPLE]}")


async def plays(world: World, lines: str) -> None:
    """What a game script says, line by line: ``0 discard 5m``."""
    for line in lines.strip().splitlines():
        seat, _, action = line.strip().partition(" ")
        await does(world, PEOPLE[int(seat)], action)


async def tells(world: World, name: str, command: str, **options: str) -> str:
    """A command and what is answered to it."""
    return said(await world.members[name].slash(world.channel, command, **options))


def board(world: World) -> Shown:
    """The board of the table, wherever it stands in the channel."""
    return next(each for each in reversed(world.in_channel()) if "table.png" in each.files)


def result(world: World) -> Shown:
    """The latest result in the channel."""
    return next(each for each in reversed(world.in_channel()) if "result.png" in each.files)


def hand(world: World, name: str) -> str:
    """All that the latest private message of somebody says."""
    latest = world.private(name)[-1]
    return "\n".join((latest.content, *latest.words))


def everything(world: World, name: str) -> str:
    """All that somebody can read in the channel and in their private messages."""
    return "\n".join("\n".join((each.content, *each.words)) for each in (*world.in_channel(), *world.private(name)))


def scores(world: World) -> list[int]:
    return [0 if chair is None else chair.score for chair in world.board().meta.chairs]
