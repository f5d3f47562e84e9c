"""What every roll pays in each box of a sheet, for phones: asked for once and kept for good."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify
from flask.typing import ResponseReturnValue

from scorepad.rules import RULESETS, roll_table
from scorepad.web.assets import FOR_GOOD

area = Blueprint("rolls", __name__)


@area.get("/rolls/<ruleset_id>/<fingerprint>.json")
def table(ruleset_id: str, fingerprint: str) -> ResponseReturnValue:
    """Box → points of each roll, in rising order of their faces, under the rules of that fingerprint."""
    ruleset = RULESETS.get(ruleset_id)
    if ruleset is None or ruleset.fingerprint != fingerprint:
        abort(404)
    answer = jsonify(roll_table(ruleset))
    answer.headers["Cache-Control"] = FOR_GOOD
    return answer
