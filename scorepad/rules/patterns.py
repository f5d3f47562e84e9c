"""What dice are worth, as frozen values: each says which of the dice make it, and what it then pays."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from typing import Literal, TypeGuard

from scorepad.rules.dice import FACES, Dice

Pays = Literal["all", "own"] | int
"""The sum of all dice, the sum of those that make the pattern, or so many points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Something that dice may show. It pays nothing where it is not there."""

    pays: Pays = "own"

    def making(self, dice: Dice) -> tuple[int, ...]:
        """The faces of the dice that make it, the best choice of them; none where it is not there."""
        raise NotImplementedError

    def score(self, dice: Dice) -> int:
        """The points of that roll."""
        made = self.making(dice)
        if not made:
            return 0
        return self.worth(dice) if self.pays != "own" else sum(made)

    def worth(self, dice: Dice) -> int:
        """What it pays a roll that need not show it: a Joker's full points (RULES.md, Joker, 2)."""
        if isinstance(self.pays, int):
            return self.pays
        return sum(self.making(dice)) if self.pays == "own" and self.making(dice) else dice.total

    @property
    def fixed(self) -> int | None:
        """The one amount that it pays, where it has one."""
        return self.pays if isinstance(self.pays, int) else None


@dataclass(frozen=True, slots=True)
class Faces(Pattern):
    """All dice that show that number (RULES.md, Upper section)."""

    face: int

    def making(self, dice: Dice) -> tuple[int, ...]:
        return (self.face,) * dice.counts[self.face]


@dataclass(frozen=True, slots=True)
class Kind(Pattern):
    """So many dice of one number, the highest that has them."""

    count: int

    def making(self, dice: Dice) -> tuple[int, ...]:
        face = max((face for face in FACES if dice.counts[face] >= self.count), default=0)
        return (face,) * self.count if face else ()


@dataclass(frozen=True, slots=True)
class Groups(Pattern):
    """Groups of these sizes, each of another number: five alike are no full house, four no two pairs.

    With `differ` off, alike dice may make several of them (SHEETS.md, House rules).
    """

    sizes: tuple[int, ...]
    differ: bool = True

    def making(self, dice: Dice) -> tuple[int, ...]:
        shown = [face for face in FACES if dice.counts[face] >= min(self.sizes)]
        count = len(self.sizes)
        ways = permutations(shown, count) if self.differ else product(shown, repeat=count)
        taken = (self._taken(faces) for faces in ways)
        there = (made for made in taken if all(made.count(face) <= dice.counts[face] for face in shown))
        return max(there, key=sum, default=())

    def _taken(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """The dice that groups of these faces take."""
        return tuple(face for face, size in zip(faces, self.sizes, strict=True) for _ in range(size))


@dataclass(frozen=True, slots=True)
class Run(Pattern):
    """So many numbers in a row among the dice, the highest such row."""

    length: int

    def making(self, dice: Dice) -> tuple[int, ...]:
        for low in range(FACES[-1] + 1 - self.length, 0, -1):
            row = tuple(range(low, low + self.length))
            if all(dice.counts[face] for face in row):
                return row
        return ()


@dataclass(frozen=True, slots=True)
class Row(Pattern):
    """Each of these numbers among the dice."""

    faces: tuple[int, ...]

    def making(self, dice: Dice) -> tuple[int, ...]:
        return self.faces if all(dice.counts[face] for face in self.faces) else ()


@dataclass(frozen=True, slots=True)
class Rows(Pattern):
    """One of several rows among the dice (SHEETS.md, Generala)."""

    rows: tuple[tuple[int, ...], ...]

    def making(self, dice: Dice) -> tuple[int, ...]:
        return next((row for row in self.rows if all(dice.counts[face] for face in row)), ())


@dataclass(frozen=True, slots=True)
class Total(Pattern):
    """Any dice at all (Chance)."""

    def making(self, dice: Dice) -> tuple[int, ...]:
        return dice.faces


def is_house(pattern: Pattern) -> TypeGuard[Groups]:
    """Whether it wants more than pairs: a full house, a villa, a tower."""
    return isinstance(pattern, Groups) and max(pattern.sizes) > 2


def is_some_alike(pattern: Pattern, count: int) -> TypeGuard[Kind]:
    """Whether some of so many dice must be alike, but not all of them."""
    return isinstance(pattern, Kind) and pattern.count < count
