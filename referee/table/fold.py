"""The fold of one fact: the state of a table after it.

A slip of the pen raises Slip. A breach of the laws is a fact like any other; the judge looks for it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Literal

from referee.judge import Case, deal_from_stock, judge_acts, open_case
from referee.record.facts import (
    DECISIONS,
    Claimed,
    Confirmed,
    Dealt,
    FoulSeen,
    KittyTurned,
    Noted,
    Penalised,
    PlayAsked,
    PlayRead,
    Ruled,
    TimeCalled,
    Voided,
)
from referee.record.grammar import Fact, whole
from referee.record.text import Entry
from referee.rules import KINDS, STOCK, Foul, Holder, Holds, Ruleset, Scored
from referee.rules.acts import OF_CARDS
from referee.rules.deal import Deal, Play, Said
from referee.table.damage import with_weight
from referee.table.judged import Judged, Penalty, Ruling, confirm_reads
from referee.table.plays import add_fact, add_step
from referee.table.reads import NO_READS, NOBODY, ReadCard
from referee.table.settle import settle, standing
from referee.table.state import State
from referee.words.text import CardName, Slip, T

Depth = Literal["score", "tricks", "cards"]
DEPTHS: tuple[Depth, ...] = ("score", "tricks", "cards")
MOST_BOARD = 999
"""The highest number of a board."""
MOST_DEALS, MOST_DECISIONS, MOST_RULINGS = 1000, 2000, 100
"""The most deals of a table, rulings and penalties of a table, rulings on one deal. No evening has as many, and each
makes the next one slower.
"""


WAITS = T("an earlier entry no longer counts: correct it in the history first")
"""Why facts are refused after one that the laws refuse now."""


def fold(rules: Ruleset, state: State, entry: Entry) -> State:
    """The state after a fact that is no correction; raises Slip for an impossible one, and where an entry before it,
    other than a ruling, no longer counts.
    """
    before = state.entry
    if before is not None and before.refused and (before.refused is WAITS or not isinstance(before.fact, Ruled)):
        raise Slip(WAITS)
    match entry.fact:
        case Dealt() as fact:
            return _begin_deal(rules, state, entry, fact)
        case Ruled() | Penalised() | FoulSeen() as fact:
            return _decide(rules, state, entry, fact)
        case Noted():
            return state.with_entry(entry)
        case Confirmed() as fact:
            deals = confirm_reads(state.deals, fact)
            return state.after(entry, deals[-1], state.case, state.evening._replace(earlier=deals[:-1]))
        case TimeCalled():
            return _call_time(rules, state, entry)
        case Claimed() as fact:
            return _claim(rules, state, entry, fact)
        case _:
            return _fold_into_deal(rules, state, entry)


def _fold_into_deal(rules: Ruleset, state: State, entry: Entry) -> State:
    """The state after a fact of the open deal. Only the end of a deal costs more after more deals."""
    line, fact, last, case = entry.line, entry.fact, state.current, state.case
    if last is None:
        raise Slip(T("“{found}” here: a deal must be open; expected “deal”", found=fact.word), found=fact.word)
    if isinstance(fact, Voided):
        deal, fouls = last.deal._replace(state="void", phase="done"), last.findings
    else:
        deal, fouls, case = add_fact(rules, last.deal, last.findings, case, line, fact)
    judged = last.after(line, deal, fouls)._replace(asked=fact if isinstance(fact, PlayAsked) else None)
    after = state.after(entry, judged, case)
    after = _take_findings(_note_read(rules, after, line, fact), line)
    return after if deal.state == "open" else settle(rules, after)


def _note_read(rules: Ruleset, state: State, line: int, fact: Fact) -> State:
    """The state with the cards of a fact, if a reader told them: what is found in any deal out of this pack rests on
    them.
    """
    match fact:
        case PlayRead(name, cards) | Claimed(name, cards, str()):
            seat = rules.seat_of(name)
        case KittyTurned(cards, str()):
            seat = NOBODY
        case _:
            return state
    alike = {code for card in cards for code in (card, rules.other_side(card)) if code}
    read = {line: ReadCard(Play(seat, cards, line), frozenset(alike))}
    deals, at = list(state.deals), len(state.past)
    deals[at] = deals[at]._replace(reads={**deals[at].reads, **read})
    while at and rules.holders(deals[at].deal, state.past[:at]) is None:
        at -= 1
        deals[at] = deals[at]._replace(reads={**deals[at].reads, **read})
    return replace(state, evening=state.evening._replace(earlier=tuple(deals[:-1])), last=deals[-1])


def _claim(rules: Ruleset, state: State, entry: Entry, fact: Claimed) -> State:
    """The state after a seat has shown its hand and claimed the rest."""
    line, last, case = entry.line, state.current, state.case
    if last is None or not {"play", "trick"} & rules.takes(last.deal):
        raise Slip(T("“{found}” does not come now: nothing is being played", found=fact.word), found=fact.word)
    seat = rules.seat_of(fact.seat)
    if seat not in last.deal.order:
        raise Slip(T("{name} does not play in this deal", name=fact.seat))
    number, most = len(fact.cards), last.deal.cards_left(seat)
    if number and number != most:
        raise Slip(T("{name} has {found} cards here: expected {most}", name=fact.seat, found=number, most=most))
    rules.deck.of(*fact.cards)
    if case is not None and fact.cards:
        case = judge_acts(case, rules, line, (Holds(seat, fact.cards),))
    claims = (*last.deal.claims, Said(seat, fact.word, line, () if fact.by else fact.cards))
    last = last._replace(deal=last.deal._replace(claims=claims), facts=(*last.facts, line))
    return _take_findings(_note_read(rules, state.after(entry, last, case), line, fact), line)


def _take_findings(state: State, line: int) -> State:
    """The state once its deals have taken over what its case found on this line.
    A new foul goes to the deal it was committed in. If a later card explains an accusation by counting, the accusation
    says so; if a card of its own line does, it is not told.
    """
    last, case = state.last, state.case
    if last is None or case is None:
        return state
    if case.undecided != last.undecided:
        last = last._replace(undecided=case.undecided)
        state = replace(state, last=last)
    if not (case.fouls or case.explained or case.settled):
        return state
    deals = [
        deal._replace(findings=tuple(_as_now_known(foul, case, line) for foul in deal.findings)) for deal in state.deals
    ]
    for foul in (foul for foul in case.fouls if foul.explained is None):
        places = (at for at in range(len(deals) - 1, -1, -1) if foul.committed in deals[at].facts)
        place = next(places, len(deals) - 1)
        foul = replace(foul, explained=_earlier_naming(deals[place], foul))
        deals[place] = deals[place]._replace(findings=(*deals[place].findings, foul))
    evening, case = state.evening._replace(earlier=tuple(deals[:-1])), replace(case, fouls=(), explained=(), settled=())
    return replace(state, evening=evening, last=deals[-1], case=case)


def _earlier_naming(judged: Judged, foul: Foul) -> int | None:
    """The line on which people named the same foul before it was proved; each time it was named stands for one."""
    known = {other.explained for other in judged.findings}
    named = (
        other.claimed
        for other in judged.upheld
        if other.named and (other.kind, other.seat) == (foul.kind, foul.seat) and other.committed > foul.committed
    )
    return next((line for line in named if line not in known), None)


def _as_now_known(foul: Foul, case: Case, line: int) -> Foul:
    """A foul found before, with what the case now knows about it."""
    foul = replace(foul, vague=False) if foul in case.settled else foul
    return replace(foul, explained=line) if foul in case.explained else foul


def _begin_deal(rules: Ruleset, state: State, entry: Entry, fact: Dealt) -> State:
    line, deals, last = entry.line, state.deals, state.last
    if state.current is not None:
        raise Slip(T("the deal before has not ended: finish it, give its result, or let it count for nothing"))
    if state.standing is not None and state.standing.finished:
        raise Slip(T("the match is over: no further deal is due"))
    if len(deals) == MOST_DEALS:
        raise Slip(T("{most} deals are the most a table takes: open another one", most=MOST_DEALS))
    keys = dict(fact.keys)
    depth = keys.pop("depth", None)
    if depth is not None and depth not in DEPTHS:
        raise Slip(T("depth={found}: expected one of {expected}", found=depth, expected=DEPTHS), found=depth)
    _check_board(deals, keys.pop("board", None))
    past = (*state.past, last.scored) if last is not None else ()
    paid = (*state.paid, last.net(len(rules.seats))) if last is not None else ()
    step = rules.begin(len(deals) + 1, line, rules.seat_of(fact.dealer), keys, rules.match(past))
    deal = step.deal if len(keys) == len(fact.keys) else step.deal._replace(keys=dict(fact.keys))
    case = _opening_case(rules, state, deal, past) if rules.provable else None
    if case is not None and step.acts:
        case = judge_acts(case, rules, line, step.acts)
    begun = Judged(deal, step.fouls, facts=(line,))
    if last is not None and (last.reads or last.earlier_reads):
        same = rules.holders(deal, past) is None
        reads, earlier = (last.reads, last.earlier_reads) if same else (NO_READS, {**last.earlier_reads, **last.reads})
        begun = begun._replace(reads=reads, earlier_reads=earlier)
    evening = state.evening._replace(earlier=deals, past=past, paid=paid)
    return _take_findings(state.pack(partial(fold, rules)).after(entry, begun, case, evening), line)


def _check_board(deals: tuple[Judged, ...], board: str | None) -> None:
    """Refuse a word that is no number of a board, and a board played here before: Slip."""
    if board is None:
        return
    if not 1 <= whole(board, T("the number of a board")) <= MOST_BOARD:
        raise Slip(T("{found} is no number of a board: expected 1 to {most}", found=board, most=MOST_BOARD))
    if any(one.deal.keys.get("board") == board and one.state != "void" for one in deals):
        raise Slip(T("board {board} has been played at this table", board=board), found=board)


def _opening_case(rules: Ruleset, state: State, deal: Deal, past: tuple[Scored, ...]) -> Case:
    """The case when a deal begins. After a deal given up, the case before that deal counts."""
    holders = rules.holders(deal, past)
    if holders is not None:
        return open_case(rules.deck, holders)
    hands = {seat: deal.cards_dealt(seat) for seat in deal.order}
    case = _before_voids(state).case
    if case is not None and not case.lost and case.size(STOCK) >= sum(hands.values()):
        return deal_from_stock(case, hands)
    everybody: dict[Holder, int] = {seat: room for seat, room in hands.items()}  # noqa: C416 - seats are holders
    return open_case(rules.deck, everybody | {STOCK: len(rules.deck) - sum(hands.values())})


def _before_voids(state: State) -> State:
    """The state before the last deals, if they were given up, were dealt."""
    while state.last is not None and state.last.state == "void":
        state = state.before_deal()
    return state


def _decide(rules: Ruleset, state: State, entry: Entry, fact: Ruled | Penalised | FoulSeen) -> State:
    """The state after a ruling on any deal's foul, or a foul or penalty in the last."""
    if not state.deals:
        raise Slip(T("“{found}” here: there is no deal yet", found=fact.word), found=fact.word)
    deals, line = list(state.deals), entry.line
    first, last = len(deals) - 1, deals[-1]
    if sum(len(deal.penalties) + len(deal.rulings) for deal in deals) == MOST_DECISIONS:
        raise Slip(T("{most} rulings and penalties are the most a table takes", most=MOST_DECISIONS))
    match fact:
        case Penalised(seat, points, reason):
            taken = -rules.worth(-abs(points))  # where the fewest points win, they are added
            penalty = Penalty(line, rules.seat_of(seat), taken, reason)
            deals[-1] = last._replace(penalties=(*last.penalties, penalty))
        case FoulSeen(seat, kind, chosen, card):
            foul = admitted_foul(rules, last.deal, line, seat, kind, card)
            _check_remedy(rules, state, first, foul, chosen)
            rulings = (*last.rulings, Ruling(line, line, "uphold", foul.seat, chosen))
            deals[-1] = last._replace(findings=(*last.findings, foul), rulings=rulings, facts=(*last.facts, line))
        case _:
            ruling = _ruling(rules, state.deals, line, fact)
            about = [
                (at, foul) for at, one in enumerate(deals) for foul in one.findings if ruling.on(foul, one.findings)
            ]
            for at, foul in about:
                named = foul if foul.seat is not None else replace(foul, seat=ruling.seat)
                _check_remedy(rules, state, at, with_weight(rules, state, deals[at], named), fact.remedy)
            first = about[0][0]
            for at in dict(about):
                deals[at] = deals[at]._replace(rulings=(*deals[at].rulings, ruling))
    if any(len(deal.rulings) > MOST_RULINGS for deal in deals):
        raise Slip(T("{most} rulings are the most a deal takes", most=MOST_RULINGS))
    evening = state.evening._replace(earlier=tuple(deals[:-1]))
    after = settle(rules, state.after(entry, deals[-1], state.case, evening), first)
    return _note_card_seen(rules, _carry_out(rules, after, line), line, fact)


