"""How a match of Da Ban stands, as people read it: levels beside the seats, ladders, the list of rounds."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.da_ban.cards import SUIT_NAMES, rank
from referee.games.da_ban.match import Terms, course, outcome
from referee.games.da_ban.options import DaBanOptions
from referee.ruleset import Ladder, Ruleset, Scored
from referee.texts import T, Text


class Telling(Ruleset):
    """What a sheet and the seats say of the match."""

    options: DaBanOptions

    def marks(self, deals: Sequence[Scored]) -> tuple[Text | None, ...]:
        """The level of each seat's team, and who owes a tribute."""
        now = course(self.options, len(self.seats), deals)
        found: list[Text | None] = []
        for seat in range(len(self.seats)):
            level = rank(now.levels[seat % 2])
            if seat == now.payer:
                found.append(T("level {level}, owes tribute: {number}", level=level, number=now.tribute))
            else:
                found.append(T("level {level}", level=level))
        return tuple(found)

    def ladders(self, deals: Sequence[Scored]) -> tuple[Ladder, ...]:
        """The levels of both teams, and the round after which each was reached."""
        start, end = int(self.options.start_level), int(self.options.end_level)
        reached: tuple[list[int], list[int]] = ([0], [0])
        for number in range(1, len(deals) + 1):
            levels = course(self.options, len(self.seats), deals[:number]).levels
            for side in (0, 1):
                climbed, rungs_of = min(levels[side], end) - start + 1, reached[side]
                rungs_of[climbed:] = []
                rungs_of += [number] * (climbed - len(rungs_of))
        rungs = tuple(rank(level) for level in range(start, end + 1))
        return tuple(Ladder(T("{names}", names=self.seats[side::2]), rungs, tuple(reached[side])) for side in (0, 1))

    def course(self, deals: Sequence[Scored]) -> tuple[tuple[Text, ...], tuple[tuple[Text, ...], ...]]:
        """Of each round the master, the level, trumps, the opponents' points, who goes on, the tribute."""
        heads = (T("Master"), T("Level"), T("Trumps"), T("Opponents"), T("Next master"), T("Tribute"))
        return heads, tuple(self._course_of(deals[: number + 1]) for number in range(len(deals)))

    def _course_of(self, deals: Sequence[Scored]) -> tuple[Text, ...]:
        """The last of these rounds, as the list has it."""
        terms: Terms = deals[-1].deal.terms
        found = outcome(self.options, deals[-1])
        now = course(self.options, len(self.seats), deals)
        blank = T("{name}", name="")
        if found is None or terms.master is None:
            return (blank,) * 6
        counted = T("foul") if found.points is None else T("{number}", number=found.points)
        after = blank if now.master is None else T("{name}", name=self.seats[now.master])
        return (
            T("{name}", name=self.seats[terms.master]),
            T("{level}", level=rank(terms.level)),
            blank if terms.trump is None else SUIT_NAMES[terms.trump],
            counted,
            after,
            T("{number}", number=found.tribute) if found.tribute else blank,
        )
