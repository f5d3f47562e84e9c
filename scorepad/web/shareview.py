"""A finished game laid out as a picture: what stands where.

Lengths are units of the picture, SIDE wide and high; those across run from where reading begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.coach import Turning
from scorepad.rules import Game
from scorepad.stats import News
from scorepad.store import StoredGame
from scorepad.web.chart import best_first
from scorepad.web.lettering import fitting, width_of, wrapped
from scorepad.web.words import Words

SIDE = 1080
LEFT, RIGHT, NAMES = 96, 984, 173
"""Where words begin and end, and where names begin."""
TOP, FOOT = 281, 954
"""Between these is the room for the rows and the turn that decided the game."""

MOST_ROWS, MOST_WITH_DICE = 10, 6
_HIGHEST, _LARGER, _LEAST_BAND = 150, 1.35, 200
_HEADLINE, _LEAST_HEADLINE = 108, 58
_LEAST_NAME = 0.7
"""How small a name may be before it is cut, as a share of its usual size."""
_DICE = 506
"""How wide a row of dice is."""

_RING = (
    *((0.51, 0.08), (0.24, 0.03), (0.04, 0.2), (0.04, 0.49), (0.21, 0.94)),
    *((0.49, 0.95), (0.96, 0.8), (0.96, 0.51), (0.8, 0.09), (0.4, 0.1)),
)
"""The points of a ring in a square of 1: where it begins, then those that its curves lead to and bend by."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Words on their base line, `y`."""

    text: str
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Row:
    """A player or a team: the name of that `size`, what became of them after it, a badge at `badge_x`, both
    `small`, and the total, a figure of the size `figure`.
    """

    rank: str
    name: str
    total: str
    fate: str
    badge: str
    first: bool
    top: float
    height: float
    size: float
    badge_x: float
    badge_width: float
    small: float
    figure: float
    total_width: float

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Deciding:
    """The turn that decided the game: faces, each so large, and the words beside them."""

    faces: tuple[int, ...]
    die: float
    y: float
    lines: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """`more` tells of those for whom there is no row; `blank` are the rules of rows that are empty; totals
    end at `sums`.
    """

    sheet: Placed
    day: Placed
    headline: tuple[Placed, ...]
    rows: tuple[Row, ...]
    more: Placed | None
    end: float
    blank: tuple[float, ...]
    deciding: Deciding | None
    sums: float
    foot: str


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said in a row."""

    rank: int
    name: str
    total: int
    first: bool
    fate: str = ""
    badge: str = ""


def picture_of(
    stored: StoredGame, record: int | None, news: News | None, turning: Turning | None, said: Words
) -> Picture:
    """`record` is what one who plays alone had before."""
    game = stored.game
    told = _teams(game, said) if game.teams else _players(stored, news, said)
    shown = told if len(told) <= MOST_ROWS else told[: MOST_ROWS - 1]
    with_dice = turning is not None and len(told) <= MOST_WITH_DICE
    rows = _rows(shown, len(told) > len(shown), FOOT - TOP - (_LEAST_BAND if with_dice else 0), said)
    end = rows[-1].top + rows[-1].height
    more = _more(len(told) - len(shown), end, rows[-1].height, said)
    end += rows[-1].height if more else 0
    return Picture(
        _on_top(said.plain(said.ruleset(game.ruleset.id)), 37),
        _on_top(said.whole_day(stored.finished_at or ""), 32),
        _headline(said.plain(said.outcome(stored, record))),
        rows,
        more,
        end,
        () if with_dice else _blank(end, rows[-1].height),
        _deciding(game, turning, end, said) if turning and with_dice else None,
        _sums(rows, said),
        said.plain(said.for_real_dice()),
    )


# --- the rows -------------------------------------------------------------------------------------------


def _players(stored: StoredGame, news: News | None, said: Words) -> list[_Told]:
    game, ranks = stored.game, stored.game.ranks
    best = max((game.sheet(seat).total for seat in game.seats if not game.sheet(seat).left), default=0)
    told: list[_Told] = []
    for seat in best_first(game):
        sheet = game.sheet(seat)
        stayed = not sheet.left
        badge = _badge(stored, news, said) if stayed and sheet.total == best else ""
        fate = said.plain(said.fate(game, seat))
        told.append(
            _Told(ranks[seat], game.player(seat), sheet.total, ranks[seat] == 1 and stayed, fate, badge)
        )
    return told


def _badge(stored: StoredGame, news: News | None, said: Words) -> str:
    """That the best total of a game was the best for long; empty where it was not."""
    if not news or not (news.ever or news.since):
        return ""
    told = said.best_since(news.since, stored.game.ruleset.id, stored.finished_at or "")
    return said.plain(told)


def _teams(game: Game, said: Words) -> list[_Told]:
    return [
        _Told(team.rank, said.plain(team.name), team.total, team.first) for team in said.ranked_teams(game)
    ]


def _rows(told: Sequence[_Told], more: bool, room: float, said: Words) -> tuple[Row, ...]:
    """Rows in that room; that of one who won alone is higher, and those of the others are alike."""
    larger = _LARGER if [one.first for one in told].count(True) == 1 else 1.0
    height = min(_HIGHEST, room / (len(told) + more + larger - 1))
    tops = [TOP, *(TOP + height * (larger + index) for index in range(len(told) - 1))]
    heights = [height * larger, *(height for _ in told[1:])]
    return tuple(_row(one, top, high, said) for one, top, high in zip(told, tops, heights, strict=True))


def _row(told: _Told, top: float, height: float, said: Words) -> Row:
    """The badge goes where the name would have to be cut for it."""
    figure, size, small = min(74.0, height * 0.6), min(56.0, height * 0.48), min(31.0, height * 0.34)
    total = said.number(told.total)
    sum_width, badge_width = width_of(total, figure), width_of(told.badge, small) + small * 2
    room = RIGHT - NAMES - sum_width - figure - (width_of(told.fate, small) + 20 if told.fate else 0)
    badge = told.badge if width_of(told.name, size * _LEAST_NAME) + badge_width + 26 <= room else ""
    name, size = _name(told.name, size, room - (badge_width + 26 if badge else 0))
    return Row(
        *(said.number(told.rank), name, total, told.fate, badge, told.first, top, height, size),
        *(NAMES + width_of(name, size) + 26, badge_width, small, figure, sum_width),
    )


def _name(name: str, size: float, room: float) -> tuple[str, float]:
    """As it fits: a little smaller, then cut."""
    fits = fitting(name, size, room)
    least = size * _LEAST_NAME
    if fits >= least:
        return name, fits
    longest = next((count for count in range(len(name), 1, -1) if _fits(name, count, least, room)), 2)
    return Words.short_name(name, longest), least


def _fits(name: str, longest: int, size: float, room: float) -> bool:
    return width_of(Words.short_name(name, longest), size) <= room


def _more(count: int, end: float, height: float, said: Words) -> Placed | None:
    """How many there are besides, in a row of its own."""
    size = min(40.0, height * 0.46)
    return Placed(said.plain(said.more(count)), end + height / 2 + size * 0.36, size) if count else None


def _blank(end: float, height: float) -> tuple[float, ...]:
    """The rules of the empty rows below."""
    count = int((FOOT - end - 1) // height)
    return tuple(end + height * number for number in range(1, count + 1))


def _sums(rows: Sequence[Row], said: Words) -> float:
    """Where totals end: figures align by their units, whichever way one reads."""
    return RIGHT if said.direction == "ltr" else RIGHT - max(row.total_width for row in rows)


# --- the words ------------------------------------------------------------------------------------------


def _on_top(text: str, most: float) -> Placed:
    """One of the two that share the first line."""
    return Placed(text, 118, fitting(text, most, (RIGHT - LEFT) / 2 - 12))


def _headline(text: str) -> tuple[Placed, ...]:
    """In one line, or in two that are smaller."""
    width = RIGHT - LEFT
    size = fitting(text, _HEADLINE, width)
    if size >= _LEAST_HEADLINE:
        return (Placed(text, 204 + size * 0.33, size),)
    size = _LEAST_HEADLINE
    while len(lines := wrapped(text, size, width)) > 2 and size > 1:
        size -= 2
    return tuple(Placed(line, 190 + index * size * 1.15, size) for index, line in enumerate(lines))


def _deciding(game: Game, turning: Turning, end: float, said: Words) -> Deciding:
    """The dice, where they are known, and beside them what they were."""
    faces = turning.turn.dice.faces if turning.turn.dice else ()
    told = said.plain(said.round_decided(turning)), said.plain(said.decided(game, turning))
    lines = _beside(told, RIGHT - LEFT - (_DICE + 36 if faces else 0), (end + FOOT) / 2)
    die = (_DICE + 14) / len(faces) - 14 if faces else 0
    return Deciding(faces, die, (end + FOOT - die) / 2, lines)


def _beside(told: Sequence[str], width: float, middle: float) -> tuple[Placed, ...]:
    """Sentences one below the other, as small as it takes for four lines."""
    size = 34.0
    while len(lines := [line for text in told for line in wrapped(text, size, width)]) > 4 and size > 12:
        size -= 2
    first = middle - size * 1.3 * (len(lines) - 1) / 2 + size * 0.36
    return tuple(Placed(line, first + size * 1.3 * index, size) for index, line in enumerate(lines))


def ring(x: float, y: float, width: float, height: float) -> str:
    """A line drawn by hand around what is there, as a path."""
    points = [f"{x + across * width:.1f} {y + down * height:.1f}" for across, down in _RING]
    return "M{}C{} {} {}S{} {} {} {} {} {}".format(*points)
