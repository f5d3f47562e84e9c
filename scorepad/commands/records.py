"""`score` and `options`: what the rules say of a game record."""

from __future__ import annotations

import json

import click

from scorepad import record
from scorepad.commands.reading import Unreadable, read_record_of
from scorepad.commands.terminal import OK, REFUSED, complain, complain_of, say
from scorepad.rules import Refused, read_dice


@click.command(short_help="print the sheet of a game record")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def score(files: tuple[str, ...]) -> int:
    """Prints the sheet of a game record as JSON. FILE is a record, or - for standard input.

    Exit 1: the record breaks a rule or the format, and one line on standard error says where and why. Exit 2:
    the file is not readable or is no JSON.

    With several files: one line of JSON each, null for a refused one.
    """
    if len(files) > 1:
        return max([_score_one_of_many(file) for file in files])
    say(json.dumps(record.score(read_record_of(files[0]).game), indent=1))
    return OK


def _score_one_of_many(file: str) -> int:
    try:
        say(json.dumps(record.score(read_record_of(file).game), separators=(",", ":")))
        return OK
    except Unreadable as error:
        say("null")
        return complain(f"{file}: {error.message}", REFUSED)
    except Refused as refused:
        say("null")
        return complain_of(refused, file)


@click.command(short_help="print what the player to move may do with a roll")
@click.argument("file", metavar="FILE")
@click.argument("dice", metavar="DICE")
@click.option("--first-roll", is_flag=True, help="the dice are those of the turn's first roll (Generala)")
def options(file: str, dice: str, first_roll: bool) -> int:
    """Prints the boxes that the player to move may fill with these dice, as JSON.

    FILE is a record, or - for standard input; DICE is the roll, e.g. 44421.
    """
    game = read_record_of(file).game
    say(json.dumps(record.options(game, read_dice(dice, game.ruleset.dice), first_roll)))
    return OK
