"""What looks the same whenever it is shown is drawn once: rows that are full, cells, slots, keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from flask import Flask, request
from markupsafe import Markup

from scorepad.web.addresses import ROOTS

MOST = 2048


class Drawn:
    """Pieces of pages by what they show. Whoever asks names all that the piece depends on."""

    def __init__(self) -> None:
        self._pieces: dict[Hashable, Markup] = {}

    def __call__(self, shows: Hashable, draw: Callable[..., Markup], *facts: object) -> Markup:
        """The piece that shows that, drawn by a macro from these facts where nobody asked for it before."""
        piece = self._pieces.get(shows)
        if piece is None:
            if len(self._pieces) >= MOST:
                self._pieces.clear()
            piece = self._pieces[shows] = draw(*facts)
        return piece


def install(app: Flask) -> None:
    """`drawn` for templates: pieces hold addresses, so each path that the pad lives under has its own."""

    @lru_cache(maxsize=ROOTS)
    def under(_root: str) -> dict[str, object]:
        return {"drawn": Drawn()}

    app.context_processor(lambda: under(request.script_root))
