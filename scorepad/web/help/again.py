"""What all dice alike bring again, once the box for them is filled; the rules score the examples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules import DOWN, Again, AsItLies, Box, Claim, FreeJoker, Highest, Joker, NumberFirst, RuleSet
from scorepad.sentences import N_
from scorepad.web.help.jokers import brings_something, highest_total, sheet_with
from scorepad.web.help.shown import AFTER_ZERO, IN_FULL_ALONE, MUST, MUST_EXTRA, WITH_EXTRA, Teller
from scorepad.web.words import Words

_EMPTY = Markup()


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of them: sentences, how a Joker is placed where there is one, and examples.

    `forced`: the first of the Joker's steps that fits decides; otherwise the player chooses.
    `highest` is the total that they would make in every turn, 0 where that is not the highest there is.
    """

    sentences: tuple[Markup, ...]
    joker: Markup = _EMPTY
    forced: bool = False
    steps: tuple[Markup, ...] = ()
    examples: tuple[Markup, ...] = ()
    highest: int = 0


# --- the sentences: for a sheet of one column, and for one of several ------------------------------

_EXTRA = (
    N_(
        "{alike} while your box {box} holds {points}: {extra} extra, every time, wherever you write the roll."
    ),
    N_(
        "{alike} while {box} holds {points} in every column: {extra} extra,"
        " times what the column counts where you write the roll."
    ),
)
_NO_EXTRA = N_("{alike} again bring no bonus.")
_UNTIL_THEN = (
    N_(
        "While it holds a zero there is no bonus. While it is still open, nothing is special:"
        " the roll is scored like any other."
    ),
    N_(
        "While it holds a zero in some column there is no bonus. While it is still open in some column,"
        " nothing is special: the roll is scored like any other."
    ),
)
_ELSE_NOTHING = (
    N_("While {box} holds a zero or is still open, nothing is special: the roll is scored like any other."),
    N_(
        "While {box} holds a zero or is still open in some column, nothing is special:"
        " the roll is scored like any other."
    ),
)
_NOTHING = N_("{alike} again bring nothing extra: the roll is scored like any other.")
_SECOND_BOX = N_("But there is a box for them: {second} pays {second_points}, once {box} holds points.")
_AS_IT_LIES = N_("The roll is scored as it lies, in any open box.")
_THE_MOST = N_("Any open box then pays the most that it can, whatever the dice show.")
_CLAIM = N_(
    "{alike} while your box {box} holds {points}: score it like any other roll, or claim {extra} extra and"
    " give an open box of your choice a zero. That box is your turn’s one box, each time."
)

_STEPS = (
    N_(
        "{alike} while your box {box} is filled, with points or with a zero."
        " The first step that fits decides:"
    ),
    N_(
        "{alike} while {box} is filled in every column, with points or with a zero."
        " The first step that fits decides:"
    ),
)
_STEPS_WITH_POINTS = (
    N_("{alike} while your box {box} holds {points}. The first step that fits decides:"),
    N_("{alike} while {box} holds {points} in every column. The first step that fits decides:"),
)
_FREE = (
    N_("{alike} while your box {box} is filled, with points or with a zero, may go into any open box:"),
    N_(
        "{alike} while {box} is filled in every column, with points or with a zero, may go into any open box:"
    ),
)
_NUMBER_OPEN = (
    N_("The upper box of that number is open: the roll must go there."),
    N_("The upper box of that number is open in some column: the roll must go there; you choose the column."),
)
_NUMBER_OPEN_EXTRA = N_(
    "The upper box of that number is open: the roll must go there, and brings {extra} extra."
)
_LOWER_OPEN = N_("Otherwise, some lower box is open: choose one of them, and it pays in full.")
_LOWER_OPEN_ALONE = N_(
    "Otherwise, some lower box is open: choose one of them; it pays in full, without the {extra}."
)
_UPPER_ZERO = N_("Otherwise choose one of the open upper boxes; it gets a zero.")
_LIES_WHILE_OPEN = (
    N_("While the upper box of that number is open, the roll counts as it lies."),
    N_("While the upper box of that number is open in some column, the roll counts as it lies."),
)
_THEN_IN_FULL = N_(
    "Once it is filled, every lower box pays in full; an upper box still counts the roll as it lies."
)


