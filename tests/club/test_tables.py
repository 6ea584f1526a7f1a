"""Tables in the store: folded once, kept, refolded, taken out and put in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee.club import workers
from referee.club.tables import Tables, header_json, header_of
from referee.club.verifying import refold, verify
from referee.record.facts import Noted
from referee.record.grammar import parse
from referee.record.text import Header
from referee.store import StaleSequence, Store, StoreUnwritable, UnknownStream
from referee.words.text import Slip
from tests.help.web import undated
from tests.oracle.deals import match_record, round_record

HEADER = Header("double-detente", ("Ana", "Ben", "Cléo"), None, (("tie", "shared"),))
DEAL = parse("deal Cléo part=1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "referee.db") as opened:
        yield opened


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def test_a_header_comes_back_from_the_store_as_it_went_in() -> None:
    assert header_of(header_json(HEADER)) == HEADER


def test_a_new_table_stands_empty_under_its_title_and_its_players_are_known(tables: Tables, store: Store) -> None:
    kept = tables.get(tables.open(HEADER, "By the window", key="k"))
    assert (kept.title, kept.seq, kept.table.header, kept.table.log) == ("By the window", 0, HEADER, ())
    assert {person.name for person in store.people()} == {"Ana", "Ben", "Cléo"}


def test_a_header_no_game_takes_opens_no_table(tables: Tables) -> None:
    with pytest.raises(Slip):
        tables.open(Header("poker", ("Ana", "Ben")), "", key="k")
    assert tables.all() == []


def test_a_fact_that_cannot_have_happened_is_not_kept(tables: Tables) -> None:
    table = tables.open(HEADER, "", key="k")
    with pytest.raises(Slip):
        tables.add(table, "a", 0, parse("bid Ana 4"))
    assert (tables.seq(table), tables.get(table).seq) == (0, 0)


def test_a_fact_on_a_stale_number_is_not_kept(tables: Tables) -> None:
    table = tables.open(HEADER, "", key="k")
    tables.add(table, "a", 0, DEAL)
    with pytest.raises(StaleSequence):
        tables.add(table, "b", 0, Noted("late"))
    with pytest.raises(StaleSequence):
        tables.add(table, "c", 7, Noted("from nowhere"))
    assert tables.get(table).seq == 1


def test_a_known_key_adds_nothing_and_answers_with_the_table_as_it_is(tables: Tables) -> None:
    table = tables.open(HEADER, "", key="k")
    tables.add(table, "a", 0, DEAL)
    tables.add(table, "b", 1, parse("bid Ana 4"))
    again = tables.add(table, "a", 0, DEAL)
    assert again.seq == 2
    assert len(again.table.log) == 2


def test_a_table_nobody_keeps_in_memory_is_folded_from_the_log(tables: Tables, store: Store) -> None:
    table = tables.take_in(round_record(Random(2)).text.encode(), "", key="k")
    fresh = Tables(store).get(table)
    kept = tables.get(table)
    assert fresh.table.log == kept.table.log
    assert fresh.table.standing == kept.table.standing


def test_what_was_corrected_more_often_than_is_taken_today_is_folded_all_the_same(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables.open(HEADER, "", key="t")
    tables.add(table, "deal", 0, DEAL)
    for number in range(20):
        tables.add(table, f"{number}", number + 1, parse("correct 1 deal Cléo part=1"))
    monkeypatch.setattr("referee.table.table.MOST_REFOLDED", 3)
    assert Tables(store).get(table).seq == 21
    with pytest.raises(Slip, match="too many corrections"):
        Tables(store).add(table, "more", 21, parse("correct 1 deal Cléo part=1"))
    assert refold(store.stream(table), store.events(table)) is None


def test_facts_another_has_written_are_folded_in_at_the_next_look(tables: Tables, store: Store) -> None:
    table = tables.open(HEADER, "", key="k")
    tables.get(table)
    Tables(store).add(table, "a", 0, DEAL)
    assert tables.get(table).table.current is not None


def test_an_unknown_table_is_named(tables: Tables) -> None:
    with pytest.raises(UnknownStream, match="nowhere2"):
        tables.get("nowhere2")


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_match_taken_in_and_out_is_the_same_and_stands_as_the_laws_say(tables: Tables, players: int) -> None:
    match = match_record(Random(players), players=players)
    table = tables.take_in(match.record.text.encode(), "", key="k")
    assert undated(tables.export(table)) == match.record.text
    standing = tables.get(table).table.standing
    seats = tables.get(table).table.seats
    assert dict(zip(seats, standing.totals, strict=True)) == match.totals[-1]
    assert {seats[seat] for seat in standing.winners} == match.winners


def test_a_record_whose_facts_could_not_be_kept_is_completed_by_the_next_try_with_its_key(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = round_record(Random(1)).text.encode()

    def full(*_: object) -> None:
        raise StoreUnwritable(store.path, "full")

    with monkeypatch.context() as trouble:
        trouble.setattr(store, "append", full)
        with pytest.raises(StoreUnwritable):
            tables.take_in(data, "", key="k")
    table = tables.take_in(data, "", key="k")
    assert undated(tables.export(table)) == data.decode()
    assert [stream.id for stream in tables.all()] == [table]


def test_a_log_that_folds_is_whole_and_one_that_does_not_is_named_by_table_and_entry(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        tables = Tables(store)
        good = tables.take_in(round_record(Random(1)).text.encode(), "", key="good")
        assert list(store.verify(refold)) == []
        bad = tables.open(HEADER, "", key="bad")
        store.append(bad, "a", 0, [("bid", parse("bid Ana 4").json())])
        odd = tables.open(HEADER, "", key="odd")
        store.append(odd, "a", 0, [("no-such", {"kind": "no-such"})])
        old = store.create("table", {"game": "tarot", "seats": ["Ana", "Ben", "Cid"]}, "old", "")
    problems = list(verify(path))
    assert [problem.split()[0] for problem in problems] == [bad, odd, old]
    assert "it cannot be read" in problems[-1]  # a sentence, whatever is missing
    assert not any(good in problem for problem in problems)


def test_many_logs_are_folded_in_several_processes_and_told_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ALONE", 0)
    monkeypatch.setattr(workers, "LOT", 1)
    monkeypatch.setattr(workers.os, "cpu_count", lambda: 2)
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        tables, wrong = Tables(store), []
        for number in range(3):
            wrong.append(tables.open(HEADER, "", key=f"{number}"))
            store.append(wrong[-1], "a", 0, [("bid", parse("bid Ana 4").json())])
    heard: list[tuple[int, int]] = []
    problems = list(verify(path, progress=lambda *told: heard.append(told)))
    assert [problem.split()[0] for problem in problems] == wrong
    assert heard[-1] == (3, 3)
