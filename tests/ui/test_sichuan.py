"""Sichuan as it is shown and played: the exchange, suits to drop, play after a win, bars, announcements, bets."""

import pytest
from simcord import Env

from bot.rules.sichuan.options import SPECS
from bot.tables.ledger_values import AllTime, account_of
from bot.ui.resultpicture import result_picture
from tests.ui.dealt import PEOPLE, Walls, asked, board, does, everything, hand, plays, result, scores, sit_down, tells
from tests.ui.world import Shown, World, answered, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, *PEOPLE, "eve", "fay")


@pytest.fixture
def walls(monkeypatch: pytest.MonkeyPatch) -> Walls:
    made = Walls("sichuan")
    monkeypatch.setattr("bot.tables.draft.chance_of", made.chance_of)
    return made


def menu_of(shown: Shown, front: str) -> dict[str, object]:
    (menu,) = [each for each in shown.controls if each.get("custom_id", "").startswith(front)]
    return menu


def values_of(shown: Shown, front: str) -> list[str]:
    options = menu_of(shown, front)["options"]
    assert isinstance(options, list)
    return [each["value"] for each in options]


# ---------------------------------------------------------------------- the lobby


async def test_presets_and_every_option_can_be_chosen(world: World) -> None:
    await world.opened("sichuan", preset="modern")
    options = world.board().meta.options
    assert (options["exchange_three"], options["void_suit"], options["announce"]) == ("on", "declared", "off")
    page = answered(await world.press(world.members["ann"], world.in_channel()[-1], "::options"))
    seen: set[str] = set()
    while True:
        controls = [each for row in page.components for each in row["components"]]
        seen |= {each["custom_id"].split(":")[-1] for each in controls if each["custom_id"].startswith("o:")}
        (onward,) = [each for each in controls if each["custom_id"].endswith("next")]
        if onward.get("disabled"):
            break
        await world.members["ann"].click(page, custom_id=onward["custom_id"])
    assert {spec.id for spec in SPECS} <= seen


# ---------------------------------------------------------------------- exchange and suits to drop

DEALS = """deal 0: 1223m 158p 2468s 789s
deal 1: 147m 258p 1379s 36m 9p
deal 2: 258m 147p 258s 47m 3s 9p
deal 3: 369m 369p 147s 1m 1p 9s 5m
dice: 1 4 / 1 1 / 1 1
"""


async def test_three_tiles_are_exchanged_and_suits_named_together(world: World, walls: Walls) -> None:
    walls.use(DEALS)
    await sit_down(world, "sichuan", exchange_three="on", void_suit="declared")
    assert "**give three tiles of one suit away**" in board(world).content
    shown = world.private("ann")[-1]
    assert "give three tiles of one suit" in shown.content
    suggested = [each["label"] for each in shown.controls if each.get("custom_id", "").startswith("q:")]
    assert len([each for each in suggested if each.startswith("exchange")]) == 3
    assert suggested[0] == "exchange 158p"
    menu = menu_of(shown, "s:")
    assert (menu["min_values"], menu["max_values"]) == (3, 3)
    assert len(values_of(shown, "s:")) == 14
    ann = world.handles["ann"]
    wrong = await world.pick(ann, shown, str(menu["custom_id"]), "1m.0", "2m.0", "1p.0")
    assert said(wrong) == "Choose three tiles of one suit from your hand."
    before = {name: everything(world, name) for name in PEOPLE[1:]}
    await world.pick(ann, shown, str(menu["custom_id"]), "2m.0", "2m.1", "3m.0")
    assert {name: everything(world, name) for name in PEOPLE[1:]} == before
    assert "exchange" in await tells(world, "bob", "act", action="exchange", tiles="147m")
    assert "three tiles of one suit" in await tells(world, "cat", "act", action="换三张", tiles="三万 五条 八条")
    assert "done" in await tells(world, "cat", "act", action="换三张", tiles="258s")
    assert all("got" not in hand(world, name) for name in PEOPLE)
    assert "done" in await tells(world, "dan", "act", action="exchange 963m")
    assert "The die shows 1; the three tiles have changed hands." in board(world).content
    assert "ann got 369m." in hand(world, "ann")
    assert "bob got 223m." in hand(world, "bob")
    assert "cat got 147m." in hand(world, "cat")
    for name in PEOPLE:
        assert all(f"{who} got" not in everything(world, name) for who in PEOPLE if who != name)
    await drop_suits(world)


