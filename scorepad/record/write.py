"""The game → its record: what stands and who sat at the table (RECORD.md)."""

from __future__ import annotations

from scorepad.record.keys import FORMAT, VERSION, Record
from scorepad.rules import (
    CHANGE_DIE,
    OTHER,
    REDUCE_OPPONENT,
    ActionCard,
    Entry,
    Game,
    ScoreCard,
    Turn,
    team_standings,
    told_options,
)


def write_record(record: Record) -> dict[str, object]:
    """The record of a game, ready for JSON."""
    game = record.game
    written: dict[str, object] = {"format": FORMAT, "version": VERSION}
    if record.uid is not None:
        written["id"] = record.uid
    written["ruleset"] = game.ruleset.id
    if game.ruleset.chosen:
        written["options"] = told_options(game.ruleset)
    if record.rules_name:
        written["rules_name"] = record.rules_name
    if record.hints:
        written["hints"] = True
    written["players"] = [game.player(seat) for seat in game.seats]
    if game.teams:
        teams = [team.seats for team in team_standings(game)]
        written["teams"] = [[game.player(seat) for seat in seats] for seats in teams]
    written |= {
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "note": record.note,
        "turns": [_entry(entry, game) for entry in game.entries],
    }
    return written | (_cards(game) if game.ruleset.cards else {})


def _entry(entry: Entry, game: Game) -> dict[str, object]:
    player: dict[str, object] = {"player": game.player(entry.seat)}
    return player | (_turn(entry, game) if isinstance(entry, Turn) else {entry.kind: True})


def _turn(turn: Turn, game: Game) -> dict[str, object]:
    """What a turn says; what need not be said is left out."""
    told: dict[str, object] = {
        "dice": str(turn.dice) if turn.dice else None,
        "points": turn.points,
        "box": turn.box,
        "column": turn.column if len(game.ruleset.columns) > 1 else None,
        "extra_yahtzee": turn.extra or None,
        "action_card": _action(turn.card, game) if turn.card else None,
        "claim_bonus": turn.claim or None,
        "first_roll": turn.first_roll or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def _action(card: ActionCard, game: Game) -> dict[str, object]:
    if card.kind == CHANGE_DIE:
        return {"kind": card.kind, "from": card.old, "to": card.new}
    if card.kind == REDUCE_OPPONENT:
        return {"kind": card.kind, "player": game.player(card.seat), "points": card.points}
    written: dict[str, object] = {"kind": card.kind}
    return written | {"name": card.name} if card.kind == OTHER else written


def _cards(game: Game) -> dict[str, object]:
    cards = [card for seat in game.seats for card in game.sheet(seat).cards]
    rounds = [{game.player(seat): face for seat, face in rolls} for rolls in game.roll_offs]
    return {"score_cards": [_score_card(card, game) for card in cards], "roll_offs": rounds}


def _score_card(card: ScoreCard, game: Game) -> dict[str, object]:
    written: dict[str, object] = {"player": game.player(card.seat), "name": card.name}
    if card.by:
        return written | {"multiply": {"box": card.box, "by": card.by}}
    return written | {"add": card.add}
