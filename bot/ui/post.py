"""What stands in a message, as plain values: words, pictures, buttons and menus. Two posts can be compared."""

import io
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, assert_never

import discord

from bot.render import Painter, Picture
from bot.ui.press import PickMenu, PressButton

CONTENT: Final = 2000
DESCRIPTION: Final = 1024
LABEL: Final = 80
OPTIONS: Final = 25
_CUT: Final = "…"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Button:
    """A button; ``row`` 0 to 4. ``emoji`` stands before the label (``<:name:id>``), "" for none."""

    label: str
    id: str
    row: int
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A button that leads to a page or a message."""

    label: str
    url: str
    row: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu. ``emoji`` as on a button."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu over a whole row, of which ``count`` choices are taken, or ``least`` to ``count`` where that is given."""

    id: str
    placeholder: str
    choices: tuple[Choice, ...]
    row: int
    count: int = 1
    least: int | None = None


Control = Button | Link | Menu


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture, the name of its file, and what it shows in words."""

    file: str
    picture: Picture
    words: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A file that is handed out as it is."""

    file: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Post:
    """A message. ``ping`` are the people whom it may notify; ``passing`` is the line of what is to come, if any."""

    content: str
    shots: tuple[Shot, ...] = ()
    controls: tuple[Control, ...] = ()
    ping: tuple[int, ...] = ()
    papers: tuple[Paper, ...] = ()
    passing: str = ""


def past(post: Post) -> Post:
    """The message once what it asks is over: nothing to press, and no line of what was still to come."""
    content = "\n".join(line for line in post.content.split("\n") if not post.passing or line != post.passing)
    return replace(post, content=content, controls=(), passing="")


def cut(words: str, most: int) -> str:
    """The words, shortened where they are too long."""
    return words if len(words) <= most else words[: most - 1] + _CUT


class _View(discord.ui.View):
    """Lets its items go once they are written down: they refer to it and it to them, and it is of no use any more."""

    def to_components(self) -> list[dict[str, Any]]:
        components = super().to_components()
        self.clear_items()
        return components


class _File(discord.File):
    """Leaves nothing behind: as discord.py closes a file, what it holds refers to itself for ever."""

    def close(self) -> None:
        super().close()
        vars(self.fp).pop("close", None)


def view_of(controls: Iterable[Control]) -> discord.ui.View:
    """The buttons and menus as Discord has them, to be sent once; nothing of them is kept in memory."""
    view = _View(timeout=None)
    for control in controls:
        view.add_item(_item(control))
    return view


def _item(control: Control) -> discord.ui.Item[Any]:
    match control:
        case Button(label=label, id=custom_id, row=row, style=style, disabled=disabled, emoji=emoji):
            return PressButton(
                discord.ui.Button(
                    label=cut(label, LABEL),
                    custom_id=custom_id,
                    style=style,
                    disabled=disabled,
                    row=row,
                    emoji=emoji or None,
                )
            )
        case Link(label=label, url=url, row=row):
            return discord.ui.Button(label=cut(label, LABEL), url=url, row=row)
        case Menu(id=custom_id, placeholder=placeholder, choices=choices, row=row, count=count, least=least):
            return PickMenu(
                discord.ui.Select(
                    custom_id=custom_id,
                    placeholder=cut(placeholder, 150),
                    min_values=count if least is None else least,
                    max_values=count,
                    row=row,
                    options=[
                        discord.SelectOption(
                            label=cut(each.label, 100),
                            value=each.value,
                            description=cut(each.description, 100) or None,
                            default=each.chosen,
                            emoji=each.emoji or None,
                        )
                        for each in choices[:OPTIONS]
                    ],
                )
            )
        case _:
            assert_never(control)


async def develop(painter: Painter, post: Post) -> tuple[str, list[discord.File]]:
    """The text and the files of a post. A picture that can't be painted is replaced by its words."""
    content = post.content
    files: list[discord.File] = []
    for shot in post.shots:
        try:
            png = await painter.paint(shot.picture)
        except Exception:
            log.exception("a picture could not be painted: %s", shot.file)
            content = f"{content}\n{shot.words}"
            continue
        if len(shot.words) > DESCRIPTION:
            content = f"{content}\n{shot.words}"
        files.append(_File(io.BytesIO(png), filename=shot.file, description=cut(shot.words, DESCRIPTION)))
    files += [_File(io.BytesIO(paper.data), filename=paper.file) for paper in post.papers]
    return cut(content, CONTENT), files


def mentions(post: Post) -> discord.AllowedMentions:
    """Nobody but whom the post is meant to notify."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in post.ping]
    )
