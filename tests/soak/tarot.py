"""French Tarot for the soak: three, four and five players, all contracts, hidden cards, one foul or none."""

from __future__ import annotations

from random import Random

from tests.oracle.tarot_deals import FOULS, NAMES, Style
from tests.oracle.tarot_deals import deal as tarot_deal

Planted = tuple[str, int, int | None, frozenset[str]]


def deal(rng: Random, seats: int | None = None) -> tuple[str, Planted | None]:
    """A record and the foul in it, as the soak wants it."""
    players = seats or rng.choice((3, 4, 5))
    plant = None if rng.random() < 0.5 else rng.choice(FOULS)
    while True:
        hide, hands = rng.choice(((0.0, 0.0), (0.0, 0.0), (0.1, 0.0), (0.0, 0.3)))
        made = tarot_deal(rng, players, Style(hide, hands, rng.choice((0.0, 0.5, 1.0)), 0.2), plant)
        if made is None:
            if rng.random() < 0.02:
                plant = rng.choice(FOULS)
            continue
        if made.offender is None:
            return made.text, None
        assert made.committed is not None
        return made.text, (NAMES[made.offender], made.committed, made.shown, made.kinds)
