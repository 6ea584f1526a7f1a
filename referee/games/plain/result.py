"""The result of a round: the points written down for each player, or the tricks from which they follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.plain.options import COUNTS, NONE, PlainOptions
from referee.rules import Deal, Field, Result, Slip, T, Text
from referee.rules.common import refuse_other

KEYS = ("points", "tricks")


def fields(options: PlainOptions) -> tuple[Field, ...]:
    """The fields for all players: the points, or the tricks and what the table writes in place of the points."""
    agreed = None if options.sum == "free" else int(options.sum)
    if options.bids == NONE:
        return (Field("points", T("Points"), "points", total=agreed),)
    other = Field("points", T("Other points than follow"), "points", total=agreed, optional=True)
    return (Field("tricks", T("Tricks"), "points"), other)


def enter(deal: Deal, keys: Mapping[str, str], options: PlainOptions, seats: Sequence[str]) -> Deal:
    """End a round with the keys of a `result` line; raises Slip for what the table cannot have agreed on."""
    *tricks, points = fields(options)
    refuse_other(keys, [field.name for field in (*tricks, points)])
    typed = keys.get(points.name, "")
    for field in tricks:
        typed = _filled(typed, _follow(deal, field.points(keys.get(field.name, ""), seats), options))
    return deal._replace(phase="done", state="done", counted=dict(keys), terms=tuple(points.points(typed, seats)))


def _follow(deal: Deal, tricks: Sequence[int], options: PlainOptions) -> list[int]:
    """The points that follow from the bids and the tricks; raises Slip for fewer than none."""
    if min(tricks) < 0:
        raise Slip(T("nobody takes fewer tricks than none"), found=str(min(tricks)))
    count = COUNTS[options.bids]
    return [count.points(int(deal.bid(seat) or 0), taken) for seat, taken in enumerate(tricks)]


def _filled(typed: str, follow: Sequence[int]) -> str:
    """The points that were typed; where a place is empty, those that follow."""
    words = typed.split(",") if typed else [""] * len(follow)
    if len(words) != len(follow):
        return typed
    return ",".join(word or str(number) for word, number in zip(words, follow, strict=True))


def result(deal: Deal) -> Result:
    """The keys of a `result` line of this round, with all points."""
    if deal.counted is None:
        return {}
    tricks = deal.counted.get("tricks")
    known = {} if tricks is None else {"tricks": list(map(int, tricks.split(",")))}
    return known | {"points": list(deal.terms)}


def bids_text(deal: Deal, seats: Sequence[str]) -> Text:
    """The tricks that each player took, with the bid."""
    assert deal.counted is not None, "a round is finished by its result"
    tricks = deal.counted["tricks"].split(",")
    bids = tuple(
        T("{name} {tricks}/{bid}", name=name, tricks=tricks[seat], bid=deal.bid(seat))
        for seat, name in enumerate(seats)
    )
    return T("{bids}", bids=bids)
