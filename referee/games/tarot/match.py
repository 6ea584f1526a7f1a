"""The standing of a match of tarot, and the names of its deals."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.tarot.fouls import voiding_ruling
from referee.games.tarot.options import TarotOptions
from referee.games.tarot.terms import SAID, Terms, partner
from referee.rules import Deal, Due, Scored, Standing, T, Text, common


def standing(
    deals: Sequence[Scored],
    scores: Sequence[tuple[int, ...]],
    dealer: int | None,
    options: TarotOptions,
    seats: tuple[str, ...],
    before: int = 0,
) -> Standing:
    """The totals and the next deal; after the agreed number of deals the winners; `before`: with other players."""
    count = len(seats)
    totals = common.totals(scores, count)
    again = [scored.deal.state == "void" and _is_dealt_again(scored, options, seats) for scored in deals]
    played, wanted = again.count(False), options.deals
    finished = wanted != "open" and played >= int(wanted) and played % count == 0
    following = common.next_dealer(dealer, count, again[-1:] == [True])
    due = Due(following, T("deal {number}", number=before + len(deals) + 1))
    return Standing(totals, due, finished, common.best(totals) if finished else ())


def _is_dealt_again(scored: Scored, options: TarotOptions, seats: tuple[str, ...]) -> bool:
    """Whether the same dealer deals a void deal again: not if all passed, nor if a ruling says otherwise."""
    terms: Terms = scored.deal.terms
    if terms.why:
        return False
    rows = [row for row in (voiding_ruling(scored, foul, options, seats) for foul in scored.upheld) if row]
    return all(row.now == "redeal" for row in rows)


def label(deal: Deal, seats: tuple[str, ...], before: int = 0) -> Text:
    """The name of a deal: its number, its contract and who plays it."""
    terms: Terms = deal.terms
    number = T("deal {number}", number=before + deal.number)
    if terms.taker is None or terms.contract is None:
        return number
    ally = partner(deal)
    names = (seats[terms.taker], *([seats[ally]] if isinstance(ally, int) else []))
    return T("{deal}: {contract} by {names}", deal=number, contract=SAID[terms.contract], names=names)
