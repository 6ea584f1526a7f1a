"""DOUBLE for the soak: rounds and games of 2 to 10 under any laws with any deck, open hands, plays nobody saw, one foul
or none.
"""

from __future__ import annotations

from random import Random

from tests.oracle.double import SEEN_AGAIN
from tests.oracle.double_deals import Writing, foul_record, game_record, honest_record

Planted = tuple[str, int, int | None, frozenset[str]]


def deal(rng: Random) -> tuple[str, Planted | None]:
    """A record and the foul in it, as the soak wants it."""
    players = rng.randint(2, 10)
    writing = Writing(*rng.choice(((0.0, 0.0), (0.0, 0.0), (0.1, 0.0), (0.0, 0.3), (0.1, 0.3))))
    chance = rng.random()
    if chance < 0.35:
        return honest_record(rng, players, writing).text, None
    if chance < 0.4:
        return game_record(rng, players, writing).text, None
    record = foul_record(rng, players, writing)
    assert record.foul is not None
    assert record.committed is not None
    kinds = frozenset({record.foul.kind, "not-in-hand"} if record.foul.kind == SEEN_AGAIN else {record.foul.kind})
    return record.text, (record.names[record.foul.seat], record.committed, record.plain, kinds)
