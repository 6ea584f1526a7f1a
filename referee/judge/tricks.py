"""What a trick asks, and what each play laid on it says: asked of the game once, then looked up.

Two tricks that ask the same of those to come, and that the same cards would take so far, are one `Asked`: from there a
play says the same in either (`following` of the ruleset).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from referee.rules.cards import UNSEEN
from referee.rules.following import Following
from referee.rules.ruleset import Denial, Ruleset

TABLES, MOST = 64, 40_000
"""Ways to play of which the answers are kept, and how many of each."""


class Asked(dict[tuple[str, ...], "Answer"]):
    """What the plays of a trick so far ask: the answer to each play that came next, by its cards. `what` is asked, and
    `best` are the cards that would take the trick so far.
    """

    __slots__ = ("best", "what")

    def __init__(self, what: Hashable, best: tuple[str, ...]) -> None:
        self.what = what
        self.best = best


class Answer(NamedTuple):
    """What a play says that comes next: all copies (bits) of each of its cards, what it denies, whether it would take
    the trick so far, and what is asked after it; None where that is not all there is to say. `tells`: it may bring
    something else to light.
    """

    copies: tuple[int, ...]
    denials: tuple[Denial, ...] = ()
    denied: int = 0
    takes: bool = False
    after: Asked | None = None
    tells: bool = False


class Answers:
    """All that was answered under the same laws, from the `lead` of a trick on."""

    def __init__(self, following: Following) -> None:
        self.following = following
        self.lead = Asked(None, ())
        self.last = Asked(None, ())
        """The same for the last trick: who takes it is not told by these."""
        self.asked: dict[Hashable, Asked] = {}
        self.kept = 0

    def led(self, left: int, cards: tuple[str, ...]) -> Asked:
        """What is asked of a lead of these cards while each hand has so many left."""
        return self.last if left == len(cards) else self.lead

    def after(self, what: Hashable, best: tuple[str, ...], last: bool) -> Asked:
        """What the first plays of a trick ask, of the last one or of another."""
        key = what, () if last else best
        found = self.asked.get((last, key))
        if found is None:
            found = self.asked[last, key] = Asked(*key)
        return found

    def learn(self, asked: Asked, rules: Ruleset, cards: tuple[str, ...], last: bool) -> Answer | None:
        """What a play in turn says that comes next, and is perhaps the `last` of its hand, kept for the next time; None
        where nothing is to be kept.
        """
        deck, copies = rules.deck, list[int]()
        if self.kept >= MOST or (len(cards) > 1 and not rules.several):
            return None
        for code in cards:
            if code == UNSEEN or "/" in code or code not in deck:
                return None
            copies.append(deck.mask(code))
        self.kept += 1
        asked[cards] = answer = self._answer(asked, tuple(copies), cards, last, not rules.telling.isdisjoint(cards))
        return answer

    def _answer(self, asked: Asked, copies: tuple[int, ...], cards: tuple[str, ...], last: bool, tells: bool) -> Answer:
        following, denied, again = self.following, 0, 0
        denials = following.denies(asked.what, cards)
        if denials is None:
            return Answer(copies)
        for denial in denials:
            denied |= denial.cards.bits
            again |= denial.again.bits
        if again & ~denied:
            return Answer(copies)
        what = following.asks(asked.what, cards)
        takes = not last and (not asked.best or following.beats(what, cards, asked.best))
        after = self.after(what, cards if takes else asked.best, last)
        return Answer(copies, denials, denied, takes, after, tells)


@lru_cache(TABLES)
def answers(game: type[Ruleset], following: Following) -> Answers:
    """The answers of a game where the same laws hold, at whichever table."""
    return Answers(following)
