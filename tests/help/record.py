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


def somebody_revoked() -> list[str]:
    """Part 2: the twelve hearts not played in part 1 lie with Ben and Cléo, who both trump Ana's heart."""
    played = ["S", "D", "C"]
    first = [f"{suit}{rank}" for suit in played for rank in (*range(1, 11), "J", "N", "Q")]
    hands = [first[0:13], first[13:26], first[26:39]]
    part1 = ["deal Cléo", *BIDS, *("trick Ana " + " ".join(cards) for cards in zip(*hands, strict=True))]
    # No card of part 1 is a heart, a trump, a King or the Excuse: part 2 has 14 hearts, 21 trumps, 3 Kings, the Excuse.
    hand = ["H1", "H2", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11"]
    return [*part1, "deal Cléo", "hand Ana " + " ".join(hand), *BIDS, "trick Ana H1 T12 T13"]
