"""The playground as somebody plays in it, in headless Chromium.

To watch: ``PWDEBUG=1 pytest tests/playground/test_browser.py`` with a display, or leave a picture with
``await page.screenshot(path="…")``.
"""

import asyncio
import importlib.util
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING

import pytest

from bot.playground.texts import texts
from tests.playground.conftest import PATIENCE_SECONDS, Playground, Starter

if TYPE_CHECKING:
    from playwright.async_api import FrameLocator, Locator, Page, Route

_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
_ARGUMENTS = [
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-renderer-backgrounding",
    "--disable-sync",
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(_CHROMIUM is None, reason="there is no Chromium or Chrome on this machine"),
    pytest.mark.skipif(importlib.util.find_spec("playwright") is None, reason="playwright is not installed"),
]

Opener = Callable[[Playground], Awaitable["Page"]]


@pytest.fixture
async def show() -> AsyncIterator[Opener]:
    """Opens a playground in a Chinese browser; a fault in a page's script fails the test."""
    from playwright.async_api import async_playwright

    faults: list[str] = []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=_CHROMIUM, args=_ARGUMENTS)
        context = await browser.new_context(locale="zh-CN", viewport={"width": 1400, "height": 860})

        async def shown(playground: Playground) -> "Page":
            page = await context.new_page()
            page.set_default_timeout(PATIENCE_SECONDS * 1000)
            page.on("pageerror", lambda fault: faults.append(str(fault)))
            await page.goto(playground.url)
            for side in ("channel", "direct"):
                await _pane(page, side).locator("#channel-composer-input").wait_for()
            return page

        yield shown
        await browser.close()
    assert faults == []


def _pane(page: "Page", side: str) -> "FrameLocator":
    return page.frame_locator(f"[data-pane={side}] iframe.shown")


async def _slash(page: "Page", side: str, command: str) -> None:
    """Types a command without options and sends it, or stops at its first option."""
    pane = _pane(page, side)
    await pane.locator("#channel-composer-input").click()
    await page.keyboard.type(f"/{command}")
    await pane.locator(".command-popup").get_by_text(f"/{command}", exact=True).wait_for()
    await page.keyboard.press("Enter")
    await pane.locator(".command-chip").wait_for()


async def _sent(page: "Page", side: str, command: str) -> None:
    await _slash(page, side, command)
    await page.keyboard.press("Enter")


async def _says(page: "Page", side: str, words: str) -> None:
    await _pane(page, side).locator("#channel-timeline").get_by_text(words, exact=True).first.wait_for()


async def _become(page: "Page", name: str) -> None:
    tab = page.locator("#people").get_by_role("tab", name=name)
    await tab.click()
    await tab.and_(page.locator("[aria-selected=true]")).wait_for()


async def _press(page: "Page", tile: str) -> None:
    await _pane(page, "direct").locator("#channel-timeline").get_by_role("button", name=tile, exact=True).last.click()


