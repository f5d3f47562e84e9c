"""Every area of the pad, and what stands before and around all of them."""

from __future__ import annotations

from flask import Flask

from scorepad.web import (
    addresses,
    assets,
    bodies,
    cards,
    downloads,
    drawn,
    entrance,
    errors,
    export,
    health,
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

<<<<<<< HEAD
AROUND = (
    entrance,
    templating,
    words,
    addresses,
    security,
    pin,
    errors,
    settings,
    assets,
    drawn,
    told,
    downloads,
)
=======
AROUND = (templating, words, addresses, security, pin, bodies, errors, settings, assets, drawn, told)
>>>>>>> 013dc79 (A game takes what a table holds: two hundred seats, counted before anything is read; no form, header or list grows without end)
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
    health.area,
    assets.area,
)


def install(app: Flask) -> None:
    """Makes them the app's."""
    for room in AROUND:
        room.install(app)
    entrance.install_last(app)
    for area in AREAS:
        app.register_blueprint(area)
