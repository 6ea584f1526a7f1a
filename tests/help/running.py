"""The program as people start it: `referee serve` in its own processes, which tests may kill and start again."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BEGUN = ROOT / "tests" / "help" / "begun"
PATIENCE = 60  # seconds until a test gives up; none asserts a time


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Program:
    """`referee serve` on a database, at the same port each time it is started."""

    def __init__(self, database: Path, code: str | None = None, https: bool = False, photos: bool = False) -> None:
        """`code`: Python code to run instead of `referee serve`; its arguments are the port and the database."""
        self.database = database
        self.code = code
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (BEGUN, ROOT)))}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.photos = photos
        self.secure_port = free_port() if https else None
        self.secure_url = f"https://127.0.0.1:{self.secure_port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = ["-m", "referee.cli", "serve", "--port", str(self.port), "--database", str(self.database)]
        words += ["--photos"] if self.photos else []
        if self.secure_port:
            words += ["--https", "--https-port", str(self.secure_port)]
        if self.code is not None:
            words = ["-c", self.code, str(self.port), str(self.database)]
        self.process = subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(OSError, http.client.HTTPException):
                urllib.request.urlopen(self.url + "/static/icons/referee.svg", timeout=PATIENCE).close()
                if self.secure_port:
                    socket.create_connection(("127.0.0.1", self.secure_port)).close()
                return
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended with {self.process.returncode}")
            time.sleep(0.02)
        raise AssertionError("the program does not answer")

    def seconds(self) -> float:
        """The processor time its processes have used so far."""
        fields = [Path(f"/proc/{each}/stat").read_text().rpartition(") ")[2].split() for each in self.processes()]
        return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """The memory its processes have now, in MB."""
        pages = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in self.processes())
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def processes(self) -> tuple[int, ...]:
        """The running processes, the parent first."""
        return (self.process.pid, *children(self.process.pid)) if self.process else ()

    def kill(self) -> None:
        """Kill all its processes at once, as a power cut would."""
        if self.process is None:
            return
        # The worker leads its own process group, so that Ctrl-C reaches only the parent. Kill the parent first: it
        # would replace the worker.
        everyone = self.processes()
        for process in everyone:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.process = None
        while any(alive(process) for process in everyone):
            time.sleep(0.001)


def alive(process: int) -> bool:
    """Whether a thread of a process still runs; a zombie does not."""
    with contextlib.suppress(OSError):
        states = [thread.read_text().rpartition(") ")[2][:1] for thread in Path(f"/proc/{process}/task").glob("*/stat")]
        return any(state not in ("Z", "X") for state in states)
    return alive(process) if Path(f"/proc/{process}").exists() else False


def children(parent: int) -> list[int]:
    """The descendants of a process."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            pid, _, rest = entry.read_text().partition(" (")
            if int(rest.rpartition(") ")[2].split()[1]) == parent:
                found += [int(pid), *children(int(pid))]
    return found
