"""Pictures that several tests look at."""

from dataclasses import replace

from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng
from bot.engine.tiles import CODES, Seat, Tile
from bot.render import (
    BadgePicture,
    ChartPicture,
    HandPicture,
    HandShown,
    LinePicture,
    Mark,
    MeldPicture,
    PayRow,
    PayTable,
    ResultPicture,
    RowTone,
    SeatPicture,
    SeriesPicture,
    Style,
    TablePicture,
    TilePicture,
    Tone,
    WaitPicture,
)

NAMES = (
    "麻将之王我最爱打麻将天天都要打一圈输了也开心赢了更加开心哈哈",
    "𝓣𝓱𝓮 𝓚𝓲𝓷𝓰 𝓸𝓯 𝓜𝓪𝓱𝓳𝓸𝓷𝓰 𝔀𝓲𝓷𝓼 𝓫𝓲𝓰",
    "محمد بن عبد الله لاعب الماهجونغ ١٢",
    "משה שחקן המהג'ונג הכי טוב בעיר 42",
    "👑🐼🀄🔥👨‍👩‍👧 ❤️ 1️⃣ 🇨🇳☕⭐🎉💯✨🌸🍀🐉",
    "Даниил Мастер Маджонга из города",
    "マージャンおうさまエミリちゃん大好き민수와친구들",
    "प्रिया नमस्ते สวัสดีครับ Ελληνικά",
    "Z̸̢̛͍̳̈́a̷̡̛l̴͚̈g̵̢̛o̶ ꧁༺ 𝔱𝔢𝔯𝔯𝔬𝔯 ༻꧂ ｆｕｌｌ",
    "`@everyone` <@123456789> **bold** \u202eevil\u200b\u2066",
)


def tile(code: str) -> Tile:
    """The tile of a code."""
    return Tile(CODES.index(code))


def shown(code: str, *marks: Mark, plays_as: str | None = None, note: str = "") -> TilePicture:
    """One tile with marks."""
    return TilePicture(tile(code), frozenset(marks), tile(plays_as) if plays_as else None, note)


def row(codes: str, *marks: Mark) -> tuple[TilePicture, ...]:
    """Several tiles."""
    return tuple(shown(code, *marks) for code in codes.split())


def meld(kind: Meld | None, owner: int = 0) -> MeldPicture:
    """A meld of a seat."""
    return MeldPicture(kind, Seat(owner))


CHI = Chi((tile("2m"), tile("3m"), tile("4m")), Seat(3), tile("3m"))
WIDEST = tuple(meld(BuGang(tile(code), Seat(2))) for code in ("1m", "9p", "F", "8s"))
FLOWERS = tuple(tile(f"H{number}") for number in range(1, 9))


def dealt() -> HandPicture:
    """A dealer's first hand, with wild tiles and a 白 that stands for the wild face."""
    concealed = (
        *row("5p 5p", Mark.WILD),
        *row("1m 2m 6m 8m 3p 7p 1s 4s 9s E"),
        shown("P", plays_as="5p"),
    )
    return HandPicture(concealed, shown("C", Mark.DRAWN), title="guild · #mahjong · 2/8", status="财神 5p · 余 52")


def ready() -> HandPicture:
    """A hand with melds, flowers, tiles that may go, and waits."""
    return HandPicture(
        concealed=(*row("1m 1m 4p 6p 8p 8p"), shown("9s", Mark.READY, note="听3")),
        drawn=shown("2s", Mark.DRAWN, Mark.READY, note="听2"),
        melds=(meld(CHI), meld(BuGang(tile("F"), Seat(2)))),
        flowers=(tile("H1"), tile("H6")),
        badges=(BadgePicture("听", Tone.RED),),
        waits_title="听",
        waits=(WaitPicture(tile("5p"), 3, "余3", "4番"), WaitPicture(tile("8p"), 0, "余0", "2番")),
    )


def river(count: int, claimed: int | None = None, *, last: bool = False) -> tuple[TilePicture, ...]:
    """Discards."""
    marks = [frozenset({Mark.CLAIMED}) if k == claimed else frozenset[Mark]() for k in range(count)]
    if last:
        marks[-1] = frozenset({Mark.LAST})
    return tuple(TilePicture(Tile((k * 7 + 3) % 34), marks[k]) for k in range(count))


