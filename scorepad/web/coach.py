"""The coach's page of a finished game: what each choice was worth, and how the chance to win went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorepad import coach
from scorepad.coach import Course, Moment, PlayerReview, Review, Table, Turning
from scorepad.stats import nearest, rounded
from scorepad.store import StoredGame
from scorepad.web.chart import MOST_LINES, Chart, best_first, lines_of
from scorepad.web.here import store
from scorepad.web.learning import table_or_state
from scorepad.web.pictures.field import Field, field
from scorepad.web.pictures.scale import Scale, scale

area = Blueprint("coach", __name__)

PERCENT = Scale(0, 100, 25)


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum that a total is made of, in tenths that add up: expected + dice - lost = total."""

    expected: float
    dice: float
    lost: float
    total: int


@dataclass(frozen=True)
class Coached:
    """All that the page tells of a player and of the game; `luckier` is the share of games with less luck."""

    review: Review
    player: PlayerReview
    sum: Sum | None
    luckier: float
    moments: tuple[Moment, ...]
    turning: Turning | None
    field: Field | None
    chances: Chart | None
    expected: Chart | None


@area.get("/games/<key>/coach")
def page(key: str) -> ResponseReturnValue:
    """What the choices of a finished game were worth, of the player that `player` says (a seat), else the
    first by rank.
    """
    stored = store().load(key)
    game = stored.game
    table = table_or_state(game.ruleset)
    told = None
    if isinstance(table, Table) and game.finished and game.seats:
        told = coached(stored, table, _seat(stored))
    state = None if isinstance(table, Table) else table
    return render_template("pages/coach.html", stored=stored, game=game, told=told, state=state)


def _seat(stored: StoredGame) -> int:
    seats = {str(seat): seat for seat in best_first(stored.game)}
    asked = request.args.get("player", next(iter(seats)))
    return seats.get(asked) or abort(404)


def coached(stored: StoredGame, table: Table, seat: int) -> Coached:
    """What there is to tell of that seat."""
    review = coach.review_of(stored.game, table)
    course = coach.course(review, table)
    player = review.player(seat)
    return Coached(
        review,
        player,
        _sum(player),
        coach.luckier_than(table, player.dice),
        coach.costliest(player, table),
        course.turning,
        _field(review, course) if len(stored.game.seats) == 2 else None,
        _chances(review, course) if len(stored.game.seats) > 1 else None,
        _expected(review),
    )


def _sum(player: PlayerReview) -> Sum | None:
    """None for who left: the boxes that stayed open belong to neither dice nor choices."""
    if player.left:
        return None
    expected, lost = (rounded(value, 1) for value in (player.expected, player.lost))
    return Sum(float(expected), float(player.total - expected + lost), float(lost), player.total)


# --- pictures -----------------------------------------------------------------------------------------


def _field(review: Review, course: Course) -> Field | None:
    if not review.turns:
        return None
    turning = review.turns.index(course.turning.turn) if course.turning else None
    first = [chances[0] for chances in course.chances]
    return field(first, [turn.round for turn in review.turns], turning)


def _chances(review: Review, course: Course) -> Chart | None:
    """Each player's chance after each round, in percent."""
    ends = _round_ends(review)
    shares = {
        seat: tuple(nearest(100 * course.chances[end][at]) for end in ends)
        for at, seat in enumerate(course.seats)
    }
    return _lines(review, shares, PERCENT)


def _round_ends(review: Review) -> list[int]:
    """How many turns stand before the first round and at the end of each."""
    ends = {turn.round: place + 1 for place, turn in enumerate(review.turns)}
    return [0, *(ends[number] for number in sorted(ends))]


def _expected(review: Review) -> Chart | None:
    """The final total to be expected of each player, after each of their turns."""
    totals = {
        player.seat: (nearest(player.expected), *(nearest(turn.after) for turn in player.turns))
        for player in review.players
    }
    values = [value for own in totals.values() for value in own]
    return _lines(review, totals, scale(min(values), max(values)))


def _lines(review: Review, values: Mapping[int, tuple[int, ...]], levels: Scale) -> Chart | None:
    """The lines of the best players, by seat; None where there is none of two points."""
    game = review.game
    told = [(game.player(seat), values[seat]) for seat in best_first(game) if len(values[seat]) > 1]
    return lines_of(told[:MOST_LINES], levels, first=0) if told else None
