"""The tricks of a round of DOUBLE: taken as they were played, or counted at the table."""

from __future__ import annotations

from referee.rules import Deal, Field
from referee.rules.common import tricks_counted, tricks_field


def tricks_of(deal: Deal, seats: int) -> tuple[int, ...]:
    """The tricks taken so far, or as they were counted at the table."""
    if deal.counted is not None:
        return tuple(int(word) for word in deal.counted["tricks"].split(","))
    takers = [trick.winner for trick in deal.tricks]
    return tuple([takers.count(seat) for seat in range(seats)])


def fields(deal: Deal) -> tuple[Field, ...]:
    """The fields of a result."""
    return (tricks_field(deal),)


def enter(deal: Deal, keys: dict[str, str], names: tuple[str, ...]) -> Deal:
    """End a round with the tricks that a result line states; raises Slip for a result that no round can have."""
    tricks = tricks_counted(deal, keys, ("tricks",), names)
    return deal._replace(counted={"tricks": ",".join(map(str, tricks))}, phase="done", state="done")
