"""Computer players. They see a seat's view and nothing else."""

from bot.players.choose import choose

__all__ = ["choose"]
