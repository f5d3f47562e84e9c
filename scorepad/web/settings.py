"""What a reader likes: language, theme, text size, vibration. Kept in cookies of that browser alone."""

from __future__ import annotations

from flask import Blueprint, Flask, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.rules import Refused
from scorepad.web.addresses import own_path
from scorepad.web.words import LANGUAGES

area = Blueprint("settings", __name__)

CHOICES: dict[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "theme": ("auto", "light", "dark"),
    "size": ("normal", "large", "larger"),
    "vibrate": ("on", "off"),
}
"""Setting → what it may be; the first is what holds without a choice (the browser's wish for a language)."""
YEAR = 365 * 24 * 3600


def chosen(name: str) -> str:
    """What this browser chose for that setting, else the first choice."""
    value = request.cookies.get(name, "")
    return value if value in CHOICES[name] else CHOICES[name][0]


def install(app: Flask) -> None:
    """The settings page; `chosen` and `here` for templates."""
    app.register_blueprint(area)
    app.jinja_env.globals.update(chosen=chosen, here=here)


def here() -> str:
    """The address of the page being read, to come back to; for an answer to a form, the page it is of."""
    path = request.path
    if request.method == "GET" and not path.endswith("/pad"):
        query = request.query_string.decode("ascii", "ignore")
        return own_path(f"{path}?{query}" if query else path)
    pages = current_app.url_map.bind("localhost")
    while path.count("/") > 1:
        path = path.rpartition("/")[0]
        if pages.test(path, "GET"):
            return own_path(path)
    return "/"


@area.get("/settings")
def settings() -> ResponseReturnValue:
    return render_template("pages/settings.html", back=own_path(request.args.get("back", "/")))


@area.post("/settings")
def choose() -> ResponseReturnValue:
    """Keeps what the form chose and goes back to where it came from. Raises Refused `bad_setting`."""
    wanted = {name: request.form[name] for name in CHOICES if name in request.form}
    if any(value not in CHOICES[name] for name, value in wanted.items()):
        raise Refused("bad_setting")
    answer = redirect(own_path(request.form.get("back", "/")), 303)
    for name, value in wanted.items():
        answer.set_cookie(name, value, max_age=YEAR, samesite="Lax")
    return answer