# --- putting them together --------------------------------------------------------------------------


def _joker(tell: Teller) -> Told:
    extra = bool(tell.ruleset.again.extra)
    sentences = (tell.say(_EXTRA), tell.say(_UNTIL_THEN)) if extra else (tell.say(_NO_EXTRA),)
    steps = (tell.say(_NUMBER_OPEN), tell.say(_LOWER_OPEN), tell.say(_UPPER_ZERO))
    return Told(sentences, tell.say(_STEPS), True, steps, _joker_examples(tell, extra), _highest(tell))


def _joker_examples(tell: Teller, extra: bool) -> tuple[Markup, ...]:
    if not tell.column:
        return ()
    found = (tell.must(MUST_EXTRA if extra else MUST), tell.in_best(AFTER_ZERO, 0))
    return (*found, tell.three_times()) if extra and not tell.several else found


def _free_joker(tell: Teller) -> Told:
    extra = bool(tell.ruleset.again.extra)
    sentences = (tell.say(_EXTRA), tell.say(_UNTIL_THEN)) if extra else (tell.say(_NO_EXTRA),)
    steps = (tell.say(_LIES_WHILE_OPEN), tell.say(_THEN_IN_FULL))
    examples = (tell.in_best(AFTER_ZERO, 0),) if tell.column else ()
    return Told(sentences, tell.say(_FREE), False, steps, examples, _highest(tell))


def _number_first(tell: Teller) -> Told:
    steps = (tell.say(_NUMBER_OPEN_EXTRA), tell.say(_LOWER_OPEN_ALONE), tell.say(_UPPER_ZERO))
    examples = (tell.must(MUST_EXTRA), tell.in_best(IN_FULL_ALONE, tell.holds)) if tell.column else ()
    sentences = (tell.say(_ELSE_NOTHING),)
    return Told(sentences, tell.say(_STEPS_WITH_POINTS), True, steps, examples, _highest(tell))


def _highest_points(tell: Teller) -> Told:
    sentences = (tell.say(_EXTRA), tell.say(_THE_MOST), tell.say(_ELSE_NOTHING))
    return Told(
        sentences, examples=_with_extra(tell, tell.best, tell.ruleset.upper[-1]), highest=_highest(tell)
    )


def _as_it_lies(tell: Teller) -> Told:
    sentences = (tell.say(_EXTRA), tell.say(_AS_IT_LIES), tell.say(_ELSE_NOTHING))
    return Told(sentences, examples=_with_extra(tell, tell.best))


def _with_extra(tell: Teller, *boxes: Box) -> tuple[Markup, ...]:
    if not tell.column:
        return ()
    sheet = sheet_with(tell.ruleset, tell.holds)
    return tuple(tell.shown(WITH_EXTRA, sheet, 4, box) for box in boxes)


def _claim(tell: Teller) -> Told:
    return Told((tell.say(_CLAIM), tell.say(_ELSE_NOTHING)))


def _nothing(tell: Teller) -> Told:
    return Told((tell.say(_NOTHING), *((tell.say(_SECOND_BOX),) if tell.second else ())))


def _highest(tell: Teller) -> int:
    """The total of dice alike in every turn, where every cell may be chosen."""
    return 0 if any(column.order == DOWN for column in tell.ruleset.columns) else highest_total(tell.ruleset)


_TELLERS: tuple[tuple[type[Again], Callable[[Teller], Told]], ...] = (
    (NumberFirst, _number_first),
    (FreeJoker, _free_joker),
    (Joker, _joker),
    (Highest, _highest_points),
    (AsItLies, _as_it_lies),
    (Claim, _claim),
)
"""Kind of `again` → who tells it; the first that fits."""


def again(_: Words, ruleset: RuleSet) -> Told:
    """What all dice alike bring again in that rule set."""
    tell = Teller(_, ruleset)
    if not brings_something(ruleset.again):
        return _nothing(tell)
    return next((told(tell) for kind, told in _TELLERS if isinstance(ruleset.again, kind)), _nothing(tell))
