"""Several phones on one game: what one saves, the others show, and what is typed is never wiped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Request, Route, expect

from scorepad.rules import Edit, Fix, Payload, Skip, Turn, dice_from_digits
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import boxes, wish

Phones = Callable[..., Phone]

SOON = 2_500
"""Within this many milliseconds a phone shows what another one saved."""
PLAYERS = ("Ana", "Ben", "Cleo")

HIDES = """Object.defineProperty(document, "hidden", { get: () => window.away === true });"""
SHAKES = """window.shaken = [];
Object.defineProperty(navigator, "vibrate", { value: time => window.shaken.push(time) });"""


@pytest.fixture
def key(house: House) -> str:
    return house.game(players=PLAYERS)


def both(phones: Phones, key: str, **options: object) -> tuple[Phone, Phone]:
    one, other = phones(**options), phones(**options)
    one.open_pad(key)
    other.open_pad(key)
    return one, other


def soon(phone: Phone, seen: int, mover: int | None) -> None:
    """Without a tap, it shows that event and whose turn it is."""
    expect(phone.pad).to_have_attribute("data-seen", str(seen), timeout=SOON)
    assert phone.mover == mover


def type_in(phone: Phone, dice: str) -> None:
    """Taps in dice, fewer than five too."""
    for face in dice:
        phone.key(face)
    assert phone.dice == dice.ljust(5, ".")


def blind(phone: Phone) -> None:
    """It does not see what others save until it acts itself."""
    phone.page.route("**/pad?seen=*", lambda route: route.fulfill(status=204))


def looks(phone: Phone) -> list[str]:
    """The times that it looked for others, counted from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/pad?seen=" in request.url:
            found.append(request.url)

    phone.page.on("request", note)
    return found


def elsewhere(phone: Phone, key: str, what: Payload) -> None:
    """Something that happens elsewhere."""
    phone.house.store.append(key, phone.house.load(key).seen, wish(what))


# --- a turn here is seen there ----------------------------------------------------------------------


def test_a_saved_turn_appears_on_the_other_phones_without_a_tap(phones: Phones, key: str) -> None:
    one, other = both(phones, key)
    third = phones((768, 1024))
    third.open_pad(key)
    one.turn("44421", "fours")
    for phone in (other, third):
        soon(phone, 1, 2)
        expect(phone.at("td.fresh")).to_have_text("12")
        expect(phone.at("#said")).to_have_text("Ana: Fours 12. Ben’s turn")
    third.turn("12345", "large_straight")
    for phone in (one, other):
        soon(phone, 2, 3)
    other.turn("66666", "yahtzee")
    for phone in (one, third):
        soon(phone, 3, 1)
    other.expect_saved(key, "turn", "turn", "turn")


def test_undo_and_redo_on_one_phone_show_on_the_other(phones: Phones, key: str) -> None:
    one, other = both(phones, key)
    one.turn("44421", "fours")
    soon(other, 1, 2)
    other.undo()
    soon(one, 2, 1)
    expect(one.at("td.filled")).to_have_count(0)
    one.press(".bar [data-redo]")
    one.expect_seen(3)
    soon(other, 3, 2)
    expect(other.at("td.filled")).to_have_text("12")
    expect(other.at("[data-redo]")).to_have_count(0)


def test_the_last_turn_brings_the_result_to_the_other_phone(phones: Phones, house: House) -> None:
    key = house.game("yacht", ("Ana",))
    house.advance(key, 11)
    one, other = both(phones, key)
    box = house.load(key).game.mover_sheet.open_cells[0].box
    type_in(other, "123")
    one.turn("12346", box)
    soon(other, 12, None)
    expect(other.at(".headline")).to_be_visible()
    one.undo()
    soon(other, 13, 1)
    expect(other.at(".key")).to_have_count(6)


