"""Evenings in words: what each is called, whose it was, what is remembered of it, how a series stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from markupsafe import Markup

from scorepad.sentences import N_, NN_
from scorepad.stats import (
    BEST,
    CLOSEST,
    COMEBACK,
    DECIDES,
    HAS,
    Evening,
    Highlight,
    Series,
)
from scorepad.web.words import calendars
from scorepad.web.words.sentences import Sentences
from scorepad.web.words.times import Times, local

_MORNING, _AFTERNOON, _EVENING, _NIGHT = range(4)
_BEGINS = (5, 12, 18, 23)
"""The hours at which the parts of a day begin; a day's night ends with the next one's morning."""

_CALLED = (
    N_("{weekday} morning"),
    N_("{weekday} afternoon"),
    N_("{weekday} evening"),
    N_("{weekday} night"),
)
_WON = (N_("{name}’s morning"), N_("{name}’s afternoon"), N_("{name}’s evening"), N_("{name}’s night"))
_ON_POINTS = (
    N_("{name}’s morning, on points"),
    N_("{name}’s afternoon, on points"),
    N_("{name}’s evening, on points"),
    N_("{name}’s night, on points"),
)

_REMEMBERED = {
    CLOSEST.id: NN_("point between {name} and {others}", "points between {name} and {others}"),
    COMEBACK.id: NN_("point behind, and {name} won", "points behind, and {name} won"),
}
_WHERE = {
    BEST.id: N_("game {number}"),
    CLOSEST.id: N_("{most} to {least}, game {number}"),
    COMEBACK.id: N_("game {number}, round {round}"),
}


class Evenings(Sentences, Times):
    """The words for games that belong together."""

    # --- what it is called ----------------------------------------------------------------------------

    def evening(self, evening: Evening) -> Markup:
        """The day of the week on which it began, and the part of the day: Sunday evening."""
        weekday = Markup.escape(self._begun(evening, calendars.WEEKDAY))
        said = self(_CALLED[_part(evening)], weekday=weekday).strip()
        return said[:1].upper() + said[1:]

    def evening_day(self, evening: Evening) -> Markup:
        """The day on which it began, as an element."""
        said = self._begun(evening, calendars.DATE)
        return Markup('<time datetime="{}">{}</time>').format(self.here(evening.games[0].finished_at), said)

    def _begun(self, evening: Evening, form: str) -> str:
        """The day on which it began in that form; empty where the reader's calendar has no such day."""
        day = _day(evening)
        try:
            return self.in_figures(calendars.told(day, form, self.locale)) if day else ""
        except ValueError:
            return ""

    def evening_in_short(self, evening: Evening) -> Markup:
        """What it is called, and how many games it has."""
        count, name = len(evening.games), self.evening(evening)
        if evening.more:
            return self(N_("{evening}, more than {count} games"), evening=name, count=count)
        return self.plural(*NN_("{evening}, {count} game", "{evening}, {count} games"), count, evening=name)

    # --- whose it was ---------------------------------------------------------------------------------

    def evening_won(self, evening: Evening) -> Markup:
        """Whose evening it was, in a headline; nobody can say so of one that is cut off."""
        if evening.more:
            return self.evening_in_short(evening)
        part, ahead, winner = _part(evening), evening.ahead, evening.winner
        if not ahead:
            return self(N_("Nobody stayed to the end"))
        if not evening.in_company:
            alone = N_("{name} alone") if len(ahead) == 1 else N_("Everybody played alone")
            return self(alone, name=ahead[0].name)
        if not ahead[0].wins:
            return self(N_("Nobody won"))
        if winner is None:
            return self(N_("{names} are level"), names=self.join(one.name for one in ahead))
        return self((_WON if len(ahead) == 1 else _ON_POINTS)[part], name=winner.name)

    def evening_told(self, evening: Evening) -> Markup:
        """The wins that made it so, and who had most points; empty where one game tells all of it."""
        if evening.more:
            return self(N_("Only the first {count} games are shown."), count=len(evening.games))
        return Markup(" ").join(self._told(evening)) if len(evening.games) > 1 else Markup()

    def _told(self, evening: Evening) -> Iterator[Markup]:
        ahead, winner, games = evening.ahead, evening.winner, evening.in_company
        if not games or not ahead or not ahead[0].wins:
            return
        wins, others = ahead[0].wins, [one.name for one in ahead if one is not winner]
        if not others:
            yield self.plural(
                *NN_("{wins} of {count} game won.", "{wins} of {count} games won."), games, wins=wins
            )
        elif winner:
            each = NN_("{count} win each with {names}.", "{count} wins each with {names}.")
            yield self.plural(*each, wins, names=self.join(others))
        else:
            yield self.plural(*NN_("{count} win each.", "{count} wins each."), wins)
        most = evening.most_points
        if most and winner and most != (winner,):
            yield self(N_("Most points: {names}."), names=self.join(one.name for one in most))

    def wins_in_short(self, evening: Evening) -> Markup:
        """Who won how many games; empty where nobody did, or not all of the games are known."""
        won = [one for one in evening.standings if one.wins and not evening.more]
        return self.comma.join(self(N_("{name} {wins}"), name=one.name, wins=one.wins) for one in won)

    # --- what is remembered ---------------------------------------------------------------------------

    def highlight(self, told: Highlight) -> Markup:
        """What the figure of a highlight is; the figure stands before it."""
        if told.kind == BEST.id:
            return self(N_("{name} wrote the best sheet"), name=told.name)
        facts = {"name": told.name, "others": self.join(told.others)}
        return self.plural(*_REMEMBERED[told.kind], told.figure, **facts)

    def highlight_where(self, told: Highlight) -> Markup:
        """In which game it was."""
        most, least = told.totals
        return self(_WHERE[told.kind], number=told.number, most=most, least=least, round=told.round)

    # --- best of --------------------------------------------------------------------------------------

    def series(self, series: Series) -> Markup:
        """How a series stands."""
        return self._series_of_two(series) if len(series.scores) == 2 else self._series_of_more(series)

    def series_of(self, series: Series) -> Markup:
        """Who plays it, and how many games it has."""
        names = self.join(name for name, _ in series.scores)
        games = NN_("{count} game of {names}", "{count} games of {names}")
        return self.plural(*games, series.games, names=names)

    def _series_of_two(self, series: Series) -> Markup:
        (name, most), (_, least) = series.scores
        if series.state == DECIDES:
            sentence = N_("{most} to {least}: the next one decides the best of {games}")
        elif series.state == HAS:
            sentence = N_("{name} has the best of {games}, {most} to {least}")
        else:
            sentence = N_("{name} leads {most} to {least}") if most > least else N_("{most} to {least}")
        return self(sentence, name=name, most=most, least=least, games=series.best_of)

    def _series_of_more(self, series: Series) -> Markup:
        ahead, wins = series.ahead, series.scores[0][1]
        if series.state == DECIDES:
            each = NN_("{count} win each: the next one decides", "{count} wins each: the next one decides")
            return self.plural(*each, wins)
        if series.state == HAS:
            first = NN_("{name} is the first to {count} win", "{name} is the first to {count} wins")
            return self.plural(*first, wins, name=ahead[0])
        if len(ahead) == 1:
            leads = NN_("{name} leads with {count} win", "{name} leads with {count} wins")
            return self.plural(*leads, wins, name=ahead[0])
        lead = NN_("{names} lead with {count} win each", "{names} lead with {count} wins each")
        return self.plural(*lead, wins, names=self.join(ahead)) if wins else self(N_("Nobody won"))


def _moments(evening: Evening) -> Iterator[datetime]:
    """When its games ended; what a spoilt file has there is passed over."""
    for game in evening.games:
        try:
            yield local(game.finished_at)
        except ValueError:
            continue


def _day(evening: Evening) -> datetime | None:
    """The day on which it began: what ends by night is of the evening before."""
    first = next(_moments(evening), None)
    try:
        return first and first - timedelta(hours=_BEGINS[_MORNING])
    except OverflowError:  # there is no day before the first one
        return first


def _part(evening: Evening) -> int:
    """The part of the day in which most of its games ended, of equals the later one."""
    parts = Counter(_part_at(moment.hour) for moment in _moments(evening))
    return max(parts, key=lambda part: (parts[part], part), default=_EVENING)


def _part_at(hour: int) -> int:
    return max((part for part, begins in enumerate(_BEGINS) if begins <= hour), default=_NIGHT)
