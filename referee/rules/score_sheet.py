"""A game of which nothing is recorded but its scores: no cards, no fouls, one result a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.rules.acts import Denial, Holder
from referee.rules.cards import Deck
from referee.rules.deal import Deal, Play, Trick
from referee.rules.ruleset import Ruleset
from referee.rules.score import Scored


class ScoreSheet(Ruleset):
    """A game without cards. What a game must say of cards and plays is said here."""

    scores_only = True
    provable = False
    picture = ()
    deck = Deck(())
    pad = ()
    breaches = ()

    def holders(self, deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
        return None

    def denies(self, deal: Deal, play: Play) -> tuple[Denial, ...]:
        return ()

    def winner(self, deal: Deal, trick: Trick) -> int:
        raise NotImplementedError
