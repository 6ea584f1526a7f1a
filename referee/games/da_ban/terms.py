"""What is settled of a round of Da Ban: its levels, master and trumps, the tribute, the kitty."""

from __future__ import annotations

from referee.games.da_ban.cards import NO_TRUMP, Order, order
from referee.rules.deal import Deal
from referee.words.value import dataclass

Levels = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tribute:
    """So many of his best trumps, which `payer` owes `receiver`; what was given and returned, of which `known` and
    `back` are the cards seen.
    """

    due: int
    payer: int
    receiver: int
    given: int = 0
    known: tuple[str, ...] = ()
    returned: int = 0
    back: tuple[str, ...] = ()
    cancelled: bool = False
    settled: bool = False

    @property
    def open(self) -> bool:
        """Whether something is still owed or to be given back."""
        return not self.cancelled and (self.given < self.due or self.returned < self.given)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled of a round. `levels` are those it is played at, the team of the first seat first; `reset`
    whether its deal line named them. `trump` is a suit, NO_TRUMP, or None while nobody knows it; `fixed` if the deal
    line named it. `shown` are the cards shown while drawing, in order; `size` the cards of the kitty, `kitty` those
    turned, `aside` whether it was to be set aside as it is, `discard` what was set aside where that is known.
    """

    round: int
    levels: Levels
    size: int
    master: int | None = None
    reset: bool = False
    trump: str | None = None
    fixed: bool = False
    declarer: int | None = None
    shown: tuple[tuple[int, str], ...] = ()
    tribute: Tribute | None = None
    kitty: tuple[str, ...] | None = None
    by_kitty: bool = False
    aside: bool = False
    discard: tuple[str, ...] | None = None
    exchanged: bool = False

    @property
    def late(self) -> bool:
        """Whether the time for the tribute is over."""
        return self.exchanged or (self.kitty is not None and not self.by_kitty)

    @property
    def level(self) -> int:
        """The level of the round: that of the master's team."""
        return self.levels[(self.master or 0) % 2]

    @property
    def first(self) -> bool:
        """Whether trump and master are still found by drawing a Big King."""
        return self.round == 1 and not self.fixed

    @property
    def order(self) -> Order:
        """The order of the cards under this level and these trumps."""
        return order(self.level, self.trump or NO_TRUMP)

    def against(self, seat: int | None) -> bool:
        """Whether a seat plays against the master, as far as both are known."""
        return seat is not None and self.master is not None and (seat - self.master) % 2 == 1


def with_terms(deal: Deal, terms: Terms) -> Deal:
    """The deal under new terms; the master, once known, leads."""
    if terms.master is None:
        return deal._replace(terms=terms)
    return deal._replace(terms=terms, order=deal.round(terms.master))
