"""What the browser tests start from: a served house, a Chromium, phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromium import FLAGS, find
from tests.browser.house import House
from tests.browser.phone import Phone

HERE = Path(__file__).parent
PIN = "2580"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


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
