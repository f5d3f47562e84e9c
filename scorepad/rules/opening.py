"""A game from its beginning: who may play, the empty sheets, the entries one after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorepad.rules.events import Entry
from scorepad.rules.game import Game, late_of, next_mover
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.ruleset import RuleSet
from scorepad.rules.sheet import Sheet

MOST_SEATS = 200
"""How many the pad seats where the rules know no limit (RULES.md)."""


def check_players(ruleset: RuleSet, players: Sequence[str]) -> None:
    """Raises Refused `no_players`, `too_few_players` (least) or `too_many_players` (most)."""
    if not players:
        raise Refused("no_players")
    if len(players) < ruleset.least_players:
        raise Refused("too_few_players", least=ruleset.least_players)
    if ruleset.most_players is not None and len(players) > ruleset.most_players:
        raise Refused("too_many_players", most=ruleset.most_players, ruleset=ruleset.id)


def check_seats(ruleset: RuleSet, players: Sequence[str]) -> None:
    """Whether the pad can seat them. Raises Refused as `check_players`, or `too_many_seats` (most)."""
    check_players(ruleset, players)
    refuse_crowd(len(players))


def refuse_crowd(count: int) -> None:
    """Raises Refused `too_many_seats` (most) for more than the pad seats, whatever they play."""
    if count > MOST_SEATS:
        raise Refused("too_many_seats", most=MOST_SEATS)


def new_game(ruleset: RuleSet, players: Sequence[str], late: Iterable[int] = ()) -> Game:
    """The game before its first entry. `late` are the seats of players who join on the way."""
    sheets, waiting = (Sheet(ruleset, {}),) * len(players), frozenset(late)
    return Game(ruleset, tuple(players), (), (), sheets, waiting, 0, next_mover(sheets, waiting, 0))


def replay(
    ruleset: RuleSet,
    players: Sequence[str],
    entries: Iterable[Entry] = (),
    late: Iterable[int] = (),
) -> Game:
    """The game that these entries make.

    Raises Refused as `Game.after`, with the place of the entry that breaks a rule.
    """
    game = new_game(ruleset, players, late)
    for number, entry in enumerate(entries, 1):
        try:
            game = game.after(entry)
        except Refused as refused:
            raise refused.at(Place("turn", number)) from None
    return game


def with_late_player(game: Game, name: str) -> Game:
    """The game with one more player who waits to join, listed last."""
    return replace(
        game,
        players=(*game.players, name),
        sheets=(*game.sheets, Sheet(game.ruleset, {})),
        waiting=game.waiting | {len(game.players) + 1},
    )


def stood(game: Game, entries: int) -> Game:
    """The game as it stood after so many of its entries, before any roll-off; score cards count from the
    start.
    """
    then = replay(game.ruleset, game.players, game.entries[:entries], late_of(game))
    noted = zip(then.sheets, game.sheets, strict=True)
    return replace(then, sheets=tuple(replace(sheet, cards=now.cards) for sheet, now in noted))
