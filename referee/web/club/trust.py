"""How a tablet comes to trust this machine over https: install the root, compare the fingerprint, undo it."""

from __future__ import annotations

import time
from typing import NamedTuple, cast
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.server.certificates import Authority, read
from referee.server.tls import SecureDoor
from referee.web.kit.codes import outside, qr
from referee.web.kit.guard import CSP
from referee.web.kit.request import file, say
from referee.web.kit.rights import anyone, decides, on_the_computer
from referee.web.kit.shared import shared
from referee.words.text import T

trust = Blueprint("trust", __name__)
SECONDS = 600.0
"""How many seconds the page stays open to devices after the computer opened it."""

while_open = decides("while the computer lets devices trust it")


class Sign(NamedTuple):
    """An address, and its QR code."""

    url: str
    qr: Markup


class Opened:
    """Until when devices may fetch the root certificate."""

    def __init__(self) -> None:
        self._until = 0.0

    def open(self) -> None:
        """Open to devices for ten minutes."""
        self._until = time.monotonic() + SECONDS

    @property
    def left(self) -> int:
        """Minutes left, rounded up; 0 when closed."""
        return max(0, -int(-(self._until - time.monotonic()) // 60))


def _fetching() -> Opened:
    return cast(Opened, shared("trust"))


def _door() -> SecureDoor:
    return cast(SecureDoor | None, current_app.config.get("HTTPS")) or abort(404)


def _authority() -> Authority:
    """The authority, for those who may see it now; 404 for others, as where there is no https."""
    if not (g.host or _fetching().left):
        abort(404)
    return read(_door().folder) or abort(404)


def secure_address(path: str) -> str:
    """A path over https, under the address that reached this machine."""
    name = urlsplit(outside(path)).hostname or ""
    return f"https://{f'[{name}]' if ':' in name else name}:{_door().port}{path}"


@trust.get("/trust")
@while_open
def page() -> ResponseReturnValue:
    """The fingerprint, QR codes, the steps for iPhone and Android, and how to undo them."""
    known = _authority()
    plain, secure = outside(url_for("trust.page")), secure_address(url_for("home.page"))
    there = secure_address(url_for("trust.reach"))
    page = render_template(
        "club/trust.html",
        fingerprint=known.fingerprint,
        until=known.until,
        left=_fetching().left,
        there=there,
        plain=Sign(plain, qr(plain)),
        secure=Sign(secure, qr(secure)),
    )
    response = make_response(page)
    origin = "/".join(there.split("/")[:3])
    response.headers["Content-Security-Policy"] = CSP.replace("connect-src 'self'", f"connect-src 'self' {origin}")
    return response


@trust.post("/trust")
@on_the_computer
def let_in() -> ResponseReturnValue:
    """Open the page to devices for ten minutes."""
    _door()
    _fetching().open()
    return redirect(url_for("trust.page"), 303)


@trust.get("/trust/referee.mobileconfig")
@while_open
def profile() -> ResponseReturnValue:
    """The root for iPhone and iPad."""
    known = _authority()
    text = say(
        T(
            "Lets this device trust the referee at {host} until {until}. Remove the profile to undo it.",
            until=f"{known.until:%Y-%m-%d}",
            host=request.host,
        )
    )
    return file(known.profile(text), "referee.mobileconfig", "application/x-apple-aspen-config")


@trust.get("/trust/referee.crt")
@while_open
def certificate() -> ResponseReturnValue:
    """The root for Android and computers."""
    return file(_authority().der, "referee.crt", "application/x-x509-ca-cert")


@trust.get("/trust/reached")
@anyone
def reach() -> ResponseReturnValue:
    """An empty answer: reaching it over https tells the page over http that this device trusts the machine."""
    return Response(status=204, headers={"Cross-Origin-Resource-Policy": "cross-origin"})
