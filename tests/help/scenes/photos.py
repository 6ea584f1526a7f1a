"""Photographs of cards on a table, drawn from a seed: a hand-held camera, a lamp, a table, and what spoils a picture.

Places on the table are millimetres. A photo tells which cards lie in it and where, so that a reader can be held to it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import cos, pi, radians, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.help.scenes import decks

Point = tuple[float, float]
Plane = Callable[[float, float], Point]

FELTS = ((25, 95, 60), (30, 60, 120), (110, 25, 40), (45, 50, 55), (20, 80, 90))
WOODS = ((150, 100, 60), (110, 70, 40), (185, 140, 95), (90, 55, 35), (165, 120, 75))
TABLES = ("felt", "wood", "white", "checked")
SPOILT = ("overlap", "cut", "cup", "finger")
"""What may be wrong in a picture."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a photo, and its corners there, clockwise from its own upper left."""

    card: str
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Photo:
    """A JPEG of `width` × `height` pixels, and the cards that lie whole in it."""

    jpeg: bytes
    width: int
    height: int
    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """How a photo is taken. `per_row`: cards in a row, 0 as fits; `tilt`: degrees off straight above, at most."""

    game: str
    deck: int
    table: str = "felt"
    size: tuple[int, int] = (1600, 1200)
    per_row: int = 0
    tilt: float = 22
    spoilt: str = ""
    glare: float = 0.15
    turned: bool = field(default=True)
    """Whether cards may lie upside down."""


def _rows(count: int, shot: Shot) -> int:
    """Cards in a row, so that the whole is about as wide to its height as the picture."""
    if shot.per_row:
        return shot.per_row
    width, height = decks.style(shot.game, shot.deck).size
    shape = shot.size[0] / shot.size[1]
    return max(1, min(count, round((count * shape * (height + 9) / (width + 9)) ** 0.5)))


def _camera(rng: Random, shot: Shot, wide: float, tall: float) -> tuple[Plane, float]:
    """The way from the table to the picture, so that a rectangle around the origin fits into it; pixels to a mm."""
    lean, toward, roll = (
        radians(rng.uniform(2, shot.tilt)),
        rng.choice((0, 0, 0, 1, -1)) * rng.uniform(0, 0.7),
        radians(rng.uniform(-5, 5)),
    )
    size, width, height = max(wide, tall), *shot.size
    far = size * rng.uniform(1.3, 1.8)

    def seen(x: float, y: float) -> Point:
        x, y = x * cos(roll) - y * sin(roll), x * sin(roll) + y * cos(roll)
        u, v = x * cos(toward) - y * sin(toward), x * sin(toward) + y * cos(toward)
        depth = far - v * sin(lean)
        v = v * cos(lean)
        u, v = u * cos(-toward) - v * sin(-toward), u * sin(-toward) + v * cos(-toward)
        return u / depth, v / depth

    edge = [seen(sx * wide / 2, sy * tall / 2) for sx in (-1, 1) for sy in (-1, 1)]
    left, right = min(x for x, _ in edge), max(x for x, _ in edge)
    top, bottom = min(y for _, y in edge), max(y for _, y in edge)
    zoom = min(width / (right - left), height / (bottom - top)) * rng.uniform(0.86, 0.95)

    def plane(x: float, y: float) -> Point:
        u, v = seen(x, y)
        return (u - (left + right) / 2) * zoom + width / 2, (v - (top + bottom) / 2) * zoom + height / 2

    return plane, zoom / far


def _solved(rows: list[list[float]]) -> list[float]:
    """The unknowns of linear equations, each a row that ends with its right side."""
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(size):
            if row != column and (factor := rows[row][column]):
                rows[row] = [value - factor * other for value, other in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]


