"""What several pages draw of a table: cards, tricks, points with names, states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.cache import cached
from referee.rules import Group, Prompt, Ruleset
from referee.rules.caching import of_deal
from referee.rules.deal import STATES as ON_PAPER
from referee.rules.deal import Deal, DealState, Trick
from referee.rules.prompt import tally_of
from referee.table.table import Table
from referee.words.languages import Language
from referee.words.short import short_names
from referee.words.suits import SUIT_NAME
from referee.words.text import T, Text

STATES: dict[DealState, Text] = {**ON_PAPER, "open": T("being played")}
MOST_IN_A_ROW = 4
"""Up to so many cards make one row of large keys, whatever their suits."""
LONG_WORDS = {7: "long", 9: "longer", 11: "longest"}
"""What a name with a word of more letters is: so many fit on a phone on a seat of four, of five, and beside a field."""
CARDS_KEPT, ROWS_KEPT = 4000, 1000


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as pages draw it, with its other side where cards have two. `card` makes each once, so that they compare
    by identity.
    """

    code: str
    rank: str
    suit: str
    label: str
    other: Card | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """Points with the name they belong to."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class SeatName:
    """Somebody whom a link or a button stands for, by name and seat."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class LawShown:
    """A law by its number and its sentence."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayShown:
    """What a seat laid to a trick; `mark`: the reader is to look at it."""

    seat: int
    line: int
    cards: tuple[Card, ...]
    mark: bool = False


@dataclass(frozen=True, slots=True)
class TrickShown:
    """A trick as a row of cards, `of` so many tricks."""

    number: int
    of: int
    winner: int | None
    plays: tuple[PlayShown, ...]


@dataclass(frozen=True, slots=True)
class Trumps:
    """The trumps of a deal, by suit (empty if there are none) and name."""

    suit: str
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a card pad: for each card the `copies` to choose, and whether it is there `again`; the cards gone."""

    label: str
    suit: str
    cards: tuple[Card, ...]
    copies: tuple[int, ...]
    again: tuple[bool, ...]
    gone: frozenset[str]


@lru_cache(CARDS_KEPT)
def card(code: str, language: Language, other: str | None = None) -> Card:
    """A card by its code, with its other side."""
    return Card(**language.face(code), other=card(other, language) if other else None)


def breadth(name: str) -> str:
    """Words for a name with a word that narrow places would break: `long`, and `longer`, and `longest` as well."""
    most = max(map(len, re.split(r"[\s-]+", name)))
    return " ".join(word for letters, word in LONG_WORDS.items() if most > letters)


NAMES = {"breadth": breadth, "short_names": short_names}
"""The filters for names in templates."""


def seat_names(names: Sequence[str], seats: Iterable[int]) -> tuple[SeatName, ...]:
    """The players of these seats."""
    return tuple(SeatName(seat, names[seat]) for seat in seats)


def named_points(table: Table, points: Sequence[int]) -> tuple[Points, ...]:
    """Points with the names they belong to."""
    return tuple(Points(name, point) for name, point in zip(table.seats, points, strict=True))


def warnings(times: int) -> Text:
    """How often a seat was warned."""
    return T("a warning") if times == 1 else T("{count} warnings", count=times)


def trick_view(trick: Trick, deal: Deal, language: Language, marks: Sequence[bool] = ()) -> TrickShown:
    """A trick as a row of cards; `marks`: for each play, whether the reader is to look at it."""
    plays = tuple(
        PlayShown(play.seat, play.line, tuple(card(code, language) for code in play.cards), bool(marks) and marks[at])
        for at, play in enumerate(trick.plays)
    )
    return TrickShown(trick.number, deal.size, trick.winner, plays)


def both_sides(code: str, rules: Ruleset, language: Language) -> Card:
    """A card with its other side, where cards have two."""
    return card(code, language, rules.other_side(code))


def with_both_sides(shown: TrickShown, rules: Ruleset, language: Language) -> TrickShown:
    """A trick whose cards show their other side as well."""
    plays = tuple(
        replace(play, cards=tuple(both_sides(each.code, rules, language) for each in play.cards))
        for play in shown.plays
    )
    return replace(shown, plays=plays)


def tricks_taken(rules: Ruleset, deal: Deal | None) -> Sequence[int]:
    """The tricks each seat has taken: as counted at the table, if only the result was recorded."""
    counted = tally_of(rules.result(deal), "tricks") if deal and deal.counted is not None else []
    return counted or [deal.tricks_won(seat) if deal else 0 for seat in range(len(rules.seats))]


def still(deal: Deal) -> list[int]:
    """The seats that have still to play to the trick, in order: so a card changes only one place on the page."""
    played = [play.seat for play in deal.trick.plays]
    return [seat for seat in deal.round(deal.leader) if seat not in played]


def trump_view(rules: Ruleset, deal: Deal, language: Language) -> Trumps | None:
    """The trumps of a deal by suit and name; None if there is nothing to tell about trumps."""
    suit = rules.trump(deal)
    if suit is None:
        return None
    return Trumps(suit, language.say(SUIT_NAME[suit] if suit else T("no trump")))


def law_view(rules: Ruleset, law_id: str, language: Language) -> LawShown:
    """A law with its sentence; that is empty for a number that no law has."""
    law = rules.law(law_id)
    return LawShown(law_id, language.say(law.text) if law else "")


def pad_rows(
    prompt: Prompt, rules: Ruleset, pad: tuple[Group, ...], language: Language, gone: frozenset[str]
) -> tuple[Row, ...]:
    """The rows of a card pad, with the cards that a prompt allows."""
    most = (prompt.kind != "play" and prompt.count) or len(rules.deck)  # after this play several may be led
    return tuple(
        _row(rules, group, most, language, gone.intersection(group.cards)) for group in card_groups(prompt, pad)
    )


def card_groups(prompt: Prompt, pad: tuple[Group, ...]) -> list[Group]:
    """The rows of a card pad: the cards that a prompt allows, suit by suit."""
    if not prompt.cards:
        return list(pad)
    if prompt.kind == "call" or len(prompt.cards) <= MOST_IN_A_ROW:  # a call names kings first; they make one row
        return [Group("", prompt.text, prompt.cards)]
    wanted = set(prompt.cards)
    groups = [Group(g.suit, g.label, tuple(c for c in g.cards if c in wanted)) for g in pad]
    return [group for group in groups if group.cards]


@cached(ROWS_KEPT)
def _row(rules: Ruleset, group: Group, most: int, language: Language, gone: frozenset[str]) -> Row:
    cards = tuple(both_sides(code, rules, language) for code in group.cards)
    copies = tuple(rules.deck.mask(code).bit_count() for code in group.cards)
    most_copies, again = tuple(min(most, one) for one in copies), tuple(one > 1 for one in copies)
    return Row(language.say(group.label), group.suit, cards, most_copies, again, gone)


@of_deal
def known_cards(deal: Deal) -> Counter[str]:
    """The cards known to lie in the tricks of a deal."""
    known = Counter(card for _, plays, _, _ in deal.all_tricks for _, cards, _ in plays for card in cards)
    for trick in deal.tricks:
        known.update(trick.known)
    return known
