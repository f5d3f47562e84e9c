"""Every area of the pad, and what stands before and around all of them."""

from __future__ import annotations

from flask import Flask

from scorepad.web import (
    addresses,
    assets,
    cards,
    drawn,
    errors,
    export,
    home,
    house_rules,
    intake,
    new_game,
    pad,
    paper,
    past,
    pin,
    record,
    review,
    rolls,
    security,
    settings,
    table,
    templating,
    told,
    turns,
    watch,
    words,
)
from scorepad.web import help as help_pages

AROUND = (templating, words, addresses, security, pin, errors, settings, assets, drawn, told, intake)
"""What every request passes, in this order, and what every page may use."""

AREAS = (
    home.area,
    new_game.area,
    house_rules.area,
    pad.area,
    turns.area,
    table.area,
    cards.area,
    watch.area,
    past.area,
    review.area,
    record.area,
    rolls.area,
    paper.area,
    intake.area,
    export.area,
    help_pages.area,
    settings.area,
    pin.area,
    security.area,
    assets.area,
)


def install(app: Flask) -> None:
    """Makes them the app's."""
    for room in AROUND:
        room.install(app)
    for area in AREAS:
        app.register_blueprint(area)
