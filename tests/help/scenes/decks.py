"""Cards as a printer might draw them: one style a seed, so that decks differ as those in shops do.

A card is a picture of 4 pixels to the millimetre. Indices stand in the corners, upside down too; the faces, their size,
the pips, the courts and the trumps come from the seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

SCALE = 4
"""Pixels to the millimetre."""
FONTS = Path("/usr/share/fonts/truetype/dejavu")
FACES = ("DejaVuSans-Bold", "DejaVuSerif-Bold", "DejaVuSans", "DejaVuSerif", "DejaVuSansMono-Bold")
GLYPH = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COURTS = ("J", "N", "Q", "K")
LETTERS = (
    {"J": "V", "N": "C", "Q": "D", "K": "R"},
    {"J": "B", "N": "C", "Q": "D", "K": "K"},
    {"J": "J", "N": "C", "Q": "Q", "K": "K"},
)

_TAROT = tuple(f"{suit}{rank}" for suit in "SHDC" for rank in (*range(1, 11), *COURTS))
_FRENCH = ("A", *range(2, 11), "J", "Q", "K")
CARDS = {
    "tarot": (*_TAROT, *(f"T{n}" for n in range(1, 22)), "EX"),
    "double-detente": (*_TAROT, *(f"T{n}" for n in range(1, 22)), "EX"),
    "doppelkopf": tuple(f"{suit}{rank}" for suit in "CSHD" for rank in ("A", "10", "K", "Q", "J", "9")),
    "da-ban": (*(f"{suit}{rank}" for suit in "SHDC" for rank in _FRENCH), "BK", "LK"),
    "double": (*(f"{suit}{rank}" for suit in "SHDC" for rank in _FRENCH), "FOOL", "POPE"),
}
"""The faces of each game's deck."""
COPIES = {"tarot": 1, "double-detente": 1, "doppelkopf": 2, "da-ban": 3, "double": 2}

_COLUMNS = {
    1: ((2, 0.5),),
    2: ((2, 0.2), (2, 0.8)),
    3: ((2, 0.2), (2, 0.5), (2, 0.8)),
    4: ((1, 0.2), (3, 0.2), (1, 0.8), (3, 0.8)),
    5: ((1, 0.2), (3, 0.2), (2, 0.5), (1, 0.8), (3, 0.8)),
    6: ((1, 0.2), (3, 0.2), (1, 0.5), (3, 0.5), (1, 0.8), (3, 0.8)),
    7: ((1, 0.2), (3, 0.2), (2, 0.35), (1, 0.5), (3, 0.5), (1, 0.8), (3, 0.8)),
    8: ((1, 0.2), (3, 0.2), (2, 0.35), (1, 0.5), (3, 0.5), (2, 0.65), (1, 0.8), (3, 0.8)),
    9: ((1, 0.2), (3, 0.2), (1, 0.4), (3, 0.4), (2, 0.5), (1, 0.6), (3, 0.6), (1, 0.8), (3, 0.8)),
    10: ((1, 0.2), (3, 0.2), (2, 0.3), (1, 0.4), (3, 0.4), (1, 0.6), (3, 0.6), (2, 0.7), (1, 0.8), (3, 0.8)),
}
"""Where pips stand: the column, and the part of the height."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a printer chose. `size`: width and height in mm."""

    seed: int
    size: tuple[float, float]
    face: str
    index: float
    pip: float
    paper: tuple[int, int, int]
    red: tuple[int, int, int]
    black: tuple[int, int, int]
    four_colours: bool
    letters: int
    framed: bool
    palette: tuple[tuple[int, int, int], ...]


def style(game: str, seed: int) -> Style:
    """The style of a game's deck from a seed."""
    rng = Random(f"deck {game} {seed}")
    tarot = game in ("tarot", "double-detente")
    warm = rng.randrange(12)
    return Style(
        seed=seed,
        size=rng.choice(((61, 112), (60, 110), (66, 113)) if tarot else ((63, 88), (57, 88), (59, 91))),
        face=rng.choice(FACES),
        index=rng.uniform(6.5, 9.5),
        pip=rng.uniform(10, 14),
        paper=(250, 249 - warm // 3, 246 - warm),
        red=(rng.randrange(185, 225), rng.randrange(10, 45), rng.randrange(15, 55)),
        black=(rng.randrange(10, 40),) * 3,
        four_colours=rng.random() < 0.1,
        letters=rng.randrange(len(LETTERS)),
        framed=rng.random() < 0.7,
        palette=tuple((rng.randrange(20, 240), rng.randrange(20, 210), rng.randrange(20, 230)) for _ in range(6)),
    )


@cache
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / f"{face}.ttf"), size)


def _colour(chosen: Style, code: str) -> tuple[int, int, int]:
    if chosen.four_colours and code[0] in "DC":
        return {"D": (20, 60, 170), "C": (15, 110, 50)}[code[0]]
    return chosen.red if code[0] in "HD" else chosen.black


