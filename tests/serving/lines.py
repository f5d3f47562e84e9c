"""An app that is served in this process, within limits of a test's own, and raw lines to it."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Thread
from typing import Any, Self

from scorepad.serving.limits import Limits
from scorepad.serving.server import Service

PATIENCE = 20
SOON = 2.0
"""Seconds within which whoever asks is answered, whatever others do."""


class Line:
    """One connection, spoken to byte by byte."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.socket.close()

    def say(self, text: str | bytes) -> None:
        self.socket.sendall(text if isinstance(text, bytes) else text.replace("\n", "\r\n").encode())

    def ask(self, path: str) -> bytes:
        """An answer that fits one packet."""
        self.say(f"GET {path} HTTP/1.1\nHost: localhost\n\n")
        return self.hear()

    def hear(self) -> bytes:
        """What comes next; nothing once the line is closed."""
        try:
            return self.socket.recv(1 << 16)
        except ConnectionResetError:
            return b""

    def rest(self) -> bytes:
        """All that comes until the line is closed."""
        return b"".join(iter(self.hear, b""))

    def is_cut(self, within: float = SOON) -> bool:
        """Whether the other end closes it in that time, whatever it has sent before."""
        self.socket.settimeout(within)
        try:
            self.rest()
        except TimeoutError:
            return False
        return True


class Serving:
    """A service that runs, and lines to it."""

    def __init__(self, port: int, opened: ExitStack) -> None:
        self.port, self._opened = port, opened

    def line(self) -> Line:
        return self._opened.enter_context(Line(self.port))

    def is_well(self) -> bool:
        """Whether somebody new is answered soon."""
        start = time.monotonic()
        with Line(self.port) as line:
            return line.ask("/healthz").endswith(b"ok\n") and time.monotonic() - start < SOON


@contextmanager
def serving(app: Callable[..., Any], **limits: float) -> Iterator[Serving]:
    """The app as it is served, looked at often, within those limits."""
    service = Service(app, "127.0.0.1", 0, limits=replace(Limits(look=0.05), **limits))  # type: ignore[arg-type]
    thread = Thread(target=service.run)
    thread.start()
    try:
        with ExitStack() as opened:
            yield Serving(service.heard[0][1], opened)
    finally:
        service.stop()
        thread.join()
