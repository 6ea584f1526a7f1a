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
    finished = options.deals != "open" and _are_all(deals, options, seats)
    following = common.next_dealer(dealer, count, bool(deals) and _is_dealt_again(deals[-1], options, seats))
    due = Due(following, T("deal {number}", number=before + len(deals) + 1))
    return Standing(totals, due, finished, common.best(totals) if finished else ())


def _are_all(deals: Sequence[Scored], options: TarotOptions, seats: tuple[str, ...]) -> bool:
    """Whether these are the deals agreed, each player the dealer equally often; one dealt again does not count."""
    played = sum(not _is_dealt_again(scored, options, seats) for scored in deals)
    return played >= int(options.deals) and played % len(seats) == 0


def _is_dealt_again(scored: Scored, options: TarotOptions, seats: tuple[str, ...]) -> bool:
    """Whether a deal is void and the same dealer deals it again: not if all passed, nor if a ruling says otherwise."""
    terms: Terms = scored.deal.terms
    if scored.deal.state != "void" or terms.why:
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
