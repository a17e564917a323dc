"""The rule sets that can be played. A new one is a folder beside this file and a line in ``REGISTRY``."""

from typing import Final

from bot.engine.ruleset import RuleSet
from bot.rules.lishui import LISHUI
from bot.rules.mawan import MAWAN
from bot.rules.sichuan import SICHUAN

REGISTRY: Final[dict[str, RuleSet]] = {rules.id: rules for rules in (LISHUI, SICHUAN, MAWAN)}
