"""A game told event by event, each one wished for; after each one the fold of them all says the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorepad.rules import (
    RULESETS,
    ActionCard,
    Beginning,
    Change,
    Dice,
    Event,
    Fix,
    Gain,
    Game,
    Payload,
    Refused,
    RollOff,
    RuleSet,
    ScoreCard,
    Story,
    Target,
    Turn,
    changes,
    corrected,
    dice_from_digits,
    grant,
    redo,
    tell,
    undo,
)

AT = "2026-11-29T18:05:00Z"

Wished = Payload | Callable[[Story], Payload]
"""What is wished for, or how it is read off the story as it stands."""


def refused(reason: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, check=lambda caught: caught.reason == reason)


class Table:
    """A story that goes on."""

    def __init__(self, *players: str, ruleset: str | RuleSet = "yahtzee", at: str = AT) -> None:
        self.ruleset = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
        self.story = tell(Beginning(self.ruleset, players, started_at=at), ())
        self.at = at

    @property
    def game(self) -> Game:
        return self.story.game

    @property
    def events(self) -> tuple[Event, ...]:
        return self.story.events

    @property
    def players(self) -> tuple[str, ...]:
        return self.story.beginning.players

    def granted(self, wished: Wished) -> Story:
        """The story with that; nothing changes yet."""
        return grant(self.story, wished if isinstance(wished, Payload) else wished(self.story), self.at)

    def wish(self, wished: Wished) -> Game:
        self.story = self.granted(wished)
        assert tell(self.story.beginning, self.events) == self.story
        return self.game

    def proposed(self, wished: Wished) -> tuple[Change, ...]:
        """What would change; nothing does yet."""
        return changes(self.game, self.granted(wished).game)

    def refused(self, wished: Wished) -> Refused:
        before = self.story
        with pytest.raises(Refused) as caught:
            self.wish(wished)
        assert self.story == before
        return caught.value

    # --- what is wished for most ------------------------------------------------------------------

    def turn(
        self, box: str, dice: str = "12346", card: ActionCard | None = None, claim: bool = False
    ) -> Game:
        """Whoever is to move writes that roll there."""
        return self.wish(Turn(self.game.mover or 0, box, self._dice(dice), card=card, claim=claim))

    def turns(self, *turns: tuple[str, str]) -> Table:
        """(dice, box) after (dice, box), whoever is to move."""
        for dice, box in turns:
            self.turn(box, dice)
        return self

    def finish(self, dice: str = "12346") -> Game:
        """Everybody fills up from the top with the same roll."""
        while not self.game.finished:
            self.turn(self.game.mover_sheet.open_cells[0].box, dice)
        return self.game

    def undo(self) -> Game:
        return self.wish(undo)

    def redo(self) -> Game:
        return self.wish(redo)

    def fix(self, of: int, box: str, dice: str, card: ActionCard | None = None) -> Game:
        return self.wish(fix(of, dice, box, card))

    def note(self, seat: int, add: int = 0, box: str = "", by: int = 0) -> Game:
        return self.wish(Gain(ScoreCard(seat, add=add, box=box, by=by)))

    def roll(self, *rolls: tuple[int, int]) -> Game:
        return self.wish(RollOff(rolls))

    def _dice(self, text: str) -> Dice:
        return dice_from_digits(text, self.ruleset.dice)

    # --- what stands ------------------------------------------------------------------------------

    def boxes(self, seat: int = 1) -> dict[str, int]:
        return dict(self.game.sheet(seat).column(1).boxes)

    def total(self, seat: int = 1) -> int:
        return self.game.sheet(seat).total

    @property
    def totals(self) -> list[int]:
        return [self.total(seat) for seat in self.game.seats]

    @property
    def ranks(self) -> list[int]:
        return list(self.game.ranks.values())

    @property
    def corrected(self) -> dict[int, Target]:
        return corrected(self.story)


def seat_of(story: Story, of: int) -> int:
    """Whose event that is, 0 where it is nobody's."""
    return next((getattr(event.what, "seat", 0) for event in story.events if event.number == of), 0)


def fix(of: int, dice: str, box: str, card: ActionCard | None = None) -> Callable[[Story], Fix]:
    """Another roll and box in place of the turn that is that event."""

    def wished(story: Story) -> Fix:
        roll = dice_from_digits(dice, story.game.ruleset.dice)
        return Fix(of, Turn(seat_of(story, of), box, roll, card=card))

    return wished
