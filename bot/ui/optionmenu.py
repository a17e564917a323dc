"""The paged menu in which the host of a lobby changes what is agreed."""

import json
from collections.abc import Sequence
from typing import Final

import discord

from bot.engine.options import Choice as OptionChoice
from bot.engine.options import Number, OptionSpec, Value, choose
from bot.engine.state import Windows
from bot.rules import REGISTRY
from bot.tables.api import Board, Changes, Done
from bot.tables.deadline import SLOW_SECONDS
from bot.tables.meta import Points
from bot.tables.ports import Preset, TableStatus
from bot.texts import LANGUAGES, Language, text
from bot.ui import ids
from bot.ui.answer import Answer
from bot.ui.boardpost import agreed, length_text, option_line, option_name
from bot.ui.errors import Sorry, guarded, language_for
from bot.ui.house import House, house_of
from bot.ui.ids import option_id, page_id
from bot.ui.names import plain, shown
from bot.ui.post import OPTIONS, Button, Choice, Control, Menu, Post
from bot.ui.presets import find_preset, named_presets
from bot.ui.press import Pressed, handles
from bot.ui.which import board_of
from bot.ui.words import duration, refusal, rule_set, rules_name

A_PAGE: Final = 4
TABLE_PAGES: Final = 2
LENGTHS: Final = (1, 2, 4, 8, 16, 0)
TURN_CLOCKS: Final = (10, 15, 30, 45, 60, 90, 180, 600, 3600, 21600, 86400, 259200, 604800, 0)
CLAIM_CLOCKS: Final = (5, 8, 12, 20, 30, 60, 600, 3600, 21600, 86400, 259200, 604800, 0)
OTHER: Final = "?"
NEVER: Final = "-"


