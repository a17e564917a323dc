"""The command line beside ``run`` and ``play``: one module a command, each with ``add`` and ``run``."""

from bot.cli import backup, doctor, export, replay, salvage, score, simulate, verify, waits
from bot.cli.common import CliError, Command

COMMANDS: tuple[Command, ...] = (
    score.COMMAND,
    replay.COMMAND,
    verify.COMMAND,
    simulate.COMMAND,
    waits.COMMAND,
    export.COMMAND,
    backup.BACKUP,
    backup.RESTORE,
    salvage.COMMAND,
    doctor.COMMAND,
)

__all__ = ["COMMANDS", "CliError", "Command"]
