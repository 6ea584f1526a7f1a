"""Another program, written from the page of the record and the laws of Doppelkopf, reads its records as this one does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee.record.text import read
from referee.table.report import answer
from referee.table.table import fold_record
from tests.oracle.doppelkopf_deals import fouled, honest
from tests.oracle.doppelkopf_table import CONTRACTS, FOULS
from tests.second import doppelkopf as second

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "doppelkopf").glob("*.deal"))


def differences(text: str) -> Iterator[str]:
    """Scores that differ, and fouls by what is seen or shown that only one of the two tells. By counting cards this
    program may tell a foul earlier.
    """
    ours, theirs = answer("", fold_record(read(text)))["deals"], second.read(text)
    for deal, other in zip(ours, theirs, strict=True):
        if deal["scores"] != second.scores(other):
            yield f"scores: {deal['scores']}, {second.scores(other)}"
        mine = [((foul["kind"], foul["seat"], foul["committed"]), foul["proved"]) for foul in deal["fouls"]]
        shown = [one for one, foul in zip(mine, deal["fouls"], strict=True) if foul["proof"] != "counted"]
        their = [((foul.kind, foul.seat, foul.committed), foul.proved) for foul in other.fouls]
        yield from (f"{one} here only" for one in shown if not told(one, their))
        yield from (f"{one} there only" for one in their if not told(one, mine))


def told(one: tuple[object, int], others: list[tuple[object, int]]) -> bool:
    """Whether the same foul is among these, proved on the same line or before."""
    return any(foul == one[0] and line <= one[1] for foul, line in others)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda path: path.stem)
def test_a_second_reader_agrees_on_every_golden_record_of_doppelkopf(file: Path) -> None:
    assert not list(differences(file.read_text("utf-8")))


@pytest.mark.untraced
@pytest.mark.parametrize("numbers", [range(20), range(20, 40), (47, 81, 95, 107, 166, 306, 319, 328, 663, 956, 2246)])
def test_a_second_reader_agrees_on_random_records_of_doppelkopf(numbers: range) -> None:
    for number in numbers:
        rng = Random(f"second {number}")
        shares = (0, 0, 0.3)
        if rng.random() < 0.5:
            written = honest(rng, rng.choice(CONTRACTS), open_hands=rng.choice(shares))
        else:
            written = fouled(rng, rng.choice(FOULS), open_hands=rng.choice(shares))
        assert not list(differences(written.text)), written.text
