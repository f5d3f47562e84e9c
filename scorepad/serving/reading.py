"""A request on its way in: what its head alone tells, before any of its body is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError

from scorepad.web.entrance import largest_body

_TOLD = ("ACCEPT_LANGUAGE", "COOKIE")
"""What of an unreadable request says how to answer it."""


class Reading(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request whose body is received only where it may come.

    Where it may not, it goes to the app without it: the app answers as it would have, or with the page of
    `refused`, and the connection ends.
    """

    adj: Any
    error: Any
    headers: dict[str, str]
    path: str

    refused = 0
    """The code of the page that is its answer, whatever it asks for."""
    unread = False
    """Whether its sender may still be sending what nobody reads."""
    is_large = False
    _largest = 0

    def __init__(self, adj: Any, admit: Callable[[Reading], int | None], large: int) -> None:
        super().__init__(adj)
        self._admit, self._large = admit, large

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if self.error is not None:
            self._make_readable(self.error.code if self.error.code < 500 else 400)
        elif self.chunked and self.body_bytes_received > self._largest:
            self.headers["CONTENT_LENGTH"] = str(self.body_bytes_received)
            self.leave()
        return len(data) if self.unread else taken

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # a length of thousands of figures, half an address
            raise ParsingError(str(error)) from error
        self._largest = largest_body(self.path)
        self.is_large = self.chunked or self.content_length > self._large
        if self.content_length > self._largest:
            self.leave()
        elif self.is_large and (code := self._admit(self)) is not None:
            self.leave(code)

    def leave(self, code: int = 0) -> None:
        """No more of it is read; without a code the answer is the app's own."""
        self.refused, self.unread, self.completed = code, True, True
        self.expect_continue = self.chunked = self.is_large = False
        self.content_length = 0
        self.headers["CONNECTION"] = "close"
        self.close()
        self.body_rcv = None

    def _make_readable(self, code: int) -> None:
        """What can't be read is answered as a page."""
        self.headers = {name: self.headers[name] for name in _TOLD if name in self.headers}
        self.command, self.path, self.query, self.request_uri = "GET", "/", "", "/"
        self.url_scheme = self.adj.url_scheme
        self.error = None
        self.leave(code)


NO_LIMIT = sys.maxsize
"""For waitress: how large a body may be is said here."""
