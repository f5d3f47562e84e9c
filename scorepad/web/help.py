"""Help: a page for every rule set, how the pad works, and a checker that tells what a roll pays.

Points are asked of the rules, never typed, so that no example can contradict the pad.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from urllib.parse import urlencode

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules.cards import ACTION_CARDS_EACH, ScoreCard
from scorepad.rules.dice import ALL_ROLLS, COUNT, Dice, dice_from_digits, read_faces
from scorepad.rules.refusal import Refused
from scorepad.rules.rulesets import RULESETS, YAHTZEE, YATZY
from scorepad.rules.sheet import EXTRA_YAHTZEE, Box, RuleSet, Sheet, Target, judge
from scorepad.sentences import N_
from scorepad.web.forms import Form, read_typed
from scorepad.web.words import BOXES, Words, words

area = Blueprint("help", __name__, url_prefix="/help")

AGE, MINUTES, SOLD_SINCE = 6, 30, 1956
ACTION_DECK, SCORE_DECK = (30, 40), (10, 15)
"""About how many cards the decks of Free for All have."""

SHARED_RANKS = (1, 2, 2, 4)
"""Ranks where two share the second place."""
MOST_EXAMPLES = 2
_KEY = re.compile("[A-Za-z0-9_-]{6,40}")


# --- what a roll pays -----------------------------------------------------------------------------


def pays(ruleset: RuleSet, box: Box, dice: Dice) -> int:
    """What a roll brings in a box of an empty sheet; where boxes go in order, once it is that box's turn."""
    above = takewhile(lambda other: other is not box, ruleset.boxes) if ruleset.in_order else ()
    return judge(Sheet(ruleset, {other.id: 0 for other in above}), dice, box.id).points


@cache
def _sums_all(box: Box) -> bool:
    """Whether the box pays all five dice wherever it pays."""
    return box.fixed is None and all(box.score(dice) in (0, dice.total) for dice in ALL_ROLLS)


@dataclass(frozen=True, slots=True)
class Line:
    """One box across all rule sets: what a roll pays there, None where a rule set has no such box."""

    box: str
    points: tuple[int | None, ...]


def lines(dice: Dice) -> tuple[Line, ...]:
    """What every box of every rule set pays for that roll."""
    return tuple(Line(box, tuple(_points(box, dice))) for box in BOXES)


def _points(box_id: str, dice: Dice) -> Iterable[int | None]:
    for ruleset in RULESETS.values():
        box = next((box for box in ruleset.boxes if box.id == box_id), None)
        yield pays(ruleset, box, dice) if box else None


# --- the boxes, each with examples ----------------------------------------------------------------

EXAMPLES = {
    "ones": ("11356",),
    "twos": ("22235",),
    "threes": ("13336",),
    "fours": ("44421",),
    "fives": ("24556",),
    "sixes": ("13666", "44421"),
    "one_pair": ("134[55]", "[44]444", "12346"),
    "two_pairs": ("1[3355]", "[3366]6", "14444"),
    "three_of_a_kind": ("2[444]5", "[333]35", "44221"),
    "four_of_a_kind": ("2[3333]", "[3333]3", "33355"),
    "full_house": ("33355", "33666", "44444"),
    "small_straight": ("[2345]3", "12345", "23456", "12456"),
    "large_straight": ("12345", "23456", "23453"),
    "chance": ("13466",),
    "yahtzee": ("66666", "66661"),
    "yacht": ("66666", "66661"),
    "yatzy": ("66666", "66661"),
}
"""Box → rolls; in brackets the dice that make the box where not all five of them count."""

_NEEDS = {
    "one_pair": N_("Two dice of one number. The highest such number counts."),
    "two_pairs": N_("Two pairs of different numbers. Four alike are no two pairs."),
    "three_of_a_kind": N_("Three or more dice of one number."),
    "four_of_a_kind": N_("Four or more dice of one number."),
    "full_house": N_("Three of one number and two of another. Five alike are no full house."),
    "small_straight": N_("Four numbers in a row."),
    "large_straight": N_("Five numbers in a row."),
    "chance": N_("Any dice at all."),
}
_FIVE_ALIKE = N_("All five dice alike.")
_EXACTLY = N_("Exactly {dice}, in any order.")

_PAYS = {
    "one_pair": N_("sum of the pair"),
    "two_pairs": N_("sum of both pairs"),
    "three_of_a_kind": N_("sum of the three"),
    "four_of_a_kind": N_("sum of the four"),
}
_ALL_FIVE = N_("sum of all five")


