"""What `score` and `options` print of a game (RECORD.md, On the command line)."""

from __future__ import annotations

from scorepad.rules import Dice, Game, Sheet, Target, targets, team_standings


def score(game: Game) -> dict[str, object]:
    """The sheet of a game: boxes, sums and ranks, those of teams where there are any."""
    ranks = game.ranks
    scored = {
        "ruleset": game.ruleset.id,
        "finished": game.finished,
        "next_player": game.player(game.mover) if game.mover else None,
        "players": [_player(game, seat, ranks[seat]) for seat in game.seats],
    }
    return scored | ({"teams": _teams(game)} if game.teams else {})


def _teams(game: Game) -> list[dict[str, object]]:
    return [
        {"players": list(map(game.player, team.seats)), "total": team.total, "rank": team.rank}
        for team in team_standings(game)
    ]


def _player(game: Game, seat: int, rank: int) -> dict[str, object]:
    sheet = game.sheet(seat)
    scored: dict[str, object] = {
        "name": game.player(seat),
        **_boxes(sheet),
        "upper": sheet.upper,
        "upper_bonus": sheet.upper_bonus,
        "lower": sheet.lower,
        "extra_yahtzees": sheet.extras,
        "extra_points": sheet.extra_points,
        "score_cards": sheet.score_cards,
        "penalties": sheet.penalties,
        "total": sheet.total,
        "rank": rank,
    }
    marks = {"left": sheet.left, "won_outright": sheet.won}
    return scored | {mark: True for mark, there in marks.items() if there}


def _boxes(sheet: Sheet) -> dict[str, object]:
    """The filled boxes; of a sheet with several columns, each column's (SHEETS.md)."""
    if len(sheet.columns) == 1:
        return {"boxes": dict(sheet.column(1).boxes)}
    columns = [
        {
            "column": number,
            "boxes": dict(column.boxes),
            "upper": column.upper,
            "upper_bonus": column.bonus,
            "lower": column.lower,
            "total": column.total,
        }
        for number, column in enumerate(sheet.columns, 1)
    ]
    return {"columns": columns}


def options(game: Game, dice: Dice, first_roll: bool = False) -> list[dict[str, object]]:
    """What the player to move may do with that roll, in the order of the sheet; nothing once finished.

    Raises Refused `no_first_roll`.
    """
    if game.mover is None:
        return []
    several = len(game.ruleset.columns) > 1
    return [_target(target, several) for target in targets(game.mover_sheet, dice, first_roll)]


def _target(target: Target, several: bool) -> dict[str, object]:
    written: dict[str, object] = {"box": target.box, "points": target.points, "extra": target.extra}
    column = {"column": target.column} if several else {}
    return written | column | ({"claim_bonus": True} if target.claim else {})