async def options_post(interaction: discord.Interaction, board: Board, page: int) -> Post:
    """What is agreed, as a list; for the host of a lobby with menus to change it."""
    language = await language_for(interaction)
    if board.status is not TableStatus.LOBBY or interaction.user.id != board.meta.host:
        return Post(options_list(language, board))
    pages = TABLE_PAGES + -(-len(rule_set(board.meta.rules).options) // A_PAGE)
    page = min(max(page, 0), pages - 1)
    menus = await _menus(house_of(interaction), board, language, page)
    title = text(language, "options.title", page=page + 1, pages=pages)
    return Post(f"**{title}**\n{agreed(language, board)}", controls=(*menus, *_pages(board, language, page, pages)))


def options_list(language: Language, board: Board) -> str:
    """Every option of a table and its value."""
    rules, options = board.meta.rules, board.meta.options
    lines = [f"**{rules_name(language, rules)}** · {agreed(language, board)}"]
    lines += [option_line(language, rules, spec.id, options[spec.id]) for spec in rule_set(rules).options]
    return "\n".join(lines)


def _pages(board: Board, language: Language, page: int, pages: int) -> tuple[Control, ...]:
    # Ids of a message differ from each other, also where both lead to the same page.
    def turn(key: str, to: int, what: str) -> Button:
        off = not 0 <= to < pages
        return Button(text(language, key), page_id(board.id, max(to, 0), what), A_PAGE, disabled=off)

    back, forward = turn("button.previous", page - 1, "back"), turn("button.next", page + 1, "next")
    save = Button(text(language, "button.save_preset"), page_id(board.id, page, "save"), A_PAGE)
    return (back, forward, save) if board.where.guild is not None else (back, forward)


async def _menus(house: House, board: Board, language: Language, page: int) -> list[Control]:
    if page == 0:
        return [
            _rules_menu(board, language),
            await _preset_menu(house, board, language),
            _length_menu(board, language),
            _points_menu(board, language),
        ]
    if page == 1:
        return [
            _clock_menu(board, language, "turn", TURN_CLOCKS, board.meta.turn_seconds, 0),
            _clock_menu(board, language, "claim", CLAIM_CLOCKS, board.meta.claim_seconds, 1),
            _windows_menu(board, language),
            _language_menu(board, language),
        ]
    first = (page - TABLE_PAGES) * A_PAGE
    specs = rule_set(board.meta.rules).options[first : first + A_PAGE]
    return [_option_menu(board, language, page, spec, row) for row, spec in enumerate(specs)]


def _rules_menu(board: Board, language: Language) -> Menu:
    choices = tuple(Choice(rules_name(language, rules), rules, chosen=rules == board.meta.rules) for rules in REGISTRY)
    return Menu(option_id(board.id, 0, "@rules"), text(language, "options.rules"), choices, 0)


async def _preset_menu(house: House, board: Board, language: Language) -> Menu:
    rules = board.meta.rules
    presets = (await named_presets(house, board.where.guild, rules, language))[:OPTIONS]
    specs, now = rule_set(rules).options, dict(board.meta.options)
    agreed_on = [preset for preset in presets if dict(choose(specs, preset.options)) == now]
    choices = tuple(
        Choice(text(language, "options.preset_of", name=preset.name), preset.value, chosen=preset in agreed_on[:1])
        for preset in presets
    )
    if not choices:
        choices = (Choice(text(language, "options.no_preset"), NEVER),)
    return Menu(option_id(board.id, 0, "@preset"), text(language, "options.preset"), choices, 1)


def _length_menu(board: Board, language: Language) -> Menu:
    now = board.meta.length or 0
    values = sorted({*LENGTHS, now}, key=lambda length: (length == 0, length))
    choices = tuple(Choice(length_text(language, each or None), str(each), chosen=each == now) for each in values)
    return Menu(option_id(board.id, 0, "@length"), text(language, "options.length"), choices, 2)


def _points_menu(board: Board, language: Language) -> Menu:
    choices = tuple(
        Choice(text(language, f"points.{each.value}"), each.value, chosen=each is board.meta.points) for each in Points
    )
    return Menu(option_id(board.id, 0, "@points"), text(language, "options.points"), choices, 3)


def _clock_menu(board: Board, language: Language, name: str, clocks: Sequence[int], now: int | None, row: int) -> Menu:
    values = sorted({*clocks, now or 0}, key=lambda seconds: (seconds == 0, seconds))
    labels = [(text(language, f"lobby.{name}_clock", clock=duration(language, each)), each) for each in values]
    choices = tuple(Choice(label, str(each), chosen=each == (now or 0)) for label, each in labels)
    return Menu(option_id(board.id, 1, f"@{name}"), text(language, f"options.{name}"), choices, row)


def _windows_menu(board: Board, language: Language) -> Menu:
    choices = tuple(
        Choice(text(language, f"windows.{each.value}"), each.value, chosen=each is board.meta.windows)
        for each in Windows
    )
    return Menu(option_id(board.id, 1, "@windows"), text(language, "options.windows"), choices, 2)


def _language_menu(board: Board, language: Language) -> Menu:
    choices = tuple(
        Choice(text(language, f"language.{each}"), each, chosen=each == board.meta.language) for each in LANGUAGES
    )
    return Menu(option_id(board.id, 1, "@language"), text(language, "options.language"), choices, 3)


def _option_menu(board: Board, language: Language, page: int, spec: OptionSpec, row: int) -> Menu:
    rules, now = board.meta.rules, board.meta.options[spec.id]
    name = option_name(language, rules, spec.id)
    choices = [
        Choice(option_line(language, rules, spec.id, value), str(value), chosen=value == now)
        for value in _values(spec, now)
    ]
    if isinstance(spec, Number) and spec.high - spec.low >= OPTIONS:
        choices.append(Choice(text(language, "options.other", name=name), OTHER))
    return Menu(option_id(board.id, page, spec.id), name, tuple(choices), row)


def _values(spec: OptionSpec, now: Value) -> Sequence[Value]:
    if isinstance(spec, OptionChoice):
        return list(spec.values[:OPTIONS])
    if spec.high - spec.low < OPTIONS:
        return list(range(spec.low, spec.high + 1))
    some = {spec.low, spec.default, spec.high, int(now)}
    some |= {value for value in (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000) if spec.low <= value <= spec.high}
    return [*sorted(some)][: OPTIONS - 1]


# ---------------------------------------------------------------------- presses


@handles(ids.PAGE)
async def turned(press: Pressed) -> None:
    """Another page, or saving what is agreed as a preset."""
    interaction = press.interaction
    board = board_of(house_of(interaction), press.parts["table"])
    page = int(press.parts["page"])
    if press.parts["what"] == "save":
        await interaction.response.send_modal(SaveModal(await language_for(interaction), board))
        return
    async with Answer(interaction) as answer:
        await answer.edit(await options_post(interaction, board, page))


@handles(ids.OPTION)
async def picked(press: Pressed) -> None:
    """A value was picked."""
    interaction, name, value = press.interaction, press.parts["option"], press.values[0]
    house = house_of(interaction)
    board = board_of(house, press.parts["table"])
    page = int(press.parts["page"])
    if value == OTHER:
        await interaction.response.send_modal(NumberModal(await language_for(interaction), board, page, name))
        return
    await _changed(interaction, board, page, await changes_for(house, board, name, value))


async def _changed(interaction: discord.Interaction, board: Board, page: int, changes: Changes) -> None:
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.change(board.id, interaction.user.id, changes)
        if not isinstance(reply, Done):
            await answer.say(refusal(await language_for(interaction), reply, board.meta.rules))
            return
        now = answer.house.tables.board(board.id) or board
        await answer.edit(await options_post(interaction, now, page))


async def changes_for(house: House, board: Board, name: str, value: str) -> Changes:
    """What the value of a menu changes."""
    match name:
        case "@rules":
            return Changes(rules=value)
        case "@preset":
            chosen = await find_preset(house, board.where.guild, board.meta.rules, value if value != NEVER else None)
            return Changes(preset=chosen.builtin or None, options=chosen.options or None)
        case "@length":
            return Changes(length=int(value))
        case "@points":
            return Changes(points=Points(value))
        case "@turn":
            return _turn_clock(board, int(value), house.settings.claim_seconds)
        case "@claim":
            return Changes(claim_seconds=int(value))
        case "@windows":
            return Changes(windows=Windows(value))
        case "@language":
            return Changes(language="zh" if value == "zh" else "en")
        case _:
            return Changes(options={name: value})


def _turn_clock(board: Board, turn: int, usual_claim: int | None) -> Changes:
    """Another clock for turns; that for claims goes with it where a fast table becomes slow, or a slow one fast."""
    claim, slow = board.meta.claim_seconds or 0, turn >= SLOW_SECONDS
    if turn and claim and slow != (claim >= SLOW_SECONDS):
        return Changes(turn_seconds=turn, claim_seconds=turn if slow else usual_claim or 0)
    return Changes(turn_seconds=turn)


class NumberModal(discord.ui.Modal):
    """Asks for a number that is in no menu."""

    def __init__(self, language: Language, board: Board, page: int, name: str) -> None:
        title = option_name(language, board.meta.rules, name)
        super().__init__(title=title[:45], timeout=600)
        self.board, self.page, self.name = board, page, name
        self.value: discord.ui.TextInput[NumberModal] = discord.ui.TextInput(
            label=title[:45], default=str(board.meta.options[name]), max_length=9
        )
        self.add_item(self.value)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        async with guarded(interaction):
            await _changed(interaction, self.board, self.page, Changes(options={self.name: self.value.value.strip()}))


class SaveModal(discord.ui.Modal):
    """Asks for the name under which what is agreed is kept; one of that name is written over."""

    def __init__(self, language: Language, board: Board) -> None:
        title = text(language, "options.save_title")
        super().__init__(title=title[:45], timeout=600)
        self.board = board
        self.value: discord.ui.TextInput[SaveModal] = discord.ui.TextInput(label=title[:45], max_length=32)
        self.add_item(self.value)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        async with guarded(interaction), Answer(interaction) as answer:
            guild = self.board.where.guild
            if guild is None:
                raise Sorry("sorry.server_only")
            board = answer.house.tables.board(self.board.id) or self.board
            name = plain(self.value.value)
            options = json.dumps(dict(board.meta.options), ensure_ascii=False)
            await answer.house.store.settings.save_preset(
                Preset(guild, name, board.meta.rules, options, interaction.user.id)
            )
            await answer.say(text(await language_for(interaction), "say.preset_saved", name=shown(name)))
