"""Doppelkopf for the soak: deals of every contract, open hands, plays nobody saw, one foul or none."""

from __future__ import annotations

from random import Random

from tests.oracle.doppelkopf_deals import fouled, honest
from tests.oracle.doppelkopf_table import CONTRACTS, FOULS

Planted = tuple[str, int, int | None, frozenset[str]]


def deal(rng: Random) -> tuple[str, Planted | None]:
    """A record and the foul in it, as the soak wants it."""
    open_hands = rng.choice((0.0, 0.0, 0.3))
    if rng.random() < 0.5:
        hide, stop = rng.choice((0.0, 0.0, 0.1)), rng.choice((None, None, rng.randint(1, 47)))
        written = honest(rng, rng.choice(CONTRACTS), hide=hide, open_hands=open_hands, stop=stop)
    else:
        written = fouled(rng, rng.choice(FOULS), open_hands=open_hands)
    return written.text, written.foul
