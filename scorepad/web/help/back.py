"""The way back from the help: to the game with the dice typed there, or to the form of a new game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from flask import url_for
from markupsafe import Markup

from scorepad.rules import MOST_SEATS, Refused, read_faces
from scorepad.web.forms import Form
from scorepad.web.words import words

MOST_HELD = 40
"""Signs of typed dice that are carried along; which of them are a roll, the pad knows."""
_KEY = re.compile("[A-Za-z0-9_-]{6,40}")


@dataclass(frozen=True, slots=True)
class Back:
    """Where the arrow leads, and the fields that keep it from one page of the help to the next."""

    href: str
    label: Markup
    fields: tuple[tuple[str, str], ...] = ()

    def to(self, path: str, more: Mapping[str, str] = MappingProxyType({})) -> str:
        """The address of a page of the help that keeps the way back, and says more where so."""
        fields = (*self.fields, *more.items())
        return f"{path}?{urlencode(fields)}" if fields else path


def read_back(query: Form, otherwise: Back) -> Back:
    """The way back that an address asks for, else the other one."""
    if _KEY.fullmatch(query.get("back", "")):
        return _to_the_game(query)
    return _to_the_form(query) if query.get("from") == "new" else otherwise


def _to_the_game(query: Form) -> Back:
    _, key, held = words(), query.get("back", ""), _held(query.get("held", ""))
    first = "1" if query.get("held_first") == "1" else ""
    due = query.get("for", "")[:MOST_HELD] if held or first else ""
    turn: dict[str, Any] = {"for": due} if due else {"use": 1 if held or first else ""}
    hand = {name: text for name, text in (turn | {"dice": held, "first_roll": first}).items() if text}
    pad = url_for("pad.game", key=key, **hand)
    fields = {"back": key, "held": held, "held_first": first, "for": due}
    return Back(pad, _("Back to the game"), tuple((name, text) for name, text in fields.items() if text))


def _held(text: str) -> str:
    try:
        return read_faces(text[:MOST_HELD])
    except Refused:
        return ""


def _to_the_form(query: Form) -> Back:
    _ = words()
    players = tuple(("player", name) for name in query.getlist("player")[:MOST_SEATS])
    form = url_for("new_game.page", player=[name for _field, name in players])
    return Back(form, _("New game"), (("from", "new"), *players))
