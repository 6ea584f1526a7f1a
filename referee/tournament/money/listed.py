"""The categories and payments that a list of players names, or an earlier tournament had, as facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.tournament.money.facts import FeesAgreed, Grouped, MoneyFact, PrizesAgreed, Received
from referee.tournament.money.values import Category, Money, cents
from referee.words.text import Slip, T, clip

MOST_NEW = 30
"""How many categories a list may bring. A column with more holds something else."""
BETWEEN = re.compile(r"[,;+]| / ")
"""What stands between the categories of one cell."""
YES = (
    "yes", "oui", "ja", "x", "✓", "✔", "ok", "true", "vrai", "wahr", "paid", "payé", "payée", "réglé", "réglée",
    "bezahlt", "gezahlt",
)  # fmt: skip
MEANS = (
    "bar", "cash", "espèces", "karte", "card", "carte", "cb", "chèque", "cheque", "check", "virement", "überweisung",
    "transfer", "paypal",
)  # fmt: skip
NO = (
    "", "no", "non", "nein", "-", "–", "0", "false", "faux", "falsch", "due", "dû", "offen", "unpaid", "impayé",
    "impayée",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Payment:
    """What a list says was paid: so many cents, None for all that is owed; `text`: by which means, if it says so."""

    cents: int | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Dues:
    """A listed player: the number, the categories, what was paid."""

    player: int
    categories: tuple[str, ...] = ()
    payment: Payment | None = None


def payment_in(cell: str) -> Payment | None:
    """What a cell says was paid; None for nothing. Raises Slip where it says neither yes nor no, nor an amount."""
    word = cell.casefold().removesuffix("eur").strip()
    if word in NO:
        return None
    if word in YES:
        return Payment(None)
    if word in MEANS:
        return Payment(None, cell)
    try:
        return Payment(cents(word)) if cents(word) else None
    except Slip:
        text = T("“{found}” does not say what is paid: expected yes, no or an amount", found=clip(cell))
        raise Slip(text, part="paid") from None


def categories_in(cell: str) -> tuple[str, ...]:
    """The categories that a cell names."""
    return tuple(dict.fromkeys(part.strip() for part in BETWEEN.split(cell) if part.strip()))


def new_categories(money: Money, listed: Iterable[Dues]) -> tuple[str, ...]:
    """The categories of a list that the tournament does not know. Raises Slip for too many."""
    known = {one.name.casefold() for one in money.categories}
    new = {name.casefold(): name for dues in listed for name in dues.categories if name.casefold() not in known}
    if len(new) > MOST_NEW:
        text = T("the list names {found} categories: is there another column that holds them?", found=len(new))
        raise Slip(text, part="category")
    return tuple(new.values())


def facts_of_list(money: Money, listed: Sequence[Dues]) -> list[MoneyFact]:
    """The facts that a list adds to the money of a tournament, whose players are signed up already."""
    made: list[MoneyFact] = []
    new = new_categories(money, listed)
    money = replace(money, categories=(*money.categories, *map(Category, new)))
    if new:
        made.append(FeesAgreed(money.fee, money.categories, money.currency))
    names = {one.name.casefold(): one.name for one in money.categories}
    groups = {
        dues.player: tuple(dict.fromkeys(names[one.casefold()] for one in dues.categories))
        for dues in listed
        if dues.categories
    }
    made += [Grouped(player, categories) for player, categories in groups.items()]
    money = replace(money, groups={**money.groups, **groups})
    return [*made, *_received(money, listed)]


def _received(money: Money, listed: Sequence[Dues]) -> Iterable[Received]:
    for dues in listed:
        if dues.payment is not None:
            asked = dues.payment.cents
            paid = money.debt_of(dues.player).open if asked is None else asked
            if paid > 0:
                yield Received(dues.player, paid, dues.payment.text)


def fees_of(money: Money, players: Sequence[int]) -> list[MoneyFact]:
    """The fees and categories of a tournament for another, in which these players have the same numbers."""
    agreed = [FeesAgreed(money.fee, money.categories, money.currency)] if money.fee or money.categories else []
    return [*agreed, *(Grouped(player, money.groups[player]) for player in players if money.groups.get(player))]


def facts_of_earlier(money: Money, players: Sequence[int]) -> list[MoneyFact]:
    """The fees, prizes and categories of an earlier tournament, for the next; its `players` have numbers from 1 on."""
    renumbered = {number: money.groups.get(before, ()) for number, before in enumerate(players, 1)}
    prizes = [PrizesAgreed(money.prizes)] if money.prizes.table else []
    return [*fees_of(replace(money, groups=renumbered), list(renumbered)), *prizes]


def joined(money: Money, venue: Money, renumbered: Mapping[int, int]) -> Money:
    """The categories of a tournament with those of one of its venues; its players have numbers of their own here."""
    known = {one.name.casefold() for one in money.categories}
    new = (replace(one, fee=None) for one in venue.categories if one.name.casefold() not in known)
    categories = (*money.categories, *new)
    names = {one.name.casefold(): one.name for one in categories}
    groups = {
        renumbered[player]: tuple(names[name.casefold()] for name in group)
        for player, group in venue.groups.items()
        if player in renumbered
    }
    return replace(money, categories=categories, groups={**money.groups, **groups})
