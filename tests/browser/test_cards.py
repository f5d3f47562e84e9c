"""Free for All by touch: cards, a switch between points and a claim, a tie and its roll-off."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import expect

from scorepad.rules import ActionCard, Turn, dice_from_digits
from tests.browser.house import NAMES, House
from tests.browser.phone import EYES, Phone
from tests.strategies import BOXES

THREE = ("Ana", "Ben", "Cleo")
LAST = ("fours", "fives", "chance")
FIRST = tuple(box for box in BOXES["yahtzee"] if box not in ("yahtzee", *LAST))
SCROLL = """button => new Promise((done) => {
  button.closest("td").scrollIntoView({ block: "center" });
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""
"""Brings its box into the middle, and waits for the page to have noticed."""
HIT = f"element => ({EYES}).middle(element)[2]"


def begun(house: House, players: Sequence[str], boxes: Sequence[str]) -> str:
    """A game in which everybody has a Yahtzee and the same in each of these boxes."""
    key = house.game("free_for_all", players)
    for box in ("yahtzee", *boxes):
        for _ in players:
            house.take(key, box, "66666" if box == "yahtzee" else "12346")
    return key


def play_card(phone: Phone, heading: str, *picks: str, points: int = 0) -> None:
    """Leaves the pad for the card of that heading, picks what it needs, and plays it."""
    phone.press("[data-play-card]")
    card = phone.at(f'form:has(h2:text-is("{heading}"))')
    for pick in picks:
        phone.press(card.locator(f"label:has(input{pick})"))
    if points:
        card.locator('[name="card_points"]').fill(str(points))
    phone.press(card.locator("button"))


def check_offers(phone: Phone, boxes: Sequence[str], *, claimed: bool) -> None:
    """Every box is one button: in sight once scrolled to, its cell high enough, and nothing of it is cut."""
    assert phone.see("moverSeen")
    for box in boxes:
        button = phone.at(f'td button[data-box="{box}"]')
        expect(button).to_have_count(1)
        assert (button.get_attribute("data-claim") == "") == claimed
        assert (button.get_attribute("aria-label") or "").endswith("claim the bonus") == claimed
        button.evaluate(SCROLL)
        place = button.locator("..").bounding_box()
        assert place
        assert min(place["height"], place["width"]) >= 24, place
        assert button.evaluate(HIT), box
    assert phone.cut == []


def check_both(phone: Phone, boxes: Sequence[str]) -> None:
    """The switch leaves every box as easy to press as it was."""
    check_offers(phone, boxes, claimed=False)
    phone.press(".claim-key")
    expect(phone.at(".claim-key")).to_have_attribute("aria-pressed", "true")
    check_offers(phone, boxes, claimed=True)
    phone.press(".claim-key")
    check_offers(phone, boxes, claimed=False)


def claim(phone: Phone, box: str) -> None:
    seen = phone.seen
    phone.press(".claim-key")
    phone.press(f'[data-claim][data-box="{box}"]')
    phone.expect_seen(seen + 1)


def roll_off(phone: Phone, **dice: int) -> None:
    seen = phone.seen
    for die, face in dice.items():
        phone.press(f'label:has(input[name="{die}"][value="{face}"])')
    phone.press(".roll-off .primary")
    phone.expect_seen(seen + 1)


def test_a_whole_game_with_cards_a_claim_and_a_roll_off(phone: Phone) -> None:
    key = begun(phone.house, THREE, FIRST)
    before = phone.house.load(key).game.sheet(1).total
    phone.open_pad(key)
    assert phone.unseen == []

    phone.key(4)
    phone.key(4)
    play_card(phone, "Change a die", '[name="card_from"][value="6"]', '[name="card_to"][value="4"]')
    assert phone.dice == "44..."
    expect(phone.at(".card-line")).to_contain_text("a die changed from 6 to 4")
    for face in "421":
        phone.key(face)
    phone.expect_state("offered")
    assert phone.unseen == []
    assert phone.cut == []
    phone.fill("fours")

    ana = phone.house.load(key).player_ids[0]
    play_card(phone, "Take points off", f'[name="card_player"][value="{ana}"]', points=100)
    phone.turn("44421", "fours")
    phone.turn("44421", "fours")
    assert [phone.house.load(key).game.sheet(seat).total - before for seat in (1, 2, 3)] == [-88, 12, 12]
    expect(phone.at("th.name .hand").first).to_have_attribute("aria-label", "2 action cards left")

    phone.type("55555")
    expect(phone.at(".why")).to_contain_text("Extra Yahtzee")
    check_both(phone, ("fives", "chance"))
    claim(phone, "fives")
    phone.turn("12346", "fives")
    phone.turn("12346", "fives")
    for _ in THREE:
        phone.turn("12346", "chance")

    expect(phone.at(".headline")).to_have_text("Ana, Ben and Cleo are tied")
    roll_off(phone, die_1=6, die_2=6, die_3=3)
    expect(phone.at(".roll-off fieldset")).to_have_count(2)
    roll_off(phone, die_1=2, die_2=5)
    expect(phone.at(".headline")).to_have_text("Ben wins the roll-off")
    total = before + 28
    assert phone.ranks == {"Ben": (total, 1), "Ana": (total, 2), "Cleo": (total, 3)}
    played = phone.house.load(key).game.entries
    cards = [turn.card for turn in played if isinstance(turn, Turn) and turn.card]
    assert cards == [ActionCard("change_die", 6, 4), ActionCard("reduce_opponent", seat=1, points=100)]


def test_among_six_every_claim_can_be_reached(phone: Phone) -> None:
    key = begun(phone.house, NAMES, ())
    phone.open_pad(key)
    phone.type("55555")
    boxes = [box for box in BOXES["yahtzee"] if box != "yahtzee"]
    check_both(phone, boxes)
    claim(phone, "ones")
    for _ in NAMES[:4]:
        phone.house.take(key, "ones", "12346")
    phone.open_pad(key)
    assert phone.mover == 6
    phone.type("55555")
    check_both(phone, boxes)
    claim(phone, "chance")
    assert [phone.house.load(key).game.sheet(seat).extras for seat in (1, 6)] == [1, 1]


def test_the_boxes_below_the_edge_are_counted_once_each(phone: Phone) -> None:
    phone.resize((320, 440))
    phone.open_pad(begun(phone.house, THREE, FIRST))
    phone.type("55555")
    for _ in range(2):
        expect(phone.at("[data-rest]")).to_have_text("1 more box", timeout=2000)
        phone.press(".claim-key")


def test_a_claim_stays_switched_on_over_a_reload_and_goes_with_another_die(phone: Phone) -> None:
    phone.open_pad(begun(phone.house, THREE, FIRST))
    phone.type("55555")
    phone.press(".claim-key")
    expect(phone.at("td [data-claim]")).to_have_count(len(LAST))
    phone.page.reload()
    expect(phone.at("td [data-claim]")).to_have_count(len(LAST))
    expect(phone.at(".claim-key")).to_have_attribute("aria-pressed", "true")
    phone.press(".backspace")
    phone.type("5")
    expect(phone.at("td [data-claim]")).to_have_count(0)
    phone.press(".backspace")
    phone.type("4")
    expect(phone.at(".claim-key")).to_have_count(0)


def test_a_card_taken_back_leaves_the_typed_dice(phone: Phone) -> None:
    phone.open_pad(phone.house.game("free_for_all", THREE), "?card_kind=extra_roll")
    for face in "444":
        phone.key(face)
    phone.press('.card-line a[aria-label="Remove card"]')
    expect(phone.at("[data-play-card]")).to_be_visible()
    assert phone.dice == "444.."


def test_a_card_chosen_for_a_turn_that_another_phone_entered_is_not_played_by_the_next(phone: Phone) -> None:
    key = phone.house.game("free_for_all", THREE)
    phone.open_pad(key, "?card_kind=extra_roll")
    expect(phone.at(".card-line")).to_contain_text("an extra roll")
    phone.house.take(key, "ones", "12346")
    phone.expect_seen(1)
    phone.turn("44421", "fours")
    entry = phone.house.load(key).game.entries[1]
    assert (entry.seat, entry.card) == (2, None)


def test_a_card_chosen_while_the_line_is_lost_is_there_when_it_is_back(phone: Phone) -> None:
    key = phone.house.game("free_for_all", THREE)
    phone.rough = True
    phone.open_pad(key)
    for face in "444":
        phone.key(face)
    phone.press("[data-play-card]")
    play = phone.page.get_by_role("button", name="Play card").nth(1)
    expect(play).to_be_visible()
    phone.context.set_offline(True)
    phone.press(play)
    phone.page.wait_for_timeout(300)
    phone.context.set_offline(False)
    phone.open_pad(key)
    expect(phone.at(".card-line")).to_contain_text("an extra roll")
    assert phone.dice == "444.."
    phone.type("21")
    phone.fill("fours")
    (entry,) = phone.house.load(key).game.entries
    assert entry == Turn(1, "fours", dice_from_digits("44421", 5), card=ActionCard("extra_roll"))
