"""Boxes, rule sets and a player's sheet, and THE answer on what a roll may fill.

Everything that asks whether an entry is legal (preview, buttons, saving, correcting, importing) asks
`judge` or `judge_points`, or a list made from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from scorepad.rules.cards import ScoreCard
from scorepad.rules.combos import Score
from scorepad.rules.dice import ALL_ROLLS, Dice
from scorepad.rules.refusal import Refused

EXTRA_YAHTZEE = 100


class Section(Enum):
    """The two halves of a sheet."""

    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True)
class Box:
    """One line of the sheet: its id (RULES.md, Names), its section, what a roll is worth in it.

    `fixed` is the one amount it pays, where it has one; `face` the number of an upper box.
    """

    id: str
    section: Section
    score: Score
    fixed: int | None = None
    face: int = 0

    @cached_property
    def possible(self) -> frozenset[int]:
        """The points that some roll pays here by the plain rules."""
        return frozenset(self.score(dice) for dice in ALL_ROLLS)

    def joker_pays(self, dice: Dice) -> int:
        """What five alike pay here as a Joker (RULES.md, Joker, 2)."""
        return self.score(dice) if self.fixed is None else self.fixed

    @cached_property
    def five_alike_pays(self) -> frozenset[int]:
        """The points that an extra Yahtzee can bring here: as its number, as a Joker, or 0 (upper)."""
        if self.section is Section.UPPER:
            return frozenset((0, 5 * self.face))
        return frozenset(self.joker_pays(dice) for dice in ALL_ROLLS if dice.alike)


@dataclass(frozen=True)
class RuleSet:
    """A way to play, as data (RULES.md, first table).

    `five_alike` is the box of five alike. `joker`: five alike are placed by force and pay extra.
    `cards`: action cards, score cards, claimed bonuses and a roll-off for the first place.
    `in_order`: boxes are filled from top to bottom. `most_players` is None where there is no limit.
    `starter` is the form's first choice: `random` or `first`.
    """

    id: str
    boxes: tuple[Box, ...]
    five_alike: str
    most_players: int | None = None
    least_players: int = 1
    upper_bonus: int = 0
    joker: bool = False
    cards: bool = False
    in_order: bool = False
    starter: str = "first"
    bonus_at: int = 63
    _by_id: dict[str, Box] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {box.id: box for box in self.boxes})

    def box(self, box_id: str) -> Box:
        """The box of that id. Raises Refused `unknown_box`."""
        try:
            return self._by_id[box_id]
        except KeyError:
            raise Refused("unknown_box", box=box_id) from None

    @cached_property
    def upper(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.section is Section.UPPER)

    @cached_property
    def lower(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.section is Section.LOWER)


@dataclass(frozen=True, slots=True)
class Target:
    """A legal entry for a roll: the box, its points, and the bonus that comes with it (0 or 100).

    `claim`: the bonus is claimed, and the box given a zero for it (Free for All).
    """

    box: str
    points: int
    extra: int = 0
    claim: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's column: filled boxes (id → points, in the order filled) and extra Yahtzees.

    Free for All: the score `cards` gained, the points taken off by others' cards (`penalties`) and how
    many action cards were `played`.
    """

    ruleset: RuleSet
    filled: Mapping[str, int]
    extras: int = 0
    left: bool = False
    cards: tuple[ScoreCard, ...] = ()
    penalties: int = 0
    played: int = 0

    @property
    def upper(self) -> int:
        return sum(self.filled.get(box.id, 0) for box in self.ruleset.upper)

    @property
    def upper_bonus(self) -> int:
        return self.ruleset.upper_bonus if self.upper >= self.ruleset.bonus_at else 0

    @property
    def lower(self) -> int:
        return sum(self.filled.get(box.id, 0) for box in self.ruleset.lower)

    @property
    def score_cards(self) -> int:
        """What the score cards bring as the sheet stands."""
        return sum(card.brings(self.filled) for card in self.cards)

    @property
    def total(self) -> int:
        """Both sections, upper bonus, extra Yahtzees and score cards, less what others took off."""
        boxes = sum(self.filled.values()) + self.upper_bonus
        return boxes + EXTRA_YAHTZEE * self.extras + self.score_cards - self.penalties

    @property
    def full(self) -> bool:
        return len(self.filled) == len(self.ruleset.boxes)

    @property
    def first_open(self) -> str | None:
        """The first empty box from the top, None when the sheet is full."""
        return next((box.id for box in self.ruleset.boxes if box.id not in self.filled), None)

    def write(self, target: Target) -> Sheet:
        """The sheet with that target filled in."""
        filled = {**self.filled, target.box: target.points}
        extras = self.extras + (1 if target.extra else 0)
        return Sheet(self.ruleset, filled, extras, self.left, self.cards, self.penalties, self.played)

    def leave(self) -> Sheet:
        """The sheet of a player who went home: what is open counts nothing."""
        return replace(self, left=True)


