"""Duplicate: every table plays the same deals, and each result is compared with those of the other tables.

Source: the tarot federation's tournament rules of 2012 (R-RO, p. 17–23) and its code of arbitration (p. 15–16).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import copysign, sqrt
from typing import NamedTuple

from referee.tournament.values import Result, Round

ZERO, HUNDRED = Fraction(0), Fraction(100)
ATTACK = Fraction(1, 4)
ATTACK_IN_THREES = Fraction(1, 2)
"""The attack's share of a player's percentage; the second in teams of three (R-RO p. 18, 21)."""
NOBODY = -1

Notes = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""A player's notes in percent: those in attack, those in defence."""
Note = tuple[int, Fraction, bool]
"""A player, the note for a deal, whether it is one in attack."""


def scale(results: int) -> tuple[Fraction, ...]:
    """The notes for this many results of a deal, best first: 100 to 0 in equal steps (R-RO p. 17); 50 for only one."""
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
    """A player's percentage: a quarter by the mean in attack, the rest by the mean in defence.

    In teams of three it is half and half (R-RO p. 18, 21). A player who did only one of the two gets its mean.
    """
    if not attack or not defence:
        both = [*attack, *defence]
        return sum(both, ZERO) / len(both) if both else ZERO
    share = ATTACK_IN_THREES if team == 3 else ATTACK
    return share * sum(attack, ZERO) / len(attack) + (1 - share) * sum(defence, ZERO) / len(defence)


def by_seat(rows: Sequence[Sequence[int]]) -> tuple[tuple[Fraction, ...], ...]:
    """The notes, table by table, of a deal that nobody takes alone; empty where nobody scored.

    Each seat is compared with the same seat, which held the same cards, at the other tables.
    """
    if not any(map(any, rows)):
        return tuple(() for _ in rows)
    return tuple(zip(*(topage(column) for column in zip(*rows, strict=True)), strict=True))


class Played(NamedTuple):
    """A deal at one table: its players by seat, the taker's seat or NOBODY, the scores by seat."""

    players: tuple[int, ...]
    taker: int
    scores: tuple[int, ...]


def notes_of_round(at: Round, provisional: bool = False) -> Mapping[int, Notes]:
    """The notes of a round's players, by comparing each deal across the tables where somebody took it.

    If nobody did at any table, it is compared seat by seat.
    """
    tables = list(_results(at, provisional))
    attack: dict[int, list[Fraction]] = {player: [] for seats, _ in tables for player in seats}
    defence: dict[int, list[Fraction]] = {player: [] for player in attack}
    for deal in range(max((len(result.deals) for _, result in tables), default=0)):
        played = [
            Played(seats, result.takers[deal] if result.takers else NOBODY, result.deals[deal])
            for seats, result in tables
            if deal < len(result.deals) and not _award(result, deal)
        ]
        taken = [table for table in played if table.taker != NOBODY]
        for player, note, attacks in _notes_by_taker(taken) if taken else _notes_by_seat(played):
            (attack if attacks else defence)[player].append(note)
        for seats, result in tables:
            for player, percent in zip(seats, _award(result, deal), strict=False):
                defence[player].append(Fraction(percent))
    return {player: (tuple(attack[player]), tuple(defence[player])) for player in attack}


def _results(at: Round, provisional: bool) -> Iterator[tuple[tuple[int, ...], Result]]:
    """The tables of a round whose results tell each deal: their players and the result."""
    for sitting in at.tables.values():
        if (result := sitting.counting(provisional)) is not None and result.deals:
            yield sitting.seats, result


def _notes_by_taker(taken: Sequence[Played]) -> Iterator[Note]:
    """The notes of a deal that was taken at these tables: the taker's, and for the others what it lacks to 100."""
    notes = topage([Fraction(table.scores[table.taker], len(table.players) - 1) for table in taken])
    for table, note in zip(taken, notes, strict=True):
        for seat, player in enumerate(table.players):
            attacks = seat == table.taker
            yield player, note if attacks else HUNDRED - note, attacks


def _notes_by_seat(played: Sequence[Played]) -> Iterator[Note]:
    """The notes of a deal that nobody took: tables of the same size are compared."""
    for size in {len(table.players) for table in played}:
        level = [table for table in played if len(table.players) == size]
        for table, own in zip(level, by_seat([table.scores for table in level]), strict=True):
            yield from ((player, note, False) for player, note in zip(table.players, own, strict=False))


def _award(result: Result, deal: int) -> tuple[int, ...]:
    """The percents that the director gave the seats for a deal; empty where it was played."""
    return result.awards[deal] if deal < len(result.awards) else ()


def sides(tables: Sequence[tuple[int, ...]], takers: tuple[int, int]) -> tuple[frozenset[int], frozenset[int]]:
    """The two sides of a match on a deal: the first table's taker with the second's defenders, and the others."""
    (one, other), (taker, second) = tables, takers
    first = {player for seat, player in enumerate(one) if seat == taker}
    first |= {player for seat, player in enumerate(other) if seat != second}
    return frozenset(first), frozenset({*one, *other} - first)


def marks(points: float, faulty: int | None, team: bool) -> tuple[float, float]:
    """The marks of both sides of a match for a deal, the first having made `points`; side `faulty` (0, 1) spoilt it."""
    if faulty is None:
        return points, -points
    pair = adjusted_points(-points if faulty else points, team)
    return pair[::-1] if faulty else pair


def match_points(own: Fraction | int, other: Fraction | int) -> float:
    """The match points of two teams on one deal: the square root of the difference (R-RO p. 23)."""
    return copysign(sqrt(abs(own - other)), own - other) if own != other else 0.0


def adjusted_points(faulty: float, team: bool = False) -> tuple[float, float]:
    """The marks of the faulty side and of the other for a spoiled deal (code of arbitration p. 15–16).

    `faulty` is what the faulty side would have marked. The other side marks at least 4; the faulty side marks minus as
    much in a quadrette, 0 in a match of teams.
    """
    other = max(4.0, -faulty)
    return (0.0 if team else -other), other
