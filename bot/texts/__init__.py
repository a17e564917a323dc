"""What users read: one catalogue of Chinese and English sentences, kept in TOML beside the code that says them."""

from bot.texts.catalogue import (
    LANGUAGES,
    Catalogue,
    Language,
    MissingText,
    catalogue,
    command_text,
    language_of,
    line_names,
    rule_text,
    text,
)

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Language",
    "MissingText",
    "catalogue",
    "command_text",
    "language_of",
    "line_names",
    "rule_text",
    "text",
]
