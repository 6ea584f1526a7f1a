"""The facts of a tournament's money. Who took it, and when, stands beside each in the log."""

from __future__ import annotations

from referee.tournament.form import Fact, fact
from referee.tournament.money.values import Category, Prizes
from referee.words.value import dataclass


@dataclass(frozen=True, slots=True)
class MoneyFact(Fact):
    """Something that happened to money: what a cashier may write down and take back."""


@fact("fees")
class FeesAgreed(MoneyFact):
    """What players pay to come in: everybody, and by category; amounts in cents of a currency (ISO 4217)."""

    fee: int
    categories: tuple[Category, ...] = ()
    currency: str = "EUR"


@fact("grouped")
class Grouped(MoneyFact):
    """The categories a player is in, all of them."""

    player: int
    categories: tuple[str, ...]


@fact("paid")
class Received(MoneyFact):
    """Money was taken from a player; below 0 given back."""

    player: int
    cents: int
    text: str = ""


@fact("waived")
class Waived(MoneyFact):
    """A player need not pay so much, and why."""

    player: int
    cents: int
    reason: str


@fact("moved")
class BoxMoved(MoneyFact):
    """Other money came into the cash box, below 0 out of it: change to begin with, the rent of the hall."""

    cents: int
    reason: str


@fact("counted")
class BoxCounted(MoneyFact):
    """Somebody counted what is in the cash box."""

    cents: int
    text: str = ""


@fact("prizes")
class PrizesAgreed(MoneyFact):
    """The table of prizes."""

    prizes: Prizes


@fact("handed-out")
class HandedOut(MoneyFact):
    """A player got the prize of a place: money, or a `thing`. `category` is empty for the places of all."""

    player: int
    place: int
    category: str = ""
    cents: int = 0
    thing: str = ""
