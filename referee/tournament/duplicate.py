"""Duplicate: every table plays the same deals, and each result is compared with those of the other tables.

Source: the tarot federation's tournament rules of 2012 (R-RO, p. 17–23) and its code of arbitration (p. 15–16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import copysign, sqrt

from referee.tournament.values import Result, Round

ZERO, HUNDRED = Fraction(0), Fraction(100)
ATTACK = Fraction(1, 4)
ATTACK_IN_THREES = Fraction(1, 2)
"""The attack's share of a player's percentage; in teams of three the second (R-RO p. 18, 21)."""
NOBODY = -1

Notes = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""What a player got, in percent: attacking, and defending."""


def scale(results: int) -> tuple[Fraction, ...]:
    """The notes for so many results of a deal, best first: 100 to 0 in equal steps (R-RO p. 17); half to one alone."""
    if results == 1:
        return (HUNDRED / 2,)
    return tuple(HUNDRED - HUNDRED * place / (results - 1) for place in range(results))


def topage(scores: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
    """The attack's note for each score of one deal; equal scores share the mean of their notes (R-RO p. 17)."""
    notes, order = scale(len(scores)), sorted(scores, reverse=True)
    shared = {
        score: sum((notes[at] for at, other in enumerate(order) if other == score), ZERO) / order.count(score)
        for score in set(order)
    }
    return tuple(shared[score] for score in scores)


def overall(attack: Sequence[Fraction], defence: Sequence[Fraction], team: int = 1) -> Fraction:
    """A player's percentage: a quarter by the mean of the attacks and the rest by the mean of the defences, in teams
    of three half and half (R-RO p. 18, 21). Who did only one of the two has its mean.
    """
    if not attack or not defence:
        both = [*attack, *defence]
        return sum(both, ZERO) / len(both) if both else ZERO
    share = ATTACK_IN_THREES if team == 3 else ATTACK
    return share * sum(attack, ZERO) / len(attack) + (1 - share) * sum(defence, ZERO) / len(defence)


def by_seat(rows: Sequence[Sequence[int]]) -> tuple[tuple[Fraction, ...], ...]:
    """The notes of one deal that nobody takes alone, table by table: each seat is compared with the same seat, which
    held the same cards, at the other tables. Nothing where nobody scored.
    """
    if not any(map(any, rows)):
        return tuple(() for _ in rows)
    return tuple(zip(*(topage(column) for column in zip(*rows, strict=True)), strict=True))


def compared(at: Round, provisional: bool = False) -> Mapping[int, Notes]:
    """The notes of a round's players: each deal is compared across the tables where somebody took it, seat by seat
    where nobody did at any table.
    """
    tables = [
        (sitting.seats, sitting.result)
        for sitting in at.tables.values()
        if sitting.result is not None and sitting.result.deals and (sitting.confirmed or provisional)
    ]
    attack: dict[int, list[Fraction]] = {player: [] for seats, _ in tables for player in seats}
    defence: dict[int, list[Fraction]] = {player: [] for player in attack}
    for deal in range(max((len(result.deals) for _, result in tables), default=0)):
        played = [
            (seats, result.takers[deal] if result.takers else NOBODY, result.deals[deal])
            for seats, result in tables
            if deal < len(result.deals) and not _award(result, deal)
        ]
        taken = [(seats, taker, scores) for seats, taker, scores in played if taker != NOBODY]
        notes = topage([Fraction(scores[taker], len(seats) - 1) for seats, taker, scores in taken]) if taken else ()
        for (seats, taker, _), note in zip(taken, notes, strict=True):
            for seat, player in enumerate(seats):
                (attack if seat == taker else defence)[player].append(note if seat == taker else HUNDRED - note)
        for size in {len(seats) for seats, _, _ in played} if not taken else ():
            level = [(seats, scores) for seats, _, scores in played if len(seats) == size]
            for (seats, _), own in zip(level, by_seat([scores for _, scores in level]), strict=True):
                for player, note in zip(seats, own, strict=False):
                    defence[player].append(note)
        for seats, result in tables:
            for player, percent in zip(seats, _award(result, deal), strict=False):
                defence[player].append(Fraction(percent))
    return {player: (tuple(attack[player]), tuple(defence[player])) for player in attack}


def _award(result: Result, deal: int) -> tuple[int, ...]:
    """The percents that the director gave the seats for a deal, nothing where it was played."""
    return result.awards[deal] if deal < len(result.awards) else ()


def sides(tables: Sequence[tuple[int, ...]], takers: tuple[int, int]) -> tuple[frozenset[int], frozenset[int]]:
    """The players of the two sides of a match on a deal: who took it at the first table with who defended at the
    second, and the others.
    """
    (one, other), (taker, second) = tables, takers
    first = {player for seat, player in enumerate(one) if seat == taker}
    first |= {player for seat, player in enumerate(other) if seat != second}
    return frozenset(first), frozenset({*one, *other} - first)


def marks(points: float, faulty: int | None, team: bool) -> tuple[float, float]:
    """What both sides of a match mark for a deal in which the first made `points`; `faulty` is the side (0, 1) that
    spoiled it.
    """
    if faulty is None:
        return points, -points
    found = adjusted_points(-points if faulty else points, team)
    return found[::-1] if faulty else found


def match_points(own: Fraction | int, other: Fraction | int) -> float:
    """The points of a match of two teams on one deal: the square root of the difference (R-RO p. 23)."""
    return copysign(sqrt(abs(own - other)), own - other) if own != other else 0.0


def adjusted_points(faulty: float, team: bool = False) -> tuple[float, float]:
    """What the faulty side and the other mark where a deal was spoiled and the faulty side would have marked `faulty`
    (code of arbitration p. 15–16): the other at least 4; the faulty side as much less than nothing in a quadrette,
    nothing in a match of teams.
    """
    other = max(4.0, -faulty)
    return (0.0 if team else -other), other
