"""By which rules games were played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorepad.rules import RULESETS, with_options_text
from scorepad.store import Store


class Rules(NamedTuple):
    """The rules of a game: rule set, options (as `options_text`), what they are called."""

    ruleset: str
    options: str
    name: str


def last_rules(store: Store) -> Rules | None:
    """The rules of the newest game, the likeliest for the next."""
    row = store.db.execute(
        "SELECT ruleset, options, rules_name FROM games ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return Rules(*row) if row else None


_FINISHED = "finished_at IS NOT NULL AND deleted_at IS NULL"


def last_finished(store: Store) -> Rules | None:
    """The rules of the game that was finished last."""
    row = store.db.execute(
        "SELECT ruleset, options, rules_name FROM games INDEXED BY games_by_finish"  # noqa: S608 (no user text)
        f" WHERE {_FINISHED} ORDER BY finished_at DESC, id DESC LIMIT 1"
    ).fetchone()
    return Rules(*row) if row and are_known(row[0], row[1]) else None


def rules_played(store: Store) -> list[Rules]:
    """The rules by which some game was finished, each once with its newest name, those played last first."""
    found = sorted((last for ruleset in RULESETS for last in _lasts(store, ruleset)), reverse=True)
    return [rules for _, rules in found]


def house_rules_played(store: Store) -> list[Rules]:
    """The house rules by which some game was finished, sheet by sheet."""
    lasts = (last for ruleset in RULESETS for last in _lasts(store, ruleset))
    return [rules for _, rules in lasts if rules.options]


def _lasts(store: Store, ruleset: str) -> Iterator[tuple[tuple[str, int], Rules]]:
    """From the last game by some options to that by the next, by the index: all games would be read for a
    few of them. Each comes after its finish and its id.
    """
    options: str | None = ""
    while options is not None:
        row = store.db.execute(
            f"SELECT finished_at, id, rules_name FROM games WHERE ruleset = ? AND options = ? AND {_FINISHED}"  # noqa: S608
            " ORDER BY finished_at DESC, id DESC LIMIT 1",
            (ruleset, options),
        ).fetchone()
        if row and are_known(ruleset, options):
            yield (row[0], row[1]), Rules(ruleset, options, row[2])
        (options,) = store.db.execute(
            "SELECT min(options) FROM games WHERE ruleset = ? AND options > ? AND deleted_at IS NULL",
            (ruleset, options),
        ).fetchone()


def are_known(ruleset: str, options: str) -> bool:
    """Whether this version knows such rules: another one may have written them, or a file be spoilt."""
    try:
        return bool(with_options_text(ruleset, options))
    except ValueError:
        return False
