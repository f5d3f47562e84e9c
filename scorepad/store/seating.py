"""Who sits at the table of a game: coming late, finding the old seat, another name."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import NoReturn

from scorepad.rules import (
    Join,
    Refused,
    Rename,
    Story,
    check_seats,
    fold_name,
    refuse_crowd,
    refuse_twice,
    with_late_player,
)
from scorepad.store import games, people
from scorepad.store.games import StoredGame


def rename(connection: sqlite3.Connection, stored: StoredGame, wish: Rename) -> None:
    """Another name for somebody at the table."""
    ids = stored.player_ids
    if wish.player not in [ids[seat - 1] for seat in stored.game.seats]:
        raise Refused("unknown_player")
    people.rename(connection, wish)


def coming(connection: sqlite3.Connection, stored: StoredGame, seen: int, name: str, team: int = 0) -> Join:
    """What is wished for whoever has this name: the seat that they have in that game, or would get.

    What was sent before is known by what was typed: that player may be called otherwise by now.
    """
    for event in stored.events[seen:]:
        if isinstance(event.what, Join) and fold_name(event.what.name) == fold_name(name):
            return event.what
    person, ids = people.known(connection, name), stored.player_ids
    seat = ids.index(person.id) + 1 if person and person.id in ids else len(ids) + 1
    return Join(seat, name, team)


def _refuse_seated(name: str, seated: str) -> NoReturn:
    """Raises Refused as `refuse_twice`, or `one_person` (player, other)."""
    if fold_name(name) == fold_name(seated):
        refuse_twice(name, seated)
    raise Refused("one_person", player=seated, other=name)


def with_newcomer(connection: sqlite3.Connection, stored: StoredGame, join: Join) -> StoredGame:
    """The game with a seat for who comes late, who had it already or is listed last."""
    game, name = stored.game, join.name
    if join.seat in game.seats:
        _refuse_seated(name, game.player(join.seat))
    check_seats(game.ruleset, [*map(game.player, game.seats), name])
    if join.seat <= len(stored.people):
        return stored
    refuse_crowd(len(stored.people) + 1)  # who came and was undone keeps a seat
    person = people.met(connection, name)
    games.seat(connection, stored.id, [(join.seat, person)])
    story = stored.story
    beginning = replace(story.beginning, players=(*story.beginning.players, person.name))
    story = Story(beginning, story.events, with_late_player(game, person.name), story.beside)
    return replace(stored, people=(*stored.people, person), story=story)