def _put(picture: Image.Image, drawn: Image.Image, corners: Sequence[Point]) -> None:
    """Lay a picture with an alpha channel so that its corners come to these places."""
    left, top = (int(min(point[axis] for point in corners)) - 2 for axis in (0, 1))
    right, bottom = (int(max(point[axis] for point in corners)) + 3 for axis in (0, 1))
    tall = max(bottom - top, right - left)
    if (times := max(drawn.size) / tall) > 1.3:
        drawn = drawn.resize(
            (max(8, int(drawn.width / times)), max(8, int(drawn.height / times))), Image.Resampling.LANCZOS
        )
    width, height = drawn.size
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(corners, ((0, 0), (width, 0), (width, height), (0, height)), strict=True):
        x, y = x - left, y - top
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]
    size = (right - left, bottom - top)
    laid = drawn.transform(size, Image.Transform.PERSPECTIVE, _solved(rows), Image.Resampling.BICUBIC)
    picture.paste(laid, (left, top), laid)


def _noise(rng: Random, size: tuple[int, int], bands: int) -> Image.Image:
    mode = "L" if bands == 1 else "RGB"
    return Image.frombytes(mode, size, rng.randbytes(size[0] * size[1] * bands))


def _varied(
    rng: Random, base: tuple[int, int, int], size: tuple[int, int], cells: tuple[int, int], by: float
) -> Image.Image:
    """A colour that is lighter and darker from place to place; `cells` across and down, `by` levels at most."""
    grain = _noise(rng, cells, 1).resize(size, Image.Resampling.BICUBIC)
    bands = [
        grain.point([max(0, min(255, int(value + (level / 255 - 0.5) * 2 * by))) for level in range(256)])
        for value in base
    ]
    return Image.merge("RGB", bands)