@dataclass(frozen=True, slots=True)
class Example:
    """A roll in a box: each face with whether it counts, and the points."""

    faces: tuple[tuple[int, bool], ...]
    points: int

    @property
    def dice(self) -> Dice:
        return dice_from_digits("".join(str(face) for face, _ in self.faces))


@dataclass(frozen=True, slots=True)
class BoxHelp:
    """A box, what it needs, what it pays (both empty for an upper box, told once for all six), examples."""

    box: str
    needs: Markup
    pays: Markup
    examples: tuple[Example, ...]


def box_help(_: Words, ruleset: RuleSet, box: Box) -> BoxHelp:
    examples = tuple(_example(ruleset, box, text) for text in EXAMPLES[box.id])
    good = [example for example in examples if example.points][:MOST_EXAMPLES]
    poor = [example for example in examples if not example.points][:MOST_EXAMPLES]
    if box.face:
        return BoxHelp(box.id, Markup(), Markup(), (*good, *poor))
    return BoxHelp(box.id, _needs(_, box), _pays(_, box), (*good, *poor))


def _example(ruleset: RuleSet, box: Box, text: str) -> Example:
    dice = dice_from_digits(re.sub("[^1-6]", "", text))
    points = pays(ruleset, box, dice)
    if box.face and points:
        return Example(tuple((int(sign), int(sign) == box.face) for sign in text), points)
    return Example(tuple(_marked(text, whole=_sums_all(box) or not points)), points)


def _marked(text: str, whole: bool) -> Iterable[tuple[int, bool]]:
    """The faces of an example, each with whether it stands in the brackets; all do where it is `whole`."""
    inside = "[" not in text
    for sign in text:
        if sign in "[]":
            inside = sign == "["
        else:
            yield int(sign), inside or whole


def _needs(_: Words, box: Box) -> Markup:
    paying = [dice for dice in ALL_ROLLS if box.score(dice)]
    if len(paying) == 1:
        return _(_EXACTLY, dice=row_of(_, paying[0]))
    return _(_NEEDS.get(box.id, _FIVE_ALIKE))


def _pays(_: Words, box: Box) -> Markup:
    if box.fixed is not None:
        return _.plural("{count} point", "{count} points", box.fixed)
    return _(_ALL_FIVE if _sums_all(box) else _PAYS[box.id])


def row_of(_: Words, dice: Dice) -> str:
    """A roll within a sentence: its figures, kept in one line."""
    return "\N{NO-BREAK SPACE}".join(_.roll(dice))


# --- what is told of a rule set -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """How a rule set differs from another; with a roll in a box: what it pays here and there."""

    sentence: str
    box: str = ""
    dice: str = ""
    other: str = ""


DIFFERENCES = {
    "yahtzee": (
        Difference(N_("Only here five alike may be a Joker, and every extra Yahtzee brings {extra} more.")),
        Difference(
            N_("Three and four of a kind pay all five dice. {dice} in {box} is {here}, in Yatzy {there}."),
            *("three_of_a_kind", "24445", "yatzy"),
        ),
        Difference(
            N_("Any four in a row are a small straight. {dice} in {box} is {here}, in Yatzy {there}."),
            *("small_straight", "23453", "yatzy"),
        ),
        Difference(
            N_("A full house always pays the same. {dice} in {box} is {here}, in Yacht {there}."),
            *("full_house", "33355", "yacht"),
        ),
        Difference(N_("The upper bonus is {bonus}; in Yatzy it is {yatzy_bonus}, and Yacht has none.")),
    ),
    "yacht": (
        Difference(N_("There is no box for three of a kind, no upper bonus and no Joker.")),
        Difference(N_("A second five alike brings nothing extra.")),
        Difference(
            N_("A full house pays its dice. {dice} in {box} is {here}, in Yahtzee {there}."),
            *("full_house", "33355", "yahtzee"),
        ),
        Difference(
            N_("Any four in a row are a small straight. {dice} in {box} is {here}, in Yatzy {there}."),
            *("small_straight", "23453", "yatzy"),
        ),
        Difference(
            N_("Four of a kind pays all five dice. {dice} in {box} is {here}, in Yatzy {there}."),
            *("four_of_a_kind", "23333", "yatzy"),
        ),
    ),
    "yatzy": (
        Difference(N_("Pairs have boxes of their own: one pair and two pairs.")),
        Difference(
            N_("Of three or four of a kind only those count. {dice} in {box} is {here}, in Yahtzee {there}."),
            *("three_of_a_kind", "24445", "yahtzee"),
        ),
        Difference(
            N_("A straight must be exact. {dice} in {box} is {here}, in Yahtzee {there}."),
            *("small_straight", "23453", "yahtzee"),
        ),
        Difference(
            N_("A full house pays its dice. {dice} in {box} is {here}, in Yahtzee {there}."),
            *("full_house", "33666", "yahtzee"),
        ),
        Difference(N_("The upper bonus is {bonus}; in Yahtzee it is {yahtzee_bonus}.")),
        Difference(N_("There is no Joker, and a second five alike brings nothing extra.")),
    ),
    "forced_yatzy": (
        Difference(N_("Boxes, points and upper bonus are those of Yatzy; only the order is fixed.")),
        Difference(N_("Dice that do not fit the next box score zero there, even if they fit another.")),
        Difference(N_("You choose which dice to keep, never the box.")),
    ),
    "free_for_all": (
        Difference(N_("Boxes, points and upper bonus are those of Yahtzee, but there is no Joker.")),
        Difference(N_("The bonus of an extra Yahtzee has to be claimed, and a box is given up for it.")),
        Difference(N_("Cards change dice, rolls and points; a total may even fall below zero.")),
        Difference(N_("A tie for the first place ends in a roll-off; elsewhere the place is shared.")),
    ),
}
"""Rule set → what differs from its sisters."""


