"""The match of Double-détente: who has won, and which part comes next."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.double_detente.options import DetenteOptions
from referee.games.double_detente.terms import Terms, next_terms, parts
from referee.rules import Due, Scored, Standing, T, Text, common

TARGET = 200


def standing(
    deals: Sequence[Scored],
    scores: Sequence[tuple[int, ...]],
    dealer: int | None,
    options: DetenteOptions,
    players: int,
) -> Standing:
    """The totals. The match ends after a full round once a sole leader, or if agreed several, has the target."""
    totals = [0] * players
    due = _due(deals, dealer, options, players)
    for scored, score in zip(deals, scores, strict=True):
        totals = [sum_ + points for sum_, points in zip(totals, score, strict=True)]
        if scored.deal.state == "void" or scored.deal.terms.part != parts(players):
            continue
        leaders = common.best(totals)
        if max(totals) >= TARGET and (len(leaders) == 1 or options.tie == "shared"):
            return Standing(tuple(totals), due, True, leaders)
    return Standing(tuple(totals), due)


def _due(deals: Sequence[Scored], dealer: int | None, options: DetenteOptions, players: int) -> Due:
    """The next part; a void deal is dealt again by the same player."""
    terms = next_terms(deals, players)
    again = bool(deals) and deals[-1].deal.state == "void"
    stays = again or (terms.part != 1 and options.dealer_each_part == "no")
    return Due(common.next_dealer(dealer, players, stays), label(terms, players), (("part", str(terms.part)),))


def label(terms: Terms, players: int) -> Text:
    """The name of a part: “round 2, part 1 of 3”."""
    return T("round {round}, {part}", round=terms.round, part=PARTS[parts(players)][terms.part - 1])


PARTS = {
    2: (T("part 1 of 2"), T("part 2 of 2")),
    3: (T("part 1 of 3"), T("part 2 of 3"), T("part 3 of 3")),
}
"""The names of the parts, by the number of parts in a round."""
