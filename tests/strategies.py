"""Hypothesis strategies: rolls, house rules, legal games and events.

They stand on RULES.md and SHEETS.md told a second time (tests/oracle), so that a game made here is
legal by the rules and not merely by the program's own word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorepad.rules import (
    ACTION_KINDS,
    ActionCard,
    Dice,
    Edit,
    Entry,
    Event,
    Exchange,
    FetchBack,
    Fix,
    Fixes,
    Gain,
    Game,
    Hints,
    Join,
    Leave,
    Order,
    Payload,
    Redo,
    Regroup,
    Rename,
    RollOff,
    RuleSet,
    ScoreCard,
    Skip,
    Suspense,
    ThrowAway,
    Turn,
    TurnClock,
    Uncard,
    Undo,
    dice_from_digits,
    replay,
    with_options,
)
from tests import oracle
from tests.oracle import (
    ALIKE,
    BONUS,
    BOXES,
    EVERY_ROLL,
    FIVE_ALIKE,
    SHEETS,
    UPPER,
    Faces,
    House,
    Pad,
    every_roll,
    written,
)

__all__ = [
    "BOXES",
    "EVERY_ROLL",
    "FIVE_ALIKE",
    "SHEETS",
    "UPPER",
    "Faces",
    "House",
    "Pad",
    "written",
]

RULESET_IDS = ("yahtzee", "yacht", "yatzy", "forced_yatzy")
"""The sheets of RULES.md that have no cards."""
UPPER_BONUS = {ruleset: BONUS[ruleset][0] for ruleset in RULESET_IDS}
NAMES = ("Ana", "Ben", "Cleo", "Åke", "مینا", "Eeva-Liisa")


def quick(max_examples: int = 60) -> settings:
    """Settings for a property over whole games: fewer examples, no clock."""
    return settings(max_examples=max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def five(text: str) -> Dice:
    """The roll of five dice written so."""
    return dice_from_digits(text, 5)


def worth(ruleset: str, box: str, faces: Sequence[int]) -> int:
    """What a roll pays in a box by the plain rules of that sheet (no Joker)."""
    return oracle.worth(House(ruleset), box, faces)


def legal(ruleset: str, filled: Mapping[str, int], faces: Sequence[int]) -> dict[str, tuple[int, int]]:
    """Cell → points and bonus, for every cell of that sheet that this roll may fill."""
    return oracle.legal(House(ruleset), filled, faces)


def rules_of(house: House) -> RuleSet:
    """The rule set of a sheet under its house rules."""
    return with_options(house.sheet, dict(house.options))


# --- strategies -------------------------------------------------------------------------------------

rolls: st.SearchStrategy[Faces] = st.sampled_from(EVERY_ROLL + FIVE_ALIKE * 20)
"""Any roll of five dice; five alike come far more often than at a table."""
_rolls = {5: rolls, 6: st.sampled_from(every_roll(6) + ALIKE[6] * 40)}


def rolls_of(sheet: str) -> st.SearchStrategy[Faces]:
    """Any roll of that sheet's dice."""
    return _rolls[oracle.dice_of(sheet)]


bonuses: st.SearchStrategy[tuple[int, int]] = st.sampled_from(((0, 63), (35, 63), (50, 63), (100, 84))) | (
    st.tuples(st.integers(0, 999), st.integers(1, 130) | st.integers(1, 999))
)


@st.composite
def houses(draw: st.DrawFn, sheets: Sequence[str] = SHEETS) -> House:
    """A sheet under some of its house rules; a value may be the sheet's own."""
    sheet = draw(st.sampled_from(sheets))
    known: dict[str, st.SearchStrategy[object]] = {
        option: st.sampled_from(values) for option, values in oracle.options_of(sheet).items()
    }
    told = draw(st.fixed_dictionaries({}, optional=known | {"bonus": bonuses}))
    return House(sheet, tuple(told.items()))


@dataclass(frozen=True)
class Story:
    """A legal game: its entries, and the pad as it stands after them."""

    house: House
    players: tuple[str, ...]
    late: frozenset[int]
    entries: tuple[Entry, ...]
    pad: Pad

    @property
    def ruleset(self) -> str:
        """The id of its sheet."""
        return self.house.sheet

    @property
    def came(self) -> tuple[str, ...]:
        """The players without those who are still awaited (they are the last ones)."""
        return self.players[: len(self.players) - len(self.pad.waiting)]

    @property
    def game(self) -> Game:
        return replay(rules_of(self.house), self.players, self.entries, self.late)


def _steps(sheet: str) -> st.SearchStrategy[tuple[Faces, int, int]]:
    """A roll, which of its cells is taken, and what else happens."""
    return st.tuples(rolls_of(sheet), st.integers(0, 38), st.integers(0, 19))