async def drop_suits(world: World) -> None:
    shown = world.private("bob")[-1]
    assert {"drop characters", "drop dots", "drop bamboo"} <= {each.get("label") for each in shown.controls}
    await does(world, "ann", "void p")
    before = {name: everything(world, name) for name in PEOPLE[1:]}
    assert "Waiting" in hand(world, "ann")
    await does(world, "bob", "void s")
    assert "done" in await tells(world, "cat", "act", action="定缺 万")
    assert {name: everything(world, name) for name in PEOPLE[3:]} == {"dan": before["dan"]}
    assert "drops" not in everything(world, "dan")
    await does(world, "dan", "void m")
    for words in ("ann drops dots.", "bob drops bamboo.", "cat drops characters.", "dan drops characters."):
        assert words in board(world).content
    assert asked(world, "ann") == ["discard 1p", "discard 5p", "discard 8p"]
    assert "Discard the suit that you drop first." in hand(world, "ann")
    refused = await tells(world, "ann", "discard", tile="1m")
    assert refused == "Discard the suit that you drop first."


async def test_who_is_late_gives_what_is_usual(world: World, walls: Walls) -> None:
    walls.use(DEALS)
    await sit_down(world, "sichuan", exchange_three="on", void_suit="declared")
    await does(world, "ann", "exchange 158p")
    await world.env.advance_time(46.0)
    assert world.screen("ann").view.stage == "void"
    await world.env.advance_time(46.0)
    assert world.screen("ann").view.stage is None
    assert board(world).words[0].count("drops") == 4


# ---------------------------------------------------------------------- play goes on after a win

THREE_WIN = """deal 0: 1222m 5p 36m 36s 17p 147s
deal 1: 123456789s 34p 99p
deal 2: 123456789s 34p 77p
deal 3: 9999m 147m 258s 36s 8p
tail: 8p
wall: 6m 1p 2p 4m 5m
"""


async def test_winners_watch_and_the_result_lists_every_payment(world: World, walls: Walls) -> None:
    walls.use(THREE_WIN + "0 discard 5p\n")
    await sit_down(world, "sichuan", edge_closed_single="off")
    before = len(world.private("bob"))
    await plays(world, "0 discard 5p\n2 pass\n1 hu")
    winner = world.private("bob")[-1]
    assert winner.files == ["hand.png", "table.png"]
    assert "You have won and watch the rest of this hand" in winner.content
    assert "won, no. 1: 5p" in board(world).words[0]
    assert "won, no. 1: 5p" in winner.words[0]
    assert len(world.private("bob")) == before + 1
    assert await tells(world, "bob", "discard", tile="1s") == "You have won already and watch the rest of this hand."
    assert [each for each in winner.ids if each.startswith("q:")] == []
    watched = hand(world, "bob")
    await plays(world, "2 discard 6m\n3 angang 9m")
    assert hand(world, "bob") != watched
    assert "dan lays a concealed gang" in hand(world, "bob")
    seats = [line.split(":")[0] for line in board(world).words[0].splitlines()[1:]]
    assert seats == ["E ann (-3)", "S bob (1)", "W cat (-2)", "N dan (4)"]
    assert len(world.private("bob")) == before + 1
    await plays(world, "3 discard 8p")
    assert scores(world) == [0, 0, 0, 0]


DRAWN = """deal 0: 11m 36m 258s 258p 14s 4s 8s
deal 1: 123456789s 34p 77p
deal 2: 147m 258m 369m 1368p
deal 3: 9999p 147m 47p 369m 5p
wall: 1s 2s 3m .
tail: 3p
"""


async def test_the_result_of_an_empty_wall_names_every_kind(world: World, walls: Walls) -> None:
    walls.use(DRAWN)
    await sit_down(world, "sichuan")
    await plays(world, "0 discard 8s\n1 discard 1s\n2 discard 2s\n3 angang 9p\n3 discard 3p")
    shown = result(world)
    assert "bob is ready: 25p, 0 fan" in shown.content
    table = world.board()
    assert table.view is not None
    (ready,) = result_picture(table, table.view, world.bot.house.public_reader(table)).hands
    assert (ready.total, {wait.worth for wait in ready.waits}) == ("0 fan", {""})
    assert "ann is a pig." in shown.content
    assert "cat is not ready." in shown.content
    lines = shown.words[0].splitlines()
    assert "Concealed gang 9p: -2, -2, -2, +6" in lines
    assert "Gang refund 9p: +2, +2, +2, -6" in lines
    assert "Pig: -48, +16, +16, +16" in lines
    assert "Readiness: 0, +2, -1, -1" in lines
    assert "This hand: -48, +18, +15, +15" in lines
    assert scores(world) == [-48, 18, 15, 15]


# ---------------------------------------------------------------------- a win let go, the last four


PASSED = """deal 0: 1235m 1479s 15p 118p 8s
deal 1: 2345689m 147s 2p 9p 9s
deal 2: 13479m 258s 5p 369p 3s
deal 3: 123456789s 34p 77p
wall: 1m 2m 4m
"""


