"""A game that the house does not know: ``rules`` is its folder for bot/rules, ``cases`` that for tests/rules."""
