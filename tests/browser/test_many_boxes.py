"""Twenty boxes and six dice on a phone: everything in sight, whoever plays and whatever they are called."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from playwright.sync_api import Route, expect

from scorepad.rules import all_rolls, targets
from tests.browser.held import answered
from tests.browser.house import CROWD, House, scored
from tests.browser.phone import MAIN, Faults, Phone

Phones = Callable[..., Phone]

SIX_DICE = all_rolls(6)
OFFERED = "344666"
LONG = ("Maximilian", "Bartholomew", "Maximilian Alexander von Sayn-Berleburg", "Anna-Kaisa")


def maxi(house: House, players: Sequence[str], turns: int) -> str:
    """The key of a game of six dice, so many turns played."""
    key = house.game("maxi_yatzy", players)
    chance = random.Random(turns)
    for _ in range(turns):
        dice = chance.choice(SIX_DICE)
        best = max(targets(house.load(key).game.mover_sheet, dice), key=lambda target: target.points)
        house.take(key, best.box, str(dice))
    return key


def row(phone: Phone) -> float:
    return phone.rect("#row-ones")["height"]


def sideways(phone: Phone) -> int:
    """How much of the sheet is hidden beside the screen."""
    return int(phone.at(".sheet").evaluate("sheet => sheet.scrollWidth - sheet.clientWidth"))


# --- one screen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_all_twenty_boxes_are_in_sight_and_uncut_with_keys_and_with_offers(
    phones: Phones, players: int
) -> None:
    phone = phones()
    key = maxi(phone.house, ("Ella", "Väinö", "Aino", "Onni", "Liisa", "Eino")[:players], players * 9)
    faults = Faults()
    for dice in ("", OFFERED):
        phone.open_pad(key, f"?dice={dice}")
        for size in (MAIN, (393, 659), (390, 740), (390, 844), (412, 915)):
            phone.resize(size)
            faults.add(f"{dice} at {size}", phone.unseen + phone.cut)
            assert 24 <= row(phone) <= 36
    faults.report()
    assert sideways(phone) == 0


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (664, 390), (1024, 768), (768, 1024)], ids=str)
def test_on_other_screens_nothing_is_cut_and_all_keys_are_there(
    phones: Phones, size: tuple[int, int]
) -> None:
    phone = phones(size)
    faults = Faults()
    for players, dice in product((1, 2, 4), ("", OFFERED)):
        phone.open_pad(
            maxi(phone.house, ("Ella", "Väinö", "Aino", "Onni")[:players], players * 9), f"?dice={dice}"
        )
        faults.add(f"{players} {dice}", phone.cut + phone.see("below"))
        assert row(phone) >= 24
        assert phone.overflow <= 0
        assert sideways(phone) == 0
    faults.report()


@pytest.mark.parametrize("size", ["large", "larger"])
@pytest.mark.parametrize("ruleset", ["maxi_yatzy", "yahtzee"])
def test_in_larger_text_on_a_small_phone_no_key_leaves_the_screen(
    phones: Phones, size: str, ruleset: str
) -> None:
    phone = phones((360, 640))
    phone.context.add_cookies([{"name": "size", "value": size, "url": phone.house.url}])
    phone.open_pad(phone.house.game(ruleset, ("Ella", "Väinö")))
    keys = phone.at("#tray button:visible").all()
    assert len(keys) >= 12
    for key in keys:
        place = key.bounding_box()
        assert place is not None
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 360
        assert place["y"] + place["height"] <= 640
    assert phone.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_nothing_moves_when_boxes_are_offered_to_six_dice(phone: Phone) -> None:
    phone.open_pad(maxi(phone.house, ("Ella", "Väinö"), 8))
    phone.key(6)
    before = phone.see("places")
    phone.press(".backspace")
    phone.type(OFFERED)
    assert phone.see("places") == before


def test_a_long_name_beside_the_dice_stays_whole_and_squeezes_nothing(phones: Phones) -> None:
    faults = Faults()
    for size, ruleset in product((MAIN, (360, 740)), ("maxi_yatzy", "yahtzee")):
        phone = phones(size)
        key = phone.house.game(ruleset, LONG)
        for name in LONG:
            phone.open_pad(key)
            expect(phone.at("#tray .tag bdi")).to_have_text(name)
            if len(name) < 17:  # longer ones are shortened where there is no room
                faults.add(f"{name} at {size}", phone.see("broken"))
            slots = phone.at("[data-slot]").all()
            widths = {round((slot.bounding_box() or {"width": 0})["width"]) for slot in slots}
            assert len(widths) == 1
            assert min(widths) >= 27
            phone.choose("ones")
            phone.give(0)
    faults.report()


@pytest.mark.parametrize("box", ["sixes", "one_pair", "three_pairs", "full_house", "villa", "chance"])
def test_every_choice_of_points_of_six_dice_is_in_sight(phones: Phones, box: str) -> None:
    phone = phones()
    key = phone.house.game("maxi_yatzy", ("Ella", "Väinö", "Aino", "Onni"))
    faults = Faults()
    for size in (MAIN, (320, 568), (360, 640), (390, 844)):
        phone.resize(size)
        phone.open_pad(key, f"?box={box}")
        faults.add(f"at {size}", phone.see("chosenUnseen") + phone.see("smallChoices") + phone.cut)
        chosen, pill = phone.rect("td.chosen"), phone.at("[data-rest]")
        place = pill.bounding_box() if pill.is_visible() else None
        assert place is None or chosen["y"] + chosen["height"] <= place["y"] + 1, size
    faults.report()


# --- the whole sheet ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "dice"), [("maxi_yatzy", "666666"), ("yahtzee", "66665")])
def test_on_the_whole_sheet_dice_keep_apart_and_totals_whole(phone: Phone, ruleset: str, dice: str) -> None:
    for players in (2, 4, 6):
        key = phone.house.game(ruleset, CROWD[:players])
        for box in ("sixes", "chance", "three_of_a_kind", "four_of_a_kind", "ones"):
            for _ in range(players):
                phone.house.take(key, box, dice)
        phone.open(f"/games/{key}/sheet")
        for part in (".roll", ".sum"):
            lines = phone.at(f"#sheet {part}").evaluate_all(
                """all => all.map((part) => {
                    const { width, height } = part.getBoundingClientRect(), range = document.createRange();
                    range.selectNodeContents(part);
                    const words = range.getBoundingClientRect(), cell = part.closest("td, th").clientWidth;
                    return [Math.ceil(words.width) <= cell, height < 34];
                })"""
            )
            assert lines
            assert all(fits and low for fits, low in lines), (players, part)
        assert phone.overflow <= 0


def test_twenty_boxes_are_one_printed_page(phones: Phones) -> None:
    desk = phones((1024, 768), has_touch=False, is_mobile=False)
    for players in (4, 6):
        key = maxi(desk.house, CROWD[:players], players * 20)
        for query in (f"game={key}", f"ruleset=maxi_yatzy&players={players}"):
            desk.open(f"/print?{query}")
            pdf = desk.page.pdf(format="A4", prefer_css_page_size=True)
            assert pdf.count(b"/MediaBox") == 1
            assert (b"/MediaBox [0 0 59" in pdf) == (players <= 4)


# --- a whole game -------------------------------------------------------------------------------------


def test_a_game_of_six_dice_is_played_by_touch_with_a_lost_line_and_a_correction(phone: Phone) -> None:
    key, chance = phone.house.game("maxi_yatzy", ("Ella",)), random.Random(6)
    phone.open_pad(key)
    for turn in range(20):
        dice = chance.choice(SIX_DICE)
        legal = targets(phone.house.load(key).game.mover_sheet, dice)
        assert phone.unseen == []
        phone.type("".join(chance.sample(str(dice), 6)))
        assert phone.offers == {target.box: (target.points, 0) for target in legal}
        assert phone.unseen == []
        seen, box = phone.seen, chance.choice(legal).box
        if turn == 7:
            _lose_the_line(phone, box)
            answered(phone, seen + 1)
        else:
            phone.fill(box)
        if turn == 12:
            _correct_the_last(phone, key)
    game = phone.house.load(key).game
    assert game.finished
    told = {game.player(seat): (game.sheet(seat).total, game.ranks[seat]) for seat in game.seats}
    assert phone.ranks == told
    assert scored(phone.page.request.get(f"{phone.house.url}/games/{key}/record.json").json()) == told


def _lose_the_line(phone: Phone, box: str) -> None:
    """The box is tapped while no line is there; once it is back, the turn goes by itself."""
    phone.rough = True

    def cut(route: Route) -> None:
        route.abort()

    phone.page.route("**/turns", cut)
    phone.press(f'[data-box="{box}"]')
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    assert phone.rect("#banner")["height"] <= phone.rect(".bar")["height"]
    phone.page.unroute("**/turns", cut)


def _correct_the_last(phone: Phone, key: str) -> None:
    """The last turn was of other dice."""
    game = phone.house.load(key).game
    phone.open(f"/games/{key}/turns/{len(game.entries)}")
    for _ in range(6):
        phone.press(".backspace")
    for face in "665544":
        phone.key(face)
    phone.press(phone.page.get_by_role("button", name="Save the correction"))
    expect(phone.at(".changes")).to_have_count(0)
    assert str(phone.house.load(key).game.entries[-1].dice) == "445566"  # type: ignore[union-attr]
    phone.open_pad(key)
