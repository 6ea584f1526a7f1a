"""What several pages draw of a table: tricks, points with names, states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, TypedDict, cast

from referee.rules import Group, Prompt, Ruleset
from referee.rules.deal import STATES as ON_PAPER
from referee.rules.deal import Deal, DealState, Trick
from referee.rules.kept import of_deal
from referee.table.table import Table
from referee.words.languages import Face, Language
from referee.words.suits import SUIT_NAME
from referee.words.text import T, Text

STATES: dict[DealState, Text] = {**ON_PAPER, "open": T("being played")}
MOST_IN_A_ROW = 4
"""Up to so many cards make one row of large keys, whatever their suits."""
LONGEST_WORD = 7
"""The longest word of a name that fits on a seat on a phone, in letters."""


class Points(TypedDict):
    """Points with the name they belong to."""

    name: str
    points: int


class PlayShown(TypedDict):
    """What a seat laid to a trick; `mark`: the reader is to look at it."""

    seat: int
    line: int
    cards: list[Mapping[str, Any]]
    card: Mapping[str, Any]
    mark: bool


class TrickShown(TypedDict):
    """A trick as a row of cards, `of` so many tricks."""

    number: int
    of: int
    winner: int | None
    plays: list[PlayShown]


def breadth(name: str) -> str:
    """`long` for a name with a word that narrow places would break; else empty."""
    return "long" if any(len(word) > LONGEST_WORD for word in re.split(r"[\s-]+", name)) else ""


def named_points(table: Table, points: Sequence[int]) -> list[Points]:
    """Points with the names they belong to."""
    return [{"name": name, "points": point} for name, point in zip(table.seats, points, strict=True)]


def warnings(times: int) -> Text:
    """How often a seat was warned."""
    return T("a warning") if times == 1 else T("{count} warnings", count=times)


def trick_view(trick: Trick, deal: Deal, language: Language, marks: Sequence[bool] = ()) -> TrickShown:
    """A trick as a row of cards; `marks`: for each play, whether the reader is to look at it."""
    return {
        "number": trick.number,
        "of": deal.size,
        "winner": trick.winner,
        "plays": [
            {
                "seat": play.seat,
                "line": play.line,
                "cards": [language.face(card) for card in play.cards],
                "card": language.face(play.card),
                "mark": bool(marks) and marks[at],
            }
            for at, play in enumerate(trick.plays)
        ],
    }


def both_sides(face: Face, rules: Ruleset, language: Language) -> Mapping[str, Any]:
    """A card with its other side, where cards have two."""
    other = rules.other_side(face["code"])
    return {**face, "other": language.face(other)} if other else face


def with_both_sides(shown: TrickShown, rules: Ruleset, language: Language) -> TrickShown:
    """A trick whose cards show their other side as well."""
    plays = [
        {**play, "cards": [both_sides(face, rules, language) for face in play["cards"]]} for play in shown["plays"]
    ]
    return {**shown, "plays": cast(list[PlayShown], plays)}


def tricks_taken(rules: Ruleset, deal: Deal | None) -> Sequence[int]:
    """The tricks each seat has taken: as counted at the table, if only the result was recorded."""
    told: Sequence[int] | None = rules.result(deal).get("tricks") if deal and deal.counted is not None else None
    return told or [deal.won(seat) if deal else 0 for seat in range(len(rules.seats))]


def still(deal: Deal) -> list[int]:
    """The seats that have still to play to the trick, in order: so a card changes only one place on the page."""
    played = [play.seat for play in deal.trick.plays]
    return [seat for seat in deal.round(deal.leader) if seat not in played]


def trump_view(rules: Ruleset, deal: Deal, language: Language) -> dict[str, str] | None:
    """The trumps of a deal by suit and name; None if there is nothing to tell about trumps."""
    suit = rules.trump(deal)
    if suit is None:
        return None
    return {"suit": suit, "label": language.say(SUIT_NAME[suit] if suit else T("no trump"))}


def law_text(rules: Ruleset, law_id: str, language: Language) -> str:
    """The sentence of a law; empty for a number that no law has."""
    law = rules.law(law_id)
    return language.say(law.text) if law else ""


def pad_rows(prompt: Prompt, rules: Ruleset, language: Language) -> list[dict[str, Any]]:
    """The rows of a card pad, with the faces of the cards that a prompt allows."""
    places = count()
    return [_row(group, prompt, rules, language, places) for group in card_groups(prompt, rules)]


def card_groups(prompt: Prompt, rules: Ruleset) -> list[Group]:
    """The rows of a card pad: the cards that a prompt allows, suit by suit."""
    if not prompt.cards:
        return list(rules.pad)
    if prompt.kind == "call" or len(prompt.cards) <= MOST_IN_A_ROW:  # a call names kings first; they make one row
        return [Group("", prompt.text, prompt.cards)]
    wanted = set(prompt.cards)
    kept = [Group(g.suit, g.label, tuple(c for c in g.cards if c in wanted)) for g in rules.pad]
    return [group for group in kept if group.cards]


def _row(group: Group, prompt: Prompt, rules: Ruleset, language: Language, places: Iterator[int]) -> dict[str, Any]:
    most = prompt.count or len(rules.deck)
    cards = []
    for card in group.cards:
        copies = rules.deck.mask(card).bit_count()
        face = both_sides(language.face(card), rules, language)
        cards.append({**face, "at": next(places), "copies": min(most, copies), "again": copies > 1})
    return {"label": language.say(group.label), "suit": group.suit, "cards": cards}


@of_deal
def known_cards(deal: Deal) -> Counter[str]:
    """The cards known to lie in the tricks of a deal."""
    found = Counter(card for _, plays, _, _ in deal.all_tricks for _, cards, _ in plays for card in cards)
    for trick in deal.tricks:
        found.update(trick.known)
    return found
