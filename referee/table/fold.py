"""The fold of one fact: what a table is after something more happened.

A slip of the pen raises; a breach of the laws is a fact like another, and the judge's.
"""

from __future__ import annotations

from dataclasses import replace

from referee.deal import Deal
from referee.events import Dealt, FoulSeen, Noted, Penalised, Ruled, TimeCalled, Voided
from referee.judge import Case, acted, dealt_from_stock, opened
from referee.plays import happened, stepped
from referee.record import Entry
from referee.ruleset import KINDS, STOCK, Foul, Holder, Ruleset, Scored
from referee.state import Judged, Penalty, Ruling, State, settled, standing
from referee.texts import Slip, T

DECISIONS = ("uphold", "waive", "correct")
DEPTHS = ("score", "tricks", "cards")
MOST_DEALS, MOST_DECISIONS, MOST_RULINGS = 1000, 2000, 100
"""Deals at one table, rulings and penalties there, rulings on one deal. No evening has as many, and each makes the next
one slower.
"""


def fold(rules: Ruleset, state: State, entry: Entry) -> State:
    """The state after one fact that is no correction; raises Slip for one that cannot have happened now."""
    match entry.fact:
        case Noted():
            after = state
        case Dealt() as fact:
            after = _deal(rules, state, entry.line, fact)
        case Ruled() | Penalised() | FoulSeen() as fact:
            after = _carried_out(rules, _decided(rules, state, entry.line, fact), entry.line)
        case TimeCalled():
            after = _timed(rules, state)
        case _:
            after = _open_deal(rules, state, entry)
    return after.noted(entry, state)


def _open_deal(rules: Ruleset, state: State, entry: Entry) -> State:
    """A fact of the deal being played. Only a deal's end costs what the deals before it cost."""
    line, fact = entry.line, entry.fact
    if not state.deals or state.deals[-1].state != "open":
        raise Slip(T("“{found}” here: a deal must be open; expected “deal”", found=fact.word), found=fact.word)
    last, case = state.deals[-1], state.case
    if isinstance(fact, Voided):
        last = last._replace(deal=last.deal._replace(state="void", phase="done"))
    else:
        last, case = happened(rules, last, case, line, fact)
    last = last._replace(facts=(*last.facts, line))
    deals = _heard((*state.deals[:-1], last), state.case, case)
    if last.deal.state == "open":
        return state.played(deals, case)
    deals = (*deals[:-1], settled(rules, deals[-1], state.past, last=True))
    return _stood(rules, state.played(deals, case))


def _stood(rules: Ruleset, state: State) -> State:
    """With where the match stands now."""
    return replace(state, standing=standing(rules, state))


def _heard(deals: tuple[Judged, ...], before: Case | None, after: Case | None) -> tuple[Judged, ...]:
    """With what the judge has found since: new fouls go to the deal they were committed in, and an accusation by
    counting that a later card explains says so.
    """
    known = before.fouls if before is not None else ()
    found = after.fouls if after is not None else ()
    if found == known:
        return deals
    changed = {id(old): new for old, new in zip(known, found, strict=False) if new is not old}
    told = [d._replace(fouls=tuple(changed.get(id(f), f) for f in d.fouls)) for d in deals]
    for foul in found[len(known) :]:
        places = (at for at in range(len(told) - 1, -1, -1) if foul.committed in told[at].facts)
        place = next(places, len(told) - 1)
        told[place] = told[place]._replace(fouls=(*told[place].fouls, foul))
    return tuple(told)


