"""Times and days: what the store writes, in the viewer's zone and language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from itertools import groupby
from zoneinfo import ZoneInfo

from babel.dates import format_time
from babel.units import format_unit
from flask import request
from markupsafe import Markup

from scorepad.rules import Refused
from scorepad.stats import Line
from scorepad.store import now
from scorepad.web.words import calendars
from scorepad.web.words.figures import Figures


def zone() -> tzinfo | None:
    """The viewer's zone, by the cookie `zone`; None where it names none: the host's."""
    name = request.cookies.get("zone", "")
    try:
        return ZoneInfo(name) if name else None
    except (LookupError, ValueError, OSError):
        return None


def read_day(text: str) -> datetime:
    """The beginning of a day of the viewer's zone, from `2026-11-29`. Raises Refused `bad_date`.

    Years stay within what every zone can tell.
    """
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=zone())
    except ValueError:
        raise Refused("bad_date") from None
    if not 1900 <= day.year <= 2999 or len(text) != 10:
        raise Refused("bad_date")
    return day if day.tzinfo else day.astimezone()


def local(moment: str) -> datetime:
    """A stored moment in the viewer's zone, or as it was written where that zone has no such day."""
    stored = datetime.fromisoformat(moment)
    try:
        return stored.astimezone(zone())
    except OverflowError:
        return stored


class Times(Figures):
    """The days and times of one language; a moment is one that the store wrote, told in the viewer's zone."""

    def date(self, moment: str) -> str:
        """The day of a moment."""
        return self._day(moment, calendars.DATE)

    def _day(self, moment: str, form: str) -> str:
        """A moment's day in that form; empty where a spoilt file has no moment there."""
        try:
            return self.in_figures(calendars.told(local(moment), form, self.locale))
        except ValueError:
            return ""

    def day(self, moment: str) -> Markup:
        """The day of a moment as an element."""
        return Markup('<time datetime="{}">{}</time>').format(self.here(moment), self.date(moment))

    @staticmethod
    def here(moment: str) -> str:
        """A moment by the clock that its day is told by; a script sees whether that is the reader's own."""
        try:
            return local(moment).isoformat()
        except ValueError:
            return moment

    @staticmethod
    def iso_day(moment: str) -> str:
        """The day of a moment, as a date field wants it."""
        return f"{local(moment):%Y-%m-%d}"

    def day_and_month(self, moment: str) -> tuple[str, str]:
        """The day's number and the short month of a moment."""
        return self._day(moment, calendars.DAY), self._day(moment, calendars.MONTH)

    def year(self, moment: str) -> str:
        """The year of a moment."""
        return self._day(moment, calendars.YEAR)

    def month(self, moment: str) -> str:
        """The month of a moment."""
        return self._day(moment, calendars.WHOLE_MONTH)

    def is_today(self, moment: str) -> bool:
        """Whether a moment is of the day that it is now."""
        return self.date(moment) == self.date(now())

    def of_other_years(self, moments: Iterable[str]) -> bool:
        """Whether one of them was in another year than today."""
        today = self.year(now())
        return any(self.year(moment) != today for moment in moments)

    def by_month(self, lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
        """Lines in their order, under the name of the month in which they were finished."""
        months = groupby(lines, key=lambda line: self._day(line.finished_at, calendars.MONTH_AND_YEAR))
        return [(month, list(lines_of_it)) for month, lines_of_it in months]

    def seconds(self, count: int) -> str:
        """How long something takes, kept in one line: `45 sec`, `1 min 30 sec`, `38 min`, `1 hr 5 min`."""
        hours, rest = divmod(count, 3600)
        minutes, seconds = divmod(rest, 60)
        told = {"hour": hours, "minute": minutes, "second": 0 if hours or minutes >= 10 else seconds}
        parts = [(unit, number) for unit, number in told.items() if number] or [("second", 0)]
        units = (
            format_unit(number, f"duration-{unit}", "short", locale=self.locale) for unit, number in parts
        )
        return self.in_figures(" ".join(units)).replace(" ", "\N{NO-BREAK SPACE}")

    def time(self, moment: str) -> str:
        """The time of day of a moment."""
        return self.in_figures(format_time(local(moment), "short", locale=self.locale))
