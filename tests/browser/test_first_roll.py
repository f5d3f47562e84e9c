"""The first roll by touch: marked with one tap, paid at once, won by without passing on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.held import TURNS, UNSAVED, Hold, Phones, answered, by_help, let_go, opened, same
from tests.browser.house import CROWD, House
from tests.browser.phone import Faults, Phone

PLAYERS = ("Tomás", "Inés")
KEY = "#tray .first-roll"

# Box, dice and points turn by turn, a `!` for a first roll. Tomás comes to 318, Inés to 96.
GAME = (
    ("straight", "13456!", 25), ("ones", "11123", 3),
    ("full_house", "22233!", 35), ("full_house", "44466", 30),
    ("poker", "66661!", 45), ("poker", "11112", 40),
    ("generala", "33333", 50), ("generala", "12346!", 0),
    ("double_generala", "44444", 100), ("double_generala", "55555!", 0),
    ("sixes", "66612!", 18), ("twos", "22134", 4),
    ("fives", "55512", 15), ("threes", "33124", 6),
    ("fours", "44412", 12), ("fours", "44123", 8),
    ("threes", "33312", 9), ("fives", "51234", 5),
    ("twos", "22213", 6), ("sixes", "12345", 0),
    ("ones", "11134", 3), ("straight", "12346", 0),
)  # fmt: skip


def mark(phone: Phone, on: bool = True) -> None:
    phone.press(KEY)
    expect(phone.at(KEY)).to_have_attribute("aria-pressed", str(on).lower())


def roll(phone: Phone, dice: str) -> None:
    """Types a roll, and marks it where it is a first one."""
    if dice.endswith("!"):
        mark(phone)
    phone.type(dice.rstrip("!"))


def turn(phone: Phone, box: str, dice: str, points: int) -> None:
    roll(phone, dice)
    assert phone.offers[box] == (points, 0)
    phone.fill(box)
    expect(phone.at('.first-roll[aria-pressed="true"]')).to_have_count(0)


def printed(phone: Phone, box: str) -> list[str]:
    """What is printed beside a box and can be seen."""
    return [small.inner_text() for small in phone.at(f"#row-{box} small").all() if small.is_visible()]


def test_a_game_is_played_to_its_end_with_first_rolls_among_its_turns(phones: Phones, house: House) -> None:
    key = house.game("generala", PLAYERS)
    phone = opened(phones, key)
    assert printed(phone, "straight") == ["20"]
    mark(phone)
    assert printed(phone, "straight") == ["25"]
    assert printed(phone, "generala") == ["wins"]
    mark(phone, on=False)
    for number, (box, dice, points) in enumerate(GAME):
        if number == 2:
            _kept_and_given_back(phone, box, dice)
        elif number == 4:
            _over_a_lost_line(phone, box, dice)
        else:
            turn(phone, box, dice, points)
        if number in (0, 2, 8):
            same(phone)
    assert phone.ranks == {"Tomás": (318, 1), "Inés": (96, 2)}
    expect(phone.at(".headline")).to_contain_text("wins by 222")
    _corrected(phone, key)


def _kept_and_given_back(phone: Phone, box: str, dice: str) -> None:
    """The mark stays over a reload and another page; an undo gives it back with the dice."""
    roll(phone, dice)
    phone.page.reload()
    phone.expect_state("offered")
    expect(phone.at(KEY)).to_have_attribute("aria-pressed", "true")
    by_help(phone, back=False)
    phone.expect_state("offered")
    assert phone.offers[box] == (35, 0)
    phone.fill(box)
    phone.undo()
    phone.expect_state("offered")
    assert phone.offers[box] == (35, 0)
    mark(phone, on=False)
    assert phone.offers[box] == (30, 0)
    mark(phone)
    phone.fill(box)


def _over_a_lost_line(phone: Phone, box: str, dice: str) -> None:
    """A marked turn waits until the line is back; the next player's dice are not marked meanwhile."""
    roll(phone, dice)
    seen = phone.seen
    phone.page.route(TURNS, lambda route: route.abort())
    phone.press(f'[data-box="{box}"]')
    expect(phone.at(UNSAVED)).to_be_visible()
    assert phone.mover == 2
    expect(phone.at(KEY)).to_have_attribute("aria-pressed", "false")
    phone.page.unroute(TURNS)
    answered(phone, seen + 1)
    assert phone.at("#row-poker td").first.inner_text() == "45"


