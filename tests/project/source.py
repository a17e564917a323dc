"""The project's own code as syntax trees: what the tests in this folder read."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Module:
    """``name`` is dotted (``bot.engine.tiles``); a package's name is its folder's."""

    name: str
    path: str
    tree: ast.Module
    is_package: bool = False

    @property
    def part(self) -> str:
        """The part of the house: ``engine``, ``__main__``; empty for the root package itself."""
        return (self.name + ".").split(".")[1]


def module(name: str, source: str, *, is_package: bool = False) -> Module:
    """A module that is no file, for trying a check on."""
    return Module(name, f"{name}.py", ast.parse(source), is_package)


@cache
def modules() -> tuple[Module, ...]:
    """Every module of bot/."""
    return tuple(_read(path) for path in sorted((ROOT / "bot").rglob("*.py")))


def _read(path: Path) -> Module:
    relative = path.relative_to(ROOT)
    is_package = path.name == "__init__.py"
    parts = relative.parent.parts if is_package else relative.with_suffix("").parts
    return Module(".".join(parts), relative.as_posix(), ast.parse(path.read_text("utf-8")), is_package)


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every string in code, pieces of f-strings too; docstrings and other bare strings are not."""
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


def shape(node: ast.AST) -> str | None:
    """The text of a string expression with ``*`` for what is filled in at run time; None for anything else."""
    match node:
        case ast.Constant(value=str(value)):
            return value
        case ast.JoinedStr(values=values):
            return "".join(shape(value) or "*" for value in values)
        case _:
            return None


def called(node: ast.Call) -> str:
    """The last name of what is called: ``send`` of ``channel.send(…)``."""
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""
