"""Points copied from a paper sheet, without their dice (SHEETS.md, In the record; RECORD.md)."""

from __future__ import annotations

from tests.oracle.again import Filled, bonus, holds_back
from tests.oracle.rolls import every_roll
from tests.oracle.sheets import UPPER, House, box_of, dice_of
from tests.oracle.worth import in_full, most, worth


def unmarked(house: House, filled: Filled, cell: str, first_roll: bool = False) -> set[int]:
    """The points that are taken there without a mark."""
    box = box_of(cell)
    jokers = house.says("joker") in ("forced", "free") or house.says("further") == "number_or_joker"
    if holds_back(filled, cell):
        return {0}
    paid = {worth(house, box, faces, first_roll) for faces in every_roll(dice_of(house.sheet))}
    summed = box == "full_house" and house.says("full_house") == "sum"
    return paid | ({in_full(house, box, face) for face in range(1, 7)} if jokers and summed else set())


def marked(house: House, filled: Filled, cell: str) -> set[int]:
    """The points that are taken there with the mark of five alike again; none where it is refused."""
    return _by_five_alike(house, box_of(cell)) if bonus(house, filled, cell) else set()


def _by_five_alike(house: House, box: str) -> set[int]:
    faces = range(1, 7)
    lying = {worth(house, box, (face,) * 5) for face in faces}
    joker = {in_full(house, box, face) for face in faces}
    told = house.says("further") or house.says("joker")
    if told == "maximum":
        return {most(house, box)}
    if told == "number_or_joker":
        return {5 * (UPPER.index(box) + 1)} if box in UPPER else set()
    if told in ("plain", "none"):
        return lying
    return lying | joker if told == "free" or box in UPPER else joker
