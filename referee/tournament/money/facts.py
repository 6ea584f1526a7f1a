"""The facts of a tournament's money. The log keeps who took it, and when."""

from __future__ import annotations

from dataclasses import dataclass

from referee.tournament.encoding import Fact, fact
from referee.tournament.money.values import Category, Prizes


@dataclass(frozen=True, slots=True)
class MoneyFact(Fact):
    """A fact about money, which a cashier may write down and take back."""


@fact("fees")
class FeesAgreed(MoneyFact):
    """The entry fees were agreed: for everybody and by category, in cents of a currency (ISO 4217)."""

    fee: int
    categories: tuple[Category, ...] = ()
    currency: str = "EUR"


@fact("grouped")
class Grouped(MoneyFact):
    """A player's categories were set, all at once."""

    player: int
    categories: tuple[str, ...]


@fact("paid")
class Received(MoneyFact):
    """Money was taken from a player; below 0 it was given back."""

    player: int
    cents: int
    text: str = ""


@fact("waived")
class Waived(MoneyFact):
    """A player need not pay this much, for a reason."""

    player: int
    cents: int
    reason: str


@fact("moved")
class BoxMoved(MoneyFact):
    """Other money came into the cash box, or left it (below 0): change to begin with, the rent of the hall."""

    cents: int
    reason: str


@fact("counted")
class BoxCounted(MoneyFact):
    """Somebody counted the cash box."""

    cents: int
    text: str = ""


@fact("prizes")
class PrizesAgreed(MoneyFact):
    """The table of prizes was agreed."""

    prizes: Prizes


@fact("handed-out")
class HandedOut(MoneyFact):
    """A player got the prize of a place: money, or a `thing`. An empty `category` is the overall places."""

    player: int
    place: int
    category: str = ""
    cents: int = 0
    thing: str = ""
