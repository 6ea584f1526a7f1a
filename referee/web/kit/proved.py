"""Proofs a device sends with each request (its own identity, the form's token), checked once and then remembered.

A device sends the same cookies and token all evening. What is not remembered is checked as usual.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from flask import Flask, Request, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import TimestampSigner

DAY = 24 * 3600
DEVICE_AGE = 90 * DAY
"""How long a device is known after its last visit."""
COOKIE = "device"
KEPT = 4000


def sign(secret: str, device: str) -> str:
    """The cookie that names this device."""
    return TimestampSigner(secret, salt=COOKIE).sign(device).decode()


@lru_cache(KEPT)
def unsign(secret: str, cookie: str) -> tuple[str, float]:
    """The device that a cookie names, and when it was signed. Raises BadSignature and UnicodeDecodeError."""
    device, signed = TimestampSigner(secret, salt=COOKIE).unsign(cookie, return_timestamp=True)
    return device.decode(), signed.timestamp()


class Session(SecureCookieSessionInterface):
    """The cookie of the form tokens. It lasts as long as the device's cookie, not only until the browser closes.

    A page that a tablet has kept must still be able to send its taps.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], dict[str, Any]] = {}

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        return datetime.now(UTC) + timedelta(seconds=DEVICE_AGE)

    def token(self, cookie: str) -> str | None:
        """The form token in a cookie already checked; None for any other."""
        known = self._known.get((cookie, int(time.time() / DAY)))
        return known.get("csrf_token") if known else None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        proof = request.cookies.get(self.get_cookie_name(app), ""), int(time.time() / DAY)
        if proof in self._known:
            return self.session_class(self._known[proof])
        opened = super().open_session(app, request)
        if opened:
            _keep(self._known, proof, dict(opened))
        return opened


class Tokens(CSRFProtect):  # type: ignore[misc]  # it has no types
    """The form tokens."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[tuple[str | None, ...], None] = {}

    def knows(self, kept: str | None, sent: str | None, host_url: str, referrer: str | None) -> bool:
        """Whether a form was already checked: the token its device keeps, the one sent, where to, from where."""
        return (kept, sent, host_url, referrer) in self._known

    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse (400) a form that is not ours."""
        proof = session.get("csrf_token"), request.form.get("csrf_token"), request.host_url, request.referrer
        if request.method != "POST" or None in proof[:2]:
            super().protect(apply_exemptions)
        elif proof not in self._known:
            super().protect(apply_exemptions)
            if g.get("csrf_valid"):
                _keep(self._known, proof, None)


def _keep(known: dict[Any, Any], proof: Any, proved: Any) -> None:
    """Remember one more proof, and drop the oldest."""
    known[proof] = proved
    if len(known) > KEPT:
        del known[next(iter(known))]