async def test_a_hand_by_buttons(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    await _sent(page, "channel", "deal")
    pane = _pane(page, "direct")
    picture = pane.locator("img.attachment-image")
    await picture.wait_for()
    before = await picture.get_attribute("src")
    # As in Discord, buttons stand under the picture.
    assert await _above(picture, pane.locator(".message-components"))
    for tile in ("5p", "1m", "C"):
        await _press(page, tile)
        await _says(page, "direct", f"discarded {tile} (zh-CN)")
        await _says(page, "channel", f"Ann: {tile}")
    assert await picture.get_attribute("src") != before
    assert await picture.count() == 1


async def test_a_picture_stays_until_the_next_one_has_come(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    await _sent(page, "channel", "deal")
    pane = _pane(page, "direct")
    picture, place = pane.locator("img.attachment-image"), pane.locator(".message-attachments")
    await pane.locator("img.attachment-image[src]").wait_for()
    before = await place.bounding_box()
    come = asyncio.Event()

    async def held_back(route: "Route") -> None:
        await come.wait()
        await route.continue_()

    await page.route("**/api/assets/*", held_back)
    # The second replaces one that never came.
    for tile in ("5p", "1m"):
        await _press(page, tile)
        await _says(page, "direct", f"discarded {tile} (zh-CN)")
        assert await picture.get_attribute("src") is None
        during = await place.bounding_box()
        assert before is not None
        assert during is not None
        assert during["height"] == pytest.approx(before["height"], abs=2)
        # Not dimmed either, as buttons are that can't be pressed yet.
        button = place.get_by_role("button").first
        assert await button.evaluate("button => getComputedStyle(button).opacity") == "1"
    come.set()
    await pane.locator("img.attachment-image[src]").wait_for()
    await pane.locator(".message-attachments canvas").wait_for(state="detached")
    await picture.wait_for(state="visible")


async def test_a_double_click_counts_once(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    await _sent(page, "channel", "deal")
    tiles = _pane(page, "direct").locator("#channel-timeline").get_by_role("button")
    await tiles.filter(has_text="5p").dblclick()
    await _says(page, "direct", "discarded 5p (zh-CN)")
    await _press(page, "6p")
    await _says(page, "channel", "Ann: 6p")
    said = _pane(page, "channel").locator("#channel-timeline").get_by_text("Ann: ")
    assert await said.all_inner_texts() == ["Ann: 5p", "Ann: 6p"]


@pytest.mark.parametrize(
    ("side", "typed", "tile"), [("channel", "5", "5p"), ("direct", "7s", "7s"), ("direct", "N", "N")]
)
async def test_a_command_with_its_picker(
    playground: Playground, show: Opener, side: str, typed: str, tile: str
) -> None:
    from playwright.async_api import expect

    page = await show(playground)
    await _slash(page, side, "discard")
    popup = _pane(page, side).locator(".command-popup")
    # What is legal is there before anything is typed.
    await popup.get_by_text("1m", exact=True).wait_for()
    await page.keyboard.type(typed)
    await popup.get_by_text(f"OPTIONS MATCHING {typed.upper()}").wait_for()
    await popup.get_by_text(tile, exact=True).wait_for()
    if typed != tile:
        await page.keyboard.press("Enter")
        await expect(_pane(page, side).locator(".command-option-input")).to_have_value(tile)
    await page.keyboard.press("Enter")
    await _says(page, side, f"Ann discards {tile}")


async def test_enter_is_not_lost_while_the_page_waits(playground: Playground, show: Opener) -> None:
    page = await show(playground)

    async def slowly(route: "Route") -> None:
        await asyncio.sleep(0.5)
        await route.continue_()

    await page.route("**/api/state*", slowly)
    await page.route("**/api/action*", slowly)
    await _slash(page, "direct", "discard")
    popup = _pane(page, "direct").locator(".command-popup")
    await popup.get_by_text("1m", exact=True).wait_for()
    await page.keyboard.type("7s")
    await popup.get_by_text("OPTIONS MATCHING 7S").wait_for()
    await popup.get_by_text("7s", exact=True).wait_for()
    # The answer is there, but the page still reads what has changed. Twice, as by somebody who is in a hurry.
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await _says(page, "direct", "Ann discards 7s")
    await asyncio.sleep(2)
    assert await _pane(page, "direct").locator("#channel-timeline").get_by_text("Ann discards 7s").count() == 1


async def test_options_that_can_be_left_out(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    await _slash(page, "direct", "greet")
    pane = _pane(page, "direct")
    await pane.locator(".command-popup").get_by_text("whom", exact=True).wait_for()
    await page.keyboard.press("Enter")
    await _says(page, "direct", "good evening, everybody")
    await _slash(page, "direct", "greet")
    await pane.locator(".command-popup").get_by_text("whom", exact=True).wait_for()
    for key in ("ArrowDown", "ArrowUp", "Enter"):
        await page.keyboard.press(key)
    await pane.locator(".command-option-input").wait_for()
    await page.keyboard.type("Dan")
    await page.keyboard.press("Enter")
    await _says(page, "direct", "good evening, Dan")


async def test_what_the_mouse_has_chosen_is_sent_with_enter(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    await _slash(page, "direct", "discard")
    await _pane(page, "direct").locator(".command-popup").get_by_text("5p", exact=True).click()
    await page.keyboard.press("Enter")
    await _says(page, "direct", "Ann discards 5p")


@pytest.mark.parametrize(
    ("option", "typed", "looked", "value", "said"),
    [
        ("game", "Sich", 0, "sichuan", "sichuan True nobody"),
        ("game", "lishui", 0, None, "lishui True nobody"),
        ("game", "", 1, "sichuan", "sichuan True nobody"),
        ("friendly", "Fal", 0, "False", "any False nobody"),
        ("against", "Cat", 0, None, "any True Cat"),
    ],
)
async def test_what_was_chosen_is_sent_by_the_next_enter(
    playground: Playground, show: Opener, option: str, typed: str, looked: int, value: str | None, said: str
) -> None:
    from playwright.async_api import expect

    page = await show(playground)
    await _slash(page, "channel", "game")
    pane = _pane(page, "channel")
    popup = pane.locator(".command-popup")
    await popup.get_by_text(option, exact=True).click()
    await popup.locator(".command-suggestion").first.wait_for()
    await page.keyboard.type(typed)
    await popup.get_by_text(typed or "Lishui").first.wait_for()
    for _ in range(looked):
        await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    # Of choices that never change all are offered again, the first of them as if it were meant.
    if value is not None:
        await expect(pane.locator(".command-option-input")).to_have_value(value)
    if option == "against":
        await pane.locator(".command-mention").get_by_text("@Cat").wait_for()
    if value is not None or option == "against":
        await page.keyboard.press("Enter")
    await _says(page, "channel", said)


async def test_the_newest_message_stays_in_sight(playground: Playground, show: Opener) -> None:
    early = await show(playground)
    for _ in range(5):
        await _sent(early, "direct", "deal")
    late = await show(playground)
    for page in (early, late):
        await page.bring_to_front()
        pane = _pane(page, "direct")
        await pane.locator("img.attachment-image").nth(4).wait_for()
        last = pane.locator("#channel-timeline").get_by_role("button", name="C", exact=True).last
        composer = pane.locator("#channel-composer")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await _above(last, composer):
                await asyncio.sleep(0.1)
    # Whoever has scrolled back stays there.
    await late.close()
    pane = _pane(early, "direct")
    await pane.locator("#channel-timeline").hover()
    await early.mouse.wheel(0, -5000)
    await asyncio.sleep(0.3)
    await (await playground.open("Ann", "direct")).act("send_message", content="hm")
    await pane.locator("#new-messages").wait_for()
    assert await pane.locator("#channel-timeline").evaluate("timeline => timeline.scrollTop") == 0
    await pane.locator("#new-messages").click()
    await _says(early, "direct", "hm")


async def _above(upper: "Locator", lower: "Locator") -> bool:
    first, second = await upper.bounding_box(), await lower.bounding_box()
    return first is not None and second is not None and first["y"] + first["height"] <= second["y"]


async def test_menus_and_forms(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    await _sent(page, "channel", "choose")
    pane = _pane(page, "channel")
    await pane.locator("#channel-timeline [role=combobox]").click()
    await pane.get_by_role("option", name="sichuan").click()
    await _says(page, "channel", "chosen: sichuan")
    await _sent(page, "direct", "note")
    form = _pane(page, "direct").locator("#modal-root")
    await form.locator("input").fill("三条")
    await form.get_by_role("button", name="Submit").click()
    await _says(page, "direct", "noted: 三条")


async def test_switching_people(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    await _sent(page, "channel", "hello")
    await _says(page, "channel", "hello in zh-CN")
    cat = page.locator("#people").get_by_role("tab", name="Cat")
    await _become(page, "Cat")
    await _sent(page, "channel", "deal")
    await _says(page, "direct", "your hand")
    assert await _pane(page, "channel").get_by_text("hello in zh-CN").count() == 0
    assert await cat.locator("b").inner_text() == ""
    await _become(page, "Ann")
    await _says(page, "channel", "hello in zh-CN")
    # What comes for somebody else is counted next to their name until one looks.
    await (await playground.open("Cat", "direct")).act("send_message", content="hm")
    await (await playground.open("Cat", "channel")).slash("deal")
    await cat.locator("b").get_by_text("1").wait_for()
    await _become(page, "Cat")
    await _press(page, "5p")
    await _says(page, "direct", "discarded 5p (zh-CN)")
    await cat.locator("b").get_by_text("1").wait_for(state="detached")


async def test_the_language_is_everybodys(playground: Playground, show: Opener) -> None:
    page = await show(playground)
    assert await page.locator("h1").inner_text() == texts()["zh"]["page"]["title"]
    await page.locator("#language").click()
    await page.locator("h1").get_by_text(texts()["en"]["page"]["title"]).wait_for()
    await _sent(page, "channel", "hello")
    await _says(page, "channel", "hello in en-US")


async def test_two_windows_of_one_person(playground: Playground, show: Opener) -> None:
    one, two = await show(playground), await show(playground)
    await _sent(one, "direct", "deal")
    for page, tile in ((one, "1m"), (two, "2m"), (one, "3m")):
        await _press(page, tile)
        for other in (one, two):
            await _says(other, "direct", f"discarded {tile} (zh-CN)")


async def test_the_end_is_said_on_the_page(start: Starter, show: Opener) -> None:
    async with start() as playground:
        page = await show(playground)
        assert not await page.locator("#gone").is_visible()
    await page.locator("#gone").wait_for(state="visible")
