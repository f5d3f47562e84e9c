"""One connection: its requests one after the other, and how long it may take over each."""

from __future__ import annotations

import math
import socket
import time
from contextlib import suppress
from functools import partial
from typing import Any

from waitress.channel import HTTPChannel

from scorepad.serving.limits import Limits
from scorepad.serving.reading import Reading
from scorepad.serving.task import Task
from scorepad.web.entrance import asked


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that holds no thread while its other end reads, and is cut off when that does nothing."""

    task_class = Task
    asked = 0
    """How many requests it has sent whole."""
    set_aside = False
    """Whether the loop does not listen to it until it says so."""
    lingers = False
    """Nothing more is told it: what it still sends is thrown away, so that it reads the answer."""
    heard = 0.0
    """When its last request was to be answered, or it began."""
    _moved = 0
    """Bytes that came or went."""
    _unread = False
    """Whether its last request was answered without being read to its end."""

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any) -> None:  # noqa: A002
        self.limits: Limits = server.limits
        self.doing: tuple[str, int] = ("idle", 0)
        self.since = self.heard = time.monotonic()
        self._moved_before = 0
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def parser_class(self) -> Any:
        return partial(Reading, admit=self._admit, large=self.limits.large)

    def _admit(self, request: Reading) -> int | None:
        """None where its large body may come, else the code of the page that says no; 0 for the app's own."""
        environ = self.task_class(self, request).get_environment()
        if not asked(self.server.application, environ):
            return 0
        return None if self.server.uploads <= self.limits.uploads else 503  # this one is among them

    @property
    def is_uploading(self) -> bool:
        """Whether a large body is on its way in, or being read."""
        return any(one.is_large for one in (*self.requests, *filter(None, [self.request])))

    # --- in its thread ----------------------------------------------------------------------------

    def service(self) -> None:
        self.asked += 1
        self._unread = self.requests[0].unread
        super().service()
        if self.set_aside or self.writable():
            self.set_aside = False
            self.server.note(self)

    def send_at_once(self) -> None:
        """An answer goes out as one, by the thread that made it: while it is under way, nobody else sends."""
        with self.outbuf_lock:
            if self.total_outbufs_len and self.connected:
                self._flush_exception(self._flush_some, do_close=False)

    def write_soon(self, data: Any) -> int:
        written: int = super().write_soon(data)
        if self.total_outbufs_len >= self.adj.send_bytes:
            self.server.note(self)
        return written

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Waitress lets the thread wait here. Who asks for more and reads nothing is cut off instead."""
        with self.outbuf_lock:
            if self.total_outbufs_len > self.limits.unsent:
                self._flush_exception(self._flush_some, do_close=False)
            if self.total_outbufs_len > self.limits.unsent:
                self.connected, self.will_close = False, True
                self.server.note(self)

    # --- in the loop ------------------------------------------------------------------------------

    def readable(self) -> bool:
        return self.lingers or bool(super().readable())

    def writable(self) -> bool:
        """What an answer under way has gathered is sent by its thread, unless it is much."""
        least = self.adj.send_bytes if self.requests else 1
        return bool(self.will_close or self.close_when_flushed or self.total_outbufs_len >= least)

    def handle_read(self) -> None:
        if not self.lingers:
            super().handle_read()
        else:
            with suppress(OSError):
                self.recv(self.adj.recv_bytes)

    def recv(self, size: int) -> bytes:
        data: bytes = super().recv(size)
        self._moved += 0 if self.lingers else len(data)
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close)
        self._moved += sent
        return sent

    def handle_write(self) -> None:
        if not (self._unread and self.close_when_flushed):
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if self.will_close:
            self.handle_close()
        elif self.connected and not self.total_outbufs_len:
            self._linger()

    def _linger(self) -> None:
        """Closed while something arrives, the answer would be lost on its way."""
        self.close_when_flushed, self.lingers = False, True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)

    def handle_close(self) -> None:
        if self.request is not None:
            self.request.close()
        super().handle_close()

    # --- how long it takes ------------------------------------------------------------------------

    def look(self, now: float) -> None:
        """Asked now and then: ends it where it has taken too long over what it does."""
        doing = self._doing(), self.asked
        if doing != self.doing or self._has_moved_on(now):
            self.doing, self.since, self._moved_before = doing, now, self._moved
        elif now - self.since > self._patience():
            self.handle_close()

    def _doing(self) -> str:
        if self.total_outbufs_len:
            return "answered"
        if self.requests:
            return "served"
        return "lingers" if self.lingers else "asking" if self.request is not None else "idle"

    def _has_moved_on(self, now: float) -> bool:
        """Whether enough came or went since the last look that counts."""
        least = self.limits.rate * (now - self.since)
        return now - self.since >= self.limits.grace and self._moved - self._moved_before >= least

    def _patience(self) -> float:
        return {"idle": self.limits.idle, "served": math.inf}.get(self.doing[0], self.limits.grace)

    @property
    def is_busy(self) -> bool:
        """Whether someone waits for what was asked."""
        return self.doing[0] in ("served", "answered") or bool(self.requests)
