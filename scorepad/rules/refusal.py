"""What the core says when a rule or the record's format is broken: an id and facts, never a sentence."""

from __future__ import annotations

from dataclasses import dataclass

Fact = str | int
LONGEST_FACT, LONGEST_WORD = 300, 40


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a record a refusal happened: `kind` and its number from 1 (0 where there is one alone), with
    what stood there.
    """

    kind: str
    number: int = 0
    said: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "said", tuple(_shown(word, LONGEST_WORD) for word in self.said))

    def __str__(self) -> str:
        return f"{self.kind} {self.number}" if self.number else self.kind


def _shown(fact: Fact, longest: int) -> Fact:
    """A fact that a sentence can hold, whatever was sent: short, and of signs that a page can carry."""
    if isinstance(fact, int) and abs(fact) < 10**15:
        return fact
    signs = (sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in str(fact)[: longest + 1])
    text = "".join(signs)
    return text if len(text) <= longest else text[: longest - 1] + "…"


class Told(Exception):
    """Why something can't be, for a sentence to tell.

    `reason` is an id that `scorepad.sentences` has a sentence for; `facts` fill that sentence
    (`box` and `must` are box ids, `player` a name, numbers are plain ints).
    """

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = {key: _shown(fact, LONGEST_FACT) for key, fact in facts.items()}

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.facts.items())
        return f"{self.reason}({facts})"


class Refused(Told, ValueError):
    """A rule or a format forbids it.

    `places` tell where in a record it happened, the outer one first: a game of a bundle, then a turn of that
    game.
    """

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason, **facts)
        self.places: tuple[Place, ...] = ()

    @property
    def place(self) -> Place | None:
        """The innermost place, None where the whole is at fault."""
        return self.places[-1] if self.places else None

    def at(self, place: Place) -> Refused:
        """The same refusal, with the place where it happened, around the places it has already."""
        refused = Refused(self.reason, **self.facts)
        refused.places = (place, *self.places)
        return refused
