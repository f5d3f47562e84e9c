"""Every figure against what the records alone come to, whatever happened to games and people."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.record import Record, read_record
from scorepad.rules import RULESETS
from scorepad.stats import called, told
from scorepad.store import Store
from scorepad.transfer import rebuild
from tests.helpers import finish, together
from tests.made_up import games
from tests.oracle import SHEETS
from tests.stats.life import NAMES, Life, moment, some_game
from tests.stats.recomputed import assert_right
from tests.strategies import Story, quick, stories
from tests.transfer.told import CASES, card_game

STEPS = 60


def made_up() -> list[Record]:
    """Games of every sheet: told by hand, with cards, alone, and with those who come late and go early."""
    chance = random.Random(4)
    told = [read_record(record) for record in CASES.values()]
    cards = [Record(card_game(seed), f"c{seed}", *_times(chance)) for seed in range(8)]
    moved = [
        Record(some_game(ruleset, chance.sample(NAMES, 3), chance), name, *_times(chance))
        for name, ruleset in RULESETS.items()
    ]
    return [*told, *cards, *moved, *games(12, players=2), *games(20, players=1, seed=2)]


def _times(chance: random.Random) -> tuple[str, str]:
    start = chance.randrange(4 * 24 * 60)
    return moment(start), moment(start + 45)


def test_all_kinds_of_games_come_to_what_their_records_say(tmp_path: Path) -> None:
    path = tmp_path / "scorepad.db"
    with closing(Store(path)) as store:
        store.add_games(made_up())
        assert_right(store)
        rebuild(store)
        assert_right(store)
    with closing(Store(path)) as store:
        assert_right(store)


@contextmanager
def copied(empty: Path) -> Iterator[Store]:
    """A store of its own for each example."""
    path = empty.with_name(f"figures-{next(_numbers)}.db")
    with closing(Store(Path(shutil.copy(empty, path)))) as store:
        yield store


_numbers = count(1)


@quick(15)
@given(st.lists(st.tuples(stories(SHEETS, varied=True, whole=True, most=3), st.integers(0, 999)), max_size=4))
def test_games_of_any_house_rules_and_from_paper_do(empty: Path, told: list[tuple[Story, int]]) -> None:
    with copied(empty) as store:
        store.add_games(Record(story.game, None, moment(start), moment(start + 30)) for story, start in told)
        assert_right(store)


@pytest.mark.parametrize("seed", range(1, 5))
def test_whatever_happens_to_games_and_people_the_figures_follow(store: Store, seed: int) -> None:
    life = Life(store, seed)
    for _ in range(STEPS):
        life.step()
        assert_right(store)
    rebuild(store)
    assert_right(store)


def finishing(store: Store, keys: list[str]) -> Callable[[], object]:
    return lambda: [finish(store, key) for key in keys]


def test_two_who_finish_games_of_the_same_players_at_once_both_count(store: Store) -> None:
    keys = [store.create("yacht", NAMES[:2]) for _ in range(8)]
    together(finishing(store, keys[::2]), finishing(store, keys[1::2]))
    assert_right(store)


def test_names_merged_and_parted_while_games_are_finished_leave_the_figures_right(store: Store) -> None:
    for number in range(6):
        finish(store, store.create("yacht", [NAMES[number % 2], "Cleo"]))
    keys = [store.create("yacht", [NAMES[number % 2], "Cleo"]) for number in range(6)]

    def merge_and_part() -> None:
        ana, ben = (person.id for name in NAMES[:2] if (person := called(store, name)))
        for _ in range(10):
            store.merge(ben, ana)
            store.part(ben)
        store.merge(ben, ana)

    together(finishing(store, keys[::2]), finishing(store, keys[1::2]), merge_and_part)
    assert {line["player"] for line in told(store)} == {"Ana", "Cleo"}
    assert_right(store)
