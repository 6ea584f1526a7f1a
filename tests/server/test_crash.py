"""The program killed again and again while four devices tap at once."""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from referee.club.boards import Boards
from referee.club.seals import Seals
from referee.club.tables import Tables
from referee.club.tournaments import Tournaments
from referee.club.verifying import refold
from referee.store import Store
from referee.tournament.settings import usual
from tests.help.running import ROOT, Program

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and processes of POSIX")

KILLS = 4  # tests/bench/chaos.py kills for an hour
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "HX-Target": "table"}


class Device(threading.Thread):
    """Taps notes, each under a key of its own, and sends one again until it is answered, as the page does."""

    def __init__(self, program: Program, table: str, name: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.program, self.table, self.called, self.stop = program, table, name, stop
        self.answered: list[str] = []
        self.seq = 0
        self.cookies: dict[str, str] = {}
        self.token = ""

    def run(self) -> None:
        """Tap until told to stop; a tap under way is brought to its end."""
        while not self.stop.is_set():
            note = f"{self.called}-{len(self.answered)}"
            while not self._recorded(note):
                pass
            self.answered.append(note)

    def _recorded(self, note: str) -> bool:
        try:
            if not self.token:
                self._open()
            return self._tap(note)
        except (OSError, http.client.HTTPException):
            time.sleep(0.02)
            return False

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str | None, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.program.port, timeout=10)
        try:
            connection.request(method, path, body, {**FORM, "Cookie": "; ".join(self.cookies.values())})
            answer = connection.getresponse()
            for given in answer.headers.get_all("Set-Cookie", []):
                self.cookies[given.partition("=")[0]] = given.partition(";")[0]
            return answer.status, answer.headers["X-Sequence"], answer.read().decode()
        finally:
            connection.close()

    def _open(self) -> None:
        _, seq, page = self._ask("GET", f"/t/{self.table}")
        found = re.search(r'name="csrf_token" value="([^"]+)"', page)
        if found and seq is not None:
            self.token, self.seq = found[1], int(seq)

    def _tap(self, note: str) -> bool:
        tap = {"csrf_token": self.token, "key": f"key-{note}", "seq": self.seq, "fact": f"note {note}"}
        status, seq, page = self._ask("POST", f"/t/{self.table}/fact", urllib.parse.urlencode(tap))
        if status == 503:  # a worker whose parent is gone gives up what it awaits: ask again, as the page does
            return False
        if seq is None:
            raise AssertionError(f"{status}: {page[:2000]}")
        self.seq = int(seq)
        return status == 200


def bindable(port: int) -> bool:
    """Whether nothing listens on the port any more."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
    return True


def test_four_kills_under_load_lose_no_answered_tap_and_double_none(tmp_path: Path) -> None:
    program = Program(tmp_path / "referee.db")
    with Store.open(program.database) as store:
        table = Tables(store).take_in(b"game double-detente\nseats Ana Ben\n", "", key="t")
    stop = threading.Event()
    devices = [Device(program, table, name, stop) for name in ("a", "b", "c", "d")]
    chance = random.Random(7)  # any moments will do
    program.start()
    try:
        for device in devices:
            device.start()
        for kill in range(KILLS):
            seen = [len(device.answered) for device in devices]
            while sum(len(device.answered) for device in devices) == sum(seen):
                assert all(device.is_alive() for device in devices)
                time.sleep(0.005)
            time.sleep(chance.uniform(0, 0.15))
            program.kill()
            assert bindable(program.port)
            if kill % 2 == 0:  # the lock is free, and every log folds
                with Store.open(program.database) as store:
                    assert list(store.verify(refold)) == []
            program.start()
        stop.set()
        for device in devices:
            device.join(60)
            assert not device.is_alive()
    finally:
        stop.set()
        program.kill()
    with Store.open(program.database) as store:
        assert list(store.verify(refold)) == []
        events = store.events(table)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    written = Counter(event.body["text"] for event in events)
    answered = {note for device in devices for note in device.answered}
    assert set(written) == answered
    assert set(written.values()) == {1}
    assert len(answered) > KILLS


SEALS = """
import os, signal, sys
from pathlib import Path
from referee.club.boards import Boards
from referee.club.seals import Seals
from referee.club.tournaments import Tournaments
from referee.store import Store
database, event, key, kill = sys.argv[1:]
with Store.open(Path(database)) as store:
    if kill:
        Tournaments.act = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    Boards(Tournaments(store), Seals(Path(database).with_suffix(".seals"))).seal(event, key, 1, 1, 3, "director")
"""


def test_a_kill_between_the_file_of_a_seal_and_its_entry_leaves_the_seal_before_whole(tmp_path: Path) -> None:
    database, folder = tmp_path / "referee.db", tmp_path / "referee.seals"
    with Store.open(database) as store:
        event = Tournaments(store).open(replace(usual("tarot", "Open"), scoring="topage"), "event")
    hands = []
    for key, kill in (("first", ""), ("second", "kill"), ("third", "")):
        command = [sys.executable, "-c", SEALS, str(database), event, key, kill]
        done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
        assert done.returncode == (-signal.SIGKILL if kill else 0)
        with Store.open(database, read_only=True) as store:
            hands.append(Boards(Tournaments(store), Seals(folder)).boards_with_hands(event, 1)[1])
    assert hands[0] == hands[1] != hands[2]
    assert len(list(folder.iterdir())) == 3
