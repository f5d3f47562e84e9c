"""Serves the pad on this network: the address that phones can open, its QR code, waitress."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from types import FrameType
from typing import Any, TextIO

import segno
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, create_server
from waitress.task import WSGITask

from scorepad import LARGEST_REQUEST, create_app
from scorepad.sentences import N_, SENTENCES
from scorepad.store import Store, StoreError
from scorepad.web.addresses import home_address
from scorepad.web.intake import IMPORT_PATH, LARGEST_IMPORT
from scorepad.web.words import words_of_terminal

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
THREADS = 8


def serve(host: str, port: int) -> int:
    """Serves until it is stopped. Returns 0, or 1 where it can't start: one line says why."""
    try:
        app = create_app()
    except StoreError as error:
        return _complain(words_of_terminal(os.environ).refusal(error).striptags())
    except OSError as error:
        return _complain(words_of_terminal(os.environ).line(SENTENCES["no_place"], error=str(error)))
    store: Store = app.extensions["scorepad.store"]
    try:
        server = listening(app, host, port, proxied=app.config["PROXY"])
    except (OSError, ValueError) as error:
        store.close()
        why = getattr(error, "strerror", None) or "there is no such address"
        sentence = N_("port {port} of {host} can’t be used ({why}): try another --port or --host")
        return _complain(words_of_terminal(os.environ).line(sentence, port=str(port), host=host, why=why))
    signal.signal(signal.SIGTERM, _stop)
    try:
        with suppress(OSError):  # nobody reads it; the pad is served all the same
            _announce(host, _port_of(server))
        server.run()
    finally:
        store.close()
    return 0


def listening(
    app: Callable[..., Any],
    host: str,
    port: int,
    *,
    proxied: bool = False,
    sockets: dict[int, object] | None = None,
) -> Any:
    """The server of that app at that address; `sockets` will hold what it listens to and talks with.

    Raises OSError or ValueError where it can't be had.
    """
    sockets = {} if sockets is None else sockets
    server = create_server(
        app,
        map=sockets,
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=1000,
        asyncore_use_poll=True,
        max_request_body_size=LARGEST_REQUEST,
        ident=None,
        # They are the proxy's own only where the owner says that there is one.
        clear_untrusted_proxy_headers=not proxied,
    )
    for one in sockets.values():
        if isinstance(one, BaseWSGIServer):
            one.channel_class = _Channel
    return server


class _Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Lets the import page alone receive a large body; all others are refused before it arrives."""

    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.path == IMPORT_PATH:
            # Somewhat more than the page takes, so that it can say itself that a file is too big.
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = 2 * LARGEST_IMPORT


class _Task(WSGITask):  # type: ignore[misc]
    """Keeps the connection after an answer that has no body: its head is its end.

    Waitress closes it for want of a length, and each phone would open a new one every two seconds.
    """

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or asked == "close":
            super().set_close_on_finish()


class _Channel(HTTPChannel):  # type: ignore[misc]
    parser_class = _Parser
    task_class = _Task


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def _port_of(server: object) -> int:
    """The port that is listened on; a name with several addresses has one server for each."""
    listened = getattr(server, "effective_listen", None)
    return int(listened[0][1] if listened else getattr(server, "effective_port", 0))


def _say(line: str, file: TextIO | None = None) -> None:
    """One line in a terminal, which may not know every sign."""
    out = file or sys.stdout
    if not out:
        raise OSError("it is closed")
    encoding = out.encoding or "ascii"
    print(line.encode(encoding, "replace").decode(encoding), file=out)


def _complain(line: str) -> int:
    _say(line, sys.stderr)
    return 1


def _announce(host: str, port: int) -> None:
    """The addresses on standard output, and a QR code of the one that phones can open."""
    address = home_address() if host in EVERYWHERE else host
    _ = words_of_terminal(os.environ).line
    _say(_(N_("Scorepad is ready. Ctrl-C stops it.")))
    if host in EVERYWHERE:
        _say("  " + _(N_("on this machine: {url}"), url=f"http://localhost:{port}/"))
    if address:
        url = f"http://{f'[{address}]' if ':' in address else address}:{port}/"
        _say("  " + _(N_("on a phone: {url}"), url=url))
        print()
        _print_qr(url)
    sys.stdout.flush()


def _print_qr(url: str) -> None:
    try:
        segno.make(url, error="l").terminal(compact=True)
    except UnicodeEncodeError:
        _say("  " + words_of_terminal(os.environ).line(N_("(this terminal can’t show the QR code)")))
