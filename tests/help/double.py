"""Records of DOUBLE in a few words, for its tests."""

from typing import Any

from referee import record
from referee.report import answer
from referee.table import Table, fold_record

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim")


def table(*lines: str, seats: int = 3, options: tuple[str, ...] = ()) -> Table:
    """The table of these lines; they begin on line 1 + the number of options + 2."""
    head = ["game double", *(f"option {option}" for option in options), "seats " + " ".join(NAMES[:seats])]
    return fold_record(record.read("\n".join([*head, *lines]) + "\n"))


def judged(*lines: str, seats: int = 3, options: tuple[str, ...] = ()) -> dict[str, Any]:
    """What `referee check --json` says of these lines."""
    return answer("x.deal", table(*lines, seats=seats, options=options))


def bids(*numbers: int) -> tuple[str, ...]:
    """Bids from the first seat on."""
    return tuple(f"bid {name} {number}" for name, number in zip(NAMES, numbers, strict=False))


def fouls(found: dict[str, Any]) -> list[tuple[str, str | None, int, int, str]]:
    """Every foul as (kind, seat, committed, proved, proof)."""
    return [
        (foul["kind"], foul["seat"], foul["committed"], foul["proved"], foul["proof"])
        for deal in found["deals"]
        for foul in deal["fouls"]
    ]
