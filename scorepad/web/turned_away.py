"""A page for whoever is not let in: what is wrong, what helps, and where to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from flask import abort, make_response, render_template, url_for

from scorepad.web.words import words


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, as a page says it: its code, a title, and what to do."""

    code: int
    title: str
    advice: str


def turn_away(reason: Reason, *, next_page: str = "", **facts: str) -> NoReturn:
    """Ends the request with that page; with the way to the PIN where it is for a page to come."""
    _ = words()
    page = render_template(
        "pages/error.html",
        title=_(reason.title),
        advice=_(reason.advice, **facts),
        pin=url_for("pin.ask", next=next_page) if next_page else None,
    )
    abort(make_response(page, reason.code))