def test_a_correction_elsewhere_shows_on_the_pad(phones: Phones, key: str) -> None:
    one, other = both(phones, key)
    one.turn("44421", "fours")
    one.open(f"/games/{key}/turns/1")
    one.press('[data-slot="2"]')
    one.key(4)
    expect(one.at(".changes li").first).to_have_text("Fours of turn 1, Ana: 12 → 16")
    one.press(".changes button")
    expect(one.at("#sheet s")).to_have_text("12")
    soon(other, 2, 2)
    expect(other.at("td.corrected s")).to_have_text("12")
    expect(other.at("td.corrected .figure")).to_have_text("16")


def test_the_board_follows(phones: Phones, key: str) -> None:
    phone, board = phones(), phones((1280, 720), has_touch=False, is_mobile=False)
    phone.open_pad(key)
    board.open(f"/watch/{phone.house.load(key).watch_key}")
    phone.turn("44421", "fours")
    expect(board.at("#board")).to_have_attribute("data-seen", "1", timeout=SOON)
    expect(board.at("#board .turn bdi")).to_have_text("Ben")
    expect(board.at("#board .last")).to_have_text("Ana: Fours 12")
    phone.undo()
    expect(board.at("#board")).to_have_attribute("data-seen", "2", timeout=SOON)
    expect(board.at("#board .turn bdi")).to_have_text("Ana")


# --- typed dice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["4", "444", "44421"])
def test_a_look_that_finds_the_same_player_to_move_leaves_typed_dice_alone(
    phones: Phones, key: str, dice: str
) -> None:
    phone = phones().open_pad(key)
    type_in(phone, dice)
    if len(dice) == 5:
        phone.expect_state("offered")
    elsewhere(phone, key, Edit("at the cottage", phone.house.load(key).started_at))
    soon(phone, 1, 1)
    expect(phone.pad).to_have_attribute("data-state", "offered" if len(dice) == 5 else "typing")
    assert phone.dice == dice.ljust(5, ".")
    if len(dice) == 5:
        phone.expect_state("offered")
    else:
        phone.type("44421"[len(dice) :])
    assert phone.offers["fours"] == (12, 0)
    phone.fill("fours")
    phone.expect_saved(key, "edit", "turn")


def test_offers_follow_a_correction_made_elsewhere(phones: Phones, house: House) -> None:
    key = house.game(players=("Ana",))
    house.take(key, "yahtzee", "66666")
    phone = phones().open_pad(key)
    phone.type("55555")
    assert phone.offers == {"fives": (25, 100)}
    elsewhere(phone, key, Fix(1, Turn(1, "yahtzee", dice_from_digits("66661", 5))))
    soon(phone, 2, 1)
    expect(phone.at('[data-box="fives"] b')).to_have_count(0)
    phone.expect_state("offered")
    assert (phone.dice, phone.offers) == ("55555", {"fives": (25, 0)})


@pytest.mark.parametrize("dice", ["44", "44421"])
def test_dice_typed_for_a_player_whose_turn_is_over_turn_grey_and_ask(
    phones: Phones, key: str, dice: str
) -> None:
    phone = phones().open_pad(key)
    type_in(phone, dice)
    grey = "pad => getComputedStyle(pad.querySelector('.die:not(.empty)')).filter"
    assert phone.pad.evaluate(grey) == "none"
    phone.house.take(key, "chance", "66543")
    soon(phone, 1, 2)
    phone.expect_state("kept")
    assert (phone.dice, phone.offers) == (dice.ljust(5, "."), {})
    assert phone.pad.evaluate(grey) == "grayscale(1)"
    expect(phone.at("[data-use]")).to_have_text("Use for Ben")
    expect(phone.at("[data-clear]")).to_be_visible()
    expect(phone.at(".keys")).to_be_hidden()
    phone.page.keyboard.press("6")
    phone.page.keyboard.press("Backspace")
    assert phone.dice == dice.ljust(5, ".")


def test_use_offers_the_boxes_of_the_new_player(phones: Phones, key: str) -> None:
    phone = phones().open_pad(key)
    phone.type("44421")
    phone.house.take(key, "fours", "44444")
    phone.expect_state("kept")
    phone.press("[data-use]")
    phone.expect_state("offered")
    assert (phone.dice, phone.mover, phone.offers["fours"]) == ("44421", 2, (12, 0))
    phone.fill("fours")
    phone.expect_saved(key, "turn", "turn")
    assert boxes(phone.house.load(key).game, 2) == {"fours": 12}


