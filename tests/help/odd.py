"""Requests with odd things in them, to every address of the program: methods, ids, what is asked, headers, bodies."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import quote

from flask import Flask
from werkzeug.routing import Rule

from referee import create_app
from tests.help.mutations import POSTS_KEPT, VALUES, Played, status_of
from tests.help.running import ROOT
from tests.help.web import ORIGIN

LEFT_OUT = ("pdf", "/computer/end")
"""In these addresses: sheets take a second each, and one ends the program."""
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE")
SOURCES = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "referee" / "web").rglob("*.py")))
ASKED = sorted(set(re.findall(r"(?:args|form)\.get(?:list)?\(\s*\"(\w+)\"", SOURCES)))
"""The names by which views are asked something."""
HEADERS = {
    "Accept-Language": ("en", "de", "fr;q=0.3, *", "x" * 200, ";;;", "de-DE-1996-x-y", "\xe9"),
    "If-None-Match": ("*", 'W/"x"', '"', 'W/"' + "a" * 500 + '"', ", ,"),
    "Authorization": ("Bearer x", "Bearer", "Bearer ", "Basic x", "Basic w6k6w6k=", "Digest a=b", "x", "Bearer \xe9"),
    "Origin": (ORIGIN, "null", "https://evil.example", "x", ""),
    "Cookie": ("referee=x", "referee=a.b.c; session=x", "=;=", "session=.x", "look=<b>; language=zz", "\xe9=\xe9"),
    "HX-Request": ("true", "x"),
    "HX-Target": ("table", "door", "\u202e".encode().decode("latin1"), ""),
    "Range": ("bytes=0-", "bytes=9-1", "x"),
    "Host": ("localhost", "[::1]", "[::1", "evil.example", "localhost:99999", "a b", "192.168.1.5:8000", ""),
    "X-Forwarded-For": ("10.0.0.2", "x", ", ,"),
    "X-Forwarded-Proto": ("https", "x"),
    "Sec-Fetch-Site": ("cross-site", "same-origin", "x"),
    "User-Agent": ("", "iPad" * 100, "\xe9"),
    "Last-Event-ID": ("17", "x"),
    "Accept-Encoding": ("gzip", "br;q=x", "*"),
    "Content-Encoding": ("gzip",),
}
BODIES = (
    (b"", ""), (b"{}", "application/json"), (b"[" * 5000, "application/json"), (b"\xff\xfe\x00", "text/plain"),
    (b"a=%ff&b=%00&=", "application/x-www-form-urlencoded"), (b"--x", "multipart/form-data; boundary=x"),
    (b"--x\r\nContent-Disposition: form-data; name=\"record\"; filename=\"../a\"\r\n\r\n\xff\r\n--x--", "multipart/form-data; boundary=x"),
    (b"x", "multipart/form-data"), (b"key=a&seq=999999999999999999999&fact=deal", "application/x-www-form-urlencoded"),
)  # fmt: skip


class Odd(Played):
    """A program, and odd requests to it."""

    def __init__(self, app: Flask, rng: Random) -> None:
        super().__init__(app, rng)
        self.rules = [rule for rule in app.url_map.iter_rules() if not any(part in rule.rule for part in LEFT_OUT)]

    def send(self) -> tuple[str, dict[str, str], int, float]:
        """Send a request. Return its method and address, its headers, the status of the answer (0 for a 503 that says
        when to ask again) and the seconds of the processor that this took.
        """
        rng = self.rng
        rule = rng.choice(self.rules)
        method = rng.choice(METHODS if rng.random() < 0.1 else sorted(rule.methods & {"GET", "POST"}))
        path = self._address(rule)
        headers = {name: rng.choice(HEADERS[name]) for name in rng.sample(sorted(HEADERS), rng.choice((0, 1, 1, 2, 4)))}
        body, kind = self._body() if method in ("POST", "PUT", "PATCH") else (b"", "")
        began = time.thread_time()
        answer = self.visitor.client.open(
            path, method=method, headers=headers, data=body, content_type=kind or None, base_url=ORIGIN
        )
        answer.get_data()
        spent = time.thread_time() - began
        answer.close()
        return f"{method} {path}", headers | {"body": repr(body)}, status_of(answer), spent

    def _address(self, rule: Rule) -> str:
        """An address of a page, some of its parts odd, and something asked of it."""
        rng = self.rng

        def value(place: re.Match[str]) -> str:
            if rng.random() < 0.15:
                return quote(rng.choice(VALUES), safe="/" if "path:" in place[0] else "")
            if "table" in place[0] and "int" not in place[0]:
                return rng.choice(self.tables)
            if "event" in place[0]:
                return self.event if rng.random() < 0.9 else rng.choice(self.tables)
            return rng.choice(("0", "1", "2", "3", "99")) if "int:" in place[0] else quote(rng.choice(VALUES), safe="")

        path = re.sub(r"<[^>]*>", value, rule.rule)
        asked = [(rng.choice(ASKED), rng.choice(VALUES)) for _ in range(rng.choice((0, 1, 1, 2, 3)))]
        return path + ("?" if asked else "") + "&".join(f"{name}={quote(text)}" for name, text in asked)

    def _body(self) -> tuple[bytes, str]:
        """A body and its type: something odd, or a form with odd fields."""
        if self.rng.random() < 0.4:
            return self.rng.choice(BODIES)
        fields = [(self.rng.choice(ASKED), self.rng.choice(VALUES)) for _ in range(self.rng.randrange(6))]
        text = "&".join(f"{name}={quote(value)}" for name, value in [("key", f"{self.rng.random()}"), *fields])
        return text.encode(), "application/x-www-form-urlencoded"


def asked(folder: Path, rng: Random, requests: int) -> Iterator[tuple[str, dict[str, str], int, float]]:
    """Send this many odd requests, each few hundred to a new program."""
    for first in range(0, requests, POSTS_KEPT):
        config = {"DATABASE": str(folder / f"{rng.random()}.db"), "WTF_CSRF_ENABLED": False}
        app = create_app({**config, "SITES": ("https://club.example",)})
        try:
            odd = Odd(app, rng)
            for _ in range(min(POSTS_KEPT, requests - first)):
                yield odd.send()
        finally:
            app.extensions["tables"].store.close()
