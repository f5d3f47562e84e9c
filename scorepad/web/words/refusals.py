"""Refusals as sentences, with the place of a record where they have one."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from scorepad.rules import Place, Refused, Told
from scorepad.sentences import PLACES, SENTENCES
from scorepad.web.words.called import Called
from scorepad.web.words.names import BOXES, FIELDS
from scorepad.web.words.sentences import isolated
from scorepad.web.words.times import Times

_BOX_FACTS = frozenset(("box", "must"))
_ENDS = (".", "!", "?", "؟")


class Refusals(Called, Times):
    """The words for what can't be done."""

    def refusal(self, told: Told) -> Markup:
        """The reason of a refusal, or what ails the file, as a sentence."""
        said = _capital(self(SENTENCES[told.reason], **self._facts(told.facts)))
        return said if said.endswith(_ENDS) else said + "."

    def _facts(self, facts: Mapping[str, str | int]) -> dict[str, object]:
        shown: dict[str, object] = dict(facts)
        for key in _BOX_FACTS & facts.keys():
            shown[key] = self.box(str(facts[key]))
        if "ruleset" in facts:
            shown["ruleset"] = self.ruleset(str(facts["ruleset"]))
        if "day" in facts:
            shown["day"] = self.date(str(facts["day"]))
        if "field" in facts:
            shown["field"] = self(FIELDS[str(facts["field"])])
        return shown

    def refusal_at(self, refused: Refused) -> Markup:
        """The reason of a refusal after its places in a record: Game 3, turn 25 (Ana, …): …"""
        said = self.refusal(refused)
        if not refused.places:
            return said
        where = self.comma.join(map(self._place, refused.places))
        return Markup("{}: {}").format(_capital(where), said)

    def _place(self, place: Place) -> Markup:
        where = self(PLACES[place.kind], number=place.number)
        said = [self.box(word) if word in BOXES else isolated(word) for word in place.said]
        return Markup("{} ({})").format(where, self.comma.join(said)) if said else where


def _capital(said: Markup) -> Markup:
    return said[:1].upper() + said[1:]
