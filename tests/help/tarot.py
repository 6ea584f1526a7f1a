"""Tables of tarot out of a few lines of a record, for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.record import read
from referee.report import answer
from referee.table import Table, fold_record

FOUR = "Ana Ben Cid Dan"
HEAD = 3
"""Lines before the first deal where there is no option: the first deal is on line 4."""


def table(lines: str, seats: str = FOUR, preset: str = "standard", options: Sequence[str] = ()) -> Table:
    """The table of these lines; the options stand beside the preset, so that lines keep their numbers."""
    said = " ".join(options)
    head = ["game tarot", f"preset {preset}", f"seats {seats}"]
    text = "\n".join([*head, *(line.strip() for line in lines.strip().splitlines())])
    return fold_record(read(text.replace(f"seats {seats}", f"seats {seats}\noption {said}") if said else text))


def check(lines: str, seats: str = FOUR, preset: str = "standard", options: Sequence[str] = ()) -> dict[str, Any]:
    """The answer of `referee check` on them."""
    return answer("x", table(lines, seats, preset, options))


def last(lines: str, seats: str = FOUR, preset: str = "standard", options: Sequence[str] = ()) -> dict[str, Any]:
    """The last deal of that answer."""
    deal: dict[str, Any] = check(lines, seats, preset, options)["deals"][-1]
    return deal


def kinds(deal: dict[str, Any]) -> list[tuple[str, str | None, str]]:
    """The fouls of a deal: kind, seat, proof."""
    return [(foul["kind"], foul["seat"], foul["proof"]) for foul in deal["fouls"]]
