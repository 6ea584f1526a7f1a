"""A draw in a process of its own: its progress, its rounds, its refusals."""

from __future__ import annotations

import pytest

from referee.club.drawing import DrawFailed, Drawing
from referee.tournament.draws import draw
from referee.tournament.settings import Settings
from referee.words.text import Slip
from tests.help.tournament import EIGHT, told, with_players


def test_it_draws_what_the_same_seed_draws_here() -> None:
    tournament = told(*with_players(8), start=Settings("Open", "tarot", rounds=3))
    drawing = Drawing(tournament, 1, seed=5, seconds=0.05)
    assert drawing.wait(60)
    assert drawing.progress == 1.0
    assert [one.round for one in drawing.result()] == [1, 2, 3]
    assert len(drawing.result()) == len(draw(tournament, 1, seed=5, steps=1000))


def test_its_refusal_arrives_as_it_was_said() -> None:
    drawing = Drawing(told(*EIGHT, start=Settings("Open", "tarot", draw="hand")), 2, seed=5)
    assert drawing.wait(60)
    with pytest.raises(Slip, match="by hand"):
        drawing.result()


def test_given_up_it_has_no_result() -> None:
    drawing = Drawing(told(*with_players(8), start=Settings("Open", "tarot", rounds=5)), 1, seed=5, seconds=600)
    drawing.stop()
    assert drawing.wait(60)
    with pytest.raises(DrawFailed):
        drawing.result()
