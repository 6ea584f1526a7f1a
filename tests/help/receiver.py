"""Another program's server, to which hooks are posted: it notes what it gets and answers what it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """What was posted: for each post its path, headers and body; `status` and `headers` are what it answers.

    `came` is set by each post; without `free` a post is noted, and answered once it is set.
    """

    port: int = 0
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    came: threading.Event = field(default_factory=threading.Event)
    free: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/news"

    @property
    def posts(self) -> list[dict[str, Any]]:
        """The bodies, read as JSON."""
        return [json.loads(body) for _, _, body in self.got]

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for _, headers, _ in self.got]


@contextmanager
def receiving(port: int = 0) -> Iterator[Receiver]:
    """A receiver on this machine, for as long as the context lasts."""
    receiver = Receiver()
    receiver.free.set()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            receiver.came.set()
            receiver.free.wait()
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", port), Answers) as server:
        receiver.port = server.server_port
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield receiver
        finally:
            server.shutdown()
