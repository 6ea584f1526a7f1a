"""What won cards tell of a result once they are counted, so that nobody adds them up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.rules.deal import Deal
from referee.words.text import T, Text


class Fill(NamedTuple):
    """A field of a result that a pile fills: the `worth` of its cards, added up and divided by `per`.

    A card without a worth counts nothing. `row`: the row of a tally; `says`: what the field says instead of the sum,
    unless that is nought. Where several piles fill one field, it is their sum.
    """

    field: str
    worth: Mapping[str, int]
    per: int = 1
    row: str = ""
    says: str = ""


class Ask(NamedTuple):
    """What only people can say of a `card` in a pile: a field's `words`, as many of which are offered as it is there
    times.
    """

    card: str
    field: str
    words: tuple[str, ...]


class Pile(NamedTuple):
    """Cards that are laid out to be counted: whose they are, and what they tell. `beside`: it is no part of the whole,
    and is counted only where it matters; `notable`: cards that are named where they lie in it, as people must say more;
    `asks`: what that may be, each said by a tap.
    """

    whose: Text
    fills: tuple[Fill, ...] = ()
    beside: bool = False
    notable: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()


class Won(NamedTuple):
    """The piles of a deal, and the number of cards that all of them, but for those beside, hold together."""

    piles: tuple[Pile, ...]
    cards: int


def tricks_won(deal: Deal, kinds: Sequence[str], seats: Sequence[str], more: Mapping[str, str] | None = None) -> Won:
    """A pile for each seat, whose cards tell its tricks. `more`: the field that names who has a card, by card."""
    every = dict.fromkeys(kinds, 1)
    piles = (
        Pile(
            T("The tricks of {name}", name=name),
            (
                Fill("tricks", every, len(seats), row=name),
                *(Fill(field, {card: 1}, says=name) for card, field in (more or {}).items()),
            ),
        )
        for name in seats
    )
    return Won(tuple(piles), deal.size * len(seats))
