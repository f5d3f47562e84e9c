"""Every page and state of the pad before axe-core, by day and by night, with no rule switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.house import CROWD, House
from tests.browser.phone import MAIN, Faults, Phone

Phones = Callable[..., Phone]

HERE = Path(__file__).parent
AXE = (HERE / "axe.min.js").read_text("utf-8")
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
    ({ id, help, nodes: [{ target, html, failureSummary }, ...others] }) => [
        `${id} (${help}), ${others.length + 1} times, first ${target.join(" ")}: ${html}`,
        ...failureSummary.split("\\n").slice(1),
    ].join(" "))"""


def test_axe_is_the_version_that_is_named_beside_it() -> None:
    named = (HERE / "axe.txt").read_text("utf-8")
    version = AXE.split("axe v", 1)[1].split("\n", 1)[0].strip()
    assert named.startswith(f"axe.min.js: axe-core {version},")
    assert "Mozilla Public License" in named


@pytest.fixture(params=["light", "dark"])
def reader(request: pytest.FixtureRequest, phones: Phones) -> Phone:
    """A phone into which axe may be loaded."""
    phone = phones(MAIN, color_scheme=request.param, bypass_csp=True, reduced_motion="reduce")
    phone.rough = True
    return phone


def violations(phone: Phone) -> list[str]:
    phone.page.evaluate(AXE)
    return list(phone.page.evaluate(RUN))


def check(phone: Phone, *paths: str) -> None:
    faults = Faults()
    for path in paths:
        phone.open(path)
        faults.add(path, violations(phone))
    faults.report()


def joker(house: House) -> str:
    key = house.game("yahtzee", ["Ana", "Ben"])
    house.take(key, "yahtzee", "11111")
    house.take(key, "chance", "12345")
    return key


def test_axe_finds_nothing_before_the_first_game(new_house: House, reader: Phone) -> None:
    reader.house = new_house
    check(reader, "/", "/games", "/games/new", "/players", "/records")


def test_axe_finds_nothing_on_the_pages_around_the_pad(reader: Phone) -> None:
    house = reader.house
    alone, done = house.finished("yacht", ["Ana"]), house.finished("yahtzee", CROWD[:4])
    for turns in (5, 9):
        house.game("yahtzee", CROWD[:3], turns)
    playing = house.game("yatzy", CROWD[:6], 20)
    player = house.played(("Aino", "Grandpa"))
    check(
        reader,
        "/",
        "/games/new?player=Ana&player=Ben&ruleset=yahtzee",
        "/games/new?player=Ana&add=Ana",
        "/games/under-way",
        "/games",
        "/records?rules=yahtzee",
        "/records?rules=chess",
        "/games?after=2020-01-01T00:00:00Z_1",
        "/games/nothing",
        f"/games/{alone}",
        f"/games/{done}",
        f"/games/{alone}/sheet",
        f"/games/{done}/sheet",
        f"/games/{done}/evening",
        f"/games/{alone}/coach",
        f"/games/{done}/coach",
        f"/games/{playing}/sheet",
        f"/games/{playing}/turns/1",
        f"/games/{playing}/table",
        f"/games/{playing}/invite",
        house.watch(playing),
        "/players",
        "/players/1/edit",
        "/players/1/merge?into=2",
        "/players/1/erase",
        "/players/1/erase?sure=1",
        player,
        f"{player}?rules=all",
        "/help",
        "/help/yahtzee?dice=23453",
        "/help/yatzy?dice=777",
        "/help/free_for_all",
        "/help/generala?dice=66666&first_roll=1",
        "/help/maxi_yatzy?dice=344666",
        '/help/yahtzee?options={"joker":"free"}',
    )


def test_axe_finds_nothing_on_the_pin_page(locked_house: House, reader: Phone) -> None:
    reader.house = locked_house
    check(reader, "/")
    reader.at("#pin").fill("1111")
    reader.press(reader.page.get_by_role("button", name="Open"))
    reader.at('[role="alert"]').wait_for()
    assert violations(reader) == []


@pytest.mark.parametrize("players", [1, 2, 3, 6, 12])
def test_axe_finds_nothing_on_the_pad(reader: Phone, players: int) -> None:
    ruleset = "yahtzee" if players < 7 else "yatzy"
    key = reader.house.game(ruleset, CROWD[:players], players * 6)
    first = reader.house.load(key).game.mover_sheet.open_cells[0].box
    check(
        reader,
        f"/games/{key}",
        f"/games/{key}?dice=44421",
        f"/games/{key}?box={first}",
        f"/games/{key}?dice=777",
    )


def test_axe_finds_nothing_on_the_pad_of_a_joker(reader: Phone) -> None:
    key = joker(reader.house)
    check(reader, f"/games/{key}?dice=66666", f"/games/{key}?box=sixes", f"/games/{key}?box=three_of_a_kind")


def states(phone: Phone) -> Iterator[str]:
    """The states that come by typing alone, one after another."""
    phone.open_pad(phone.house.game())
    phone.key(4)
    yield "one die"
    for face in "4421":
        phone.key(face)
    phone.expect_state("offered")
    yield "offered"
    phone.press('[data-slot="3"]')
    yield "a slot reopened"
    phone.key(4)
    phone.expect_state("offered")
    phone.fill("fours")
    yield "after a turn"
    phone.press(".menu summary")
    yield "menu"
    phone.press(".menu summary")
    phone.type("66666")
    phone.page.route("**/turns", lambda route: route.abort())
    phone.press('[data-box="sixes"]')
    phone.at("#banner").wait_for()
    yield "banner"
    phone.house.take(phone.path.rpartition("/")[2], "chance", "12345")
    phone.page.unroute("**/turns")
    phone.at('#pad [role="alert"]').wait_for()
    yield "refused"


def test_axe_finds_nothing_in_the_states_that_come_by_typing(reader: Phone) -> None:
    faults = Faults()
    for state in states(reader):
        faults.add(state, violations(reader))
    faults.report()


@pytest.mark.parametrize("size", [(320, 568), (844, 390), (1024, 768)], ids=str)
def test_axe_finds_nothing_on_other_screens(phones: Phones, size: tuple[int, int]) -> None:
    phone = phones(size, bypass_csp=True, reduced_motion="reduce")
    key = phone.house.game("yahtzee", CROWD[:2], 8)
    first = phone.house.load(key).game.mover_sheet.open_cells[0].box
    check(phone, f"/games/{key}", f"/games/{key}?dice=44421", f"/games/{key}?box={first}", "/")
