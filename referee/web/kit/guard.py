"""Whom the program answers: hosts, origins, headers, the secret of the cookies."""

from __future__ import annotations

import gzip
import ipaddress
import os
import secrets
import socket
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Response, abort, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from referee.server.front import SERVER
from referee.store import ID_LENGTH, ID_LETTERS
from referee.store.errors import name_errors
from referee.store.sqlite.backup import sync

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'; "
    "worker-src 'self'"
)

UNUSED = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
"""The device features that no page of ours uses."""


View = TypeVar("View", bound=Callable[..., Any])
_frames = set[Callable[..., Any]]()


class StreamId(BaseConverter):
    """An id of the shape the store makes; any other has no page."""

    regex = f"[{ID_LETTERS}]{{{ID_LENGTH}}}"


def guard() -> None:
    """Refuse a host name that is not this machine's, a form from another site, and what another site's page loads.

    Another site may have pointed such a name here (rebinding). Its page may lead here, but not ask in the background.
    """
    if not is_ours(asked_host()):
        abort(403)
    sent = request.headers.get
    if site() is not None:
        return
    framed = current_app.view_functions.get(request.endpoint or "") in _frames
    places = ("document", "iframe") if framed else ("document",)
    if cross_site() and (sent("Sec-Fetch-Mode") != "navigate" or sent("Sec-Fetch-Dest") not in places):
        abort(403)
    writes = request.method not in ("GET", "HEAD", "OPTIONS")
    origin = request.headers.get("Origin", "null")
    if writes and origin != "null" and origin.partition("://")[2] != request.host:
        abort(403)


def frames(view: View) -> View:
    """Declare that a view may be shown in a frame of the sites that the host named; its own header says which."""
    _frames.add(view)
    return view


def for_programs() -> bool:
    """Whether the request comes to the door for other programs."""
    return request.path.startswith("/api/")


def site() -> str | None:
    """The other site from whose page the request comes, if the host lets its pages ask at that door."""
    origin = request.headers.get("Origin")
    return origin if for_programs() and origin in current_app.config.get("SITES", ()) else None


def cross_site() -> bool:
    """Whether the page of another site sent the request; browsers say so over https and on this machine."""
    return request.headers.get("Sec-Fetch-Site") == "cross-site"


def asked_host() -> str:
    """The name or number by which the request calls this machine, without a port; empty for nonsense."""
    try:
        return urlsplit(f"//{request.host}").hostname or ""
    except (HTTPException, ValueError):
        return ""


def is_ours(name: str) -> bool:
    """Whether a host is an IP address, this machine's own name, or a name the club gave it."""
    # Any phone in the network may call itself something.local: only this machine's own name counts.
    own = f"{socket.gethostname().partition('.')[0].lower()}.local"
    known = ("localhost", own, *current_app.config.get("HOSTS", ()))
    if name in known or name.endswith(".localhost"):
        return True
    if "clubs" in current_app.extensions and name.partition(".")[2] in known:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def loopback(name: str) -> bool:
    """Whether a host's name or number can only mean the machine itself."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def answers_alone() -> bool:
    """Whether the program answers on this machine alone."""
    return loopback(str(current_app.config.get("LISTENS", "")))


EVERY = {"Server": SERVER[1], "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
"""The headers of every answer."""
OF_PAGES = {
    "Content-Security-Policy": CSP,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": UNUSED,
}
"""The headers of every answer that could be a page; styles and scripts cannot."""


def add_headers(response: Response) -> Response:
    """Add the common headers to an answer."""
    headers = response.headers
    for name, value in EVERY.items():
        headers.setdefault(name, value)
    if request.endpoint == "static":
        for name in ("Content-Disposition", "Expires"):  # it is shown, and Cache-Control says how long it holds
            headers.pop(name, None)
    else:
        headers.setdefault("Cache-Control", "no-store")
    if response.mimetype not in ("text/css", "text/javascript"):
        for name, value in OF_PAGES.items():
            headers.setdefault(name, value)
    return response


PACKED = ("text/", "application/javascript", "application/json", "image/svg+xml")
LEAST_BYTES, SHORT = 1000, 4096


def compress(response: Response) -> Response:
    """Compress texts for browsers that accept it, as a club's network may be slow."""
    wanted = "gzip" in request.headers.get("Accept-Encoding", "")
    if not wanted or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    if not (response.mimetype or "").startswith(PACKED):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) < LEAST_BYTES:
        return response
    response.set_data(gzip_of(data) if request.endpoint != "static" else gzip.compress(data, 9, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.add("Vary", "Accept-Encoding")
    return response


def gzip_of(data: bytes) -> bytes:
    """Data compressed for this answer alone.

    For a short text most of the time goes into allocating the window for a long one, so it gets a small window.
    """
    if len(data) > SHORT:
        return gzip.compress(data, 6, mtime=0)
    packing = zlib.compressobj(6, zlib.DEFLATED, 16 + SHORT.bit_length() - 1)  # in gzip's format
    return packing.compress(data) + packing.flush()


def of_club(secret: str, club: str) -> str:
    """A club's own key, derived from the server's; without a club the server's."""
    return f"{club} {secret}" if club else secret


def secret(database: Path) -> str:
    """The key that signs cookies, kept beside the database across restarts. Raises StoreUnwritable."""
    file = database.with_name(database.name + ".key")
    if file.exists() and (known := file.read_text().strip()):
        return known
    key = secrets.token_hex(32)
    with name_errors(file):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as target:
            target.write(key)
            target.flush()
            os.fsync(target.fileno())
        sync(file.parent)
    return key
