"""Another program, written from the page of the record and the page of the laws, reads every record as this one does."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.record.text import read
from referee.table.report import answer
from referee.table.table import fold_record
from tests.oracle.deals import foul_record, part_record, round_record
from tests.oracle.detente import KINDS
from tests.second import reader

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "double-detente").glob("*.deal"))


def both(text: str) -> tuple[Any, Any]:
    """Fouls and scores of each deal, as this program and as the other one answers."""
    ours = [
        ({(f["kind"], f["seat"], f["committed"], f["proved"]) for f in deal["fouls"]}, deal["scores"])
        for deal in answer("", fold_record(read(text)))["deals"]
    ]
    theirs = [
        ({(f.kind, f.seat, f.committed, f.proved) for f in deal.fouls}, deal.scores()) for deal in reader.read(text)
    ]
    return ours, theirs


@pytest.mark.parametrize("file", GOLDEN, ids=lambda path: path.stem)
def test_a_second_reader_agrees_on_every_golden_record(file: Path) -> None:
    ours, theirs = both(file.read_text("utf-8"))
    assert theirs == ours


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(4))
def test_a_second_reader_agrees_on_random_records(part: int) -> None:
    rng = Random(part)
    for _ in range(10):
        players = rng.choice((2, 3))
        text = round_record(rng, players=players).text
        ours, theirs = both(text)
        assert theirs == ours, text
        text = part_record(rng, players=players, cards=rng.choice((13, 8, 4))).text
        ours, theirs = both(text)
        assert theirs == ours, text
        text = foul_record(rng, rng.choice(KINDS), players=players).text
        ours, theirs = both(text)
        assert theirs == ours, text
