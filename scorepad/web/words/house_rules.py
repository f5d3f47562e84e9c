"""House rules in words: what each is called, what its values are called, and what each of them means."""

from __future__ import annotations

from contextlib import suppress

from markupsafe import Markup

from scorepad.rules import (
    Box,
    RuleSet,
    Value,
    is_house,
    is_some_alike,
    option_values,
    ruleset_of,
    with_options,
    with_options_text,
)
from scorepad.sentences import N_, NN_
from scorepad.store import StoredGame
from scorepad.web.words.names import NP_
from scorepad.web.words.played import Played
from scorepad.web.words.sentences import isolated

_LABELS = {
    "joker": N_("Joker"),
    "extra": N_("Extra {box}"),
    "further": N_("Further {box}"),
    "kinds": N_("Alike dice"),
    "full_house": N_("Full house"),
    "five_full_house": N_("{houses} of one number"),
    "four_two_pairs": N_("Four alike are two pairs"),
    "in_order": N_("Filled from top to bottom"),
    "served": N_("First roll wins"),
    "bonus": N_("Upper bonus"),
}
_OF_A_KIND = N_("{few} and {many} of a kind")
_ALIKE_ARE_A_HOUSE = N_("{alike} are a full house")

_AGAIN = ("further", "joker")
"""The house rules that say what all dice alike do again."""
_COUNT = NN_("{count} house rule", "{count} house rules")
_SIZE = NN_("{count} box", "{count} boxes")
_NAMED = N_("{ruleset} · {name}")
_CHANGED = N_("{option}: {before} {arrow} {after}")
_SAID = N_("{option}: {value}")
_YES, _NO = N_("Yes"), N_("No")
_BONUS = N_("{points} at {at}")
_NO_BONUS = NP_("upper bonus", "None")
_VALUES: dict[tuple[str, Value], tuple[str, str]] = {
    ("joker", "forced"): NP_("Joker", "Forced"),
    ("joker", "free"): NP_("Joker", "Free"),
    ("joker", "none"): NP_("Joker", "None"),
    ("further", "maximum"): NP_("further one", "Highest"),
    ("further", "number_or_joker"): NP_("further one", "Number first"),
    ("further", "plain"): NP_("further one", "As it lies"),
    ("further", "none"): NP_("further one", "Nothing"),
    ("kinds", "all"): NP_("dice that count", "All dice"),
    ("kinds", "own"): NP_("dice that count", "Alike only"),
    ("full_house", "sum"): NP_("full house", "Sum"),
}

_TOLD: dict[tuple[str, Value], str | tuple[str, str]] = {
    ("joker", "forced"): NN_(
        "{alike} again: they must go into the upper box of their number; once it is filled, into a lower box,"
        " which pays in full.",
        "{alike} again: they must go into an upper box of their number; once these are filled, into a lower"
        " box, which pays in full.",
    ),
    ("joker", "free"): NN_(
        "{alike} again: any open box; once the upper box of their number is filled,"
        " the lower ones pay in full.",
        "{alike} again: any open box; once the upper boxes of their number are filled,"
        " the lower ones pay in full.",
    ),
    ("joker", "none"): N_("{alike} again: any open box, and they count as they lie."),
    ("further", "maximum"): N_(
        "Another {box} brings {extra} more, and any open box then pays the most that it can."
    ),
    ("further", "number_or_joker"): N_(
        "Another {box} must go into the upper box of its number and brings {extra} more;"
        " once that is filled, a lower box pays in full, without the {extra}."
    ),
    ("further", "plain"): N_("Another {box} brings {extra} more, and counts as it lies in any open box."),
    ("further", "none"): N_("Another {box} is a roll like any other."),
    ("kinds", "all"): N_("{kinds}: the sum of all dice."),
    ("kinds", "own"): N_("{kinds}: only the dice that are alike count."),
    ("full_house", "fixed"): N_("A full house pays {house}, whatever it shows."),
    ("full_house", "sum"): N_("A full house pays the sum of its dice."),
    ("five_full_house", True): N_("{houses}: both parts may show the same number."),
    ("five_full_house", False): N_("{houses}: each part shows another number."),
    ("four_two_pairs", True): N_("Pairs may show the same number: four alike are two of them."),
    ("four_two_pairs", False): N_("Each pair shows another number: four alike are only one."),
    ("in_order", True): N_("Boxes are filled from top to bottom, and nobody chooses."),
    ("in_order", False): N_("Any open box may be filled."),
    ("served", True): N_("{box} in the first roll wins the game at once."),
    ("served", False): N_("Nobody wins at once: {box} in the first roll pays {served}."),
}
_EXTRA = NN_(
    "Once {box} holds {points}, each further one brings {value} more.",
    "Once {box} holds {points} in every column, each further one brings {value} more, times what its column"
    " counts.",
)
_NO_EXTRA = N_("A further {box} brings no bonus.")
_BONUS_TOLD = NN_(
    "{points} more for an upper section of {at} or more.",
    "{points} more for an upper section of {at} or more, in each column.",
)
_NO_BONUS_TOLD = N_("There is no bonus for the upper section.")
_ALIKE_COUNT = {True: N_("{alike} count as a full house, too."), False: N_("{alike} are not a full house.")}