def _deal(rules: Ruleset, state: State, line: int, fact: Dealt) -> State:
    deals = state.deals
    if deals and deals[-1].state == "open":
        begun = deals[-1].deal.line
        raise Slip(T("the deal on line {line} has not ended: finish it, give its result, or write “void”", line=begun))
    if state.standing is not None and state.standing.finished:
        raise Slip(T("the match is over: no further deal is due"))
    if len(deals) == MOST_DEALS:
        raise Slip(T("{most} deals are the most a table takes: open another one", most=MOST_DEALS))
    keys = dict(fact.keys)
    depth = keys.pop("depth", None)
    if depth is not None and depth not in DEPTHS:
        raise Slip(T("depth={found}: expected one of {expected}", found=depth, expected=DEPTHS), found=depth)
    past = (*state.past, deals[-1].scored) if deals else ()
    paid = (*state.paid, deals[-1].paid(len(rules.seats))) if deals else ()
    step = rules.begin(len(deals) + 1, line, rules.seat_of(fact.dealer), keys, past)
    deal = step.deal._replace(keys=dict(fact.keys))
    deals = (*deals, Judged(deal, step.fouls, state=deal.state, facts=(line,)))
    case = _dealt(rules, state, deal, past) if rules.provable else None
    state = replace(state, deals=deals, past=past, paid=paid, case=case)
    if state.case is None or not step.acts:
        return state
    case = acted(state.case, rules, line, step.acts)
    return replace(state, deals=_heard(deals, state.case, case), case=case)


def _dealt(rules: Ruleset, state: State, deal: Deal, past: tuple[Scored, ...]) -> Case:
    """What is known of the cards when a deal begins. After a deal given up it is what was known before that one."""
    holders = rules.holders(deal, past)
    if holders is not None:
        return opened(rules.deck, holders)
    hands = {seat: deal.dealt(seat) for seat in deal.order}
    case = _undealt(state).case
    if case is not None and not case.lost and case.size(STOCK) >= sum(hands.values()):
        return dealt_from_stock(case, hands)
    everybody: dict[Holder, int] = {seat: room for seat, room in hands.items()}  # noqa: C416 - seats are holders
    return opened(rules.deck, everybody | {STOCK: len(rules.deck) - sum(hands.values())})


def _undealt(state: State) -> State:
    """The state before the deals given up last were dealt."""
    while state.deals and state.deals[-1].state == "void":
        number = len(state.deals)
        while len(state.deals) == number and state.facts is not None:
            state = state.facts
    return state


def _decided(rules: Ruleset, state: State, line: int, fact: Ruled | Penalised | FoulSeen) -> State:
    """A ruling on a foul of any deal; a foul or a penalty in the last one."""
    if not state.deals:
        raise Slip(T("“{found}” here: there is no deal yet", found=fact.word), found=fact.word)
    deals = list(state.deals)
    first, last = len(deals) - 1, deals[-1]
    if sum(len(deal.penalties) + len(deal.rulings) for deal in deals) == MOST_DECISIONS:
        raise Slip(T("{most} rulings and penalties are the most a table takes", most=MOST_DECISIONS))
    match fact:
        case Penalised(seat, points, reason):
            penalty = Penalty(line, rules.seat_of(seat), abs(points), reason)
            deals[-1] = last._replace(penalties=(*last.penalties, penalty))
        case FoulSeen(seat, kind, chosen):
            foul = _seen(rules, last.deal, line, seat, kind)
            _check_remedy(rules, state, first, foul, chosen)
            rulings = (*last.rulings, Ruling(line, line, "uphold", foul.seat, chosen))
            deals[-1] = last._replace(fouls=(*last.fouls, foul), rulings=rulings, facts=(*last.facts, line))
        case _:
            ruling = _ruling(rules, state.deals, line, fact)
            about = [(at, foul) for at, one in enumerate(deals) for foul in one.fouls if ruling.on(foul)]
            for at, foul in about:
                named = foul if foul.seat is not None else replace(foul, seat=ruling.seat)
                _check_remedy(rules, state, at, named, fact.remedy)
            first = about[0][0]
            for at in dict(about):
                deals[at] = deals[at]._replace(rulings=(*deals[at].rulings, ruling))
    if any(len(deal.rulings) > MOST_RULINGS for deal in deals):
        raise Slip(T("{most} rulings are the most a deal takes", most=MOST_RULINGS))
    past, paid = state.past[:first], state.paid[:first]
    for at in range(first, len(deals) - 1):
        deals[at] = settled(rules, deals[at], past, last=False)
        past, paid = (*past, deals[at].scored), (*paid, deals[at].paid(len(rules.seats)))
    deals[-1] = settled(rules, deals[-1], past, last=True)
    return _stood(rules, replace(state, deals=tuple(deals), past=past, paid=paid))


