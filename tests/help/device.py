"""A tablet that taps at a table of a program that may be down. As the page does, it keeps each tap until taken."""

from __future__ import annotations

import contextlib
import http.client
import random
import re
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Mapping

FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "HX-Target": "table"}


class Device(threading.Thread):
    """A tablet that taps, keeps what has no answer, and sends it again. `acknowledged`: the texts the table took."""

    def __init__(self, number: int, port: int, table: str, rng: random.Random, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.name = f"d{number}"
        self.port, self.table, self.rng, self.over = port, table, rng, over
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.seq = 0
        self.made = 0
        self.waiting: list[str] = []
        self.acknowledged: list[str] = []
        self.answers: Counter[str] = Counter()
        self.slowest = 0.0
        self.wrong: str | None = None

    def run(self) -> None:
        offline = 0.0
        while not self.wrong and (not self.over.is_set() or self.waiting):
            if not self.over.is_set() and self.rng.random() < 0.5 and len(self.waiting) < 60:
                self.made += 1
                self.waiting.append(f"{self.name} {self.made}")
            if self.rng.random() < 0.01:
                offline = time.monotonic() + self.rng.uniform(0.5, 5)
            if self.waiting and (time.monotonic() > offline or self.over.is_set()):
                self.send(self.waiting[0])
            time.sleep(self.rng.uniform(0.02, 0.3))

    def send(self, text: str) -> None:
        """Send one tap, and keep it unless the table took it."""
        try:
            if not self.token:
                self.enter()
            form = {
                "csrf_token": self.token,
                "key": f"{self.table}-{text}".replace(" ", "-"),
                "seq": self.seq,
                "fact": f'note "{text}"',
            }
            began = time.monotonic()
            status, said, headers = self.ask("POST", f"/t/{self.table}/fact", urllib.parse.urlencode(form))
            self.slowest = max(self.slowest, time.monotonic() - began)
        except (OSError, http.client.HTTPException) as error:
            self.answers[type(error).__name__] += 1
            return
        self.answers[str(status)] += 1
        self.seq = int(headers.get("X-Sequence") or self.seq)
        if status == 200:
            self.acknowledged.append(text)
            self.waiting.pop(0)
        elif status == 400:
            self.token = ""
        elif status not in (409, 503):
            self.wrong = f"{status} {said[:300]!r}"

    def enter(self) -> None:
        """Get the values that every form of the page carries."""
        _, said, headers = self.ask("GET", f"/t/{self.table}")
        found = re.search(rb'name="csrf_token" value="([^"]+)"', said)
        self.token = found[1].decode() if found else ""
        self.seq = int(headers.get("X-Sequence") or 0)

    def ask(
        self, method: str, path: str, body: str | bytes | None = None, headers: Mapping[str, str] = FORM
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """Status, body and headers of the answer, within ten seconds."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            cookie = {"Cookie": "; ".join(map("=".join, self.cookies.items()))}
            connection.request(method, path, body, {**headers, **cookie})
            answer = connection.getresponse()
            said = answer.read()
        given = answer.headers.get_all("Set-Cookie") or []
        self.cookies |= dict(one.partition(";")[0].split("=", 1) for one in given)
        return answer.status, said, answer.headers
