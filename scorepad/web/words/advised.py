"""What the coach says."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from scorepad.coach import ROLLS
from scorepad.sentences import N_
from scorepad.stats import rounded
from scorepad.web.words.called import Called
from scorepad.web.words.names import NP_

_ALL = NP_("the dice to keep", "all")
_NOTHING = NP_("the dice to keep", "nothing")


class Advised(Called):
    """The coach in one language. Totals are those to be expected at the end, told with one decimal."""

    def kept(self, keep: Sequence[int]) -> Markup:
        """Dice that stay on the table: their faces, all, or nothing."""
        if not keep:
            return self.named(_NOTHING)
        if len(keep) == len(ROLLS[0].faces):
            return self.named(_ALL)
        return Markup("<bdi>{}</bdi>").format(self.faces(keep).replace(" ", "\N{NO-BREAK SPACE}"))

    def best_keep(self, dice: Markup, total: float) -> Markup:
        return self(N_("Keep {dice}: {total}"), dice=dice, total=self.tenths(total))

    def best_box(self, box: Markup, total: float) -> Markup:
        return self(N_("Best: {box} {total}"), box=box, total=self.tenths(total))

    def runner_up(self, names: Sequence[Markup], totals: Sequence[float]) -> Markup | None:
        """The second of those, and how much less it is worth where that is seen; None where there is none."""
        if len(names) < 2:
            return None
        what, total = names[1], self.tenths(totals[1])
        less = rounded(totals[1], 1) - rounded(totals[0], 1)
        if not less:
            return self(N_("or {what}: {total}"), what=what, total=total)
        return self(
            N_("or {what}: {total} ({difference})"),
            what=what,
            total=total,
            difference=self.tenths(float(less)),
        )

    def expected(self, total: float) -> Markup:
        """What a screen reader says of the small figure in an offered box."""
        return self(N_("expected final total {total}"), total=self.tenths(total))

    def whole(self, total: float) -> str:
        """That total where room is short."""
        return self.number(int(rounded(total)))
