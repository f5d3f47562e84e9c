"""House rules in the address of a help page: read, and carried along."""

from __future__ import annotations

from scorepad.record import load_json
from scorepad.rules import Refused, RuleSet, options_text, ruleset_of, with_options


def read_options(ruleset_id: str, text: str) -> RuleSet:
    """That rule set under the options that an address tells as JSON; empty for none.

    Raises Refused `not_json`, `too_deep`, `key_twice` (key), `key_type` (key), `unknown_option` (option,
    ruleset) or `option_value` (option).
    """
    if not text:
        return ruleset_of(ruleset_id)
    told = load_json(text.encode("utf-8", "replace"))
    if not isinstance(told, dict):
        raise Refused("key_type", key="options")
    return with_options(ruleset_id, told)


def options_query(ruleset: RuleSet) -> dict[str, str]:
    """What an address of its help tells of its house rules; nothing where it has none."""
    text = options_text(ruleset)
    return {"options": text} if text else {}
