"""What every roll pays in each box of a sheet, for phones: asked for once and kept for good."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from scorepad.rules import doubtful_rolls, roll_table, with_options_text
from scorepad.web.assets import FOR_GOOD

area = Blueprint("rolls", __name__)


@area.get("/rolls/<ruleset_id>/<fingerprint>.json")
def table(ruleset_id: str, fingerprint: str) -> ResponseReturnValue:
    """Under the rules of that fingerprint: what `pays` (box → points of each roll, in rising order of their
    faces), the same for a first roll where that matters, the boxes that then win at once, and the rolls that
    may be answered otherwise on some sheet. House rules come along as `options`.
    """
    try:
        ruleset = with_options_text(ruleset_id, request.args.get("options", ""))
    except ValueError:
        abort(404)
    if ruleset.fingerprint != fingerprint:
        abort(404)
    answer = jsonify(
        pays=[roll_table(ruleset, first) for first in (False, True)[: 1 + ruleset.first_roll]],
        winning=[box.id for box in ruleset.winning],
        doubtful=[str(dice) for dice in doubtful_rolls(ruleset)],
    )
    answer.headers["Cache-Control"] = FOR_GOOD
    return answer
