"""``queguan waits``: the shapes of one suit that wait on so many kinds (Mawan's RULES.md M19)."""

from argparse import ArgumentParser
from typing import Any

from bot.cli.common import OK, Command, Context, dump, out, rule_set
from bot.engine.notation import print_tile, print_tiles
from bot.engine.shapes import SIZES, Shape, shapes
from bot.engine.tiles import Suit
from bot.rules import REGISTRY
from bot.texts import Language, text


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("--rules", default=next(iter(REGISTRY)), help=text(language, "cli.rules"))
    count = text(language, "cli.waits.count")
    parser.add_argument("--count", type=int, choices=range(1, 10), required=True, help=count)
    parser.add_argument("--tiles", type=int, choices=SIZES, help=text(language, "cli.waits.tiles"))
    parser.add_argument("--cores", action="store_true", help=text(language, "cli.waits.cores"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    args = context.args
    rules = rule_set(args.rules)
    sizes = SIZES if args.tiles is None else (args.tiles,)
    found = [shape for size in sizes for shape in shapes(size, args.count) if shape.core or not args.cores]
    if args.json:
        out(dump({"rules": rules.id, "count": args.count, "shapes": [_object(shape) for shape in found]}))
        return OK
    for shape in found:
        out(_sentence(context, shape))
    out(context.say("waits.found", found=len(found), cores=sum(shape.core for shape in found), count=args.count))
    return OK


COMMAND = Command("waits", _add, _run)


def _sentence(context: Context, shape: Shape) -> str:
    tiles, waits = "".join(map(str, shape.ranks())), "".join(map(str, shape.waits))
    if shape.core:
        return context.say("waits.core", tiles=tiles, waits=waits)
    return context.say("waits.line", tiles=tiles, waits=waits)


def _object(shape: Shape) -> dict[str, Any]:
    """A shape as tiles of the first suit; in the others it is the same."""
    waits = [print_tile(tile) for tile in shape.waiting(Suit.M)]
    return {"tiles": print_tiles(shape.tiles(Suit.M)), "waits": waits, "core": shape.core}
