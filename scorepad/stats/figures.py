"""The figures of one player by one sheet and its options, from what is kept beside the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meeting:
    """A player's games with another one who stayed, too. `difference` is the sum of own less other totals."""

    id: int
    name: str
    games: int
    wins: int
    draws: int
    difference: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's total in a finished game, and where to find it."""

    key: str
    finished_at: str
    total: int
    won: bool


@dataclass(frozen=True)
class Figures:
    """What a player did by one sheet and its options (`options_text`), in the games that were not left.

    `company` are the games with others, `wins` those won, first places that were `shared` among them; `alike`
    boxes held all dice alike, `extras` came again. `totals` and `cells` tell how often which points were
    written: total → sheets, cell → (points → sheets). `run` is the winning run that goes on.
    """

    id: int
    name: str
    ruleset: str
    options: str
    games: int
    company: int
    wins: int
    shared: int
    bonuses: int
    alike: int
    extras: int
    run: int
    longest_run: int
    totals: Mapping[int, int]
    cells: Mapping[str, Mapping[int, int]]
    meetings: tuple[Meeting, ...]
