"""House rules as the rows of a form: what each is called, its choices, which is the sheet's own."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules import Option, RuleSet, Value, option_values, options_of, ruleset_of
from scorepad.web.forms.house_rules import field_name, value_text
from scorepad.web.words import Words


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value: its `text` in a field, its word, its sentence; whether it is chosen and the sheet's own."""

    text: str
    label: Markup
    told: Markup
    chosen: bool
    usual: bool


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One house rule. `choices` are empty where two figures are asked for: `points`, `at`."""

    id: str
    label: Markup
    differs: bool
    choices: tuple[OptionChoice, ...]
    points: int = 0
    at: int = 0


def option_rows(words: Words, ruleset: RuleSet) -> tuple[OptionRow, ...]:
    """The house rules that a sheet knows, as that rule set has them."""
    values, usual = option_values(ruleset), option_values(ruleset_of(ruleset.id))
    return tuple(
        _row(words, ruleset, option, values[option.id], usual[option.id]) for option in options_of(ruleset)
    )


def _row(words: Words, ruleset: RuleSet, option: Option, chosen: Value, usual: Value) -> OptionRow:
    label = words.option(ruleset, option.id)
    if isinstance(chosen, tuple):
        return OptionRow(option.id, label, chosen != usual, (), *chosen)
    choices = tuple(
        OptionChoice(
            value_text(value),
            words.option_value(ruleset, option.id, value),
            words.option_told(ruleset, option.id, value),
            value == chosen,
            value == usual,
        )
        for value in option.choices(ruleset)
    )
    return OptionRow(option.id, label, chosen != usual, choices)


def option_fields(ruleset: RuleSet) -> dict[str, str]:
    """The fields of the form of a new game that choose these options."""
    told = {name: value_text(value) for name, value in ruleset.chosen if not isinstance(value, tuple)}
    if ruleset.bonus != ruleset_of(ruleset.id).bonus:
        told |= {"bonus_points": str(ruleset.bonus.points), "bonus_at": str(ruleset.bonus.at)}
    return {field_name(ruleset.id, name): text for name, text in told.items()}