def _carry_out(rules: Ruleset, state: State, line: int) -> State:
    """The state after what a ruling on this line does: it settles the same foul told twice, and to the open deal it
    puts a card back into a hand, say. A ruling that names no remedy does what the proposed one does.
    """
    last, case = state.last, state.case
    if last is None or not last.rulings or last.rulings[-1].line != line:
        return state
    for foul in last.upheld:
        if last.rulings[-1].on(foul, last.findings):
            back = False
            if state.current is not None:
                word = foul.remedy
                if rules.unasked and not foul.named:
                    word = word or rules.remedies(last.beside(foul), foul, rules.match(state.past))[0].word
                step = rules.after_ruling(last.deal, replace(foul, remedy=word), line)
                back = foul.play is not None and foul.play not in step.deal.plays
                deal, fouls, case = add_step(rules, last.findings, case, line, step)
                last = last._replace(deal=deal, findings=fouls)
            last = last._replace(findings=tuple(_settle_beside(foul, other, last, back) for other in last.findings))
    state = replace(state, last=last, case=case)
    return settle(rules, state if state.current is None else _take_findings(state, line))


def _settle_beside(foul: Foul, other: Foul, last: Judged, back: bool) -> Foul:
    """Another foul, settled with this one if its card went `back`, or if people named this one and it is the same."""
    if last.ruling(other) is not None or foul.seat not in other.suspects or other.explained is not None:
        return other
    same = foul.play is not None and foul.play.line in (other.committed, other.proved)
    named = foul.named and (same or other.kind == foul.kind)
    return replace(other, explained=foul.claimed) if (same and back) or named else other


