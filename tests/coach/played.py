"""Games for the coach to look at: any dice, any boxes, now and then the best one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scorepad.record import Record
from scorepad.rules import Entry, Game, RuleSet, Sheet, Turn, all_rolls, replay, ruleset_of, targets

AT = "2026-11-29T18:05:00Z"


def turns_of(ruleset: RuleSet, players: int, rounds: int, chance: Random) -> list[Entry]:
    """So many rounds: of the boxes that a roll may fill one is taken, the one that pays most more often."""
    sheets = {seat: Sheet(ruleset, {}) for seat in range(1, players + 1)}
    turns: list[Entry] = []
    for seat in (seat for _ in range(rounds) for seat in sheets):
        dice = chance.choice(all_rolls(ruleset.dice))
        found = targets(sheets[seat], dice)
        most = max(found, key=lambda target: target.points)
        target = most if chance.random() < 0.6 else chance.choice(found)
        sheets[seat] = sheets[seat].write(target)
        turns.append(Turn(seat, target.box, dice=dice))
    return turns


def game_of(ruleset: RuleSet, players: Sequence[str], rounds: int, chance: Random) -> Game:
    return replay(ruleset, list(players), turns_of(ruleset, len(players), rounds, chance))


def part_of(ruleset: str, players: Sequence[str], chance: Random, rounds: int) -> Record:
    rules = ruleset_of(ruleset)
    return Record(game_of(rules, players, rounds, chance), None, AT, None, "", "")


def finished(ruleset: str, players: Sequence[str], chance: Random) -> Record:
    rules = ruleset_of(ruleset)
    return Record(game_of(rules, players, rules.rounds, chance), None, AT, AT, "", "")