def _turned(card: Image.Image, layer: Image.Image) -> None:
    """Put a layer on a card, upright and upside down."""
    card.paste(layer, (0, 0), layer)
    other = layer.rotate(180)
    card.paste(other, (0, 0), other)


def _index(
    card: Image.Image, chosen: Style, text: str, glyph: str, colour: tuple[int, int, int], *, four: bool
) -> None:
    """The corner indices: two, or with `four` in each corner."""
    layer = Image.new("RGBA", card.size)
    pen = ImageDraw.Draw(layer)
    height = int(chosen.index * SCALE)
    font, small = _font(chosen.face, height), _font("DejaVuSans", int(height * 0.85))
    wide = 11 * SCALE
    spots = (0, card.width - wide) if four else (0,)
    for left in spots:
        fit = font
        while pen.textlength(text, font=fit) > wide - 2 * SCALE:
            fit = _font(chosen.face, int(fit.size * 0.9))
        fit = _font("DejaVuSans", height) if text == "★" else fit
        pen.text((left + wide / 2 + SCALE / 2, 2.5 * SCALE), text, font=fit, fill=colour, anchor="mt")
        if glyph:
            pen.text(
                (left + wide / 2 + SCALE / 2, 3.2 * SCALE + height * 0.8), glyph, font=small, fill=colour, anchor="mt"
            )
    _turned(card, layer)


def _pips(card: Image.Image, chosen: Style, code: str, count: int) -> None:
    glyph, colour = GLYPH[code[0]], _colour(chosen, code)
    size = int(chosen.pip * SCALE * (1.9 if count == 1 else 1))
    font = _font("DejaVuSans", size)
    pip = Image.new("RGBA", (size * 2, size * 2))
    ImageDraw.Draw(pip).text((size, size), glyph, font=font, fill=colour, anchor="mm")
    for column, part in _COLUMNS[count]:
        x, y = card.width * (0.12 + 0.19 * column), card.height * part
        drawn = pip if part <= 0.5 else pip.rotate(180)
        card.paste(drawn, (int(x - size), int(y - size)), drawn)


def _figure(
    pen: ImageDraw.ImageDraw, rng: Random, chosen: Style, box: tuple[float, float, float, float], rank: str
) -> None:
    """A half of a court: robe, arms, head, what it wears by its rank, what it holds."""
    left, top, right, bottom = box
    width, height, middle = right - left, bottom - top, (left + right) / 2
    ink = (25, 25, 30)
    colours = [rng.choice(chosen.palette) for _ in range(5)]
    shoulder = top + height * rng.uniform(0.5, 0.62)
    pen.polygon(
        [(left, bottom), (left + width * 0.12, shoulder), (right - width * 0.12, shoulder), (right, bottom)],
        fill=colours[0],
        outline=ink,
    )
    for at in range(rng.randrange(3, 7)):
        x = left + width * (0.1 + 0.13 * at)
        pen.polygon(
            [(x, bottom), (x + width * 0.07, bottom), (middle, shoulder)], fill=colours[1 + at % 2], outline=ink
        )
    for _ in range(rng.randrange(3, 9)):
        x, y, size = rng.uniform(left, right), rng.uniform(shoulder, bottom), width * rng.uniform(0.03, 0.09)
        pen.ellipse((x - size, y - size, x + size, y + size), fill=rng.choice(chosen.palette), outline=ink)
    lean, size = rng.uniform(-0.1, 0.1) * width, width * rng.uniform(0.13, 0.18)
    x, y = middle + lean, shoulder - size * 0.9
    hair = rng.choice(((230, 190, 70), (70, 45, 30), (150, 80, 40), (200, 200, 195)))
    pen.ellipse((x - size * 1.35, y - size, x + size * 1.35, y + size * 1.6), fill=hair, outline=ink)
    pen.ellipse((x - size, y - size, x + size, y + size), fill=(240, 210, 180), outline=ink)
    for side in (-1, 1):
        pen.ellipse((x + side * size * 0.4 - 2, y - 3, x + side * size * 0.4 + 2, y + 1), fill=ink)
    brim, peak = y - size * 0.7, top + height * 0.04
    hats = {
        "K": [(-1.2, 0), (-1.4, 1), (-0.7, 0.5), (0, 1), (0.7, 0.5), (1.4, 1), (1.2, 0)],
        "Q": [(-1.1, 0), (-0.9, 0.6), (-0.4, 0.8), (0, 0.9), (0.4, 0.8), (0.9, 0.6), (1.1, 0)],
        "N": [(-1.1, 0), (-1.3, 0.3), (1.6, 0.8), (1.2, 0)],
        "J": [(-1.2, 0), (-1.2, 0.5), (1.2, 0.5), (1.2, 0)],
    }
    pen.polygon([(x + dx * size, brim - dy * (brim - peak)) for dx, dy in hats[rank]], fill=colours[3], outline=ink)
    hand, thick = (
        left + width * rng.uniform(0.05, 0.25) if rng.random() < 0.5 else right - width * rng.uniform(0.05, 0.25),
        width * 0.03,
    )
    pen.rectangle(
        (hand - thick, top + height * rng.uniform(0.1, 0.4), hand + thick, bottom), fill=colours[4], outline=ink
    )


