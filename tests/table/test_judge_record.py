"""A record judged to be read and no more says what it says when it is kept whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.text import read
from referee.table.report import answer
from referee.table.table import fold_record, judge_record
from referee.words.languages import language
from referee.words.text import Slip

GOLDEN = Path(__file__).parent.parent / "golden"
LONG = [path for path in sorted(GOLDEN.glob("*/*.deal")) if path.read_text().count("\ndeal ") > 1]
"""The golden records of several deals."""


def test_every_golden_record_of_several_deals_says_the_same_either_way() -> None:
    assert len(LONG) > 10
    for path in LONG:
        record = read(path.read_bytes())
        assert answer("", judge_record(record), language("en")) == answer("", fold_record(record), language("en")), path


def test_of_deals_that_are_over_only_the_end_is_kept_unless_the_record_mends_what_it_says() -> None:
    part = "bid Ana 1\nbid Ben 1\nbid Cid 1\nresult tricks=1,1,1\n"
    text = f"game double-detente\nseats Ana Ben Cid\ndeal Cid cards=3\n{part}deal Cid cards=3\n{part}"
    kept = judge_record(read(text)).facts()
    assert [entry.line for entry in kept] == [7, 8, 9, 10, 11, 12]
    assert [entry.line for entry in judge_record(read(text + "undo\n")).facts()] == list(range(3, 12))


def test_an_impossible_line_is_named() -> None:
    with pytest.raises(Slip) as slip:
        judge_record(read("game double-detente\nseats Ana Ben Cid\ndeal Cid\nplay Ana H1\nplay Ana H2\nplay Ana H3\n"))
    assert slip.value.line == 4