async def test_a_win_that_was_let_go_is_explained(world: World, walls: Walls) -> None:
    walls.use(PASSED)
    await sit_down(world, "sichuan")
    await plays(world, "0 discard 5p\n3 pass")
    assert "dan let 5p go" in hand(world, "dan")
    assert "let go 2p 5p 8p" in hand(world, "dan")
    await does(world, "bob", "discard 2p")
    assert "dan let a win go before and can't win on this 2p." in hand(world, "dan")
    refused = await tells(world, "dan", "hu")
    assert refused.startswith("You let a win go that bars this tile")
    for name in PEOPLE[:3]:
        assert "let 5p go" not in everything(world, name)
        assert "let a win go" not in everything(world, name)
        assert "let go" not in everything(world, name)


async def test_a_complete_hand_of_three_suits_is_told_why_it_does_not_win(world: World, walls: Walls) -> None:
    dealt = PASSED.replace("deal 3: 123456789s 34p 77p", "deal 3: 123456s 34p 77p 678m")
    walls.use(dealt.replace("wall: 1m 2m 4m", "wall: 1m 2m 5p"))
    await sit_down(world, "sichuan")
    await plays(world, "0 discard 1m\n1 discard 1m\n2 discard 1m")
    assert asked(world, "dan")[0] == "discard 6m"
    assert "No win: Your hand and melds hold three suits" in hand(world, "dan")
    assert "three suits" in await tells(world, "dan", "hu")
    assert "No win" not in hand(world, "ann")


async def test_among_the_last_four_tiles_a_win_is_taken(world: World, walls: Walls) -> None:
    walls.use(PASSED.replace("wall: 1m 2m 4m", "wall: 1m 2m 4m 6m ."))
    await sit_down(world, "sichuan")
    await does(world, "ann", "discard 5p")
    assert "a win must be taken" in board(world).words[0]
    assert [won.seat for won in world.screen("ann").view.wins] == [3]
    assert "dan wins on 5p" in board(world).content


# ---------------------------------------------------------------------- singing and dancing


async def test_a_dancer_is_announced_and_others_keep_what_it_waits_on(world: World, walls: Walls) -> None:
    walls.use(PASSED)
    await sit_down(world, "sichuan")
    shown = world.private("dan")[-1]
    menu = menu_of(shown, "m:")
    assert values_of(shown, "m:")[:2] == [">sing", ">dance"]
    assert ">dance" not in values_of(world.private("bob")[-1], "m:")
    await world.pick(world.handles["dan"], shown, str(menu["custom_id"]), ">dance")
    await world.env.advance_time(0.3)
    assert "dan dances: ready, waiting on 25p." in board(world).content
    assert "dances 2p 5p" in board(world).words[0]
    assert "dances 2p 5p" in hand(world, "dan")
    assert "discard 5p" not in asked(world, "ann")
    assert "5p: A dancer waits on this tile: discard another." in hand(world, "ann")
    assert await tells(world, "ann", "discard", tile="5p") == "A dancer waits on this tile: discard another."
    assert await tells(world, "dan", "act", action="sing") == "You have announced your hand already."
    assert "not ready" in await tells(world, "bob", "act", action="唱歌")
    await plays(world, "0 discard 1m\n1 discard 2m\n2 discard 1m")
    assert "dances 2p 5p" in board(world).words[0]
    assert world.laid("dan") == ["4m"]


# ---------------------------------------------------------------------- bets

BET = """deal 0: 12346789m 7p 1479s 8s
deal 1: 2345689m 147s 5p 9p 9s
deal 2: 1122334455667p
deal 3: 13479m 2589s 36p 8p 3s
wall: 3m 1m
"""


def bet_button(world: World) -> list[str]:
    return [each for each in board(world).ids if each.startswith("b:")]


async def test_bettors_are_in_the_result_and_in_the_ledger(world: World, walls: Walls) -> None:
    """The tile 0 stands for the seat opposite the dealer, who wins; the tile 1 for the dealer, who pays."""
    walls.use(BET)
    await sit_down(world, "sichuan", horses=2, last_four="off")
    (ask,) = bet_button(world)
    seated = (await world.press_together((world.members["ann"], board(world), ask)))[0]
    assert said(seated) == "Those who play at this table can't bet."
    offered = answered((await world.press_together((world.members["eve"], board(world), ask)))[0])
    assert "0 to 54" in offered.content
    await world.members["eve"].select(offered, ["0"], custom_id=f"s:outside:{world.board().id}:horse")
    assert "eve bets on tile 0 of the wall." in board(world).content
    assert "bettors: 1" in board(world).words[0]
    again = answered((await world.press_together((world.members["eve"], board(world), ask)))[0])
    twice = await world.members["eve"].click(again, custom_id=ask.replace(":ask", ":any"))
    assert said(twice) == "You have bet on this hand already."
    assert "bet 1" in await tells(world, "fay", "act", action="horse 1")
    await world.env.advance_time(0.5)
    assert bet_button(world) == []
    assert world.screen("ann").view.stage is None
    await plays(world, "0 discard 7p")
    late = await world.members["eve"].click(again, custom_id=ask.replace(":ask", ":number"))
    assert said(late) == "You have bet on this hand already."
    await plays(world, "2 hu")
    assert world.screen("ann").view.running
    for name in PEOPLE:
        assert "Bet: win" not in everything(world, name)
        assert "bet on cat" not in everything(world, name)


