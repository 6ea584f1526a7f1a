"""Da Ban for the soak: one round or several, four or six players, every option, one foul or none."""

from __future__ import annotations

from random import Random

from tests.oracle.da_ban_deals import Planted, random_record


def deal(rng: Random) -> tuple[str, Planted | None]:
    """A record and the foul in it, as the soak wants it."""
    record = random_record(rng, foul=rng.random() < 0.6)
    return record.text, record.planted
