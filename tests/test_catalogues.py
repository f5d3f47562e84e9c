"""Every sentence is there in every language, with its placeholders, and compiled."""

from __future__ import annotations

import ast
import io
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorepad.web.words import LANGUAGES, SOURCE, TRANSLATIONS

ROOT = TRANSLATIONS.parent.parent
KEYWORDS = {"_": None, "N_": None, "NP_": ((1, "c"), 2), "NN_": (1, 2), "plural": (1, 2)}
MARKS = {"N_", "NP_", "NN_"}
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]

Key = tuple[str | None, str]


@cache
def said() -> dict[Key, tuple[str, ...]]:
    """Every sentence of the code: (context, sentence) → its forms."""
    found: dict[Key, tuple[str, ...]] = {}
    for method, pattern, folder in (
        ("python", "**.py", ROOT / "scorepad"),
        ("jinja2", "**.html", ROOT / "templates"),
    ):
        for _, _, message, _, context in extract_from_dir(folder, [(pattern, method)], keywords=KEYWORDS):
            forms = (message,) if isinstance(message, str) else tuple(message)
            found[context, forms[0]] = forms
    return found


def path(language: str) -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


@cache
def catalogue(language: str) -> Catalog:
    with path(language).open("rb") as file:
        return read_po(file, locale=language)


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_english_finnish_persian_and_swedish_are_offered() -> None:
    assert set(LANGUAGES) >= {"en", "fa", "fi", "sv"}


def test_the_code_says_hundreds_of_sentences() -> None:
    assert len(said()) > 300


def marked() -> set[Key]:
    """Every sentence that the code marks, wherever it stands: a mark within another call is easily missed."""
    found: set[Key] = set()
    for path in (ROOT / "scorepad").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                texts = [text.value for text in node.args if isinstance(text, ast.Constant)]
                found.add((texts[0], texts[1]) if node.func.id == "NP_" else (None, texts[0]))
    return found


def test_every_marked_sentence_reaches_the_catalogues() -> None:
    assert marked() - said().keys() == set()


def test_every_sentence_that_is_told_at_once_reaches_the_catalogues() -> None:
    told = {
        sentence
        for file in (ROOT / "scorepad").rglob("*.py")
        for sentence in re.findall(r'words\(\)\(\s*"([^"]+)"', file.read_text("utf-8"))
    }
    assert {sentence for sentence in told if (None, sentence) not in said()} == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_missing(language: str) -> None:
    missing = []
    for context, sentence in said():
        message = catalogue(language).get(sentence, context)
        if message is None or message.fuzzy or not all(forms(message)):
            missing.append((context, sentence))
    assert missing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_over(language: str) -> None:
    known = {(context, sentence) for context, sentence in said()}
    told = {(m.context, m.id if isinstance(m.id, str) else m.id[0]) for m in catalogue(language) if m.id}
    assert told - known == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_has_the_placeholders_of_its_sentence(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        if message.id:
            ids = (message.id,) if isinstance(message.id, str) else message.id
            wanted = placeholders(ids[-1])
            wrong += [form for form in forms(message) if placeholders(form) != wanted]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_sentences(language: str) -> None:
    fresh = io.BytesIO()
    write_mo(fresh, catalogue(language))
    assert path(language).with_suffix(".mo").read_bytes() == fresh.getvalue()
