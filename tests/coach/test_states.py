"""The state of a sheet, and what rolls may bring there: always what the rules say of the sheet itself."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorepad.coach import ROLLS, states_of
from scorepad.rules import Sheet, targets
from tests.coach.test_recomputed import SHEETS
from tests.oracle import House
from tests.strategies import houses, quick, rules_of


def written(house: House, turns: int, dice: Random) -> Sheet:
    """A sheet of those house rules after so many turns, five alike often."""
    sheet = Sheet(rules_of(house), {})
    for _ in range(min(turns, sheet.ruleset.rounds)):
        roll = dice.choice(ROLLS if dice.random() < 0.6 else ALIKE)
        sheet = sheet.write(dice.choice(targets(sheet, roll)))
    return sheet


ALIKE = [roll for roll in ROLLS if roll.alike]
anywhere = st.integers(0, 14)


@quick()
@given(houses(SHEETS), anywhere, st.randoms(use_true_random=False))
def test_a_state_offers_what_the_rules_offer_on_the_sheet(house: House, turns: int, dice: Random) -> None:
    sheet = written(house, turns, dice)
    states = states_of(sheet.ruleset)
    offers = [offer for _, offer in states.offers(states.of(sheet))]
    for at, roll in enumerate(ROLLS):
        offered = {offer.targets[offer.which[at]] for offer in offers if offer.which[at] >= 0}
        assert offered == (set() if sheet.full else set(targets(sheet, roll)))


@quick()
@given(houses(SHEETS), anywhere, st.randoms(use_true_random=False))
def test_what_a_target_does_to_a_state_is_what_it_does_to_the_sheet(
    house: House, turns: int, dice: Random
) -> None:
    sheet = written(house, turns, dice)
    states = states_of(sheet.ruleset)
    for roll in ROLLS if not sheet.full else ():
        for target in targets(sheet, roll):
            after = sheet.write(target)
            assert states.after(states.of(sheet), target) == states.of(after)
            assert states.brought(states.of(sheet), target) == after.total - sheet.total


@quick()
@given(houses(SHEETS), anywhere, st.randoms(use_true_random=False))
def test_every_sheet_has_a_number_of_its_table(house: House, turns: int, dice: Random) -> None:
    sheet = written(house, turns, dice)
    states = states_of(sheet.ruleset)
    assert 0 <= states.number(states.of(sheet)) < states.count


@quick(8)
@given(houses(SHEETS))
def test_no_two_states_have_one_number(house: House) -> None:
    states = states_of(rules_of(house))
    told = sum(len(states.totals(group.upper)) * len(group.lowers) for group in states.groups)
    assert told == states.count
