"""An event ↔ its row: one line for each kind, both ways."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

from scorepad.rules import (
    ActionCard,
    Edit,
    Event,
    Exchange,
    FetchBack,
    Fix,
    Fixes,
    Gain,
    Hints,
    HouseRules,
    Join,
    Leave,
    Order,
    Payload,
    Redo,
    Regroup,
    Rename,
    RollOff,
    RuleSet,
    ScoreCard,
    Skip,
    Suspense,
    Teams,
    ThrowAway,
    Turn,
    TurnClock,
    Uncard,
    Undo,
    dice_from_digits,
)

EventRow = tuple[int, str, int | None, str | None, int | None, str | None, str | None, int | None, str]

COLUMNS = "number, kind, seat, dice, points, box, more, of, at"
"""The columns of a row, in the order of EventRow. What has none of its own is in `more`, as JSON."""

Told = dict[str, Any]
"""What a payload says, by the names of its fields; what is as it mostly is left out."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a payload becomes what it says, and the other way round."""

    tell: Callable[[Any], Told]
    make: Callable[[Told], Payload]


def _teller(kind: type[Payload | ScoreCard]) -> Callable[[Any], Told]:
    """What tells the fields of a value of that kind, as far as they are not at their defaults."""
    usual = [(field.name, field.default) for field in fields(kind)]

    def tell(value: Any) -> Told:
        told = {}
        for name, default in usual:
            found = getattr(value, name)
            if default is MISSING or found != default:
                told[name] = found
        return told

    return tell


def _plain(kind: type[Payload]) -> _Kind:
    return _Kind(_teller(kind), lambda told: kind(**told))


_tell_turn, _tell_card = _teller(Turn), _teller(ScoreCard)


def _tell_gain(gain: Gain) -> Told:
    told = _tell_card(gain.card)
    return {("points" if name == "add" else name): value for name, value in told.items()}


def _make_gain(told: Told) -> Gain:
    return Gain(ScoreCard(**{("add" if name == "points" else name): value for name, value in told.items()}))


def _tell_fix(fix: Fix) -> Told:
    return {"of": fix.of, **_tell_turn(fix.turn)}


def _make_fix(told: Told) -> Fix:
    return Fix(told.pop("of"), Turn(**told))


_KINDS: dict[str, _Kind] = {
    Turn.kind: _plain(Turn),
    Skip.kind: _plain(Skip),
    Leave.kind: _plain(Leave),
    Join.kind: _plain(Join),
    Undo.kind: _plain(Undo),
    Redo.kind: _plain(Redo),
    Fix.kind: _Kind(_tell_fix, _make_fix),
    Fixes.kind: _Kind(
        lambda what: {"fixes": [_plainly(_tell_fix(fix)) for fix in what.fixes]},
        lambda told: Fixes(tuple(map(_make_fix, told["fixes"]))),
    ),
    Exchange.kind: _plain(Exchange),
    Order.kind: _plain(Order),
    HouseRules.kind: _plain(HouseRules),
    Regroup.kind: _plain(Regroup),
    Gain.kind: _Kind(_tell_gain, _make_gain),
    Uncard.kind: _plain(Uncard),
    RollOff.kind: _plain(RollOff),
    Edit.kind: _plain(Edit),
    Hints.kind: _plain(Hints),
    Suspense.kind: _plain(Suspense),
    TurnClock.kind: _plain(TurnClock),
    Rename.kind: _plain(Rename),
    ThrowAway.kind: _plain(ThrowAway),
    FetchBack.kind: _plain(FetchBack),
}


def _plainly(told: Told) -> Told:
    """What is told, as JSON can hold it."""
    if "dice" in told:
        told["dice"] = str(told["dice"])
    if "card" in told:
        told["card"] = asdict(told["card"])
    return told


def event_row(event: Event) -> EventRow:
    """The row of an event, in the order of COLUMNS."""
    told = _plainly(_KINDS[event.what.kind].tell(event.what))
    seat, dice, points = told.pop("seat", None), told.pop("dice", None), told.pop("points", None)
    box, of = told.pop("box", None), told.pop("of", None)
    more = json.dumps(told, separators=(",", ":")) if told else None
    return event.number, event.what.kind, seat, dice, points, box, more, of, event.at


def event_of(row: EventRow, ruleset: RuleSet) -> Event:
    """The event of a row. Raises LookupError, TypeError, ValueError or AttributeError for one that no version
    wrote.
    """
    number, kind, seat, dice, points, box, more, of, at = row
    columns = (("seat", seat), ("points", points), ("box", box), ("of", of))
    told: Told = {name: value for name, value in columns if value is not None}
    if dice is not None:
        told["dice"] = dice
    if more is not None:
        told |= json.loads(more)
    _read(told, ruleset)
    return Event(number, _KINDS[kind].make(told), at)


def _read(more: Told, ruleset: RuleSet) -> None:
    """Puts values of the rules in the place of what JSON holds of them."""
    if "dice" in more:
        more["dice"] = dice_from_digits(more["dice"], ruleset.dice)
    for told in more.get("fixes", ()):
        _read(told, ruleset)
    if "card" in more:
        more["card"] = ActionCard(**more["card"])
    if "order" in more:
        more["order"] = tuple(more["order"])
    if "teams" in more:
        more["teams"] = teams_of(more["teams"])
    if "chosen" in more:
        more["chosen"] = tuple(
            (name, tuple(value) if isinstance(value, list) else value) for name, value in more["chosen"]
        )
    if "rolls" in more:
        more["rolls"] = tuple((seat, face) for seat, face in more["rolls"])


def teams_of(told: Iterable[Iterable[int]]) -> Teams:
    """Teams from what JSON holds of them. Raises TypeError for places that are no numbers."""
    teams = tuple(tuple(team) for team in told)
    if not all(type(place) is int for team in teams for place in team):
        raise TypeError(teams)
    return teams


def events_of(rows: Iterable[EventRow], ruleset: RuleSet) -> tuple[Event, ...]:
    """The events of these rows. Raises as `event_of`."""
    return tuple(event_of(row, ruleset) for row in rows)