def differences(_: Words, ruleset: RuleSet) -> list[Markup]:
    return [_(told.sentence, **_facts(_, ruleset, told)) for told in DIFFERENCES[ruleset.id]]


def _facts(_: Words, ruleset: RuleSet, told: Difference) -> dict[str, object]:
    facts: dict[str, object] = {
        "extra": EXTRA_YAHTZEE,
        "bonus": ruleset.upper_bonus,
        "yahtzee_bonus": YAHTZEE.upper_bonus,
        "yatzy_bonus": YATZY.upper_bonus,
    }
    if told.box:
        dice, other = dice_from_digits(told.dice), RULESETS[told.other]
        facts |= {"dice": row_of(_, dice), "box": _.box(told.box)}
        facts["here"] = pays(ruleset, ruleset.box(told.box), dice)
        facts["there"] = pays(other, other.box(told.box), dice)
    return facts


def _has_bonus(ruleset: RuleSet) -> bool:
    return bool(ruleset.upper_bonus)


def _chooses(ruleset: RuleSet) -> bool:
    return not ruleset.in_order


def _keeps_the_small_straight(ruleset: RuleSet) -> bool:
    """Whether four in a row pay whatever the fifth die shows, in a box that may be chosen."""
    small = ruleset.box("small_straight")
    return _chooses(ruleset) and all(small.score(dice_from_digits(f"2345{face}")) for face in range(1, 7))


TIPS: tuple[tuple[Callable[[RuleSet], bool], str], ...] = (
    (
        _has_bonus,
        N_(
            "The upper bonus of {bonus} matters: aim for about three of each number."
            " Four of one number make up for a shortfall in another."
        ),
    ),
    (
        _chooses,
        N_("{chance} and {ones} are good places for a bad turn; {chance} helps when nothing else fits."),
    ),
    (
        _chooses,
        N_(
            "Sometimes a zero is the better choice, in a box that is unlikely to be filled,"
            " such as {five_alike} or {ones}."
        ),
    ),
    (
        _keeps_the_small_straight,
        N_(
            "Four in a row after the first roll? Rolling one die for the large straight is worth a try:"
            " the small straight is already safe."
        ),
    ),
)
"""When a tip is true, and the tip."""


def tips(_: Words, ruleset: RuleSet) -> list[Markup]:
    """The advice that is true in this rule set."""
    names = {"chance": _.box("chance"), "ones": _.box("ones"), "five_alike": _.box(ruleset.five_alike)}
    return [_(tip, bonus=ruleset.upper_bonus, **names) for holds, tip in TIPS if holds(ruleset)]


# --- five alike, and cards ------------------------------------------------------------------------


def _five(face: int) -> Dice:
    return dice_from_digits(str(face) * COUNT)


def joker_examples() -> dict[str, Target]:
    """The examples of the Joker, scored by the rules (RULES.md, Joker)."""
    zeroed = Sheet(YAHTZEE, {"yahtzee": 0, "fours": 12})
    first = judge(Sheet(YAHTZEE, {}), _five(5), "fives")
    second = judge(Sheet(YAHTZEE, {}).write(first), _five(2), "yahtzee")
    third = judge(Sheet(YAHTZEE, {}).write(first).write(second), _five(3), "threes")
    return {
        "must": judge(Sheet(YAHTZEE, {"yahtzee": 50}), _five(6), "sixes"),
        "zeroed": judge(zeroed, _five(4), "large_straight"),
        "first": first,
        "second": second,
        "third": third,
    }


