"""Texts that people write: players' names, which two are the same (RECORD.md, `players`), notes."""

from __future__ import annotations

import unicodedata
from typing import NoReturn

from scorepad.rules.refusal import Refused

LONGEST_NAME = 40
LONGEST_NOTE = 2000
LONGEST_CARD_NAME = 60
# Letters and symbols by category, yet they show nothing.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")


def _shows_nothing(sign: str) -> bool:
    if sign in _BLANK or sign.isspace() or _dresses(sign):
        return True
    return unicodedata.category(sign) in ("Cf", "Cc", "Zs", "Zl", "Zp")


def _dresses(sign: str) -> bool:
    """Whether it only tells how the sign before it looks: a variation selector, a tag."""
    return 0xFE00 <= ord(sign) <= 0xFE0F or 0xE0000 <= ord(sign) <= 0xE0FFF


def _trim(text: str) -> str:
    """Without blanks and invisible signs at its ends; a sign that dresses a visible one stays."""
    start, end = 0, len(text)
    while start < end and _shows_nothing(text[start]):
        start += 1
    while end > start and _shows_nothing(text[end - 1]) and not _dresses(text[end - 1]):
        end -= 1
    return text[start:end]


def refuse_unprintable(text: str, field: str) -> None:
    """Raises Refused `unprintable` (field) for what stands for no sign: a lone surrogate, the
    replacement character that a broken byte became, a NUL or another control."""
    for sign in text:
        category = unicodedata.category(sign)
        if category == "Cs" or sign == "\ufffd" or (category == "Cc" and sign not in "\t\n\r"):
            raise Refused("unprintable", field=field)


def clean_name(text: str) -> str:
    """The name trimmed and in NFC.

    Raises Refused `unprintable`, `name_blank` (nothing visible) or `name_long` (over 40 characters).
    """
    refuse_unprintable(text, "name")
    name = _trim(unicodedata.normalize("NFC", text))
    if not name:
        raise Refused("name_blank")
    if len(name) > LONGEST_NAME:
        raise Refused("name_long", most=LONGEST_NAME)
    if any(sign in name for sign in "\t\n\r"):
        raise Refused("unprintable", field="name")
    return name


def fold_name(name: str) -> str:
    """What two names that count as the same have in common."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clean_names(texts: list[str]) -> tuple[str, ...]:
    """Every name cleaned. Raises as `clean_name` and `refuse_twice`."""
    names = tuple(clean_name(text) for text in texts)
    seen: dict[str, str] = {}
    for name in names:
        if fold_name(name) in seen:
            refuse_twice(name, seen[fold_name(name)])
        seen[fold_name(name)] = name
    return names


def refuse_twice(name: str, known: str) -> NoReturn:
    """Raises Refused `name_twice` (player), or if spelt otherwise `name_twice_as` (player, known)."""
    if name == known:
        raise Refused("name_twice", player=name)
    raise Refused("name_twice_as", player=name, known=known)


def check_note(note: str) -> None:
    """Raises Refused `unprintable` or `text_long` (field, most)."""
    refuse_unprintable(note, "note")
    if len(note) > LONGEST_NOTE:
        raise Refused("text_long", field="note", most=LONGEST_NOTE)


def clean_card_name(text: str) -> str:
    """A card's name, trimmed; empty where nothing is visible. Raises Refused `unprintable` or `text_long`."""
    refuse_unprintable(text, "name")
    name = " ".join(text.split())
    if len(name) > LONGEST_CARD_NAME:
        raise Refused("text_long", field="name", most=LONGEST_CARD_NAME)
    return name
