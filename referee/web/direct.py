"""The short way for a tap: answer it without Flask, by the functions its page uses.

It is tried at both doors, in the event loop of the front and before the application. It does only the plain case: a
known device sends a fact, which is recorded, and gets what differs. Anything else is left to the page, which starts
from the beginning. That is safe at any time: a tap already recorded is known by its key.
"""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, cast
from urllib.parse import parse_qsl

from flask import Flask, g
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_cookie
from werkzeug.sansio.utils import get_current_url, get_host

from referee.club.access import SCRIBE
from referee.club.tables import Kept
from referee.store import ID_LENGTH, ID_LETTERS, StoreError
from referee.web.kit.guard import EVERY, LEAST_BYTES, OF_PAGES, is_ours, loopback, name_of, own_page, packed
from referee.web.kit.proved import COOKIE, DAY, KEPT, Session, Tokens
from referee.web.kit.reader import Reader, number, reader_of
from referee.web.kit.request import tables
from referee.web.kit.rights import note
from referee.web.kit.visit import device_in, is_host
from referee.web.table.page import answered
from referee.web.table.tap import Refused, allowed, fact_asked, fact_in
from referee.words.text import Slip

Environ = dict[str, Any]
Answer = tuple[int, list[tuple[str, str]], bytes]

MOST_BYTES = 4000
"""The most bytes of a form read here."""
FORM = "application/x-www-form-urlencoded"
_TAP = re.compile(rf"/t/([{ID_LETTERS}]{{{ID_LENGTH}}})/(fact|prompt)")


@dataclass(frozen=True, slots=True)
class Asking:
    """The sender of a request, by its headers. `signed`: when the cookie of its device was signed."""

    device: str
    signed: float
    host: bool
    reader: Reader
    cookies: dict[str, str]
    host_url: str


class Direct:
    """The short way to an application's tables. `told` restores a request that a proxy passed on, or gives None."""

    def __init__(self, app: Flask, told: Callable[[Environ], Environ | None] | None = None) -> None:
        self._app = app
        self._told = told
        self._tokens = cast(Tokens, app.extensions["csrf"])
        self._sessions = cast(Session, app.session_interface)
        self._known = lru_cache(KEPT)(_asking)

    def takes(self, environ: Environ) -> bool:
        """Whether this may be a tap to answer here, as far as can be seen without its body."""
        return (
            environ["REQUEST_METHOD"] == "POST"
            and not environ.get("QUERY_STRING")
            and environ.get("HTTP_HX_TARGET") == "table"
            and environ.get("HTTP_HX_REQUEST") == "true"
            and environ.get("CONTENT_TYPE", "").startswith(FORM)
            and environ.get("HTTP_HX_HISTORY_RESTORE_REQUEST") != "true"
            and _TAP.fullmatch(environ["PATH_INFO"]) is not None
        )

    def answer(self, environ: Environ, body: bytes) -> Answer | None:
        """The answer to a request that it takes; None for one that is left to the page."""
        told = self._told(environ) if self._told else environ
        if told is None or len(body) > MOST_BYTES:
            return None
        with self._app.app_context():
            try:
                return self._tapped(told, MultiDict(parse_qsl(body.decode(), keep_blank_values=True)))
            except (HTTPException, Refused, Slip, StoreError, UnicodeDecodeError):
                return None
            except Exception:
                self._app.logger.exception("a tap could not be answered the short way")
                return None

    def _tapped(self, environ: Environ, form: MultiDict[str, str]) -> Answer | None:
        asking = self._proved(environ, form.get("csrf_token"), environ.get("HTTP_REFERER"))
        key, seq = form.get("key", "")[:64], number(form.get("seq"))
        if asking is None or not key or seq is None:
            return None
        table, act = cast(re.Match[str], _TAP.fullmatch(environ["PATH_INFO"])).groups()
        g.csrf_token = form["csrf_token"]  # whole forms send it again: it is as good as a new one
        g.word, g.reader, g.device, g.host, g.standing = "", asking.reader, asking.device, asking.host, SCRIBE
        tables().seq(table)
        note(table, wrote=True)
        kept = tables().get(table)
        made = fact_in(form) if act == "fact" else fact_asked(kept, form)
        if kept.seq != seq or _of_board(kept):
            return None
        made = allowed(kept, made, bool(form.get("behind")))
        kept = tables().add_to(kept, key, seq, [made], g.device)
        sit = number(asking.cookies.get(f"sit-{table}")) or 0
        text, headers = answered(kept, sit, environ.get("HTTP_X_SHOWS", ""))
        return _answer(text, headers, environ.get("HTTP_ACCEPT_ENCODING", ""))

    def _proved(self, environ: Environ, token: str | None, referrer: str | None) -> Asking | None:
        """The sender, if all its proofs were checked before; None where the page has to check."""
        asking = self._known(
            environ["wsgi.url_scheme"],
            environ.get("HTTP_HOST", ""),
            environ.get("HTTP_ORIGIN", "null"),
            environ.get("HTTP_COOKIE", ""),
            environ.get("HTTP_ACCEPT_LANGUAGE", ""),
            is_host(environ, "localhost"),
        )
        if asking is None or time.time() - asking.signed > DAY:
            return None
        kept = self._sessions.token(asking.cookies.get(self._sessions.get_cookie_name(self._app), ""))
        return asking if self._tokens.knows(kept, token, asking.host_url, referrer) else None


def _asking(scheme: str, host: str, origin: str, cookie: str, accepted: str, near: bool) -> Asking | None:
    """The sender of these headers; None where the page has to check. `near`: from this machine, not through a proxy."""
    host = get_host(scheme, host)
    name = name_of(host)
    cookies = dict(parse_cookie(cookie))
    device, signed = device_in(cookies.get(COOKIE, ""))
    if not is_ours(name) or not own_page(origin, host) or signed == -inf:
        return None
    host_url = get_current_url(scheme, host)
    return Asking(device, signed, near and loopback(name), reader_of(cookies, accepted), cookies, host_url)


def _of_board(kept: Kept) -> bool:
    """Whether the last deal is of a prepared board: after its cards more may be filled in."""
    return bool(kept.table.deals) and "board" in kept.table.deals[-1].deal.keys


def _answer(text: str, headers: dict[str, str], accepted: str) -> Answer:
    """A part of a page with its headers, as the page would send it."""
    data = text.encode()
    headers = {"Content-Type": "text/html; charset=utf-8", **headers, **EVERY, **OF_PAGES}
    if len(data) >= LEAST_BYTES and "gzip" in accepted:
        data = packed(data)
        headers["Content-Encoding"] = "gzip"
    headers["Vary"] = "HX-Request, Cookie"
    headers["Content-Length"] = str(len(data))
    return 200, list(headers.items()), data


class Doorway:
    """An application with the short way tried before it."""

    def __init__(self, direct: Direct, application: Callable[..., Iterable[bytes]]) -> None:
        self._direct = direct
        self._application = application

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH", "")
        if self._direct.takes(environ) and length.isdecimal() and int(length) <= MOST_BYTES:
            body = environ["wsgi.input"].read(int(length))
            environ["wsgi.input"] = io.BytesIO(body)
            found = self._direct.answer(environ, body)
            if found is not None:
                status, headers, data = found
                start_response(f"{status} OK", headers)
                return [data]
        return self._application(environ, start_response)
