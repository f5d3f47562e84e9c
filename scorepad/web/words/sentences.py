"""Sentences in one language, filled with facts: figures, names, other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from gettext import NullTranslations

from babel import Locale
from babel.lists import format_list
from markupsafe import Markup, escape

from scorepad.sentences import N_
from scorepad.web.words.figures import Figures

_LISTS = {"en": "en_GB"}
"""Language → the locale whose rows of names it has, where that is another: the pad writes A, B and C."""


_JOINED = re.compile("[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc]")
"""A letter of the scripts whose words are one stroke: they are never parted within."""


def isolated(text: str, css: str = "") -> Markup:
    """A name or another foreign text, kept from turning the line around it (`<bdi>`)."""
    classes = " ".join(filter(None, (css, _JOINED.search(text) and "joined")))
    marked = f' class="{classes}"' if classes else ""
    return Markup(f"<bdi{marked}>{escape(text)}</bdi>")  # noqa: S704


class Sentences(Figures):
    """Says sentences in one language; what was said once is kept."""

    def __init__(self, locale: Locale, translations: NullTranslations) -> None:
        super().__init__(locale)
        self.language = str(locale)
        self.direction = locale.text_direction
        self._translations = translations
        self._said: dict[str, Markup] = {}
        self._named: dict[tuple[str, str], Markup] = {}

    def __call__(self, sentence: str, /, **facts: object) -> Markup:
        """The sentence in this language; ints as figures, texts escaped and isolated, markup as it is."""
        said = self._said.get(sentence)
        if said is None:
            said = self._said[sentence] = escape(self._translations.gettext(sentence))
        return self._filled(said, facts) if facts else said

    def line(self, sentence: str, /, **facts: object) -> str:
        """The sentence without markup, for a terminal."""
        return self(sentence, **facts).striptags()

    def plural(self, one: str, many: str, count: int, **facts: object) -> Markup:
        """The form of the sentence that this language uses for `count`, shown as `{count}`."""
        said = escape(self._translations.ngettext(one, many, count))
        return self._filled(said, facts | {"count": count})

    def _filled(self, said: Markup, facts: Mapping[str, object]) -> Markup:
        # Each fact is safe by itself; Markup's own format would escape them again, ten times slower.
        shown = {key: self._fact(fact) for key, fact in facts.items()}
        return Markup(str(said).format(**shown))  # noqa: S704

    def _fact(self, fact: object) -> str:
        if isinstance(fact, Markup):
            return fact
        return self.number(fact) if isinstance(fact, int) else isolated(str(fact))

    def named(self, context_and_name: tuple[str, str]) -> Markup:
        """A name marked by NP_, in this language."""
        said = self._named.get(context_and_name)
        if said is None:
            said = self._named[context_and_name] = escape(self._translations.pgettext(*context_and_name))
        return said

    def join(self, names: Iterable[str]) -> Markup:
        """Names in a row: A, B and C."""
        row = format_list(list(map(isolated, names)), locale=_LISTS.get(self.language, self.locale))
        return Markup(row)  # noqa: S704 (CLDR's commas, and names that are escaped)

    @property
    def comma(self) -> Markup:
        """What stands between the items of a row."""
        return self(N_(", "))

    @property
    def arrow(self) -> str:
        """An arrow in the direction of reading."""
        return "\N{LEFTWARDS ARROW}" if self.direction == "rtl" else "\N{RIGHTWARDS ARROW}"

    @staticmethod
    def strong(text: Markup) -> Markup:
        """Words that stand out within a sentence."""
        return Markup("<b>{}</b>").format(text)

    @staticmethod
    def accented(name: str) -> Markup:
        """The name of the player to move, in the accent, within a sentence."""
        return isolated(name, "accent")
