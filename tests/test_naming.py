"""The pad's name on its network, told and asked for really, on this machine alone."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest
from flask.testing import FlaskClient

from scorepad import naming
from scorepad.naming import BadPadName, PadName, check_pad_name, of_ipv4
from tests.helpers import Page, new_game

zeroconf = pytest.importorskip("zeroconf", reason="requirements-name.txt is not installed")

HERE, THERE = "127.0.0.1", "127.0.0.2"
PORT = 5000


def nobody(_origin: str) -> None:
    """Nobody hears it."""


def asked(name: str) -> list[str]:
    """What the network answers to that name; asked from a thread, for here a browser's loop may run."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_asked, name).result()


def _asked(name: str) -> list[str]:
    with closing(zeroconf.Zeroconf(interfaces=[HERE], ip_version=zeroconf.IPVersion.V4Only)) as asking:
        found = zeroconf.AddressResolverIPv4(f"{name}.local.")
        found.request(asking, 1500)
        return list(found.parsed_addresses())


def in_time(is_so: Callable[[], object]) -> bool:
    end = time.monotonic() + 20
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(is_so())


@contextmanager
def named(wanted: str, *addresses: str) -> Iterator[PadName]:
    """A pad of that name at these addresses, once it was told."""
    pad = PadName(wanted, PORT, lambda: addresses)
    with pad.told(nobody):
        assert in_time(lambda: pad.origin)
        yield pad


@pytest.fixture
def name() -> str:
    """One that no other test uses meanwhile."""
    return f"pad-{secrets.token_hex(4)}"


def test_phones_find_the_pad_by_its_name_until_it_ends_and_a_namesake_gets_a_number(name: str) -> None:
    with named(name, HERE) as pad:
        assert pad.origin == f"http://{name}.local:{PORT}"
        assert asked(name) == [HERE]
        with named(name, THERE) as other:
            assert other.origin == f"http://{name}-2.local:{PORT}"
    assert pad.origin == ""
    assert asked(name) == []


def test_another_address_is_told_anew_and_no_network_tells_nobody(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(naming, "EVERY", 0.05)
    own, heard = [HERE], list[str]()
    pad = PadName(name, PORT, lambda: list(own))
    with pad.told(heard.append):
        assert in_time(lambda: pad.origin)
        own.clear()
        assert in_time(lambda: not pad.origin)
        own.append(HERE)
        assert in_time(lambda: pad.origin)
    assert heard == [f"http://{name}.local:{PORT}"] * 2


def test_a_network_that_takes_no_name_is_asked_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naming, "EVERY", 0.05)
    asked_for, real = list[object](), zeroconf.Zeroconf

    def first_fails(**more: object) -> object:
        asked_for.append(more)
        if len(asked_for) == 1:
            raise OSError("Network is unreachable")
        return real(**more)

    monkeypatch.setattr(zeroconf, "Zeroconf", first_fails)
    addresses = iter([[HERE], [HERE], [THERE]])
    pad = PadName(name, PORT, lambda: next(addresses, [HERE]))
    with pad.told(nobody):
        assert in_time(lambda: pad.origin)
    assert len(asked_for) > 1


def test_without_a_wish_or_zeroconf_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with PadName("", PORT, lambda: [HERE]).told(nobody):
        pass
    monkeypatch.setattr(naming, "find_spec", lambda _name: None)
    pad = PadName("scorepad", PORT, lambda: [HERE])
    with pad.told(nobody):
        assert pad.origin == ""


@pytest.mark.parametrize("text", ["Pad", "my pad", "-pad", "pad-", "p" * 60, "pad.local", "پد"])
def test_a_name_that_no_address_can_have_is_refused(text: str) -> None:
    with pytest.raises(BadPadName, match="bad_pad_name"):
        check_pad_name(text)


@pytest.mark.parametrize("text", ["", "scorepad", "p", "cottage-2"])
def test_a_name_or_none_is_taken(text: str) -> None:
    check_pad_name(text)


def test_addresses_of_ipv4_alone_are_told() -> None:
    assert of_ipv4([HERE, "fd12::6", "192.168.1.5"]) == [HERE, "192.168.1.5"]


def test_home_and_invite_show_it_beside_the_address(client: FlaskClient) -> None:
    pad = PadName("scorepad", PORT, list)
    client.application.config["PAD_NAME"] = pad
    address = new_game(client)
    origin = "http://scorepad.local:5000"

    def links(path: str, **more: str) -> list[str]:
        page = Page(client.get(path, headers=more).text)
        return [str(link["href"]) for link in page.all("a") if str(link["href"]).startswith(origin)]

    assert links("/") == links(f"{address}/invite") == []
    pad.origin = origin
    assert links("/") == [f"{origin}/"]
    assert links(f"{address}/invite")[0] == origin + address
    assert len(links(f"{address}/invite")) == 2
    # Whoever came by the name gets it as the address itself, once.
    assert links("/", Host="scorepad.local:5000") == [f"{origin}/"]
