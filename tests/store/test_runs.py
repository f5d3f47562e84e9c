"""Winning runs that are kept beside the results, when games of a run come, go and change places."""

from __future__ import annotations

from scorepad.record import Record
from scorepad.rules import RULESETS, Edit, Turn, dice_from_digits, replay
from scorepad.store import Store
from tests.helpers import rows, wish

DAYS = "2026-11-{:02}T20:00:00Z"
BEST, WORST = "66666", "11112"


def play(store: Store, day: int, won: bool, name: str = "Ana", other: str = "Ben") -> str:
    """A finished game of that day; its key."""
    dice = {1: BEST if won else WORST, 2: WORST if won else BEST}
    boxes = [box.id for box in RULESETS["yacht"].boxes]
    turns = [Turn(seat, box, dice_from_digits(dice[seat], 5)) for box in boxes for seat in (1, 2)]
    game = replay(RULESETS["yacht"], (name, other), turns)
    store.add_games([Record(game, f"{day}", DAYS.format(day), DAYS.format(day))])
    return str(rows(store, "SELECT key FROM games WHERE uid = ?", f"{day}")[0][0])


def runs_of(store: Store, name: str = "Ana") -> list[object]:
    """The runs of that player, game by game in time."""
    asked = (
        "SELECT run FROM results JOIN players ON players.id = player WHERE name = ?"
        " ORDER BY finished_at, game"
    )
    return [run for (run,) in rows(store, asked, name)]


def test_a_game_of_a_later_day_after_all_goes_from_one_run_to_another(store: Store) -> None:
    moved = play(store, 1, won=True)
    for day, won in ((2, False), (3, False), (4, True)):
        play(store, day, won)
    assert runs_of(store) == [1, 0, 0, 1]
    stored = store.load(moved)
    store.append(moved, stored.seen, wish(Edit("", DAYS.format(5))))
    assert runs_of(store) == [0, 0, 1, 2]
    store.append(moved, stored.seen + 1, wish(Edit("", DAYS.format(1))))
    assert runs_of(store) == [1, 0, 0, 1]


def test_names_that_are_merged_and_parted_mix_their_games_and_sort_them_out(store: Store) -> None:
    for day, name, won in (
        *((1, "Ana", True), (2, "Anna", False), (3, "Ana", True), (4, "Anna", True)),
        *((5, "Ana", False), (6, "Anna", False), (7, "Anna", True), (8, "Ana", True)),
    ):
        play(store, day, won, name)
    apart = runs_of(store), runs_of(store, "Anna")
    assert apart == ([1, 2, 0, 1], [0, 1, 0, 1])
    ana, anna = (
        store.db.execute("SELECT id FROM players WHERE name = ?", [n]).fetchone()[0] for n in ("Ana", "Anna")
    )
    store.merge(anna, ana)
    assert runs_of(store) == [1, 0, 1, 2, 0, 0, 1, 2]
    store.part(anna)
    assert (runs_of(store), runs_of(store, "Anna")) == apart
