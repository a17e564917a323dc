"""``queguan doctor``: what is wrong with the installation, and how to mend it."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.cli.common import FAILED, OK, Asked, CliError, Command, Context, dump, out
from bot.cli.sample import changed_hands
from bot.render.fontcheck import unreadable_fonts
from bot.settings import TOKEN, Settings, SettingsError, load
from bot.store.check import check_file, mend_balances
from bot.tables.ports import Finding, StoreError, StoreReason
from bot.texts import Language, text

ASSETS: Final = Path(__file__).parents[2] / "assets"
MOST: Final = 20


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("--mend", action="store_true", help=text(language, "cli.doctor.mend"))
    parser.add_argument("--offline", action="store_true", help=text(language, "cli.doctor.offline"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    if context.args.mend and context.database.exists():
        _mend(context)
    problems = list(_settings(context.language))
    problems += _files(context)
    problems += _database(context)
    identity, found = _discord(context)
    problems += found
    if context.args.json:
        out(dump({"ok": not problems, "problems": problems, "discord": identity or None}))
    else:
        known = [context.say("doctor.identity", **identity)] if identity else []
        out("\n".join(known + (problems or [context.say("doctor.well")])))
    return FAILED if problems else OK


def _mend(context: Context) -> None:
    """What can be mended without a backup: balances are added up anew from the entries."""
    try:
        mend_balances(str(context.database))
    except StoreError as error:
        raise CliError(f"store.{error.reason}", path=error.path or str(context.database)) from error


COMMAND = Command("doctor", _add, _run)


def _settings(language: Language) -> Iterator[str]:
    """Everything that is wrong with the settings, a missing token included."""
    try:
        _needed()
    except SettingsError as error:
        yield from error.sentences(language)


def _needed() -> Settings:
    return load(required=[TOKEN])


def _discord(context: Context) -> Asked:
    """What Discord says; nothing where nobody wants to know or there is no token to ask with."""
    if context.args.offline:
        return {}, ()
    try:
        token = _needed().token
    except SettingsError:
        token = None
    return ({}, ()) if token is None else context.ask_discord(token)


def _files(context: Context) -> Iterator[str]:
    """The pictures' parts: tiles and fonts."""
    for folder in ("tiles", "fonts"):
        path = ASSETS / folder
        if not path.is_dir() or not any(path.iterdir()):
            yield context.say("doctor.assets", path=str(path))
    for font in unreadable_fonts(ASSETS / "fonts"):
        yield context.say("doctor.font", path=str(font))


def _database(context: Context) -> list[str]:
    path = context.database
    folder = next(each for each in path.absolute().parents if each.exists())
    if not folder.is_dir() or (path.is_symlink() and not path.exists()):
        return [context.say("store.cannot_open", path=str(path))]
    if not os.access(folder, os.W_OK):
        return [context.say("store.read_only", path=str(path))]
    if not path.exists():
        return []
    try:
        findings = check_file(str(path))
    except StoreError as error:
        if error.reason is StoreReason.EMPTY:
            return []
        return [context.say(f"store.{error.reason}", path=error.path or str(path))]
    problems = [_sentence(context, finding) for finding in findings] + _changed(context)
    if len(problems) > MOST:
        return [*problems[:MOST], context.say("doctor.more", count=len(problems) - MOST)]
    return problems


def _changed(context: Context) -> list[str]:
    """Hands that are not what was played; where they can't be read, the findings about the file have said so."""
    try:
        return list(changed_hands(context, str(context.database)))
    except StoreError:
        return []


def _sentence(context: Context, finding: Finding) -> str:
    return context.say(f"doctor.{finding.check}", where=finding.where or str(context.database), detail=finding.detail)
