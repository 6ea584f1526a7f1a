"""What a trick asks, and what each play laid on it says: asked of the game once, then looked up.

Two tricks that ask the same of those to come, and that the same cards would take so far, are one `Asked`: from there a
play says the same in either (`demands` and `under` of the ruleset).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from referee.rules.cards import UNSEEN
from referee.rules.deal import Deal, Play, Trick
from referee.rules.options import Options
from referee.rules.ruleset import Denial, Ruleset

TABLES, MOST = 64, 40_000
"""Ways to play of which the answers are kept, and how many of each."""


class Asked:
    """What the plays of a trick so far ask: `answers` tells what each play that came next has said."""

    __slots__ = ("answers", "best")

    def __init__(self, best: tuple[str, ...]) -> None:
        self.answers: dict[tuple[str, ...], Answer] = {}
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

    def __init__(self) -> None:
        self.lead = Asked(())
        self.last = Asked(())
        """The same for the last trick: who takes it is not told by these."""
        self.asked: dict[Hashable, Asked] = {}
        self.kept = 0

    def led(self, left: int, cards: tuple[str, ...]) -> Asked:
        """What is asked of a lead of these cards while each hand has so many left."""
        return self.last if left == len(cards) else self.lead

    def after(self, rules: Ruleset, deal: Deal, plays: tuple[Play, ...], best: tuple[str, ...], last: bool) -> Asked:
        """What the first plays of a trick ask, of the last one or of another."""
        key = last, rules.demands(deal, plays), len(plays[0].cards), () if last else best
        return self.asked.setdefault(key, Asked(best))

    def learn(self, asked: Asked, rules: Ruleset, deal: Deal, play: Play, best: int) -> Answer | None:
        """What a play says that comes next in a deal, kept for the next time; None where nothing is to be kept.
        `best` is who would take the trick so far.
        """
        cards, plays = play.cards, deal.trick.plays
        strange = any(code not in rules.deck or "/" in code or code == UNSEEN for code in cards)
        wrong = len(cards) != (deal.asked if plays else 1) and not (rules.several and not plays)
        if strange or wrong or deal.left(play.seat) < len(cards) or self.kept >= MOST:
            return None
        self.kept += 1
        asked.answers[cards] = answer = self._answer(asked, rules, deal, play, best)
        return answer

    def _answer(self, asked: Asked, rules: Ruleset, deal: Deal, play: Play, best: int) -> Answer:
        cards, plays = play.cards, (*deal.trick.plays, play)
        copies = tuple(rules.deck.mask(code) for code in cards)
        if rules.unlawful(deal, play) is not None:
            return Answer(copies)
        denials, denied, again = rules.denies(deal, play), 0, 0
        for denial in denials:
            denied |= denial.cards.bits
            again |= denial.again.bits
        last = deal.left(play.seat) == len(cards)
        taker = best if last else rules.winner(deal, Trick(deal.trick.number, plays))
        if again & ~denied or taker not in (best, play.seat):
            return Answer(copies)
        takes = taker == play.seat
        after = self.after(rules, deal, plays, cards if takes else asked.best, last)
        return Answer(copies, denials, denied, takes, after, not rules.telling.isdisjoint(cards))


@lru_cache(TABLES)
def answers(game: type[Ruleset], options: Options, seats: int, under: Hashable) -> Answers:
    """The answers of a game under these options, for so many, in deals played alike (`under` of the ruleset)."""
    return Answers()
