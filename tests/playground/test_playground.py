"""The playground without a browser: what its pages are sent, and what becomes of what they send."""

import asyncio
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from aiohttp import ClientResponseError
from PIL import Image

from bot.playground import Opening, PlaygroundError, serve
from bot.playground.avatars import house, person
from bot.playground.texts import both, texts
from tests.playground.conftest import PATIENCE_SECONDS, Pane, Playground, Starter
from tests.playground.toybot import BEAT_SECONDS, HAND, ToyBot

pytestmark = pytest.mark.slow


def _contents(pane: Pane) -> list[str]:
    return [message["content"] for message in pane.messages]


async def _comes_true(seen: Callable[[], bool]) -> None:
    """Waits for what happens without anybody's doing."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not seen():
            await asyncio.sleep(0.05)


async def _dealt(playground: Playground, name: str) -> Pane:
    pane = await playground.open(name, "direct")
    await pane.slash("deal")
    await pane.until(lambda shown: bool(shown.buttons()))
    return pane


class TestStartPage:
    async def test_names_everybody_and_everything_it_needs_is_there(self, playground: Playground) -> None:
        assert [person["name"] for person in playground.world["people"]] == ["Ann", "小白", "Cat", "Dan"]
        for path, kind in (("", "html"), ("index.css", "css"), ("index.js", "javascript"), ("icon.svg", "svg")):
            async with playground.http.get(playground.url + path) as answer:
                assert answer.status == 200
                assert kind in answer.content_type
                assert "127.0.0.1:*" in answer.headers["Content-Security-Policy"]
        async with playground.http.get(playground.url + "texts.json") as answer:
            assert set(await answer.json()) == {"zh", "en"}

    async def test_the_address_is_announced_first_and_the_end_last(self, start: Starter) -> None:
        async with start() as playground:
            assert playground.said == [both("ready", url=playground.url), both("first"), both("stop")]
        assert playground.said[3:] == [both("stopped")]

    async def test_another_name_for_this_machine_is_refused(self, playground: Playground) -> None:
        async with playground.http.get(playground.url + "world.json", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
            assert "people" not in await answer.text()

    async def test_panes_may_be_framed_here_and_have_no_test_bench(self, playground: Playground) -> None:
        pane = playground.world["people"][0]["channel"].split("#")[0]
        async with playground.http.get(pane) as answer:
            assert "X-Frame-Options" not in answer.headers
            assert "frame-ancestors http://127.0.0.1:*" in answer.headers["Content-Security-Policy"]
        async with playground.http.get(pane + "preview.css") as answer:
            assert "#toolbar, " in await answer.text()
        async with playground.http.get(pane + "app.js") as answer:
            assert "Appended to the script of every pane" in await answer.text()

    async def test_private_messages_are_counted(self, playground: Playground) -> None:
        await _dealt(playground, "Cat")
        async with playground.http.get(playground.url + "world.json") as answer:
            people = (await answer.json())["people"]
        # One for the hand; what only Cat can see as the answer to a command is no message of its own.
        assert [person["received"] for person in people] == [0, 0, 1, 0]


class TestReader:
    async def test_sets_the_language_and_the_time_zone_of_every_client(self, playground: Playground) -> None:
        reader = {"language": "zh", "timezone": "Asia/Shanghai"}
        async with playground.http.post(playground.url + "reader", json=reader) as answer:
            assert answer.status == 204
        pane = await playground.open("Dan", "channel")
        assert pane.state["profile"]["timezone"] == "Asia/Shanghai"
        await pane.slash("hello")
        await pane.says("hello in zh-CN")

    async def test_the_picker_speaks_the_language_of_the_reader(self, playground: Playground) -> None:
        pane = await playground.open("Dan", "channel")
        english = await pane.offered("hello")
        assert english["description"] == "Says hello to you alone"
        reader = {"language": "zh", "timezone": "Asia/Shanghai"}
        async with playground.http.post(playground.url + "reader", json=reader) as answer:
            assert answer.status == 204
        await pane.refresh()
        chinese = await pane.offered("hello")
        assert chinese["description"] == "只向您问好"
        # What a page has read before is known to be another one.
        assert chinese["schemaFingerprint"] != english["schemaFingerprint"]
        greet = await pane.offered("greet")
        assert greet["options"][0]["description"] == "向谁问好"
        assert greet["description"] == "Says good evening"
        await pane.slash("hello")
        await pane.says("hello in zh-CN")

    async def test_is_english_before_anybody_says_so(self, playground: Playground) -> None:
        pane = await playground.open("Dan", "channel")
        await pane.slash("hello")
        await pane.says("hello in en-US")

    @pytest.mark.parametrize(
        "reader",
        [
            {"language": "fr", "timezone": "UTC"},
            {"language": "zh", "timezone": "Nowhere/Else"},
            {"language": "zh", "timezone": "../../etc/passwd"},
            {"language": ["zh"], "timezone": "UTC"},
            {"timezone": "UTC"},
            ["zh"],
            "zh",
        ],
    )
    async def test_refuses_what_is_neither(self, playground: Playground, reader: Any) -> None:
        async with playground.http.post(playground.url + "reader", json=reader) as answer:
            assert answer.status == 400

    async def test_refuses_what_a_form_could_send(self, playground: Playground) -> None:
        async with playground.http.post(playground.url + "reader", data="language=zh") as answer:
            assert answer.status == 415


class TestPlay:
    async def test_a_command_answers_and_a_picture_comes_by_itself(self, playground: Playground) -> None:
        channel = await playground.open("Ann", "channel")
        direct = await playground.open("Ann", "direct")
        receipt = await channel.slash("deal")
        assert receipt["settlement"] == "settled"
        await direct.until(lambda pane: tuple(pane.buttons()) == HAND)
        await channel.says("dealt")
        assert (await direct.picture()).startswith(b"\x89PNG")

    async def test_only_those_concerned_see_a_message(self, playground: Playground) -> None:
        ann = await playground.open("Ann", "channel")
        cat = await playground.open("Cat", "channel")
        direct = await playground.open("Cat", "direct")
        await ann.slash("hello")
        await ann.slash("discard", tile="5p")
        await cat.says("Ann discards 5p")
        assert _contents(cat) == ["Ann discards 5p"]
        assert _contents(direct) == []

    async def test_a_press_edits_in_place(self, playground: Playground) -> None:
        pane = await _dealt(playground, "Ann")
        count = len(pane.messages)
        before = await pane.picture()
        assert (await pane.press("5p"))["settlement"] == "settled"
        await pane.says("discarded 5p (en-US)")
        assert len(pane.messages) == count
        assert "5p" not in pane.buttons()
        assert await pane.picture() != before

    async def test_the_picker_suggests_in_private_too(self, playground: Playground) -> None:
        pane = await playground.open("小白", "direct")
        assert await pane.suggestions("discard", "tile", "5") == ["5p"]
        assert await pane.suggestions("discard", "tile", "x") == []
        assert len(await pane.suggestions("discard", "tile", "")) == len(HAND)

    async def test_the_clock_is_the_machines(self, playground: Playground) -> None:
        pane = await playground.open("Ann", "channel")
        loop = asyncio.get_running_loop()
        began = loop.time()
        await pane.slash("alarm", seconds="0.6")
        await pane.until(lambda shown: "ring after" in _contents(shown)[-1])
        assert loop.time() - began >= 0.6
        # What the bot itself has measured.
        assert float(_contents(pane)[-1].split()[2]) >= 0.6

    async def test_other_timers_go_on_while_nobody_acts(self, playground: Playground) -> None:
        """As many as there is time for, however busy this machine is."""
        loop = asyncio.get_running_loop()
        before, began = playground.bot.beats, loop.time()
        while playground.bot.beats < before + 3:
            await asyncio.sleep(0.05)
        assert loop.time() - began >= 2 * BEAT_SECONDS - 0.01

    async def test_an_answer_that_takes_a_while_is_waited_for(self, playground: Playground) -> None:
        pane = await playground.open("Ann", "channel")
        assert (await pane.slash("slow"))["settlement"] == "settled"
        assert "at last" in _contents(pane)

    async def test_nobody_answers(self, playground: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
        pane = await playground.open("Ann", "channel")
        with monkeypatch.context() as impatient:
            impatient.setattr("bot.playground.live.ANSWER_SECONDS", 0.05)
            assert (await pane.slash("slow"))["settlement"] == "timeout"
        # The page is as good as before, and sees the answer that comes too late for Discord.
        await pane.says("at last")
        assert (await pane.slash("hello"))["settlement"] == "settled"

    async def test_somebody_can_simply_talk(self, playground: Playground) -> None:
        pane = await playground.open("Dan", "channel")
        assert (await pane.act("send_message", content="你好"))["settlement"] == "settled"
        await (other := await playground.open("Ann", "channel")).says("你好")
        assert other.messages[-1]["author"]["name"] == "Dan"


class TestStalePages:
    async def test_a_press_on_an_older_page_counts_while_the_button_is_the_same(self, playground: Playground) -> None:
        pane = await _dealt(playground, "Ann")
        revision = pane.state["publishedRevision"]
        await (await playground.open("Ann", "direct")).act("send_message", content="hm")
        await pane.says("hm")
        assert pane.state["publishedRevision"] > revision
        assert (await pane.press("5p", revision=revision))["settlement"] == "settled"
        await pane.says("discarded 5p (en-US)")

    async def test_a_press_never_hits_the_button_that_moved_there(self, playground: Playground) -> None:
        pane = await _dealt(playground, "Ann")
        revision, control = pane.state["publishedRevision"], pane.buttons()["5p"]
        await pane.press("1m")
        await pane.says("discarded 1m (en-US)")
        assert control not in pane.buttons().values()
        receipt = await pane.press_control(control, revision=revision)
        assert receipt["rejected"]
        assert "6p" in pane.buttons()
        # The button that stands there by now is fine.
        assert not (await pane.press("6p"))["rejected"]
        await pane.says("discarded 6p (en-US)")

    async def test_a_picture_that_was_just_shown_can_still_be_had(self, playground: Playground) -> None:
        pane = await _dealt(playground, "Ann")
        asset, picture = pane.newest_picture(), await pane.picture()
        twin = await playground.open("Ann", "direct")
        await twin.press("5p")
        await twin.says("discarded 5p (en-US)")
        # First the page knows nothing of the new picture yet, then it has it and the old one is still on its way.
        assert await pane.picture(asset) == picture
        await pane.says("discarded 5p (en-US)")
        assert await pane.picture(asset) == picture != await pane.picture()
        with pytest.raises(ClientResponseError, match="404"):
            await pane.picture(f"{asset}x")

    async def test_pictures_of_long_ago_are_let_go(
        self, playground: Playground, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bot.playground.live._KEPT_PICTURES", 2)
        pane = await _dealt(playground, "Ann")
        shown = [pane.newest_picture()]
        for tile in HAND[:4]:
            await pane.press(tile)
            await pane.says(f"discarded {tile} (en-US)")
            shown.append(pane.newest_picture())
        for asset in shown[-2:]:
            await pane.picture(asset)
        with pytest.raises(ClientResponseError, match="404"):
            await pane.picture(shown[0])

    async def test_an_unknown_revision_is_refused(self, playground: Playground) -> None:
        pane = await _dealt(playground, "Ann")
        assert (await pane.press("5p", revision=10**6))["rejected"]
        assert "5p" in pane.buttons()

    async def test_a_page_cannot_end_the_session(self, playground: Playground) -> None:
        pane = await playground.open("Ann", "channel")
        assert (await pane.act("close"))["rejected"]
        assert (await pane.slash("hello"))["settlement"] == "settled"


@pytest.mark.slow
class TestManyPages:
    async def test_everybody_at_once_and_nobody_is_stuck(self, playground: Playground) -> None:
        names = ("Ann", "小白", "Cat", "Dan")
        panes = [await _dealt(playground, name) for name in names]
        twins = [await playground.open(name, "direct") for name in names]
        for tile in ("1m", "5p", "C"):
            for pane in (*panes, *twins):
                await pane.until(lambda shown, tile=tile: tile in shown.buttons())  # type: ignore[misc]
            receipts = await asyncio.gather(*(pane.press(tile) for pane in (*panes, *twins)))
            assert sum(receipt["settlement"] == "settled" for receipt in receipts) >= len(names)
            assert not any(receipt["uncertain"] for receipt in receipts)
            for pane in (*panes, *twins):
                await pane.says(f"discarded {tile} (en-US)")
        for pane in (*panes, *twins):
            assert (await pane.slash("hello"))["settlement"] == "settled"

    async def test_the_same_request_twice_acts_once(self, playground: Playground) -> None:
        pane = await _dealt(playground, "Ann")
        twin = Pane(pane.http, pane.url, pane.capability, pane.state, pane.sequence)
        first, second = await asyncio.gather(pane.press("5p"), twin.press("5p"))
        assert [first["rejected"], second["rejected"]].count(True) == 1
        await pane.says("discarded 5p (en-US)")


@pytest.mark.slow
class TestMemory:
    async def test_what_is_no_longer_shown_is_dropped(self, start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.playground.live._KEPT_MESSAGES", 5)
        monkeypatch.setattr("bot.playground.live._HIDDEN_SECONDS", 0.2)
        monkeypatch.setattr("bot.playground.live._TIDY_SECONDS", 0.1)
        async with start() as playground:
            pane = await _dealt(playground, "Ann")
            backend = _backend(playground)
            for tile in HAND[:4]:
                await pane.press(tile)
                await pane.says(f"discarded {tile} (en-US)")
            await _comes_true(lambda: len([url for url in backend.cdn._blobs if "/attachments/" in url]) == 1)
            assert (await pane.picture()).startswith(b"\x89PNG")
            for number in range(8):
                await pane.act("send_message", content=f"word {number}")
            await pane.until(lambda shown: _contents(shown) == [f"word {number}" for number in range(3, 8)])
            await _comes_true(lambda: backend.transcript == [] and backend.http_requests == [])

    async def test_pages_that_were_never_closed_make_room(self, playground: Playground) -> None:
        first, *_ = [await playground.open("Ann", "channel") for _ in range(16)]
        for _ in range(8):
            await first.refresh()
            await playground.open("Ann", "channel")
        assert (await first.slash("hello"))["settlement"] == "settled"


class TestPublishing:
    async def test_a_page_is_made_anew_only_when_its_channel_has_changed(self, playground: Playground) -> None:
        ann = await playground.open("Ann", "direct")
        cat = await playground.open("Cat", "direct")
        revision = ann.state["publishedRevision"]
        await cat.slash("hello")
        await cat.suggestions("discard", "tile", "5")
        await ann.refresh()
        assert ann.state["publishedRevision"] == revision
        await (await playground.open("Ann", "direct")).slash("hello")
        await ann.refresh()
        assert ann.state["publishedRevision"] > revision

    async def test_suggestions_change_nothing(self, playground: Playground) -> None:
        ann, twin = [await playground.open("Ann", "direct") for _ in range(2)]
        await ann.suggestions("discard", "tile", "5")
        revision = twin.state["publishedRevision"]
        await twin.refresh()
        assert twin.state["publishedRevision"] == revision


def _backend(playground: Playground) -> Any:
    """simcord's state behind the bot's fake transport."""
    return playground.bot.http.backend  # type: ignore[attr-defined]


class TestRestart:
    async def test_goes_on_with_the_same_tables(self, start: Starter) -> None:
        async with start() as first:
            await (await first.open("小白", "channel")).slash("deal")
            assert not first.bot.closed
        assert first.bot.closed
        async with start() as second:
            await (await second.open("Ann", "channel")).says("the table goes on")
            await (await second.open("小白", "direct")).says("your hand goes on")
            assert _contents(await second.open("Ann", "direct")) == []
        assert first.bot is not second.bot
        ids = [[person["id"] for person in run.world["people"]] for run in (first, second)]
        assert ids[0] == ids[1]
        assert first.world["run"] != second.world["run"]

    async def test_the_ids_that_databases_hold_stay_as_they_are(self, playground: Playground) -> None:
        guild = playground.bot.guilds[0]
        people = [int(person["id"]) for person in playground.world["people"]]
        assert (guild.id, guild.text_channels[0].id, people) == (
            1456074695639040000,
            1456074947297280000,
            [1456089543475200000, 1456089795133440000, 1456090046791680000, 1456090298449920000],
        )
        assert guild.owner_id == people[0]

    async def test_messages_of_two_starts_have_different_ids(self, start: Starter) -> None:
        ids = []
        for _ in range(2):
            async with start() as playground:
                pane = await _dealt(playground, "Dan")
                ids += [message["id"] for message in pane.messages if message["attachments"]]
        assert len(set(ids)) == 2


class TestOpening:
    async def test_it_waits_for_a_reader_and_speaks_their_language(self, start: Starter) -> None:
        async with start(opening=(Opening("hello"),)) as playground:
            pane = await playground.open("Ann", "channel")
            await asyncio.sleep(0.3)
            assert pane.messages == []
            reader = {"language": "zh", "timezone": "Asia/Shanghai"}
            async with playground.http.post(playground.url + "reader", json=reader) as answer:
                assert answer.status == 204
            await pane.says("hello in zh-CN")

    @pytest.fixture
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.playground.session.READER_SECONDS", 0.1)

    @pytest.mark.usefixtures("impatient")
    async def test_the_first_person_sends_it(self, start: Starter) -> None:
        async with start(opening=(Opening("discard", {"tile": "7s"}),)) as playground:
            await (await playground.open("Dan", "channel")).says("Ann discards 7s")

    @pytest.mark.usefixtures("impatient")
    async def test_a_command_that_is_not_there_is_logged_and_the_rest_goes_on(
        self, start: Starter, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with start(opening=(Opening("nothing"), Opening("discard", {"tile": "7s"}))) as playground:
            await (await playground.open("Dan", "channel")).says("Ann discards 7s")
        assert "/nothing" in caplog.text


class TestRefusals:
    async def test_a_port_that_is_taken(self) -> None:
        def factory() -> ToyBot:
            raise AssertionError("two playgrounds would share one database")

        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            with pytest.raises(PlaygroundError, match=str(port)) as refused:
                await serve(factory, port=port, people=("Ann",), announce=print)
        # Both languages stand in the one line that a command says when it fails.
        assert str(refused.value).isprintable()
        assert "已被占用" in str(refused.value)
        assert "in use" in str(refused.value)

    @pytest.mark.parametrize("people", [(), ("Ann", "Ann")])
    async def test_people_who_cannot_be_told_apart(self, people: tuple[str, ...], tmp_path: Path) -> None:
        with pytest.raises(PlaygroundError, match="At least one person"):
            await serve(lambda: ToyBot(tmp_path / "toy.db"), port=0, people=people, announce=print)

    async def test_packages_that_are_missing(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        for name in [name for name in sys.modules if name.startswith("bot.playground.")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "simcord", None)
        with pytest.raises(PlaygroundError, match="simcord is missing"):
            await serve(lambda: ToyBot(tmp_path / "toy.db"), port=0, people=("Ann",), announce=print)

    async def test_a_bot_that_cannot_start_closes_and_says_why(self, tmp_path: Path) -> None:
        bots = []

        class Broken(ToyBot):
            async def setup_hook(self) -> None:
                await super().setup_hook()
                raise sqlite3.OperationalError("unable to open database file")

        def factory() -> ToyBot:
            bots.append(Broken(tmp_path / "toy.db"))
            return bots[0]

        with pytest.raises(sqlite3.OperationalError, match="unable to open"):
            await serve(factory, port=0, people=("Ann",), announce=print)
        assert bots[0].closed


def _sentences(tree: Any, path: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """Every sentence of a language: where it stands, and the values that it needs."""
    match tree:
        case dict():
            for key, branch in tree.items():
                yield from _sentences(branch, f"{path}.{key}")
        case list():
            for place, branch in enumerate(tree):
                yield from _sentences(branch, f"{path}.{place}")
        case str():
            assert tree.strip(), path
            yield path, frozenset(name for _, name, _, _ in Formatter().parse(tree) if name)


def test_both_languages_say_the_same_things() -> None:
    assert dict(_sentences(texts()["zh"])) == dict(_sentences(texts()["en"]))


@pytest.mark.parametrize("picture", [house(), person("#b3271e")])
def test_avatars_are_small_square_pictures(picture: bytes, tmp_path: Path) -> None:
    path = tmp_path / "avatar.png"
    path.write_bytes(picture)
    with Image.open(path) as image:
        assert image.size == (96, 96)
        assert len(image.convert("RGB").getcolors(100_000) or ()) > 2
