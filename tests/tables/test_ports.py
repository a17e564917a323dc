"""The ports are plain: the store in the repository satisfies them, and they know of no database."""

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bot.tables.ledger_values
import bot.tables.ports
from bot.tables.ports import HandEnd, StoreError, StoreReason, TableId, Unit

if TYPE_CHECKING:
    from bot.store.store import SqliteStore
    from bot.tables.ports import Store

    def satisfied(store: SqliteStore) -> Store:
        """mypy compares every signature."""
        return store


@pytest.mark.parametrize("module", [bot.tables.ports, bot.tables.ledger_values])
def test_ports_import_the_standard_library_and_each_other(module: object) -> None:
    tree = ast.parse(Path(str(getattr(module, "__file__", ""))).read_text("utf-8"))
    names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    foreign = {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}
    assert foreign <= {"bot.tables.ledger_values"}


def test_a_store_error_says_what_where_and_why() -> None:
    error = StoreError(StoreReason.DISK_FULL, "var/queguan.db", "database or disk is full")
    assert str(error) == "disk_full: var/queguan.db: database or disk is full"
    assert str(StoreError(StoreReason.CLOSED)) == "closed"


def test_a_hand_ends_at_a_number() -> None:
    with pytest.raises(ValueError, match="at a number"):
        Unit(table=TableId("a"), at=1.0, hand=HandEnd(1, 0))
    assert Unit(table=TableId("a"), at=1.0, seq=3, hand=HandEnd(1, 0)).hand == HandEnd(1, 0)
