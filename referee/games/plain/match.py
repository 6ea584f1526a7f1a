"""The match: who deals next, who has won."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.plain.options import NONE, PlainOptions
from referee.rules import Due, Scored, Standing, T, Text, common


def label(number: int) -> Text:
    """The name of a round."""
    return T("round {number}", number=number)


def standing(
    deals: Sequence[Scored], scores: Sequence[tuple[int, ...]], dealer: int | None, options: PlainOptions, seats: int
) -> Standing:
    """The totals; the match ends at the goal or after the rounds agreed, whichever comes first."""
    totals = common.totals(scores, seats)
    played = sum(scored.deal.state == "done" for scored in deals)
    again = bool(deals) and deals[-1].deal.state == "void"
    due = Due(common.next_dealer(dealer, seats, again), label(len(deals) + 1))
    reached = options.goal != NONE and played > 0 and max(totals) >= int(options.goal)
    if not reached and (options.rounds == NONE or played < int(options.rounds)):
        return Standing(totals, due)
    return Standing(totals, due, True, common.best([-own for own in totals] if options.wins == "low" else totals))
