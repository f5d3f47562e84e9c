"""What corrected turns brought before, against a slow second telling, in games made up at random."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from scorepad.rules import (
    RULESETS,
    Beginning,
    Exchange,
    Fix,
    Payload,
    Refused,
    Story,
    Target,
    Turn,
    active,
    all_rolls,
    corrected,
    grant,
    redo,
    standing,
    tell,
    undo,
)
from tests.rules.tables import AT
from tests.strategies import NAMES


def told_slowly(story: Story) -> dict[int, Target]:
    """The same by folding all events before each turn's last correction."""
    last: dict[int, int] = {}
    for event in active(story.events):
        match event.what:
            case Fix(of):
                last[of] = event.number
            case Exchange(of, other):
                last[of] = last[other] = event.number
    found = {}
    for place, told in enumerate(standing(story.events), 1):
        if told.number in last:
            then = story.at(last[told.number] - 1)
            numbers = [one.number for one in standing(then.events)]
            target = then.game.scored[numbers.index(told.number)]
            assert target is not None
            found[place] = target
    return found


class Evening:
    """A game in which chance rolls, chooses and corrects."""

    def __init__(self, ruleset: str, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.story = tell(Beginning(RULESETS[ruleset], NAMES[:players], started_at=AT), ())

    def tried(self, what: Payload) -> bool:
        """Whether the rules let it through."""
        with suppress(Refused):
            self.story = grant(self.story, what, AT)
            return True
        return False

    def play(self, turns: int) -> None:
        """So many turns more, or to the end."""
        for _ in range(turns):
            while self.story.game.mover and not self.tried(self._turn(self.story.game.mover)):
                pass

    def _turn(self, seat: int, box: str = "") -> Turn:
        rules = self.story.game.ruleset
        rolls = [roll for roll in all_rolls(rules.dice) if max(roll.counts) == rules.dice]
        alike = self.chance.random() < 0.3
        roll = self.chance.choice(rolls if alike else all_rolls(rules.dice))
        return Turn(seat, box or self.chance.choice(rules.boxes).id, roll)

    def correct(self, times: int) -> None:
        """So many corrections, whichever the rules let through."""
        while times:
            times -= self.tried(self._correction())

    def _correction(self) -> Fix | Exchange:
        turns = [told for told in standing(self.story.events) if isinstance(told.entry, Turn)]
        one, two = self.chance.choices(turns, k=2)
        if self.chance.random() < 0.3:
            return Exchange(one.number, two.number)
        box = one.entry.box if isinstance(one.entry, Turn) and self.chance.random() < 0.7 else ""
        return Fix(one.number, self._turn(one.entry.seat, box))

    def waver(self, steps: int) -> None:
        """Goes back and forth at random."""
        for _ in range(steps):
            self.tried(self.chance.choice((undo, redo))(self.story))


def check(story: Story) -> None:
    assert corrected(story) == told_slowly(story)


@pytest.mark.parametrize("seed", range(3))
def test_forty_corrections_in_a_game_of_ninety_turns_are_told_right(seed: int) -> None:
    evening = Evening("yatzy", 6, seed)
    evening.play(90)
    assert evening.story.game.finished
    evening.correct(40)
    assert len(evening.story.events) == 130
    assert len(corrected(evening.story)) > 20
    check(evening.story)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht", "yatzy"])
def test_corrections_made_while_playing_are_told_right_at_any_moment(ruleset: str, seed: int) -> None:
    evening = Evening(ruleset, 1 + seed % 3, seed)
    for _ in range(6):
        evening.play(4)
        evening.correct(3)
        check(evening.story)
        evening.waver(3)
        check(evening.story)
    assert corrected(evening.story)
