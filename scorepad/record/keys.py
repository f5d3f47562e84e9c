"""What a record is made of: its JSON, its keys and their types (RECORD.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from scorepad.rules import Game, Refused, refuse_unprintable

FORMAT, BUNDLE, VERSION = "scorepad-game", "scorepad-bundle", 1

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    """A game with what a record says beside it. Times are UTC, `2026-11-29T18:05:00Z`, or None. `hints`: the
    coach was asked during the game.
    """

    game: Game
    uid: str | None = None
    started_at: str | None = None
    finished_at: str | None = None
    note: str = ""
    rules_name: str = ""
    hints: bool = False


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of these keys. Raises Refused `key_twice` (key)."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Refused("key_twice", key=key)
        found[key] = value
    return found


def no_number(_text: str) -> NoReturn:
    """For NaN and Infinity, which are no JSON. Raises Refused `not_json`."""
    raise Refused("not_json")


def load_json(raw: bytes) -> object:
    """The JSON value in those bytes (UTF-8, with or without a mark).

    Raises Refused `not_json`, `too_deep` or `key_twice` (key).
    """
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=unique, parse_constant=no_number)
    except RecursionError:
        raise Refused("too_deep") from None
    except Refused:
        raise
    except ValueError:
        raise Refused("not_json") from None


def typed(holder: Mapping[str, object], key: str, kind: type[T], default: T | None = None) -> T:
    """The value of that key, of exactly that type (true is no number).

    Raises Refused `key_missing` or `key_type` (key).
    """
    value = holder.get(key, default)
    if value is None:
        raise Refused("key_missing" if key not in holder else "key_type", key=key)
    if type(value) is not kind:
        raise Refused("key_type", key=key)
    return value


def text(holder: Mapping[str, object], key: str, longest: int) -> str | None:
    """The text of that key, None where it is missing or null.

    Raises Refused `key_type` (key), `unprintable` (field) or `text_long` (field, most).
    """
    if holder.get(key) is None:
        return None
    found = typed(holder, key, str)
    refuse_unprintable(found, key)
    if len(found) > longest:
        raise Refused("text_long", field=key, most=longest)
    return found


def refuse_unknown(holder: Mapping[str, object], known: Iterable[str], elsewhere: Iterable[str] = ()) -> None:
    """Raises Refused `unknown_key` (key), or `key_elsewhere` (key) for one that other rule sets have."""
    for key in holder:
        if key not in known:
            raise Refused("key_elsewhere" if key in elsewhere else "unknown_key", key=key)
