"""What a reader likes: language, theme, text size, vibration, the screen, who starts a rematch. Kept in
cookies of that browser alone.
"""

from __future__ import annotations

from flask import Blueprint, Flask, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorepad import stats
from scorepad.rules import STARTERS, Refused
from scorepad.web.addresses import own_path
from scorepad.web.cookies import lasting
from scorepad.web.here import store
from scorepad.web.words import LANGUAGES

area = Blueprint("settings", __name__)

CHOICES: dict[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "theme": ("auto", "light", "dark"),
    "size": ("normal", "large", "larger"),
    "vibrate": ("on", "off"),
    "awake": ("off", "on"),
    "starter": STARTERS,
}
"""Setting → what it may be; the first is what holds without a choice (the browser's wish for a language)."""


def chosen(name: str) -> str:
    """What this browser chose for that setting, else the first choice."""
    value = request.cookies.get(name, "")
    return value if value in CHOICES[name] else CHOICES[name][0]


def install(app: Flask) -> None:
    """`chosen` and `starters` for templates."""
    app.jinja_env.globals.update(chosen=chosen, starters=STARTERS)


@area.get("/settings")
def settings() -> ResponseReturnValue:
    return render_template(
        "pages/settings.html",
        back=own_path(request.args.get("back", "")),
        backups=store().backups,
        doubtful_clock=stats.doubtful_clock(store()),
    )


@area.post("/settings")
def choose() -> ResponseReturnValue:
    """Keeps what the form chose and goes back to where it came from. Raises Refused `bad_setting`."""
    wanted = {name: request.form[name] for name in CHOICES if name in request.form}
    if any(value not in CHOICES[name] for name, value in wanted.items()):
        raise Refused("bad_setting")
    answer = make_response(redirect(own_path(request.form.get("back", "")), 303))
    for name, value in wanted.items():
        lasting(answer, name, value)
    return answer
