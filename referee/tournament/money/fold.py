"""How a fact changes a tournament's money. Raises Slip for what cannot have happened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from referee.tournament.money import facts
from referee.tournament.money.values import MOST_CENTS, Act, Category, Count, Handed, Money, Paid, Prize
from referee.tournament.settings import check_reason
from referee.words.text import Slip, T

CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)


def after(money: Money, seq: int, fact: facts.MoneyFact, at: float, by: str) -> Money:
    """The money after one more fact. The caller knows that its player exists."""
    match fact:
        case facts.FeesAgreed():
            return _fees(money, fact)
        case facts.Grouped(player, names):
            _check_known(money.categories, names)
            return replace(money, groups={**money.groups, player: tuple(dict.fromkeys(names))})
        case facts.Received():
            return _receive(money, fact, Paid(seq, fact.cents, by, at, fact.text, fact.player))
        case facts.Waived():
            return _waive(money, fact, Paid(seq, fact.cents, by, at, fact.reason, fact.player))
        case facts.BoxMoved(cents, reason):
            check_reason(reason)
            _some(cents)
            return replace(money, moved=(*money.moved, Act(seq, cents, by, at, reason)))
        case facts.BoxCounted(cents, text):
            return replace(money, counts=(*money.counts, Count(seq, _amount(cents), by, at, text, money.box)))
        case facts.PrizesAgreed():
            return _agree(money, fact)
        case facts.HandedOut(player, place, category, cents, thing):
            return _hand_out(money, Handed(seq, _amount(cents), by, at, thing, player, category, place))
    raise TypeError(fact)


def _amount(cents: int) -> int:
    if not 0 <= cents <= MOST_CENTS:
        raise Slip(T("an amount of money lies between 0 and {most}", most=MOST_CENTS // 100), part="amount")
    return cents


def _some(cents: int) -> None:
    if not _amount(abs(cents)):
        raise Slip(T("say how much it was"), part="amount")


def _fees(money: Money, fact: facts.FeesAgreed) -> Money:
    if not CURRENCY.fullmatch(fact.currency):
        raise Slip(T("“{found}” is no currency: expected such as EUR", found=fact.currency), part="currency")
    _amount(fact.fee)
    names = [one.name.casefold() for one in fact.categories]
    for one in fact.categories:
        if not one.name.strip():
            raise Slip(T("a category needs a name"), part="category")
        if names.count(one.name.casefold()) > 1:
            raise Slip(T("there are two categories “{found}”", found=one.name), part="category")
        _amount(one.fee or 0)
    _check_known(fact.categories, (name for group in money.groups.values() for name in group))
    _check_known(fact.categories, (prize.category for prize in money.prizes.table if prize.category))
    return replace(money, fee=fact.fee, categories=fact.categories, currency=fact.currency)


def _check_known(categories: tuple[Category, ...], names: Iterable[str]) -> None:
    there = {one.name for one in categories}
    for name in names:
        if name not in there:
            raise Slip(T("the category “{found}” is in use, or not known", found=name), part="category")


def _receive(money: Money, fact: facts.Received, act: Paid) -> Money:
    _some(fact.cents)
    if money.debt_of(fact.player).paid + fact.cents < 0:
        raise Slip(T("no more can be given back than was paid"), part="amount")
    return _check_cover(replace(money, paid=(*money.paid, act)))


def _waive(money: Money, fact: facts.Waived, act: Paid) -> Money:
    check_reason(fact.reason)
    if not 0 < fact.cents <= max(money.debt_of(fact.player).open, 0):
        raise Slip(T("no more can be waived than is still to be paid"), part="amount")
    return replace(money, waived=(*money.waived, act))


def _agree(money: Money, fact: facts.PrizesAgreed) -> Money:
    _check_known(money.categories, (prize.category for prize in fact.prizes.table if prize.category))
    for prize in fact.prizes.table:
        _prize(prize)
    if sum(prize.share for prize in fact.prizes.table) > 100 and not fact.prizes.guaranteed:
        raise Slip(T("more than 100 percent of the fees are given away"), part="prize")
    return _check_cover(replace(money, prizes=fact.prizes))


def _prize(prize: Prize) -> None:
    if not 1 <= prize.place <= 999:
        raise Slip(T("{found} is no place", found=prize.place), part="prize")
    _amount(prize.cents)
    if not 0 <= prize.share <= 100:
        raise Slip(T("a share lies between 0 and 100 percent"), part="prize")
    if not (prize.cents or prize.share or prize.thing.strip()):
        raise Slip(T("the prize of place {place} is nothing", place=prize.place), part="prize")


def _hand_out(money: Money, act: Handed) -> Money:
    if not (act.cents or act.text):
        raise Slip(T("say how much it was"), part="amount")
    same = (act.player, act.category, act.place, act.text)
    if any((one.player, one.category, one.place, one.text) == same for one in money.handed):
        raise Slip(T("this prize is handed out already"), part="prize")
    return _check_cover(replace(money, handed=(*money.handed, act)))


def _check_cover(money: Money) -> Money:
    """Refuse to pay out more than was taken in, unless the director said that the club pays it."""
    if money.given > money.taken and not money.prizes.guaranteed:
        raise Slip(T("more would be paid out than was taken in, and the club was not said to add it"), part="prize")
    return money
