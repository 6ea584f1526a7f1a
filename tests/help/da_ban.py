"""Records of Da Ban in a few words, for its tests."""

from collections.abc import Iterable
from typing import Any

from referee import record
from referee.report import answer
from referee.table import Table, fold_record

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay")
START = "deal Dan master=Ana levels=3,3 trump=H"
"""A round at level 3 with hearts for trumps; Ana is master and leads."""


def table(*lines: str, seats: int = 4, options: Iterable[str] = ()) -> Table:
    """The table of these lines; the first stands on line 3, one further down for each option."""
    head = ["game da-ban", *(f"option {option}" for option in options), "seats " + " ".join(NAMES[:seats])]
    return fold_record(record.read("\n".join([*head, *lines]) + "\n"))


def judged(*lines: str, seats: int = 4, options: Iterable[str] = ()) -> dict[str, Any]:
    """What `referee check --json` says of these lines."""
    return answer("x.deal", table(*lines, seats=seats, options=options))


def fouls(found: dict[str, Any]) -> list[tuple[str, str | None, int, int, str]]:
    """Every foul as (kind, seat, committed, proved, proof)."""
    return [
        (foul["kind"], foul["seat"], foul["committed"], foul["proved"], foul["proof"])
        for deal in found["deals"]
        for foul in deal["fouls"]
    ]


def cited(found: dict[str, Any]) -> list[str]:
    """The laws of every foul."""
    return [foul["law"].removeprefix("da-ban.") for deal in found["deals"] for foul in deal["fouls"]]


def last(found: dict[str, Any]) -> dict[str, Any]:
    """The last deal."""
    deals: list[dict[str, Any]] = found["deals"]
    return deals[-1]


def takers(found: dict[str, Any]) -> list[str | None]:
    """Who took each trick of the last deal."""
    return [trick["winner"] for trick in last(found)["tricks"]]


def waits(found: Table) -> list[tuple[str, str | None, int | None]]:
    """What the table waits for: kind, seat, number of cards."""
    deal = found.deals[-1].deal
    seats = found.seats
    return [
        (prompt.kind, None if prompt.seat is None else seats[prompt.seat], prompt.count)
        for prompt in found.rules.prompts(deal)
    ]
