"""What somebody means by what they have written: tiles, and the actions that a rule set adds."""

from collections.abc import Callable

from bot.engine.actions import Action, Special, action_text, parse_action
from bot.engine.notation import NotationError, parse_spoken
from bot.engine.tiles import Tile
from bot.tables.api import Screen
from bot.texts import LANGUAGES, catalogue, rule_text
from bot.ui.errors import Sorry
from bot.ui.words import action_label, special_name


def asked(screen: Screen) -> tuple[Action, ...]:
    """What a player may do now, standing actions too."""
    return () if screen.view.own is None else screen.view.own.legal


def tiles_said(words: str) -> tuple[Tile, ...]:
    """The tiles that somebody has written. Raises ``Sorry`` for what can't be read."""
    try:
        return parse_spoken(words)
    except NotationError as fault:
        raise Sorry("sorry.tile", text=fault.text[:40].replace("`", "")) from fault


def tile_said(words: str) -> Tile:
    """The one tile that somebody has written."""
    tiles = tiles_said(words)
    if len(tiles) != 1:
        raise Sorry("sorry.one_tile", text=words[:40].replace("`", ""))
    return tiles[0]


# ---------------------------------------------------------------------- what is meant


def just(action: Action) -> Callable[[Screen], list[Action]]:
    """This action, where it is legal."""
    return lambda screen: [action] if action in asked(screen) else []


def id_said(table: str) -> str:
    """The id of a table in what somebody has picked or written."""
    return table.strip().split(" · ")[-1]


def meant(screen: Screen, words: str, tiles: str | None) -> Action:
    """The action that somebody has picked or written, as a game script writes it or as it is called."""
    legal = [action for action in asked(screen) if isinstance(action, Special)]
    for action in legal:
        if words == action_text(action) and not tiles:
            return action
    special = special_said(screen.view.rules, words, tiles)
    same = [action for action in legal if action.name == special.name]
    if len(same) == 1 and not special.tiles and special.number is None and not special.word:
        return same[0]
    said = next((action for action in legal if _reads(screen.view.rules, action, words)), None)
    return special if said is None or tiles else said


def _reads(rules: str, action: Special, words: str) -> bool:
    labels = (action_label(language, rules, action) for language in LANGUAGES)
    return words.strip().casefold() in [label.casefold() for label in labels]


def special_said(rules: str, words: str, tiles: str | None) -> Special:
    """A special action from its name in any language, and what it is about: tiles, or a number."""
    name, _, rest = words.strip().partition(" ")
    if not name:
        raise Sorry("sorry.action")
    name = next((known for known in _names(rules) if _called(rules, known, name)), name)
    about_what = " ".join(part for part in (rest, tiles or "") if part).strip()
    word = next((known for known in _own_words(rules) if _called_word(rules, known, about_what)), "")
    if word:
        return known(rules, Special(name, word=word))
    if not about_what or about_what.lstrip("+-").isdigit() or about_what.isascii():
        try:
            action = parse_action(f"{name} {about_what}".strip())
        except NotationError as fault:
            raise Sorry("sorry.action") from fault
        if isinstance(action, Special):
            return known(rules, action)
        raise Sorry("sorry.own_command")
    return known(rules, Special(name, tuple(sorted(tiles_said(about_what)))))


def known(rules: str, action: Special) -> Special:
    """The action, where the rule set has one of this name."""
    if action.name not in _names(rules):
        raise Sorry("sorry.no_action")
    return action


def _own_words(rules: str) -> list[str]:
    return _under(f"{rules}.word.")


def _called_word(rules: str, word: str, said: str) -> bool:
    names = (rule_text(language, rules, f"word.{word}") for language in LANGUAGES)
    return said.casefold() in [name.casefold() for name in names]


def _names(rules: str) -> list[str]:
    return _under(f"{rules}.action.")


def _under(front: str) -> list[str]:
    sentences = catalogue().sentences[LANGUAGES[0]]
    return [key.removeprefix(front) for key in sentences if key.startswith(front)]


def _called(rules: str, name: str, words: str) -> bool:
    names = (special_name(language, rules, name) for language in LANGUAGES)
    return words.casefold() in [name.casefold(), *(each.casefold() for each in names)]
