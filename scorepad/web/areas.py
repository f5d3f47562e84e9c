"""Every area of the pad, and what stands before and around all of them."""

from __future__ import annotations

from flask import Flask

from scorepad.web import (
    addresses,
    aloud,
    assets,
    binned,
    bodies,
    cards,
    coach,
    cookies,
    downloads,
    drawn,
    entrance,
    errors,
    evening,
    export,
    health,
    hints,
    home,
    house_rules,
    intake,
    learning,
    manner,
    new_game,
    pad,
    paper,
    past,
    people,
    photo,
    pin,
    player,
    record,
    records,
    review,
    rolls,
    security,
    settings,
    share,
    table,
    templating,
    told,
    turns,
    watch,
    words,
)
from scorepad.web import help as help_pages

AROUND = (
    entrance,
    templating,
    words,
    addresses,
    security,
    cookies,
    pin,
    errors,
    settings,
    assets,
    drawn,
    told,
    downloads,
    intake,
    learning,
    photo,
    share,
)
"""What every request passes, in this order, and what every page may use."""

AREAS = (
    home.area,
    new_game.area,
    house_rules.area,
    pad.area,
    hints.area,
    aloud.area,
    manner.area,
    photo.area,
    turns.area,
    table.area,
    cards.area,
    watch.area,
    past.area,
    people.area,
    player.area,
    records.area,
    evening.area,
    coach.area,
    binned.area,
    review.area,
    record.area,
    share.area,
    rolls.area,
    paper.area,
    learning.area,
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
    bodies.install(app)
    for area in AREAS:
        app.register_blueprint(area)
