"""Games as tables for a spreadsheet: CSV, written piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorepad.rules import CHANGE_DIE, OTHER, REDUCE_OPPONENT, ActionCard, Game, Target, Turn, options_text
from scorepad.store import StoredGame
from scorepad.transfer.cells import COMMA, Value, csv_text

GAME_COLUMNS = (
    *("id", "ruleset", "started_at", "finished_at", "note", "seat", "player", "total", "rank"),
    *("upper", "upper_bonus", "lower", "extra_yahtzees", "score_cards", "penalties", "left"),
    *("roll_offs", "options", "rules_name"),
)
"""The columns of the games table: a row for each player of each game."""

TURN_COLUMNS = (
    *("id", "ruleset", "started_at", "turn", "player", "kind", "dice", "box", "points", "extra"),
    *("action_card", "first_roll"),
)
"""The columns of the turns table: a row for each entry of each game; ids as in records."""

SHEET_ROWS = (
    *("upper_total", "upper_bonus", "extra_points", "column_total", "score_cards", "penalties", "total"),
    *("roll_off", "rank", "box"),
)
"""The rows of one game's sheet beside its boxes; `box` heads the first column."""


def games_table(
    games: Iterable[StoredGame], headings: Mapping[str, str], separator: str = COMMA
) -> Iterator[str]:
    """All games as CSV, piece by piece; `headings` names GAME_COLUMNS."""
    yield csv_text([[headings[column] for column in GAME_COLUMNS]], separator, first=True)
    for stored in games:
        yield csv_text(_game_rows(stored), separator)


def _game_rows(stored: StoredGame) -> Iterator[list[Value]]:
    game = stored.game
    ranks = game.ranks
    for seat in game.seats:
        sheet = game.sheet(seat)
        yield [
            stored.uid,
            game.ruleset.id,
            stored.started_at,
            stored.finished_at,
            stored.note,
            seat,
            game.player(seat),
            sheet.total,
            ranks[seat] if game.finished else None,
            sheet.upper,
            sheet.upper_bonus,
            sheet.lower,
            sheet.extras,
            sheet.score_cards,
            sheet.penalties,
            int(sheet.left),
            " ".join(map(str, game.rolled(seat))),
            options_text(game.ruleset) or None,
            stored.rules_name,
        ]


def turns_table(
    games: Iterable[StoredGame], headings: Mapping[str, str], separator: str = COMMA
) -> Iterator[str]:
    """All turns as CSV, piece by piece; `headings` names TURN_COLUMNS."""
    yield csv_text([[headings[column] for column in TURN_COLUMNS]], separator, first=True)
    for stored in games:
        yield csv_text(_turn_rows(stored), separator)


def _turn_rows(stored: StoredGame) -> Iterator[list[Value]]:
    game = stored.game
    for number, (entry, target) in enumerate(zip(game.entries, game.scored, strict=True), 1):
        yield [
            stored.uid,
            game.ruleset.id,
            stored.started_at,
            number,
            game.player(entry.seat),
            entry.kind,
            *(_told(entry, target, game) if isinstance(entry, Turn) else ("",) * 6),
        ]


def _told(turn: Turn, target: Target | None, game: Game) -> tuple[Value, ...]:
    """What a turn says: dice, box, points, bonus, action card, whether it was made in the first roll."""
    dice = str(turn.dice) if turn.dice else None
    card = _card_cell(turn.card, game) if turn.card else None
    points, extra = (target.points, target.extra) if target else (None, None)
    return dice, str(turn.cell), points, extra, card, int(turn.first_roll) or None


def _card_cell(card: ActionCard, game: Game) -> str:
    """What an action card did, in one cell: its kind and what a record says beside it."""
    if card.kind == CHANGE_DIE:
        return f"{card.kind} {card.old} {card.new}"
    if card.kind == REDUCE_OPPONENT:
        return f"{card.kind} {card.points} {game.player(card.seat)}"
    return f"{card.kind} {card.name}" if card.kind == OTHER else card.kind


def sheet_table(game: Game, labels: Mapping[str, str], separator: str = COMMA) -> Iterator[str]:
    """One game's sheet as CSV, as it stands on paper; `labels` names its boxes and SHEET_ROWS."""
    rows = [*_column_rows(game), *_player_rows(game)]
    yield csv_text([[labels[label], *values] for label, values in rows], separator, first=True)


Row = tuple[str, Sequence[Value]]


def _column_rows(game: Game) -> Iterator[Row]:
    """What each column of each player holds."""
    rules = game.ruleset
    several = len(rules.columns) > 1
    columns = [(seat, number) for seat in game.seats for number in rules.column_numbers]
    sums = [game.sheet(seat).column(number) for seat, number in columns]
    names = [(game.player(seat), number) for seat, number in columns]
    yield "box", [f"{name} {number}" if several else name for name, number in names]
    yield from ((box.id, [one.boxes.get(box.id) for one in sums]) for box in rules.upper)
    yield "upper_total", [one.upper for one in sums]
    if rules.bonus.points:
        yield "upper_bonus", [one.bonus for one in sums]
    yield from ((box.id, [one.boxes.get(box.id) for one in sums]) for box in rules.lower)
    if rules.again.extra:
        yield "extra_points", [one.extra for one in sums]
    if several:
        yield "column_total", [one.counts for one in sums]


def _player_rows(game: Game) -> Iterator[Row]:
    """What each player has beyond the columns, in the first of them."""
    rules, sheets = game.ruleset, [game.sheet(seat) for seat in game.seats]
    if rules.cards:
        yield "score_cards", _spread(game, (sheet.score_cards for sheet in sheets))
        yield "penalties", _spread(game, (-sheet.penalties for sheet in sheets))
    yield "total", _spread(game, (sheet.total for sheet in sheets))
    for rolls in map(dict, game.roll_offs):
        yield "roll_off", _spread(game, map(rolls.get, game.seats))
    if game.finished:
        yield "rank", _spread(game, game.ranks.values())


def _spread(game: Game, values: Iterable[Value]) -> list[Value]:
    empty = [None] * (len(game.ruleset.columns) - 1)
    return [cell for value in values for cell in (value, *empty)]
