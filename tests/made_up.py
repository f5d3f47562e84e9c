"""Made-up but legal games, for measuring at scale."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from scorepad.record import Record
from scorepad.rules import RULESETS, Game, Refused, RuleSet, Turn, all_rolls, new_game

PEOPLE = [f"Player {number}" for number in range(1, 21)]
NOTES = ("", "", "", "at the cottage", "Christmas", "on the train")
FIRST = datetime(2012, 1, 1, 16, tzinfo=UTC)
OF_AN_EVENING = 20


def games(count: int, players: int = 4, seed: int = 1) -> Iterator[Record]:
    """Finished games of every rule set without cards, one after another in time, evening by evening."""
    chance = random.Random(seed)
    rulesets = [ruleset for ruleset in RULESETS.values() if not ruleset.cards]
    for number in range(count):
        day, place = divmod(number, OF_AN_EVENING)
        start = FIRST + timedelta(days=day, minutes=15 * place)
        times = (f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in (start, start + timedelta(minutes=14)))
        game = played(chance.choice(rulesets), chance.sample(PEOPLE, players), chance)
        yield Record(game, f"{seed:08x}{number:024x}", *times, chance.choice(NOTES))


def played(ruleset: RuleSet, names: list[str], chance: random.Random) -> Game:
    """A whole game: chance rolls, each put into the first cell of a shuffled sheet that may take it."""
    game = new_game(ruleset, names)
    while game.mover is not None:
        dice, empty = chance.choice(all_rolls(ruleset.dice)), list(game.mover_sheet.open_cells)
        chance.shuffle(empty)
        for cell in empty:
            with suppress(Refused):
                game = game.after(Turn(game.mover, cell.box, dice, column=cell.column))
                break
    return game
