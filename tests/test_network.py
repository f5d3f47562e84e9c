"""The addresses that are told to phones: all that they can open, none that they can't."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scorepad.network import home_address, phone_addresses

INTERFACES = {
    "lo": ("127.0.0.1", ("::1", 0, 0)),
    "tailscale0": ("100.101.102.103",),
    "docker0": ("172.17.0.1",),
    "br-1f2e3d": ("172.18.0.1",),
    "eth0": ("192.168.1.5", ("fe80::1", 0, 2), ("2001:db8:7::5", 0, 0)),
    "wlan0": ("192.168.1.6", "169.254.3.4", ("fd12::6", 0, 0)),
}


def stand_in(monkeypatch: pytest.MonkeyPatch, usual: str = "") -> None:
    adapters = [
        SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=ip) for ip in ips])
        for name, ips in INTERFACES.items()
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr("scorepad.network._usual", lambda _version: usual)


def test_every_address_of_a_network_is_told_and_those_of_a_tunnel_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stand_in(monkeypatch)
    assert phone_addresses() == ["192.168.1.5", "192.168.1.6", "100.101.102.103"]
    assert phone_addresses(6) == ["2001:db8:7::5", "fd12::6"]


@pytest.mark.parametrize("usual", ["192.168.1.6", "100.101.102.103"])
def test_the_way_out_comes_first_unless_it_is_a_tunnel(monkeypatch: pytest.MonkeyPatch, usual: str) -> None:
    stand_in(monkeypatch, usual)
    assert home_address() == ("192.168.1.6" if usual.startswith("192") else "192.168.1.5")


def test_a_system_that_does_not_tell_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent() -> None:
        raise OSError("not permitted")

    monkeypatch.setattr("ifaddr.get_adapters", silent)
    assert home_address() is None
