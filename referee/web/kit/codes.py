"""Codes that let a device in: as a QR code, an address and letters."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import segno
from flask import request, url_for
from markupsafe import Markup

from referee.club.access import Invitation, Role
from referee.server.network import lan_addresses
from referee.web.kit.guard import loopback
from referee.web.kit.request import say
from referee.web.kit.visit import access
from referee.words.text import T, Text

ROLES: dict[Role, Text] = {
    "owner": T("in charge of the table"),
    "director": T("director"),
    "scribe": T("scribe"),
    "player": T("player"),
    "spectator": T("spectator"),
    "cashier": T("cashier"),
}
ROLE_HELP: dict[Role, Text] = {
    "scribe": T("writes down what happens"),
    "player": T("sees what its seat may see and confirms the scores"),
    "spectator": T("looks on"),
}


def outside(path: str) -> str:
    """A path as an address for other devices, never with a name that means only this machine."""
    host = urlsplit(f"//{request.host}")
    name = host.hostname or ""
    if (loopback(name) or name.endswith(".localhost")) and (found := lan_addresses()):
        return f"{request.scheme}://{found[0]}{f':{host.port}' if host.port else ''}{path}"
    return request.host_url.rstrip("/") + path


def qr(url: str) -> Markup:
    """An address as a QR code, dark on light in any colours."""
    drawn = segno.make(url, error="m", micro=False).svg_inline(
        border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return Markup(drawn)


def code_card(invitation: Invitation) -> dict[str, Any]:
    """An invitation for its page: QR code, address, letters."""
    code = access().code(invitation)
    url = outside(url_for("devices.arrive", code=code))
    return {
        "id": invitation.id,
        "code": code,
        "url": url,
        "qr": qr(url),
        "role": invitation.role,
        "label": say(ROLES[invitation.role]),
        "help": say(ROLE_HELP[invitation.role]) if invitation.role in ROLE_HELP else "",
        "once": invitation.once,
    }
