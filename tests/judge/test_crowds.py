"""Cards that had too little room together are kept, and change no answer."""

from __future__ import annotations

from random import Random

import pytest

from referee.judge.case import open_case
from referee.judge.hall import fits
from referee.judge.worlds import Worlds
from referee.rules.cards import Deck

LOTS = (0b11, 0b1111, 0b111100, 0b11110000, 0b11111111)


@pytest.mark.parametrize("seed", range(5))
def test_cards_that_had_too_little_room_refuse_only_places_that_cannot_take_all_cards(seed: int) -> None:
    rng = Random(seed)
    deck = Deck([f"H{number}" for number in range(1, 9)])
    worlds, refused = Worlds(open_case(deck, {0: 8}), 1), 0
    for _ in range(200):
        worlds.crowd(rng.choice(LOTS))
        places = [(rng.choice(LOTS), 2) for _ in range(4)]
        if worlds.crowded(places):
            refused += 1
            assert not fits(255, places)
    assert refused
