"""A table of any game from a few lines of a record, and the answers about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.games import GAMES
from referee.record.text import read
from referee.table.report import answer
from referee.table.table import Table, fold_record

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim")
CARD_GAMES = tuple(game for game in GAMES if not game.scores_only)
"""The games whose cards are recorded, so that there are fouls and rulings."""
Foul = tuple[str, str | None, int, int, str]


def a_table(
    game: str, *lines: str, seats: Sequence[str] = NAMES[:4], preset: str = "", options: Iterable[str] = ()
) -> Table:
    """The table of these lines, after a header: the game, any preset, one line for each option, the seats."""
    head = [f"game {game}", *([f"preset {preset}"] if preset else []), *(f"option {option}" for option in options)]
    return fold_record(read("\n".join([*head, "seats " + " ".join(seats), *lines]) + "\n"))


def checked(table: Table) -> dict[str, Any]:
    """The answer of `referee check --json` on a table."""
    return answer("x.deal", table)


def last(found: dict[str, Any]) -> dict[str, Any]:
    """The last deal of an answer."""
    deals: list[dict[str, Any]] = found["deals"]
    return deals[-1]


def case_told(case: dict[str, Any]) -> dict[str, Any]:
    """The answer on a worked case (tests/cases/rulings.json), for its keys: as proposed, and after a bare ruling."""
    (deal,) = checked(fold_record(read(case["text"])))["deals"]
    (foul,) = (one for one in deal["fouls"] if (one["seat"], one["committed"]) == (case["seat"], case["committed"]))
    told = _by_keys(case["expected"], foul["damage"])
    if "remedy" in case:
        (ruled,) = checked(fold_record(read(case["text"] + f"ruling {case['committed']} uphold\n")))["deals"]
        told |= {"remedy": _by_keys(case["remedy"], foul["remedy"]), "ruled": _by_keys(case["remedy"], ruled)}
    return told


def case_expected(case: dict[str, Any]) -> dict[str, Any]:
    """The expected answer on a worked case."""
    return case["expected"] | ({"remedy": case["remedy"], "ruled": case["remedy"]} if "remedy" in case else {})


def _by_keys(want: dict[str, Any], got: dict[str, Any]) -> dict[str, Any]:
    return {key: _by_keys(value, got[key]) if key in ("with", "without") else got[key] for key, value in want.items()}


def fouls(found: dict[str, Any]) -> list[Foul]:
    """Every foul of an answer as (kind, seat, committed, proved, proof)."""
    return [
        (foul["kind"], foul["seat"], foul["committed"], foul["proved"], foul["proof"])
        for deal in found["deals"]
        for foul in deal["fouls"]
    ]
