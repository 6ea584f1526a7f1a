"""Questions about a foul, each answered once; those about one record share its allowance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, cast

from referee.endings.known import Moment
from referee.endings.position import fresh
from referee.endings.questions import Answer, ask, ask_claim
from referee.endings.search import TooLong
from referee.rules.allowance import current_allowance
from referee.rules.deal import Play
from referee.rules.ruleset import Ruleset

SETTING_OUT = 8
"""The cost of a question beside the plays it tries: so many plays for each pair of the cards left."""
SHARE = 5
"""One question may spend a fifth of the plays left to a record, so that the last ones have some too."""


class Question:
    """A position, a foul in it, and the possible deals: one if all cards are known. Equal questions are asked once."""

    def __init__(
        self, rules: Ruleset, deals: Sequence[Moment], seat: int, play: Play | None,
        named: Mapping[int, tuple[str, ...]], nodes: int,
    ) -> None:  # fmt: skip
        self.rules, self.deals, self.seat, self.play, self.named, self.nodes = rules, deals, seat, play, named, nodes
        deal, hands = deals[0].deal._replace(hands={}), [sorted(one.hands.items()) for one in deals]
        self.key = rules.name, rules.options, rules.seats, seat, play, nodes, repr((deal, hands, sorted(named.items())))

    def within(self, nodes: int) -> Question:
        """The same question with at most so many plays."""
        if nodes >= self.nodes:
            return self
        return Question(self.rules, self.deals, self.seat, self.play, self.named, nodes)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.key == other.key


Answers = tuple[Answer, ...] | Literal["too long"] | None
"""The answer for each possible deal; “too long” if the plays are spent before, None if one deal has no answer."""


def _in_each(question: Question) -> Answers:
    rules, play, deals, left = question.rules, question.play, question.deals, question.nodes
    tricks, results = fresh(rules, deals[0].deal), list[Answer]()
    for number, (deal, _) in enumerate(deals):
        known, nodes = deals[number].known, left // (len(deals) - number)
        if known is None:
            return None
        try:
            if play is None:
                answer = ask_claim(rules, deal, known, question.seat, question.named, nodes, tricks)
            else:
                answer = ask(rules, deal, known, play, question.named, nodes, tricks)
        except TooLong:  # it holds the whole search: only that there was one may be remembered
            return "too long"
        if answer is None:
            return None
        results.append(answer)
        left -= answer.spent
    return tuple(results)


_in_one, _in_many = lru_cache(512)(_in_each), lru_cache(16)(_in_each)


def answers_to(question: Question) -> Answers:
    """The answers to a question; “too long” if its plays, or those of the record, are spent."""
    ask_it, room = _in_one if len(question.deals) == 1 else _in_many, current_allowance()
    if room is None:
        return ask_it(question)
    if question not in room.known:
        asked = question.within(room.left // SHARE)
        answer = room.known[question] = ask_it(asked) if asked.nodes > 0 else "too long"
        for deal in question.deals:
            room.left -= SETTING_OUT * len({card for hand in (deal.known or {}).values() for card in hand}) ** 2
        room.left -= sum(one.spent for one in answer) if isinstance(answer, tuple) else max(asked.nodes, 0)
    return cast("Answers", room.known[question])
