"""Short records for the tests."""

from collections.abc import Sequence
from typing import Any

from referee.record.text import read
from referee.table.table import Table, fold_record
from tests.help.tables import checked

HEAD = "game double-detente\nseats Ana Ben Cléo\n"
"""A header of two lines: the first fact after it is on line 3."""

BIDS = ["bid Ana 4", "bid Ben 5", "bid Cléo 3"]
OPEN = ["deal Cléo", *BIDS]
"""A deal ready for its first card, on lines 3 to 6."""


def record(*facts: str, head: str = HEAD) -> str:
    """A record of these lines after a header."""
    return head + "\n".join(facts) + "\n"


def table(*facts: str, head: str = HEAD) -> Table:
    """The table of a record."""
    return fold_record(read(record(*facts, head=head)))


def check(*facts: str, head: str = HEAD) -> dict[str, Any]:
    """The answer of `referee check --json` on a record."""
    return checked(table(*facts, head=head))


def head(*options: str, seats: Sequence[str] = ("Ana", "Ben", "Cléo"), game: str = "double-detente") -> str:
    """A header with house rules, one on each line."""
    return "\n".join([f"game {game}", *(f"option {option}" for option in options), "seats " + " ".join(seats)]) + "\n"
