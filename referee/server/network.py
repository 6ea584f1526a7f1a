"""The addresses at which other devices reach this machine."""

from __future__ import annotations

import ipaddress

import ifaddr


def lan_addresses() -> list[str]:
    """The IPv4 addresses at which other devices may reach this machine, in the system's order.

    It asks only the system and sends nothing. Empty without a network.
    """
    addresses = [str(at.ip) for adapter in ifaddr.get_adapters() for at in adapter.ips if at.is_IPv4]
    return [address for address in dict.fromkeys(addresses) if not ipaddress.ip_address(address).is_loopback]


def network_of(address: str) -> str:
    """What limits count by: the address, or its network of IPv6, of which one device has all addresses."""
    try:
        at = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if at.version == 4 else str(ipaddress.IPv6Network((int(at), 64), strict=False))


def plain(address: str) -> str:
    """An address as others write it: one of IPv4 comes by a door of IPv6 as `::ffff:192.168.1.7`."""
    return address.removeprefix("::ffff:")


def own_networks() -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The networks of which this machine is a part, at the present moment."""
    at = [each for adapter in ifaddr.get_adapters() for each in adapter.ips]
    written = (f"{each.ip if isinstance(each.ip, str) else each.ip[0]}/{each.network_prefix}" for each in at)
    return [ipaddress.ip_interface(one).network for one in written]
