"""The moments of a message: those that the language tools find, and the ways of speaking that need a little more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from intentprops.language import Moment, moments, numbers

_RANGE = re.compile(
    r"(?:\b(?:from|с|со)\s+(?:the\s+)?)?\b(\d{1,2})(?:st|nd|rd|th|-?го)?\s*(?:-|—|to|till|until|through|по|до)\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\b(?P<lead>(?:on|to|till|until|for)\s+)?the\s+(?P<en>\d{1,2})(?:st|nd|rd|th)\b(?!\s+of\b)"
    r"|(?P<na>\b(?:на|к)\s+)?\b(?P<ru>\d{1,2})-?(?:го|е|ое|му)\b(?P<day>\s+числ[оау])?",
    re.IGNORECASE,
)
_QUARTER = re.compile(r"\b(?:at\s+)?(?:a\s+)?(quarter|ten|five|twenty)\s+(past|to)\s+(\w+)\b", re.IGNORECASE)
_HOUR = re.compile(r"\b(\w+)\s+o'clock\b", re.IGNORECASE)
_PARTED = re.compile(r"\b(\w+)\s+in\s+the\s+(morning|afternoon|evening)\b", re.IGNORECASE)
_AFTERNOON = range(1, 8)


def moments_in(text: str, now: datetime, language: str) -> list[Moment]:
    """The moments of a normalised text, in order of place and without overlaps."""
    own = [*_quarters(text), *_ranges(text, now, language), *_hours(text), *_parted(text), *_ordinals(text, now)]
    found = list(own)
    for moment in moments(text, now, language):
        if all(moment.end <= other.start or other.end <= moment.start for other in found):
            found.append(moment)
    return sorted(found, key=lambda moment: moment.start)


def _ranges(text: str, now: datetime, language: str) -> Iterator[Moment]:
    """The first day of "from 7 to 14 August", which has its month from the second."""
    for moment in moments(text, now, language):
        if type(moment.value) is date and (m := _RANGE.search(text, 0, moment.start)) is not None:
            if 1 <= int(m[1]) < moment.value.day:
                yield Moment(moment.value.replace(day=int(m[1])), m.start(), m.end(1))


def _ordinals(text: str, now: datetime) -> Iterator[Moment]:
    """ "On the 8th", "8-го числа": the next such day."""
    for m in _ORDINAL.finditer(text):
        day = int(m["en"] or m["ru"])
        if not (m["lead"] or m["na"] or m["day"] or day > 5) or re.match(rf"\s+(?:{_MONTHS})", text[m.end() :], re.IGNORECASE):
            continue
        for ahead in range(62):
            found = now.date() + timedelta(days=ahead)
            if found.day == day:
                yield Moment(found, m.start(), m.end())
                break


_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма|июн|июл|авг|сен|окт|ноя|дек"


def _quarters(text: str) -> Iterator[Moment]:
    for m in _QUARTER.finditer(text):
        hour, minutes = _number(m[3]), 15 if m[1].lower() == "quarter" else _number(m[1])
        if hour is None or minutes is None or not 1 <= hour <= 12:
            continue
        start = _afternoon(hour) * 60 + (minutes if m[2].lower() == "past" else -minutes)
        yield Moment(time(start // 60 % 24, start % 60), m.start(), m.end())


def _hours(text: str) -> Iterator[Moment]:
    for m in _HOUR.finditer(text):
        hour = _number(m[1])
        if hour is not None and 0 < hour <= 23:
            yield Moment(time(_afternoon(hour)), m.start(), m.end())


def _parted(text: str) -> Iterator[Moment]:
    """ "Three in the afternoon", without a preposition."""
    for m in _PARTED.finditer(text):
        hour = None if m[1].isdigit() else _number(m[1])
        if hour is not None and 1 <= hour <= 12:
            later = m[2].lower() != "morning" and hour < 12
            yield Moment(time(hour + 12 if later else hour % 12 if m[2].lower() == "morning" else hour), m.start(), m.end())


def _afternoon(hour: int) -> int:
    return hour + 12 if hour in _AFTERNOON else hour


def _number(word: str) -> int | None:
    return next((number.value for number in numbers(word.lower(), "en")), None)
