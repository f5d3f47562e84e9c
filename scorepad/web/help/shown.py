"""Tells of one rule set what all dice alike bring again, with turns that the rules score."""

from __future__ import annotations

from markupsafe import Markup

from scorepad.rules import FACES, Box, Cell, RuleSet, Sheet, Target, dice_from_digits
from scorepad.sentences import N_
from scorepad.web.help.jokers import alike_in, open_column, sheet_with
from scorepad.web.words import Words

Either = str | tuple[str, str]
"""A sentence, or two: for a sheet of one column, and for one of several."""

MUST_EXTRA = (
    N_("{yahtzee} holds {holds}, {box} is open, and you roll {dice}."
       " Only {box} will do: {points}, and {extra} extra."),
    N_("{yahtzee} holds {holds} in every column, {box} is open in column {column} alone, and you roll {dice}."
       " Only there will it do: {points}, and {extra} extra."),
)  # fmt: skip
MUST = (
    N_("{yahtzee} holds {holds}, {box} is open, and you roll {dice}. Only {box} will do: {points}."),
    N_("{yahtzee} holds {holds} in every column, {box} is open in column {column} alone, and you roll {dice}."
       " Only there will it do: {points}."),
)  # fmt: skip
AFTER_ZERO = (
    N_("{yahtzee} holds a zero, {number_box} is filled, and you roll {dice}."
       " In {box} it pays {points}, without a bonus."),
    N_("{yahtzee} holds a zero and {number_box} is filled, both in every column, and you roll {dice}."
       " In {box} it pays {points}, without a bonus."),
)  # fmt: skip
_FIRST_SECOND_THIRD = N_(
    "The first time they went into {first} ({first_points}), then into {second} ({second_points})."
    " The third time is your first extra one, and brings {extra}. No bonus is paid backwards."
)
IN_FULL_ALONE = N_(
    "{yahtzee} holds {holds}, {number_box} is filled, and you roll {dice}."
    " In {box} it pays {points}, without a bonus."
)
WITH_EXTRA = (
    N_("{yahtzee} holds {holds}, and you roll {dice}. In {box} it pays {points}, and {extra} extra."),
    N_("{yahtzee} holds {holds} in every column, and you roll {dice}."
       " In {box}, column {column}, it pays {points}, and {extra} extra."),
)  # fmt: skip


class Teller:
    """Tells it of one rule set in one language."""

    def __init__(self, words: Words, ruleset: RuleSet) -> None:
        self._ = words
        self.ruleset = ruleset
        self.several = len(ruleset.columns) > 1
        self.column = open_column(ruleset)
        self.holds = ruleset.all_alike.fixed or 0
        self.facts = self._facts()

    def _facts(self) -> dict[str, object]:
        _, ruleset = self._, self.ruleset
        second = self.second
        return {
            "alike": _.alike(ruleset.dice),
            "box": _.box(ruleset.all_alike.id, ruleset.id),
            "points": self.holds,
            "extra": ruleset.again.extra,
            "second": _.box(second.id, ruleset.id) if second else "",
            "second_points": (second.fixed or 0) if second else 0,
        }

    @property
    def second(self) -> Box | None:
        """The box that waits for that of all dice alike."""
        own = self.ruleset.all_alike.id
        return next((box for box in self.ruleset.boxes if box.after == own), None)

    def say(self, told: Either) -> Markup:
        """A sentence, or that of two which is for so many columns."""
        return self._(told if isinstance(told, str) else told[self.several], **self.facts)

    # --- examples -----------------------------------------------------------------------------------

    @property
    def best(self) -> Box:
        """The lower box that pays most beside that of all dice alike."""
        others = [box for box in self.ruleset.lower if box is not self.ruleset.all_alike and not box.after]
        return max(others, key=lambda box: box.fixed or 0)

    def shown(self, told: Either, sheet: Sheet, face: int, box: Box) -> Markup:
        """An example: dice that all show that face go into that box."""
        target = alike_in(sheet, face, box, self.column)
        return self._(
            told if isinstance(told, str) else told[self.several], **self._seen(sheet, face, target)
        )

    def _seen(self, sheet: Sheet, face: int, target: Target) -> dict[str, object]:
        _, ruleset = self._, self.ruleset
        dice = dice_from_digits(str(face) * ruleset.dice, ruleset.dice)
        return {
            "yahtzee": self.facts["box"],
            "holds": sheet.filled[Cell(ruleset.all_alike.id)],
            "box": _.box(target.box, ruleset.id),
            "number_box": _.box(ruleset.upper[face - 1].id, ruleset.id),
            "dice": _.row(dice),
            "points": target.points,
            "extra": target.extra,
            "column": target.column,
        }

    def must(self, told: Either) -> Markup:
        """Sixes by force: their upper box is open, in the column of the example alone."""
        sixes = self.ruleset.upper[-1]
        sheet = sheet_with(self.ruleset, self.holds, (sixes,))
        left = {cell: held for cell, held in sheet.filled.items() if cell != Cell(sixes.id, self.column)}
        return self.shown(told, Sheet(self.ruleset, left), FACES[-1], sixes)

    def in_best(self, told: Either, holds: int, face: int = 4) -> Markup:
        """Dice whose number is filled, in the best lower box."""
        return self.shown(
            told, sheet_with(self.ruleset, holds, (self.ruleset.upper[face - 1],)), face, self.best
        )

    def three_times(self) -> Markup:
        """The bonus begins with the third time, where the first was not written in the box for them."""
        _, ruleset = self._, self.ruleset
        threes, fives, own = ruleset.upper[2], ruleset.upper[4], ruleset.all_alike
        first = alike_in(Sheet(ruleset, {}), 5, fives)
        sheet = Sheet(ruleset, {}).write(first)
        second = alike_in(sheet, 2, own)
        third = alike_in(sheet.write(second), 3, threes)
        names = {"first": _.box(fives.id, ruleset.id), "second": self.facts["box"]}
        points = {"first_points": first.points, "second_points": second.points, "extra": third.extra}
        return _(_FIRST_SECOND_THIRD, **names, **points)
