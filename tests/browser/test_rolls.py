"""Offers that the phone draws from the table of rolls are those that the server draws, to the last sign."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from scorepad.rules import RULESETS, Turn, all_rolls, targets
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import wish

Phones = Callable[..., Phone]

SHEETS = 6 if os.environ.get("SCOREPAD_TESTS") == "all" else 1
"""How many random sheets of each rule set are looked at."""

# What a pad offers: its sheet, with all that a screen reader hears; the hint.
TOLD = """function told(page) {
  const hint = page.querySelector(".hint");
  const sheet = page.querySelector("#sheet tbody").innerHTML.replace(/\\s+/g, " ").replaceAll("> <", "><");
  return [sheet, hint.textContent.trim()];
}"""
OFFERED = (
    "() => { const found = {}; "
    + TOLD
    + """
  const look = (roll, marks, first, claim) => {
    Object.assign(typed, { slots: [...roll], first, claim });
    offer();
    found[roll + marks] = told(document);
  };
  for (const roll of places.keys()) {
    table.pays.forEach((_, first) => look(roll, first ? "&first_roll=1" : "", first > 0, false));
  }
  all("[data-claims]").forEach(({ dataset }) => look(dataset.roll, "&claim_bonus=1", false, true));
  return found;
}"""
)
SERVED = (
    "async (rolls) => { const all = {}; "
    + TOLD
    + """
  for (const roll of rolls) {
    const answer = await fetch(`${pad().dataset.url}?dice=${roll}`);
    all[roll] = told(new DOMParser().parseFromString(await answer.text(), "text/html"));
  }
  return all;
}"""
)


def play(house: House, key: str, chance: random.Random, turns: int) -> None:
    """So many turns by chance, dice all alike often among them."""
    for _ in range(turns):
        stored = house.load(key)
        if stored.game.mover is None:
            return
        rolls = all_rolls(stored.game.ruleset.dice)
        roll = chance.choice([dice for dice in rolls if dice.alike] if chance.random() < 0.5 else rolls)
        best = max(
            targets(stored.game.mover_sheet, roll), key=lambda target: (target.points, chance.random())
        )
        turn = Turn(stored.game.mover, best.box, roll, column=best.column, claim=best.claim)
        house.store.append(key, stored.seen, wish(turn))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_roll_on_random_sheets_is_offered_as_the_server_offers_it(
    phones: Phones, house: House, ruleset: str, language: str
) -> None:
    chance = random.Random(f"{ruleset} {language}")
    phone = phones(locale=language)
    players = 2 if RULESETS[ruleset].least_players <= 2 else 3
    for _ in range(SHEETS):
        key = house.game(ruleset, ("Ana", "Ben", "Cleo")[:players])
        play(house, key, chance, chance.randrange(players * RULESETS[ruleset].rounds))
        phone.open_pad(key)
        phone.page.wait_for_load_state("networkidle")
        offered = phone.page.evaluate(OFFERED)
        plain = [roll for roll in offered if "claim" not in roll]
        assert len(plain) == len(all_rolls(RULESETS[ruleset].dice)) * (1 + RULESETS[ruleset].first_roll)
        served = phone.page.evaluate(SERVED, [*offered])
        for roll in offered:
            assert offered[roll] == served[roll], roll
