"""The result of a round: the points written down for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.plain.options import PlainOptions
from referee.rules import Deal, Field, Result, T
from referee.rules.common import refuse_other

KEYS = ("points",)


def field(options: PlainOptions) -> Field:
    """The field for the points of all players."""
    agreed = None if options.sum == "free" else int(options.sum)
    return Field("points", T("Points"), "points", total=agreed)


def enter(deal: Deal, keys: Mapping[str, str], options: PlainOptions, seats: Sequence[str]) -> Deal:
    """End a round with the points of a `result` line; raises Slip for points that the table cannot have agreed on."""
    refuse_other(keys, KEYS)
    field(options).points(keys.get("points", ""), seats)
    return deal._replace(phase="done", state="done", counted=dict(keys))


def points(deal: Deal) -> tuple[int, ...]:
    """The points of each seat in a finished round."""
    assert deal.counted is not None, "a round is finished by its result"
    return tuple(map(int, deal.counted["points"].split(",")))


def result(deal: Deal) -> Result:
    """The keys of a `result` line of this round."""
    return {} if deal.counted is None else {"points": list(points(deal))}