class HouseRules(Played):
    """The words for what a table may have otherwise than its sheet says; options by their ids."""

    def option(self, ruleset: RuleSet, option: str) -> Markup:
        """What an option of that sheet is called."""
        kinds = _counts_of_kinds(ruleset)
        if option == "kinds" and len(kinds) == 1:
            return self.short_box(_kinds(ruleset)[0].id, ruleset.id)
        if option == "kinds" and len(kinds) == 2:
            return self(_OF_A_KIND, few=kinds[0], many=kinds[1])
        if option == "five_full_house" and _alike_are_a_house(ruleset):
            return self(_ALIKE_ARE_A_HOUSE, alike=self.alike(ruleset.dice))
        return self(_LABELS[option], **self._boxes(ruleset))

    def bonus_again(self, ruleset: RuleSet) -> Markup:
        """What the bonus of all dice alike again is called on that sheet."""
        return self.option(ruleset, "further" if "further" in ruleset.options else "extra")

    def again(self, ruleset: RuleSet) -> Markup:
        """What all dice alike do on that sheet again, in a sentence; empty where no option is about it."""
        values = option_values(ruleset)
        told = (self.option_told(ruleset, name, values[name]) for name in _AGAIN if name in values)
        return next(told, Markup())

    def option_value(self, ruleset: RuleSet, option: str, value: Value) -> Markup:
        """What a value of an option is called, in a word or two."""
        if isinstance(value, tuple):
            points, at = value
            return self(_BONUS, points=points, at=at) if points else self.named(_NO_BONUS)
        if isinstance(value, bool):
            return self(_YES if value else _NO)
        if isinstance(value, int):
            return self.difference(value)
        if (option, value) == ("full_house", "fixed"):
            return Markup(self.number(_house_points(ruleset)))  # noqa: S704 (a figure)
        return self.named(_VALUES[option, value])

    def option_told(self, ruleset: RuleSet, option: str, value: Value) -> Markup:
        """What a value of an option means, in a sentence."""
        told = _sentence(ruleset, option, value)
        facts = self._boxes(ruleset) | self._figures_of(ruleset, option, value)
        if isinstance(told, str):
            return self(told, **facts)
        one, many = told
        return self.plural(one, many, len(ruleset.columns), **facts)

    def house_rules(self, ruleset: RuleSet) -> list[Markup]:
        """What differs from the sheet's own rules: a sentence each, in their order."""
        return [self.option_told(ruleset, option, value) for option, value in ruleset.chosen]

    def about_with_options(self, ruleset: RuleSet, *, named: bool = False) -> Markup:
        """One line of a sheet under house rules: how many there are; `named`: with the sheet's name."""
        count = self.plural(*_COUNT, len(ruleset.chosen))
        first = self.ruleset(ruleset.id) if named else self.plural(*_SIZE, len(ruleset.boxes))
        return self.comma.join((first, count))

    def rules(self, ruleset: str, options: int, name: str = "") -> Markup:
        """What a game is played by: its sheet, and its house rules by their name or number."""
        if name:
            return self(_NAMED, ruleset=self.ruleset(ruleset), name=name)
        if not options:
            return self.ruleset(ruleset)
        return self.comma.join((self.ruleset(ruleset), self.plural(*_COUNT, options)))

    def rules_of(self, stored: StoredGame) -> Markup:
        """What that game is played by."""
        ruleset = stored.game.ruleset
        return self.rules(ruleset.id, len(ruleset.chosen), stored.rules_name)

    def rules_told(self, ruleset: str, options: str, name: str) -> Markup:
        """The same from what a list tells; `options` as `options_text`."""
        return self.rules(ruleset, _count(ruleset, options), name)

    def rules_changed(self, before: RuleSet, after: RuleSet) -> list[Markup]:
        """What differs between two rule sets of one sheet: label: value → value."""
        old, new = option_values(before), option_values(after)
        return [
            self(
                _CHANGED,
                option=self.option(before, name),
                arrow=isolated(self.arrow),
                before=self.option_value(before, name, old[name]),
                after=self.option_value(after, name, new[name]),
            )
            for name in old
            if old[name] != new[name]
        ]

    def rules_in_short(self, ruleset: str, options: str, name: str) -> Markup:
        """What games were played by, told apart: by their name, else by what differs."""
        if name or not options:
            return self.rules_told(ruleset, options, name)
        rules = with_options_text(ruleset, options)
        told = [
            self(_SAID, option=self.option(rules, option), value=self.option_value(rules, option, value))
            for option, value in rules.chosen
        ]
        return self(_SAID, option=self.ruleset(ruleset), value=self.comma.join(told))

    def _boxes(self, ruleset: RuleSet) -> dict[str, object]:
        """What the sentences call the boxes that they speak of."""
        return {
            "alike": self.alike(ruleset.dice),
            "box": self.box(ruleset.all_alike.id, ruleset.id),
            "kinds": self.join(self.box(box.id, ruleset.id) for box in _kinds(ruleset)),
            "houses": self.join(self.box(box.id, ruleset.id) for box in _houses(ruleset)),
        }

    def _figures_of(self, ruleset: RuleSet, option: str, value: Value) -> dict[str, object]:
        """The figures that the sentence of a value tells."""
        plain = ruleset_of(ruleset.id)
        if isinstance(value, tuple):
            return {"points": value[0], "at": value[1]}
        if option == "served":
            return {"served": _served_pays(plain)}
        figures = {"points": plain.all_alike.fixed, "extra": plain.again.extra, "house": _house_points(plain)}
        return figures | ({"value": value} if option == "extra" else {})


