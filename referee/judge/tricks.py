"""What a trick asks, and what each play laid on it says: asked of the game once, then looked up.

Two tricks that ask the same of those to come are one `Asked`: from there a play says the same in either (`following` of
the ruleset).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from referee.rules.cards import UNSEEN
from referee.rules.following import Following
from referee.rules.ruleset import Denial, Ruleset

TABLES, MOST = 64, 60_000
"""Ways to play of which the answers are kept, and how many of each."""


class Asked(dict[tuple[str, ...], "Answer"]):
    """What the plays of a trick so far ask: the answer to each play that came next, by its cards."""

    __slots__ = ("what",)

    def __init__(self, what: Hashable) -> None:
        self.what = what


class Answer(NamedTuple):
    """What a play says that comes next: all copies (bits) of each of its cards, what it denies, whether it `beats` the
    cards that would take the trick so far, and what is asked after it; None where that is not all there is to say.
    `tells`: it may bring something else to light.
    """

    copies: tuple[int, ...]
    denials: tuple[Denial, ...]
    denied: int
    beats: dict[tuple[str, ...], bool]
    after: Asked | None = None
    tells: bool = False


class Answers:
    """All that was answered under the same laws, from the `lead` of a trick on."""

    def __init__(self, following: Following) -> None:
        self.following = following
        self.lead = Asked(None)
        self.asked: dict[Hashable, Asked] = {}
        self.kept = 0

    def after(self, what: Hashable) -> Asked:
        """What the first plays of a trick ask."""
        found = self.asked.get(what)
        if found is None:
            found = self.asked[what] = Asked(what)
        return found

    def learn(self, asked: Asked, rules: Ruleset, cards: tuple[str, ...]) -> Answer | None:
        """What a play in turn says that comes next, kept for the next time; None where nothing is to be kept."""
        deck, copies = rules.deck, list[int]()
        if self.kept >= MOST or (len(cards) > 1 and not rules.several):
            return None
        for code in cards:
            if code == UNSEEN or "/" in code or code not in deck:
                return None
            copies.append(deck.mask(code))
        self.kept += 1
        asked[cards] = answer = self._answer(asked.what, tuple(copies), cards, not rules.telling.isdisjoint(cards))
        return answer

    def learn_beats(self, answer: Answer, cards: tuple[str, ...], best: tuple[str, ...]) -> bool:
        """Whether a play takes the trick from the cards that would so far, kept while there is room."""
        assert answer.after is not None, "it is a play about which that is all"
        found = self.following.beats(answer.after.what, cards, best)
        if self.kept < MOST:
            self.kept += 1
            answer.beats[best] = found
        return found

    def _answer(self, what: Hashable, copies: tuple[int, ...], cards: tuple[str, ...], tells: bool) -> Answer:
        denied, again = 0, 0
        denials = self.following.denies(what, cards)
        if denials is None:
            return Answer(copies, (), 0, {})
        for denial in denials:
            denied |= denial.cards.bits
            again |= denial.again.bits
        if again & ~denied:
            return Answer(copies, (), 0, {})
        return Answer(copies, denials, denied, {}, self.after(self.following.asks(what, cards)), tells)


@lru_cache(TABLES)
def answers(game: type[Ruleset], following: Following) -> Answers:
    """The answers of a game where the same laws hold, at whichever table."""
    return Answers(following)
