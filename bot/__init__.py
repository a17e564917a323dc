"""Queguan 雀馆: a Discord bot that runs mahjong tables."""

__version__ = "0.1.0"
