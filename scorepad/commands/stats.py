"""`stats`: what players did, for a spreadsheet or a script."""

from __future__ import annotations

import json
import os

import click

from scorepad.commands.terminal import OK, say
from scorepad.rules import Refused, clean_name, ruleset_of
from scorepad.stats import called, told
from scorepad.store import Store, StoreError, default_path, snapshot
from scorepad.transfer import sums_differ


@click.command(short_help="print what players did, also while the pad is served")
@click.argument("player", metavar="[PLAYER]", required=False)
@click.option("--ruleset", metavar="ID", help="By this rule set alone, e.g. yatzy.")
def stats(player: str | None, ruleset: str | None) -> int:
    """Prints what each player did by each rule set and its house rules, as JSON: games and wins, average and
    best, the boxes, and how it went against each other player.

    PLAYER is a name, for that player alone. Who left a game has no part in it.
    """
    if ruleset is not None:
        ruleset_of(ruleset)
    with snapshot(default_path(os.environ)) as store:
        person = None if player is None else _person(store, player)
        say(json.dumps(_figures(store, person, ruleset), indent=1))
    return OK


def _figures(store: Store, player: int | None, ruleset: str | None) -> list[dict[str, object]]:
    """Raises StoreError `spoilt_copies` for figures that no games come to."""
    try:
        return list(told(store, player, ruleset))
    except (ArithmeticError, LookupError, ValueError, RecursionError):
        if sums_differ(store):
            raise StoreError("spoilt_copies") from None
        raise


def _person(store: Store, name: str) -> int:
    """Raises Refused `nobody_called` (player), or as `clean_name`."""
    cleaned = clean_name(name)
    person = called(store, cleaned)
    if person is None:
        raise Refused("nobody_called", player=cleaned)
    return person.id
