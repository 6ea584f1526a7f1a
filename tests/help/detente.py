"""Short records of Double-détente, and what its rules say of them."""

from typing import Any

import pytest

from referee.record.text import Header
from referee.rules import Denial
from referee.rules.deal import Deal, Play, Trick
from referee.table.table import open_table
from referee.words.text import Slip
from tests.help.record import HEAD, check, head, table

TRIPLE = head(seats=("Ana", "Ben"))
SEATS = ("Ana", "Ben", "Cléo")
PLAYED = """\
game double-detente
seats Ana Ben Cléo
deal Cléo part=1
bid Ana 4
bid Ben 6
bid Cléo 3
result tricks=4,5,4 petit=Ana petit-last=yes
"""
"""By hand: Ana met her bid: 4 + 10 + 2 + 5 = 21; Ben 5 + 5 = 10; Cléo 4 + 5 = 9."""
RULES = open_table(Header("double-detente", SEATS)).rules


def deal(*facts: str, head: str = HEAD) -> dict[str, Any]:
    """The last deal of a record."""
    return check(*facts, head=head)["deals"][-1]


def kinds(*facts: str, head: str = HEAD) -> list[tuple[str, str, str]]:
    """Kind, seat and law of the fouls in the last deal."""
    return [
        (foul["kind"], foul["seat"], foul["law"].removeprefix("double-detente."))
        for foul in deal(*facts, head=head)["fouls"]
    ]


def scores(*facts: str, head: str = HEAD) -> list[int]:
    """The score of the last deal, seat by seat."""
    return list(deal(*facts, head=head)["scores"].values())


def part(number: int, bids: tuple[int, ...], tricks: tuple[int, ...], more: str = "", dealer: int = -1) -> list[str]:
    """A part with its result only; two bids make it one of Triple-détente."""
    seats = SEATS[: len(bids)]
    at = dealer % len(seats)
    order = [(seat + at + 1) % len(seats) for seat in range(len(seats))]
    said = [f"bid {seats[seat]} {bids[seat]}" for seat in order]
    return [f"deal {seats[at]} part={number}", *said, f"result tricks={','.join(map(str, tricks))} {more}"]


def refused(*facts: str, head: str = HEAD) -> str:
    """The reason why the last of these facts is refused."""
    table(*facts[:-1], head=head)
    with pytest.raises(Slip) as slip:
        table(*facts, head=head)
    return str(slip.value)


def denials(card: str, *before: str) -> tuple[Denial, ...]:
    """The denials of a card played after these."""
    plays = tuple(Play(seat, (code,), 1) for seat, code in enumerate(before))
    here = Deal(1, 1, 2, (0, 1, 2), 13, trick=Trick(1, plays))
    return RULES.denies(here, Play(len(before), (card,), 1))
