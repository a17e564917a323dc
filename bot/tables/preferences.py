"""What a person has chosen for themselves, as it stands in their settings."""

import json
from dataclasses import dataclass, fields, replace
from typing import Any

from bot.engine.actions import HU, PASS, Action, ChiClaim, Pass, PengClaim
from bot.texts import Language


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's settings; ``language`` None follows their Discord client.

    ``never_chi`` and ``never_peng`` spare them the question, ``win_for_me`` answers hu wherever it is offered,
    ``confirm_discard`` asks once more before a tile is laid down, ``reminders`` are sent before a long clock runs out.
    """

    language: Language | None = None
    labels: bool = False
    tiles: str = "classic"
    back: str = ""
    confirm_discard: bool = False
    never_chi: bool = False
    never_peng: bool = False
    win_for_me: bool = False
    reminders: bool = True


def read_preferences(text: str) -> Preferences:
    """The preferences of a settings text; whatever else stands there is left alone."""
    data: dict[str, Any] = json.loads(text)
    known = {field.name for field in fields(Preferences)}
    return replace(Preferences(), **{name: value for name, value in data.items() if name in known})


def write_preferences(text: str, preferences: Preferences) -> str:
    """The settings text with these preferences in it."""
    data: dict[str, Any] = json.loads(text)
    for field in fields(Preferences):
        data[field.name] = getattr(preferences, field.name)
    return json.dumps(data, ensure_ascii=False)


def reflex(preferences: Preferences, asked: tuple[Action, ...]) -> Action | None:
    """The answer that a person has given beforehand to this question; None where they want to be asked."""
    if preferences.win_for_me and HU in asked:
        return HU
    if PASS not in asked:
        return None
    unwanted = (ChiClaim,) * preferences.never_chi + (PengClaim,) * preferences.never_peng
    wanted = [each for each in asked if not isinstance(each, (Pass, *unwanted))]
    return None if wanted else PASS
