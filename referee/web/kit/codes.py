"""Codes that let a device in: as a QR code, an address and letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from flask import request, url_for
from markupsafe import Markup

from referee.club.access import Invitation, Role
from referee.server.network import lan_addresses
from referee.web.kit.beside import folder
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
    "reader": T("program that reads"),
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
    if (loopback(name) or name.endswith(".localhost")) and (addresses := lan_addresses()):
        return f"{request.scheme}://{addresses[0]}{f':{host.port}' if host.port else ''}{path}"
    return request.host_url.rstrip("/") + path


KEPT = 1000
AT_ONCE = 16
"""So many codes are drawn within a request: one takes three milliseconds."""


@lru_cache(KEPT)
def qr(url: str) -> Markup:
    """An address as a QR code, dark on light in any colours. Cached: a page with codes is opened again and again."""
    svg = segno.make(url, error="m", micro=False).svg_inline(
        border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return Markup(svg)


@dataclass(frozen=True, slots=True)
class CodeCard:
    """An invitation for its page: letters, address, QR code; `label` and `help` say what its role is."""

    id: str
    code: str
    url: str
    qr: Markup
    role: Role
    label: str
    help: str
    once: bool


def code_cards(invitations: Sequence[Invitation]) -> list[CodeCard]:
    """Invitations for their page. Raises StillGoing where there are many, until their codes are drawn."""
    if len(invitations) > AT_ONCE:
        urls = tuple(_url(access().code(one)) for one in invitations[:KEPT])
        folder().once(("codes", urls), lambda: [qr(url) for url in urls])
    return [code_card(one) for one in invitations]


def _url(code: str) -> str:
    return outside(url_for("devices.arrive", code=code))


def code_card(invitation: Invitation) -> CodeCard:
    """An invitation for its page."""
    code = access().code(invitation)
    url = _url(code)
    role, once = invitation.role, invitation.once
    role_help = say(ROLE_HELP[role]) if role in ROLE_HELP else ""
    return CodeCard(invitation.id, code, url, qr(url), role, say(ROLES[role]), role_help, once)
