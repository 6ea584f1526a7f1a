"""When the unseen cards fit nowhere any more: whose word was untrue, as far as it can be known.

A set of seats explains the cards if they can be dealt once nothing these seats said is believed. The suspects are
the seats of all smallest explanations; a seat in every one of them is guilty beyond doubt, and is named.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from referee.cards import places
from referee.judge.case import Case, Claim
from referee.judge.hall import witness
from referee.ruleset import Foul, Ruleset
from referee.texts import CardName, T, Text

MOST_NAMED = 6
"""More cards than these without a place say nothing to a reader."""


def accuse(case: Case, rules: Ruleset, line: int, trick: int | None, card: str | None) -> None:
    """Report that no honest deal is left, with the suspects; then rely no longer on what may be untrue."""
    said = _said(case)
    everything = sum(said.values())
    if not case.possible(case.dropped | everything):
        case.lost = True
        case.fouls += (_inconsistent(rules, line, trick, card),)
        return
    sets = _explanations(case, said)
    certain = frozenset.intersection(*sets)
    doubtful = frozenset.union(*sets) - certain
    facts = _cards_without_place(case)
    dropped = case.dropped
    for seat in sorted(certain):
        others = sum(said[other] for other in certain | doubtful if other != seat)
        dropped |= _name(case, rules, seat, said[seat], others, facts, line, trick, card)
    if doubtful:
        plays = []
        for seat in sorted(doubtful):
            with_it = min((s for s in sets if seat in s), key=len)
            others = sum(said[other] for other in with_it if other != seat)
            plays += _untrue(case, said[seat], case.dropped | others)
        dropped |= sum(1 << number for number in plays)
        case.fouls += (_unnamed(case, rules, sorted(doubtful), plays, facts, line, trick, card),)
    case.drop(dropped if case.possible(dropped) else case.dropped | sum(said[s] for s in certain | doubtful))


def _name(
    case: Case, rules: Ruleset, seat: int, said: int, others: int, facts: tuple[CardName, ...],
    line: int, trick: int | None, card: str | None,
) -> int:  # fmt: skip
    """Report a seat that is guilty beyond doubt; the claims (bits) that may be the untrue ones."""
    plays = _untrue(case, said, case.dropped | others)
    if len(plays) == 1:
        case.reported |= 1 << plays[0]
    case.fouls += (_named(case, rules, seat, plays, facts, line, trick, card),)
    return sum(1 << number for number in plays)


def settle(case: Case, rules: Ruleset, line: int, trick: int | None, card: str | None) -> None:
    """Name the guilty seat of an earlier accusation of several, once the cards leave only one."""
    if not any(_undecided(foul) for foul in case.fouls):
        return
    before = case.copy()
    before.drop(case.reported)
    said = _said(before)
    if before.possible(case.reported) or not before.possible(case.reported | sum(said.values())):
        return
    named = {foul.seat for foul in case.fouls if foul.proof == "counted"}
    sets = _explanations(before, said)
    if len(sets) > 1 or not sets[0] - named:
        return
    before.fouls = tuple(replace(foul, explained=line) if _undecided(foul) else foul for foul in before.fouls)
    facts, dropped = _cards_without_place(before), before.dropped
    for seat in sorted(sets[0] - named):
        others = sum(said[other] for other in sets[0] if other != seat)
        dropped |= _name(before, rules, seat, said[seat], others, facts, line, trick, card)
    case.fouls, case.reported = before.fouls, before.reported
    case.drop(case.dropped | dropped)


def _undecided(foul: Foul) -> bool:
    return foul.proof == "counted" and foul.seat is None and bool(foul.suspects) and foul.explained is None


def explain(case: Case, line: int) -> None:
    """A foul has been proved on a seat: where that accounts for an earlier accusation by counting, say so, and
    believe the others again.
    """
    open_counts = [foul for foul in case.fouls if foul.proof == "counted" and foul.explained is None]
    if open_counts and case.dropped != case.reported and case.possible(case.reported):
        case.drop(case.reported)
        case.fouls = tuple(replace(f, explained=line) if f in open_counts else f for f in case.fouls)


def _said(case: Case) -> dict[int, int]:
    """The claims still believed, as a set of numbers for each seat that made them."""
    said: dict[int, int] = {}
    for number, claim in enumerate(case.claims):
        if not case.dropped >> number & 1:
            said[claim.seat] = said.get(claim.seat, 0) | 1 << number
    return said


def _explanations(case: Case, said: dict[int, int]) -> list[frozenset[int]]:
    """The smallest sets of seats whose untruth explains the cards: no subset of one is another."""
    found: list[frozenset[int]] = []
    for size in range(1, len(said) + 1):
        for seats in combinations(sorted(said), size):
            if any(smaller <= set(seats) for smaller in found):
                continue
            if case.possible(case.dropped | sum(said[seat] for seat in seats)):
                found.append(frozenset(seats))
    return found


def _untrue(case: Case, said: int, dropped: int) -> list[int]:
    """Which of a seat's claims may be the untrue one, earliest first: those whose untruth alone explains the cards,
    else all of them.
    """
    alone = [number for number in case.numbers(said) if case.possible(dropped | 1 << number)]
    return alone or list(case.numbers(said))


def _cards_without_place(case: Case) -> tuple[CardName, ...]:
    bits = witness(case.unseen, case.places(case.dropped))
    return tuple(CardName(case.deck.code(place)) for place in places(bits))


def _named(
    case: Case, rules: Ruleset, seat: int, plays: list[int], facts: tuple[CardName, ...], line: int, trick: int | None, card: str | None
) -> Foul:
    claim = case.claims[plays[0]]
    part = claim.part(_met(case, claim))
    name = rules.seat_name(seat)
    if len(plays) == 1:
        found = T("Only {name} can have held one of them, in spite of {act}.", name=name, act=_act(claim))
    else:
        found = T("Only {name} can have held one of them, against what the cards played by {name} said.", name=name)
    return Foul(
        part.kind, seat, "counted", claim.line, line, part.law, _counting(facts, found), (seat,), claim.play,
        claim.trick, card, trick,
    )  # fmt: skip


def _unnamed(
    case: Case, rules: Ruleset, seats: list[int], plays: list[int], facts: tuple[CardName, ...], line: int, trick: int | None, card: str | None
) -> Foul:
    claims = [case.claims[number] for number in plays]
    parts = [claim.part(_met(case, claim)) for claim in claims]
    kinds = {part.kind for part in parts}
    kind, law = (parts[0].kind, parts[0].law) if len(kinds) == 1 else ("inconsistent", rules.kind_law("inconsistent"))
    names = tuple(rules.seat_name(seat) for seat in seats)
    found = T("One of these players broke a law of play, or a card was written down wrong: {names}.", names=names)
    return Foul(
        kind, None, "counted", min(claim.line for claim in claims), line, law, _counting(facts, found), tuple(seats),
        None, None, card, trick,
    )  # fmt: skip


def _met(case: Case, claim: Claim) -> int:
    """A card that the claim denies and that is still to be placed."""
    return case.unseen & claim.bits & -(case.unseen & claim.bits)


def _counting(facts: tuple[CardName, ...], found: Text) -> Text:
    if not 0 < len(facts) <= MOST_NAMED:
        return T("No way is left to deal the cards that have not been seen. {found}", found=found)
    return T("There is no place left for {cards} in the hands that may hold them. {found}", cards=facts, found=found)


def _act(claim: Claim) -> Text:
    if claim.play is None:
        return T("“{act}”", act=claim.act or "")
    return T("{cards} in trick {trick}", cards=tuple(map(CardName, claim.play.cards)), trick=claim.trick)


def _inconsistent(rules: Ruleset, line: int, trick: int | None, card: str | None) -> Foul:
    message = T("A slip of the pen, perhaps: the cards written down cannot all be right, whoever played them.")
    return Foul(
        "inconsistent", None, "counted", line, line, rules.kind_law("inconsistent"), message, (), None, None, card, trick
    )