def _corrected(phone: Phone, key: str) -> None:
    """The straight was no first roll after all."""
    phone.open(f"/games/{key}/turns/1")
    phone.press(".first-roll")
    phone.press("text=Save the correction")
    phone.page.wait_for_url("**/sheet")
    phone.open_pad(key)
    assert phone.ranks == {"Tomás": (313, 1), "Inés": (96, 2)}


def test_a_box_tapped_first_offers_what_a_first_roll_brings(phones: Phones, house: House) -> None:
    key = house.game("generala", PLAYERS)
    phone = opened(phones, key)
    phone.choose("straight")
    phone.press(".tray.points .first-roll")
    expect(phone.at('.grid [data-points="25"]')).to_be_visible()
    expect(phone.at('.grid [data-points="20"]')).to_have_count(0)
    phone.give(25)
    turns = [entry.first_roll for entry in house.load(key).game.entries]  # type: ignore[union-attr]
    assert turns == [True]
    answered(phone, 1)
    assert printed(phone, "straight") == ["20"]


def test_a_turn_that_wins_waits_for_its_answer_and_passes_to_nobody(phones: Phones, house: House) -> None:
    key = house.game("generala", PLAYERS)
    for box, dice in (("sixes", "66664"), ("ones", "11123"), ("fives", "55551")):
        house.take(key, box, dice)
    phone = opened(phones, key)
    roll(phone, "44444!")
    expect(phone.at("[data-wins]")).to_have_attribute("aria-label", "Generala, 50 points, wins at once")
    hold = Hold(phone)
    phone.press('[data-box="generala"]')
    expect(phone.at("td.unsaved")).to_have_text("50")
    assert (phone.mover, phone.pad.get_attribute("data-state")) == (2, "waiting")
    hold.one().abort()
    expect(phone.at(UNSAVED)).to_be_visible()
    assert phone.mover == 2
    hold.go()
    hold.end()
    expect(phone.at(".headline")).to_have_text("Inés wins at once with a served Generala!")
    let_go(phone)
    assert phone.ranks == {"Inés": (53, 1), "Tomás": (44, 2)}
    phone.undo()
    phone.expect_state("offered")
    expect(phone.at(KEY)).to_have_attribute("aria-pressed", "true")
    same(phone)
    mark(phone, on=False)
    expect(phone.at("[data-wins]")).to_have_count(0)
    phone.fill("generala")
    assert phone.mover == 1
    same(phone)


@pytest.mark.parametrize(
    "size", [(390, 664), (360, 640), (390, 844), (1024, 768)], ids=["664", "640", "844", "1024"]
)
def test_all_of_it_is_in_sight_on_one_screen(phones: Phones, house: House, size: tuple[int, int]) -> None:
    keys = {count: house.game("generala", CROWD[:count]) for count in (1, 2, 3, 4, 6)}
    for count, key in keys.items():
        for _ in range(count + 1):
            house.take(key, "sixes" if house.load(key).seen < count else "full_house", "66622")
    phone, faults = phones(size), Faults()
    for count, key in keys.items():
        phone.open_pad(key)
        where = f"{count} players"
        faults.add(f"{where}, typing", phone.unseen + phone.cut)
        mark(phone)
        phone.type("55552")
        faults.add(f"{where}, offered", phone.unseen + phone.cut)
        mark(phone, on=False)
        faults.add(f"{where}, unmarked", phone.unseen + phone.cut)
        phone.page.evaluate("localStorage.clear()")
    faults.report()
