"""What a foul did if hands were never seen: what all possible deals agree on, else the cards it depends on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import chain, combinations
from typing import Any

from referee.endings.damage import (
    BUDGET,
    CARDS,
    CLASSES,
    DECIDED,
    DEPENDS,
    NOT_COMPUTED,
    Damage,
    answers,
    damage,
    damage_by,
)
from referee.endings.known import Moment
from referee.endings.questions import Answer, Outlook
from referee.rules import Foul, Ruleset


def damage_closed(
    rules: Ruleset, foul: Foul, moment: Moment, deals: Sequence[Moment], named: Mapping[int, tuple[str, ...]]
) -> Damage | None:
    """What a foul did if several deals are possible: the answer they all give, else the fewest cards whose place
    settles it.
    """
    plain = damage(rules, foul, moment, named)
    if plain is None or foul.seat is None or not deals:
        return plain
    each = answers(rules, foul, deals, named)
    if not isinstance(each, tuple):
        unknown = Damage(NOT_COMPUTED, why=CARDS if each is None else BUDGET)
        return unknown if plain.state == NOT_COMPUTED else plain
    damages = [damage_by(rules, foul, deal, answer) for deal, answer in zip(deals, each, strict=True)]
    if plain.state == DECIDED and all(one.weight == DECIDED for one in damages):
        return plain
    outcomes = _outcomes(rules, damages, each)
    if outcomes is None:
        return Damage(NOT_COMPUTED, why=BUDGET)
    if len(set(outcomes)) == 1:
        return replace(damages[0], answer=_common_answer(each))
    weights = dict.fromkeys(one.weight for one in damages)
    return Damage(
        DEPENDS, damages[0].weight if len(weights) == 1 else plain.weight, damages[0].stakes, damages[0].side,
        depends=_settling(deals, outcomes),
        classes=tuple(dict.fromkeys(CLASSES.get(one, one) for one in weights if one)),
    )  # fmt: skip


def _outcomes(rules: Ruleset, damages: Sequence[Damage], each: Sequence[Answer]) -> list[Hashable] | None:
    """For each deal the part of its answer that must be the same in all: in a game with classes the class, else the
    whole outlook. If a part of that was not computed, the possible winners must agree, or in a game without a winner
    the range of all lawful play. None if these do not agree, because nobody knows what settles the rest, or if a class
    is not known.
    """
    who = [(one.stakes.sides, one.side, one.won, one.claim and one.forced) for one in each]
    if rules.weighs and not each[0].claim:
        weights = [one.weight for one in damages]
        return None if None in weights else [*zip(weights, who, strict=True)]
    ends = [tuple(replace(end, card=None) for end in (one.laid, one.without)) for one in each]
    if all(end.points is not None and end.low is not None for both in ends for end in both):
        return [*zip(ends, who, strict=True)]
    if each[0].stakes.winner is None:
        ends = [tuple(Outlook(low=end.low, high=end.high) for end in both) for both in ends]
    else:
        ends = [tuple(Outlook(end.winners) for end in both) for both in ends]
    outcomes: list[Hashable] = [*zip(ends, who, strict=True)]
    return outcomes if len(set(outcomes)) == 1 else None


def _common_answer(each: Sequence[Answer]) -> Answer:
    """The common part of all answers, with the lines of play that are possible in each."""
    first = each[0]
    laid, without = _common_part([one.laid for one in each]), _common_part([one.without for one in each])
    if without.points is not None and without.card is None:
        alike = (card for card in first.alike if all(card in one.alike for one in each))
        without = replace(without, card=next(alike, None))
    whole = all(one.without.points is not None for one in each)
    return replace(
        first, laid=laid, without=without, merged=True, hangs=whole and None in (laid.points, without.points),
        best=first.best if len({one.best for one in each}) == 1 else (),
        counter=tuple(line for line in first.counter if all(line in one.counter for one in each)),
        **{name: _same(each, name) for name in ("lawful", "forced", "takes", "harms_soloist")},
    )  # fmt: skip


def _same(each: Sequence[Any], name: str) -> Any:
    """The value of a field that all agree on; None if they do not."""
    value = getattr(each[0], name)
    return value if all(getattr(one, name) == value for one in each) else None


def _common_part(ends: Sequence[Outlook]) -> Outlook:
    """The common part of all outlooks."""
    same = {field.name: _same(ends, field.name) for field in fields(Outlook)}
    if None in (same["low"], same["high"]):
        same |= {"low": None, "high": None}
    if same["points"] is None:
        same["card"] = None
    return Outlook(**same | {"winners": same["winners"] or frozenset()})


def _settling(deals: Sequence[Moment], outcomes: Sequence[Hashable]) -> tuple[str, ...]:
    """The fewest cards whose places tell the answers apart."""
    hands = [[hand or () for hand in deal.hands.values()] for deal in deals]
    codes = sorted({card for deal in hands for hand in deal for card in hand})
    places = {code: [tuple(hand.count(code) for hand in deal) for deal in hands] for code in codes}
    moving = [code for code in codes if len(set(places[code])) > 1]

    def settles(chosen: tuple[str, ...]) -> bool:
        seen: dict[object, Hashable] = {}
        lie = zip(*(places[code] for code in chosen), strict=True) if chosen else [()] * len(outcomes)
        return all(seen.setdefault(at, one) == one for at, one in zip(lie, outcomes, strict=True))

    return next(filter(settles, chain.from_iterable(combinations(moving, most) for most in range(len(moving) + 1))))
