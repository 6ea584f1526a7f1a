"""What points come to in cents, as a page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.book.money import account, settle
from referee.book.sittings import Evening
from referee.web.book.asked import Asked
from referee.web.kit.request import who
from referee.words.numbers import decimal


@dataclass(frozen=True, slots=True)
class MoneyShown:
    """What everybody gets or owes, who pays whom, and what each owes the kitty, in units of a hundred cents."""

    accounts: tuple[tuple[str, str], ...]
    payments: tuple[tuple[str, str, str], ...]
    kitty: tuple[tuple[str, str], ...]


def money_view(asked: Asked, evenings: Sequence[Evening]) -> MoneyShown | None:
    """What some evenings of one game come to; None where its points are worth nothing."""
    worth = asked.words.worth_of(asked.tables, asked.game) if asked.game is not None else None
    if not worth:
        return None
    found = account(evenings, worth)
    accounts = sorted(found.cents.items(), key=lambda one: -one[1])
    return MoneyShown(
        tuple((name, _amount(cents, "+0.00;-0.00")) for name, cents in accounts),
        tuple((each.payer, each.receiver, _amount(each.cents)) for each in settle(found.cents)),
        tuple((name, _amount(cents)) for name, cents in found.kitty.items()),
    )


def _amount(cents: int, digits: str = "0.00") -> str:
    return decimal(cents / 100, digits, who().language.code)