def _note_card_seen(rules: Ruleset, state: State, line: int, fact: Ruled | Penalised | FoulSeen) -> State:
    """The state after everybody has seen a card of a hand: it is there until it is played."""
    last, case = state.current, state.case
    if not isinstance(fact, FoulSeen) or fact.card is None or last is None or case is None:
        return state
    case = judge_acts(case, rules, line, (Holds(rules.seat_of(fact.seat), (fact.card,)),))
    return settle(rules, _take_findings(replace(state, case=case), line))


def admitted_foul(rules: Ruleset, deal: Deal, line: int, seat: str, kind: str, card: str | None = None) -> Foul:
    """A foul that people agree on, with the card they saw if any; raises Slip for a card that has been played."""
    at = rules.seat_of(seat)
    known = (*KINDS, *rules.breach_names)
    if kind not in known:
        raise Slip(T("there is no foul “{found}”: expected one of {expected}", found=kind, expected=known), found=kind)
    message = T("{name} admitted it, or everybody saw it.", name=seat)
    if card is not None:
        laid = sum(code == card for trick in deal.all_tricks for play in trick.plays for code in play.cards)
        if laid >= rules.deck.mask(card).bit_count():
            raise Slip(T("{card} has been played already", card=CardName(card)), found=card)
        message = T("{name} let {card} be seen.", name=seat, card=CardName(card))
    law, trick = rules.law_named(deal, kind), deal.trick.number
    play = _card_meant(rules, deal, at, kind) if card is None and rules.provable else None
    return Foul(kind, at, "seen", line, line, law, message, (at,), play, trick, card, named=card is None)