def _mark(pad: Pad, act: int) -> Entry | None:
    """Now and then somebody is passed over, goes home or comes late."""
    if act == 17 and pad.mover is not None:
        pad.last = pad.mover
        return Skip(pad.last)
    at_table = [s for s in range(1, len(pad.filled) + 1) if s not in pad.left | pad.waiting]
    if act == 18 and len(at_table) > 1:
        pad.left.add(at_table[-1])
        return Leave(at_table[-1])
    if act == 19 and pad.waiting:
        seat = min(pad.waiting)
        pad.waiting.discard(seat)
        return Join(seat)
    return None


def _turn(pad: Pad, faces: Faces, choice: int, act: int, paper: bool) -> Turn:
    seat, first_roll = pad.mover or 0, pad.ruleset == "generala" and act > 13
    if paper and act == 0:
        return _copied(pad, seat, choice, first_roll)
    offered = oracle.legal(pad.house, pad.filled[seat - 1], faces, first_roll)
    alike = [cell for cell in offered if oracle.box_of(cell) == oracle.all_alike(pad.ruleset)]
    wanted = alike if choice % 2 and len(set(faces)) == 1 and alike else list(offered)
    cell = wanted[choice % len(wanted)]
    points, extra = offered[cell]
    if paper and act < 3:
        return _written(pad, seat, cell, first_roll, points=points, extra=extra)
    return _written(pad, seat, cell, first_roll, points, extra, dice_from_digits(written(faces), len(faces)))


def _copied(pad: Pad, seat: int, choice: int, first_roll: bool) -> Turn:
    """Points without dice, whatever is taken there: also what no order of turns could have brought."""
    filled = pad.filled[seat - 1]
    empty = oracle.open_cells(pad.house, filled)
    cell = empty[choice % len(empty)]
    by_mark = {(points, True) for points in oracle.marked(pad.house, filled, cell)}
    plain = {(points, False) for points in oracle.unmarked(pad.house, filled, cell, first_roll)}
    taken = sorted(plain | by_mark)
    points, extra = taken[choice % len(taken)]
    return _written(pad, seat, cell, first_roll, points, oracle.bonus(pad.house, filled, cell) * extra)


def _written(
    pad: Pad, seat: int, cell: str, first_roll: bool, points: int, extra: int, dice: Dice | None = None
) -> Turn:
    """That turn, once the pad has it; by its points alone where there are no dice."""
    pad.fill(seat, cell, points, extra, oracle.wins(pad.house, cell, points, first_roll))
    box, column = oracle.box_of(cell), oracle.column_of(cell)
    if dice:
        return Turn(seat, box, dice, column=column, first_roll=first_roll)
    return Turn(seat, box, points=points, extra=extra > 0, column=column, first_roll=first_roll)


@st.composite
def stories(
    draw: st.DrawFn,
    rulesets: Sequence[str] = RULESET_IDS,
    *,
    varied: bool = False,
    whole: bool = False,
    most: int = 4,
    marks: bool = True,
    paper: bool = True,
) -> Story:
    """A legal game: `whole` to its end with everybody there, else broken off anywhere.

    `varied`: under house rules; `marks`: with skips, leaves and late players; `paper`: with turns that have
    points alone.
    """
    house = draw(houses(rulesets) if varied else st.builds(House, st.sampled_from(rulesets)))
    count = draw(st.integers(1, most))
    late = draw(st.integers(0, count - 1)) if marks and not whole else 0
    pad = Pad(house, count, frozenset(range(count - late + 1, count + 1)))
    late_seats = frozenset(pad.waiting)
    turns = count * len(oracle.cells(house.sheet))
    entries = []
    steps = _steps(house.sheet)
    for faces, choice, act in draw(st.lists(steps, min_size=turns if whole else 0, max_size=turns)):
        if pad.mover is None:
            break
        mark = _mark(pad, act) if marks and not whole else None
        entries.append(mark or _turn(pad, faces, choice, act, paper))
    return Story(house, NAMES[:count], late_seats, tuple(entries), pad)


def lone_sheets(rulesets: Sequence[str] = RULESET_IDS, *, varied: bool = False) -> st.SearchStrategy[Story]:
    """Stories of one player, for the partly filled sheet at their end."""
    return stories(rulesets, varied=varied, most=1, marks=False)


