"""Makes ``assets/fonts`` out of the fonts of Debian and fontsource packages. Run by hand when the set changes.

    python assets/build_fonts.py FOLDER

FOLDER holds the unpacked packages that ``assets/fonts/README.md`` names. Needs fonttools; the bot itself does not.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).parent / "fonts"
TILE_CHARACTERS = "一二三四五六七八九万萬东東南西北中发發白春夏秋冬梅兰蘭竹菊12345678"


def charset(encoding: str, leads: Iterable[int], trails: Iterable[int]) -> set[int]:
    """The code points of a two-byte character set, part of its table."""
    found = set()
    trail_list = list(trails)
    for lead in leads:
        for trail in trail_list:
            try:
                text = bytes((lead, trail)).decode(encoding)
            except UnicodeDecodeError:
                continue
            found.add(ord(text))
    return found


def interface_characters() -> set[int]:
    """Latin, punctuation, kana, GB 2312, the frequent half of Big5 and the Hangul of KS X 1001."""
    frequent = set(range(0x20, 0x180)) | set(range(0x2000, 0x2070)) | set(range(0x2190, 0x2600))
    frequent |= set(range(0x3000, 0x3100)) | set(range(0xFF00, 0xFFF0))
    frequent |= charset("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF))
    frequent |= charset("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF))
    return frequent | charset("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)])


def subset(font: TTFont, wanted: set[int], target: Path) -> None:
    """Writes the wanted characters of a font, without hints, layout tables or its unused glyphs."""
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["VORG", "vhea", "vmtx", "BASE", "DSIG", "MATH"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted & set(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = None
    font.save(target)


def shaped_subset(font: TTFont, target: Path) -> None:
    """Writes the whole font with its layout tables, for scripts whose letters change shape."""
    options = Options()
    options.hinting = False
    options.layout_features = ["*"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=set(font.getBestCmap()))
    subsetter.subset(font)
    font.save(target)


def emoji(folder: Path, target: Path) -> None:
    """Joins the slices in which fontsource ships Noto Emoji (bold)."""
    parts = []
    for number, path in enumerate(sorted(folder.glob("noto-emoji-*-700-normal.woff"))):
        font = TTFont(path)
        font.flavor = None
        for table in ("GSUB", "GPOS", "GDEF"):
            if table in font:
                del font[table]
        part = target.with_suffix(f".{number}.ttf")
        font.save(part)
        parts.append(part)
    Merger().merge([str(part) for part in parts]).save(target)
    subset(TTFont(target), set(range(0x20, 0x110000)), target)
    for part in parts:
        part.unlink()


def main(source: Path) -> None:
    """Builds every file of the folder and the index of what each covers."""
    noto = source / "x/usr/share/fonts/truetype/noto"
    fonts = source / "x/usr/share/fonts/truetype"
    cjk = "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
    interface = interface_characters()
    subset(TTFont(cjk, fontNumber=2), interface, OUT / "interface.otf")
    everything = set(range(0x20, 0x110000))
    han = TTFont(fonts / "wqy/wqy-microhei.ttc", fontNumber=0)
    subset(han, everything - interface, OUT / "han.ttf")
    extension = TTFont(cjk.replace("Bold", "Regular"), fontNumber=2)
    rare = set(range(0x3400, 0x4DC0)) | set(range(0x20000, 0x40000)) | set(range(0x3100, 0x3400))
    subset(extension, rare, OUT / "rare.otf")
    subset(TTFont(fonts / "dejavu/DejaVuSans-Bold.ttf"), everything, OUT / "dejavu-bold.ttf")
    emoji(next(source.glob("npm/*noto-emoji*")) / "package/files", OUT / "emoji.ttf")
    letters = set(range(0x1D400, 0x1D800)) | {0x210B, 0x210C, 0x2110, 0x2111, 0x2112, 0x211B, 0x211C, 0x2128}
    letters |= {0x210A, 0x212C, 0x212D, 0x212F, 0x2130, 0x2131, 0x2133, 0x2134, 0x2102, 0x210D, 0x2115, 0x2119}
    letters |= {0x211A, 0x211D, 0x2124, 0x210E}
    subset(TTFont(noto / "NotoSansMath-Regular.ttf"), letters, OUT / "math.ttf")
    subset(TTFont(noto / "NotoSansSymbols-Bold.ttf"), everything, OUT / "symbols.ttf")
    subset(TTFont(noto / "NotoSansSymbols2-Regular.ttf"), everything, OUT / "symbols2.ttf")
    for script in SHAPED:
        shaped_subset(TTFont(noto / f"Noto{script}.ttf"), OUT / f"{script.lower()}.ttf")
    for script in PLAIN:
        subset(TTFont(noto / f"NotoSans{script}-Regular.ttf"), everything, OUT / f"{script.lower()}.ttf")
    brush = TTFont(fonts / "cns11643/TW-Kai-98_1.ttf")
    subset(brush, {ord(character) for character in TILE_CHARACTERS}, OUT / "brush.ttf")
    write_coverage()


SHAPED = (
    *(
        f"Sans{name}-Bold"
        for name in (
            "Devanagari", "Bengali", "Tamil", "Telugu", "Kannada", "Malayalam", "Gujarati", "Gurmukhi",
            "Oriya", "Sinhala", "Khmer", "Myanmar", "Thai", "Lao",
        )
    ),
    "SerifTibetan-Bold",
)  # fmt: skip
PLAIN = (
    "Ethiopic", "Cherokee", "CanadianAboriginal", "EgyptianHieroglyphs", "OldItalic", "Gothic",
    "Runic", "Ogham", "Yi", "Vai", "Deseret", "Javanese", "Coptic", "Glagolitic", "Lisu", "Mongolian", "Balinese",
    "NKo", "Tifinagh", "Syriac", "Thaana", "OldTurkic", "Osage", "Adlam", "OlChiki", "Buginese",
)  # fmt: skip
ORDER = (
    "interface.otf", "emoji.ttf", "math.ttf", "sanslao-bold.ttf", "dejavu-bold.ttf", "han.ttf", "symbols.ttf",
    "symbols2.ttf", "rare.otf",
)  # fmt: skip


def write_coverage() -> None:
    """Which characters each font has, in the order in which the fonts are asked."""
    files = list(dict.fromkeys((*ORDER, *(f"{name.lower()}.ttf" for name in (*SHAPED, *PLAIN)))))
    chain = []
    known: set[int] = set()
    for name in files:
        fresh = sorted(set(TTFont(OUT / name, lazy=True).getBestCmap()) - known)
        known |= set(fresh)
        chain.append({"file": name, "ranges": ranges(fresh)})
    (OUT / "coverage.json").write_text(json.dumps(chain, separators=(",", ":")).replace("},{", "},\n{") + "\n")


def ranges(points: list[int]) -> list[int]:
    """First and last code point of each run, one after the other."""
    found: list[int] = []
    for point in points:
        if found and point == found[-1] + 1:
            found[-1] = point
        else:
            found += (point, point)
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
