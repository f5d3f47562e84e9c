"""What the terminal says of the pad that is served: its addresses, and a code to photograph."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from typing import TextIO

import segno

from scorepad.network import in_address, phone_addresses
from scorepad.sentences import N_
from scorepad.web.words import Words, words_of_terminal

Heard = Sequence[tuple[str, int]]
"""Addresses that are listened to, with their ports."""

_READY = N_("Scorepad is ready. Ctrl-C stops it.")
_HERE, _PHONE = N_("on this machine: {url}"), N_("on a phone: {url}")
_NAME = N_("by its name, on most phones: {url}")
_NO_CODE = N_("(this terminal cannot show the QR code)")


def announce(heard: Heard) -> None:
    """The addresses on standard output, and the QR code of the likeliest for phones where it fits."""
    _ = words_for(sys.stdout)
    lines = [_.line(_READY)]
    lines += [f"  {_.line(_HERE, url=url)}" for url in _here(heard)]
    phones = [_url(*place) for place in for_phones(heard)]
    lines += [f"  {_.line(_PHONE, url=url)}" for url in phones]
    if phones:
        lines += _code(phones[0], len(lines)) or [f"  {_.line(_NO_CODE)}"]
    for line in lines:
        say(line, sys.stdout)


def announce_name(origin: str) -> None:
    """A name that phones find the pad by, once it is told on the network."""
    say(f"  {words_for(sys.stdout).line(_NAME, url=f'{origin}/')}", sys.stdout)


def for_phones(heard: Heard) -> list[tuple[str, int]]:
    """Every address and port that a phone can open; none where this machine alone is listened to."""
    found = dict.fromkeys(place for host, port in heard for place in _of_host(host, port))
    return list(found)


def _of_host(host: str, port: int) -> Iterator[tuple[str, int]]:
    address = ip_address(host)
    if address.is_unspecified:
        yield from ((one, port) for one in phone_addresses(address.version))
    elif not (address.is_loopback or address.is_link_local):
        yield host, port


def _here(heard: Heard) -> list[str]:
    """How this machine itself opens the pad, where that is told apart from what phones open."""
    everywhere = any(ip_address(host).is_unspecified for host, _port in heard)
    own = [_url(host, port) for host, port in heard if ip_address(host).is_loopback]
    return [_url("localhost", heard[0][1])] if everywhere or len(own) > 1 else own


def _url(host: str, port: int) -> str:
    return f"http://{in_address(host)}:{port}/"


def _code(url: str, above: int) -> list[str]:
    """The lines of an address's QR code; none where the terminal has no room or no signs for it."""
    drawn = io.StringIO()
    segno.make(url, error="l").terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    room = shutil.get_terminal_size()
    fits = len(lines[0]) <= room.columns and above + len(lines) < room.lines
    return ["", *lines] if fits and _knows(sys.stdout, lines[0]) else []


def words_for(out: TextIO | None) -> Words:
    """The words of whoever reads that; English where it has no signs for their language."""
    own = words_of_terminal(os.environ)
    return own if _knows(out, own.line(_READY)) else words_of_terminal({})


def _knows(out: TextIO | None, text: str) -> bool:
    try:
        text.encode(_encoding(out))
    except UnicodeEncodeError:
        return False
    return True


def say(line: str, out: TextIO | None) -> None:
    """One line in a terminal that may not know every sign, or is closed: the pad is served all the same."""
    if not out:
        return
    encoding = _encoding(out)
    try:
        print(line.encode(encoding, "replace").decode(encoding), file=out, flush=True)
    except OSError:
        # What is left in the buffer must not be tried once more at the end, with a complaint of Python's.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def _encoding(out: TextIO | None) -> str:
    return (out and out.encoding) or "ascii"
