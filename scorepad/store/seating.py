"""Who sits at the table of a game: coming late, finding the old seat, another name."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from scorepad.rules import (
    Join,
    Refused,
    Rename,
    Story,
    check_seats,
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


def seat_of(connection: sqlite3.Connection, stored: StoredGame, name: str) -> int:
    """The seat that whoever has this name has in that game, or would get."""
    person, ids = people.known(connection, name), stored.player_ids
    return ids.index(person.id) + 1 if person and person.id in ids else len(ids) + 1


def _refuse_seated(name: str, seated: str) -> None:
    """Raises Refused as `refuse_twice`, or `one_person` (player, other)."""
    refuse_twice(name, seated)
    raise Refused("one_person", player=seated, other=name)


def with_newcomer(connection: sqlite3.Connection, stored: StoredGame, join: Join, name: str) -> StoredGame:
    """The game with a seat for who comes late, who had it already or is listed last."""
    game = stored.game
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
