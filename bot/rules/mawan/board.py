"""What a table shows of these rules, and what a computer player must know of them."""

from bot.engine.events import Dealt, HandBegan
from bot.engine.ruleset import Badge, Profile
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import ALL_TILES, Seat, distance
from bot.rules.mawan.flow import second_thrower, throws
from bot.rules.mawan.happened import marks, warnings
from bot.rules.mawan.names import TROUSERS, hand_name, round_wind
from bot.rules.mawan.pot import pot_of


def badges(state: State, viewer: Seat | None) -> tuple[Badge, ...]:
    """The name of the hand and its 圈 wind, 挽庄, pot, dice and warnings; one's own mark for oneself alone.

    Between two hands the name and the wind are those of the hand that has ended, as everything else on the table.
    """
    passes = next((event.passes for event in state.history if isinstance(event, HandBegan)), state.passes)
    shown = [
        Badge(f"hand_{hand_name(passes)}"),
        Badge("round_wind", tiles=(round_wind(passes),)),
    ]
    if state.streak > 1:
        shown.append(Badge("streak", state.dealer, params=(("times", state.streak - 1),)))
    pot = pot_of(state)
    if pot is not None:
        shown.append(Badge("pot", params=(("points", pot.points), ("hand", pot.hand))))
    if isinstance(state.phase, Idle | Over):
        return tuple(shown)
    shown += _dice(state)
    shown += [Badge(event.name, event.seat) for event in warnings(state)]
    if viewer is not None and viewer in marks(state):
        shown.append(Badge(TROUSERS, viewer))
    return tuple(shown)


def _dice(state: State) -> list[Badge]:
    """守 顺 对 反 and where the wall was opened, once it has been."""
    if not any(isinstance(event, Dealt) for event in state.history):
        return []
    first, second = throws(state)
    way = ("own", "lower", "opposite", "upper")[distance(state.dealer, second_thrower(state))]
    return [Badge(f"dice_{way}", params=(("first", first), ("second", second), ("stacks", first + second)))]


def profile(state: State, seat: Seat) -> Profile:
    """What the shapes add to a plain win of about 30 台 (RULES.md M7, M11), and what would feed a big hand (M14)."""
    warned = {tile for event in warnings(state) if event.seat != seat for tile in event.tiles}
    return Profile(
        kinds=ALL_TILES,
        seven_pairs=2.5,
        one_suit=2.5,
        mixed_suit=1.4,
        triplets=1.4,
        absent=0.08,
        gang=0.2,
        concealed=0.1,
        avoid=tuple(sorted(warned)),
    )