def _count(ruleset: str, options: str) -> int:
    """How many house rules these are; none where a spoilt file has something else there."""
    with suppress(ValueError):
        return len(with_options_text(ruleset, options).chosen)
    return 0


def _sentence(ruleset: RuleSet, option: str, value: Value) -> str | tuple[str, str]:
    if isinstance(value, tuple):
        return _BONUS_TOLD if value[0] else _NO_BONUS_TOLD
    if option == "extra":
        return _EXTRA if value else _NO_EXTRA
    if option == "five_full_house" and _alike_are_a_house(ruleset):
        return _ALIKE_COUNT[bool(value)]
    return _TOLD[option, value]


def _kinds(ruleset: RuleSet) -> list[Box]:
    """The boxes of some dice alike, but not of all."""
    return [box for box in ruleset.lower if is_some_alike(box.pattern, ruleset.dice)]


def _counts_of_kinds(ruleset: RuleSet) -> list[int]:
    return [box.pattern.count for box in ruleset.lower if is_some_alike(box.pattern, ruleset.dice)]


def _houses(ruleset: RuleSet) -> list[Box]:
    """The boxes of several groups of alike dice that are no pairs alone."""
    return [box for box in ruleset.lower if is_house(box.pattern)]


def _alike_are_a_house(ruleset: RuleSet) -> bool:
    """Whether a full house takes all dice, and nothing else is made of such groups."""
    sizes = [box.pattern.sizes for box in ruleset.lower if is_house(box.pattern)]
    return sizes == [(3, 2)] and ruleset.dice == sum(sizes[0])


def _house_points(ruleset: RuleSet) -> int:
    """What a full house always pays by the sheet itself, 0 where that depends on its dice."""
    return next((box.fixed or 0 for box in _houses(ruleset_of(ruleset.id))), 0)


def _served_pays(plain: RuleSet) -> int:
    """What all dice alike pay in the first roll where that does not win."""
    box = with_options(plain.id, {"served": False}).all_alike
    return (box.fixed or 0) + box.served
