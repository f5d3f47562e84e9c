"""What the browser tests start from: a served house, a Chromium, phones."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromium import FLAGS, find
from tests.browser.house import House
from tests.browser.phone import Phone

HERE = Path(__file__).parent
PIN = "2580"
LAN = "192.168.1.50"
"""An address of a home network: plain http there is no secure context."""


SWEEP = re.compile(
    r"uncut_for_one_to_six_players\[(yacht|yahtzee|forced_yatzy)\]"
    r"|cut_on_other_screens\[[123]\]"
    r"|every_choice_of_points_is_in_sight\[(?!yahtzee)"
    r"|with_twelve_players_the_mover_s_column"
    r"|no_page_is_wider_than_the_screen\[(1|2|6)\]"
    r"|on_the_pad\[\w+-(1|3|6)\]|on_other_screens\[\w+-\((844|1024)"
    r"|no_figure_of_the_coach_is_cut\[size(0-[1345]|[123]-)"
    r"|test_names\.py.*\[(short|usual|eight letters|emoji|from the right|markup|twelve)\]"
    r"|test_lost_connection\.py.*\[(localhost|localhost-.*|.*-localhost)\]"
    r"|test_several_phones\.py.*\[(4|444|44)\]"
    r"|test_answers\.py.*\[(gateway|other_page)"
    r"|test_rolls\.py.*\[(fa-|en-(?!yahtzee))"
    r"|test_played_pages\.py.*\[(?!yahtzee)"
    r"|with_everything_in_sight"
    r"|test_first_roll\.py.*\[(640|844|1024)\]"
    r"|nothing_is_cut_and_every_tab_is_in_sight\[[13]\]"
    r"|around_the_pad\[dark\]"
    r"|uncut_with_keys_and_with_offers\[[1235]\]"
    r"|where_the_sheet_scrolls"
    r"|with_forty_players|a_long_name_beside_the_dice|choice_of_points_of_six_dice"
    r"|come_by_typing\[dark\]"
    r"|played_to_its_end_by_touch\[fi-"
    r"|all_keys_are_there\[\((360|664|768)"
    r"|options_of_every_sheet_fit.*\[(390|664)\]"
    r"|test_every_hand\.py"
    r"|test_many_boxes\.py.*in_larger_text"
    r"|every_sheet_fits_the_board"
    r"|test_tablet\.py.*(sheet_is_in_sight|larger_text|as_many_as_twelve)"
    r"|test_notices\.py.*\[(?!fi)"
    r"|test_answered_otherwise\.py.*\[look\]"
    r"|as_many_pages_of_either_paper_as_it_says\[(?!triple)"
    r"|can_be_read_on_a_phone\[(?!yatzy-6)"
    r"|in_the_lists_stay_in_one_line\[normal\]"
    r"|a_game_of_six_dice_is_played_by_touch|first_rolls_among_its_turns|every_claim_can_be_reached"
    r"|axe_finds_nothing_on_other_screens|on_the_pad\[light-12\]|on_the_pad\[dark-2\]"
    r"|test_dice_of_a_turn\.py.*(keeps_nothing.*\[full\]|come_back_after.*\[by_[sc]|two_taps\[(yahtzee-1|free))"
    r"|test_many_boxes\.py.*on_other_screens|test_answers\.py.*\[fails\]"
)
"""The same again with other players, names, rule sets or origins: run by `make sweep` alone."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left, out = [], []
    for item in items:
        here = HERE in item.path.parents
        if here:
            item.add_marker("browser")
        swept = here and SWEEP.search(item.nodeid) and os.environ.get("SCOREPAD_TESTS") != "all"
        (out if swept else left).append(item)
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = left


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find()
    assert path, "no Chromium: install one, or name it in CHROMIUM"
    expect.set_options(timeout=10_000)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The pad as it is served, on one file for all tests."""
    served = House(tmp_path_factory.mktemp("house") / "scorepad.db")
    yield served
    served.close()


@pytest.fixture(scope="session")
def locked_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The pad behind a PIN."""
    served = House(tmp_path_factory.mktemp("locked") / "scorepad.db", PIN=PIN)
    yield served
    served.close()


@pytest.fixture(scope="session")
def new_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The pad before its first game."""
    served = House(tmp_path_factory.mktemp("new") / "scorepad.db")
    yield served
    served.close()


@pytest.fixture
def phones(browser: Browser, house: House) -> Iterator[Callable[..., Phone]]:
    """Makes phones; afterwards none of them may have met a page error or a violation of the CSP."""
    made: list[Phone] = []

    def make(size: tuple[int, int] = (390, 664), at: House = house, **options: Any) -> Phone:
        made.append(Phone(browser, at, size, **options))
        return made[-1]

    yield make
    problems = [problem for phone in made for problem in phone.problems]
    for phone in made:
        phone.context.close()
    assert problems == []


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    """A phone of the main size, held upright, used by touch."""
    return phones()


@pytest.fixture(scope="session")
def lan_browser(browser: Browser) -> Iterator[Browser]:
    """A Chromium to which an address of a home network is this machine."""
    rules = f"--host-resolver-rules=MAP {LAN} 127.0.0.1"
    launched = browser.browser_type.launch(executable_path=find(), args=[*FLAGS, rules])
    yield launched
    launched.close()


@pytest.fixture
def lan_phone(lan_browser: Browser, house: House) -> Iterator[Phone]:
    made = Phone(lan_browser, _on_lan(house))
    yield made
    made.close()


def _on_lan(house: Any) -> Any:
    """That house as a phone in the same network opens it."""
    return SimpleNamespace(
        url=f"http://{LAN}:{house.port}",
        load=house.load,
        game=house.game,
        take=house.take,
        events=house.events,
        store=house.store,
    )
