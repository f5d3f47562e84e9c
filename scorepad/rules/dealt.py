"""What score cards and a roll-off make of a game (RULES.md, Free for All)."""

from __future__ import annotations

from dataclasses import replace

from scorepad.rules.cards import ScoreCard, check_points
from scorepad.rules.dice import FACES
from scorepad.rules.events import Rolls
from scorepad.rules.game import Game, cards_of
from scorepad.rules.refusal import Refused


def with_card(game: Game, card: ScoreCard) -> Game:
    """The game with one more score card.

    Raises Refused `no_cards`, `unknown_player`, `unknown_box`, `card_factor`, `card_points`,
    `card_many_points` (most) or `card_after_roll_off`.
    """
    cards = cards_of(game.ruleset)
    if card.seat not in game.seats:
        raise Refused("unknown_player")
    if card.box:
        game.ruleset.box(card.box)
        if card.by not in cards.factors:
            raise Refused("card_factor")
    else:
        check_points(card.add)
    if game.roll_offs:
        raise Refused("card_after_roll_off")
    sheet = game.sheet(card.seat)
    sheets = list(game.sheets)
    sheets[card.seat - 1] = replace(sheet, cards=(*sheet.cards, card))
    return replace(game, sheets=tuple(sheets))


def roll_off(game: Game, rolls: Rolls) -> Game:
    """The game after one more round of the roll-off.

    Raises Refused `no_cards`, `roll_off_early`, `roll_off_late`, `roll_off_others` or `roll_off_face`.
    """
    cards_of(game.ruleset)
    if not game.finished:
        raise Refused("roll_off_early")
    if not game.to_roll:
        raise Refused("roll_off_late")
    if tuple(sorted(seat for seat, _ in rolls)) != game.to_roll:
        raise Refused("roll_off_others")
    if any(face not in FACES for _, face in rolls):
        raise Refused("roll_off_face")
    return replace(game, roll_offs=(*game.roll_offs, rolls))
