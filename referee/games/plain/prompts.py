"""What a round waits for: the bids, if they are agreed, and its points."""

from __future__ import annotations

from referee.games.plain.auction import MOST
from referee.games.plain.options import PlainOptions
from referee.games.plain.result import fields
from referee.rules import Choice, Deal, Prompt, T


def prompts(deal: Deal, options: PlainOptions, names: tuple[str, ...]) -> tuple[Prompt, ...]:
    """The bid that comes next, then the form for the points of all players."""
    if deal.phase == "bid" and deal.bidder is not None:
        numbers = tuple(Choice(str(tricks), T("{number}", number=tricks)) for tricks in range(MOST + 1))
        return (Prompt("bid", T("{name}: how many tricks?", name=names[deal.bidder]), deal.bidder, numbers),)
    if deal.state != "open":
        return ()
    return (Prompt("result", T("The points of this round"), fields=fields(options)),)
