"""Where other devices find this machine."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface


def lan_addresses() -> list[str]:
    """The IPv4 addresses at which other devices may reach this machine, in the system's order.

    Asks the system alone, sends nothing. Empty without a network.
    """
    found = dict.fromkeys([*_interface_addresses(), *_host_addresses()])
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


def _interface_addresses() -> Iterable[str]:
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
            except OSError:  # an interface without an address
                continue
            yield socket.inet_ntoa(answer[20:24])


def _host_addresses() -> Iterable[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for _, _, _, _, where in found:
        yield str(where[0])
