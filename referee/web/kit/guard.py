"""Who may talk to the program: hosts, origins, headers, the secret that signs the cookies."""

from __future__ import annotations

import gzip
import ipaddress
import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from flask import Response, abort, current_app, request

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
)


def guard() -> None:
    """Refuse a name that is not this machine's (rebinding in a club's network) and a form from another site."""
    if not _trusted(request.host):
        abort(403)
    origin = request.headers.get("Origin", "null")
    writes = request.method not in ("GET", "HEAD", "OPTIONS")
    if writes and origin != "null" and origin.partition("://")[2] != request.host:
        abort(403)


def _trusted(host: str) -> bool:
    """Any address written in numbers, this machine's own names, and the names the club has given it."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith((".local", ".localhost")) or name in current_app.config.get("HOSTS", ()):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def secured(response: Response) -> Response:
    """The headers of every answer."""
    headers = response.headers
    headers.setdefault("Content-Security-Policy", CSP)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if request.endpoint != "static":
        headers.setdefault("Cache-Control", "no-store")
    return response


PACKED = ("text/", "application/javascript", "application/json", "image/svg+xml")
LEAST_BYTES = 1000


def packed(response: Response) -> Response:
    """Texts compressed for who accepts it: a club's network may be slow, and a page has few kinds of words."""
    wanted = "gzip" in request.headers.get("Accept-Encoding", "")
    if not wanted or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    if not (response.mimetype or "").startswith(PACKED):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) < LEAST_BYTES:
        return response
    response.set_data(gzip.compress(data, 1 if request.endpoint != "static" else 9, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.add("Vary", "Accept-Encoding")
    return response


def secret(database: Path) -> str:
    """The key that signs cookies, kept beside the database so that open pages outlive a restart."""
    file = database.with_name(database.name + ".key")
    if file.exists() and (known := file.read_text().strip()):
        return known
    key = secrets.token_hex(32)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as target:
        target.write(key)
    return key
