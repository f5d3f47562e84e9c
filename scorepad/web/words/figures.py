"""Figures as a language writes them."""

from __future__ import annotations

from collections.abc import Iterable

from babel import Locale
from babel.numbers import get_decimal_symbol

from scorepad.rules import Dice
from scorepad.stats import rounded

_ZERO = {"arabext": "\u06f0", "arab": "\u0660", "deva": "\u0966", "beng": "\u09e6"}
"""CLDR's numbering systems that are not ours → their zero. Babel knows the systems, not their digits."""

_KEPT = 1000
"""Figures nearer to zero than that are kept, once written."""


class Figures:
    """The figures of one language."""

    def __init__(self, locale: Locale) -> None:
        self.locale = locale
        zero = ord(_ZERO.get(locale.default_numbering_system, "0"))
        self._figures: dict[int, str] = {}
        self._digits = {ord("0") + digit: zero + digit for digit in range(10)}

    def in_figures(self, text: str) -> str:
        """That text with its digits as this language writes them."""
        return text.translate(self._digits)

    def number(self, value: int) -> str:
        """A figure as this language writes it, with a real minus; the small ones of a sheet are kept."""
        figure = self._figures.get(value)
        if figure is None:
            digits = self.in_figures(str(abs(value)))
            figure = f"\N{MINUS SIGN}{digits}" if value < 0 else digits
            if abs(value) < _KEPT:
                self._figures[value] = figure
        return figure

    def tenths(self, value: float) -> str:
        """A figure with one place behind the point."""
        told = rounded(value, 1)
        whole, tenth = str(abs(told)).split(".")
        point = get_decimal_symbol(self.locale, numbering_system="default")
        minus = "\N{MINUS SIGN}" if told < 0 else ""
        return f"{minus}{self.in_figures(whole)}{point}{self.in_figures(tenth)}"

    def halves(self, value: float) -> str:
        """A figure that may lie halfway between two whole ones."""
        return self.number(int(value)) if value == int(value) else self.tenths(value)

    def roll(self, dice: Dice) -> str:
        """A roll as its figures."""
        return "".join(map(self.number, dice.faces))

    def faces(self, faces: Iterable[int]) -> str:
        """Single dice, one after another."""
        return " ".join(map(self.number, faces))

    def row(self, dice: Dice) -> str:
        """A roll within a sentence: its figures apart, kept in one line."""
        return "\N{NO-BREAK SPACE}".join(self.roll(dice))

    @property
    def figures(self) -> str:
        """The ten digits as this language writes them, for figures that the page itself makes."""
        return "".join(map(self.number, range(10)))
