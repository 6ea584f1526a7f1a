"""What a round of DOUBLE waits for, and the facts it can take."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.double.auction import objection_to
from referee.games.double.options import DoubleOptions
from referee.games.double.result import fields
from referee.rules import Choice, Deal, Prompt, T
from referee.rules.common import ask_play, ask_taker

BIDDING, PLAYING = frozenset({"bid"}), frozenset({"took", "result", "play", "trick"})


def takes(deal: Deal) -> frozenset[str]:
    """The words of the facts a round takes. Until the trump is settled it may be turned, and no card is played."""
    if deal.phase not in ("bid", "play"):
        return frozenset()
    taken = BIDDING if deal.phase == "bid" else PLAYING if deal.terms.settled else frozenset({"took", "result"})
    if not deal.terms.settled:
        taken |= {"turn"}
    return taken if deal.begun else taken | {"hand"}


def prompts(deal: Deal, options: DoubleOptions, names: tuple[str, ...]) -> tuple[Prompt, ...]:
    """What the round waits for, first what has to come."""
    if deal.phase not in ("bid", "play"):
        return ()
    turn = _turn(deal)
    if deal.phase == "bid" and deal.bidder is not None:
        seat = deal.bidder
        choices = tuple(_bids(deal, seat, options, names))
        bid = Prompt("bid", T("{name}: how many tricks?", name=names[seat]), seat, choices)
        return (bid, *turn) if deal.bids or deal.keys.get("depth") == "score" else (*turn, bid)
    took = ask_taker(deal)
    result = Prompt("result", T("The result of this round"), fields=fields(deal), optional=True)
    if deal.undecided:
        return (took, result)
    if turn:
        return (*turn, took, result)
    return (ask_play(deal, names), took, result)


def _turn(deal: Deal) -> tuple[Prompt, ...]:
    """The card turned for trump; scores can be kept without it."""
    if deal.terms.settled:
        return ()
    text = T("Another card is turned for trump") if deal.terms.turned else T("The card turned for trump")
    return (Prompt("turn", text, deal.dealer, count=1, optional=True),)


def _bids(deal: Deal, seat: int, options: DoubleOptions, names: tuple[str, ...]) -> Iterator[Choice]:
    for tricks in range(deal.size + 1):
        objection = objection_to(deal, seat, tricks, options, names)
        yield Choice(str(tricks), T("{number}", number=tricks), objection and objection[1])
