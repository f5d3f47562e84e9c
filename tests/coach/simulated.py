"""Games of perfect play by a table, many at once, with dice that numpy throws."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from scorepad.coach import ROLLS, Offer, State, Table
from scorepad.rules import Target
from tests.coach.recomputed import keeps, thrown
from tests.oracle import EVERY_ROLL

Numbers = Any
FACES = [dice.faces for dice in ROLLS]
PLACES = {faces: place for place, faces in enumerate(FACES)}
KEEPS = sorted({keep for faces in EVERY_ROLL for keep in keeps(faces)})


@cache
def _leads() -> Numbers:
    """How likely each keep becomes each roll."""
    found = np.zeros((len(KEEPS), len(FACES)))
    for row, keep in enumerate(KEEPS):
        for faces, chance in thrown(5 - len(keep)):
            found[row, PLACES[tuple(sorted(keep + faces))]] += chance
    return found


@cache
def _allowed() -> list[list[int]]:
    """The keeps of each roll."""
    places = {keep: place for place, keep in enumerate(KEEPS)}
    return [[places[keep] for keep in keeps(faces)] for faces in FACES]


def totals(table: Table, games: int, seed: int) -> Numbers:
    """The final total of each of so many games."""
    chance = np.random.default_rng(seed)
    states, sums = [table.states.start] * games, np.zeros(games)
    which = cache(lambda offer: np.array(offer.which))
    for _ in range(table.ruleset.rounds):
        every = sorted(set(states))
        known = {state: _boxes(table, state, which) for state in every}
        rolls = _rolled(np.array([known[state][0] for state in states]), chance)
        for game, (state, roll) in enumerate(zip(states, rolls, strict=True)):
            best, offers = known[state]
            target = _taken(table, state, offers, roll, best[roll])
            sums[game] += table.states.brought(state, target)
            states[game] = table.states.after(state, target)
    return sums


def _boxes(table: Table, state: State, which: Any) -> tuple[Numbers, list[Offer]]:
    """What the best box of each roll is worth."""
    offers = [offer for _, offer in table.states.offers(state)]
    best = np.full(len(FACES), -np.inf)
    for offer in offers:
        worth = [_worth(table, state, target) for target in offer.targets]
        best = np.maximum(best, np.array([*worth, -np.inf])[which(offer)])
    return best, offers


def _worth(table: Table, state: State, target: Target) -> float:
    return table.states.brought(state, target) + table.to_come(table.states.after(state, target))


def _rolled(last: Numbers, chance: Numbers) -> Numbers:
    """The dice of each game after both rerolls; a row of `last` is what each roll is worth then."""
    kept_last = last @ _leads().T
    middle = np.column_stack([kept_last[:, allowed].max(axis=1) for allowed in _allowed()])
    kept_first = middle @ _leads().T
    rolls = [_throw(KEEPS.index(()), chance) for _ in last]
    for kept in (kept_first, kept_last):
        best = [max(_allowed()[roll], key=kept[game].__getitem__) for game, roll in enumerate(rolls)]
        rolls = [_throw(keep, chance) for keep in best]
    return rolls


def _throw(keep: int, chance: Numbers) -> int:
    dice = (int(face) for face in chance.integers(1, 7, 5 - len(KEEPS[keep])))
    return PLACES[tuple(sorted((*KEEPS[keep], *dice)))]


def _taken(table: Table, state: State, offers: list[Offer], roll: int, best: float) -> Target:
    """The box that is worth that much."""
    offered = (offer.targets[offer.which[roll]] for offer in offers if offer.which[roll] >= 0)
    return next(target for target in offered if _worth(table, state, target) == best)
