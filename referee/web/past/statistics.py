"""What players and pairs have done over some deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from flask import render_template
from flask.typing import ResponseReturnValue

from referee.rules.ruleset import Ruleset
from referee.table.table import Judged
from referee.web.kit.request import tables, who
from referee.web.kit.rights import sees
from referee.web.past.mend import past
from referee.web.past.replay import head, visible
from referee.words.languages import Language
from referee.words.numbers import decimal
from referee.words.text import Text


@dataclass
class Tally:
    """What one player has done. `aims`: how often undertaken, how often reached."""

    name: str
    deals: int = 0
    paid: list[int] = field(default_factory=list)
    won: int = 0
    tricks: int = 0
    aims: dict[Text, list[int]] = field(default_factory=dict)
    fouls: int = 0
    warnings: int = 0

    def add(self, rules: Ruleset, judged: Judged, seat: int) -> None:
        """One more finished deal, in which the player sat on a seat."""
        points = judged.paid(len(rules.seats))[seat]
        self.deals += 1
        self.paid.append(points)
        self.won += points > 0
        self.tricks += judged.deal.won(seat)
        for aim in rules.aims(judged.scored):
            if aim.seat == seat:
                count = self.aims.setdefault(aim.text, [0, 0])
                count[0] += 1
                count[1] += aim.made

    def add_fouls(self, judged: Judged, seat: int) -> None:
        """The fouls of a deal, finished or not."""
        self.fouls += sum(foul.seat == seat for foul in judged.upheld)
        self.warnings += sum(cost.seat == seat and not cost.points for cost in judged.costs)


@dataclass
class Pair:
    """Two players: deals on one side and what these paid both; deals apart.

    `ahead`: how often each of them was, in those.
    """

    names: tuple[str, str]
    together: int = 0
    won: int = 0
    points: int = 0
    apart: int = 0
    ahead: list[int] = field(default_factory=lambda: [0, 0])


Deals = Iterable[tuple[Ruleset, Judged]]


def tallies(deals: Deals) -> dict[str, Tally]:
    """What every player did in these deals, by name."""
    found: dict[str, Tally] = {}
    for rules, judged in deals:
        for seat, name in enumerate(rules.seats):
            tally = found.setdefault(name, Tally(name))
            tally.add_fouls(judged, seat)
            if seat in judged.deal.order and judged.state in ("done", "stopped"):
                tally.add(rules, judged, seat)
    return found


def pairs(deals: Deals) -> list[Pair]:
    """What every two players did, those most often together first."""
    found: dict[tuple[str, str], Pair] = {}
    for rules, judged in deals:
        if judged.state not in ("done", "stopped"):
            continue
        paid = judged.paid(len(rules.seats))
        for one, two in combinations(sorted(judged.deal.order, key=lambda seat: rules.seats[seat]), 2):
            names = (rules.seats[one], rules.seats[two])
            pair = found.setdefault(names, Pair(names))
            side = rules.team(judged.deal, one)
            if side is not None and side == rules.team(judged.deal, two):
                pair.together += 1
                pair.won += paid[one] > 0 and paid[two] > 0
                pair.points += paid[one] + paid[two]
            else:
                pair.apart += 1
                pair.ahead[0] += paid[one] > paid[two]
                pair.ahead[1] += paid[two] > paid[one]
    return sorted(found.values(), key=lambda pair: (-pair.together, pair.names))


def tally_view(tally: Tally, language: Language, total: int | None = None) -> dict[str, Any]:
    """A tally for its template; its bars are parts of the best or worst deal."""
    most = max((abs(points) for points in tally.paid), default=0) or 1
    return {
        "name": tally.name,
        "deals": tally.deals,
        "total": sum(tally.paid) if total is None else total,
        "average": decimal(sum(tally.paid) / tally.deals, "+0.0;-0.0", language.code) if tally.deals else "–",
        "best": max(tally.paid, default=0),
        "worst": min(tally.paid, default=0),
        "won": tally.won,
        "tricks": tally.tricks,
        "bars": [{"points": points, "height": points / most} for points in tally.paid[-60:]],
        "aims": [
            {"text": language.say(text), "tried": tried, "made": made, "part": made / tried}
            for text, (tried, made) in tally.aims.items()
        ],
        "fouls": tally.fouls,
        "warnings": tally.warnings,
    }


@past.get("/t/<id:table>/statistics")
@sees("past")
def statistics(table: str) -> ResponseReturnValue:
    """What the players of a table have done so far, each and in pairs."""
    kept = tables().get(table)
    rules = kept.table.rules
    deals = [(rules, judged) for judged in visible(kept)]
    found, totals = tallies(deals), kept.table.standing.totals
    players = [
        tally_view(found[name], who().language, totals[seat])
        for seat, name in enumerate(kept.table.seats)
        if name in found
    ]
    return render_template("past/statistics.html", players=players, pairs=pairs(deals), **head(kept, "statistics"))
