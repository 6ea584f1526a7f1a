"""Post to an address that somebody typed: never into the machine's own networks, never for long, never elsewhere.

The name is looked up once, every address behind it is checked, and the connection goes to a checked one: a name that
is pointed elsewhere meanwhile (rebinding) leads nowhere. No redirect is followed, and no body of an answer is read.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from urllib.parse import SplitResult, quote, urlsplit

from referee.server.network import own_networks
from referee.words.text import RefereeError, Slip, T

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

SECONDS = 10.0
"""How long a post may take in all, once its name is looked up."""
LONGEST = 500
TRIED = 3
"""How many addresses of a name are tried."""
PLAIN = "/%:@!$&'()*+,;=~?"
"""The signs that stand in a path and what is asked there as they are."""
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of the new internet that lead to one of the old (RFC 6052), which stands in their last 32 bits."""


class Unreached(RefereeError):
    """Nothing was answered."""


def check(address: str) -> None:
    """Raise Slip for what is no address to post to, or leads into a network by its number."""
    parts = _parts(address)
    with suppress(ValueError):
        number = ipaddress.ip_address(parts.hostname or "")
        if number.is_unspecified or number.is_multicast:
            raise Slip(T("an address begins with https:// or http:// and a name, as https://club.example/news"))


def post(address: str, headers: Mapping[str, str], body: bytes, allowed: Sequence[Network] = ()) -> int:
    """Post a body and return the status of the answer; `allowed` networks of the machine's own may be reached.

    Raises Unreached, with the reason.
    """
    parts = _parts(address)
    secure, name = parts.scheme == "https", str(parts.hostname).encode("idna").decode()
    port = parts.port or (443 if secure else 80)
    connection = _Checked(name, port, _places(name, port, allowed), secure)
    there = quote(f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", safe=PLAIN)
    late = threading.Event()
    clock = threading.Timer(SECONDS, partial(_cut, connection, late))
    clock.daemon = True
    clock.start()
    try:
        connection.request("POST", there, body, dict(headers))
        status = connection.getresponse().status
        if late.is_set():  # what came so far may look whole
            raise TimeoutError
        return status
    except ssl.SSLCertVerificationError as error:
        raise Unreached(T("its certificate does not hold")) from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise Unreached(T("no answer")) from error
    finally:
        clock.cancel()
        connection.close()


def _parts(address: str) -> SplitResult:
    """The parts of an address. Raises Slip."""
    with suppress(ValueError):
        parts = urlsplit(address)
        name = (parts.hostname or "").encode("idna")
        known = parts.scheme in ("http", "https") and name and "@" not in parts.netloc and not parts.fragment
        if known and address.isprintable() and " " not in address and len(address) <= LONGEST and parts.port != 0:
            return parts
    raise Slip(T("an address begins with https:// or http:// and a name, as https://club.example/news"))


def _places(name: str, port: int, allowed: Sequence[Network]) -> list[str]:
    """The addresses behind a name, all of them checked."""
    try:
        rows = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreached(T("nobody knows its name")) from error
    places = list(dict.fromkeys(str(where[0]) for *_, where in rows))
    near = [*own_networks()]
    if not places or not all(_may(ipaddress.ip_address(place), near, allowed) for place in places):
        raise Unreached(T("it leads into a network of this computer, which the host has not allowed"))
    return places[:TRIED]


def _may(there: Address, near: Sequence[Network], allowed: Sequence[Network]) -> bool:
    """Whether an address lies outside the machine's own networks, or in one that is allowed."""
    if isinstance(there, ipaddress.IPv6Address):
        if (within := there.ipv4_mapped) is not None:
            return _may(within, near, allowed)
        if there in TRANSLATED:
            return _may(ipaddress.IPv4Address(int(there) & 0xFFFFFFFF), near, allowed)
    if any(there in network for network in allowed):
        return True
    tunnel = isinstance(there, ipaddress.IPv6Address) and (there.sixtofour or there.teredo)
    outside = there.is_global and not there.is_multicast and not tunnel
    return outside and not any(there in network for network in near)


class _Checked(http.client.HTTPConnection):
    """A connection to checked addresses, whatever the name says by now."""

    def __init__(self, name: str, port: int, places: Sequence[str], secure: bool) -> None:
        super().__init__(name, port, timeout=SECONDS)
        self._places, self._secure = places, secure
        self.default_port = 443 if secure else 80

    def connect(self) -> None:
        """Connect to the first address that answers."""
        for left, place in enumerate(self._places, 1 - len(self._places)):
            try:
                self.sock = socket.create_connection((place, self.port), SECONDS / TRIED)
                break
            except OSError:
                if not left:
                    raise
        self.sock.settimeout(SECONDS)
        if self._secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def _cut(connection: http.client.HTTPConnection, late: threading.Event) -> None:
    """End what takes too long: a peer may send a byte every few seconds."""
    late.set()
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)
