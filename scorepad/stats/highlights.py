"""What an evening will be remembered for: its best sheet, its closest finish, its biggest comeback."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.stats.evenings import ByRules, Evening, Part
from scorepad.stats.records import BEST, CLOSEST, COMEBACK

Place = tuple[int, Part]
"""A player's part, and the number of its game in the evening, from 1."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A figure, whose it is, and in which game of the evening (`number`), by which sheet.

    `kind` is that of a record: CLOSEST has those who came next, and the totals of both; COMEBACK the round
    after which it began.
    """

    kind: str
    figure: int
    name: str
    number: int
    rules: ByRules
    others: tuple[str, ...] = ()
    totals: tuple[int, int] = (0, 0)
    round: int = 0


def highlights_of(evening: Evening) -> list[Highlight]:
    """What can be told of this evening; of one that is cut off, nothing. Of equals, the first.

    What only one game could be is none.
    """
    return [] if evening.more else [*_best(evening), *_closest(evening), *_comeback(evening)]


def _best(evening: Evening) -> Iterator[Highlight]:
    """The best sheet by each set of rules that came twice: others can't be compared."""
    for rules in evening.rules:
        own = [(n, part) for n, part in _parts(evening) if evening.games[n - 1].rules == rules]
        if len({n for n, _ in own}) > 1:
            number, best = max(own, key=lambda place: place[1].total)
            yield Highlight(BEST.id, best.total, best.name, number, rules)


def _parts(evening: Evening) -> Iterator[Place]:
    """Those of single games: what a team comes to is no sheet of one player."""
    games = ((number, game) for number, game in enumerate(evening.games, 1) if not game.of_teams)
    return ((number, part) for number, game in games for part in game.stayed)


def _closest(evening: Evening) -> Iterator[Highlight]:
    """Nothing lies between those who share a win; a roll-off, or a win at once, is no question of points."""
    finishes = [
        (0 if part.shared else part.margin, number, part)
        for number, part in _parts(evening)
        if part.won and (part.shared or part.margin is not None)
    ]
    if len({number for _, number, _ in finishes}) < 2:
        return
    margin, number, winner = min(finishes, key=lambda finish: (finish[0], finish[1]))
    game, total = evening.games[number - 1], winner.total - (margin or 0)
    others = tuple(part.name for part in game.stayed if part is not winner and part.total == total)
    yield Highlight(
        CLOSEST.id, margin or 0, winner.name, number, game.rules, others, totals=(winner.total, total)
    )


def _comeback(evening: Evening) -> Iterator[Highlight]:
    number, winner = max(_parts(evening), key=lambda place: place[1].behind, default=(0, None))
    if winner is not None and winner.behind:
        rules = evening.games[number - 1].rules
        yield Highlight(COMEBACK.id, winner.behind, winner.name, number, rules, round=winner.round)
