"""The whole story of a game: how it began, its events, and all that stands of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scorepad.rules.events import Edit, Event, FetchBack, Hints, Suspense, ThrowAway, Turn, TurnClock
from scorepad.rules.fold import Standing, active, fold, late_seats, rules_told, standing
from scorepad.rules.game import Game
from scorepad.rules.moments import moved
from scorepad.rules.refusal import Refused
from scorepad.rules.ruleset import RuleSet
from scorepad.rules.teams import Teams


class Manner(NamedTuple):
    """How a table plays beside its rules: `teams` by places at the start, whether sums are hidden until the
    end, and how many seconds a turn has, 0 for no `clock`.
    """

    teams: Teams = ()
    suspense: bool = False
    clock: int = 0


AS_USUAL = Manner()
"""Each alone, all to be seen, no clock."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game before its first event. `players` are in the order of the start, with all who ever came.
    `rules_name` is what its house rules are called.

    `finish` is a finish that was told from outside, that of the entry which event `finish_of` made. The
    teams of `manner` are by places, in the order of `players`.
    """

    ruleset: RuleSet
    players: tuple[str, ...]
    note: str = ""
    started_at: str = ""
    finish: str | None = None
    finish_of: int | None = None
    rules_name: str = ""
    manner: Manner = AS_USUAL


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the game; moments are UTC. None: it is not finished, or not thrown away.

    `hints`: the coach tells all what it would do; `hinted`: it did so once, which nothing takes back.
    `suspense` and `clock` are as in Manner.
    """

    note: str
    started_at: str
    finished_at: str | None
    deleted_at: str | None
    rules_name: str = ""
    hints: bool = False
    hinted: bool = False
    suspense: bool = False
    clock: int = 0


@dataclass(frozen=True)
class Story:
    """A game with the events that tell it. What is asked of it at every look is folded once."""

    beginning: Beginning
    events: tuple[Event, ...]
    game: Game
    beside: Beside

    @property
    def seen(self) -> int:
        """The number of the last event, 0 before the first."""
        return self.events[-1].number if self.events else 0

    @cached_property
    def active(self) -> list[Event]:
        """The events that no standing undo takes back, in order."""
        return active(self.events)

    @cached_property
    def standing(self) -> list[Standing]:
        """The entries that stand, in order, corrections put in place."""
        return standing(self.events)

    def turn(self, number: int) -> Turn:
        """The turn that stands as that event. Raises Refused `no_turn`."""
        found = next((told.entry for told in self.standing if told.number == number), None)
        if not isinstance(found, Turn):
            raise Refused("no_turn")
        return found

    def at(self, seen: int) -> Story:
        """The story as it was when that event was the last one."""
        if seen == self.seen:
            return self
        earlier = tuple(event for event in self.events if event.number <= seen)
        to_come = late_seats(self.events) - late_seats(earlier)
        came = self.beginning.players[: len(self.beginning.players) - len(to_come)]
        return tell(replace(self.beginning, players=came), earlier)


def tell(beginning: Beginning, events: tuple[Event, ...]) -> Story:
    """The story that these events tell. Raises Refused as `fold`."""
    game = fold(beginning.ruleset, beginning.players, events, beginning.manner.teams)
    return Story(beginning, events, game, beside(beginning, events, game))


def beside(beginning: Beginning, events: Sequence[Event], game: Game) -> Beside:
    """What these events leave beside their game."""
    note, starts, deleted_at = beginning.note, [(0, beginning.started_at)], None
    _, suspense, clock = beginning.manner
    for event in events:
        match event.what:
            case Edit(note, started_at):
                starts.append((event.number, started_at))
            case ThrowAway():
                deleted_at = event.at
            case FetchBack():
                deleted_at = None
            case Suspense(suspense):
                pass
            case TurnClock(clock):
                pass
    finished_at = _finish(beginning, events, starts) if game.finished else None
    told = rules_told(events)
    rules_name = told.name if told else beginning.rules_name
    hints = [event.what.on for event in events if isinstance(event.what, Hints)]
    now = hints[-1:] == [True] and not game.finished
    return Beside(note, starts[-1][1], finished_at, deleted_at, rules_name, now, any(hints), suspense, clock)


def _finish(beginning: Beginning, events: Sequence[Event], starts: Sequence[tuple[int, str]]) -> str:
    """The moment of the entry that finished the game; it moves along with a start that is put right later.

    Stamped before the start that stood then, by a clock that was wrong, it is told as that start. What other
    entries are stamped is no bound: one of 2099 would draw all later ones there. A finish that was told from
    outside is told as it was.
    """
    told = standing(events)
    if not told:
        return beginning.finish or beginning.started_at
    last = told[-1]
    since = [start for number, start in starts if number < last.number][-1]
    moment = max(last.at, since)
    if beginning.finish and last.number == beginning.finish_of:
        moment, since = beginning.finish, beginning.started_at
    try:
        return moved(moment, since, starts[-1][1])
    except Refused:  # kept by an earlier version before it was asked
        return moment
