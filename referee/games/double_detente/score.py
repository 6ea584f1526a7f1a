"""The score of a part of Double-détente, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.double_detente.fouls import price, stopping_foul
from referee.games.double_detente.laws import NAME
from referee.games.double_detente.options import DetenteOptions
from referee.games.double_detente.result import outcome
from referee.rules import Deal, Foul, Line, Scored, T, Text
from referee.rules.common import tricks_text

EXACT_ONE_TWO = {1: (10, 5, 2), 2: (20, 10, 5), 3: (30, 20, 10)}
"""The bonus in each part for a bid met exactly, missed by one, missed by two."""


def lines(scored: Scored, options: DetenteOptions, seats: Sequence[str]) -> tuple[Line, ...]:
    """The lines of a part: those of the foul that stops it, else tricks, bids, the Petit and the Excuse."""
    deal = scored.deal
    foul = stopping_foul(scored, options)
    if foul is not None:
        return _foul_lines(deal, foul, options, seats)
    if deal.state != "done":
        return ()
    known = outcome(deal, seats)
    scores = _contract_lines(deal, known.tricks, seats)
    if known.petit is not None:
        scores.append(_line("score.3", T("the Petit taken by {name}", name=known.petit), {known.petit: 2}, seats))
        if known.petit_last:
            scores.append(_line("score.4", T("the Petit in the last trick"), {known.petit: 5}, seats))
    name = known.excuse_last
    if name is not None:
        scores.append(_line("score.5", T("the Excuse of {name} in the last trick", name=name), {name: -5}, seats))
    return tuple(scores)


def result_text(scored: Scored, seats: Sequence[str]) -> Text | None:
    """The result of a part in a sentence: each player's tricks and bid. None unless it is finished."""
    if scored.deal.state != "done":
        return None
    tricks = outcome(scored.deal, seats).tricks
    met = [(name, scored.deal.bid(seat), tricks[seat]) for seat, name in enumerate(seats)]
    return T("{bids}", bids=tuple(T("{name} {tricks}/{bid}", name=n, bid=bid or "–", tricks=t) for n, bid, t in met))


def _contract_lines(deal: Deal, tricks: Sequence[int], seats: Sequence[str], without: int | None = None) -> list[Line]:
    """The tricks taken and the bonus for the bids of all but one seat."""
    won = {name: tricks[seat] for seat, name in enumerate(seats) if seat != without}
    bids = {name: deal.bid(seats.index(name)) for name in won}
    pay = {name: bonus(deal.terms.part, bids[name], won[name]) for name in won}
    bid_texts = tuple(_bid_text(name, bids[name], won[name], pay[name]) for name in won)
    return [
        _line("score.1", T("tricks taken"), won, seats),
        _line("score.2", T("precision: {bids}", bids=bid_texts), pay, seats),
    ]


def _bid_text(name: str, bid: str | None, tricks: int, points: int) -> Text:
    """How near a seat came to its bid, and its bonus."""
    values = {"name": name, "bid": bid or "–", "tricks": tricks_text(tricks), "points": points}
    missed = abs(int(bid) - tricks) if bid else 0
    if not missed:
        return T("{name}: {tricks} for {bid} → {points}", **values)
    return T("{name}: {tricks} for {bid}, missed by {missed} → {points}", missed=missed, **values)


def bonus(part: int, bid: str | None, tricks: int) -> int:
    """The bonus of a seat for its bid: met exactly, or missed by one or two."""
    if bid is None:
        return 0
    return (*EXACT_ONE_TWO[part], 0)[min(abs(int(bid) - tricks), 3)]


def _foul_lines(deal: Deal, foul: Foul, options: DetenteOptions, seats: Sequence[str]) -> tuple[Line, ...]:
    """What a foul costs its player, and what the others keep of the part it stops."""
    scores = [price(deal, foul, options, seats)]
    if options.foul_others != "none":
        before = [trick for trick in deal.tricks if foul.trick is None or trick.number < foul.trick]
        tricks = [sum(trick.winner == seat for trick in before) for seat in range(len(seats))]
        own_lines = _contract_lines(deal, tricks, seats, foul.seat)
        scores += own_lines if options.foul_others == "contract" else own_lines[:1]
    return tuple(scores)


def _line(law: str, text: Text, points: Mapping[str, int], seats: Sequence[str]) -> Line:
    return Line(f"{NAME}.{law}", text, tuple([points.get(name, 0) for name in seats]))
