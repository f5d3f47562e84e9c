"""Days by the calendar that readers of a language live by."""

from __future__ import annotations

from datetime import datetime

from babel import Locale
from babel.dates import format_date, format_skeleton
from persiantools.jdatetime import MONTH_NAMES_FA, JalaliDate

DATE, DAY, MONTH, MONTH_AND_YEAR, YEAR = "medium", "d", "LLL", "LLLL y", "y"
WHOLE_MONTH, DAY_AND_MONTH, WEEKDAY, WHOLE_DAY = "LLLL", "MMMd", "cccc", "full"
"""The forms in which a day is told, as CLDR writes them."""

_PERSIAN = {
    DATE: "{day} {month} {year}",
    DAY: "{day}",
    MONTH: "{month}",
    MONTH_AND_YEAR: "{month} {year}",
    YEAR: "{year}",
    WHOLE_MONTH: "{month}",
    DAY_AND_MONTH: "{day} {month}",
    WHOLE_DAY: "{weekday} {day} {month} {year}",
}


def told(day: datetime, form: str, locale: Locale) -> str:
    """That day in one of the forms; Persian readers have the years from Nowruz to Nowruz."""
    if locale.language == "fa" and form in _PERSIAN:
        return _persian(day, form, format_date(day, WEEKDAY, locale))
    if form == DAY_AND_MONTH:  # in which order, a language says
        return format_skeleton(form, day, locale=locale)
    return format_date(day, form, locale)


def _persian(day: datetime, form: str, weekday: str) -> str:
    date: JalaliDate = JalaliDate.to_jalali(day)  # type: ignore[no-untyped-call]
    month = MONTH_NAMES_FA[date.month]
    return _PERSIAN[form].format(weekday=weekday, day=date.day, month=month, year=date.year)
