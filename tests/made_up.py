"""Made-up but legal games, for measuring at scale."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from scorepad.rules.dice import ALL_ROLLS
from scorepad.rules.game import TURN, Entry, Table
from scorepad.rules.record import Record
from scorepad.rules.refusal import Refused
from scorepad.rules.rulesets import RULESETS
from scorepad.rules.sheet import RuleSet, open_boxes

PEOPLE = [f"Player {number}" for number in range(1, 41)]
NOTES = ("", "", "", "at the cottage", "Christmas", "on the train")
FIRST = datetime(2016, 1, 1, 12, tzinfo=UTC)


def games(count: int, players: int = 4, seed: int = 1) -> Iterator[Record]:
    """Finished games of every rule set without cards, one after another in time."""
    chance = random.Random(seed)
    rulesets = [ruleset for ruleset in RULESETS.values() if not ruleset.cards]
    for number in range(count):
        start = FIRST + timedelta(minutes=40 * number)
        times = (f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in (start, start + timedelta(minutes=30)))
        table = played(chance.choice(rulesets), chance.sample(PEOPLE, players), chance)
        yield Record(table.game(), f"{seed:08x}{number:024x}", *times, chance.choice(NOTES))


def played(ruleset: RuleSet, names: list[str], chance: random.Random) -> Table:
    """A whole game: chance rolls, each put into the first box of a shuffled sheet that may take it."""
    table = Table(ruleset, names)
    while table.mover is not None:
        dice, mover = chance.choice(ALL_ROLLS), table.mover
        empty = list(open_boxes(table.sheets[mover - 1]))
        chance.shuffle(empty)
        for box in empty:
            with suppress(Refused):
                table.add(Entry(TURN, mover, box, dice))
                break
    return table