@st.composite
def told(draw: st.DrawFn, story: Story) -> list[Event]:
    """Events that come to that story, by detours: entries undone, redone, told again or corrected."""
    events: list[Event] = []

    def tell(what: Payload) -> int:
        events.append(Event(len(events) + 1, what))
        return len(events)

    detours = draw(st.lists(st.integers(0, 9), min_size=len(story.entries), max_size=len(story.entries)))
    for entry, detour in zip(story.entries, detours, strict=True):
        if detour == 0:  # undone and told again
            tell(Undo(tell(entry)))
            tell(entry)
        elif detour == 1:  # undone and redone
            tell(Redo(tell(Undo(tell(entry)))))
        elif detour == 2 and isinstance(entry, Turn):  # wrong, then corrected
            tell(Fix(tell(Turn(entry.seat, "chance", points=5)), entry))
        elif detour == 3 and isinstance(entry, Turn):  # corrected wrongly, the correction undone
            tell(Undo(tell(Fix(tell(entry), Turn(entry.seat, "chance", points=5)))))
        else:
            tell(entry)
    return events


_seats = st.integers(-1, 5)
_boxes = st.sampled_from(("", "ones", "chance", "yahtzee", "sevens"))
_numbers = st.integers(-2, 9)
_few = st.integers(-1, 60)
_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_moments = st.sampled_from(("2026-11-29T18:05:00Z", "1900-01-01T00:00:00Z", "8999-12-31T23:59:59Z", "", "?"))
_cards = st.builds(ActionCard, st.sampled_from((*ACTION_KINDS, "")), _seats, _seats, _seats, _few, _texts)

any_turns: st.SearchStrategy[Turn] = st.builds(
    Turn,
    _seats,
    _boxes,
    st.none() | rolls.map(written).map(five),
    st.none() | _few,
    st.booleans(),
    st.none() | _cards,
    st.booleans(),
    st.integers(0, 3),
    st.booleans(),
)
_plain: st.SearchStrategy[Entry] = st.one_of(*(st.builds(kind, _seats) for kind in (Skip, Leave, Join)))

any_payloads: st.SearchStrategy[Payload] = st.one_of(
    any_turns,
    _plain,
    st.builds(Undo, _numbers),
    st.builds(Redo, _numbers),
    st.builds(Fix, _numbers, any_turns),
    st.builds(Exchange, _numbers, _numbers),
    st.builds(Fixes, st.lists(st.builds(Fix, _numbers, any_turns), max_size=3).map(tuple)),
    st.builds(Order, st.lists(_seats, max_size=5).map(tuple)),
    st.builds(Gain, st.builds(ScoreCard, _seats, _texts, _few, _boxes, _few)),
    st.builds(Uncard, _numbers),
    st.builds(RollOff, st.lists(st.tuples(_seats, _few), max_size=4).map(tuple)),
    st.builds(Edit, _texts, _moments),
    st.builds(Hints, st.booleans()),
    st.builds(Suspense, st.booleans()),
    st.builds(TurnClock, _few),
    st.builds(Regroup, st.lists(st.lists(_seats, max_size=3).map(tuple), max_size=3).map(tuple)),
    st.builds(Rename, _numbers, _texts),
    st.just(ThrowAway()),
    st.just(FetchBack()),
)
"""What an event may say, of every kind, whether or not any game would grant it."""


@st.composite
def histories(draw: st.DrawFn, *, least: int = 0) -> list[Event]:
    """Well-formed events, numbered in order, that need not make a legal game."""
    events: list[Event] = []
    for number in range(1, draw(st.integers(least, 12)) + 1):
        act = draw(st.integers(0, 5))
        if act in (1, 2) and number > 1:
            events.append(Event(number, Undo(draw(st.integers(1, number - 1)))))
        elif act == 3 and number > 1:
            events.append(Event(number, Fix(draw(st.integers(1, number - 1)), draw(any_turns))))
        else:
            events.append(Event(number, draw(any_turns | _plain)))
    return events


nonsense: st.SearchStrategy[list[Event]] = st.lists(
    st.builds(Event, st.integers(-2, 9), any_payloads, _moments), max_size=14
)
"""Events of every kind in any order, with any numbers, pointing anywhere."""

json_keys = st.text(st.characters(), max_size=6) | st.sampled_from(
    (
        "format",
        "version",
        "id",
        "ruleset",
        "players",
        "started_at",
        "finished_at",
        "note",
        "turns",
        "player",
        "dice",
        "points",
        "box",
        "extra_yahtzee",
        "skip",
        "leave",
        "join",
        "claim_bonus",
        "action_card",
        "score_cards",
        "roll_offs",
        "options",
        "rules_name",
        "column",
        "first_roll",
        "joker",
        "bonus",
    )
)

json_values: st.SearchStrategy[object] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(
        (*NAMES, "12345", "66666", "yahtzee", "chance", "scorepad-game", "2026-11-29T18:05:00Z")
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(json_keys, inner, max_size=4),
    max_leaves=12,
)
