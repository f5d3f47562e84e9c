"""The house rules that a form chooses."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.rules import Option, Refused, RuleSet, Value, options_of, ruleset_of, with_options
from scorepad.store import KeptRules
from scorepad.web.forms.fields import Form, read_whole

KEPT = "house-"
"""What the rules that a household keeps are called in a form, before their id."""


def value_text(value: Value) -> str:
    """A value as a field says it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def field_name(ruleset_id: str, name: str) -> str:
    """A field of a form that tells of several sheets."""
    return f"{ruleset_id}.{name}"


def read_rules(form: Form, ruleset_id: str) -> RuleSet:
    """That rule set under the options that a form tells, by fields `joker` or `yahtzee.joker`.

    What is left out is as the sheet has it. Raises Refused `unknown_ruleset`, `option_value` (option) or
    `bad_bonus`.
    """
    plain = ruleset_of(ruleset_id)
    told = {option.id: _told(form, plain, option) for option in options_of(plain)}
    return with_options(plain.id, {name: value for name, value in told.items() if value is not None})


def _told(form: Form, plain: RuleSet, option: Option) -> Value | None:
    if not option.values:
        return _bonus(form, plain, option)
    text = _field(form, plain, option.id)
    if text is None:
        return None
    for value in option.choices(plain):
        if value_text(value) == text:
            return value
    raise Refused("option_value", option=option.id)


def _bonus(form: Form, plain: RuleSet, option: Option) -> Value | None:
    told = [_field(form, plain, name) for name in ("bonus_points", "bonus_at")]
    if told == [None, None]:
        return None
    points, at = (read_whole(text or "", "bad_bonus") for text in told)
    try:
        return option.read((points, at))
    except Refused:
        raise Refused("bad_bonus") from None


def _field(form: Form, plain: RuleSet, name: str) -> str | None:
    """What the form says for that sheet; a field without a sheet is for the chosen one."""
    alone = form.get(name) if form.get("ruleset", plain.id) == plain.id else None
    return form.get(field_name(plain.id, name), alone)


def read_chosen(form: Form, kept: Sequence[KeptRules]) -> tuple[RuleSet, str]:
    """The rules that a form asks for, and what the household calls them, empty where it has no name for them.

    Raises as `read_rules`.
    """
    asked = form.get("ruleset", "")
    found = next((one for one in kept if asked == f"{KEPT}{one.id}"), None)
    ruleset = found.ruleset if found else read_rules(form, asked)
    return ruleset, found.name if found else called(ruleset, kept)


def called(ruleset: RuleSet, kept: Sequence[KeptRules]) -> str:
    """What the household calls these rules, empty where it has no name for them."""
    return next((one.name for one in kept if one.ruleset == ruleset), "")
