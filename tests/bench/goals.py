"""A figure beside its goal, in a line that `python3 dev.py bench` puts into the table of docs/performance.md."""

from __future__ import annotations


def goal(told: str, found: float, wanted: float, unit: str = "", *, least: bool = False) -> str:
    """What was measured, what was wanted at most (or at `least`), and by how much it is missed."""
    times = wanted / found if least else found / wanted
    told_of = f"{told}: {_figure(found)}{unit}, goal {'≥' if least else '≤'} {_figure(wanted)}{unit}"
    return f"{told_of}: {'met' if times <= 1 else f'missed, {times:.2f} times'}"


def _figure(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
