"""Helpers of the tests of the store."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from referee.store import Store
from referee.store.sql import seal_stream
from referee.store.sqlite.schema import lift_triggers, restore_triggers

Facts = list[tuple[str, dict[str, Any]]]

TAP: Facts = [("play", {"seat": "Nora", "card": "S1"})]


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 4, 19, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def raw(path: Path) -> closing[sqlite3.Connection]:
    """The file, opened without the store."""
    return closing(sqlite3.connect(path, isolation_level=None))


def change(path: Path, *statements: str) -> None:
    """Change the file as somebody who knows SQLite would: drop its triggers, and restore them afterwards."""
    with raw(path) as file:
        triggers = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            file.execute(statement)
        for _, sql in triggers:
            file.execute(sql)


def reseal(path: Path) -> None:
    """Recompute the hashes of every log, as somebody who knows this program would."""
    with raw(path) as file:
        db = Database(file)
        triggers = lift_triggers(db)
        for (stream,) in db.execute("SELECT id FROM stream").fetchall():
            seal_stream(db, stream)
        restore_triggers(db, triggers)


def damaged_copy(path: Path) -> None:
    """Make a store with a page of events overwritten."""
    with Store.open(path) as store:
        table = store.create("table", {}, key="t")
        store.append(table, "a", 0, [("tap", {"n": number, "pad": "x" * 200}) for number in range(500)])
    content = bytearray(path.read_bytes())
    at = len(content) // 2 // 4096 * 4096
    content[at : at + 4096] = b"\x55" * 4096
    path.write_bytes(content)


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Call all from threads that start at once. Return each answer or error, in the order of the calls."""
    barrier = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            answers[place] = call()
        except Exception as error:
            answers[place] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def in_one_transaction(store: Store, *calls: Callable[[], Any]) -> list[Any]:
    """Call all while a write is under way, so that the next transaction takes them in this order."""
    answers: list[Any] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            answers[place] = calls[place]()
        except Exception as error:
            answers[place] = error

    begun, go_on = threading.Event(), threading.Event()

    def work(_: Database) -> None:
        begun.set()
        go_on.wait()

    threads = [threading.Thread(target=store.writer.write, args=(work,))]
    threads[0].start()
    begun.wait()
    for place in range(len(calls)):
        threads.append(threading.Thread(target=run, args=(place,)))
        threads[-1].start()
        while store.writer.waiting <= place:
            time.sleep(0.001)
    go_on.set()
    for thread in threads:
        thread.join()
    return answers
