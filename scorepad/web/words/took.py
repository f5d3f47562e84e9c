"""How long games and turns took."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from markupsafe import Markup

from scorepad.sentences import N_
from scorepad.web.words.sentences import Sentences
from scorepad.web.words.times import Times


class Took(Sentences, Times):
    """The words for how long something took."""

    def took(self, game: int, turns: Iterable[int]) -> Markup:
        """How long a game took, in seconds, and its turns, as far as they are known."""
        known = list(turns)
        if not known:
            return self(N_("Played in {time}."), time=self.seconds(game))
        usual = self.seconds(round(median(known)))
        return self(N_("Played in {time}, about {turn} a turn."), time=self.seconds(game), turn=usual)
