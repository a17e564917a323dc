"""The rules of a game, page by page, and the options of a table."""

from itertools import count

from bot.rules import REGISTRY
from bot.tables.api import Board
from bot.tables.ports import TableId
from bot.texts import Language, catalogue, rule_text, text
from bot.ui import ids
from bot.ui.answer import Answer
from bot.ui.errors import Sorry, language_for
from bot.ui.house import house_of
from bot.ui.ids import rules_id
from bot.ui.optionmenu import options_list
from bot.ui.post import Button, Post
from bot.ui.press import Pressed, handles
from bot.ui.words import rules_name


def paragraphs(language: Language, rules: str) -> list[str]:
    """The pages of a rule set's help."""
    sentences = catalogue().sentences[language]
    pages: list[str] = []
    for number in count(1):
        key = f"{rules}.rules.{number}"
        if key not in sentences:
            return pages
        pages.append(sentences[key])
    return pages


def rules_post(language: Language, rules: str, page: int, board: Board | None = None) -> Post:
    """One page of the rules of a game; ``board`` adds the options of a table to the first page."""

    pages = paragraphs(language, rules)
    if board is not None:
        pages = [options_list(language, board), *pages]
    if not pages:
        pages = [rule_text(language, rules, "summary")]
    page = min(max(page, 0), len(pages) - 1)
    title = text(language, "rules.title", rules=rules_name(language, rules), page=page + 1, pages=len(pages))
    table = "" if board is None else str(board.id)

    def turn(key: str, to: int, what: str) -> Button:
        off = not 0 <= to < len(pages)
        return Button(text(language, key), rules_id(rules, table, max(to, 0), what), 0, disabled=off)

    buttons = (turn("button.previous", page - 1, "back"), turn("button.next", page + 1, "next"))
    return Post(f"**{title}**\n{pages[page]}", controls=buttons if len(pages) > 1 else ())


@handles(ids.RULES)
async def turned(press: Pressed) -> None:
    """Another page of the rules."""
    interaction, rules = press.interaction, press.parts["rules"]
    if rules not in REGISTRY:
        raise Sorry("sorry.old_button")
    board = house_of(interaction).tables.board(TableId(press.parts["table"]))
    async with Answer(interaction) as answer:
        language = await language_for(interaction)
        await answer.edit(rules_post(language, rules, int(press.parts["page"]), board))
