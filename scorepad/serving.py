"""Serves the pad on this network, by waitress."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from copy import copy
from types import FrameType
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, create_server
from waitress.task import WSGITask

from scorepad import LARGEST_REQUEST, create_app
from scorepad.announcing import announce, for_phones, say, words_for
from scorepad.sentences import N_
from scorepad.store import Store, StoreError
from scorepad.web.intake import IMPORT_PATH, LARGEST_IMPORT

THREADS = 8


def serve(host: str, port: int) -> int:
    """Serves until it is stopped. Returns 0, or 1 where it can't start: one line says why."""
    try:
        app = create_app()
    except StoreError as error:
        return _complain(words_for(sys.stderr).refusal(error).striptags())
    store: Store = app.extensions["scorepad.store"]
    try:
        server = listening(app, host, port, proxied=app.config["PROXY"])
    except (OSError, ValueError) as error:
        store.close()
        why = getattr(error, "strerror", None) or "there is no such address"
        sentence = N_("port {port} of {host} can’t be used ({why}): try another --port or --host")
        return _complain(words_for(sys.stderr).line(sentence, port=str(port), host=host, why=why))
    signal.signal(signal.SIGTERM, _stop)
    try:
        app.config["PHONES"] = [host for host, _port in for_phones(_heard(server))]
        announce(_heard(server))
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


def _heard(server: Any) -> list[tuple[str, int]]:
    """The addresses and ports that are listened to; a name with several addresses has one server for each."""
    several = getattr(server, "effective_listen", None)
    listened = several or [(server.effective_host, server.effective_port)]
    return [(str(host), int(port)) for host, port in listened]


def _complain(line: str) -> int:
    say(line, sys.stderr)
    return 1
