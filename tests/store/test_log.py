"""The store: an append-only log that answers a key once and for all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from referee.store import (
    Appended,
    Event,
    Person,
    StaleSequence,
    Store,
    StoreUnwritable,
    Stream,
    UnknownStream,
)
from referee.store.sql import add_events
from tests.help.store import TAP, Clock, Facts, together

# Streams


def test_a_stream_has_a_short_id_fit_for_an_address_and_not_to_be_guessed(store: Store) -> None:
    ids = {store.create("table", {}, key=str(number)) for number in range(50)}
    assert len(ids) == 50
    assert all(len(name) == 8 and name.isalnum() and name.isascii() for name in ids)


def test_the_same_key_makes_one_stream(store: Store) -> None:
    first = store.create("table", {"game": "tarot"}, key="form")
    assert store.create("table", {"game": "tarot"}, key="form") == first
    assert len(store.streams("table")) == 1


def test_the_same_key_from_many_threads_at_once_makes_one_stream(store: Store) -> None:
    assert len(set(together(*[lambda: store.create("table", {}, key="form")] * 8))) == 1
    assert len(store.streams("table")) == 1


def test_streams_are_listed_by_kind_in_the_order_they_were_made(store: Store, clock: Clock) -> None:
    one = store.create("table", {"game": "double"}, key="1", by="Élie", label={"title": "Table 1"})
    clock.now += timedelta(minutes=1)
    two = store.create("table", {}, key="2")
    cup = store.create("tournament", {}, key="3")
    clock.now += timedelta(minutes=1)
    store.append(one, "a", 0, TAP * 2)
    at = ["2026-07-04T19:30:00.000Z", "2026-07-04T19:31:00.000Z", "2026-07-04T19:32:00.000Z"]
    assert store.streams("table") == [
        Stream(one, "table", {"game": "double"}, {"title": "Table 1"}, at[0], "Élie", 2, at[2]),
        Stream(two, "table", {}, {}, at[1], "", 0, at[1]),
    ]
    assert [stream.id for stream in store.streams("tournament")] == [cup]
    assert store.streams("club") == []


def test_one_stream_is_found_by_its_id(store: Store, table: str) -> None:
    assert store.stream(table).meta == {"game": "tarot"}
    assert store.stream(table).by == "Nora"


def test_a_label_may_change_and_nothing_else(store: Store, table: str) -> None:
    store.set_label(table, {"title": "By the window", "archived": True})
    assert store.stream(table).label == {"title": "By the window", "archived": True}
    assert store.stream(table).meta == {"game": "tarot"}
    for statement, refused in (
        ("UPDATE stream SET meta = '{}'", "a stream never changes"),
        ("DELETE FROM stream", "a stream is never removed"),
    ):
        with pytest.raises(Exception, match=refused):
            store.writer.write(lambda db, statement=statement: db.execute(statement))


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.append("nowhere2", "a", 0, TAP),
        lambda store: store.events("nowhere2"),
        lambda store: store.seq("nowhere2"),
        lambda store: store.stream("nowhere2"),
        lambda store: store.set_label("nowhere2", {}),
    ],
)
def test_an_unknown_stream_is_named(store: Store, ask: Callable[[Store], object]) -> None:
    with pytest.raises(UnknownStream, match="nowhere2") as unknown:
        ask(store)
    assert unknown.value.fields == {"stream": "nowhere2"}


# Appending


def test_a_key_is_known_once_its_append_was_made_and_in_its_stream_alone(store: Store, table: str) -> None:
    elsewhere = store.create("table", {}, key="elsewhere")
    assert not store.knows(table, "a")
    store.append(table, "a", 0, TAP)
    assert store.knows(table, "a")
    assert not store.knows(elsewhere, "a")


def test_events_are_numbered_from_one_and_come_back_as_they_were_written(
    store: Store, table: str, clock: Clock
) -> None:
    assert store.seq(table) == 0
    assert store.events(table) == []
    assert store.append(table, "a", 0, [("deal", {"dealer": "Élie"})], by="Nora") == Appended(1, 1, repeated=False)
    clock.now += timedelta(seconds=1.5)
    plays: Facts = [("play", {"card": "S1", "points": 0.5}), ("play", {"card": "♥", "seats": ["a", None]})]
    assert store.append(table, "b", 1, plays, by="Sacha") == Appended(2, 3, repeated=False)
    assert store.events(table) == [
        Event(1, "a", "deal", {"dealer": "Élie"}, "2026-07-04T19:30:00.000Z", "Nora"),
        Event(2, "b", "play", {"card": "S1", "points": 0.5}, "2026-07-04T19:30:01.500Z", "Sacha"),
        Event(3, "b", "play", {"card": "♥", "seats": ["a", None]}, "2026-07-04T19:30:01.500Z", "Sacha"),
    ]
    assert [event.seq for event in store.events(table, after=1)] == [2, 3]
    assert store.events(table, after=3) == []
    assert store.seq(table) == 3


def test_the_time_is_written_in_utc_whatever_the_clock_shows(store: Store, table: str, clock: Clock) -> None:
    clock.now = datetime(2026, 7, 4, 21, 30, tzinfo=timezone(timedelta(hours=2)))
    store.append(table, "a", 0, TAP)
    assert store.events(table)[0].at == "2026-07-04T19:30:00.000Z"


def test_a_known_key_gets_the_same_answer_again(store: Store, table: str) -> None:
    store.append(table, "a", 0, TAP * 3)
    store.append(table, "b", 3, TAP)
    assert store.append(table, "a", 0, TAP * 3) == Appended(1, 3, repeated=True)
    assert store.append(table, "a", 4, TAP) == Appended(1, 3, repeated=True)
    assert store.seq(table) == 4


def test_a_known_key_gets_the_same_answer_after_a_restart(database: Path | str) -> None:
    with Store.open(database) as store:
        table = store.create("table", {}, key="t")
        store.append(table, "a", 0, TAP * 2)
    with Store.open(database) as store:
        assert store.append(table, "a", 0, TAP * 2) == Appended(1, 2, repeated=True)
        assert store.create("table", {}, key="t") == table
        assert store.seq(table) == 2


def test_a_key_belongs_to_its_stream(store: Store, table: str) -> None:
    other = store.create("table", {}, key="other")
    store.append(table, "a", 0, TAP)
    assert store.append(other, "a", 0, TAP) == Appended(1, 1, repeated=False)


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_writer_who_has_not_seen_the_last_event_is_told_its_number(store: Store, table: str, expected: int) -> None:
    store.append(table, "a", 0, TAP * 2)
    with pytest.raises(StaleSequence) as stale:
        store.append(table, "b", expected, TAP)
    assert stale.value.current == 2
    assert stale.value.fields == {"stream": table, "expected": expected, "current": 2}
    assert store.seq(table) == 2


@pytest.mark.parametrize(
    "bad", [[], [*TAP, ("", {})], [*TAP, ("play", {"card": "\ud800"})], [*TAP, ("play", {"points": float("nan")})]]
)
def test_an_append_that_cannot_be_written_whole_is_not_written_at_all(store: Store, table: str, bad: Facts) -> None:
    with pytest.raises((ValueError, sqlite3.IntegrityError)):  # the server's refusals come as ValueError
        store.append(table, "a", 0, bad)
    assert store.events(table) == []
    assert store.append(table, "a", 0, TAP) == Appended(1, 1, repeated=False)


def test_an_append_needs_a_key(store: Store, table: str) -> None:
    with pytest.raises(ValueError, match="key"):
        store.append(table, "", 0, TAP)


EACH = 25
"""The appends of each of sixteen threads."""


def test_sixteen_threads_lose_nothing_and_double_nothing(store: Store, table: str) -> None:
    def taps(thread: int) -> list[Appended]:
        done: list[Appended] = []
        seq = 0
        while len(done) < EACH:
            try:
                done.append(store.append(table, f"{thread}-{len(done)}", seq, [("tap", {"thread": thread})]))
                seq = done[-1].seq_last
            except StaleSequence as stale:
                seq = stale.current
        return done

    answers = together(*[lambda thread=thread: taps(thread) for thread in range(16)])
    events = {event.seq: event for event in store.events(table)}
    assert sorted(events) == list(range(1, 16 * EACH + 1))
    assert sorted(done.seq_first for thread in answers for done in thread) == list(range(1, 16 * EACH + 1))
    for thread, given in enumerate(answers):
        assert [events[done.seq_first].key for done in given] == [f"{thread}-{count}" for count in range(EACH)]


def test_sixteen_threads_each_at_its_own_table_never_meet_a_stale_number(store: Store) -> None:
    tables = [store.create("table", {}, key=f"t{number}") for number in range(16)]

    def taps(name: str) -> int:
        return max(store.append(name, f"{seq}", seq, TAP).seq_last for seq in range(25))

    assert together(*[lambda name=name: taps(name) for name in tables]) == [25] * 16
    assert [stream.seq for stream in store.streams("table")] == [25] * 16


def test_the_same_key_from_two_threads_at_once_gives_one_event(store: Store, table: str) -> None:
    for count in range(20):
        one, two = together(*[lambda count=count: store.append(table, f"k{count}", count, TAP)] * 2)
        assert {one.repeated, two.repeated} == {True, False}
        assert one.seq_first == two.seq_first == count + 1
    assert store.seq(table) == 20


def test_of_two_threads_with_the_same_number_one_is_stale(store: Store, table: str) -> None:
    answers = together(*[lambda key=key: store.append(table, key, 0, TAP) for key in ("a", "b")])
    assert sorted(type(answer).__name__ for answer in answers) == ["Appended", "StaleSequence"]
    assert store.seq(table) == 1


def test_who_comes_second_knows_the_last_number_even_if_the_first_has_not_come_to_tell_it(
    store: Store, table: str
) -> None:
    assert store.seq(table) == 0
    row = (1, "a", 0, "tap", "{}", "", "")
    store.writer.write(lambda db: add_events(db, table, [row]))  # written, its thread not yet awake again
    with pytest.raises(StaleSequence):
        store.append(table, "b", 0, TAP)
    assert store.seq(table) == 1


# Reading while others write


def test_readers_see_whole_appends_while_a_writer_writes(store: Store, table: str) -> None:
    def write() -> None:
        for count in range(60):
            store.append(table, f"{count}", count * 3, TAP * 3)

    def read() -> set[int]:
        seen: set[int] = set()
        while max(seen, default=0) < 180:
            seen.add(len(store.events(table)))
        return seen

    answers = together(write, read, read)
    assert answers[0] is None
    assert all(count % 3 == 0 for seen in answers[1:] for count in seen)


def test_who_listens_hears_of_each_append_once(store: Store, table: str) -> None:
    heard: list[tuple[str, int]] = []
    store.listen(lambda stream, seq: heard.append((stream, seq)))
    for key, seq in (("a", 0), ("a", 0), ("b", 2)):
        store.append(table, key, seq, TAP * 2)
    assert [one for one in heard if one[1]] == [(table, 2), (table, 4)]


def test_a_store_opened_to_read_changes_nothing_and_sees_what_others_write(
    database: Path | str, store: Store, table: str
) -> None:
    with Store.open(database, read_only=True) as reader:
        assert reader.seq(table) == 0
        store.append(table, "a", 0, TAP)
        assert reader.seq(table) == 1
        assert reader.events(table) == store.events(table)
        with pytest.raises(StoreUnwritable) as refused:
            reader.append(table, "b", 1, TAP)
        assert refused.value.reason == "read-only"
    assert store.append(table, "b", 1, TAP).seq_last == 2


# People


def test_people_are_remembered_those_seen_last_first(store: Store, clock: Clock) -> None:
    store.remember_people(["Nora", "Élie", "Sacha"])
    clock.now += timedelta(days=7)
    store.remember_people([" Nora ", "E\u0301lie", ""])
    assert store.people() == [
        Person("Nora", "2026-07-11T19:30:00.000Z"),
        Person("Élie", "2026-07-11T19:30:00.000Z"),
        Person("Sacha", "2026-07-04T19:30:00.000Z"),
    ]
    store.remember_people([])
    store.rewrite(["Nora"], lambda stream, events: (stream, events))
    assert [person.name for person in store.people()] == ["Élie", "Sacha"]


def test_a_stream_asked_for_again_is_what_all_streams_say_of_it(store: Store, table: str) -> None:
    """Whatever is kept of it in memory: it grows, is called otherwise, is answered a key again, refuses, is rewritten."""

    def asked() -> Stream:
        (found,) = store.streams("table")
        assert store.stream(table) == found
        return found

    def late() -> None:
        with pytest.raises(StaleSequence):
            store.append(table, "late", 0, TAP)

    assert asked().seq == 0
    changes: list[Callable[[], object]] = [
        lambda: store.append(table, "a", 0, [*TAP, *TAP]),
        lambda: store.append(table, "a", 0, [*TAP, *TAP]),
        lambda: store.set_label(table, {"title": "Friday"}),
        lambda: store.append(table, "b", 2, TAP),
        late,
        lambda: store.rewrite(["Nora"], lambda stream, events: (stream, events)),
        lambda: store.append(table, "c", 3, TAP),
    ]
    for change in changes:
        change()
        asked()
    assert (asked().seq, asked().label) == (4, {"title": "Friday"})


def test_of_more_streams_than_are_kept_in_memory_each_is_known(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.store.stream_cache.MOST", 2)
    ids = [store.create("table", {"number": number}, key=str(number)) for number in range(4)]
    assert [store.stream(one).meta["number"] for one in ids * 2] == [0, 1, 2, 3] * 2
