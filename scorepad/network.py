"""The addresses of this machine that other devices on its networks can open."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr

Address = IPv4Address | IPv6Address

_WITHIN = re.compile(
    r"(docker|br-|veth|virbr|vbox|vmnet|lxc|lxd|podman|cni|cali|flannel|vEthernet)", re.IGNORECASE
)
"""Interfaces to what runs on this machine itself: containers and virtual machines."""
_TUNNEL = re.compile(r"(tun|tap|wg|utun|ppp|ipsec|zt|tailscale|nordlynx|proton)", re.IGNORECASE)


def phone_addresses(version: int = 4) -> list[str]:
    """Every address of that IP version by which a phone can find this machine, the likeliest first.

    Those of a private network in between come last: few phones are in it.
    """
    usual = _usual(version)
    found = sorted(_reachable(version), key=lambda one: (one[0], str(one[1]) != usual))
    return [str(address) for _tunnelled, address in found]


def home_address() -> str | None:
    """The likeliest of them, None without a network."""
    return next(iter(phone_addresses()), None)


def in_address(host: str) -> str:
    """How that host stands in an address: in brackets where it is of IPv6."""
    return f"[{host}]" if ":" in host else host


def _reachable(version: int) -> Iterator[tuple[bool, Address]]:
    """Addresses, and whether they are those of a tunnel."""
    for name, address in _addresses():
        local = address.is_loopback or address.is_link_local or address.is_multicast
        if address.version == version and not local and not _WITHIN.match(name):
            yield bool(_TUNNEL.match(name)), address


def _addresses() -> Iterator[tuple[str, Address]]:
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # a system that does not tell
        return
    for adapter in adapters:
        for one in adapter.ips:
            yield adapter.nice_name, ip_address(one.ip if isinstance(one.ip, str) else one.ip[0])


def _usual(version: int) -> str:
    """The address that packets leave by, empty where there is no way out. Sends nothing."""
    family, far = (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket only asks which way packets would leave.
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""
