"""What a roll may fill: the order of the sheet, and what five alike bring again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.oracle.sheets import UPPER, House, box_of, cells, column_of
from tests.oracle.worth import in_full, most, worth

Filled = Mapping[str, int]
"""Cell → points as written."""
Brings = dict[str, tuple[int, int]]
"""Cell → the points and the bonus beside them."""


def open_cells(house: House, filled: Filled) -> list[str]:
    """The cells that some roll may fill."""
    empty = [cell for cell in cells(house.sheet) if cell not in filled]
    return empty[:1] if house.in_order else empty


def holds_back(filled: Filled, cell: str) -> bool:
    """Whether that cell pays nothing yet, whatever the roll."""
    return cell == "double_generala" and not filled.get("generala")


def legal(house: House, filled: Filled, faces: Sequence[int], first_roll: bool = False) -> Brings:
    """Every cell that this roll may fill."""
    lying: Brings = {
        cell: (0 if holds_back(filled, cell) else worth(house, box_of(cell), faces, first_roll), 0)
        for cell in open_cells(house, filled)
    }
    if len(set(faces)) > 1:
        return lying
    if house.sheet in ("yahtzee", "triple_yahtzee"):
        return _yahtzee_again(house, filled, faces[0], lying)
    if house.sheet == "kniffel" and filled.get("kniffel") == 50:
        return _further_kniffel(house, faces[0], lying)
    return lying


def wins(house: House, cell: str, points: int, first_roll: bool) -> bool:
    """Whether these points in that cell win the game at once."""
    five_alike = cell in ("generala", "double_generala")
    return five_alike and first_roll and points > 0 and bool(house.says("served"))


def bonus(house: House, filled: Filled, cell: str) -> int:
    """What another five alike would bring beside the points in that cell."""
    if house.sheet == "kniffel":
        return 50 if filled.get("kniffel") == 50 and house.says("further") != "none" else 0
    extra = house.says("extra")
    held = {filled.get(other) for other in cells(house.sheet) if box_of(other) == "yahtzee"}
    return extra * column_of(cell) if isinstance(extra, int) and held == {50} else 0


def _yahtzee_again(house: House, filled: Filled, face: int, lying: Brings) -> Brings:
    if any(box_of(cell) == "yahtzee" and cell not in filled for cell in cells(house.sheet)):
        return lying
    return {cell: (points, bonus(house, filled, cell)) for cell, points in _joker(house, face, lying).items()}


def _joker(house: House, face: int, lying: Brings) -> dict[str, int]:
    own = [cell for cell in lying if box_of(cell) == UPPER[face - 1]]
    lower = [cell for cell in lying if box_of(cell) not in UPPER]
    joker = house.says("joker")
    if joker == "none" or (joker == "free" and own):
        return {cell: points for cell, (points, _) in lying.items()}
    if joker == "free":
        return {cell: in_full(house, box_of(cell), face) for cell in lying}
    return _forced(house, face, own, lower) or dict.fromkeys(lying, 0)


def _forced(house: House, face: int, own: list[str], lower: list[str]) -> dict[str, int]:
    """The number's own box first, then a lower one in full; nothing where none of them is open."""
    return dict.fromkeys(own, 5 * face) or {cell: in_full(house, box_of(cell), face) for cell in lower}


def _further_kniffel(house: House, face: int, lying: Brings) -> Brings:
    told = house.says("further")
    if told == "maximum":
        return {cell: (most(house, cell), 50) for cell in lying}
    if told == "plain":
        return {cell: (points, 50) for cell, (points, _) in lying.items()}
    if told == "none":
        return lying
    own = [cell for cell in lying if cell == UPPER[face - 1]]
    lower = [cell for cell in lying if cell not in UPPER]
    found = _forced(house, face, own, lower) or dict.fromkeys(lying, 0)
    return {cell: (points, 50 if cell in own else 0) for cell, points in found.items()}
