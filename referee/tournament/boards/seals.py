"""All seals that were drawn for a round's boards, so that none is replaced unseen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.tournament.boards.facts import Sealed, SheetsPrinted
from referee.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class DrawnSeal:
    """A seal: the numbers of its boards, its hash, when it was drawn (seconds since 1970, UTC), whether printed."""

    boards: range
    hash: str
    at: float
    printed: bool = False


def drawn_seals(tournament: Tournament, number: int) -> tuple[DrawnSeal, ...]:
    """The seals of a round, first to last, also those whose entry was taken back. The last one holds."""
    seals: list[DrawnSeal] = []
    for entry in tournament.log:
        match entry.fact:
            case Sealed() as fact if fact.round == number:
                seals.append(DrawnSeal(range(fact.first, fact.first + fact.count), fact.hash, entry.at))
            case SheetsPrinted(at) if at == number and seals:
                seals[-1] = replace(seals[-1], printed=True)
    return tuple(seals)
