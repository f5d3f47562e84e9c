"""Which language a reader has, and its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.support import Translations
from flask import Flask, current_app, g, request
from flask_babel import Babel, get_locale, get_translations
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorepad.web.words.advised import Advised
from scorepad.web.words.aloud import Aloud
from scorepad.web.words.evenings import Evenings
from scorepad.web.words.names import NP_
from scorepad.web.words.photographed import Photographed
from scorepad.web.words.refusals import Refusals
from scorepad.web.words.sentences import isolated
from scorepad.web.words.shared import Shared
from scorepad.web.words.took import Took

TRANSLATIONS = Path(__file__).parents[2] / "translations"
SOURCE = "en"
LANGUAGES = (
    SOURCE,
    *sorted(folder.name for folder in TRANSLATIONS.iterdir() if (folder / "LC_MESSAGES").is_dir()),
)
"""English, and every language that has a catalogue beside this package."""

LONGEST_WISH = 1000
"""Signs of what a browser says of its languages that are read: some say a handful."""

OWN_NAME = NP_("what this language calls itself", "English")


class Words(Shared, Aloud, Refusals, Evenings, Advised, Photographed, Took):
    """Everything said in one language: made once, then shared by all its readers."""


def words() -> Words:
    """The words of this request's reader."""
    if "words" not in g:
        shelf: dict[str, Words] = current_app.extensions["scorepad.words"]
        locale = get_locale() or Locale(SOURCE)
        if str(locale) not in shelf:
            shelf[str(locale)] = Words(locale, get_translations())
        g.words = shelf[str(locale)]
    found: Words = g.words
    return found


def words_of_terminal(environment: Mapping[str, str]) -> Words:
    """The words of whoever runs the pad, by the terminal's language; English where it is none of ours."""
    wish = environment.get("LC_ALL") or environment.get("LANG") or ""
    code = _best([wish.partition(".")[0]], "_")
    return Words(Locale(code), Translations.load(str(TRANSLATIONS), [code]))


def language() -> str:
    """The language that the reader chose, else the first that the browser wishes for and the pad has."""
    wishes = request.headers.get("Accept-Language", "")[:LONGEST_WISH]
    accepted = parse_accept_header(wishes, LanguageAccept).values()
    return _best([request.cookies.get("language", ""), *accepted], "-")


def _best(wishes: Iterable[str], separator: str) -> str:
    return (negotiate_locale(wishes, LANGUAGES, separator) or SOURCE).lower()


@cache
def language_names() -> list[tuple[str, str]]:
    """Every language and what it calls itself: a sentence of its catalogue, as any other."""
    return [(code, _own_name(code)) for code in LANGUAGES]


def _own_name(code: str) -> str:
    # CLDR knows it too, but would keep a megabyte of each language that nobody may read.
    if code == SOURCE:
        return OWN_NAME[1]
    with (TRANSLATIONS / code / "LC_MESSAGES" / "messages.mo").open("rb") as catalogue:
        return GNUTranslations(catalogue).pgettext(*OWN_NAME)


def install(app: Flask) -> None:
    """Languages for the app; `_`, `plural`, `words` and `number` for its templates."""
    app.extensions["scorepad.words"] = {}
    Babel(
        app,
        locale_selector=language,
        default_translation_directories=str(TRANSLATIONS),
        configure_jinja=False,
    )
    names = language_names()

    @app.context_processor
    def _words() -> dict[str, object]:
        _ = words()
        return {
            "_": _,
            "plural": _.plural,
            "words": _,
            "comma": _.comma,
            "number": _.number,
            "isolated": isolated,
            "languages": names,
        }
