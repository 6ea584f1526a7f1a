"""Small situations for the judge: a part of Double-détente with the rest of the pack in a box."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.double_detente import DoubleDetente
from referee.games.double_detente.terms import Terms
from referee.judge import Case, judge_acts, judge_play, judge_trick, open_case
from referee.rules import Foul, Holder, Holds
from referee.rules.deal import Deal, Play
from referee.table.plays import Judging, add_plays
from tests.oracle.enumerate import HIDDEN, STOCK, Situation

FIRST = 10
"""The line of the first play; play number n is on line FIRST + n."""


def begun(situation: Situation) -> tuple[DoubleDetente, Deal, Case]:
    """The rules, the deal and the case before the first card."""
    names = tuple(holder for holder in situation.rooms if holder != STOCK)
    rules = DoubleDetente(DoubleDetente.presets["standard"], names)
    deal = Deal(
        1, 1, len(names) - 1, tuple(range(len(names))), situation.rooms[names[0]], phase="play", terms=Terms(1, 1)
    )
    box = tuple(code for code in rules.deck.kinds if code not in situation.deck)
    rooms: dict[Holder, int] = {names.index(h) if h in names else h: room for h, room in situation.rooms.items()}
    case = open_case(rules.deck, rooms | {"box": len(box)})
    opens = [Holds(names.index(seat), tuple(cards)) for seat, cards in situation.open_hands.items()]
    return rules, deal, judge_acts(case, rules, 2, [Holds("box", box), *opens])


def accusations(situation: Situation) -> Iterator[tuple[Foul, ...]]:
    """The fouls reported so far, after each play; at the end of a trick its winner is told first."""
    rules, deal, case = begun(situation)
    for number, (name, card) in enumerate(situation.plays):
        line = FIRST + number
        play = Play(rules.seats.index(name), (card,), line)
        case = judge_play(case, rules, deal, play)
        deal = deal.lay(play)
        if len(deal.trick.plays) == len(deal.order):
            seen = deal.trick.seen
            deal = deal.gather(rules.winner(deal, deal.trick) if seen else None)
            taker = situation.took.get(len(deal.tricks) - 1)
            if taker is not None and not seen:
                deal = deal.award(rules.seats.index(taker))
                case = judge_trick(case, rules, deal, line, {})
        yield case.fouls


def accusations_at_table(situation: Situation) -> Iterator[tuple[Foul, ...]]:
    """The fouls reported so far, after each play of a record without “took”: who leads has taken the trick before."""
    rules, deal, case = begun(situation)
    judged: Judging = deal, (), case
    for number, (name, card) in enumerate(situation.plays):
        judged = add_plays(rules, *judged, [Play(rules.seats.index(name), (card,), FIRST + number)])
        assert judged[2] is not None
        yield judged[2].fouls


__all__ = ["FIRST", "HIDDEN", "accusations", "accusations_at_table", "begun"]
