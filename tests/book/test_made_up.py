"""The book of a made-up club: another script, which reads the records alone, finds the same figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.club.book import Book
from referee.club.summaries import Summaries
from referee.club.tables import Tables
from referee.record.grammar import parse
from referee.store import Store
from tests.book.made_up import club, differences


def day(stamp: str) -> str:
    return stamp[:10]


@pytest.mark.untraced
def test_another_script_finds_the_same_figures(tmp_path: Path) -> None:
    with Store.open(tmp_path / "club.db") as store:
        tables = Tables(store)
        texts = club(tables, 40)
        summaries = Summaries(tables)
        for _ in summaries.fill():
            pass
        book = Book(tables, summaries, day)
        assert list(differences(book, texts)) == []
        assert len([group for group in book.groups(lambda table: True)[0] if len(group.days) > 5]) == 2


def test_the_script_finds_a_figure_that_is_wrong(tmp_path: Path) -> None:
    with Store.open(tmp_path / "club.db") as store:
        tables = Tables(store)
        texts = club(tables, 6)
        table = next(one for one in texts if texts[one].startswith("game tarot"))
        texts[table] = (
            texts[table].replace("points=4", "points=6").replace("points=5", "points=6").replace("points=3", "points=6")
        )
        summaries = Summaries(tables)
        for _ in summaries.fill():
            pass
        assert list(differences(Book(tables, summaries, day), texts))


def test_a_corrected_old_deal_is_right_at_once(tmp_path: Path) -> None:
    text = b"game tarot\ndate 2019-03-01\nseats Ana Ben Cl\xc3\xa9o\ndeal Cl\xc3\xa9o\nresult taker=Ana contract=garde bouts=2 points=41\n"
    with Store.open(tmp_path / "club.db") as store:
        tables = Tables(store)
        table = tables.take_in(text, "", "a")
        book = Book(tables, Summaries(tables), day)
        [sitting] = book.groups(lambda one: True)[0][0].sittings
        assert sitting.won == (100, -50, -50)  # made by nothing: 25 × 2
        tables.add(table, "b", 2, parse("correct 1 deal Ben"))
        tables.add(table, "c", 3, parse("correct 2 result taker=Ben contract=garde bouts=2 points=46"))
        [sitting] = book.groups(lambda one: True)[0][0].sittings
        assert (sitting.won, sitting.day) == ((-60, 120, -60), "2019-03-01")  # by five: 30 × 2
