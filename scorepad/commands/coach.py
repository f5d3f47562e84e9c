"""`expect`, `review` and `advise`: what the coach says of a sheet, of a game, of a roll."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import click

from scorepad import coach
from scorepad.coach import PlayerReview, Table, TurnReview
from scorepad.commands.reading import read_record_of
from scorepad.commands.terminal import OK, UNREADABLE, complain, say, share_done
from scorepad.rules import Refused, RuleSet, read_dice, with_options_text
from scorepad.store import default_path

DECIMALS = 4
ROLLS_LEFT = ("0", "1", "2")


def _known(ruleset: RuleSet) -> Table | None:
    """The table of that rule set, where there is one already. Raises Refused `no_coach`."""
    if not coach.can_advise(ruleset):
        raise Refused("no_coach")
    return coach.table_of(ruleset, coach.folder_beside(default_path(os.environ)))


def _solved(ruleset: RuleSet) -> Table:
    """Perfect play, worked out here and now. Raises Refused `coach_needs_numpy`."""
    with _solving(ruleset) as tell:
        from scorepad.coach.make import solve

        return solve(ruleset, tell)


def _expected(ruleset: RuleSet) -> float:
    """What it can expect of an empty sheet, which takes half as long. Raises as `_solved`."""
    with _solving(ruleset) as tell:
        from scorepad.coach.solver import expect

        return expect(ruleset, tell)


@contextmanager
def _solving(ruleset: RuleSet) -> Iterator[Callable[[float], None]]:
    if find_spec("numpy") is None:
        raise Refused("coach_needs_numpy")
    with share_done(f"Solving {ruleset.id}") as tell:
        yield tell


# --- a sheet ------------------------------------------------------------------------------------------


@click.command(short_help="print the final total that perfect play of a sheet can expect")
@click.argument("ruleset", metavar="RULESET")
@click.option("--options", metavar="JSON", default="", help='house rules as in a record, e.g. {"extra": 50}')
def expect(ruleset: str, options: str) -> int:
    """Prints the final total that the best solo play of a sheet can expect, with four decimals.

    RULESET is its name in records, e.g. yahtzee. Exit 1: there is no such sheet or house rule, or the coach
    can't solve it, and one line on standard error says why. Exit 2: the options are no JSON object.
    """
    try:
        rules = with_options_text(ruleset, options)
    except Refused:
        raise
    except ValueError:
        return complain("the options must be a JSON object", UNREADABLE)
    table = _known(rules)
    say(f"{table.start if table else _expected(rules):.{DECIMALS}f}")
    return OK


# --- a game -------------------------------------------------------------------------------------------


@click.command(short_help="print what each choice in a finished game was worth")
@click.argument("file", metavar="FILE")
def review(file: str) -> int:
    """Prints what the choices and the dice of a finished game were worth, as JSON.

    FILE is a record, or - for standard input. For each player: expected + dice - lost = total. A turn's
    number is its place among all turns of the game, from 1; best_box is null where nothing was better.
    Best is what brings most points on average, not what beats an opponent. Of who left, dice holds what that
    cost, too.
    """
    game = read_record_of(file).game
    if not game.finished:
        raise Refused("review_early")
    table = _known(game.ruleset) or _solved(game.ruleset)
    found = coach.review_of(game, table)
    names = {player.seat: game.player(player.seat) for player in found.players}
    say(json.dumps({"players": [_player(names[player.seat], player) for player in found.players]}, indent=1))
    return OK


def _player(name: str, player: PlayerReview) -> dict[str, object]:
    return {
        "name": name,
        "expected": round(player.expected, DECIMALS),
        "dice": round(player.dice + player.leaving, DECIMALS),
        "lost": round(player.lost, DECIMALS),
        "total": player.total,
        "turns": list(map(_turn, player.turns)),
    }


def _turn(turn: TurnReview) -> dict[str, object]:
    return {
        "turn": turn.number,
        "box": turn.target.box,
        "points": turn.target.points,
        "loss": round(turn.loss, DECIMALS),
        "best_box": turn.best and turn.best.box,
    }


# --- a roll -------------------------------------------------------------------------------------------


@click.command(short_help="print what is best to do with a roll")
@click.argument("file", metavar="FILE")
@click.argument("dice", metavar="DICE")
@click.argument("rolls_left", metavar="ROLLS_LEFT")
def advise(file: str, dice: str, rolls_left: str) -> int:
    """Prints what the player to move may do with these dice, the best first, as JSON: the dice to keep while
    one or two rolls are left, the boxes to fill with none left, each with the final total to be expected.

    FILE is a record, or - for standard input; DICE is the roll, e.g. 44421; ROLLS_LEFT is 0, 1 or 2.
    """
    game = read_record_of(file).game
    sheet, roll = game.mover_sheet, read_dice(dice, game.ruleset.dice)
    if rolls_left not in ROLLS_LEFT:
        raise Refused("rolls_left")
    table, left = _known(game.ruleset) or _solved(game.ruleset), int(rolls_left)
    if left:
        keeps = coach.advise_keeps(table, sheet, roll, left)
        told = [{"keep": _digits(keep.keep), "value": round(keep.value, DECIMALS)} for keep in keeps]
    else:
        told = _boxes(coach.advise_boxes(table, sheet, roll))
    say(json.dumps(told))
    return OK


def _boxes(found: tuple[coach.BoxAdvice, ...]) -> list[dict[str, object]]:
    return [
        {
            "box": one.target.box,
            "points": one.target.points,
            "extra": one.target.extra,
            "value": round(one.value, DECIMALS),
        }
        for one in found
    ]


def _digits(faces: tuple[int, ...]) -> str:
    return "".join(map(str, faces))
