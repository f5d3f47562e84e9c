"""A correction that a form sends, and one that is still in the making."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from scorepad.rules import Exchange, Fix, Fixes, Refused, RuleSet, Turn, as_fixes
from scorepad.store import StoredGame
from scorepad.web.forms.fields import Form, read_whole
from scorepad.web.forms.turns import read_correction
from scorepad.web.forms.typed import Typed, read_typed

_TURN = ("dice", "points", "extra_yahtzee", "box", "column", "first_roll", "claim_bonus")
_CARD = ("card_kind", "card_from", "card_to", "card_player", "card_points", "card_name")


@dataclass(frozen=True, slots=True)
class Draft:
    """A correction in the making: the `fields` that tell it, and the roll that is `typed` by now."""

    fields: Form
    typed: Typed

    @property
    def held(self) -> list[tuple[str, str]]:
        """The fields of the turn itself."""
        return [(name, self.fields[name]) for name in (*_TURN, *_CARD) if name in self.fields]

    @property
    def readable(self) -> Form:
        """The fields that can be read now, while the roll is in the making."""
        told = ((name, value) for name, value in self.held if name not in _CARD)
        return MultiDict((name, value) for name, value in told if name != "dice" or self.typed.dice)

    @property
    def asks(self) -> bool:
        """Whether there is something to look at: another turn, all of which is told."""
        making = "dice" in self.fields and not (self.typed.dice or self.typed.refused)
        return bool(self.fields) and (not making or bool(self.fields.get("points")))


def read_draft(form: Form, turn: Turn, ruleset: RuleSet) -> Draft:
    """What a form says of that turn so far; the roll is as it was where the form has none. Of what is there
    twice, the last was pressed.
    """
    names = (*_TURN, *_CARD, "with")
    fields: Form = MultiDict((name, form.getlist(name)[-1]) for name in names if name in form)
    if "also" in form:
        fields.setlist("also", form.getlist("also"))
    if "points" in fields or ("dice" not in form and turn.dice is None):
        return Draft(fields, Typed(ruleset.dice))
    typed = read_typed(form if "dice" in form else MultiDict({"dice": str(turn.dice)}), ruleset.dice)
    if "dice" in fields and not typed.refused:
        fields["dice"] = typed.faces
    return Draft(fields, typed)


def read_wish(form: Form, turn: int, then: StoredGame) -> Fix | Exchange | Fixes:
    """What a form asks for: another turn in place of that one (counted among the entries from 1), or an
    exchange `with` another one; and what `also` has to be another one then.

    Raises Refused `no_turn`, or as `read_correction`.
    """
    number, entry = turn_at(then, turn)
    what: Fix | Exchange
    if "with" in form:
        what = Exchange(number, turn_at(then, read_whole(form["with"], "no_turn"))[0])
    else:
        what = Fix(number, read_correction(form, entry, then))
    also = tuple(_read_also(text, then) for text in form.getlist("also"))
    return Fixes((*as_fixes(then.story, what), *also)) if also else what


def turn_at(then: StoredGame, place: int) -> tuple[int, Turn]:
    """The turn that stands at that place among the entries, from 1, after the number of its event.

    Raises Refused `no_turn`.
    """
    told = then.story.standing[place - 1 : place] if place else []
    for one in told:
        if isinstance(one.entry, Turn):
            return one.number, one.entry
    raise Refused("no_turn")


def places_told(form: Form, turn: int) -> list[int]:
    """The turns, by their places, that a correction of that one speaks of, as far as they can be read."""
    told = [form["with"]] if "with" in form else []
    places = [turn]
    for text in (*told, *(text.partition("-")[0] for text in form.getlist("also"))):
        with suppress(Refused):
            places.append(read_whole(text, "no_turn"))
    return places


def also_text(place: int, way: Turn) -> str:
    """How a form says that the turn at that place is to be that one, too: it moves with what it is worth."""
    return f"{place}-{way.box}-{way.column}{'-bonus' if way.claim or way.extra else ''}"


def _read_also(text: str, then: StoredGame) -> Fix:
    found = re.fullmatch("([0-9]{1,9})-([a-z0-9_]+)-([0-9]{1,9})(-bonus)?", text)
    if not found:
        raise Refused("no_turn")
    number, entry = turn_at(then, int(found[1]))
    bonus = found[4] is not None
    extra, claim = bonus and entry.dice is None, bonus and entry.dice is not None
    return Fix(number, replace(entry, box=found[2], column=int(found[3]), extra=extra, claim=claim))