def _carried_out(rules: Ruleset, state: State, line: int) -> State:
    """What a ruling on this line changes on the table: a card goes back into its hand, say."""
    last, case = state.deals[-1], state.case
    if last.state != "open" or not last.rulings or last.rulings[-1].line != line:
        return state
    for foul in last.upheld:
        if last.rulings[-1].on(foul):
            last, case = stepped(rules, last, case, line, rules.ruled(last.deal, foul, line))
    deals = _heard((*state.deals[:-1], last), state.case, case)
    deals = (*deals[:-1], settled(rules, deals[-1], state.past, last=True))
    return _stood(rules, replace(state, deals=deals, case=case))


def _seen(rules: Ruleset, deal: Deal, line: int, seat: str, kind: str) -> Foul:
    """A foul that people saw and agree on."""
    at = rules.seat_of(seat)
    known = (*KINDS, *rules.breach_names)
    if kind not in known:
        raise Slip(T("there is no foul “{found}”: expected one of {expected}", found=kind, expected=known), found=kind)
    message = T("{name} admitted it, or everybody saw it.", name=seat)
    return Foul(kind, at, "seen", line, line, rules.kind_law(kind), message, (at,), trick=deal.trick.number)


def _check_remedy(rules: Ruleset, state: State, place: int, foul: Foul, word: str | None) -> None:
    """Raises Slip for a remedy the laws do not leave."""
    if word is None:
        return
    found = rules.remedies(state.deals[place].beside(foul), foul, state.past[:place])
    words = tuple(one.word for one in found if one.word)
    if word not in words:
        raise Slip(T("remedy={found}: expected one of {expected}", found=word, expected=words), found=word)


def _timed(rules: Ruleset, state: State) -> State:
    """The deal being played, or the one just finished, is the last."""
    if not state.deals or not rules.timed:
        raise Slip(T("this table is not played by the clock, or has not begun"))
    last = state.deals[-1]._replace(deal=state.deals[-1].deal._replace(last=True))
    return _stood(rules, replace(state, deals=(*state.deals[:-1], last)))


def _ruling(rules: Ruleset, deals: tuple[Judged, ...], line: int, fact: Ruled) -> Ruling:
    """The ruling a fact states; raises Slip where it is about no foul, or leaves open whose."""
    if fact.decision not in DECISIONS:
        raise Slip(
            T("“{found}”: expected one of {expected}", found=fact.decision, expected=DECISIONS), found=fact.decision
        )
    seat = None if fact.seat is None else rules.seat_of(fact.seat)
    ruling = Ruling(line, fact.at, fact.decision, seat, fact.remedy)
    proved = [foul for deal in deals for foul in deal.fouls if foul.proved == fact.at]
    if not proved:
        raise Slip(T("no foul was proved at line {found}", found=fact.at), found=fact.at)
    suspects = sorted({seat for foul in proved for seat in foul.suspects})
    names = tuple(rules.seats[suspect] for suspect in suspects)
    if not any(map(ruling.on, proved)):
        raise Slip(
            T("the foul proved at line {line} is not one of {name}: expected {expected}", line=fact.at, name=fact.seat,
              expected=names), found=fact.seat,
        )  # fmt: skip
    if fact.decision == "uphold" and seat is None and len(suspects) > 1:
        raise Slip(T("several may have done it ({names}): say seat=NAME", names=names))
    return ruling
