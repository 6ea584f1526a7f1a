"""The remedies of fouls in Double-détente."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.double_detente.options import DetenteOptions
from referee.games.double_detente.score import lines, stopping_foul
from referee.games.double_detente.terms import parts
from referee.rules import Foul, Remedy, Scored, T, total
from referee.rules.common import AT_ONCE, WHO_WAS_IT


def remedy(scored: Scored, foul: Foul, options: DetenteOptions, seats: Sequence[str]) -> Remedy:
    """The remedy of a foul: a breach of play stops the part, others are put right at once."""
    if foul.seat is None:
        return Remedy(WHO_WAS_IT, scored.deal.state, lines(scored, options, seats))
    after = scored.also(foul)
    stopping = stopping_foul(after, options)
    if stopping is None:
        return Remedy(AT_ONCE, scored.deal.state, lines(scored, options, seats))
    scores = lines(after, options, seats)
    lost = -min(total(scores, len(seats)))
    name = seats[stopping.seat or 0]
    text = T("The part stops; {name} loses {points}, the next part is played.", name=name, points=lost)
    if scored.deal.terms.part == parts(len(seats)):
        text = T("The part stops, the last of its round; {name} loses {points}.", name=name, points=lost)
    return Remedy(text, "stopped", scores)
