"""What looks the same whenever it is shown is drawn once: rows that are full, cells, slots, keys."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from flask import Flask
from markupsafe import Markup

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
    """`drawn` for templates."""
    app.jinja_env.globals["drawn"] = Drawn()