def middle() -> TablePicture:
    """The middle of a hand."""
    melds = (meld(CHI), meld(Peng(tile("8p"), Seat(2))), meld(AnGang(tile("9p"))))
    seats = (
        SeatPicture("ann", "+36", "东", True, river(9, 2), melds[:2], badges=(BadgePicture("听", Tone.RED),)),
        SeatPicture("bob 麻将", "−12", "南", False, river(9, last=True), melds),
        SeatPicture("cat", "0", "西", False, river(8), (), (tile("H1"), tile("H2"))),
        SeatPicture("dan", "−24", "北", False, river(8), melds[2:], badges=(BadgePicture("跳舞", Tone.BLUE),)),
    )
    badges = (BadgePicture("盆 20", Tone.GOLD), BadgePicture("连庄 3", Tone.MUTED))
    ann, bob, cat, dan = (replace(seat, concealed=count) for seat, count in zip(seats, (7, 5, 13, 10), strict=True))
    return TablePicture(
        (ann, bob, cat, dan),
        "东风圈 · 3/8",
        "余 52",
        tile("5p"),
        "财神",
        badges,
        ("eve → bob",),
        Seat(1),
        "bob · 21:43:10",
    )


def crowded(style: Style | None = None) -> TablePicture:
    """More than can happen: 26 discards, four of the widest gangs, eight flowers, open hands, long names."""
    badges = tuple(BadgePicture(text, Tone.GOLD) for text in ("听", "唱歌 ×2", "跳舞 ×3", "first out", "void 万"))
    seats = [
        SeatPicture(
            NAMES[k],
            "−123456",
            "东南西北"[k],
            k == 0,
            river(26, 5, last=True),
            WIDEST,
            FLOWERS,
            badges,
            row("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 1p 2p 2p"),
        )
        for k in range(4)
    ]
    return TablePicture(
        (seats[0], seats[1], seats[2], seats[3]),
        "North round, hand 16 of 16, extra",
        "136 tiles left in the wall",
        tile("H8"),
        "indicator of the wild",
        badges,
        ("eve → bob 12", "fay → ann 17", NAMES[0], NAMES[1]),
        Seat(2),
        f"{NAMES[2]} · 21:43:10",
        style or Style(),
    )


def won() -> ResultPicture:
    """One winner with wild tiles and many lines."""
    hand = HandShown(
        name="bob 👑",
        concealed=(
            shown("5p", Mark.WILD, plays_as="3s"),
            *row("1m 2m 3m 4p 5p 6p 1s 2s"),
            shown("P", plays_as="5p"),
        ),
        winning=shown("6p"),
        melds=(meld(CHI, 1),),
        flowers=(tile("H1"),),
        how="自摸",
        lines=tuple(LinePicture(f"第{k}条规则", f"×{k}") for k in range(1, 8)),
        total="128 倍",
        badges=(BadgePicture("庄", Tone.GOLD),),
    )
    rows = (
        PayRow("自摸", (-32, 96, -32, -32)),
        PayRow("暗杠", (-2, -2, 6, -2)),
        PayRow("本局", (-34, 94, -26, -34), RowTone.SUM),
        PayRow("总分", (-80, 134, 20, -74), RowTone.TOTAL),
    )
    return ResultPicture("丽水 · 3/8", (hand,), PayTable(("ann", "bob 👑", "cat", "dan"), rows), "guild · #mahjong")


def drawn_hand() -> ResultPicture:
    """Four ready hands laid open, one of them four gangs and a single tile, with bettors in the table."""
    waits = (WaitPicture(tile("1s"), 2, "余2", "4番"), WaitPicture(tile("4s"), 3, "余3", "2番"))
    hands = [
        HandShown(NAMES[k], row("1m 1m 2m 3m 4m 5p 6p 7p 8s 8s 8s 2s 3s"), waits_title="听", waits=waits)
        for k in range(3)
    ]
    single = HandShown(NAMES[3], row("N"), melds=WIDEST, flowers=FLOWERS, waits_title="听", waits=waits * 6)
    names = (*NAMES[:6],)
    rows = (PayRow("查叫 " * 9, (4, -4, 2, -2, 0, 0)), PayRow("本局", (4, -4, 2, -2, 12345, -12345), RowTone.SUM))
    return ResultPicture("流局", (*hands, single), PayTable(names, rows), badges=(BadgePicture("盆 20"),) * 3)


def blood() -> ResultPicture:
    """Three winners of one hand, the gangs of every kind."""
    melds = (meld(Gang(tile("7s"), Seat(1))), meld(None), meld(AnGang(tile("E"))))
    hands = tuple(
        HandShown(
            name,
            row("2p 2p 3p 4p"),
            shown("5p"),
            melds,
            how="点炮: dan",
            lines=(LinePicture("根 " * 40, "1 番"),),
            total="3 番",
        )
        for name in ("ann", "bob", "cat")
    )
    return ResultPicture("血战到底", hands, PayTable(("ann", "bob", "cat", "dan"), (PayRow("", (8, 8, 8, -24)),)))


def chart() -> ChartPicture:
    """Twelve people over forty steps."""
    names = (*NAMES, "ann", "bob")
    series = tuple(
        SeriesPicture(name, tuple((step * (k - 6) * 3 + step * step * (k % 3 - 1)) // 2 for step in range(41)))
        for k, name in enumerate(names)
    )
    return ChartPicture("走势", series, ((0, "11-01"), (20, "11-15"), (40, "11-30")), "40")
