"""One answer: made by the app in a thread, told to the log."""

from __future__ import annotations

import time
from typing import Any

from waitress.task import WSGITask

from scorepad.logs import note_answer
from scorepad.web.entrance import REFUSED


class Task(WSGITask):  # type: ignore[misc]  # waitress has no types
    chunked_response: bool

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[REFUSED] = self.request.refused
        return environ

    def service(self) -> None:
        begun = time.monotonic()
        try:
            super().service()
            self.channel.send_at_once()
        finally:
            heard = self.channel.heard
            note_answer(self, begun - heard, time.monotonic() - heard)

    def build_response_header(self) -> bytes:
        """After a HEAD nothing follows, not even the sign that a body ends."""
        head: bytes = super().build_response_header()
        self.chunked_response = self.chunked_response and self.request.command != "HEAD"
        return head

    def set_close_on_finish(self) -> None:
        """Keeps the connection after an answer that has no body: its head is its end.

        Waitress closes it for want of a length, and each phone would open a new one every two seconds.
        """
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or asked == "close":
            super().set_close_on_finish()
