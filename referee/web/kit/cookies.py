"""The cookies: that of a device, by which it is known again, and that of its form tokens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Flask
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import TimestampSigner

DAY = 24 * 3600
DEVICE_AGE = 90 * DAY
"""How long a device is known after its last visit."""
COOKIE = "device"


def sign(secret: str, device: str) -> str:
    """The cookie that names this device."""
    return TimestampSigner(secret, salt=COOKIE).sign(device).decode()


def unsign(secret: str, cookie: str) -> tuple[str, float]:
    """The device that a cookie names, and when it was signed. Raises BadSignature and UnicodeDecodeError."""
    device, signed = TimestampSigner(secret, salt=COOKIE).unsign(cookie, return_timestamp=True)
    return device.decode(), signed.timestamp()


class Session(SecureCookieSessionInterface):
    """The cookie of the form tokens. It lasts as long as the device's cookie, not only until the browser closes.

    A page that a tablet has kept must still be able to send its taps.
    """

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        return datetime.now(UTC) + timedelta(seconds=DEVICE_AGE)
