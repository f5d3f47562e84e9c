"""What the core says when a rule or the record's format is broken: an id and facts, never a sentence."""

from __future__ import annotations

from dataclasses import dataclass

Fact = str | int
LONGEST_FACT = 300


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a record a refusal happened: `kind` and its number from 1, with what stood there."""

    kind: str
    number: int
    said: tuple[str, ...] = ()


def _short(fact: Fact) -> Fact:
    """A fact that a sentence can hold, whatever was sent."""
    return fact if isinstance(fact, int) or len(fact) <= LONGEST_FACT else fact[: LONGEST_FACT - 1] + "…"


class Refused(ValueError):
    """A rule or a format forbids it.

    `reason` is an id that `scorepad.sentences` has a sentence for; `facts` fill that sentence
    (`box` and `must` are box ids, `player` a name, numbers are plain ints). `places` tell where in a
    record it happened, the outer one first: a game of a bundle, then a turn of that game.
    """

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = {key: _short(fact) for key, fact in facts.items()}
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

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.facts.items())
        return f"{self.reason}({facts})"
