"""Behind a web server with a name: who counts as a visitor, who as the machine itself, and what goes over https."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from referee import create_app
from referee.cli.main import main
from referee.server.proxy import OWN, OwnDoor
from tests.help.running import ROOT, free_port
from tests.help.web import Visitor

TOLD = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Host": "scores.club.example"}


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(
        {
            "DATABASE": str(tmp_path / "club.db"),
            "HOSTS": ["scores.club.example"],
            "BEHIND_PROXY": True,
        }
    )
    yield made
    made.extensions["tables"].store.close()


def test_a_request_that_the_proxy_tells_nothing_of_is_refused(proxied: Flask) -> None:
    for host in ("scores.club.example", "127.0.0.1:8000", "localhost"):
        answer = proxied.test_client().get("/", headers={"Host": host})
        assert answer.status_code == 403
        assert "X-Forwarded-For" in answer.text
    assert proxied.test_client().get("/", headers=TOLD).status_code == 200


def test_a_visitor_is_never_the_machine_itself_whatever_it_says(proxied: Flask) -> None:
    for told in (TOLD, TOLD | {"X-Forwarded-For": "127.0.0.1", "Host": "localhost"}):
        client = proxied.test_client()
        assert client.get("/people", headers=told).status_code == 200
        answer = client.post("/tournament/take-in", headers=told)
        assert answer.status_code in (400, 422)
        assert not client.get("/", headers=told).headers.get("Set-Cookie", "").startswith("host")
    visitor = Visitor(proxied)
    visitor.client.environ_base[OWN] = True
    visitor.new_table("Ana", "Ben", "Victim")
    assert "Forget this player" in visitor.open("/people/Victim").text
    assert "Forget this player" not in proxied.test_client().get("/people/Victim", headers=TOLD).text


def test_codes_lead_to_https_and_every_cookie_goes_over_it_alone(proxied: Flask) -> None:
    client = proxied.test_client()
    page = client.get("/", headers=TOLD)
    cookies = page.headers.getlist("Set-Cookie")
    cookies += client.get("/language?code=fr", headers=TOLD).headers.getlist("Set-Cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} >= {"device", "session", "language"}
    assert [cookie for cookie in cookies if "; Secure" not in cookie] == []
    plain = client.get("/", headers=TOLD | {"X-Forwarded-Proto": "http"}).headers.getlist("Set-Cookie")
    assert not any("Secure" in cookie for cookie in plain)


def test_wrong_codes_are_counted_for_each_visitor(proxied: Flask) -> None:
    def shut_out(address: str) -> bool:
        told = TOLD | {"X-Forwarded-For": f"6.6.6.6, {address}"}
        return "Too many wrong codes" in proxied.test_client().get("/j/AAAAAA", headers=told).text

    assert [shut_out("203.0.113.9") for _ in range(11)] == [False] * 10 + [True]
    assert not shut_out("203.0.113.10")


def test_who_comes_by_the_own_door_is_known_while_connected_and_no_other() -> None:
    async def tried() -> tuple[list[bool], bytes]:
        known: list[bool] = []

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            name, port = writer.get_extra_info("peername")[:2]
            line = await reader.readline()
            known.append(door.came_by(f"{name}:{port}"))
            writer.write(line.upper())
            writer.close()

        first = await asyncio.start_server(answer, "127.0.0.1", 0)
        probe = await asyncio.start_server(answer, "127.0.0.1", 0)
        own, port = (server.sockets[0].getsockname()[1] for server in (probe, first))
        probe.close()
        await probe.wait_closed()
        door = OwnDoor(own, port)
        await door.open()
        said = b""
        for at in (own, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", at)
            writer.write(b"hello\n")
            said += await reader.read()
            writer.close()
        door.close()
        first.close()
        await asyncio.sleep(0)
        assert not any(door.came_by(f"127.0.0.1:{number}") for number in range(1 << 16))
        return known, said

    assert asyncio.run(tried()) == ([True, False], b"HELLO\nHELLO\n")


def test_behind_a_proxy_it_listens_to_no_other_machine(tmp_path: Path) -> None:
    words = ["serve", "--behind-proxy", "--host", "0.0.0.0", "--database", str(tmp_path / "r.db")]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 2
    assert "127.0.0.1 alone" in answer.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_the_program_behind_a_proxy_has_a_second_door_for_the_machine_itself(tmp_path: Path) -> None:
    words = [
        "-m",
        "referee.cli",
        "serve",
        "--behind-proxy",
        "--name",
        "Scores.Club.example",
        "--port",
        str(free_port()),
    ]
    process = subprocess.Popen(
        [sys.executable, *words, "--database", str(tmp_path / "r.db")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    try:
        own, visitors = (next(part for part in process.stdout.readline().split() if "http" in part) for _ in "12")

        def get(url: str, **headers: str) -> tuple[int, str]:
            told = {name.replace("_", "-"): value for name, value in headers.items()}
            while True:
                try:
                    with urllib.request.urlopen(urllib.request.Request(url, headers=told), timeout=60) as answer:
                        return answer.status, answer.read().decode()
                except urllib.error.HTTPError as error:
                    with error:
                        return error.code, error.read().decode()
                except OSError:
                    assert process.poll() is None
                    time.sleep(0.05)

        assert get(own + "health") == (200, "ok\n")
        assert get(visitors + "health")[0] == 403
        told = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "https"}
        assert get(visitors + "health", Host="scores.club.example", **told) == (200, "ok\n")
        assert get(visitors + "health", Host="other.example", **told)[0] == 403
        assert get(own + "health", **told)[0] == 200
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
