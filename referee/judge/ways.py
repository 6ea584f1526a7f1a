"""The ways a trick with unseen cards may have gone.

What a player and those after him denied depends on his unseen card. So the judge keeps the ways the trick may have
gone; cards with the same consequences make one way, and beginnings that ask the same of the next player go on alike.
This is exact if at most `MOST` cards must be tried (three or four unseen cards of a deck of 78), no more than
`MOST_WAYS` are left, and no play of several cards has an unseen one. Otherwise the last unseen card of the trick, and
the plays that depend on it, deny nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from referee.judge.case import UNTRUE, Case, Way
from referee.rules import EMPTY, Denial, Ruleset
from referee.rules.acts import bits_denied
from referee.rules.deal import Deal, Play, Trick
from referee.words.text import Text

MOST = 60_000
"""Cards tried in one trick, each counted again for every way it goes on: a sixth of a second on a small machine."""

MOST_WAYS = 1_000
"""Ways of one trick. With thousands the questions about a fact take seconds, and end without an answer."""

Ways = tuple[list[Way], list[tuple[Play, tuple[Denial, ...]]]]
"""The ways a trick may have gone, and every denial that its uncertain plays may have made."""


def ways(case: Case, rules: Ruleset, deal: Deal, plays: Sequence[Play], winner: int | None) -> Ways | None:
    """The ways a trick of `deal` with unseen cards may have gone, the one that denies fewest cards first; and for each
    play that depends on unseen cards every denial it may have made. If a `winner` is named, only the ways in which he
    takes the trick. None if too many cards must be tried, or too many ways are left.
    """
    hidden = [play for play in plays if play.unseen]
    # All copies of a possible card, also one now known elsewhere: later nobody may be able to tell the copies apart.
    kinds = {code: copies for code in case.deck.kinds if (copies := case.deck.mask(code)) & case.unseen}
    if any(len(play.cards) > 1 for play in hidden):
        return None
    first = plays.index(hidden[0])
    filled = _Filled(rules, deal, plays, winner, kinds)
    try:
        choices = filled.onward(tuple(plays[:first]))
    except _TooManyError:
        return None
    if len(choices) > MOST_WAYS:
        return None
    choices.sort(key=lambda way: sum(bits.bit_count() for bits in way.denied))
    apart = [at for at in range(first, len(plays)) if uncertain(rules, plays, plays[at])]
    return choices, [(plays[at], filled.possible_denials(at)) for at in apart]


DONE = [Way((), ())]
"""The one way in which a trick goes on that is whole."""


class _TooManyError(Exception):
    """More than `MOST` cards must be tried."""


class _Filled:
    """A trick filled in, play by play, with every card that an unseen one may be.
    Beginnings that ask the same of the plays to come are continued only once.
    """

    def __init__(
        self, rules: Ruleset, deal: Deal, plays: Sequence[Play], winner: int | None, kinds: Mapping[str, int]
    ) -> None:
        self.rules = rules
        self.plays = plays
        self.winner = winner
        self.known = [[(Play(play.seat, (code,), play.line), cards) for code, cards in kinds.items()] for play in plays]
        self.stages = _stages(deal, plays)
        self.number = self.stages[0].trick.number
        self.left = MOST
        self.reached: dict[Hashable, list[Way]] = {}
        self.denials: list[dict[Hashable, dict[str, tuple[int, tuple[Denial, ...]]]]] = [{} for _ in plays]

    def possible_denials(self, at: int) -> tuple[Denial, ...]:
        """Every denial a play may have made."""
        some: dict[int, tuple[Denial, ...]] = {}
        for known in self.denials[at].values():
            for bits, denials in known.values():
                some.setdefault(bits, denials)
        return tuple(dict.fromkeys(denial for denials in some.values() for denial in denials))

    def onward(self, before: tuple[Play, ...]) -> list[Way]:
        """The ways the trick may go on after these plays."""
        if not before:
            return self._further(before, None)
        best: Play | None = None
        if self.winner is not None:
            taker = self.rules.winner(self.stages[-1], Trick(self.number, before))
            if taker != self.winner and any(play.seat == self.winner for play in before):
                return []
            best = next(play for play in before if play.seat == taker)
        if len(before) == len(self.plays):
            return DONE if best is None or best.seat == self.winner else []
        asked = self.rules.demands(self.stages[0], before)
        alike = (len(before), asked, best)
        if alike not in self.reached:
            self.reached[alike] = self._further(before, asked)
        return self.reached[alike]

    def _further(self, before: tuple[Play, ...], asked: Hashable) -> list[Way]:
        at = len(before)
        play = self.plays[at]
        if not uncertain(self.rules, self.plays, play):
            return self.onward((*before, play))
        stage = self.stages[at]._replace(trick=Trick(self.number, before))
        answers = self.denials[at].setdefault(asked, {})
        if not play.unseen:
            after = self.onward((*before, play))
            bits = self._cards_denied(stage, play, answers) if after else 0
            return [Way(way.cards, (bits, *way.denied)) for way in after]
        alike: dict[tuple[int, int], tuple[list[Way], int]] = {}
        for known, cards in self.known[at]:
            self._try(1)
            if after := self.onward((*before, known)):
                bits = self._cards_denied(stage, known, answers)
                _, others = alike.get((bits, id(after)), (after, 0))
                alike[bits, id(after)] = after, others | cards
        merged: dict[Way, int] = {}
        for (bits, _), (after, cards) in alike.items():
            self._try(len(after))
            for way in after:
                same = Way(way.cards, (bits, *way.denied))
                merged[same] = merged.get(same, 0) | cards
        return [Way((cards, *way.cards), way.denied) for way, cards in merged.items()]

    def _try(self, count: int) -> None:
        """Count cards tried. Raises _TooManyError."""
        self.left -= count
        if self.left < 0:
            raise _TooManyError

    def _breach(self, stage: Deal, play: Play) -> tuple[str, str, Text] | None:
        """Why a play is a breach by its own card, if that is not plain whatever the unseen cards are."""
        at = len(stage.trick.plays)
        plain = self.rules.unlawful(self.stages[at], self.plays[at])
        return None if plain else self.rules.unlawful(stage, play)

    def _cards_denied(self, stage: Deal, play: Play, answers: dict[str, tuple[int, tuple[Denial, ...]]]) -> int:
        """The cards that a play denies at this stage, and UNTRUE if its own card breaks a law; `answers` keeps them."""
        code = play.cards[0]
        if code not in answers:
            denials, breach = self.rules.denies(stage, play), self._breach(stage, play)
            if breach is not None:
                denials += (Denial(breach[0], breach[1], EMPTY, breach[2]),)
            answers[code] = bits_denied(denials)[0] | (UNTRUE if breach else 0), denials
        return answers[code][0]


def uncertain(rules: Ruleset, plays: Sequence[Play], play: Play) -> bool:
    """Whether what a play denies depends on unseen cards, if it or one before it is unseen."""
    return play.unseen or not rules.by_lead or plays[0].unseen


def _stages(deal: Deal, plays: Sequence[Play]) -> list[Deal]:
    """The deal before each of these plays to its present or last trick, and after all."""
    closed = bool(deal.tricks) and deal.tricks[-1].plays == tuple(plays)
    gone = dict(deal.gone)
    for play in plays if closed else deal.trick.plays:
        gone[play.seat] -= len(play.cards)
    tricks = deal.tricks[:-1] if closed else deal.tricks
    stage = deal._replace(tricks=tricks, trick=Trick(len(tricks) + 1), gone=gone, lead=plays[0].seat)
    stages = [stage]
    for play in plays:
        stages.append(stages[-1].lay(play))
    return stages