async def test_a_number_of_ones_own_is_written(world: World, walls: Walls) -> None:
    walls.use(BET)
    await sit_down(world, "sichuan", horses=1)
    (ask,) = bet_button(world)
    offered = answered((await world.press_together((world.members["eve"], board(world), ask)))[0])
    for written, told in (("99", "Choose a position of the wall from 0 to 54."), ("x", "Choose"), ("54", "done")):
        modal = await world.members["eve"].click(offered, custom_id=ask.replace(":ask", ":number"))
        assert modal.modal is not None
        field = modal.modal["components"][0]["components"][0]["custom_id"]
        assert told in said(await world.members["eve"].submit_modal(modal, {field: written}))
    await world.env.advance_time(0.5)
    assert "eve bets on tile 54 of the wall." in board(world).content


async def test_bets_close_with_their_time(world: World, walls: Walls) -> None:
    walls.use(BET)
    await sit_down(world, "sichuan", horses=1)
    (ask,) = bet_button(world)
    old = board(world)
    await world.env.advance_time(19.0)
    assert bet_button(world)
    assert asked(world, "ann") == []
    await world.env.advance_time(2.0)
    assert not bet_button(world)
    assert "discard 7p" in asked(world, "ann")
    (late,) = await world.press_together((world.members["eve"], old, ask))
    assert said(late) == "It is too late to bet on this hand: wait for the next one."


async def test_nobody_is_offered_a_bet_where_there_are_none(world: World, walls: Walls) -> None:
    walls.use(BET)
    await sit_down(world, "sichuan")
    assert bet_button(world) == []
    assert await tells(world, "eve", "act", action="horse 3") == "Nobody can bet at this table."


SHORT_BET = BET.replace("wall: 3m 1m", "wall: 3m 1m .")


async def test_the_horses_are_shown_when_the_hand_ends(world: World, walls: Walls) -> None:
    walls.use(SHORT_BET)
    await sit_down(world, "sichuan", horses=2, last_four="off", bloody="off")
    (ask,) = bet_button(world)
    offered = answered((await world.press_together((world.members["eve"], board(world), ask)))[0])
    assert "done" in said(await world.members["eve"].click(offered, custom_id=ask.replace(":ask", ":any")))
    bet = int(next(iter(world.board().view.notes)).number or 0)  # type: ignore[union-attr]
    assert bet in (0, 1)
    await world.members["fay"].slash(world.channel, "act", action=f"买马 {1 - bet}")
    await plays(world, "0 discard 7p\n2 hu")
    shown = result(world)
    assert "Tile 0 of the wall is 3m" in shown.content
    assert "Tile 1 of the wall is 1m" in shown.content
    first, second = ("eve", "fay") if bet == 0 else ("fay", "eve")
    assert f"{first} bet on cat." in shown.content
    assert f"{second} bet on ann." in shown.content
    assert f"{first} +32" in shown.content
    assert f"{second} -32" in shown.content
    balances = await world.bot.house.store.ledger.balances(world.guild.id, AllTime())
    assert balances[account_of(world.handles[first].id)] == 32
    assert balances[account_of(world.handles[second].id)] == -32
    assert sum(balances.values()) == 0
    ledger = await tells(world, "eve", "ledger")
    assert "eve" in ledger
    assert "fay" in ledger


# ---------------------------------------------------------------------- leaving


async def test_leaving_early_names_its_price_first(world: World, walls: Walls) -> None:
    walls.use(PASSED)
    await sit_down(world, "sichuan", min_rounds=1, stake=2)
    asked_first = await world.members["bob"].slash(world.channel, "table leave")
    assert said(asked_first) == "Leaving now costs 96 points. Leave?"
    assert scores(world) == [0, 0, 0, 0]
    question = answered(asked_first)
    await world.members["bob"].click(question, custom_id=f"q:{world.board().id}::leave!")
    assert scores(world) == [32, -96, 32, 32]
    balances = await world.bot.house.store.ledger.balances(world.guild.id, AllTime())
    assert balances[account_of(world.handles["bob"].id)] == -96
    await world.members["bob"].slash(world.channel, "table join")
    assert scores(world) == [32, -96, 32, 32]
