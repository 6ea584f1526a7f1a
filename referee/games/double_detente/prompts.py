"""What a part of Double-détente waits for, and the facts it can take."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.double_detente.auction import forbidden
from referee.games.double_detente.result import excuse_gone, seen_keys
from referee.rules import Choice, Deal, Field, Prompt, T, Text
from referee.rules.common import ask_play, tricks_field
from referee.rules.packs import EXCUSE, PETIT

BIDDING, PLAYING = frozenset({"bid"}), frozenset({"play", "trick", "took", "result"})


def takes(deal: Deal) -> frozenset[str]:
    """The words of the facts a part can take now."""
    taken = BIDDING if deal.phase == "bid" else PLAYING
    return taken if deal.begun else taken | {"hand"}


def prompts(deal: Deal, seats: Sequence[str]) -> tuple[Prompt, ...]:
    """What a part waits for: the bids in turn, then card by card, trick by trick, or its result."""
    if deal.state != "open":
        return ()
    if deal.bidder is not None:
        seat = deal.bidder
        return (Prompt("bid", T("{name}: how many tricks?", name=seats[seat]), seat, _bids(deal)),)
    number = len(deal.tricks) if deal.undecided else deal.trick.number
    question = T("Who takes trick {number}?", number=number)
    if number == deal.size and len(seats) > 2:
        question = T("Who takes the last trick? If the Excuse is in it, tap the cards in turn, “?” for the others.")
    took = Prompt("took", question, choices=_important(deal, number), optional=not deal.undecided)
    result = Prompt("result", T("The result of this part"), fields=fields(deal, seats), optional=True)
    if deal.undecided:
        return (took, result)
    return (ask_play(deal, seats), took, result)


def _bids(deal: Deal) -> tuple[Choice, ...]:
    note = T("forbidden: the bids would make {sum}", sum=deal.size)
    unlawful = forbidden(deal)
    return tuple(Choice(str(n), T("{number}", number=n), note if n == unlawful else None) for n in range(deal.size + 1))


def _important(deal: Deal, number: int) -> tuple[Choice, ...]:
    """The cards worth noting in a trick whose winner alone is recorded."""
    cards = [] if PETIT in deal.terms.gone else [Choice(PETIT, T("with the Petit"))]
    if number == deal.size and len(deal.order) == 2 and not excuse_gone(deal):
        cards.append(Choice(EXCUSE, T("with the Excuse")))
    return tuple(cards)


def fields(deal: Deal, seats: Sequence[str]) -> tuple[Field, ...]:
    """The fields of the result of a part; one that the recorded cards settle has no other choice."""
    seen = seen_keys(deal, seats)

    def seat(name: str, label: Text) -> Field:
        known = seen.get(name)
        if known is None:
            return Field(name, label, "seat", optional=True)
        return Field(name, label, "seat", choices=(Choice(known, T("{name}", name=known)),), start=known)

    last = seen.get("petit-last")
    in_last = Field("petit-last", T("in the last trick"), "flag", optional=True, start="yes" if last == "yes" else None)
    return (
        tricks_field(deal),
        seat("petit", T("The Petit was taken by")),
        *(() if last == "no" else (in_last,)),
        *(() if EXCUSE in deal.terms.gone else (seat("excuse-last", T("The Excuse was played to the last trick by")),)),
    )