def test_use_of_fewer_than_five_dice_lets_the_new_player_type_on(phones: Phones, key: str) -> None:
    phone = phones().open_pad(key)
    type_in(phone, "444")
    phone.house.take(key, "fours", "44444")
    phone.expect_state("kept")
    phone.press("[data-use]")
    phone.expect_state("typing")
    assert phone.dice == "444.."
    phone.type("21")
    phone.fill("fours")
    assert boxes(phone.house.load(key).game, 2) == {"fours": 12}


def test_clear_empties_the_slots(phones: Phones, key: str) -> None:
    phone = phones().open_pad(key)
    phone.type("44421")
    phone.house.take(key, "fours", "44444")
    phone.expect_state("kept")
    phone.press("[data-clear]")
    phone.expect_state("typing")
    assert phone.dice == "....."
    assert phone.path == f"/games/{key}"
    phone.turn("12345", "large_straight")
    phone.expect_saved(key, "turn", "turn")


def test_kept_dice_ask_again_as_the_turn_goes_round_and_are_never_used_unasked(
    phones: Phones, key: str
) -> None:
    phone = phones().open_pad(key)
    type_in(phone, "444")
    phone.house.take(key, "chance", "66543")
    soon(phone, 1, 2)
    expect(phone.at("[data-use]")).to_have_text("Use for Ben")
    phone.house.take(key, "chance", "66543")
    soon(phone, 2, 3)
    expect(phone.at("[data-use]")).to_have_text("Use for Cleo")
    phone.expect_state("kept")
    assert phone.dice == "444.."


# --- the same moment --------------------------------------------------------------------------------


def test_of_two_phones_that_save_the_same_turn_the_first_wins_and_the_other_keeps_its_dice(
    phones: Phones, key: str
) -> None:
    one, other = both(phones, key)
    other.rough = True
    blind(other)
    one.type("44421")
    other.type("66661")
    one.fill("fours")
    other.press('[data-box="sixes"]')
    expect(other.at('#pad [role="alert"]')).to_contain_text("Someone else saved first")
    other.expect_state("kept")
    assert (other.seen, other.mover, other.dice, other.offers) == (1, 2, "66661", {})
    expect(other.at("td.fresh")).to_have_text("12")
    expect(other.at("#banner")).to_be_hidden()
    other.press("[data-use]")
    other.expect_state("offered")
    other.fill("sixes")
    other.expect_saved(key, "turn", "turn")


def test_the_same_turn_saved_by_two_phones_counts_once_and_both_go_on(phones: Phones, key: str) -> None:
    one, other = both(phones, key)
    blind(other)
    one.type("44421")
    other.type("12444")
    one.fill("fours")
    other.fill("fours")
    assert (other.seen, other.mover, other.dice) == (1, 2, ".....")
    expect(other.at('#pad [role="alert"]')).to_have_count(0)
    other.expect_saved(key, "turn")


def test_undo_tapped_on_two_phones_takes_back_one_turn(phones: Phones, key: str) -> None:
    one, other = both(phones, key)
    for _ in range(2):
        one.house.take(key, "chance", "66543")
    for phone in (one, other):
        soon(phone, 2, 3)
    blind(other)
    one.undo()
    other.undo()
    assert other.mover == 2
    other.expect_saved(key, "turn", "turn", "undo")


def test_a_tap_while_the_phone_looks_for_others_is_not_dropped(phones: Phones, key: str) -> None:
    phone = phones().open_pad(key)
    phone.type("44421")
    held: list[Route] = []
    phone.page.route("**/pad?seen=*", lambda route: held.append(route))
    with phone.page.expect_request("**/pad?seen=*"):
        pass
    phone.fill("fours")
    phone.expect_saved(key, "turn")


