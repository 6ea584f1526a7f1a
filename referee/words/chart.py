"""A chart of running totals, with lines that differ without colour: dashes, marks, a name at each end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.words.short import short_names

DASHES = ("none", "7 3", "2 2.5", "9 3 2 3", "4 2", "12 3 2 3 2 3", "1 3", "6 2 1 2", "14 4", "3 5")
COLOURS = ("#1f5a41", "#b0142a", "#1d5fae", "#8a5a00", "#6b3fa0", "#3b3b3b", "#00707a", "#a0327d", "#5b6b00", "#7a3b1e")
MARKS = ("circle", "square", "triangle", "diamond", "cross")
TICKS = 5
LABEL = 11.0
"""Height of a label at a line's end, in the units of the drawing."""
DIGIT, GAP = 4.8, 4.0
"""Width of a digit or sign beside the plot, and what is free between them and it, in the units of the drawing."""
STYLES = len(COLOURS)


@dataclass(frozen=True, slots=True)
class Curve:
    """One seat's line: its points, its style (a number, and what it stands for), and the place of its label."""

    style: int
    name: str
    total: str
    points: tuple[tuple[float, float], ...]
    label_y: float
    dash: str
    colour: str
    mark: str
    marked: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing `width` by `height` units, its plot from (0, 0) to (`right`, `bottom`), its letters `scale` times the
    usual; `letters`: how many of a name stand at its line's end.
    """

    width: float
    height: float
    left: float
    right: float
    bottom: float
    ticks: tuple[tuple[int, float], ...]
    steps: tuple[tuple[str, float], ...]
    goal: tuple[int, float] | None
    curves: tuple[Curve, ...]
    scale: float
    letters: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a drawing, the least room for numbers (`left`) and that for names (`right`), and its letters."""

    width: float
    height: float
    left: float = 26.0
    right: float = 122.0
    scale: float = 1.0
    letters: int = 13
    most_steps: int = 20


def chart(
    names: Sequence[str],
    totals: Sequence[Sequence[float]],
    labels: Sequence[str],
    frame: Frame,
    goal: int | None = None,
    steps: Sequence[str] = (),
    styles: Sequence[int] = (),
) -> Chart:
    """The chart of the totals at the start and after each deal or evening, at least two rows.

    `labels` are the last totals as texts; `steps` name what came between the rows, else they are numbered; `styles` are
    those of the lines, else by seat. The goal is drawn once somebody is past half of it.
    """
    top, bottom = 6.0 * frame.scale, frame.height - 14.0 * frame.scale
    near = goal if goal is not None and max(map(max, totals)) > goal / 2 else None
    values = [0, *(value for row in totals for value in row), *([] if near is None else [near])]
    step = _step(min(values), max(values))
    low, high = math.floor(min(values) / step) * step, math.ceil(max(values) / step) * step
    high = max(high, low + step)
    numbers = range(low, high + 1, step)
    room = GAP + DIGIT * frame.scale * max(len(str(value)) for value in numbers)
    left, right = max(frame.left, room), frame.width - frame.right

    def x(at: int) -> float:
        return round(left + (right - left) * at / (len(totals) - 1), 2)

    def y(value: float) -> float:
        return round(bottom - (bottom - top) * (value - low) / (high - low), 2)

    curves = []
    places = _apart([y(value) for value in totals[-1]], top, bottom, LABEL * frame.scale)
    every = max(1, math.ceil(len(totals) / 25))
    for seat, name in enumerate(short_names(names)):
        points = tuple((x(at), y(row[seat])) for at, row in enumerate(totals))
        style = styles[seat] if styles else seat
        dash, colour, mark = (kinds[style % len(kinds)] for kinds in (DASHES, COLOURS, MARKS))
        marked = points[::-1][::every][::-1]
        curves.append(Curve(style, name, labels[seat], points, round(places[seat], 2), dash, colour, mark, marked))
    ticks = tuple((value, y(value)) for value in numbers)
    every = max(1, math.ceil((len(totals) - 1) / frame.most_steps))
    named = tuple((steps[at - 1] if steps else str(at), x(at)) for at in range(every, len(totals), every))
    line = None if near is None else (near, y(near))
    size = (frame.width, frame.height, left, right, bottom)
    return Chart(*size, ticks, named, line, tuple(curves), frame.scale, frame.letters)


def _step(low: float, high: float) -> int:
    """A round distance between ticks: 1, 2 or 5 times a power of ten."""
    rough = max(1, (high - low) / TICKS)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough))


def _apart(wanted: Sequence[float], top: float, bottom: float, label: float) -> list[float]:
    """Heights of labels near the wanted ones, but apart enough not to overlap."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    gap = min(label, (bottom - top) / max(1, len(wanted) - 1)) if len(wanted) > 1 else label
    placed = [0.0] * len(wanted)
    above = top - gap
    for at in order:
        above = placed[at] = max(wanted[at], above + gap)
    below = bottom + gap
    for at in reversed(order):
        below = placed[at] = min(placed[at], below - gap)
    return placed
