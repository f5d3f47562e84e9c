"""What boxes, rule sets and players are called, in full and where room is short."""

from __future__ import annotations

from markupsafe import Markup
from wcwidth import iter_graphemes

from scorepad.rules.rulesets import RULESETS
from scorepad.rules.sheet import EXTRA_YAHTZEE
from scorepad.web.words import names
from scorepad.web.words.sentences import Sentences, isolated


class Called(Sentences):
    """The names of one language."""

    def box(self, box: str, ruleset: str = "") -> Markup:
        """The name of a box, in that rule set; an id that is none comes back isolated."""
        if ruleset == "free_for_all" and box in names.FREE_FOR_ALL_BOXES:
            return self.named(names.FREE_FOR_ALL_BOXES[box])
        return self(names.BOXES[box]) if box in names.BOXES else isolated(box)

    def short_box(self, box: str, ruleset: str = "") -> Markup:
        """The name of a box where room is short."""
        if ruleset == "free_for_all" and box in names.SHORT_FREE_FOR_ALL:
            return self.named(names.SHORT_FREE_FOR_ALL[box])
        return self.named(names.SHORT_BOXES[box]) if box in names.SHORT_BOXES else self.box(box, ruleset)

    def ruleset(self, ruleset: str) -> Markup:
        """The name of a rule set."""
        return self.named(names.RULESETS[ruleset])

    def short_ruleset(self, ruleset: str) -> Markup:
        """The name of a rule set where its whole name has no room."""
        return self.named(names.SHORT_RULESETS.get(ruleset, names.RULESETS[ruleset]))

    def about_ruleset(self, ruleset: str) -> Markup:
        """One line of what a rule set is."""
        told = RULESETS[ruleset]
        facts = {"boxes": len(told.boxes), "bonus": told.upper_bonus, "at": told.bonus_at}
        return self(names.ABOUT_RULESETS[ruleset], **facts, extra=EXTRA_YAHTZEE)

    @staticmethod
    def short_name(name: str, longest: int) -> str:
        """The name, cut between two signs as people see them where it is longer than there is room."""
        signs = list(iter_graphemes(name))
        return name if len(signs) <= longest else "".join(signs[: longest - 1]) + "…"
