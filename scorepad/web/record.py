"""One game as a file: its record, and its sheet for a spreadsheet."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from scorepad.record import write_record
from scorepad.store import StoredGame
from scorepad.transfer import SHEET_ROWS, sheet_table
from scorepad.web.downloads import attached, headings, separator, text_file
from scorepad.web.here import store
from scorepad.web.words import words

area = Blueprint("record", __name__, url_prefix="/games/<key>")


@area.get("/record.json")
def record(key: str) -> Response:
    stored = store().load(key)
    return attached(jsonify(write_record(stored.record)), _name(stored, "json"))


@area.get("/events.json")
def raw_events(key: str) -> Response:
    """The game's events as they are kept, also where they can't be read any more."""
    return attached(jsonify(store().raw_events(key)), f"scorepad-events-{key}.json")


@area.get("/sheet.csv")
def table(key: str) -> Response:
    stored = store().load(key)
    rules, _ = stored.game.ruleset, words()
    labels = headings(SHEET_ROWS) | {box.id: _.box(box.id, rules.id).striptags() for box in rules.boxes}
    labels["extra_points"] = _.bonus_again(rules).striptags()
    return text_file(sheet_table(stored.game, labels, separator()), "text/csv", _name(stored, "csv"))


def _name(stored: StoredGame, ending: str) -> str:
    return f"scorepad-{stored.game.ruleset.id}-{stored.started_at[:10]}.{ending}"
