"""Hooks through kills: what was not told yet is told by the next start, and nothing twice but under one id."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from ipaddress import ip_network
from pathlib import Path

import pytest

from referee.club.tables import Tables
from referee.record.grammar import parse
from referee.record.text import Header
from referee.server.post import Unreached, post
from referee.store import Store
from referee.web.hooks.courier import signed
from referee.web.hooks.log import Hooks
from tests.help.receiver import receiving
from tests.help.running import PATIENCE, ROOT, Program, free_port

PARTS = (("Cléo", 1, "Ana Ben Cléo"), ("Cléo", 2, "Ana Ben Cléo"), ("Ana", 1, "Ben Cléo Ana"))


def prepare(database: Path, url: str) -> None:
    """A table with a hook that was told nothing yet of its three parts."""
    with Store.open(database) as store:
        tables = Tables(store)
        table = tables.open(Header("double-detente", ("Ana", "Ben", "Cléo")), "Thursday", "t")
        Hooks(store, "secret").add(table, url, (), "h")
        for dealer, part, order in PARTS:
            facts = [f"deal {dealer} part={part}", *(f"bid {name} 6" for name in order.split()), "result tricks=6,4,3"]
            for fact in facts:
                tables.add(table, f"{dealer} {part} {fact}", tables.seq(table), parse(fact))


@pytest.mark.skipif(os.name != "posix", reason="signals and processes of POSIX")
def test_a_kill_in_the_middle_of_a_post_loses_none_and_tells_none_twice_under_two_ids(tmp_path: Path) -> None:
    with receiving() as receiver:
        program = Program(tmp_path / "referee.db")
        program.environment["REFEREE_SERVE_NETWORKS"] = "127.0.0.0/8"
        prepare(program.database, receiver.url)
        receiver.free.clear()
        try:
            program.start()
            assert receiver.came.wait(PATIENCE)
            program.kill()
            receiver.free.set()
            program.start()
            while len(receiver.got) < 4:
                receiver.came.clear()
                if len(receiver.got) < 4:
                    assert receiver.came.wait(PATIENCE)
        finally:
            program.kill()
    assert [post["data"]["deal"] for post in receiver.posts] == [1, 1, 2, 3]
    assert receiver.ids[0] == receiver.ids[1]
    assert len(set(receiver.ids)) == 3


def test_the_example_prints_what_is_signed_with_its_key_once_and_nothing_else() -> None:
    key, port = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", free_port()
    words = [sys.executable, "-u", str(ROOT / "docs" / "examples" / "receiver.py"), str(port), key]
    posts = [(key, "a", 1), ("whsec_AAAA", "b", 2), (key, "a", 3), (key, "c", 4)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as example:
        try:
            answers = []
            for signer, name, deal in posts:
                body = json.dumps({"type": "table.result", "data": {"deal": deal}}).encode()
                headers = signed(signer, name, int(time.time()), body)
                answers.append(tried(f"http://127.0.0.1:{port}/", headers, body))
            assert example.stdout
            lines = [example.stdout.readline() for _ in "12"]
        finally:
            example.kill()
    assert answers == [204, 401, 204, 204]
    assert lines == ['table.result {"deal": 1}\n', 'table.result {"deal": 4}\n']


def tried(address: str, headers: dict[str, str], body: bytes) -> int:
    """The answer of a program that may still be starting."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return post(address, headers, body, [ip_network("127.0.0.0/8")])
        except Unreached:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
