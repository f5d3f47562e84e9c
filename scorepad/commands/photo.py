"""`read-dice`: what is read from a photo."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from scorepad import photo
from scorepad.commands.reading import read_bytes
from scorepad.commands.terminal import OK, UNREADABLE, complain_of, say
from scorepad.photo import Die
from scorepad.rules import Refused

DECIMALS = 4
_SHOWN = ("value", "x", "y", "size", "confidence")


@click.command("read-dice", short_help="print the dice in a photo")
@click.argument("file", metavar="PHOTO")
@click.option("--dice", default=5, show_default=True, type=click.IntRange(1, 6), help="how many lie there")
def read_dice(file: str, dice: int) -> int:
    """Prints the dice in a photo as JSON, left to right.

    PHOTO is a JPEG, PNG or WebP file, or - for standard input. x and y are the middle of a die as shares of
    the picture's width and height, size is a share of its longer side; confidence is from 0 to 1. "sure"
    says that there are as many dice as asked for and none is in doubt. Exit 2: there is no such file, or it
    is no picture that can be read.
    """
    if not photo.installed():
        raise Refused("photo_needs")
    try:
        reading = photo.read(read_bytes(file), dice)
    except photo.Unreadable as unreadable:
        complain_of(Refused(unreadable.reason, **unreadable.facts), file)
        return UNREADABLE
    found = list(map(_shown, reading.found))
    say(json.dumps({"dice": reading.dice, "sure": reading.sure, "found": found}, indent=1))
    return OK


def _shown(die: Die) -> dict[str, float]:
    told = asdict(die)
    return {name: round(told[name], DECIMALS) for name in _SHOWN}
