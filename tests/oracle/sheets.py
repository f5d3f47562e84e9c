"""What each sheet has and which house rules it knows: the tables of RULES.md and SHEETS.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
_STRAIGHTS = ("small_straight", "large_straight")


def _yahtzee(alike: str) -> tuple[str, ...]:
    """The thirteen boxes of Yahtzee, under that name for five alike."""
    return (*UPPER, "three_of_a_kind", "four_of_a_kind", "full_house", *_STRAIGHTS, alike, "chance")


_YATZY = (
    *(*UPPER, "one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind"),
    *(*_STRAIGHTS, "full_house", "chance", "yatzy"),
)
_MAXI = (
    *(*UPPER, "one_pair", "two_pairs", "three_pairs"),
    *("three_of_a_kind", "four_of_a_kind", "five_of_a_kind"),
    *(*_STRAIGHTS, "full_straight", "full_house", "villa", "tower", "chance", "maxi_yatzy"),
)
BOXES: dict[str, tuple[str, ...]] = {
    "yahtzee": _yahtzee("yahtzee"),
    "yacht": (*UPPER, "four_of_a_kind", "full_house", *_STRAIGHTS, "yacht", "chance"),
    "yatzy": _YATZY,
    "forced_yatzy": _YATZY,
    "kniffel": _yahtzee("kniffel"),
    "yams": _yahtzee("yams"),
    "maxi_yatzy": _MAXI,
    "triple_yahtzee": _yahtzee("yahtzee"),
    "generala": (*UPPER, "straight", "full_house", "poker", "generala", "double_generala"),
}
"""The boxes of each sheet without cards, in their order."""
SHEETS = tuple(BOXES)
BONUS = {
    "yahtzee": (35, 63),
    "yacht": (0, 63),
    "yatzy": (50, 63),
    "forced_yatzy": (50, 63),
    "kniffel": (35, 63),
    "yams": (35, 63),
    "maxi_yatzy": (100, 84),
    "triple_yahtzee": (35, 63),
    "generala": (0, 63),
}
"""The upper bonus of each sheet, and the sum at which it comes."""


def dice_of(sheet: str) -> int:
    return 6 if sheet == "maxi_yatzy" else 5


def columns(sheet: str) -> tuple[int, ...]:
    """The numbers of the columns, each of which counts so often."""
    return (1, 2, 3) if sheet == "triple_yahtzee" else (1,)


def all_alike(sheet: str) -> str:
    """The box of all dice alike."""
    named = {"forced_yatzy": "yatzy", "triple_yahtzee": "yahtzee"}
    return named.get(sheet, sheet)


# --- cells --------------------------------------------------------------------------------------------


def cells(sheet: str) -> tuple[str, ...]:
    """Every cell: column 1 whole, then the next."""
    return tuple(
        box if column == 1 else f"{box}:{column}" for column in columns(sheet) for box in BOXES[sheet]
    )


def box_of(cell: str) -> str:
    return cell.partition(":")[0]


def column_of(cell: str) -> int:
    return int(cell.partition(":")[2] or 1)


# --- house rules ----------------------------------------------------------------------------------------

_FIXED = ("yahtzee", "kniffel", "yams", "triple_yahtzee")
VALUES: dict[str, tuple[tuple[object, ...], tuple[str, ...]]] = {
    "joker": (("forced", "free", "none"), ("yahtzee", "triple_yahtzee")),
    "extra": ((100, 50, 0), ("yahtzee", "triple_yahtzee")),
    "further": (("maximum", "number_or_joker", "plain", "none"), ("kniffel",)),
    "kinds": (("all", "own"), ("yahtzee", "yacht", "kniffel", "yams", "triple_yahtzee")),
    "full_house": (("fixed", "sum"), _FIXED),
    "five_full_house": ((False, True), tuple(sheet for sheet in SHEETS if sheet != "generala")),
    "four_two_pairs": ((False, True), ("yatzy", "forced_yatzy", "maxi_yatzy")),
    "in_order": ((False, True), ("yacht", "yams", "maxi_yatzy", "generala")),
    "served": ((True, False), ("generala",)),
}
"""The values of each house rule but `bonus`, and the sheets that have it."""


def options_of(sheet: str) -> dict[str, tuple[object, ...]]:
    """The house rules of a sheet but `bonus`, each with its values, the sheet's own first."""
    known = {option: values for option, (values, sheets) in VALUES.items() if sheet in sheets}
    return known | ({"kinds": ("own", "all")} if sheet == "yams" else {})


@dataclass(frozen=True)
class House:
    """A sheet, and what its table has otherwise: (option, value) each."""

    sheet: str
    options: tuple[tuple[str, object], ...] = ()

    def says(self, option: str) -> object:
        """What holds here; None where the sheet has no such house rule."""
        usual = options_of(self.sheet).get(option, (None,))[0]
        return dict(self.options).get(option, usual)

    @property
    def bonus(self) -> tuple[int, int]:
        told = dict(self.options).get("bonus", BONUS[self.sheet])
        assert isinstance(told, tuple)
        return told

    @property
    def in_order(self) -> bool:
        return self.sheet == "forced_yatzy" or bool(self.says("in_order"))

    def __str__(self) -> str:
        return " ".join([self.sheet, *(f"{option}={value}" for option, value in self.options)])


def every_house(sheet: str) -> Iterator[House]:
    """That sheet under every combination of its house rules but `bonus`, the plain one first."""
    known = options_of(sheet)
    for values in product(*known.values()):
        told = zip(known, values, strict=True)
        yield House(sheet, tuple((option, value) for option, value in told if value != known[option][0]))
