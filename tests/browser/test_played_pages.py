"""Whole games by taps: after each turn the page is the one that is fetched anew."""

from __future__ import annotations

import random
from contextlib import nullcontext

import pytest

from scorepad.rules import RULESETS
from tests.browser.held import HANDS, PLAYERS, TABLE, Phones
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.made_up_sheet import registered

# One turn by taps: the roll, then one of the offered boxes; `next` is typed before the answer is there.
TURN = (
    "async ({ dice, which, next, first, mark }) => {"
    + HANDS
    + """
  const { seen } = pad().dataset, key = () => $(".tray.points .first-roll") ?? $(".first-roll");
  const later = new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
  if (first) {
    const open = all("[data-open]"), box = open[Math.floor(which * open.length)];
    box.click();
    await until("asked for points", () => $(".tray.points"));
    if (mark) key()?.click();
    await until("asked for points of a first roll", () => !wanted);
    const points = all(".grid [data-points]");
    points[Math.floor(which * 997) % points.length].click();
  } else {
    if (mark) key()?.click();
    if (!pad().dataset.dice) tapIn(dice);
    await until("offered", () => pad().dataset.state === "offered");
    const offers = all("td [data-box]");
    offers[Math.floor(which * offers.length)].click();
  }
  const drawnAhead = ahead();
  if (next && pad().dataset.state === "typing") tapIn(next);
  await until("saved", () => pad().dataset.seen !== seen);
  await answered();
  if (!pad().dataset.turn) return (await differences()).map((one) => `over ${one}`);
  if (pad().dataset.dice) await until("offered again", () => pad().dataset.state === "offered");
  await later;
  return drawnAhead.flatMap((look) => look()).concat((await differences()).map((one) => `saved ${one}`));
}"""
)
# A step back or forth; what Undo gave back is put away again where it is not for the next roll.
STEP = (
    "async (step) => {"
    + HANDS
    + """
  const { seen } = pad().dataset, button = $(`#steps [data-${step}]`);
  if (!button) return [];
  button.click();
  await until(step, () => pad().dataset.seen !== seen);
  await answered();
  if (pad().dataset.dice) await until("offered again", () => pad().dataset.state === "offered");
  return (await differences()).map((one) => `${step} ${one}`);
}"""
)
CLEAR = "() => { while (pad().dataset.dice) document.querySelector('.backspace').click(); }"


def roll(chance: random.Random, count: int) -> str:
    """Any dice; all alike often among them."""
    if chance.random() < 0.25:
        return str(chance.randint(1, 6)) * count
    return "".join(chance.choices("123456", k=count))


def play(phone: Phone, key: str, chance: random.Random) -> list[str]:
    """A whole game by taps, with steps back and forth; what differs from a fresh page, turn by turn."""
    game, found = phone.house.load(key).game, []
    count = game.ruleset.dice
    for turn in range(400):
        if phone.mover is None:
            break
        dice, ahead = roll(chance, count), roll(chance, count) if chance.random() < 0.4 else ""
        wish = {"dice": dice, "which": chance.random(), "next": ahead, "first": chance.random() < 0.15}
        wish["mark"] = chance.random() < 0.3
        if phone.pad.get_attribute("data-dice"):
            wish["first"] = False
        found += [f"turn {turn} {wish}: {fault}" for fault in phone.page.evaluate(TURN, wish)]
        if phone.mover is not None and not ahead and chance.random() < 0.2:
            for step in chance.choice((["undo"], ["undo", "redo"], ["undo", "undo", "redo"])):
                found += [f"turn {turn}: {fault}" for fault in phone.page.evaluate(STEP, step)]
            if chance.random() < 0.5:
                phone.page.evaluate(CLEAR)
        if len(found) > 5:
            break
    return found


GAMES = [
    ("yahtzee", 2, "en"),
    ("yahtzee", 1, "fa"),
    ("yatzy", 2, "en"),
    ("forced_yatzy", 1, "en"),
    ("yacht", 1, "en"),
    ("free_for_all", 3, "en"),
    ("maxi_yatzy", 1, "en"),
    ("kniffel", 1, "en"),
    ("yams", 1, "en"),
    ("generala", 2, "en"),
    ("triple_yahtzee", 2, "en"),
    ("made_up", 2, "en"),
]
assert {game[0] for game in GAMES} == {*RULESETS, "made_up"}


@pytest.mark.parametrize(("ruleset", "players", "language"), GAMES)
def test_after_each_turn_the_page_is_the_one_that_is_fetched_anew(
    phones: Phones, house: House, ruleset: str, players: int, language: str
) -> None:
    chance = random.Random(f"{ruleset} {players} {language}")
    with registered() if ruleset == "made_up" else nullcontext():
        phone = phones(locale=language)
        key = house.game(ruleset, PLAYERS[:players])
        phone.open_pad(key)
        phone.page.evaluate(TABLE)
        assert "\n".join(play(phone, key, chance)) == ""
        assert phone.mover is None
        assert phone.page.evaluate(STEP, "undo") == []