def _open_box(sheet: Sheet, box_id: str) -> Box:
    box = sheet.ruleset.box(box_id)
    if box_id in sheet.filled:
        raise Refused("box_filled", box=box_id)
    if sheet.ruleset.in_order and box_id != (must := sheet.first_open or ""):
        raise Refused("out_of_order", box=box_id, must=must)
    return box


def _joker_points(sheet: Sheet, dice: Dice, box: Box) -> int:
    """RULES.md, Joker: the first line that applies decides."""
    number = next(upper.id for upper in sheet.ruleset.upper if upper.face == dice.alike)
    if number not in sheet.filled:
        if box.id != number:
            raise Refused("joker_upper", box=box.id, must=number)
        return box.score(dice)
    if box.section is Section.LOWER:
        return box.joker_pays(dice)
    if any(lower.id not in sheet.filled for lower in sheet.ruleset.lower):
        raise Refused("joker_lower", box=box.id)
    return 0


def is_joker(sheet: Sheet, dice: Dice) -> bool:
    """Five alike while the box of five alike is filled, with points or with 0."""
    return bool(sheet.ruleset.joker and dice.alike and sheet.ruleset.five_alike in sheet.filled)


def pays_extra(sheet: Sheet) -> bool:
    """Whether five alike would earn the extra-Yahtzee bonus now: the box holds its 50."""
    return bool(sheet.ruleset.joker and sheet.filled.get(sheet.ruleset.five_alike))


def may_claim(sheet: Sheet, dice: Dice) -> bool:
    """Whether that roll is an extra Yahtzee whose bonus may be claimed (Free for All)."""
    return bool(sheet.ruleset.cards and dice.alike and sheet.filled.get(sheet.ruleset.five_alike))


def judge(sheet: Sheet, dice: Dice, box_id: str, claim: bool = False) -> Target:
    """What filling that box with that roll brings, or with a claim: the bonus, and a zero.

    Raises Refused `unknown_box`, `box_filled`, `out_of_order` (box, must), `joker_upper` (box, must),
    `joker_lower` (box) or `no_claim`.
    """
    box = _open_box(sheet, box_id)
    if claim:
        if not may_claim(sheet, dice):
            raise Refused("no_claim")
        return Target(box_id, 0, EXTRA_YAHTZEE, claim=True)
    if not is_joker(sheet, dice):
        return Target(box_id, box.score(dice))
    extra = EXTRA_YAHTZEE if pays_extra(sheet) else 0
    return Target(box_id, _joker_points(sheet, dice, box), extra)


def judge_points(sheet: Sheet, box_id: str, points: int, extra: bool) -> Target:
    """What filling that box with points alone brings: a turn whose dice nobody wrote down (RECORD.md).

    Raises as `judge`, and Refused `impossible_points` (box, points) or `no_extra` (box, points).
    """
    box = _open_box(sheet, box_id)
    if not extra:
        if points not in box.possible:
            raise Refused("impossible_points", box=box_id, points=points)
        return Target(box_id, points)
    if not pays_extra(sheet) or points not in box.five_alike_pays:
        raise Refused("no_extra", box=box_id, points=points)
    return Target(box_id, points, EXTRA_YAHTZEE)


def answers(sheet: Sheet, dice: Dice) -> dict[str, Target | Refused]:
    """For every open box, in sheet order: the target it is, or why it is closed to this roll."""
    found: dict[str, Target | Refused] = {}
    for box in sheet.ruleset.boxes:
        if box.id not in sheet.filled:
            try:
                found[box.id] = judge(sheet, dice, box.id)
            except Refused as refused:
                found[box.id] = refused
    return found


def claims(sheet: Sheet, dice: Dice) -> tuple[Target, ...]:
    """For each open box, the claim that gives it a zero; none where nothing may be claimed."""
    if not may_claim(sheet, dice):
        return ()
    return tuple(judge(sheet, dice, box_id, claim=True) for box_id in open_boxes(sheet))


def targets(sheet: Sheet, dice: Dice) -> tuple[Target, ...]:
    """Every legal target of that roll, in sheet order; a box's claim after its points."""
    plain = [found for found in answers(sheet, dice).values() if isinstance(found, Target)]
    claimed = {target.box: target for target in claims(sheet, dice)}
    return tuple(
        target for found in plain for target in (found, claimed.get(found.box)) if target is not None
    )


def open_boxes(sheet: Sheet) -> tuple[str, ...]:
    """The boxes that some roll may fill now: all empty ones, in Forced Yatzy the first of them alone."""
    empty = tuple(box.id for box in sheet.ruleset.boxes if box.id not in sheet.filled)
    return empty[:1] if sheet.ruleset.in_order else empty


def point_targets(sheet: Sheet, box_id: str) -> tuple[Target, ...]:
    """Everything that some roll may bring in that box now: plain points rising, then those with a bonus.

    Raises Refused `unknown_box`, `box_filled` or `out_of_order` (box, must).
    """
    _open_box(sheet, box_id)
    found = set()
    for dice in ALL_ROLLS:
        with suppress(Refused):
            found.add(judge(sheet, dice, box_id))
    return tuple(sorted(found, key=lambda target: (target.extra, target.points)))
