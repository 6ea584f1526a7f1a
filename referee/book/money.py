"""What the points of an evening are worth in cents, and who pays whom with the fewest payments. It moves no money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from referee.book.figures import aims
from referee.book.sittings import Evening

Way = Literal["mean", "each"]
MOST_EXACT = 12
"""The most people for whom the fewest payments are looked for; beyond, who owes most pays who gets most."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What points are worth: tenths of a cent a point; cents at most lost in an evening (0: no limit); cents into the
    kitty for a game that its player lost.

    `way`: against the evening’s mean, which for points that come to nought are the points themselves, or each against
    each, who pays everybody ahead the difference.
    """

    tenths: int = 0
    most: int = 0
    lost: int = 0
    way: Way = "mean"

    def __bool__(self) -> bool:
        return bool(self.tenths or self.lost)


NOTHING = Worth()


@dataclass(frozen=True, slots=True)
class Payment:
    """Cents from one person to another."""

    payer: str
    receiver: str
    cents: int


@dataclass(frozen=True, slots=True)
class Account:
    """What each person gets (or owes, below zero) of the others in cents, which comes to nought; and owes the kitty."""

    cents: Mapping[str, int]
    kitty: Mapping[str, int]


def account(evenings: Iterable[Evening], worth: Worth) -> Account:
    """What some evenings come to. Each is limited and rounded for itself, so that a year is the sum of its evenings."""
    cents: dict[str, int] = {}
    kitty: dict[str, int] = {}
    for evening in evenings:
        for name, one in _balances(evening.worth, worth).items():
            cents[name] = cents.get(name, 0) + one
        for of_aim in aims([evening]).values():
            for name, (tried, reached) in of_aim.items():
                kitty[name] = kitty.get(name, 0) + worth.lost * (tried - reached)
    return Account(cents, {name: owed for name, owed in kitty.items() if owed})


def _balances(won: Mapping[str, int], worth: Worth) -> dict[str, int]:
    """The cents of an evening by name; they come to nought."""
    factor = Fraction(worth.tenths, 10) * (len(won) if worth.way == "each" else 1)
    mean = Fraction(sum(won.values()), len(won))
    exact = {name: (points - mean) * factor for name, points in won.items()}
    if worth.most:
        lost = {name: max(one, Fraction(-worth.most)) for name, one in exact.items() if one < 0}
        gained = {name: one for name, one in exact.items() if one > 0}
        whole = sum(gained.values())
        exact = dict.fromkeys(won, Fraction(0)) | lost
        exact |= {name: one * -sum(lost.values()) / whole for name, one in gained.items()}
    return _rounded(exact)


def _rounded(exact: Mapping[str, Fraction]) -> dict[str, int]:
    """Whole cents that still come to nought: the largest parts of a cent are rounded up."""
    whole = {name: one.numerator // one.denominator for name, one in exact.items()}
    left = -sum(whole.values())
    for name in sorted(exact, key=lambda name: whole[name] - exact[name])[:left]:
        whole[name] += 1
    return whole


def settle(cents: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anything. `cents` come to nought."""
    open_ = sorted((name, owed) for name, owed in cents.items() if owed)
    parts = _nought([owed for _, owed in open_]) if len(open_) <= MOST_EXACT else [range(len(open_))]
    return tuple(payment for part in parts for payment in _paid([open_[at] for at in part]))


def _nought(owed: Sequence[int]) -> list[list[int]]:
    """The most parts that each come to nought: of k people in one part, k − 1 pay."""
    sums = [0] * (1 << len(owed))
    for at, one in enumerate(owed):
        for part in range(1 << at):
            sums[part | 1 << at] = sums[part] + one

    @cache
    def best(part: int) -> tuple[int, int]:
        """How many parts these people fall into at most, and whom to take away first."""
        whole = 1 if part and sums[part] == 0 else 0
        return max(
            ((best(part & ~(1 << at))[0] + whole, -at) for at in range(len(owed)) if part >> at & 1), default=(0, 0)
        )

    parts, part = list[list[int]](), (1 << len(owed)) - 1
    while part:
        if sums[part] == 0:
            parts.append([])
        at = -best(part)[1]
        parts[-1].append(at)
        part &= ~(1 << at)
    return parts


def _paid(open_: Sequence[tuple[str, int]]) -> list[Payment]:
    """Payments of these people: who owes most pays who gets most, until all is paid."""
    left, payments = dict(open_), list[Payment]()
    while any(left.values()):
        payer, receiver = min(left, key=lambda name: left[name]), max(left, key=lambda name: left[name])
        cents = min(-left[payer], left[receiver])
        payments.append(Payment(payer, receiver, cents))
        left[payer] += cents
        left[receiver] -= cents
    return payments
