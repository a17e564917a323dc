"""Computer players. They see a seat's view and nothing else."""

from bot.players.choose import choose, unseen

__all__ = ["choose", "unseen"]
