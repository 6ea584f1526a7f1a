"""Questions about a foul, each asked once; those about one record within its allowance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from referee.endings.known import Moment
from referee.endings.questions import Answer, ask, ask_claim
from referee.endings.search import TooLong
from referee.rules.allowance import allowed
from referee.rules.deal import Play
from referee.rules.ruleset import Ruleset

SETTING_OUT = 8
"""What a question costs beside the plays tried for it: so many plays for each pair of the cards left."""
SHARE = 5
"""The part of what is left to a record, a fifth, that one question may spend, so that the last ones have room too."""


class Question:
    """A position and a foul in it: what is the same is asked once."""

    def __init__(
        self, rules: Ruleset, moment: Moment, seat: int, play: Play | None, named: Mapping[int, tuple[str, ...]],
        nodes: int,
    ) -> None:  # fmt: skip
        self.rules, self.moment, self.seat, self.play, self.named, self.nodes = rules, moment, seat, play, named, nodes
        self.key = rules.name, rules.options, rules.seats, seat, play, nodes, repr((moment, sorted(named.items())))

    def within(self, nodes: int) -> Question:
        """The same with room for so many plays at most."""
        if nodes >= self.nodes:
            return self
        return Question(self.rules, self.moment, self.seat, self.play, self.named, nodes)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.key == other.key


@lru_cache(maxsize=512)
def _answer(question: Question) -> Answer | TooLong | None:
    known = question.moment.known
    assert known is not None
    rules, deal, play = question.rules, question.moment.deal, question.play
    try:
        if play is None:
            return ask_claim(rules, deal, known, question.seat, question.named, question.nodes)
        return ask(rules, deal, known, play, question.named, question.nodes)
    except TooLong as error:
        return error


def answered(question: Question) -> Answer | TooLong | None:
    """The answer to a question; TooLong where its plays, or those of the record, are spent."""
    room = allowed()
    if room is None:
        return _answer(question)
    if question not in room.known:
        hands = (question.moment.known or {}).values()
        asked = question.within(room.left // SHARE)
        found = room.known[question] = _answer(asked) if asked.nodes > 0 else TooLong()
        room.left -= SETTING_OUT * len({card for hand in hands for card in hand}) ** 2
        room.left -= found.spent if isinstance(found, Answer) else max(asked.nodes, 0)
    return cast("Answer | TooLong | None", room.known[question])
