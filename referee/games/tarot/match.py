"""The standing of a match of tarot, and the names of its deals."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.tarot.fouls import voiding_ruling
from referee.games.tarot.options import TarotOptions
from referee.games.tarot.rulings import Ruling
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
    due = Due(_next_dealer(deals, dealer, options, seats), T("deal {number}", number=before + len(deals) + 1))
    return Standing(totals, due, finished, common.best(totals) if finished else ())


def _next_dealer(deals: Sequence[Scored], dealer: int | None, options: TarotOptions, seats: tuple[str, ...]) -> int:
    """Who deals next: the right dealer, where a deal was annulled as another had dealt it."""
    rows = _voiding(deals[-1], options, seats) if deals else []
    if any(row.id == "wrong-dealer" for row in rows) and len(deals) > 1:
        return _next_dealer(deals[:-1], deals[-2].deal.dealer, options, seats)
    again = bool(deals) and _is_dealt_again(deals[-1], options, seats) and all(row.now for row in rows)
    return common.next_dealer(dealer, len(seats), again)


def _are_all(deals: Sequence[Scored], options: TarotOptions, seats: tuple[str, ...]) -> bool:
    """Whether these are the deals agreed, each player the dealer equally often; one dealt again does not count."""
    played = sum(not _is_dealt_again(scored, options, seats) for scored in deals)
    return played >= int(options.deals) and played % len(seats) == 0


def _is_dealt_again(scored: Scored, options: TarotOptions, seats: tuple[str, ...]) -> bool:
    """Whether a deal is void and the same dealer deals it again: not if all passed, nor if a ruling says otherwise."""
    terms: Terms = scored.deal.terms
    if scored.deal.state != "void" or terms.why:
        return False
    return all(row.now == "redeal" or row.id == "wrong-dealer" for row in _voiding(scored, options, seats))


def _voiding(scored: Scored, options: TarotOptions, seats: tuple[str, ...]) -> list[Ruling]:
    """The rulings that void a deal."""
    return [row for row in (voiding_ruling(scored, foul, options, seats) for foul in scored.upheld) if row]


def label(deal: Deal, seats: tuple[str, ...], before: int = 0) -> Text:
    """The name of a deal: its number, its contract and who plays it."""
    terms: Terms = deal.terms
    number = T("deal {number}", number=before + deal.number)
    if terms.taker is None or terms.contract is None:
        return number
    ally = partner(deal)
    names = (seats[terms.taker], *([seats[ally]] if isinstance(ally, int) else []))
    return T("{deal}: {contract} by {names}", deal=number, contract=SAID[terms.contract], names=names)
