"""A tournament's table as an ordinary table: its header, and the result of its deals."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.record.text import Header
from referee.table.table import Table
from referee.tournament.tournament import Tournament
from referee.tournament.values import Result


def header_of(tournament: Tournament, seats: Sequence[int]) -> Header:
    """The header of a table with these players. Their names lose the characters that separate names in a record."""
    settings = tournament.settings
    names = tuple(_plain(tournament.names[number]) for number in seats)
    names = tuple(f"{n} #{number}" if names.count(n) > 1 else n for n, number in zip(names, seats, strict=True))
    return Header(settings.game, names, settings.preset or None, settings.options)


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[,:;|]", " ", name).split()) or "–"


def result_of(table: Table) -> Result | None:
    """The result of a table's deals for a tournament, None before the first has ended."""
    seats = range(len(table.seats))
    ended = table.ended
    if not ended:
        return None
    taken = tuple(sum(deal.penalty_points(seat) for deal in table.deals) for seat in seats)
    scores = tuple(total - less for total, less in zip(table.standing.totals, taken, strict=True))
    deals = tuple(deal.scores(len(table.seats)) for deal in ended)
    if tuple(sum(deal[seat] for deal in deals) for seat in seats) != scores:
        deals = ()  # the game's totals are not the sums of its deals
    takers = tuple(-1 if (taker := table.rules.taker(deal.deal)) is None else taker for deal in ended)
    compared = deals and any(taker >= 0 for taker in takers)
    depth = ended[-1].deal.keys.get("depth", "cards")
    return Result(scores, 0, None, depth, taken if any(taken) else (), deals, takers if compared else ())
