"""The pad's name on this network, `scorepad.local`, told by mDNS where the optional zeroconf is installed.

Whoever asks that network for the name gets this machine's address; nothing is sent beyond it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from ipaddress import ip_address
from threading import Event, Thread
from typing import TYPE_CHECKING

from scorepad.rules import Told

if TYPE_CHECKING:
    from zeroconf import Zeroconf

USUAL = "scorepad"
MOST_NAMESAKES = 9
"""So many pads of one name find a place beside one another: scorepad, scorepad-2 …"""
EVERY = 30.0
"""How often it is seen whether the machine has other addresses by now, in seconds."""
PATIENCE = 800
"""How long others may take to say that a name is theirs, in milliseconds (RFC 6762 asks for 750)."""
_SERVICE = "_http._tcp.local."

_log = logging.getLogger(__name__)


class BadPadName(Told):
    """What `SCOREPAD_NAME` says is no name."""


def check_pad_name(text: str) -> None:
    """Whether the pad can be called so; empty for no name. Raises BadPadName `bad_pad_name` (value)."""
    if text and not re.fullmatch("[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?", text):
        raise BadPadName("bad_pad_name", value=text)


class PadName:
    """A name that phones find this machine by. `origin` is how an address with it begins
    (`http://scorepad.local:5000`), empty while nobody can be told: before all others were asked, without
    zeroconf, and without a network.
    """

    def __init__(self, wanted: str, port: int, addresses: Callable[[], Sequence[str]]) -> None:
        """`addresses` are those of IPv4 by which phones can open the pad just now."""
        self.origin = ""
        self._wanted, self._port, self._addresses = wanted, port, addresses
        self._over = Event()

    @contextmanager
    def told(self, heard: Callable[[str], None]) -> Iterator[None]:
        """Answers for the name meanwhile; `heard` is called with each origin that it comes to have."""
        if not self._wanted or find_spec("zeroconf") is None:
            yield
            return
        thread = Thread(target=self._keep, args=(heard,), name="pad name", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _keep(self, heard: Callable[[str], None]) -> None:
        """Tells the name anew whenever the machine has other addresses."""
        from zeroconf import Error

        while not self._over.is_set():
            own = list(self._addresses())
            try:
                with self._telling(own):
                    if self.origin:
                        heard(self.origin)
                    self._wait(own)
            except (OSError, Error) as error:  # a network without multicast, or one that went away
                _log.info("no name on this network: %s", error)
                self._wait(own)

    def _wait(self, own: Sequence[str]) -> None:
        while not self._over.wait(EVERY) and list(self._addresses()) == own:
            pass

    @contextmanager
    def _telling(self, own: list[str]) -> Iterator[None]:
        """The name is told meanwhile, where there is a network and some name is free."""
        if not own:
            yield
            return
        from zeroconf import IPVersion, Zeroconf

        responder = Zeroconf(interfaces=own, ip_version=IPVersion.V4Only)
        try:
            name = _free_name(responder, self._wanted, own)
            if name:
                _register(responder, name, own, self._port)
                self.origin = f"http://{name}.local:{self._port}"
            yield
        finally:
            self.origin = ""
            responder.close()


def _free_name(responder: Zeroconf, wanted: str, own: Sequence[str]) -> str | None:
    """The first of the names that no other machine answers to."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # its list of names forgets it

    for name in (wanted, *(f"{wanted}-{number}" for number in range(2, MOST_NAMESAKES + 1))):
        others = AddressResolverIPv4(f"{name}.local.")
        if not others.request(responder, PATIENCE) or set(others.parsed_addresses()) <= set(own):
            return name
    return None


def _register(responder: Zeroconf, name: str, own: list[str], port: int) -> None:
    from zeroconf import ServiceInfo

    title = f"{name.capitalize()}.{_SERVICE}"
    info = ServiceInfo(_SERVICE, title, port, parsed_addresses=own, server=f"{name}.local.")
    responder.register_service(info, allow_name_change=True)


def of_ipv4(hosts: Sequence[str]) -> list[str]:
    """Those that are addresses of IPv4."""
    return [host for host in hosts if ip_address(host).version == 4]
