"""What a trick asks, and what each play to it says: the game is asked once, then the answer is looked up.

Two tricks that ask the same of the plays to come share one `Demand`, because each next play says the same in both
(`following` of the ruleset).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from referee.rules import Denial, Ruleset
from referee.rules.acts import denied_by
from referee.rules.following import Following
from referee.words.value import make

TABLES, MOST = 64, 60_000
"""The most sets of laws whose answers are kept, and the most answers of each."""


class Demand(dict[tuple[str, ...], "Answer"]):
    """What a trick asks of its next play (`what`), and the answer to each play that came next, by its cards."""

    __slots__ = ("what",)

    def __init__(self, what: Hashable) -> None:
        self.what = what


class Answer(NamedTuple):
    """What a play says: all copies (bits) of each of its cards, what it denies (also as bits), and whether it `beats`
    the best cards so far. `after` is what is asked next; None if the whole referee has to look at the play. `tells`:
    the play may bring something else to light.
    """

    copies: tuple[int, ...]
    denials: tuple[Denial, ...]
    denied: int
    beats: dict[tuple[str, ...], bool]
    after: Demand | None = None
    tells: bool = False


class Answers:
    """All answers under the same laws, from the `lead` of a trick on."""

    def __init__(self, following: Following) -> None:
        self.following = following
        self.lead = Demand(None)
        self.demands: dict[Hashable, Demand] = {}
        self.kept = 0

    def demand(self, what: Hashable) -> Demand:
        """The one `Demand` of all tricks that ask this."""
        found = self.demands.get(what)
        if found is None:
            found = self.demands[what] = Demand(what)
        return found

    def learn(self, demand: Demand, rules: Ruleset, cards: tuple[str, ...]) -> Answer | None:
        """Ask the game what a play in turn says, and keep the answer; None for cards that are not kept."""
        laid = rules.deck.laid
        copies = tuple([laid.get(code, 0) for code in cards])
        if self.kept >= MOST or not all(copies) or (len(cards) > 1 and not rules.several):
            return None
        self.kept += 1
        denials = self.following.denies(demand.what, cards)
        denied, again = denied_by(denials or ())
        if denials is None or again & ~denied:
            answer = Answer(copies, (), 0, {})
        else:
            after = self.demand(self.following.asks(demand.what, cards))
            answer = make(Answer, (copies, denials, denied, {}, after, not rules.telling.isdisjoint(cards)))
        demand[cards] = answer
        return answer

    def learn_beats(self, answer: Answer, cards: tuple[str, ...], best: tuple[str, ...]) -> bool:
        """Whether a play takes the trick from the best cards so far; the answer is kept while there is room."""
        assert answer.after is not None, "the cards settle all that this play says"
        found = self.following.beats(answer.after.what, cards, best)
        if self.kept < MOST:
            self.kept += 1
            answer.beats[best] = found
        return found


@lru_cache(TABLES)
def answers(game: type[Ruleset], following: Following) -> Answers:
    """The answers of a game under these laws, shared by all tables."""
    return Answers(following)
