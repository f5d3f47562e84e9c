"""What boxes, rule sets and players are called, in full and where room is short."""

from __future__ import annotations

from markupsafe import Markup
from wcwidth import iter_graphemes

from scorepad.rules import RULESETS, Cell, RuleSet, Target, Turn
from scorepad.sentences import N_
from scorepad.web.words import names
from scorepad.web.words.sentences import Sentences, isolated


class Called(Sentences):
    """The names of one language."""

    def box(self, box: str, ruleset: str = "") -> Markup:
        """The name of a box, in that rule set; an id that is none comes back isolated."""
        own = names.BOXES_OF.get((ruleset, box))
        if own is not None:
            return self.named(own)
        return self(names.BOXES[box]) if box in names.BOXES else isolated(box)

    def cell(self, at: Cell | Target | Turn, ruleset: RuleSet) -> Markup:
        """The name of a box, with its column where the sheet has several."""
        box = self.box(at.box, ruleset.id)
        if len(ruleset.columns) == 1:
            return box
        return self(N_("{box}, column {column}"), box=box, column=at.column)

    def cell_of(self, at: Cell | Target | Turn, ruleset: RuleSet) -> Markup:
        """The same where the points follow: a column's number must not run into them."""
        if len(ruleset.columns) == 1:
            return self.box(at.box, ruleset.id)
        return self(N_("{box}, column {column}:"), box=self.box(at.box, ruleset.id), column=at.column)

    def boxes_filled(self, box: str, ruleset: str = "") -> Markup:
        """What a box of all dice alike is called where several of them are counted."""
        several = names.BOXES_FILLED.get(box)
        return self.box(box, ruleset) if several is None else self.named(several)

    def short_box(self, box: str, ruleset: str = "") -> Markup:
        """The name of a box where room is short."""
        short = names.SHORT_BOXES_OF.get((ruleset, box)) or names.SHORT_BOXES.get(box)
        return self.box(box, ruleset) if short is None else self.named(short)

    def shape(self, box: str, ruleset: RuleSet) -> Markup:
        """The sizes of a box's groups, 3+2, where the sheet has several such boxes; read from the left."""
        sizes = "+".join(map(self.number, ruleset.shapes.get(box, ())))
        return Markup('<bdi dir="ltr">{}</bdi>').format(sizes) if sizes else Markup()

    def ruleset(self, ruleset: str) -> Markup:
        """The name of a rule set; an id that this version does not know comes back isolated."""
        return self.named(names.RULESETS[ruleset]) if ruleset in names.RULESETS else isolated(ruleset)

    def short_ruleset(self, ruleset: str) -> Markup:
        """The name of a rule set where its whole name has no room."""
        short = names.SHORT_RULESETS.get(ruleset)
        return self.ruleset(ruleset) if short is None else self.named(short)

    def rulesets(self) -> dict[str, RuleSet]:
        """Every rule set by its id, the one that readers of this language look for first at the head."""
        first = names.FIRST_RULESETS.get(self.language, "")
        return {first: RULESETS[first], **RULESETS} if first else dict(RULESETS)

    def alike(self, count: int) -> Markup:
        """A roll of so many dice, all alike, at the head of a sentence."""
        return self(names.ALIKE.get(count, names.ALL_ALIKE))

    def about_ruleset(self, ruleset: str) -> Markup:
        """One line of what a rule set is, empty where nobody wrote one."""
        if ruleset not in names.ABOUT_RULESETS:
            return Markup()  # to gettext, an empty sentence is the head of the catalogue
        told = RULESETS[ruleset]
        facts = {"boxes": len(told.boxes), "bonus": told.bonus.points, "at": told.bonus.at}
        return self(names.ABOUT_RULESETS[ruleset], **facts, extra=told.again.extra)

    @staticmethod
    def short_name(name: str, longest: int) -> str:
        """The name, cut between two signs as people see them where it is longer than there is room."""
        signs = list(iter_graphemes(name))
        return name if len(signs) <= longest else "".join(signs[: longest - 1]) + "…"
