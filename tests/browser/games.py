"""A game played by hand on a phone, with a second book kept beside it (tests.strategies)."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.browser.house import scored
from tests.browser.phone import Phone
from tests.helpers import some_rolls
from tests.strategies import BOXES, Pad, legal

PLAYERS = ("Ana", "Ben")


class Played:
    """A game of two. `take` is how the phone's owner takes a turn: `take(dice, box, points, extra)`."""

    def __init__(self, phone: Phone, ruleset: str, seed: int = 1) -> None:
        self.phone = phone
        self.key = phone.house.game(ruleset, PLAYERS)
        self.book = Pad(ruleset, len(PLAYERS))
        self.rolls = some_rolls(seed)
        self.chance = random.Random(seed)
        phone.open_pad(self.key)

    @property
    def turns(self) -> int:
        return len(PLAYERS) * len(BOXES[self.book.ruleset])

    def legal(self, dice: str) -> dict[str, tuple[int, int]]:
        """What the book says of that roll."""
        filled = self.book.filled[(self.book.mover or 0) - 1]
        return legal(self.book.ruleset, filled, [int(face) for face in dice])

    def play(self, take: Callable[[str, str, int, int], None], turns: int | None = None) -> None:
        """Takes that many turns, or plays to the end."""
        for _ in range(self.turns if turns is None else turns):
            dice = next(self.rolls)
            seat, allowed = self.book.mover or 0, self.legal(dice)
            box = self.chance.choice(list(allowed))
            assert self.phone.mover == seat
            take(dice, box, *allowed[box])
            self.book.fill(seat, box, *allowed[box])

    def check_result(self) -> None:
        """The result page, the record that it gives away, and the book tell the same."""
        assert self.book.mover is None
        assert self.phone.mover is None
        self.phone.page.wait_for_load_state()  # without scripting it may still be on its way
        totals = {name: self.book.total(seat) for seat, name in enumerate(PLAYERS, 1)}
        ranks = {name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()}
        told = {name: (totals[name], ranks[name]) for name in PLAYERS}
        assert self.phone.ranks == told
        record = self.phone.page.request.get(f"{self.phone.house.url}/games/{self.key}/record.json")
        assert scored(record.json()) == told
        winners = [name for name in PLAYERS if ranks[name] == 1]
        headline = self.phone.at(".headline").inner_text()
        assert all(name in headline for name in winners)
        assert headline.endswith(
            "share the win" if len(winners) > 1 else f"wins by {abs(totals['Ana'] - totals['Ben'])}"
        )