def test_two_quick_taps_on_different_boxes_save_the_first(phones: Phones, key: str) -> None:
    phone = phones().open_pad(key)
    phone.type("44421")
    held: list[Route] = []
    phone.page.route("**/turns", lambda route: held.append(route))
    with phone.page.expect_request("**/turns"):
        phone.press('[data-box="fours"]')
    phone.page.evaluate("document.querySelector('[data-open=chance]').click()")
    held[0].continue_()
    phone.expect_seen(1)
    assert len(held) == 1
    assert boxes(phone.house.load(key).game, 1) == {"fours": 12}


# --- looking ----------------------------------------------------------------------------------------


def test_a_phone_that_nobody_looks_at_rests_and_looks_at_once_on_return(phones: Phones, key: str) -> None:
    phone = phones()
    phone.page.add_init_script(HIDES)
    phone.open_pad(key)
    with phone.page.expect_request("**/pad?seen=*"):
        pass
    phone.page.evaluate("window.away = true")
    phone.page.wait_for_load_state("networkidle")
    found = looks(phone)
    phone.house.take(key, "chance", "66543")
    phone.page.wait_for_timeout(4_200)
    assert (found, phone.seen) == ([], 0)
    phone.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.pad).to_have_attribute("data-seen", "1", timeout=900)


def test_a_board_that_nobody_looks_at_rests_and_looks_at_once_on_return(phones: Phones, key: str) -> None:
    board = phones()
    board.page.add_init_script(HIDES)
    board.open(f"/watch/{board.house.load(key).watch_key}")
    with board.page.expect_response("**/board?seen=*"):  # not one that is still under way
        pass
    board.page.evaluate("window.away = true")
    board.house.take(key, "chance", "66543")
    board.page.wait_for_timeout(2_300)
    expect(board.at("#board")).to_have_attribute("data-seen", "0")
    board.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(board.at("#board")).to_have_attribute("data-seen", "1", timeout=900)


def test_a_look_that_finds_nothing_new_leaves_the_page_alone(phones: Phones, key: str) -> None:
    phone = phones().open_pad(key)
    phone.choose("fours")
    phone.pad.evaluate("pad => { pad.mine = true }")
    for _ in range(2):
        with phone.page.expect_response("**/pad?seen=*") as answer:
            pass
        assert answer.value.status == 204
    assert phone.pad.evaluate("pad => pad.mine")
    phone.expect_state("points")


# --- the phone itself -------------------------------------------------------------------------------


def test_a_saved_turn_is_felt_and_what_others_saved_is_not(phones: Phones, key: str) -> None:
    phone = phones()
    phone.page.add_init_script(SHAKES)
    phone.open_pad(key)
    phone.type("44421")
    assert phone.page.evaluate("shaken") == []
    phone.fill("fours")
    assert phone.page.evaluate("shaken") == [15]
    elsewhere(phone, key, Skip(2))
    soon(phone, 2, 3)
    assert phone.page.evaluate("shaken") == [15]


def test_a_turn_that_came_too_late_is_not_felt(phones: Phones, key: str) -> None:
    phone = phones()
    phone.rough = True
    phone.page.add_init_script(SHAKES)
    phone.open_pad(key)
    blind(phone)
    phone.type("44421")
    phone.house.take(key, "chance", "66543")
    phone.press('[data-box="fours"]')
    phone.expect_state("kept")
    assert phone.page.evaluate("shaken") == []


@pytest.mark.parametrize("still", ["motion", "cookie"])
def test_who_wants_stillness_feels_nothing(phones: Phones, key: str, still: str) -> None:
    phone = phones(reduced_motion="reduce" if still == "motion" else "no-preference")
    if still == "cookie":
        phone.context.add_cookies([{"name": "vibrate", "value": "off", "url": phone.house.url}])
    phone.page.add_init_script(SHAKES)
    phone.open_pad(key)
    phone.turn("44421", "fours")
    assert phone.page.evaluate("shaken") == []


def test_a_phone_that_cannot_shake_plays_on(phones: Phones, key: str) -> None:
    phone = phones()
    phone.page.add_init_script("Object.defineProperty(navigator, 'vibrate', { value: undefined });")
    phone.open_pad(key)
    phone.turn("44421", "fours")
    phone.expect_saved(key, "turn")
