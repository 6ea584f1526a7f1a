"""What a round waits for: its points."""

from __future__ import annotations

from referee.games.plain.options import PlainOptions
from referee.games.plain.result import field
from referee.rules import Deal, Prompt, T


def prompts(deal: Deal, options: PlainOptions) -> tuple[Prompt, ...]:
    """The form for the points of all players."""
    if deal.state != "open":
        return ()
    return (Prompt("result", T("The points of this round"), fields=(field(options),)),)