def _court(card: Image.Image, chosen: Style, code: str) -> None:
    rng = Random(f"court {chosen.seed} {code}")
    layer = Image.new("RGBA", card.size)
    pen = ImageDraw.Draw(layer)
    box = (12 * SCALE, 7 * SCALE, card.width - 12 * SCALE, card.height / 2)
    _figure(pen, rng, chosen, box, code[1])
    size = int(chosen.pip * SCALE * 0.9)
    pen.text(
        (box[0] + size * 0.6, box[1] + size * 0.6),
        GLYPH[code[0]],
        font=_font("DejaVuSans", size),
        fill=_colour(chosen, code),
        anchor="mm",
    )
    if chosen.framed:
        pen.rectangle((box[0], box[1], box[2], card.height - box[1]), outline=(40, 50, 120), width=2)
    _turned(card, layer)


def _scene(card: Image.Image, chosen: Style, code: str) -> None:
    """A trump's picture: a sky, a ground, houses, people."""
    for half in (0, 1):
        rng = Random(f"scene {chosen.seed} {code} {half}")
        layer = Image.new("RGBA", card.size)
        pen = ImageDraw.Draw(layer)
        left, top, right, bottom = 8 * SCALE, 17 * SCALE, card.width - 8 * SCALE, card.height // 2
        pen.rectangle(
            (left, top, right, bottom),
            fill=rng.choice(((200, 215, 235), (235, 220, 190), (215, 230, 215))),
            outline=(30, 30, 30),
            width=2,
        )
        for _ in range(rng.randrange(3, 7)):
            x, tall = rng.uniform(left, right - 60), rng.uniform(30, (bottom - top) * 0.8)
            pen.rectangle(
                (x, bottom - tall, min(right, x + rng.uniform(25, 60)), bottom),
                fill=rng.choice(chosen.palette),
                outline=(30, 30, 30),
            )
        for _ in range(rng.randrange(2, 6)):
            x, tall, wide = rng.uniform(left + 20, right - 20), rng.uniform(40, 75), rng.uniform(10, 18)
            pen.polygon(
                [(x, bottom - tall), (x - wide, bottom), (x + wide, bottom)],
                fill=rng.choice(chosen.palette),
                outline=(30, 30, 30),
            )
            pen.ellipse(
                (x - 8, bottom - tall - 12, x + 8, bottom - tall + 4), fill=(240, 210, 180), outline=(30, 30, 30)
            )
        drawn = layer if half == 0 else layer.rotate(180)
        card.paste(drawn, (0, 0), drawn)


def _special(card: Image.Image, chosen: Style, code: str) -> None:
    """The Excuse, a joker, the Fool or the Pope: one figure on a whole card."""
    rng = Random(f"special {chosen.seed} {code}")
    layer = Image.new("RGBA", card.size)
    pen = ImageDraw.Draw(layer)
    _figure(pen, rng, chosen, (12 * SCALE, 9 * SCALE, card.width - 12 * SCALE, card.height / 2), rng.choice("JNQK"))
    _turned(card, layer)


@lru_cache(400)
def card(game: str, code: str, seed: int) -> Image.Image:
    """A card's face, with its round corners cut out."""
    chosen = style(game, seed)
    width, height = (int(side * SCALE) for side in chosen.size)
    drawn = Image.new("RGB", (width, height), chosen.paper)
    rank = code[1:]
    if code in ("EX", "FOOL", "POPE", "BK", "LK"):
        _special(drawn, chosen, code)
        named = {"EX": "★", "FOOL": "F", "POPE": "P", "BK": "★", "LK": "★"}[code]
        _index(drawn, chosen, named, "", chosen.red if code == "BK" else chosen.black, four=False)
    elif code[0] == "T":
        _scene(drawn, chosen, code)
        _index(drawn, chosen, rank, "", chosen.black, four=True)
    else:
        if rank in COURTS:
            _court(drawn, chosen, code)
        else:
            _pips(drawn, chosen, code, 1 if rank == "A" else int(rank))
        _index(
            drawn, chosen, LETTERS[chosen.letters].get(rank, rank), GLYPH[code[0]], _colour(chosen, code), four=False
        )
    mask = Image.new("L", (width * 2, height * 2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), radius=int(3.2 * SCALE * 2), fill=255)
    drawn.putalpha(mask.resize((width, height)))
    return drawn
