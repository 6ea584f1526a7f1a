"""What a deal pays once it is decided, and where the match stands after it, penalties taken off."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import Ruleset, Scored, Standing
from referee.rules.deal import DealState
from referee.table.damage import with_weights
from referee.table.judged import Judged, Penalty
from referee.table.state import Evening, State


def settle(rules: Ruleset, state: State, first: int | None = None) -> State:
    """The state with its deals settled from `first` on (counted from 0; without it the last one alone), and the
    standing after them.
    """
    deals, last = list(state.deals), state.number - 1
    first = last if first is None else first
    past, paid = state.past[:first], state.paid[:first]
    for at in range(first, last):
        deals[at] = _settle_deal(rules, state, deals[at], past, last=False)
        past, paid = (*past, deals[at].scored), (*paid, deals[at].net(len(rules.seats)))
    judged = _settle_deal(rules, state, deals[last], past, last=True)
    evening = state.evening._replace(earlier=tuple(deals[:last]), past=past, paid=paid)
    return replace(state, last=judged, evening=evening._replace(standing=standing(rules, evening, judged)))


def _settle_deal(rules: Ruleset, state: State, judged: Judged, past: tuple[Scored, ...], last: bool) -> Judged:
    """A deal with its state and score lines, from all that was decided. `past`: the deals before it.
    If it was stopped for a foul that is no longer upheld, it goes on if it is the last deal; else it stays stopped and
    counts for nothing.
    """
    judged = with_weights(rules, state, judged)
    deal = judged.deal
    if deal.state == "void":
        return judged._replace(ruled=None, lines=(), costs=())
    scored, past = Scored(deal, (), judged._penalties, judged.facts), rules.match(past)
    end: DealState = deal.state
    costs: tuple[Penalty, ...] = ()
    for foul in judged.upheld:
        given = rules.remedy(scored, foul, past)
        end = given.state
        if foul.seat is not None and (given.warning or given.penalty):
            costs += (Penalty(foul.proved, foul.seat, given.penalty, given.fault or given.text),)
        scored = replace(scored, deal=deal._replace(state=end), upheld=(*scored.upheld, foul))
    if end == "open" and not last:
        return judged._replace(ruled="stopped", lines=(), costs=costs)
    without = end == "void" or (end == "open" and not rules.pays_at_once)
    lines = () if without else rules.lines(scored, past)
    return judged._replace(ruled=None if end == deal.state else end, lines=lines, costs=costs)


def standing(rules: Ruleset, evening: Evening, last: Judged | None) -> Standing:
    """Where the match stands after the deals that are finished, penalties taken off."""
    if last is None:
        return standing_after(rules, (), (), None)
    paid = last.net(len(rules.seats))
    if last.state != "open":
        return standing_after(rules, (*evening.past, last.scored), (*evening.paid, paid), last.deal.dealer)
    result = standing_after(rules, evening.past, evening.paid, last.deal.dealer)
    sums = [sum_ + points for sum_, points in zip(result.totals, paid, strict=True)]
    return replace(result, totals=tuple(sums if rules.least is None else [max(rules.least, one) for one in sums]))


def standing_after(
    rules: Ruleset, past: tuple[Scored, ...], paid: tuple[tuple[int, ...], ...], dealer: int | None
) -> Standing:
    """Where the match stands after these deals, with what was carried over from other players' tables."""
    carried = rules.carried
    if carried.won and rules.evenings:
        won = dict(carried.won)
        paid = (tuple(won.get(name, 0) for name in rules.seats), *paid)
    deals = rules.match(past)
    result = rules.standing(deals, (*carried.paid, *paid), dealer if past or not deals else deals[-1].deal.dealer)
    if dealer is None and carried.dealer is not None:
        return replace(result, due=replace(result.due, dealer=carried.dealer))
    return result
