"""A game record → the game: every key and every rule is checked (RECORD.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from scorepad.record.keys import BUNDLE, FORMAT, VERSION, Record, refuse_unknown, text, typed
from scorepad.record.turns import (
    Seats,
    named_seat,
    read_entry,
    read_rolls,
    read_score_card,
    seat_of,
    turn_keys,
)
from scorepad.rules import (
    LONGEST_NOTE,
    Game,
    Join,
    Place,
    Refused,
    RuleSet,
    Teams,
    check_players,
    check_teams,
    clean_name,
    clean_names,
    fold_name,
    new_game,
    read_moment,
    roll_off,
    ruleset_of,
    with_card,
    with_options,
)

LONGEST_ID = 200

_SHEET_KEYS = frozenset(
    (
        "format",
        "version",
        "id",
        "ruleset",
        "options",
        "rules_name",
        "hints",
        "players",
        "teams",
        "started_at",
        "finished_at",
        "note",
        "turns",
    )
)
_BUNDLE_KEYS = frozenset(("format", "version", "games"))
_CARD_KEYS = frozenset(("score_cards", "roll_offs"))
GAME_KEYS = _SHEET_KEYS | _CARD_KEYS
"""All that a record may say."""


def read_record(data: object) -> Record:
    """The game in a record, every key and every rule checked.

    Raises Refused; where `options`, `rules_name`, `teams` or one of `turns`, `score_cards` or `roll_offs` is
    at fault, with its place.
    """
    record = _check_format(data)
    ruleset = _ruleset(record)
    refuse_unknown(record, GAME_KEYS if ruleset.cards else _SHEET_KEYS, _CARD_KEYS)
    players = _players(record)
    check_players(ruleset, players)
    seats = _seats(players)
    turns = typed(record, "turns", list)
    beginning = new_game(ruleset, players, _late(turns, seats, players))
    game = _played(replace(beginning, teams=_teams(record, players, seats)), turns, seats)
    return Record(
        _with_cards(game, record, seats),
        uid=text(record, "id", LONGEST_ID),
        started_at=_moment(record, "started_at"),
        finished_at=_moment(record, "finished_at"),
        note=text(record, "note", LONGEST_NOTE) or "",
        rules_name=_rules_name(record),
        hints=typed(record, "hints", bool, default=False),
    )


def is_bundle(data: object) -> bool:
    """Whether that is a bundle, whose `games` are each still to be read by `read_record`.

    Raises Refused `other_version`, `unknown_key`, `key_missing` or `key_type`.
    """
    if not isinstance(data, dict) or data.get("format") != BUNDLE:
        return False
    if typed(data, "version", int) != VERSION:
        raise Refused("other_version", version=VERSION)
    refuse_unknown(data, _BUNDLE_KEYS)
    typed(data, "games", list)
    return True


def _check_format(data: object) -> dict[str, object]:
    if not isinstance(data, dict):
        raise Refused("no_record")
    if data.get("format") == BUNDLE:
        raise Refused("is_bundle")
    if data.get("format") != FORMAT:
        raise Refused("no_record")
    if typed(data, "version", int) != VERSION:
        raise Refused("other_version", version=VERSION)
    return data


def _ruleset(record: Mapping[str, object]) -> RuleSet:
    """The rule set under the record's options (SHEETS.md, House rules)."""
    ruleset = ruleset_of(typed(record, "ruleset", str))
    if "options" not in record:
        return ruleset
    with _at("options"):
        return with_options(ruleset.id, typed(record, "options", dict))


def _rules_name(record: Mapping[str, object]) -> str:
    if "rules_name" not in record:
        return ""
    with _at("rules_name"):
        return clean_name(typed(record, "rules_name", str))


@contextmanager
def _at(key: str) -> Iterator[None]:
    """What is refused inside is refused there."""
    try:
        yield
    except Refused as refused:
        raise refused.at(Place(key)) from None


def _moment(record: Mapping[str, object], key: str) -> str | None:
    return None if record.get(key) is None else read_moment(typed(record, key, str))


def _players(record: Mapping[str, object]) -> tuple[str, ...]:
    names = typed(record, "players", list)
    if not all(isinstance(name, str) for name in names):
        raise Refused("key_type", key="players")
    return clean_names(names)


def _seats(players: Sequence[str]) -> Seats:
    """As written too: cleaning the name of every turn would take a quarter of the time."""
    seats = {name: seat for seat, name in enumerate(players, 1)}
    return seats | {fold_name(name): seat for name, seat in seats.items()}


def _teams(record: Mapping[str, object], players: Sequence[str], seats: Seats) -> Teams:
    """Who plays together, every player in exactly one team."""
    if "teams" not in record:
        return ()
    with _at("teams"):
        told = typed(record, "teams", list)
        teams = tuple(_team(team, seats) for team in told)
        check_teams(teams or ((),), players)
        return teams


def _team(names: object, seats: Seats) -> tuple[int, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Refused("key_type", key="teams")
    return tuple(seat_of(name, seats) for name in names)


def _late(turns: Sequence[object], seats: Seats, players: Sequence[str]) -> frozenset[int]:
    """The seats of the players whom some `join` brings in; a malformed one is refused at its turn.

    Raises Refused `no_players` or `late_not_last` (player).
    """
    late = set()
    for turn in turns:
        if isinstance(turn, dict) and Join.kind in turn:
            with suppress(Refused):
                late.add(named_seat(turn, seats))
    early = len(players) - len(late - {None})
    if early < 1:
        raise Refused("no_players")
    for seat in late:
        if seat is not None and seat <= early:
            raise Refused("late_not_last", player=players[seat - 1])
    return frozenset(seat for seat in late if seat is not None)


def _played(game: Game, turns: Sequence[object], seats: Seats) -> Game:
    """The game after these turns, each refused at its place."""
    allowed = turn_keys(game.ruleset)
    for number, turn in enumerate(turns, 1):
        try:
            game = game.after(read_entry(turn, game, seats, allowed))
        except Refused as refused:
            raise refused.at(Place("turn", number, _said(turn, game))) from None
    return game


def _said(turn: object, game: Game) -> tuple[str, ...]:
    """What stood at the refused place, for the message: player, dice or points, box."""
    if not isinstance(turn, dict):
        return ()
    mover = game.player(game.mover) if game.mover else None
    words = (turn.get("player", mover), turn.get("dice", turn.get("points")), turn.get("box"))
    return tuple(str(word) for word in words if isinstance(word, str | int))


def _with_cards(game: Game, record: Mapping[str, object], seats: Seats) -> Game:
    """The game with the record's score cards and roll-offs, each refused at its place."""

    def card(then: Game, data: object) -> Game:
        return with_card(then, read_score_card(data, seats))

    def rolls(then: Game, data: object) -> Game:
        return roll_off(then, read_rolls(data, seats))

    game = _each(game, record, "score_cards", "score card", card)
    return _each(game, record, "roll_offs", "roll-off", rolls)


def _each(
    game: Game, record: Mapping[str, object], key: str, kind: str, after: Callable[[Game, object], Game]
) -> Game:
    for number, data in enumerate(typed(record, key, list, default=[]), 1):
        try:
            game = after(game, data)
        except Refused as refused:
            raise refused.at(Place(kind, number)) from None
    return game
