"""The address of one club's part of a database on a server: `postgresql://user@host/name?club=lyon`."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

ITSELF = "-"
"""In place of a club: the server's own logs, which list the clubs."""
USUAL = "club"
"""The club of an address without `club=`."""


def club_in(address: str) -> str:
    """The club named in an address, or an empty text."""
    return _query(address).get("club", "")


def address_of(address: str, club: str = ITSELF) -> str:
    """The address of a club of the server at `address`."""
    return urlunsplit(urlsplit(address)._replace(query=urlencode(_query(address) | {"club": club})))


def split_club(address: str) -> tuple[str, str]:
    """The address without its `club=`, and the club."""
    asked = _query(address)
    club = asked.pop("club", USUAL)
    return urlunsplit(urlsplit(address)._replace(query=urlencode(asked))), club


def _query(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))
