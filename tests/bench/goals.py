"""A figure beside its goal, in a line that `python3 dev.py bench` puts into the table of docs/performance.md."""

from __future__ import annotations


def goal(told: str, found: float, wanted: float, unit: str = "", *, least: bool = False) -> str:
    """What was measured, what was wanted at most (or at `least`), and by how much it is missed."""
    worse, better = (wanted, found) if least else (found, wanted)
    by = "met" if worse <= better else f"missed, {worse / better:.2f} times" if better else f"missed by {worse:g}"
    return f"{told}: {_figure(found)}{unit}, goal {'≥' if least else '≤'} {_figure(wanted)}{unit}: {by}"


def _figure(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
