"""What players have done over some deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.rules.ruleset import Ruleset
from referee.table.judged import Judged

Deals = Iterable[tuple[Ruleset, Judged]]


class Played(NamedTuple):
    """A finished deal in figures: its number, and for every seat what it was paid (None: it sat out) and its side
    (None: unknown, or nobody’s). `aims`: seat, message and whether it was reached, for each; `lowest_wins`: the fewest
    points are the best.
    """

    number: int
    paid: tuple[int | None, ...]
    sides: tuple[int | None, ...]
    aims: tuple[tuple[int, str, bool], ...] = ()
    lowest_wins: bool = False


def played(rules: Ruleset, judged: Judged) -> Played | None:
    """A deal in figures; None unless it was finished."""
    if judged.state not in ("done", "stopped"):
        return None
    deal, seats = judged.deal, range(len(rules.seats))
    net = judged.net(len(rules.seats))
    return Played(
        deal.number,
        tuple(net[seat] if seat in deal.order else None for seat in seats),
        tuple(rules.team(deal, seat) if seat in deal.order else None for seat in seats),
        tuple((aim.seat, aim.text.msgid, aim.made) for aim in rules.aims(judged.scored)),
        rules.lowest_wins,
    )


@dataclass
class Tally:
    """What one player has done: what each deal `paid`, deals `won` (above zero), tricks, fouls, warnings.
    `aims` counts how often the player undertook each aim (by its message), and how often he reached it; `lowest_wins`:
    in the last of these deals the fewest points were the best.
    """

    paid: list[int] = field(default_factory=list)
    won: int = 0
    tricks: int = 0
    aims: dict[str, list[int]] = field(default_factory=dict)
    fouls: int = 0
    warnings: int = 0
    lowest_wins: bool = False

    @property
    def deals(self) -> int:
        """How many deals were finished."""
        return len(self.paid)

    def add(self, deal: Played, seat: int, tricks: int) -> None:
        """Count one more finished deal, in which the player sat on a seat and took some tricks."""
        points = deal.paid[seat]
        if points is None:
            return
        self.paid.append(points)
        self.lowest_wins = deal.lowest_wins
        self.won += points > 0
        self.tricks += tricks
        for by, text, made in deal.aims:
            if by == seat:
                self._aim(text, 1, made)

    def add_fouls(self, judged: Judged, seat: int) -> None:
        """Count the fouls of a deal, finished or not."""
        self.fouls += sum(foul.seat == seat for foul in judged.upheld)
        self.warnings += sum(cost.seat == seat and not cost.points for cost in judged.costs)

    def join(self, later: Tally) -> None:
        """Count what the player has done over some later deals."""
        self.paid += later.paid
        self.lowest_wins = later.lowest_wins
        self.won += later.won
        self.tricks += later.tricks
        self.fouls += later.fouls
        self.warnings += later.warnings
        for text, (tried, reached) in later.aims.items():
            self._aim(text, tried, reached)

    def _aim(self, text: str, tried: int, reached: int) -> None:
        count = self.aims.setdefault(text, [0, 0])
        count[0] += tried
        count[1] += reached


def tallies(deals: Deals) -> dict[str, Tally]:
    """What every player did in these deals, by name."""
    by_name: dict[str, Tally] = {}
    for rules, judged in deals:
        deal = played(rules, judged)
        for seat, name in enumerate(rules.seats):
            tally = by_name.setdefault(name, Tally())
            tally.add_fouls(judged, seat)
            if deal is not None:
                tally.add(deal, seat, judged.deal.tricks_won(seat))
    return by_name
