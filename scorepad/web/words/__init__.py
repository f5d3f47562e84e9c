"""The reader's language: sentences, names of boxes and rule sets, figures, dates; bound once a request."""

from scorepad.web.words.language import (
    LANGUAGES,
    SOURCE,
    TRANSLATIONS,
    Words,
    install,
    language,
    words,
    words_of_terminal,
)
from scorepad.web.words.names import BOXES, NP_
from scorepad.web.words.sentences import isolated
from scorepad.web.words.times import local, read_day

__all__ = [
    "BOXES",
    "LANGUAGES",
    "NP_",
    "SOURCE",
    "TRANSLATIONS",
    "Words",
    "install",
    "isolated",
    "language",
    "local",
    "read_day",
    "words",
    "words_of_terminal",
]
