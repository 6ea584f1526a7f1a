"""Facts in words, for the history and for what an undo takes back."""

from __future__ import annotations

from referee.events import (
    Announced,
    Bid,
    Called,
    Corrected,
    Dealt,
    Discarded,
    FoulSeen,
    Given,
    HandOpened,
    Inserted,
    KittyTurned,
    Noted,
    Penalised,
    Played,
    Reseated,
    Resulted,
    Ruled,
    Shown,
    Struck,
    Took,
    TrickPlayed,
    Turned,
    Undone,
    Voided,
)
from referee.grammar import Fact
from referee.i18n import Language
from referee.report import DECIDED
from referee.ruleset import Ruleset
from referee.table import Table
from referee.texts import CardName, T, Text

FOULS = {
    "must-follow": T("Not following"),
    "must-trump": T("Not trumping"),
    "must-overtrump": T("Not going over"),
    "special-too-early": T("Fool or Pope too early"),
    "out-of-turn": T("Out of turn"),
    "not-in-hand": T("A card that cannot be there"),
    "already-played": T("A card played twice"),
    "illegal-bid": T("A bid that is not allowed"),
    "illegal-lead": T("A lead that is not allowed"),
    "illegal-discard": T("A discard that is not allowed"),
    "illegal-give": T("A gift that is not allowed"),
    "late-announcement": T("Announced too late"),
    "false-announcement": T("A false announcement"),
    "wrong-count": T("A wrong number of cards"),
    "inconsistent": T("The cards do not fit"),
}


def foul_name(rules: Ruleset, kind: str) -> Text:
    """What a kind of foul is called, a game's own kinds included."""
    return FOULS.get(kind) or rules.breach_names.get(kind) or T("{kind}", kind=kind)


def told(table: Table, fact: Fact, language: Language) -> str:
    """A fact as a short sentence."""
    return language.say(_text(table, fact))


def cards_of(fact: Fact) -> list[str]:
    """The cards of a fact that are worth drawing."""
    match fact:
        case Played(_, cards):
            return list(cards)
        case TrickPlayed(_, plays):
            return [card for play in plays for card in play]
        case Turned(card) | Called(_, card):
            return [card]
        case KittyTurned(cards) | HandOpened(_, cards) | Shown(_, cards) | Took(_, cards) | Announced(_, _, cards):
            return list(cards)
        case Discarded(_, cards, _, shown):
            return list(cards or shown)
        case Given(_, _, cards):
            return list(cards)
    return []


def _names(cards: tuple[str, ...]) -> tuple[CardName, ...]:
    return tuple(map(CardName, cards))


def _text(table: Table, fact: Fact) -> Text:
    match fact:
        case Dealt(dealer):
            return T("{name} deals", name=dealer)
        case Bid(seat, said):
            return T("{name}: {said}", name=seat, said=table.rules.said(said))
        case Played(seat, cards):
            return T("{name} plays {cards}", name=seat, cards=_names(cards))
        case TrickPlayed(leader, plays):
            return T("{name} leads: {cards}", name=leader, cards=_names(tuple(card for play in plays for card in play)))
        case Took(seat, cards) if cards:
            return T("{name} takes the trick ({cards})", name=seat, cards=_names(cards))
        case Took(seat):
            return T("{name} takes the trick", name=seat)
        case Announced(seat, said):
            return T("{name} announces {said}", name=seat, said=table.rules.said(said))
        case Resulted(keys):
            return T("the result: {keys}", keys=tuple(f"{key} {value}" for key, value in keys))
    return _moved(table, fact)


def _moved(table: Table, fact: Fact) -> Text:
    match fact:
        case HandOpened(seat):
            return T("{name} lays the hand open", name=seat)
        case Called(seat, card):
            return T("{name} calls {card}", name=seat, card=CardName(card))
        case Turned(card):
            return T("{card} is turned", card=CardName(card))
        case Shown(seat, cards):
            return T("{name} shows {cards}", name=seat, cards=_names(cards))
        case KittyTurned(cards):
            return T("the kitty: {cards}", cards=_names(cards))
        case Discarded(seat, cards, count):
            return T("{name} sets {count} cards aside", name=seat, count=len(cards) or count or 0)
        case Given(giver, receiver, cards, count):
            return T("{name} gives {other} {count} cards", name=giver, other=receiver, count=len(cards) or count or 0)
    return _decided(table, fact)


def _decided(table: Table, fact: Fact) -> Text:
    match fact:
        case FoulSeen(seat, kind):
            return T("a foul seen: {name}, {kind}", name=seat, kind=foul_name(table.rules, kind))
        case Ruled(at, decision):
            return T(
                "ruling on entry {line}: {decision}", line=at, decision=DECIDED.get(decision, T("{d}", d=decision))
            )
        case Penalised(seat, points, reason):
            return T("{name} loses {points} points: {reason}", name=seat, points=abs(points), reason=reason)
        case Voided(reason):
            return T("the deal is given up: {reason}", reason=reason)
        case Noted(text):
            return T("note: {text}", text=text)
        case Undone():
            return T("taken back")
        case Corrected(at):
            return T("entry {line} corrected", line=at)
        case Struck(at):
            return T("entry {line} struck out", line=at)
        case Reseated(names):
            return T("the seats put right: {names}", names=names)
        case Inserted(at):
            return T("a fact put in before entry {line}", line=at)
    return T("{word}", word=fact.line())
