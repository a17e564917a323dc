"""Votes under way, in words."""

from collections.abc import Callable

from bot.tables.api import Board
from bot.tables.meta import VoteKind
from bot.texts import Language, text
from bot.ui.names import shown


def vote_lines(board: Board, language: Language, person: Callable[[Board, int], str]) -> list[str]:
    """A line for each vote: what it is about, how many are for it, and how many have to be."""
    return [
        text(
            language,
            "board.vote",
            what=decision(language, vote.kind, "" if vote.target is None else person(board, vote.target)),
            ayes=len(vote.ayes),
            needed=board.meta.needed(vote),
        )
        for vote in board.meta.votes
    ]


def decision(language: Language, kind: VoteKind, about: str) -> str:
    """What a vote decides; ``about`` is the name of the person whom it is about."""
    return text(language, f"vote.{kind.value}", name=shown(about))
