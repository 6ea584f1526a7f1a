"""Deals to a round: who deals next, duty solos owed and forced, Bock rounds, the checks a scorer makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.deal import Deal
from referee.games.doppelkopf.cards import SOLOS, trumps
from referee.games.doppelkopf.count import counted
from referee.games.doppelkopf.fouls import counts
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.terms import Terms
from referee.ruleset import Scored
from referee.texts import T, Text

ROUND = {4: 24, 5: 30}
"""The deals of a round, by the seats at the table."""


@dataclass(frozen=True, slots=True)
class Next:
    """The deal that is due: its number in the round, its dealer, who owes a duty solo, who must play it now."""

    place: int
    dealer: int
    owing: tuple[int, ...]
    forced: int | None
    bock: bool


def solo_player(deal: Deal) -> int | None:
    """Who named a solo, by auction or result."""
    terms: Terms = deal.terms
    if terms.count is not None:
        return terms.count.re[0] if terms.count.type in SOLOS else None
    return terms.taker if terms.solo else None


def duty(scored: Scored) -> int | None:
    """Who played a duty solo in this deal: the first solo a player names in a round."""
    player = solo_player(scored.deal)
    return player if player in scored.deal.terms.owing else None


def passes(scored: Scored) -> bool:
    """Whether the deal passes on: not where it was given up or stopped, nor after a duty solo of free will."""
    if not counts(scored.deal, scored.upheld):
        return False
    return duty(scored) is None or scored.deal.terms.forced is not None


def due(options: DoppelkopfOptions, seats: int, past: Sequence[Scored], dealer: int | None) -> Next:
    """What comes after the deals past."""
    place = 1 + sum(counts(scored.deal, scored.upheld) for scored in past)
    owing: tuple[int, ...] = ()
    if options.duty_solo == "yes":
        done = {duty(scored) for scored in past if counts(scored.deal, scored.upheld)}
        owing = tuple(seat for seat in range(seats) if seat not in done)
    last = past[-1] if past else None
    following = seats - 1 if dealer is None else dealer
    if last is not None and passes(last):
        following = (following + 1) % seats
    forced = None
    if owing and ROUND[seats] - place + 1 <= len(owing):
        while seats == 5 and owing == (following,):
            following = (following + 1) % seats
        forced = must_play(owing, following, seats)
    return Next(place, following, owing, forced, _bock(options, past, seats) > 0)


def must_play(owing: Sequence[int], dealer: int, seats: int) -> int | None:
    """Who of those that owe a duty solo must play it: the first from the dealer's left who plays in the deal."""
    order = [(dealer + step) % seats for step in range(1, 5)]
    return next((seat for seat in order if seat in owing), None)


def _bock(options: DoppelkopfOptions, past: Sequence[Scored], seats: int) -> int:
    """How many Bock deals are still to be played: a round of them after each occasion, one after the other."""
    left = 0
    for scored in past:
        if options.bock == "no" or not counts(scored.deal, scored.upheld):
            continue
        left = max(0, left - 1) + seats * occasions(scored, options.dulle == "yes")
    return left


def occasions(scored: Scored, dulle: bool) -> int:
    """The occasions for a Bock round in a deal: all four play a plain heart to one trick, or both Re and Kontra are
    said.
    """
    count = counted(scored.deal)
    said = count is not None and all(count.level.values())
    high = trumps(scored.deal.terms.contract, dulle)
    hearts = [
        trick
        for trick in scored.deal.tricks
        if trick.seen and all(card[0] == "H" and card not in high for card in trick.cards)
    ]
    return said + (0 if scored.deal.terms.solo else len(hearts))


def checks(seats: int, rows: Sequence[tuple[int, ...]], plain: bool) -> tuple[Text, ...]:
    """What does not add up: totals that do not sum to 0; at four seats, totals neither all even nor all odd though
    nothing was paid to a soloist alone (`plain`).
    """
    totals = [sum(column) for column in zip(*rows, strict=True)] or [0] * seats
    found = []
    if sum(totals):
        found.append(T("The totals add up to {sum}, not to 0.", sum=sum(totals)))
    if seats == 4 and plain and len({total % 2 for total in totals}) > 1:
        found.append(T("The totals are neither all even nor all odd."))
    return tuple(found)
