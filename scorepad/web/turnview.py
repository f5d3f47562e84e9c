"""A turn that is being put right as its page shows it: the sheet before it, what its roll may fill, and what
would come of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from scorepad.rules import (
    Cell,
    Change,
    Conflict,
    Entry,
    Event,
    Exchange,
    Fix,
    Fixes,
    Game,
    Payload,
    Refused,
    Target,
    Turn,
    changes,
    claims,
    conflict,
    grant,
    standing,
)
from scorepad.store import StoredGame, now
from scorepad.web.forms import Draft, Form, read_wish
from scorepad.web.sheetview import Choice, SheetView, after_turn, sheet_view
from scorepad.web.words import words


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction looked at before it is saved: the game with it, and what changes."""

    game: Game
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What would come of a correction, or why it is refused; perhaps for another turn's sake."""

    proposal: Proposal | None = None
    refused: Refused | None = None
    conflict: Conflict | None = None


def tried(stored: StoredGame, form: Form, turn: int) -> Outcome:
    """What would come of what that form asks for. Nothing is saved."""
    what = None
    try:
        what = read_wish(form, turn, stored)
        after = grant(stored.story, what, now()).game
        return Outcome(Proposal(after, changes(stored.game, after)))
    except Refused as refused:
        return Outcome(None, refused, conflict(stored.story, what, refused) if what else None)


@dataclass(frozen=True, slots=True)
class Picking:
    """What a roll, or points, may be written into: the `sheet` as the player saw it then, with the offers.

    `state` is that of a pad. `choice` tells the points of the box that is chosen without dice. `claimable` is
    what a claim would bring. `held` are the cells that the player's later turns fill, each with the turn's
    place and what it brings.
    """

    sheet: SheetView
    state: str
    choice: Choice | None
    claimable: int
    held: dict[Cell, tuple[int, Target]]


def picking(stored: StoredGame, turn: int, wished: Turn, draft: Draft) -> Picking:
    """What the turn at that place, now wished to be that one, may be written into."""
    then = after_turn(stored, turn - 1)
    own, dice = then.game.mover_sheet, draft.typed.dice
    choice = None
    if not draft.typed.faces:
        with suppress(Refused):
            choice = Choice.of(own, wished.cell, wished.first_roll)
    chosen = wished.cell if choice else None
    first_roll = wished.first_roll and own.ruleset.first_roll
    sheet = sheet_view(then, words(), dice, chosen, first_roll=first_roll, claim=wished.claim)
    state = "offered" if dice else "points" if choice else "typing"
    claimable = max((target.extra for target in claims(own, dice)), default=0) if dice else 0
    return Picking(sheet, state, choice, claimable, filled_later(stored.game, turn))


def filled_later(game: Game, turn: int) -> dict[Cell, tuple[int, Target]]:
    """What the later turns of the same player fill: the place of each, and what it brings."""
    seat = game.entries[turn - 1].seat
    told = enumerate(zip(game.entries, game.scored, strict=True), 1)
    return {
        target.cell: (place, target)
        for place, (entry, target) in told
        if place > turn and entry.seat == seat and target is not None
    }


def partners(game: Game, turn: int) -> list[tuple[int, Entry]]:
    """The other players' turns around that one, which may have been written into the wrong column."""
    seat, reach = game.entries[turn - 1].seat, len(game.seats)
    near = range(max(1, turn - reach + 1), min(len(game.entries), turn + reach - 1) + 1)
    return [(n, e) for n in near if isinstance(e := game.entries[n - 1], Turn) and e.seat != seat]


def history(stored: StoredGame, number: int) -> Iterator[tuple[Event, Entry]]:
    """The events that made the entry of that event what it is, each with the entry after it."""
    for event in stored.story.active:
        if event.number == number or _corrects(event.what, number):
            then = standing([other for other in stored.events if other.number <= event.number])
            yield event, next(told.entry for told in then if told.number == number)


def _corrects(what: Payload, number: int) -> bool:
    match what:
        case Fix(of):
            return of == number
        case Fixes(fixes):
            return any(fix.of == number for fix in fixes)
        case Exchange(of, other):
            return number in (of, other)
    return False
