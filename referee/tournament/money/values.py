"""What a tournament's facts about money fold to: fees, payments, the cash box and its counts. In whole cents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.words.text import Slip, T

MOST_CENTS = 99_999_999
AMOUNT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?", re.ASCII)


def cents(text: str) -> int:
    """A typed amount (12, 12.50 or 12,5) in cents. Raises Slip for anything else."""
    match = AMOUNT.fullmatch(text.replace("€", "").replace("\N{NO-BREAK SPACE}", " ").strip())
    if match is None:
        raise Slip(T("“{found}” is no amount: expected such as 12 or 12.50", found=text[:20]), part="amount")
    return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))


@dataclass(frozen=True, slots=True)
class Category:
    """A category in the club's own words, with its entry fee; None leaves the usual fee.

    `ranked`: it has standings of its own.
    """

    name: str
    fee: int | None = None
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place wins, overall or in a category: cents, a percentage of the fees taken in, a thing."""

    place: int
    category: str = ""
    cents: int = 0
    share: int = 0
    thing: str = ""

    def money(self, taken: int) -> int:
        """Its worth in cents, with `taken` as the fees taken in; a share is rounded down."""
        return self.cents + taken * self.share // 100


@dataclass(frozen=True, slots=True)
class Prizes:
    """The table of prizes. `several`: a player may win several; `guaranteed`: the club pays what fees do not cover."""

    table: tuple[Prize, ...] = ()
    several: bool = False
    guaranteed: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Something done with money: its entry, amount, author, time (seconds since 1970) and text."""

    entry: int
    cents: int
    by: str
    at: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class Paid(Act):
    """Money taken from a player; below 0 given back."""

    player: int = 0


@dataclass(frozen=True, slots=True)
class Count(Act):
    """A count of the cash box, and the amount computed at that time."""

    computed: int = 0

    @property
    def difference(self) -> int:
        """Above 0 where there is more than there should be."""
        return self.cents - self.computed


@dataclass(frozen=True, slots=True)
class Handed(Act):
    """A prize handed out: `text` is the thing, empty for money."""

    player: int = 0
    category: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Owed:
    """What one player owes and has paid."""

    fee: int
    paid: int
    waived: int

    @property
    def open(self) -> int:
        """What is still to be paid; below 0, what was paid too much."""
        return max(self.fee - self.waived, 0) - self.paid

    @property
    def word(self) -> str:
        """The state as a word: `free`, `due`, `part`, `over`, `waived`, `paid`."""
        if self.open > 0:
            return "part" if self.paid > 0 else "due"
        if self.open < 0:
            return "over"
        return "waived" if self.waived and not self.paid else "paid" if self.paid else "free"


@dataclass(frozen=True, slots=True)
class Money:
    """The money of a tournament after its facts. Players in no category with its own fee pay `fee`."""

    currency: str = "EUR"
    fee: int = 0
    categories: tuple[Category, ...] = ()
    groups: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    paid: tuple[Paid, ...] = ()
    waived: tuple[Paid, ...] = ()
    moved: tuple[Act, ...] = ()
    counts: tuple[Count, ...] = ()
    prizes: Prizes = Prizes()
    handed: tuple[Handed, ...] = ()

    @property
    def agreed(self) -> bool:
        """Whether the tournament deals with money at all."""
        return bool(self.fee or self.categories or self.paid or self.prizes.table)

    @property
    def ranked(self) -> tuple[str, ...]:
        """The categories that have standings of their own, and a player."""
        there = {name for names in self.groups.values() for name in names}
        return tuple(one.name for one in self.categories if one.ranked and one.name in there)

    def fee_of(self, player: int) -> int:
        """A player's entry fee: the lowest of their categories, else the usual one."""
        mine = self.groups.get(player, ())
        return min((one.fee for one in self.categories if one.fee is not None and one.name in mine), default=self.fee)

    def debt_of(self, player: int) -> Owed:
        """What a player owes and has paid."""
        return Owed(self.fee_of(player), total(self.paid, player), total(self.waived, player))

    @property
    def taken(self) -> int:
        """The entry fees taken in, less those given back."""
        return sum(act.cents for act in self.paid)

    @property
    def given(self) -> int:
        """The prize money handed out."""
        return sum(act.cents for act in self.handed)

    @property
    def box(self) -> int:
        """The cash box by the facts."""
        return self.taken + sum(act.cents for act in self.moved) - self.given


def total(acts: Iterable[Paid], player: int) -> int:
    """The sum of these acts for one player."""
    return sum(act.cents for act in acts if act.player == player)