def _card_meant(rules: Ruleset, deal: Deal, seat: int, kind: str) -> Play | None:
    """The card on the table that people mean by a foul of this kind; None if none there may be it."""
    trick = deal.on_table
    at, play = deal, trick.by(seat)
    if play is None or play.unseen or deal.phase != "play":
        return None
    if trick.number == 1 and play != trick.plays[0] and kind in OF_CARDS - {"illegal-lead"}:
        return play  # it has laid no other
    for laid in trick.plays:
        at = at.take_back(laid.seat)
    for laid in takewhile(lambda laid: laid != play, trick.plays):
        at = at.lay(laid)
    return play if trick.seen and rules.may_be(at, play, kind) else None


def _check_remedy(rules: Ruleset, state: State, place: int, foul: Foul, word: str | None) -> None:
    """Refuse a remedy that the laws do not offer: Slip."""
    if word is None:
        return
    offered = rules.remedies(state.deals[place].beside(foul), foul, rules.match(state.past[:place]))
    words = tuple(one.word for one in offered if one.word)
    if word not in words:
        raise Slip(T("remedy={found}: expected one of {expected}", found=word, expected=words), found=word)


def _call_time(rules: Ruleset, state: State, entry: Entry) -> State:
    """The state after time is called: the deal being played, or just finished, is the last."""
    last = state.last
    if last is None or not rules.timed:
        raise Slip(T("this table is not played by the clock, or has not begun"))
    last = last._replace(deal=last.deal._replace(last=True))
    evening = state.evening._replace(standing=standing(rules, state.evening, last))
    return state.after(entry, last, state.case, evening)


