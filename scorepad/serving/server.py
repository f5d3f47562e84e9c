"""Listens, and lets as many in as there is room for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from scorepad.serving.channel import Channel
from scorepad.serving.limits import Limits
from scorepad.serving.loop import Loop
from scorepad.serving.reading import NO_LIMIT
from scorepad.serving.room import leaving

_LONGEST_HEAD = 1 << 17


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """One address that is listened to."""

    channel_class = Channel

    def __init__(self, app: Callable[..., Any], loop: Loop, limits: Limits, **more: Any) -> None:
        self.limits, self._loop = limits, loop
        super().__init__(app, loop, **more)

    def add_task(self, channel: Channel) -> None:
        channel.heard = time.monotonic()
        super().add_task(channel)

    def note(self, channel: Channel) -> None:
        self._loop.note(channel)

    def pull_trigger(self) -> None:
        """Channels wake the loop themselves, and say who they are."""

    def readable(self) -> bool:
        return bool(self.accepting)

    @property
    def uploads(self) -> int:
        """How many large bodies are on their way, or being read."""
        return sum(channel.is_uploading for channel in channels(self._loop))

    def handle_accept(self) -> None:
        super().handle_accept()
        if len(self._loop) > self.limits.connections:
            there = list(channels(self._loop))
            for channel in leaving(there, self.limits, time.monotonic()):
                channel.handle_close()


def channels(loop: Loop) -> Iterator[Channel]:
    return (one for one in list(loop.values()) if isinstance(one, Channel))


class Service:
    """An app at all its addresses, from `run` until `stop`, a signal or Ctrl-C."""

    def __init__(
        self,
        app: Callable[..., Any],
        host: str,
        port: int,
        *,
        proxied: bool = False,
        limits: Limits | None = None,
    ) -> None:
        """Listens. Raises OSError or ValueError where it can't."""
        limits = limits or Limits()
        adj = Adjustments(
            host=host,
            port=port,
            threads=limits.threads,
            max_request_body_size=NO_LIMIT,
            max_request_header_size=_LONGEST_HEAD,
            inbuf_overflow=limits.large,
            outbuf_high_watermark=limits.unsent,
            ident=None,
            log_socket_errors=False,
            # They are the proxy's own only where the owner says that there is one.
            clear_untrusted_proxy_headers=not proxied,
        )
        adj.send_bytes = limits.large  # by name it is said to go, but an answer is to be sent as one
        self._limits, self._loop, self._stopped = limits, Loop(), False
        self._threads = ThreadedTaskDispatcher()
        more = {"dispatcher": self._threads, "adj": adj}
        self.servers = [Server(app, self._loop, limits, sockinfo=place, **more) for place in adj.listen]
        self._threads.set_thread_count(adj.threads)

    @property
    def heard(self) -> list[tuple[str, int]]:
        """The addresses and ports that are listened to: a name may have several."""
        return [(str(one.effective_host), int(one.effective_port)) for one in self.servers]

    def run(self) -> None:
        looked = time.monotonic()
        try:
            while not self._stopped:
                self._loop.turn(self._limits.look)
                if (now := time.monotonic()) - looked >= self._limits.look:
                    looked = now
                    for channel in channels(self._loop):
                        channel.look(now)
        except (SystemExit, KeyboardInterrupt):
            pass
        finally:
            self._threads.shutdown()
            self._loop.close()

    def stop(self) -> None:
        """From another thread."""
        self._stopped = True
        self._loop.wake()
