"""What records are called, and how they are told."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from scorepad.rules import RuleSet
from scorepad.sentences import N_, NN_
from scorepad.stats import (
    ALIKE,
    CLOSEST,
    COMEBACK,
    LARGEST,
    LOSS,
    RUN,
    UPPER,
    Better,
    Feat,
    Fell,
    Record,
)
from scorepad.store import now
from scorepad.web.words import calendars
from scorepad.web.words.house_rules import HouseRules
from scorepad.web.words.sentences import isolated
from scorepad.web.words.times import Times

_CALLED = {
    COMEBACK.id: N_("Greatest comeback"),
    LARGEST.id: N_("Largest win"),
    CLOSEST.id: N_("Closest finish"),
    LOSS.id: N_("Highest losing total"),
    RUN.id: N_("Wins in a row"),
    UPPER.id: N_("Upper section"),
    "evening": N_("Games in an evening"),
}
"""Kind of record → what it is called."""
_ALIKE = N_("{boxes} in one game")

_FELL = {
    COMEBACK.id: N_("Greatest comeback: {name}, {value} behind after round {round}"),
    RUN.id: N_("Longest winning run: {name}, {value} in a row"),
    ALIKE.id: N_("Most {boxes} in one game: {name}, {value}"),
    LOSS.id: N_("Highest losing total: {name}, {value}"),
    LARGEST.id: N_("Largest win: {name}, by {value}"),
    CLOSEST.id: N_("Closest finish: {name}, by {value}"),
}
"""Kind of record → that it fell."""
_MORE = NN_("{names} and {count} more", "{names} and {count} more")


class Records(HouseRules, Times):
    """The words for records."""

    def record(self, kind: str, ruleset: RuleSet) -> Markup:
        """What a kind of record is called."""
        if kind == ALIKE.id:
            return self(_ALIKE, boxes=self.boxes_filled(ruleset.all_alike.id, ruleset.id))
        return self(_CALLED[kind])

    def fell(self, fell: Fell, ruleset: RuleSet) -> Markup:
        """That a record fell, and to whom."""
        boxes = self.boxes_filled(ruleset.all_alike.id, ruleset.id)
        return self(_FELL[fell.kind], name=fell.name, value=fell.value, round=fell.round, boxes=boxes)

    def best_since(self, better: Better | None, ruleset: str, finished_at: str) -> Markup:
        """Since when nobody had had as much: the month, with its year where that is another one; or that
        nobody ever had.
        """
        sheet = self.ruleset(ruleset)
        if better is None:
            return self(N_("Best {sheet} ever"), sheet=sheet)
        month = Markup("{}").format(self.month(better.finished_at))
        year = self.year(better.finished_at)
        if year == self.year(finished_at):
            return self(N_("Best {sheet} since {month}"), sheet=sheet, month=month)
        return self(
            N_("Best {sheet} since {month} {year}"), sheet=sheet, month=month, year=Markup("{}").format(year)
        )

    def and_more(self, names: Iterable[str], more: int) -> Markup:
        """Names in a row, and how many there are besides."""
        if not more:
            return self.join(names)
        return self.plural(*_MORE, more, names=self.comma.join(map(isolated, names)))

    def details(self, record: Record) -> list[Markup]:
        """What is to be told of each of those who have a record; of several, the day alone."""
        if len(record.feats) > 1:
            return [self.short_day(feat.finished_at) for feat in record.feats]
        return [self._detail(record.kind, feat) for feat in record.feats]

    def _detail(self, kind: str, feat: Feat) -> Markup:
        day = self.short_day(feat.finished_at)
        if kind == COMEBACK.id:
            return self.comma.join((self(N_("after round {round}"), round=feat.round), day))
        if kind in (LARGEST.id, CLOSEST.id):
            other = feat.total - (feat.margin or 0)
            return self.comma.join((self(N_("{total} to {other}"), total=feat.total, other=other), day))
        return self(N_("until {day}"), day=day) if kind == RUN.id else day

    def short_day(self, moment: str) -> Markup:
        """A day where there is little room: today by its name, others of this year without the year."""
        if self.is_today(moment):
            told: str = self(N_("today"))
        else:
            own = self.year(moment) == self.year(now())
            told = self._day(moment, calendars.DAY_AND_MONTH if own else calendars.DATE)
        return Markup('<time datetime="{}">{}</time>').format(self.here(moment), told)

    def years(self, first: str, last: str) -> Markup:
        """From which year to which."""
        one, other = self.year(first), self.year(last)
        return isolated(one if one == other else f"{one}–{other}")
