"""A table of players kept by hand: sheets, sums, who sits there, and whose turn it is."""

from __future__ import annotations

from tests.oracle.sheets import UPPER, House, box_of, cells, column_of, columns


class Pad:
    """The sheets go by seat, from 1."""

    def __init__(self, house: House | str, seats: int, late: frozenset[int] = frozenset()) -> None:
        self.house = house if isinstance(house, House) else House(house)
        self.filled: list[dict[str, int]] = [{} for _ in range(seats)]
        self.extras = [0] * seats
        self.extra_points = [0] * seats
        self.left: set[int] = set()
        self.waiting = set(late)
        self.won = 0
        self.last = 0

    @property
    def ruleset(self) -> str:
        """The id of the sheet."""
        return self.house.sheet

    # --- who plays --------------------------------------------------------------------------------

    @property
    def seats(self) -> list[int]:
        """Those who came, whether or not they left."""
        return [seat for seat in range(1, len(self.filled) + 1) if seat not in self.waiting]

    @property
    def mover(self) -> int | None:
        after = [seat for seat in self.seats if seat > self.last]
        in_turn = after + [seat for seat in self.seats if seat <= self.last]
        full = len(cells(self.house.sheet))
        playing = (s for s in in_turn if s not in self.left and len(self.filled[s - 1]) < full)
        return None if self.won else next(playing, None)

    @property
    def ranks(self) -> dict[int, int]:
        """Who won at once, then who stayed by totals, then who left."""

        def standing(seat: int) -> tuple[bool, bool, int]:
            return seat == self.won, seat not in self.left, self.total(seat)

        return {seat: 1 + sum(standing(one) > standing(seat) for one in self.seats) for seat in self.seats}

    def fill(self, seat: int, cell: str, points: int, extra: int, wins: bool = False) -> None:
        self.filled[seat - 1][cell] = points
        self.extras[seat - 1] += extra > 0
        self.extra_points[seat - 1] += extra
        self.won = seat if wins else self.won
        self.last = seat

    # --- sums -------------------------------------------------------------------------------------

    def column(self, seat: int, number: int) -> tuple[int, int, int]:
        """Upper sum, bonus and lower sum of a column, as written."""
        held = self.filled[seat - 1].items()
        here = {box_of(cell): points for cell, points in held if column_of(cell) == number}
        upper = sum(points for box, points in here.items() if box in UPPER)
        points, at = self.house.bonus
        return upper, points if upper >= at else 0, sum(here.values()) - upper

    def sums(self, seat: int) -> tuple[int, int, int]:
        """Upper, bonus and lower of all columns, each so often as it counts."""
        counted = [
            [number * part for part in self.column(seat, number)] for number in columns(self.house.sheet)
        ]
        upper, bonus, lower = (sum(parts) for parts in zip(*counted, strict=True))
        return upper, bonus, lower

    def upper(self, seat: int) -> int:
        return self.sums(seat)[0]

    def total(self, seat: int) -> int:
        return sum(self.sums(seat)) + self.extra_points[seat - 1]
