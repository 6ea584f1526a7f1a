"""referee.serve: one worker, no orphans, and a person told where to go."""

import contextlib
import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

from referee.server.serve import CannotListen, lan_addresses, serve

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and file locks of POSIX")

TESTS = Path(__file__).parents[1]
PROGRAM = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever starts the tests may have it ignored
import pathlib, sys
sys.path[:0] = [{root!r}, {tests!r}]
from referee.server.serve import serve
database = pathlib.Path({database!r})
serve({host!r}, 0, database, target="tests.help.stub_app:create_app", settings={{"TITLE": "club"}})
"""
PATIENCE = 60  # seconds until a test gives up; none asserts a time


def until(true):
    """Waits for `true()`, and answers with what it gave."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if (value := true()) is not None:
                return value
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def get(url):
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.read().decode()


def free(path):
    """Whether nobody holds the lock."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
    return True


class Running:
    """A server in a process of its own; `said` is what it printed before it answered."""

    def __init__(self, database, host="127.0.0.1"):
        self.database = database
        code = PROGRAM.format(root=str(TESTS.parent), tests=str(TESTS), host=host, database=str(database))
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )
        self.said = []
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                break
        self.url = self.said[0].split(" at ")[1].split()[0]
        self.port = int(self.url.rsplit(":", 1)[1].strip("/"))
        until(lambda: get(self.url))

    @property
    def worker(self):
        return int(get(self.url).split()[0])

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        until(lambda: free(self.database))


@pytest.fixture
def start(tmp_path):
    with contextlib.ExitStack() as stack:

        def begin(**kwargs):
            server = Running(tmp_path / "referee.db", **kwargs)
            stack.callback(server.close)
            return server

        yield begin


def test_the_application_gets_the_database_and_the_settings(start, tmp_path):
    server = start()
    worker, database, title = get(server.url).split()
    assert (database, title) == (str(tmp_path / "referee.db"), "club")
    assert int(worker) != server.process.pid


def test_on_this_machine_alone_it_says_so_and_how_to_let_tablets_in(start):
    server = start()
    assert server.said[0] == f"Referee is at http://127.0.0.1:{server.port}/"
    assert "--host 0.0.0.0" in server.said[1]


def test_on_the_network_it_prints_each_address_and_a_code_of_the_first(start):
    server = start(host="0.0.0.0")
    text = "\n".join(server.said)
    addresses = lan_addresses()
    for address in addresses:
        assert f"http://{address}:{server.port}/" in text
    assert ("█▀" in text) == bool(addresses)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_stop_ends_it_in_order_and_frees_the_database(start, tmp_path, stop):
    server = start()
    server.process.send_signal(stop)
    assert server.process.wait(PATIENCE) == 0
    assert free(tmp_path / "referee.db")


def test_the_request_in_hand_is_answered_before_it_ends(start, tmp_path):
    server = start()
    answers = []
    asking = threading.Thread(target=lambda: answers.append(get(server.url + "slow")))
    asking.start()
    until(lambda: Path(f"{tmp_path}/referee.db.begun").exists() or None)
    server.process.send_signal(signal.SIGTERM)
    asking.join(PATIENCE)
    assert server.process.wait(PATIENCE) == 0
    assert [answer.split()[-1] for answer in answers] == ["club"]


HELD = [
    b"",
    b"GET /lar",
    b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nfour",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n",
]


def test_connections_held_open_do_not_keep_it_from_ending_by_itself(start, tmp_path):
    server = start()
    with contextlib.ExitStack() as stack:
        for sent in HELD * 3:
            device = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            device.sendall(sent)
        answers = []
        asking = threading.Thread(target=lambda: answers.append(get(server.url + "slow")))
        asking.start()
        until(lambda: Path(f"{tmp_path}/referee.db.begun").exists() or None)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        asking.join(PATIENCE)
    assert [answer.split()[-1] for answer in answers] == ["club"]
    assert "Killing" not in server.process.stdout.read()
    assert free(tmp_path / "referee.db")


def test_ctrl_c_in_the_terminal_reaches_the_whole_group_and_still_ends_in_order(start):
    server = start()
    os.killpg(server.process.pid, signal.SIGINT)
    assert server.process.wait(PATIENCE) == 0


def test_a_killed_worker_is_replaced(start):
    server = start()
    first = server.worker
    os.kill(first, signal.SIGKILL)
    until(lambda: server.worker != first or None)
    assert server.process.poll() is None


def test_a_killed_parent_takes_its_worker_along_and_frees_the_database(start, tmp_path):
    server = start()
    os.kill(server.process.pid, signal.SIGKILL)
    assert until(lambda: free(tmp_path / "referee.db"))


def test_a_taken_port_is_refused_with_the_next_one_proposed(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotListen, match=f"Port {port} is taken.*--port {port + 1}") as refused:
            serve("127.0.0.1", port, tmp_path / "referee.db")
    assert (refused.value.host, refused.value.port) == ("127.0.0.1", port)
    assert refused.value.exit_code == 2


def test_a_second_server_does_not_share_the_port(start, tmp_path):
    server = start()
    with pytest.raises(CannotListen, match="Perhaps Referee runs already"):
        serve("127.0.0.1", server.port, tmp_path / "other.db")


def test_an_address_of_another_machine_is_refused(tmp_path):
    with pytest.raises(CannotListen, match="not an address of this machine"):
        serve("203.0.113.1", 0, tmp_path / "referee.db")


def test_loopback_is_not_offered_to_tablets():
    assert not [address for address in lan_addresses() if address.startswith("127.")]
