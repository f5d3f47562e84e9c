"""The house rules that a form chooses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from scorepad.rules import (
    OPTIONS,
    Bonus,
    Option,
    Refused,
    RuleSet,
    Value,
    options_of,
    options_text,
    ruleset_of,
    with_options,
    with_options_text,
)
from scorepad.store import KeptRules
from scorepad.web.forms.fields import Form, read_whole


def kept_value(kept: KeptRules) -> str:
    """What rules that the household keeps are called in a form, in place of a sheet."""
    return f"house-{kept.id}"


def find_kept(asked: str, kept: Sequence[KeptRules]) -> KeptRules | None:
    """Those that a form asks for by `kept_value`."""
    return next((one for one in kept if kept_value(one) == asked), None)


def value_text(value: Value) -> str:
    """A value as a field says it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def field_name(ruleset_id: str, name: str) -> str:
    """A field of a form that tells of several sheets."""
    return f"{ruleset_id}.{name}"


def read_rules(form: Form, ruleset: RuleSet) -> RuleSet:
    """That rule set under the options that a form tells, by fields `joker` or `yahtzee.joker`.

    What is left out stays as it has it. Raises Refused `unknown_option` (option, ruleset), `option_value`
    (option) or `bad_bonus`.
    """
    _refuse_others(form, ruleset)
    told = ((option.id, _told(form, ruleset, option)) for option in options_of(ruleset))
    return _varied(ruleset, told)


def readable_rules(form: Form, ruleset: RuleSet) -> RuleSet:
    """The same as far as it can be read: for a page that shows once more what was refused."""
    told: dict[str, Value | None] = {}
    for option in options_of(ruleset):
        with suppress(Refused):
            told[option.id] = _told(form, ruleset, option)
    return _varied(ruleset, told.items())


def _varied(ruleset: RuleSet, told: Iterable[tuple[str, Value | None]]) -> RuleSet:
    found = {name: value for name, value in told if value is not None}
    return with_options(ruleset.id, dict(ruleset.chosen) | found)


def _refuse_others(form: Form, ruleset: RuleSet) -> None:
    """Raises Refused `unknown_option` for an option that is told for this sheet, which has none such."""
    if form.get("ruleset", ruleset.id) == ruleset.id:
        for name in OPTIONS:
            if name in form and name not in ruleset.options:
                raise Refused("unknown_option", option=name, ruleset=ruleset.id)


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
    none = Bonus()
    try:
        return option.read((points, at) if points else (none.points, none.at))
    except Refused:
        raise Refused("bad_bonus") from None


def _field(form: Form, plain: RuleSet, name: str) -> str | None:
    """What the form says for that sheet; a field without a sheet is for the chosen one."""
    alone = form.get(name) if form.get("ruleset", plain.id) == plain.id else None
    return form.get(field_name(plain.id, name), alone)


def read_chosen(form: Form, kept: Sequence[KeptRules]) -> tuple[RuleSet, str]:
    """The rules that a form asks for, and what the household calls them, empty where it has no name for them.

    Raises Refused `unknown_ruleset`, or as `read_rules`.
    """
    asked = form.get("ruleset", "")
    found = find_kept(asked, kept)
    ruleset = found.ruleset if found else read_rules(form, ruleset_of(asked))
    return ruleset, found.name if found else called(ruleset, kept)


def filter_rules(ruleset_id: str, options: str) -> str:
    """A rule set and its options (`options_text`) as a filter says them."""
    return f"{ruleset_id} {options}".rstrip()


def read_filter_rules(text: str) -> tuple[str, str]:
    """A rule set and its options, from `yahtzee` or `yahtzee {"joker":"free"}`; empty for any.

    Raises Refused as `with_options`, or `bad_page`.
    """
    ruleset_id, _, options = text.partition(" ")
    if not ruleset_id:
        return "", ""
    try:
        return ruleset_id, options_text(with_options_text(ruleset_id, options))
    except Refused:
        raise
    except ValueError:
        raise Refused("bad_page") from None


def called(ruleset: RuleSet, kept: Sequence[KeptRules]) -> str:
    """What the household calls these rules, empty where it has no name for them."""
    return next((one.name for one in kept if one.ruleset == ruleset), "")
