"""The store when its process is killed, and when two processes want it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.store import Event, Store, StoreError, StoreLocked, restore
from tests.help.powercut import COMPILER, PowerCut

CHILD = Path(__file__).parents[1] / "help" / "store_child.py"
ROOT = Path(__file__).parents[2]


@contextmanager
def child(*words: str | Path, env: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """The child script, killed at the end of the block if it still runs."""
    process = subprocess.Popen(
        [sys.executable, str(CHILD), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_no_answered_append_is_lost_and_none_doubled_by_eight_kills(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        stream = store.create("table", {}, key="t")
    answered: dict[str, tuple[int, int]] = {}
    chance = random.Random(7)  # any moments will do
    for _ in range(8):
        with child("load", path, stream) as process:
            first = line(process)
            time.sleep(chance.uniform(0.005, 0.2))
            process.kill()
            assert process.stdout is not None
            for said in [first, *process.stdout.read().splitlines()]:
                key, first_seq, last_seq = said.split()
                assert key not in answered
                answered[key] = (int(first_seq), int(last_seq))
        with Store.open(path) as store:
            events = store.events(stream)
            assert list(store.verify()) == []
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        written = [(event.body["key"], event.body["part"]) for event in events]
        assert len(set(written)) == len(written)
        by_seq = {event.seq: event for event in events}
        for key, (seq_first, seq_last) in answered.items():
            assert [by_seq[seq].key for seq in range(seq_first, seq_last + 1)] == [key] * (seq_last - seq_first + 1)
    assert len(answered) >= 8


def cut_off(tmp_path: Path, cuts: int, lies: bool = False) -> Iterator[tuple[set[str], list[Event]]]:
    """After each power cut: the keys that had been answered, and the log that is left."""
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        stream = store.create("table", {}, key="t")
    chance, answered = random.Random(7), set[str]()  # any moments will do
    (tmp_path / "notes").mkdir()
    power = PowerCut(path, tmp_path / "notes", lies)
    for _ in range(cuts):
        with child("load", path, stream, env=power.environment) as process:
            first = line(process)
            time.sleep(chance.uniform(0.005, 0.1))
            process.kill()
            assert process.stdout is not None
            answered |= {said.split()[0] for said in [first, *process.stdout.read().splitlines()]}
        power.lose(chance)
        with Store.open(path) as store:
            assert list(store.verify()) == []
            yield answered, store.events(stream)


@pytest.mark.skipif(COMPILER is None, reason="no compiler to make the power cut with")
def test_no_answered_append_is_lost_and_none_halved_by_power_cuts(tmp_path: Path) -> None:
    for answered, events in cut_off(tmp_path, 5):
        assert answered <= {event.key for event in events}
        parts = Counter(event.key for event in events)
        assert all(parts[event.key] == 1 + int(event.key.split("-")[2]) % 3 for event in events)


@pytest.mark.skipif(COMPILER is None, reason="no compiler to make the power cut with")
def test_a_disk_that_only_says_it_has_synced_loses_what_was_answered(tmp_path: Path) -> None:
    def lost() -> bool:
        try:
            return any(answered - {event.key for event in log} for answered, log in cut_off(tmp_path, 8, lies=True))
        except (StoreError, AssertionError):
            return True

    assert lost()  # the power cut bites: without syncs nothing could be promised


def test_what_a_kill_left_unanswered_may_be_sent_again_with_its_key(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        stream = store.create("table", {}, key="t")
    with child("load", path, stream) as process:
        line(process)
        process.kill()
    with Store.open(path) as store:
        last = store.events(stream)[-1]
        again = store.append(stream, last.key, 0, [("tap", {})])
        assert again.repeated
        assert again.seq_last == last.seq == store.seq(stream)


def test_a_second_process_is_refused_and_told_who_is_there(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with child("hold", path) as process:
        assert line(process) == "open"
        with pytest.raises(StoreLocked) as refused:
            Store.open(path)
        assert refused.value.holder == process.pid
        assert str(process.pid) in str(refused.value)
        with child("open", path) as third:
            assert line(third) == "StoreLocked"


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with child("hold", path) as process:
        assert line(process) == "open"
        process.kill()
        process.wait()
        Store.open(path).close()


def test_a_closed_store_lets_another_process_in(tmp_path: Path) -> None:
    Store.open(tmp_path / "referee.db").close()
    with child("open", tmp_path / "referee.db") as process:
        assert line(process) == "open"


def test_a_restore_is_refused_while_another_process_has_the_store(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        stream = store.create("table", {}, key="t")
        store.backup(tmp_path / "copy.db")
    with child("hold", path) as process:
        assert line(process) == "open"
        with pytest.raises(StoreLocked):
            restore(tmp_path / "copy.db", path)
    with Store.open(path) as store:
        assert store.events(stream) == []


def test_a_store_in_use_elsewhere_is_read_and_backed_up(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        stream = store.create("table", {}, key="t")
    with child("load", path, stream) as process:
        key = line(process).split()[0]
        with Store.open(path, read_only=True) as reader:
            assert key in {event.key for event in reader.events(stream)}
            counts = reader.backup(tmp_path / "copy.db")
            assert list(reader.verify()) == []
    with Store.open(tmp_path / "copy.db") as copy:
        assert len(copy.events(stream)) == counts.events > 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_that_outlives_a_killed_parent_keeps_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with child("orphan", path) as process:
        orphan = int(line(process))
        try:
            with pytest.raises(StoreLocked):
                Store.open(path)
            process.kill()
            process.wait()
            Store.open(path).close()
        finally:
            os.kill(orphan, signal.SIGKILL)
