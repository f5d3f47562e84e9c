"""Words for dice that were read from a photo."""

from __future__ import annotations

from markupsafe import Markup

from scorepad.sentences import N_, NN_
from scorepad.web.words.sentences import Sentences

SURE = (
    *(N_("none sure"), N_("one sure"), N_("two sure"), N_("three sure")),
    *(N_("four sure"), N_("five sure"), N_("six sure")),
)
DOUBT = (
    *(N_("one in doubt"), N_("two in doubt"), N_("three in doubt")),
    *(N_("four in doubt"), N_("five in doubt"), N_("six in doubt")),
)
"""By how many, as many as any sheet has dice."""
_TOO_FEW = NN_("I found {count} die. Closer, from above.", "I found {count} dice. Closer, from above.")


class Photographed(Sentences):
    """How sure a reading is."""

    def how_sure(self, sure: int, doubt: int) -> Markup:
        """Four sure, one in doubt."""
        told = self(SURE[sure])
        return self.comma.join([told, self(DOUBT[doubt - 1])]) if doubt else told

    def too_few(self, found: int) -> Markup:
        """What to do with fewer dice than a roll has."""
        return self.plural(*_TOO_FEW, found)

    @property
    def all_sure(self) -> list[Markup]:
        """The words for so many sure ones, for a phone that counts them anew."""
        return [self(sentence) for sentence in SURE]

    @property
    def all_doubt(self) -> list[Markup]:
        """The words for so many in doubt, from one on."""
        return [self(sentence) for sentence in DOUBT]