def _table(rng: Random, shot: Shot, plane: Plane) -> Image.Image:
    width, height = shot.size
    if shot.table == "felt":
        fine = _varied(rng, rng.choice(FELTS), shot.size, (width // 2, height // 2), 12)
        return ImageChops.add(fine, _varied(rng, (10, 10, 10), shot.size, (9, 7), 10))
    if shot.table == "wood":
        base = rng.choice(WOODS)
        across = rng.random() < 0.5
        big = (int((width**2 + height**2) ** 0.5),) * 2
        coarse = _varied(rng, base, big, (60, 3) if across else (3, 60), 22)
        fine = _varied(rng, (20, 20, 20), big, (700, 6) if across else (6, 700), 16)
        turned = ImageChops.add(coarse, fine, 1, -20).rotate(rng.uniform(-12, 12), Image.Resampling.BICUBIC)
        left, top = (big[0] - width) // 2, (big[1] - height) // 2
        pen = ImageDraw.Draw(turned)
        for _ in range(rng.randrange(4)):
            at = rng.randrange(big[0])
            pen.line(
                (at, 0, at, big[1]) if across else (0, at, big[0], at),
                fill=tuple(value // 2 for value in base),
                width=rng.randrange(2, 5),
            )
        left, top = int(left * 1.25) + width // 8, int(top * 1.25) + height // 8
        return turned.resize((int(big[0] * 1.25),) * 2).crop((left, top, left + width, top + height))
    if shot.table == "white":
        level = rng.randrange(205, 246)
        return _varied(
            rng, (level, level - rng.randrange(6), level - rng.randrange(14)), shot.size, (width // 3, height // 3), 6
        )
    one, two = rng.choice(
        (((200, 30, 40), (240, 238, 232)), ((40, 80, 160), (238, 240, 242)), ((60, 120, 70), (240, 236, 220)))
    )
    table = Image.new("RGB", shot.size, two)
    pen = ImageDraw.Draw(table)
    step = rng.uniform(15, 40)
    mixed = tuple((a + b) // 2 for a, b in zip(one, two, strict=True))
    for row in range(-40, 41):
        for column in range(-40, 41):
            if row % 2 or column % 2:
                at = [plane(step * (column + dx), step * (row + dy)) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
                pen.polygon(at, fill=one if row % 2 and column % 2 else mixed)
    return ImageChops.add(table, _varied(rng, (6, 6, 6), shot.size, (width // 3, height // 3), 6), 1, -6)


def _light(rng: Random, picture: Image.Image, shot: Shot) -> Image.Image:
    """A lamp's colour and fall, a shadow, a glare."""
    width, height = shot.size
    warm, level = rng.uniform(-0.06, 0.14), rng.uniform(0.82, 1.0)
    small = Image.new("L", (4, 3))
    small.putdata([int(255 * rng.uniform(0.78, 1)) for _ in range(12)])
    fall = small.resize(shot.size, Image.Resampling.BICUBIC)
    if rng.random() < 0.35:
        shade = Image.new("L", (width // 8, height // 8), 255)
        x, y = rng.choice((0, width // 8)), rng.choice((0, height // 8))
        reach = rng.uniform(0.25, 0.6) * width / 8
        pen = ImageDraw.Draw(shade)
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=int(255 * rng.uniform(0.6, 0.85)))
        shade = shade.filter(ImageFilter.GaussianBlur(rng.uniform(2, 12)))
        fall = ImageChops.multiply(fall, shade.resize(shot.size, Image.Resampling.BICUBIC))
    gains = (level, level * (1 - warm * 0.4), level * (1 - warm))
    lit = ImageChops.multiply(
        picture, Image.merge("RGB", [fall.point([int(v * gain) for v in range(256)]) for gain in gains])
    )
    if rng.random() < shot.glare:
        spot = Image.new("L", (width // 8, height // 8))
        x, y, reach = rng.uniform(0, width / 8), rng.uniform(0, height / 8), rng.uniform(6, 14)
        ImageDraw.Draw(spot).ellipse(
            (x - reach, y - reach * 0.7, x + reach, y + reach * 0.7), fill=rng.randrange(60, 200)
        )
        spot = spot.filter(ImageFilter.GaussianBlur(4)).resize(shot.size, Image.Resampling.BICUBIC)
        lit = ImageChops.add(lit, Image.merge("RGB", [spot] * 3))
    return lit


def _taken(rng: Random, picture: Image.Image) -> bytes:
    """What the camera makes of it: a blur, noise, a file."""
    picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.2)))
    strength = rng.uniform(4, 18)
    grain = _noise(rng, picture.size, 3).point([int(level / 255 * 2 * strength) for level in range(256)] * 3)
    picture = ImageChops.add(picture, grain, 1, -int(strength))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=rng.randrange(72, 93))
    return file.getvalue()


def _lie(rng: Random, shot: Shot, count: int) -> tuple[list[tuple[float, float, float]], float, float]:
    """Where cards lie in rows: (x, y, degrees) each; and how wide and tall the whole is."""
    width, height = decks.style(shot.game, shot.deck).size
    per_row = _rows(count, shot)
    rows = -(-count // per_row)
    gap = rng.uniform(5, 12)
    lie = []
    for number in range(count):
        row, column = divmod(number, per_row)
        x = (column - (per_row - 1) / 2) * (width + gap) + rng.uniform(-1.5, 1.5)
        y = (row - (rows - 1) / 2) * (height + gap) + rng.uniform(-1.5, 1.5)
        lie.append((x, y, rng.uniform(-1.6, 1.6) + (180 if shot.turned and rng.random() < 0.5 else 0)))
    return lie, per_row * (width + gap), rows * (height + gap)


def _corners(plane: Plane, size: tuple[float, float], lie: tuple[float, float, float]) -> tuple[Point, ...]:
    (width, height), (x, y, degrees) = size, lie
    c, s = cos(radians(degrees)), sin(radians(degrees))
    at = ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))
    return tuple(plane(x + u * c - v * s, y + u * s + v * c) for u, v in at)


def _disturb(
    rng: Random, shot: Shot, lie: list[tuple[float, float, float]], wide: float, tall: float
) -> tuple[float, float]:
    """Move what shall lie wrongly; how wide and tall the picture shall be."""
    width, height = decks.style(shot.game, shot.deck).size
    if shot.spoilt == "overlap":
        for _ in range(rng.randrange(1, 4)):
            one, other = rng.sample(range(len(lie)), 2)
            part, angle = rng.uniform(0.3, 0.85), rng.uniform(0, 2 * pi)
            lie[one] = (
                lie[other][0] + width * part * cos(angle),
                lie[other][1] + height * part * sin(angle),
                rng.uniform(-15, 15),
            )
    return wide, tall


def _push_out(rng: Random, shot: Shot, lie: list[tuple[float, float, float]], plane: Plane) -> None:
    """Push the first or the last card of a row sideways until about half of it is out of the picture."""
    per_row = min(_rows(len(lie), shot), len(lie))
    row, way = rng.randrange(len(lie) // per_row), rng.choice((-1, 1))
    number = row * per_row + (0 if way < 0 else per_row - 1)
    x, y, turn = lie[number]
    off = rng.uniform(-15, 15)
    while 0 < plane(x + off, y)[0] < shot.size[0]:
        x += way * 2
    lie[number] = (x, y, turn)


def _put_on(rng: Random, shot: Shot, picture: Image.Image, laid: list[Laid], scale: float) -> set[int]:
    """Put a cup or a finger on the cards; the numbers of those it covers."""
    pen, covered = ImageDraw.Draw(picture), set()
    number = rng.randrange(len(laid))
    corners = laid[number].corners
    x, y = (sum(point[axis] for point in corners) / 4 for axis in (0, 1))
    covered.add(number)
    if shot.spoilt == "cup":
        reach = 38 * scale
        colour = rng.choice(((240, 240, 238), (60, 90, 150), (180, 60, 40), (40, 40, 45)))
        x, y = x + rng.uniform(-30, 30) * scale, y + rng.uniform(-45, 45) * scale
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
        pen.ellipse((x - reach * 0.85, y - reach * 0.85, x + reach * 0.85, y + reach * 0.85), fill=(70, 45, 25))
    else:
        side = rng.randrange(4)
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 4]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        pen.line((2 * mx - x, 2 * my - y, (x + mx) / 2, (y + my) / 2), fill=(215, 165, 135), width=int(16 * scale))
        pen.ellipse(
            ((x + mx) / 2 - 8 * scale, (y + my) / 2 - 8 * scale, (x + mx) / 2 + 8 * scale, (y + my) / 2 + 8 * scale),
            fill=(215, 165, 135),
        )
    return covered


def photo(seed: int | str, cards: Sequence[str], shot: Shot) -> Photo:
    """A photo of these cards, in rows."""
    rng = Random(f"photo {seed}")
    size = decks.style(shot.game, shot.deck).size
    lie, wide, tall = _lie(rng, shot, len(cards))
    wide, tall = _disturb(rng, shot, lie, wide, tall)
    plane, scale = _camera(rng, shot, wide, tall)
    if shot.spoilt == "cut":
        _push_out(rng, shot, lie, plane)
    picture = _table(rng, shot, plane)
    laid = [Laid(card, _corners(plane, size, place)) for card, place in zip(cards, lie, strict=True)]
    shade = Image.new("L", shot.size, 255)
    pen, off = ImageDraw.Draw(shade), (rng.uniform(-1, 1) * scale, rng.uniform(0.2, 1.2) * scale)
    for each in laid:
        pen.polygon([(x + off[0], y + off[1]) for x, y in each.corners], fill=int(255 * 0.6))
    picture = ImageChops.multiply(
        picture, Image.merge("RGB", [shade.filter(ImageFilter.GaussianBlur(scale * 0.8))] * 3)
    )
    for each in laid:
        _put(picture, decks.card(shot.game, each.card, shot.deck), each.corners)
    covered = _put_on(rng, shot, picture, laid, scale) if shot.spoilt in ("cup", "finger") else set()
    picture = _light(rng, picture, shot)
    whole = [
        each
        for number, each in enumerate(laid)
        if number not in covered and all(0 < x < shot.size[0] and 0 < y < shot.size[1] for x, y in each.corners)
    ]
    return Photo(_taken(rng, picture), *shot.size, tuple(whole))


def lessons(seed: int | str, shot: Shot, most: int = 14) -> list[tuple[tuple[str, ...], Photo]]:
    """The photos that teach a deck: each suit laid in order, none upside down."""
    cards = decks.CARDS[shot.game]
    groups: list[tuple[str, ...]] = []
    for suit in dict.fromkeys(card[0] if card[0] in "SHDCT" else "X" for card in cards):
        same = tuple(card for card in cards if (card[0] if card[0] in "SHDCT" else "X") == suit)
        if suit == "X" and groups:
            groups[-1] = (*groups[-1], *same)
        else:
            groups.append(same)
    return [(group, photo(f"{seed} {number}", group, shot)) for number, group in enumerate(groups)]
