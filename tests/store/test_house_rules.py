"""House rules in the store: a game has them from its start, they are corrected, some are kept by a name."""

from __future__ import annotations

import pytest

from scorepad.record import write_record
from scorepad.rules import HouseRules, Refused, options_text, with_options
from scorepad.store import Stale, Store
from scorepad.transfer import check
from tests.helpers import REDO, UNDO, finish, play, rows, turn, wish

FREE = with_options("yahtzee", {"joker": "free"})
SUM = with_options("yahtzee", {"full_house": "sum"})


def told(store: Store, key: str) -> tuple[str, str]:
    """The rules of a game as its record says them."""
    record = write_record(store.load(key).record)
    return str(record.get("options", "")), str(record.get("rules_name", ""))


def test_a_game_is_played_by_its_house_rules_also_when_it_is_read_anew(store: Store) -> None:
    key = store.create(FREE, ["Ana"], rules_name="  Cottage rules ")
    play(store, key, ("yahtzee", "11111"), ("large_straight", "66666"))
    store.forget()
    stored = store.load(key)
    assert stored.game.ruleset == FREE
    assert stored.game.sheet(1).total == 150
    assert told(store, key) == ("{'joker': 'free'}", "Cottage rules")


def test_a_rematch_is_played_by_the_same_rules(store: Store) -> None:
    key = store.create(SUM, ["Ana", "Ben"], rules_name="Ours")
    again = store.load(store.rematch(key))
    assert (again.game.ruleset, again.rules_name) == (SUM, "Ours")


def test_two_taps_on_start_are_one_game_only_by_the_same_rules(store: Store) -> None:
    uid = "a" * 32
    first = store.create(FREE, ["Ana"], uid=uid)
    assert store.create(FREE, ["Ana"], uid=uid) == first
    assert store.create("yahtzee", ["Ana"], uid=uid) != first


def test_rules_wrongly_chosen_are_corrected_and_every_turn_counts_anew(store: Store) -> None:
    key = store.create("yahtzee", ["Ana", "Ben"])
    stored = play(store, key, ("full_house", "33366"), ("full_house", "22255"))
    stored = store.append(key, stored.seen, wish(HouseRules(SUM.chosen, "Ours")))
    assert [sheet.total for sheet in stored.game.sheets] == [21, 16]
    assert (stored.game.ruleset, stored.rules_name) == (SUM, "Ours")
    store.forget()
    assert store.load(key).game == stored.game
    assert rows(store, "SELECT options, rules_name FROM games") == [(options_text(SUM), "Ours")]
    assert list(check(store)) == []


def test_undo_takes_back_a_correction_of_the_rules_before_the_last_turn(store: Store) -> None:
    key = store.create("yahtzee", ["Ana"])
    played = play(store, key, ("full_house", "33366"))
    stored = store.append(key, played.seen, wish(HouseRules(SUM.chosen)))
    stored = store.append(key, stored.seen, UNDO)
    assert stored.game == played.game
    assert rows(store, "SELECT options FROM games") == [("",)]
    stored = store.append(key, stored.seen, REDO)
    assert stored.game.ruleset == SUM
    assert list(check(store)) == []


def test_rules_that_a_turn_breaks_are_refused_with_the_turn_and_nothing_changes(store: Store) -> None:
    key = store.create("yacht", ["Ana"])
    stored = play(store, key, ("ones", "12346"), ("fours", "44421"))
    with pytest.raises(Refused) as caught:
        store.append(key, stored.seen, wish(HouseRules((("in_order", True),))))
    assert caught.value.reason == "out_of_order"
    assert str(caught.value.place) == "turn 2"
    assert store.load(key) == stored


def test_a_turn_sent_before_the_rules_changed_is_late(store: Store) -> None:
    key = store.create("yahtzee", ["Ana"])
    store.append(key, 0, wish(HouseRules(FREE.chosen)))
    with pytest.raises(Stale):
        store.append(key, 0, turn("chance"))


def test_the_same_correction_sent_twice_counts_once_and_one_that_says_nothing_new_is_refused(
    store: Store,
) -> None:
    key = store.create("yahtzee", ["Ana"])
    stored = store.append(key, 0, wish(HouseRules(FREE.chosen)))
    assert store.append(key, 0, wish(HouseRules(FREE.chosen))) == stored
    with pytest.raises(Refused, match="nothing_changed"):
        store.append(key, stored.seen, wish(HouseRules(FREE.chosen)))


def test_a_finished_game_under_other_rules_has_results_under_them(store: Store) -> None:
    key = store.create("yahtzee", ["Ana"])
    stored = finish(store, key, "33366")
    store.append(key, stored.seen, wish(HouseRules(SUM.chosen)))
    (row,) = rows(store, "SELECT total, options FROM results")
    assert row == (stored.game.sheet(1).total - 4, options_text(SUM))


def test_rules_are_kept_under_a_name_renamed_and_let_go(store: Store) -> None:
    number = store.rule_book.keep(" Cottage rules ", FREE)
    assert store.rule_book.keep("COTTAGE rules", FREE) == number
    assert [(one.id, one.name, one.ruleset) for one in store.rule_book.kept] == [
        (number, "Cottage rules", FREE)
    ]
    other = store.rule_book.keep("At home", SUM)
    assert [one.name for one in store.rule_book.kept] == ["At home", "Cottage rules"]
    store.rule_book.rename(number, "By the lake")
    assert [one.name for one in store.rule_book.kept] == ["At home", "By the lake"]
    store.rule_book.drop(other)
    assert [one.id for one in store.rule_book.kept] == [number]
    store.rule_book.bring_back(other)
    assert [one.id for one in store.rule_book.kept] == [other, number]


def test_dropped_rules_give_their_name_away_but_never_their_number(store: Store) -> None:
    first = store.rule_book.keep("Ours", FREE)
    store.rule_book.drop(first)
    second = store.rule_book.keep("Ours", SUM)
    assert second != first
    assert store.rule_book.of(first) is None
    assert [one.ruleset for one in store.rule_book.kept] == [SUM]


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x00b"])
def test_a_name_for_rules_is_a_name(store: Store, name: str) -> None:
    with pytest.raises(Refused):
        store.rule_book.keep(name, FREE)
    assert store.rule_book.kept == ()


def test_no_two_rules_have_one_name_and_a_sheet_s_own_need_none(store: Store) -> None:
    store.rule_book.keep("Ours", FREE)
    number = store.rule_book.keep("Theirs", SUM)
    for wrong in (lambda: store.rule_book.keep("ours", SUM), lambda: store.rule_book.rename(number, "OURS")):
        with pytest.raises(Refused, match="rules_known"):
            wrong()
    with pytest.raises(Refused, match="no_house_rules"):
        store.rule_book.keep("Plain", with_options("yahtzee", {}))


def test_kept_rules_that_this_version_does_not_know_are_passed_over(store: Store) -> None:
    store.rule_book.keep("Ours", FREE)
    with store.db.conn:
        store.db.execute(
            "INSERT INTO house_rules (name, folded, ruleset, options)"
            " VALUES ('New', 'new', 'balut', ''), ('Odd', 'odd', 'yahtzee', '{'),"
            " ('Two', 'two', 'yahtzee', '[1]')"
        )
    assert [one.name for one in store.rule_book.kept] == ["Ours"]
