"""House rules as data: what a table may have otherwise than its sheet says (SHEETS.md, House rules)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorepad.rules.catalogue import ruleset_of
from scorepad.rules.extras import NOTHING, AsItLies, FreeJoker, NumberFirst
from scorepad.rules.patterns import Groups, Kind, is_house, is_some_alike
from scorepad.rules.refusal import Refused
from scorepad.rules.ruleset import DOWN, Bonus, Box, Chosen, RuleSet, Value

MOST_BONUS = 999
"""The highest bonus, and the highest sum at which it comes."""


@dataclass(frozen=True)
class Option:
    """One house rule: its values, what a sheet has by itself, and the sheet with another one.

    `bonus` alone takes any numbers and so names no values.
    """

    id: str
    values: tuple[Value, ...]
    usual: Callable[[RuleSet], Value]
    put: Callable[[RuleSet, Any], RuleSet]

    def choices(self, ruleset: RuleSet) -> tuple[Value, ...]:
        """Its values, that of the sheet first."""
        usual = self.usual(ruleset_of(ruleset.id))
        return (usual, *(value for value in self.values if value != usual))

    def read(self, told: object) -> Value:
        """The value that a record tells. Raises Refused `option_value` (option)."""
        if not self.values:
            return _read_bonus(told)
        for value in self.values:
            if type(told) is type(value) and told == value:
                return value
        raise Refused("option_value", option=self.id)


def _read_bonus(told: object) -> tuple[int, int]:
    if isinstance(told, list | tuple) and len(told) == 2 and all(type(number) is int for number in told):
        points, at = told
        if 0 <= points <= MOST_BONUS and 1 <= at <= MOST_BONUS:
            return points, at
    raise Refused("option_value", option="bonus")


# --- what each one changes ------------------------------------------------------------------------


def _with_lower(ruleset: RuleSet, changed: Callable[[Box], Box]) -> RuleSet:
    return replace(ruleset, lower=tuple(map(changed, ruleset.lower)))


def _usual_kinds(ruleset: RuleSet) -> Value:
    return next(box.pattern.pays for box in ruleset.lower if isinstance(box.pattern, Kind))


def _put_kinds(ruleset: RuleSet, value: Any) -> RuleSet:
    def changed(box: Box) -> Box:
        some_alike = is_some_alike(box.pattern, ruleset.dice)
        return replace(box, pattern=replace(box.pattern, pays=value)) if some_alike else box

    return _with_lower(ruleset, changed)


def _put_full_house(ruleset: RuleSet, _value: Any) -> RuleSet:
    def changed(box: Box) -> Box:
        return replace(box, pattern=Groups(box.pattern.sizes)) if isinstance(box.pattern, Groups) else box

    return _with_lower(ruleset, changed)


def _put_alike(ruleset: RuleSet, pairs: bool) -> RuleSet:
    """Groups of alike dice may be of one number: those of pairs alone, or the others."""

    def changed(box: Box) -> Box:
        pattern = box.pattern
        if isinstance(pattern, Groups) and is_house(pattern) != pairs:
            return replace(box, pattern=replace(pattern, differ=False))
        return box

    return _with_lower(ruleset, changed)


def _put_joker(ruleset: RuleSet, value: Any) -> RuleSet:
    kind = FreeJoker if value == "free" else AsItLies
    return replace(ruleset, again=kind(extra=ruleset.again.extra))


def _put_extra(ruleset: RuleSet, value: Any) -> RuleSet:
    return replace(ruleset, again=replace(ruleset.again, extra=value))


_FURTHER = {"number_or_joker": NumberFirst, "plain": AsItLies}


def _put_further(ruleset: RuleSet, value: Any) -> RuleSet:
    kind = _FURTHER.get(str(value))
    return replace(ruleset, again=kind(extra=ruleset.again.extra) if kind else NOTHING)


def _put_in_order(ruleset: RuleSet, _value: Any) -> RuleSet:
    return replace(ruleset, columns=tuple(replace(column, order=DOWN) for column in ruleset.columns))


def _put_served(ruleset: RuleSet, _value: Any) -> RuleSet:
    """What would win at once pays as much more as the other served boxes."""
    more = max(box.served for box in ruleset.lower)
    return _with_lower(ruleset, lambda box: replace(box, served=more, wins=False) if box.wins else box)


OPTIONS: dict[str, Option] = {
    option.id: option
    for option in (
        Option("joker", ("forced", "free", "none"), lambda _: "forced", _put_joker),
        Option("extra", (100, 50, 0), lambda sheet: sheet.again.extra, _put_extra),
        Option("further", ("maximum", "number_or_joker", "plain", "none"), lambda _: "maximum", _put_further),
        Option("kinds", ("all", "own"), _usual_kinds, _put_kinds),
        Option("full_house", ("fixed", "sum"), lambda _: "fixed", _put_full_house),
        Option("five_full_house", (False, True), lambda _: False, lambda sheet, _: _put_alike(sheet, False)),
        Option("four_two_pairs", (False, True), lambda _: False, lambda sheet, _: _put_alike(sheet, True)),
        Option("in_order", (False, True), lambda _: False, _put_in_order),
        Option("served", (True, False), lambda _: True, _put_served),
        Option(
            "bonus",
            (),
            lambda sheet: (sheet.bonus.points, sheet.bonus.at),
            lambda sheet, value: replace(sheet, bonus=Bonus(*value)),
        ),
    )
}
"""Every house rule by its id, in the order in which they are told and put."""


# --- asking ---------------------------------------------------------------------------------------


def options_of(ruleset: RuleSet) -> tuple[Option, ...]:
    """The house rules that a sheet knows, in their order."""
    return tuple(option for option in OPTIONS.values() if option.id in ruleset.options)


def with_options(ruleset_id: str, told: Mapping[str, object]) -> RuleSet:
    """That rule set under these options; those that say what it says by itself are dropped.

    Raises Refused `unknown_ruleset`, `unknown_option` (option, ruleset) or `option_value` (option).
    """
    plain = ruleset_of(ruleset_id)
    for name in told:
        if name not in plain.options:
            raise Refused("unknown_option", option=name, ruleset=plain.id)
    read = ((option, option.read(told[option.id])) for option in options_of(plain) if option.id in told)
    return _varied(plain, tuple((one.id, value) for one, value in read if value != one.usual(plain)))


@lru_cache(maxsize=256)
def _varied(ruleset: RuleSet, chosen: Chosen) -> RuleSet:
    """Made once for all games that are played so."""
    varied = ruleset
    for name, value in chosen:
        varied = OPTIONS[name].put(varied, value)
    return replace(varied, chosen=chosen)


def told_options(ruleset: RuleSet) -> dict[str, object]:
    """The options by which a rule set differs from its sheet, ready for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in ruleset.chosen}


def options_text(ruleset: RuleSet) -> str:
    """The same as one text, empty where there are none: two games are played alike where it is the same."""
    return json.dumps(told_options(ruleset), separators=(",", ":")) if ruleset.chosen else ""


def with_options_text(ruleset_id: str, text: str) -> RuleSet:
    """That rule set under the options of `options_text`. Raises as `with_options`, and ValueError."""
    return with_options(ruleset_id, _object(text)) if text else ruleset_of(ruleset_id)


def _object(text: str) -> dict[str, object]:
    try:
        told = json.loads(text)
    except RecursionError:
        told = None
    if not isinstance(told, dict):
        raise ValueError(text)
    return told


def option_values(ruleset: RuleSet) -> dict[str, Value]:
    """What that rule set says to each house rule that its sheet knows."""
    plain = ruleset_of(ruleset.id)
    usual: Iterable[tuple[str, Value]] = ((option.id, option.usual(plain)) for option in options_of(plain))
    return dict(usual) | dict(ruleset.chosen)
