"""What a roll pays in a box, without regard to what is filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tests.oracle.rolls import Faces, every_roll
from tests.oracle.sheets import UPPER, House, all_alike, dice_of

_FIVE_IN_A_ROW = ("12345", "23456")
_ROWS: dict[tuple[str, str], tuple[tuple[str, ...], int]] = {
    ("yahtzee", "small_straight"): (("1234", "2345", "3456"), 30),
    ("yahtzee", "large_straight"): (_FIVE_IN_A_ROW, 40),
    ("yatzy", "small_straight"): (("12345",), 15),
    ("yatzy", "large_straight"): (("23456",), 20),
    ("yatzy", "full_straight"): (("123456",), 21),
    ("generala", "straight"): ((*_FIVE_IN_A_ROW, "34561"), 20),
}
_PAIRS = {"one_pair": 1, "two_pairs": 2, "three_pairs": 3}
_ALIKE = {"three_of_a_kind": 3, "four_of_a_kind": 4, "five_of_a_kind": 5, "poker": 4}
_PARTS = {"full_house": (3, 2), "villa": (3, 3), "tower": (4, 2)}


def worth(house: House, box: str, faces: Sequence[int], first_roll: bool = False) -> int:
    """What a roll pays in a box as it lies; of `double_generala`, once `generala` holds points."""
    points = _lying(house, box, tuple(faces))
    return points + _served(house, box) if first_roll and points else points


def _served(house: House, box: str) -> int:
    """What the first roll adds."""
    if house.sheet != "generala":
        return 0
    wins_no_more = house.says("served") is False and box in ("generala", "double_generala")
    return 5 if wins_no_more or box in ("straight", "full_house", "poker") else 0


@cache
def _lying(house: House, box: str, faces: Faces) -> int:
    if box in UPPER:
        number = UPPER.index(box) + 1
        return number * faces.count(number)
    if box == "chance":
        return sum(faces)
    if box in (all_alike(house.sheet), "double_generala"):
        pays = {"maxi_yatzy": 100, "double_generala": 100}.get(box, 50)
        return pays if len(set(faces)) == 1 else 0
    if box.endswith("straight"):
        return _straight(house, box, faces)
    if box in _PAIRS:
        return _pairs(house, _PAIRS[box], faces)
    return _houses(house, box, faces) if box in _PARTS else _kinds(house, box, faces)


def _straight(house: House, box: str, faces: Faces) -> int:
    family = "yatzy" if "yatzy" in house.sheet else "generala" if house.sheet == "generala" else "yahtzee"
    rows, pays = _ROWS[family, box]
    return pays if any(set(row) <= set(map(str, faces)) for row in rows) else 0


def _pairs(house: House, wanted: int, faces: Faces) -> int:
    """The highest pairs, of different numbers unless the house says otherwise."""
    again = house.says("four_two_pairs")
    pairs = [
        face
        for face in range(6, 0, -1)
        for _ in range(faces.count(face) // 2 if again else 1)
        if faces.count(face) >= 2
    ]
    return 2 * sum(pairs[:wanted]) if len(pairs) >= wanted else 0


def _kinds(house: House, box: str, faces: Faces) -> int:
    wanted = _ALIKE[box]
    found = [face for face in faces if faces.count(face) >= wanted]
    if not found:
        return 0
    if house.sheet == "generala":
        return 40
    own = "yatzy" in house.sheet or house.says("kinds") == "own"
    return wanted * max(found) if own else sum(faces)


def _houses(house: House, box: str, faces: Faces) -> int:
    """Two groups of different numbers; of one number where the house says so. The best choice counts."""
    many, few = _PARTS[box]
    shown = Counter(faces)
    two = [
        many * one + few * other
        for one in range(1, 7)
        for other in range(1, 7)
        if one != other and shown[one] >= many and shown[other] >= few
    ]
    alike = [(many + few) * face for face in shown if shown[face] >= many + few]
    best = max(two + (alike if house.says("five_full_house") else []), default=0)
    fixed = 30 if house.sheet == "generala" else 25 if house.says("full_house") == "fixed" else best
    return fixed if best else 0


@cache
def most(house: House, box: str) -> int:
    """The highest points that a box can have."""
    return max(worth(house, box, faces) for faces in every_roll(dice_of(house.sheet)))


def in_full(house: House, box: str, face: int) -> int:
    """What five of that number pay in a box as a Joker."""
    five = (face,) * 5
    if box == "full_house":
        return 25 if house.says("full_house") == "fixed" else sum(five)
    return {"small_straight": 30, "large_straight": 40}.get(box) or worth(house, box, five)
