"""What differs from one rule set to its nearest sister: read from both, so that it is true of any two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from markupsafe import Markup

from scorepad.rules import (
    RULESETS,
    Again,
    AsItLies,
    Box,
    Claim,
    Dice,
    FreeJoker,
    Groups,
    Highest,
    Joker,
    Kind,
    NumberFirst,
    Row,
    RuleSet,
    Run,
    all_rolls,
    dice_from_digits,
)
from scorepad.sentences import N_
from scorepad.web.help.checker import ALIKE, by_line
from scorepad.web.help.examples import rolls_of
from scorepad.web.help.jokers import brings_something
from scorepad.web.words import Words

_SAME_BONUS = N_("Boxes, points and upper bonus are those of {other}.")
_SAME = N_("Boxes and points are those of {other}.")
_DICE = N_("It is played with {count} dice, {other} with {there}.")
_COLUMNS = N_("There are {count} columns, and they count {factors}.")
_IN_ORDER = (
    N_("The boxes are filled from top to bottom."),
    N_("Dice that do not fit the next box score zero there, even if they fit another."),
    N_("You choose which dice to keep, never the box."),
)
_MORE = N_("Boxes that {other} does not have: {boxes}.")
_FEWER = N_("Boxes of {other} that are missing: {boxes}.")

_PAYS_ALL = N_("{box} pays all dice: {dice} is {points}, in {other} {there}.")
_PAYS_OWN = N_("{box} pays only the dice that are alike: {dice} is {points}, in {other} {there}.")
_PAYS_FIXED = N_("{box} always pays the same: {dice} is {points}, in {other} {there}.")
_PAYS_ITS_DICE = N_("{box} pays its dice: {dice} is {points}, in {other} {there}.")
_ANY_RUN = N_("For {box} any {count} in a row will do: {dice} is {points}, in {other} {there}.")
_EXACT = N_("{box} must be exact: {dice} is {points}, in {other} {there}.")
_PAYS = N_("{box}: {dice} is {points}, in {other} {there}.")
_ALIKE_PAY = N_("{box} pays {points}, in {other} that is {there}.")

_BONUS = N_("The upper bonus is {points} at {at}, in {other} {there} at {there_at}.")
_BONUS_ALONE = N_("The upper bonus is {points} at {at}; {other} has none.")
_NO_BONUS = N_("There is no upper bonus.")

_AGAIN: tuple[tuple[type[Again], str], ...] = (
    (NumberFirst, N_("{alike} again bring {extra} more with their number, else they are a Joker.")),
    (FreeJoker, N_("{alike} again are a free Joker, and bring {extra} more.")),
    (Joker, N_("{alike} again are a Joker, and bring {extra} more.")),
    (Highest, N_("{alike} again bring {extra} more, and the most that the box can pay.")),
    (AsItLies, N_("{alike} again bring {extra} more.")),
    (Claim, N_("{alike} again: {extra} more have to be claimed, and a box is given up for them.")),
)
_JOKER_ALONE = N_("{alike} again are a Joker, but bring no bonus.")
_AGAIN_NOTHING = N_("{alike} again bring nothing extra.")

_BY_COLUMN = N_(
    "Their bonus comes once {box} holds points in every column, and counts as often as the column does."
)

_SERVED = N_("Some boxes pay more in the first roll.")
_WINS = N_("{box} in the first roll wins the game at once.")
_CARDS = (
    N_("Cards change dice, rolls and points; a total may even fall below zero."),
    N_("A tie for first place ends in a roll-off; lower down the place is shared."),
)
_MOST_ROLLS = 4


def sister_of(ruleset: RuleSet) -> RuleSet:
    """The rule set before this one in the catalogue whose boxes are most like its own; of the first, the next
    one that has other boxes.
    """
    ids = list(RULESETS)
    earlier = [RULESETS[found] for found in ids[: ids.index(ruleset.id)]]
    if earlier:
        return max(earlier, key=lambda other: len(set(other.boxes) & set(ruleset.boxes)))
    return next(other for other in RULESETS.values() if other.boxes != RULESETS[ruleset.id].boxes)


def differences(_: Words, ruleset: RuleSet) -> list[Markup]:
    """What differs from its sister, in sentences."""
    return list(_Beside(_, ruleset, sister_of(ruleset)).told())


class _Beside:
    """A rule set beside another one, in one language."""

    def __init__(self, words: Words, here: RuleSet, there: RuleSet) -> None:
        self._ = words
        self.here, self.there = here, there
        self.other = words.ruleset(there.id)
        self.own, self.others = by_line(here), by_line(there)

    def told(self) -> Iterator[Markup]:
        yield from self._kind_of_sheet()
        yield from self._boxes()
        yield from islice(self._rolls(), _MOST_ROLLS)
        yield from self._bonus()
        yield from self._specials()

    def say(self, sentence: str, **facts: object) -> Markup:
        return self._(sentence, other=self.other, **facts)

    def _kind_of_sheet(self) -> Iterator[Markup]:
        here, there = self.here, self.there
        if _patterns(self.own) == _patterns(self.others):
            yield self.say(_SAME_BONUS if here.bonus == there.bonus else _SAME)
        if here.dice != there.dice:
            yield self.say(_DICE, count=here.dice, there=there.dice)
        if len(here.columns) != len(there.columns):
            yield self.say(_COLUMNS, count=len(here.columns), factors=factors(self._, here))
        if here.in_order and not there.in_order:
            yield from map(self.say, _IN_ORDER)

    def _boxes(self) -> Iterator[Markup]:
        for sentence, one, other, ruleset in (
            (_FEWER, self.others, self.own, self.there),
            (_MORE, self.own, self.others, self.here),
        ):
            lacking = [box for line, box in one.items() if line not in other]
            if lacking:
                yield self.say(sentence, boxes=self._names(lacking, ruleset))

    def _names(self, boxes: Iterable[Box], ruleset: RuleSet) -> Markup:
        return self._.join(self._.box(box.id, ruleset.id) for box in boxes)

    def _rolls(self) -> Iterator[Markup]:
        """Boxes of both that pay something else for a roll: each way to differ once."""
        told: set[str] = set()
        for line, box in self.own.items():
            other = self.others.get(line)
            sentence = _contrast(box, other) if other else ""
            if other and sentence not in told and (said := self._roll(line, sentence, box, other)):
                told.add(sentence)
                yield said

    def _roll(self, line: str, sentence: str, box: Box, other: Box) -> Markup | None:
        name = self._.box(box.id, self.here.id)
        if line == ALIKE:
            facts = {"points": box.fixed or 0, "there": other.fixed or 0}
            return self.say(_ALIKE_PAY, box=name, **facts) if box.fixed != other.fixed else None
        dice = _telling(box, other, self.here.dice) if self.here.dice == self.there.dice else None
        if dice is None:
            return None
        made = len(box.pattern.making(dice))
        points = {"points": box.score(dice), "there": other.score(dice)}
        return self.say(sentence, box=name, dice=self._.row(dice), count=made, **points)

    def _bonus(self) -> Iterator[Markup]:
        here, there = self.here.bonus, self.there.bonus
        if not here.points and there.points:
            yield self.say(_NO_BONUS)
        elif here.points and not there.points:
            yield self.say(_BONUS_ALONE, points=here.points, at=here.at)
        elif here.points and here != there:
            yield self.say(_BONUS, points=here.points, at=here.at, there=there.points, there_at=there.at)

    def _specials(self) -> Iterator[Markup]:
        here, there = self.here, self.there
        own = self._.box(here.all_alike.id, here.id)
        if here.again != there.again or len(here.columns) != len(there.columns):
            yield self._again()
        if here.again.extra and len(here.columns) > len(there.columns):
            yield self.say(_BY_COLUMN, box=own)
        if any(box.served for box in here.boxes):
            yield self.say(_SERVED)
        if any(box.wins for box in here.boxes):
            yield self.say(_WINS, box=own)
        if here.cards:
            yield from map(self.say, _CARDS)

    def _again(self) -> Markup:
        again = self.here.again
        sentence = next((told for kind, told in _AGAIN if isinstance(again, kind)), _AGAIN_NOTHING)
        if not again.extra:
            sentence = _JOKER_ALONE if brings_something(again) else _AGAIN_NOTHING
        return self.say(sentence, alike=self._.alike(self.here.dice), extra=again.extra)


def factors(_: Words, ruleset: RuleSet) -> Markup:
    """How often the columns of a sheet count: ×1, ×2, ×3."""
    return _.comma.join(f"×{_.number(column.factor)}" for column in ruleset.columns)


def _patterns(boxes: dict[str, Box]) -> dict[str, object]:
    return {line: box.pattern for line, box in boxes.items()}


def _contrast(box: Box, other: Box) -> str:
    """The sentence for how a box differs from its like."""
    match box.pattern, other.pattern:
        case Kind(pays="all"), Kind(pays="own"):
            return _PAYS_ALL
        case Kind(pays="own"), Kind(pays="all"):
            return _PAYS_OWN
        case Groups(), Groups() if box.fixed is None and other.fixed is not None:
            return _PAYS_ITS_DICE
        case Groups(), Groups() if box.fixed is not None and other.fixed is None:
            return _PAYS_FIXED
        case Run(), Row():
            return _ANY_RUN
        case Row(), Run():
            return _EXACT
    return _PAYS


def _telling(box: Box, other: Box, count: int) -> Dice | None:
    """A roll that the two boxes pay differently: one that is told of the box, where that does."""
    told = (dice_from_digits(text, count) for text in rolls_of(box, count))
    differs = (dice for dice in (*told, *all_rolls(count)) if box.score(dice) != other.score(dice))
    return next(differs, None)
