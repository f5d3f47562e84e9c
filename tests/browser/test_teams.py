"""Teams by touch: chosen on the form, seen on the pad and at the end, changed by another phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorepad.rules import Manner, Regroup, Teams
from tests.browser.house import CROWD
from tests.browser.phone import Faults, Phone
from tests.helpers import key_of, wish

Phones = Callable[..., Phone]
FOUR = ("Ana", "Ben", "Cleo", "Dov")
TEAMS: dict[int, Teams] = {
    2: ((1, 2),),
    3: ((1, 3), (2,)),
    4: ((1, 3), (2, 4)),
    6: ((1, 4), (2, 5), (3, 6)),
}


def sums(phone: Phone) -> list[str]:
    return phone.at(".teams td").all_inner_texts()


def test_four_play_two_against_two_from_the_form_to_the_end(phone: Phone) -> None:
    phone.house.game("yatzy", FOUR)
    phone.open("/games/new?ruleset=yacht&player=Ana&player=Ben&player=Cleo&starter=first")
    phone.press(".own-teams summary")
    for seat, team in enumerate(("1", "2", "1"), 1):
        phone.at(f"#team-{seat}").select_option(team)
    phone.press(phone.at(".chip").filter(has_text="Dov"))
    expect(phone.at("#team-4")).to_be_visible()
    assert [phone.at(f"#team-{seat}").input_value() for seat in range(1, 5)] == ["1", "2", "1", ""]
    phone.at("#team-4").select_option("2")
    phone.press(".actions .primary")
    phone.turn("44421", "fours")
    assert sums(phone) == ["1 12", "2 0", "1 12", "2 0"]
    key = key_of(phone.path)
    stored = phone.house.store.append(key, phone.seen, wish(Regroup(((1, 2), (3, 4)))))
    phone.expect_seen(stored.seen)
    assert sums(phone) == ["1 12", "1 12", "2 0", "2 0"]
    phone.house.advance(key, 4 * 12 - 2)
    stored = phone.house.load(key)
    phone.open_pad(key)
    box, dice = stored.game.mover_sheet.open_cells[0].box, "11111"
    phone.turn(dice, box)
    expect(phone.at(".headline")).to_contain_text(" win by ")
    expect(phone.at(".of-teams .winner .who")).to_have_text("Ana & Ben")
    expect(phone.at(".ranks .winner")).to_have_count(1)


@pytest.mark.parametrize("size", [(390, 664), (320, 568), (390, 844)])
def test_no_figure_of_a_team_is_cut(phones: Phones, size: tuple[int, int]) -> None:
    phone, faults = phones(size), Faults()
    for players, teams in TEAMS.items():
        key = phone.house.store.create("yacht", CROWD[:players], manner=Manner(teams))
        phone.house.advance(key, players * 9)
        for language in ("en", "de", "fa"):
            phone.context.add_cookies([{"name": "language", "value": language, "url": phone.house.url}])
            phone.open_pad(key)
            faults.add(f"{language} {players}", [*phone.cut, *phone.unseen])
    faults.report()
