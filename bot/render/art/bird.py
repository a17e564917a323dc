"""一条: a bird on a branch."""

from bot.render.art.pen import BLACK, BLUE, GOLD, GREEN, IVORY, RED, Pen, curve, darker, lighter, oval, turned


def bird(pen: Pen) -> None:
    """A peacock seen from the side, its tail folded, a red crest on its head."""
    tail(pen)
    legs(pen)
    body(pen)
    head(pen)


def tail(pen: Pen) -> None:
    """Three long feathers with eyes, sweeping down to the left."""
    root = (168.0, 206.0)
    for degrees, length, colour in ((62, 196, GREEN), (20, 196, GREEN), (41, 216, BLUE)):
        x, y = root
        feather = curve(
            [
                (x - 14, y),
                (x - 26, y + length * 0.35),
                (x - 42, y + length * 0.62),
                (x - 26, y + length * 0.86),
                (x - 14, y + length * 1.02),
                (x + 14, y + length * 1.02),
                (x + 26, y + length * 0.86),
                (x + 42, y + length * 0.62),
                (x + 26, y + length * 0.35),
                (x + 14, y),
            ]
        )
        pen.shape(turned(feather, root, degrees), colour)
        spine = turned([(x, y + 20), (x, y + length * 0.60)], root, degrees)
        pen.line(spine, 5, lighter(colour, 0.75))
        eye = (x, y + length * 0.80)
        pen.shape(turned(oval(eye, 21, 24), root, degrees), IVORY)
        pen.shape(turned(oval(eye, 14, 17), root, degrees), RED)


def legs(pen: Pen) -> None:
    """Two legs on a branch."""
    pen.line(curve([(140, 372), (180, 358), (230, 366), (274, 356)]), 11, darker(GREEN, 0.1))
    for x in (196, 222):
        pen.line([(x, 286), (x + 4, 356)], 8, RED)


def body(pen: Pen) -> None:
    """Breast and wing."""
    breast = curve(
        [
            (214, 96),
            (250, 130),
            (276, 190),
            (254, 244),
            (236, 290),
            (186, 310),
            (150, 276),
            (118, 246),
            (122, 206),
            (150, 190),
            (178, 172),
            (166, 130),
            (180, 100),
        ]
    )
    pen.shape(breast, GREEN)
    wing = curve(
        [
            (146, 214),
            (180, 178),
            (236, 196),
            (232, 244),
            (206, 272),
            (150, 268),
            (112, 300),
            (118, 268),
            (126, 236),
            (146, 214),
        ]
    )
    pen.shape(wing, IVORY)
    wing = curve(
        [
            (150, 222),
            (182, 190),
            (226, 204),
            (224, 240),
            (200, 260),
            (158, 258),
            (128, 282),
            (130, 262),
            (134, 240),
            (150, 222),
        ]
    )
    pen.shape(wing, BLUE)
    for shift in (0, 24, 48):
        pen.line(
            curve([(152 + shift, 226), (160 + shift, 236), (160 + shift, 246), (150 + shift, 254)]),
            6,
            lighter(BLUE, 0.8),
        )


def head(pen: Pen) -> None:
    """Head, beak, eye and crest."""
    for degrees in (-38, -8, 22):
        tip = turned([(192, 60), (192, 18)], (192, 76), degrees)
        pen.line(tip, 6, GREEN)
        pen.disc(tip[1], 10, RED)
    pen.disc((196, 90), 40, GREEN)
    pen.shape([(228, 74), (276, 96), (230, 110)], GOLD)
    pen.disc((206, 82), 14, IVORY)
    pen.disc((209, 82), 7, BLACK)
