"""Numbered SQL files; ``bot.store.schema`` runs them."""