def _ruling(rules: Ruleset, deals: tuple[Judged, ...], line: int, fact: Ruled) -> Ruling:
    """The ruling a fact states; raises Slip if the foul or the offender is not clear."""
    if fact.decision not in DECISIONS:
        text = T("“{found}”: expected one of {expected}", found=fact.decision, expected=tuple(DECISIONS))
        raise Slip(text, found=fact.decision)
    seat = None if fact.seat is None else rules.seat_of(fact.seat)
    ruling = Ruling(line, fact.at, fact.decision, seat, fact.remedy)
    proved = [foul for deal in deals for foul in deal.findings if foul.proved == fact.at]
    if not proved:
        raise Slip(T("no foul was proved at line {found}", found=fact.at), found=fact.at)
    suspects = sorted({seat for foul in proved for seat in foul.suspects})
    names = tuple(rules.seats[suspect] for suspect in suspects)
    if not any(ruling.on(foul, proved) for foul in proved):
        raise Slip(
            T("the foul proved at line {line} is not one of {name}: expected {expected}", line=fact.at, name=fact.seat,
              expected=names), found=fact.seat,
        )  # fmt: skip
    if fact.decision == "uphold" and seat is None and len(suspects) > 1:
        raise Slip(T("several may have done it ({names}): say seat=NAME", names=names))
    return ruling
