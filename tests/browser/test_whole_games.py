"""Whole games by hand, each way there is: by touch, box first, by keyboard, without scripting."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.games import Played
from tests.browser.phone import Phone

Phones = Callable[..., Phone]


@pytest.mark.parametrize("ruleset", ["yahtzee", "yatzy", "forced_yatzy", "yacht"])
def test_a_game_is_played_by_five_taps_on_keys_and_one_on_a_box_with_everything_in_sight(
    phone: Phone, ruleset: str
) -> None:
    played = Played(phone, ruleset)

    def take(dice: str, box: str, _points: int, _extra: int) -> None:
        assert phone.unseen == []
        phone.type(dice)
        assert phone.dice == dice
        assert phone.offers == played.legal(dice)
        assert phone.unseen == []
        phone.fill(box)

    played.play(take)
    played.check_result()


def test_a_game_is_played_box_first_by_two_taps_a_turn(phone: Phone) -> None:
    played = Played(phone, "yahtzee", seed=2)

    def take(_dice: str, box: str, points: int, extra: int) -> None:
        phone.choose(box)
        phone.give(points, extra)

    played.play(take)
    played.check_result()


def test_a_game_is_played_on_a_narrow_phone_where_the_sheet_scrolls(phones: Phones) -> None:
    phone = phones((320, 568))
    played = Played(phone, "yahtzee", seed=3)

    def take(dice: str, box: str, _points: int, _extra: int) -> None:
        phone.type(dice)
        assert phone.offers == played.legal(dice)
        assert phone.overflow == 0
        phone.fill(box)

    played.play(take)
    played.check_result()


def test_a_game_is_played_without_scripting_and_outlives_a_restart_of_the_house(phones: Phones) -> None:
    phone = phones(java_script_enabled=False)
    played = Played(phone, "yacht", seed=4)

    def by_keys(dice: str, box: str, _points: int, _extra: int) -> None:
        phone.type(dice)
        assert phone.dice == dice
        assert phone.offers == played.legal(dice)
        phone.fill(box)

    def by_typing(dice: str, box: str, _points: int, _extra: int) -> None:
        phone.at("#type").fill(" ".join(dice))
        phone.press(phone.page.get_by_role("button", name="Show the boxes"))
        phone.expect_state("offered")
        assert phone.offers == played.legal(dice)
        phone.fill(box)

    def box_first(_dice: str, box: str, points: int, extra: int) -> None:
        phone.choose(box)
        phone.give(points, extra)

    played.play(by_keys, 4)
    last = phone.house.load(played.key).game.entries[-1]
    phone.undo()
    assert phone.mover == last.seat
    assert phone.dice == str(last.dice)
    phone.fill(last.box)
    phone.house.restart()
    played.play(by_typing, 6)
    played.play(box_first, played.turns - 10)
    played.check_result()


def test_a_game_is_played_by_keyboard_alone_and_focus_is_never_lost(phones: Phones) -> None:
    phone = phones((1024, 768), has_touch=False, is_mobile=False)
    played = Played(phone, "yahtzee", seed=5)
    board = phone.page.keyboard

    def focused(attribute: str) -> str | None:
        return phone.at(":focus").get_attribute(attribute)

    def take(dice: str, box: str, _points: int, _extra: int) -> None:
        seen = phone.seen
        board.type(dice[:3])
        board.press("6" if dice[3] != "6" else "1")
        board.press("Backspace")
        board.type(dice[3:])
        phone.expect_state("offered")
        expect(phone.at("td button:focus")).to_have_count(1)
        offered = list(played.legal(dice))
        assert focused("data-box") == offered[0]
        steps = offered.index(box)
        down, up = (steps, 0) if steps <= len(offered) / 2 else (0, len(offered) - steps)
        for _ in range(down):
            board.press("ArrowDown")
        for _ in range(up):
            board.press("ArrowUp")
        assert focused("data-box") == box
        board.press("Enter")
        phone.expect_seen(seen + 1)
        expect(phone.at("body:focus")).to_have_count(0)
        expect(phone.at(":focus")).to_have_count(1)

    played.play(take)
    played.check_result()


def test_a_game_is_played_box_first_by_keyboard(phones: Phones) -> None:
    phone = phones((1024, 768), has_touch=False, is_mobile=False)
    played = Played(phone, "yacht", seed=6)
    board = phone.page.keyboard

    def take(_dice: str, box: str, points: int, _extra: int) -> None:
        seen = phone.seen
        phone.at(f'[data-open="{box}"]').focus()
        board.press("Enter")
        phone.expect_state("points")
        expect(phone.at(".grid button:focus")).to_have_count(1)
        while phone.at(":focus").get_attribute("data-points") != str(points):
            board.press("Tab")
        board.press("Enter")
        phone.expect_seen(seen + 1)
        expect(phone.at("body :focus")).to_have_count(1)

    played.play(take, 6)
