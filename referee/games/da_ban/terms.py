"""The terms of a round of Da Ban: its levels, master and trumps, the tribute, the kitty."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.da_ban.cards import NO_TRUMP, Order, order
from referee.rules import Deal

Levels = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tribute:
    """The best trumps, `due` in number, that `payer` owes `receiver`; how many were `given` and `returned`, with the
    cards seen of these, `known` and `back`.
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
    """The terms of a round. `levels`: of both teams, that of the first seat first; `reset`: the deal line named them;
    `trump`: a suit, NO_TRUMP, or None while nobody knows; `fixed`: the deal line named it; `shown`: seats and cards
    shown while drawing, in order; `size`: of the kitty, once exchanged the number of cards set aside; `kitty`: its
    cards, once turned; `by_kitty`: it named trumps; `aside`: it is set aside as it is; `discard`: the cards set aside,
    if known; `exchanged`: the kitty was taken; `goes_on`: the deal line named master and levels, so this is no first
    round.
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
    goes_on: bool = False

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
        """Whether drawing a Big King decides trump and master."""
        return self.round == 1 and not self.fixed and not self.goes_on

    @property
    def order(self) -> Order:
        """The order of the cards under this level and these trumps."""
        return order(self.level, self.trump or NO_TRUMP)

    def against(self, seat: int | None) -> bool:
        """Whether a seat plays against the master, as far as both are known."""
        return seat is not None and self.master is not None and (seat - self.master) % 2 == 1


def with_terms(deal: Deal, terms: Terms) -> Deal:
    """The deal under new terms; its order begins with the master once known."""
    if terms.master is None:
        return deal._replace(terms=terms)
    return deal._replace(terms=terms, order=deal.round(terms.master))
