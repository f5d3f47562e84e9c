"""Games of perfect play, thousands side by side: how kind the dice can be. It needs numpy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from scorepad.coach.desk import FIRST_ROLL, Desk, Floats, Places
from scorepad.coach.keeps import DICE, grown, shrunk
from scorepad.coach.solver import Move, Progress, Solver
from scorepad.coach.states import Group, States
from scorepad.coach.table import QUANTILES
from scorepad.rules import FACES

GAMES = 20_000
SEED = 1

_ROLLS = 3
_GROWN = np.array(grown())
_FEWER = np.array(
    [[*fewer, *[fewer[-1]] * (DICE - len(fewer))] if fewer else [0] * DICE for fewer in shrunk()]
)
"""For each of KEEPS the places without one die, the last of them repeated."""


def totals(
    states: States,
    values: Floats,
    games: int = GAMES,
    seed: int = SEED,
    progress: Progress = lambda _share: None,
) -> Floats:
    """The final total of each of so many games. The rest as `courses`."""
    last = np.zeros(games)
    for turn, (_, sums) in enumerate(courses(states, values, games, seed), 1):
        progress(turn / states.ruleset.rounds)
        last = sums
    return last


def courses(states: States, values: Floats, games: int, seed: int) -> Iterator[tuple[Places, Floats]]:
    """So many games, where each state has that value: after each turn the number of each one's state, and
    its total so far. Equal seeds throw alike.
    """
    play = _Play(states, values, games)
    chance = np.random.default_rng(seed)
    for turns, groups in groupby(reversed(states.groups), key=lambda group: group.turns):
        if turns:
            play.turn(groups, chance.integers(len(FACES), size=(_ROLLS, DICE, games)))
            yield play.numbers.copy(), play.totals.copy()


def quantiles(totals: Floats) -> list[int]:
    """The QUANTILES of these totals, rising."""
    shares = np.arange(1, QUANTILES + 1) / (QUANTILES + 1)
    found: list[int] = np.quantile(totals, shares, method="inverted_cdf").astype(int).tolist()
    return found


@dataclass(frozen=True, slots=True)
class _Some:
    """Games that stand in one piece of a group: of each its place among all, that of its state's total, and
    that of its lower section in the group. `piece` are the totals that are solved side by side.
    """

    group: Group
    piece: slice
    games: Places
    totals: Places
    lowers: Places

    @property
    def columns(self) -> Places:
        """Where their states stand on the desk."""
        found: Places = (self.totals - self.piece.start) * len(self.group.lowers) + self.lowers
        return found


class _Play:
    """Where each game stands: the number of its state, and its total so far."""

    def __init__(self, states: States, values: Floats, games: int) -> None:
        self._states = states
        self._solver = Solver(states, spread=False)
        self._solver.values = values
        self.numbers = np.full(games, states.number(states.start))
        self.totals = np.zeros(games)

    def turn(self, groups: Iterable[Group], dice: Places) -> None:
        """A turn of every game; they all stand in these groups. `dice` are faces from 0: for each roll and
        each of five dice a row, a column a game; so many of them count as are rolled.
        """
        for some in chain.from_iterable(map(self._in, groups)):
            moves = self._solver.moves(some.group)
            desk = self._solver.boxes(some.group, moves, some.piece)
            roll = _rolled(desk, some.columns, dice[:, :, some.games])
            self._fill(some, moves, roll)

    def _in(self, group: Group) -> Iterator[_Some]:
        """The games that stand in that group."""
        first, width = self._states.first(group.upper), len(self._states.lower_places(group.upper))
        totals, lowers = np.divmod(self.numbers - first, width)
        lowers -= group.start
        inside = (lowers >= 0) & (lowers < len(group.lowers))
        for piece in self._solver.pieces(group):
            games = np.flatnonzero(inside & (totals >= piece.start) & (totals < piece.stop))
            if len(games):
                yield _Some(group, piece, games, totals[games], lowers[games])

    def _fill(self, some: _Some, moves: Sequence[Move], roll: Places) -> None:
        """Each game takes the box that is worth most for its roll."""
        targets = [move.rolls.every[roll] for move in moves]
        worth = [
            self._solver.after(move, some.piece)[0][target, some.columns]
            for move, target in zip(moves, targets, strict=True)
        ]
        best = np.argmax(worth, axis=0)
        for place, (move, target) in enumerate(zip(moves, targets, strict=True)):
            self._go_on(some, move, target, best == place)

    def _go_on(self, some: _Some, move: Move, target: Places, here: npt.NDArray[np.bool_]) -> None:
        """Those of them that take that box."""
        games, chosen, totals = some.games[here], target[here], some.totals[here]
        step = move.step
        first, width = self._states.first(step.upper), len(self._states.lower_places(step.upper))
        after = _or_one(step.totals, chosen, totals), _or_one(move.columns, chosen, some.lowers[here])
        self.numbers[games] = first + after[0] * width + after[1]
        self.totals[games] += _or_one(step.brought, chosen, totals)


def _or_one(numbers: npt.NDArray[Any], rows: Places, columns: Places) -> npt.NDArray[Any]:
    """These of the numbers; where there is one row for all, or one column, that."""
    found: npt.NDArray[Any] = numbers[
        np.minimum(rows, len(numbers) - 1), np.minimum(columns, numbers.shape[1] - 1)
    ]
    return found


def _rolled(desk: Desk, columns: Places, dice: Places) -> Places:
    """What lies on the table after the last roll, by its place among ROLLS."""
    worth = [_after_a_roll(desk) for _ in dice[1:]]
    place = _thrown(np.zeros_like(columns), dice[0])
    for (kept, best), faces in zip(reversed(worth), dice[1:], strict=True):
        place = _thrown(_kept(place, columns, kept, best), faces)
    return place - FIRST_ROLL


def _after_a_roll(desk: Desk) -> tuple[Floats, Floats]:
    """With one roll more left: what each keep is worth, and what the best within it is."""
    desk.grow()
    kept = desk.worth.copy()
    desk.choose()
    return kept, desk.worth.copy()


def _kept(place: Places, columns: Places, kept: Floats, best: Floats) -> Places:
    """The best keep within that of each game: a die is put away for as long as that is better."""
    for _ in range(DICE):
        fewer = _FEWER[place]
        better = fewer[np.arange(len(place)), best[fewer, columns[:, None]].argmax(axis=1)]
        place = np.where(kept[place, columns] < best[place, columns], better, place)
    return place


def _thrown(place: Places, faces: Places) -> Places:
    """What each game's keep becomes with these faces, of which the first count."""
    for face in faces:
        more = place < FIRST_ROLL
        place = np.where(more, _GROWN[np.where(more, place, 0), face], place)
    return place