@cache
def highest_total() -> int:
    """The most that a sheet of Yahtzee can hold: five alike in every turn."""
    first = YAHTZEE.box(YAHTZEE.five_alike)
    sheet = Sheet(YAHTZEE, {})
    for box in (first, *(box for box in YAHTZEE.boxes if box is not first)):
        sheet = sheet.write(judge(sheet, _five(box.face or 6), box.id))
    return sheet.total


def doubled() -> tuple[int, int]:
    """What the box of five alike holds, and what it counts with a card that doubles it."""
    holds = judge(Sheet(YAHTZEE, {}), _five(6), YAHTZEE.five_alike).points
    return holds, holds + ScoreCard(1, box=YAHTZEE.five_alike, by=2).brings({YAHTZEE.five_alike: holds})


# --- the pages ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Back:
    """Where the arrow leads, and the fields that keep it from one page of the help to the next."""

    href: str
    label: Markup
    fields: tuple[tuple[str, str], ...] = ()

    def to(self, path: str) -> str:
        """The address of another page of the help."""
        return f"{path}?{urlencode(self.fields)}" if self.fields else path


def read_back(query: Form, otherwise: Back) -> Back:
    """The way back to the game, with the dice that were typed there, or to the form of a new game."""
    _, key, held = words(), query.get("back", ""), _held(query.get("held", ""))
    if _KEY.fullmatch(key):
        fields = (("back", key), *((("held", held),) if held else ()))
        pad = url_for("pad.game", key=key, use=1 if held else None, dice=held or None)
        return Back(pad, _("Back to the game"), fields)
    if query.get("from") == "new":
        players = tuple(("player", name) for name in query.getlist("player"))
        form = url_for("new_game.page", player=[name for _field, name in players])
        return Back(form, _("New game"), (("from", "new"), *players))
    return otherwise


def _held(text: str) -> str:
    try:
        return read_faces(text)[:COUNT]
    except Refused:
        return ""


@area.get("")
def index() -> ResponseReturnValue:
    """Which games there are, the checker, how the pad works, the story."""
    _ = words()
    facts = {"age": AGE, "minutes": MINUTES, "year": SOLD_SINCE}
    return _page("pages/help.html", url_for("help.index"), Back(url_for("home.home"), _("Home")), **facts)


@area.get("/<ruleset_id>")
def rules(ruleset_id: str) -> ResponseReturnValue:
    """Everything about one rule set."""
    ruleset = RULESETS.get(ruleset_id)
    if ruleset is None:
        abort(404)
    _ = words()
    path, otherwise = url_for("help.rules", ruleset_id=ruleset.id), Back(url_for("help.index"), _("Help"))
    return _page("pages/help-rules.html", path, otherwise, **_rules_facts(ruleset))


def _rules_facts(ruleset: RuleSet) -> dict[str, object]:
    _ = words()
    return {
        "ruleset": ruleset,
        "row": lambda text: row_of(_, dice_from_digits(text)),
        "ranks": Markup(", ").join(map(_.number, SHARED_RANKS)),
        "upper": [box_help(_, ruleset, box) for box in ruleset.upper],
        "lower": [box_help(_, ruleset, box) for box in ruleset.lower],
        "differences": differences(_, ruleset),
        "tips": tips(_, ruleset),
        "five_alike": _.box(ruleset.five_alike),
        "five_alike_pays": ruleset.box(ruleset.five_alike).fixed,
        "extra": EXTRA_YAHTZEE,
        "jokers": joker_examples(),
        "highest": highest_total(),
        "doubled": doubled(),
        "decks": (ACTION_DECK, SCORE_DECK),
        "cards_each": ACTION_CARDS_EACH,
        "age": AGE,
        "minutes": MINUTES,
    }


def _page(template: str, path: str, otherwise: Back, **facts: object) -> ResponseReturnValue:
    """A page of the help with its checker and the way back."""
    typed = read_typed(request.args)
    page = render_template(
        template,
        path=path,
        back=read_back(request.args, otherwise),
        typed=typed,
        complaint=typed.refused,
        dice=None if typed.refused else typed.dice,
        lines=lines,
        rulesets=RULESETS,
        **facts,
    )
    return page, 422 if typed.refused else 200
