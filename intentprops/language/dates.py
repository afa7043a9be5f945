"""Days and times as people write them, in English and Russian, read against ``now``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, a time, or both together (zone-aware), at a place in a text; ``approximate`` for "after 15:00"."""

    value: date | time | datetime
    start: int
    end: int
    approximate: bool = False


_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
    "янв": 1, "фев": 2, "мар": 3, "апр": 4, "ма": 5, "июн": 6, "июл": 7, "авг": 8, "сен": 9, "окт": 10, "ноя": 11, "дек": 12,
}  # fmt: skip
_DAYS = {
    "mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6,
    "пон": 0, "вто": 1, "сре": 2, "чет": 3, "пят": 4, "суб": 5, "вос": 6,
}  # fmt: skip
_HOURS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "час": 1, "два": 2, "двух": 2, "двум": 2, "три": 3, "трёх": 3, "трех": 3, "трём": 3, "трем": 3, "четыре": 4,
    "четырёх": 4, "четырех": 4, "четырём": 4, "четырем": 4, "пять": 5, "пяти": 5, "шесть": 6, "шести": 6, "семь": 7, "семи": 7,
    "восемь": 8, "восьми": 8, "девять": 9, "девяти": 9, "десять": 10, "десяти": 10, "одиннадцать": 11, "одиннадцати": 11,
    "двенадцать": 12, "двенадцати": 12,
    "первого": 1, "второго": 2, "третьего": 3, "четвёртого": 4, "четвертого": 4, "пятого": 5, "шестого": 6, "седьмого": 7,
    "восьмого": 8, "девятого": 9, "десятого": 10, "одиннадцатого": 11, "двенадцатого": 12,
}  # fmt: skip
_MONTH_EN = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)"
)
_MONTH_RU = (
    r"(?:январ[яеь]|феврал[яеь]|март[ае]?|апрел[яеь]|ма[яей]|июн[яеь]|июл[яеь]|август[ае]?|сентябр[яеь]|октябр[яеь]|ноябр[яеь]"
    r"|декабр[яеь])"
)
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
    r"|понедельник\w*|вторник\w*|сред[ауые]|четверг\w*|пятниц\w*|суббот\w*|воскресень\w*)"
)
_WORD_HOUR = "|".join(sorted(_HOURS, key=len, reverse=True))
_PART = r"(?:\s*(?P<part>a\.?m\.?|p\.?m\.?|in the morning|in the afternoon|in the evening|утра|дня|вечера))?"
_AFTER = r"(?P<after>(?:any time |sometime )?(?:after|from|not before|past)|после|не раньше|начиная с)\s+"

_ISO = re.compile(r"\b(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?")
_DAY = re.compile(
    rf"\b(?:(?:the )?(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?:-?го|-?е)?(?: of)?\s+(?P<m1>{_MONTH_EN}|{_MONTH_RU})\b"
    rf"|(?P<m2>{_MONTH_EN})\s+(?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b)(?:,?\s+(?P<y>\d{{4}})(?:\s+года)?\b)?",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"\b(?P<d>\d{1,2})[./](?P<m>\d{2})(?:[./](?P<y>\d{4}))?\b(?!:)")
_NEAR = re.compile(r"\b(?:the )?(day after tomorrow|tomorrow|today|послезавтра|завтра|сегодня)\b", re.IGNORECASE)
_NEXT = re.compile(rf"\b(?:(?P<next>next|следующ\w+)\s+|this\s+|coming\s+|эт[уо][йт]?\s+"
                   rf"|ближайш\w+\s+)?(?P<day>{_WEEKDAY})\b", re.IGNORECASE)
_CLOCK = re.compile(
    rf"(?:\b{_AFTER}|(?P<lead>\b(?:at|around|about|by|till|until|к|в|на|с|около)\s+)?)"
    rf"(?:(?P<h>[01]?\d|2[0-3])[:.](?P<m>[0-5]\d)(?!\d|\.\d){_PART}"
    rf"|(?P<h2>[01]?\d|2[0-3])\s*(?:o'clock|час(?:ов|а)?\b)(?:\s*(?P<m2>[0-5]\d)\s*минут)?{_PART.replace('part', 'part2')}"
    rf"|(?P<h3>1?\d)\s*(?P<part3>a\.?m\b\.?|p\.?m\b\.?|утра|вечера|дня))",
    re.IGNORECASE,
)
_SPELLED = re.compile(
    rf"\b(?:(?:{_AFTER})|(?P<lead>at|around|by|till|until|to|for|в|к|на|около)\s+)(?P<h>{_WORD_HOUR}|1?\d|2[0-3])"
    rf"(?:\s+(?P<mm>thirty|fifteen|forty-five|тридцать))?(?:\s*(?P<oclock>o'clock|час(?:ов|а)))?{_PART}(?![\w:.-]*\w)",
    re.IGNORECASE,
)
_HALF = re.compile(
    rf"\b(?:(?:at\s+)?(?:half past|half)\s+(?P<en>{_WORD_HOUR}|1?\d)"
    rf"|(?:в\s+)?(?:пол|половин[ауе]\s+)(?P<ru>первого|второго|третьего|четв[её]ртого|пятого|шестого|седьмого|восьмого"
    rf"|девятого|десятого"
    r"|одиннадцатого|двенадцатого))\b",
    re.IGNORECASE,
)
_NOON = re.compile(r"\b(?:at\s+|в\s+)?(noon|midday|полдень)\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def moments(text: str, now: datetime, language: str) -> list[Moment]:
    """The moments of a text in order; a day and a time that stand together are one.

    A weekday is the next such day from ``now`` on, today's included; a day without a year is the next one. Hours 1 to 7 without a
    part of the day are in the afternoon; a bare hour counts only after "at", "в" or "к", and never before a noun of its own.
    """
    days = _days(text, now)
    clocks = [m for m in _clocks(text, language) if not any(m.start < d.end and d.start < m.end for d in days)]
    whole = [moment for moment in days if isinstance(moment.value, datetime)]
    return _joined(text, [moment for moment in days if moment not in whole], clocks, now, whole)


def _days(text: str, now: datetime) -> list[Moment]:
    found: list[Moment] = []

    def add(value: date | datetime | None, start: int, end: int) -> None:
        if value is not None and not any(start < other.end and other.start < end for other in found):
            found.append(Moment(value, start, end))

    for m in _ISO.finditer(text):
        day = _safe(*map(int, m[1].split("-")))
        if day is not None and m[2]:
            zone = datetime.fromisoformat(f"2000-01-01T00:00{m[3]}").tzinfo if m[3] else now.tzinfo
            add(datetime.combine(day, time.fromisoformat(m[2]), zone), m.start(), m.end())
        else:
            add(day, m.start(), m.end())
    for m in _DAY.finditer(text):
        month = _month((m["m1"] or m["m2"]).casefold())
        add(_dated(int(m["d1"] or m["d2"]), month, m["y"], now), m.start(), m.end())
    for m in _DOTTED.finditer(text):
        if m["y"] or ("." in m[0] and int(m["m"]) <= 12 and not re.search(r"(?:at|after|в|к|после|с)\s+$", text[: m.start()])):
            add(_dated(int(m["d"]), int(m["m"]), m["y"], now), m.start(), m.end())
    for m in _NEAR.finditer(text):
        ahead = {"today": 0, "сегодня": 0, "tomorrow": 1, "завтра": 1}.get(m[1].casefold(), 2)
        add(now.date() + timedelta(days=ahead), m.start(), m.end())
    for m in _NEXT.finditer(text):
        if m["day"].casefold() in ("sat", "sun", "mon", "wed", "fri") and m["day"].islower():
            continue  # "sat" and "sun" are words of their own
        ahead = (_DAYS[m["day"].casefold()[:3]] - now.weekday()) % 7
        add(now.date() + timedelta(days=ahead + (7 if m["next"] and ahead == 0 else 0)), m.start(), m.end())
    return sorted(found, key=lambda moment: moment.start)


def _clocks(text: str, language: str) -> list[Moment]:
    found: list[Moment] = []

    def add(hour: int, minute: int, part: str | None, m: re.Match[str], guess: bool = True) -> None:
        after = m.groupdict().get("after")
        if any(m.start() < other.end and other.start < m.end() for other in found):
            return
        hour = _hour(hour, part, guess)
        if 0 <= hour < 24:
            found.append(Moment(time(hour, minute), m.start(), m.end(), bool(after)))

    for m in _HALF.finditer(text):
        if m["ru"]:
            add((_HOURS[m["ru"].casefold()] - 1) or 12, 30, None, m)
        else:
            add(_number(m["en"]), 30, None, m)
    for m in _CLOCK.finditer(text):
        if m["h"]:
            add(int(m["h"]), int(m["m"]), m["part"], m, guess=False)
        elif m["h2"]:
            add(int(m["h2"]), int(m["m2"] or 0), m["part2"], m)
        else:
            add(int(m["h3"]), 0, m["part3"], m)
    for m in _SPELLED.finditer(text):
        if m["lead"] and m["lead"].casefold() in ("to", "for", "на", "around", "about") and not (m["oclock"] or m["part"]):
            continue  # "for six", "на шесть" is a number of something
        if not (m["oclock"] or m["part"]) and _counts(text[m.end() :], language):
            continue
        minutes = {"thirty": 30, "тридцать": 30, "fifteen": 15, "forty-five": 45}.get((m["mm"] or "").casefold(), 0)
        add(_number(m["h"]), minutes, m["part"], m)
    for m in _NOON.finditer(text):
        add(12, 0, None, m, guess=False)
    return sorted(found, key=lambda moment: moment.start)


def _counts(rest: str, language: str) -> bool:
    """Whether a noun follows at once, so that the number counts something ("в два раза", "at two desks")."""
    word = re.match(r"\s+([\w-]+)", rest)
    if word is None:
        return False
    if language == "ru":
        from intentprops.language.morphology import parses

        reading = parses(word[1].casefold())[0]
        return "NOUN" in str(reading.tag) and "gent" in str(reading.tag)
    small = {"on", "for", "in", "with", "and", "or", "please", "then", "instead", "at", "would", "is", "works", "if", "as",
        "but", "not",
             "so", "the", "that", "this", "today", "tomorrow", "sharp", "to", "will", "we", "i", "now", "after",
             "rather"}  # fmt: skip
    return word[1].casefold() not in small and not re.match(rf"(?:{_WEEKDAY}|{_MONTH_EN})$", word[1], re.IGNORECASE)


def _joined(text: str, days: list[Moment], clocks: list[Moment], now: datetime, whole: list[Moment]) -> list[Moment]:
    """Tie each time to the day beside it, with nothing but small words between."""
    found = list(whole)
    gap = re.compile(r"[\s,]*(?:at|on|in the|around|в|во|на|к|с|и|,)?\s*", re.IGNORECASE)
    left = list(clocks)
    merged: list[Moment] = []
    for day in days:
        if merged and gap.fullmatch(text[merged[-1].end : day.start].strip("( ")) and merged[-1].value == day.value:
            day = Moment(day.value, merged.pop().start, day.end)  # "Friday, 7 August"
        elif merged and gap.fullmatch(text[merged[-1].end : day.start]) and "," in text[merged[-1].end : day.start] + ",":
            weekday = merged[-1]
            if text[weekday.start : weekday.end].strip().casefold()[:3] in _DAYS and not re.search(r"\d",
                text[weekday.start : weekday.end]):
                day = Moment(day.value, merged.pop().start, day.end)  # the date counts, the weekday beside it only names it
        merged.append(day)
    for day in merged:
        near = next(
            (
                c for c in left
                if gap.fullmatch(text[day.end : c.start] if c.start >= day.end else text[c.end : day.start])
            ),
            None,
        )  # fmt: skip
        if near is None:
            found.append(day)
            continue
        left.remove(near)
        assert isinstance(near.value, time)
        assert isinstance(day.value, date)
        value = datetime.combine(day.value, near.value, now.tzinfo)
        found.append(Moment(value, min(day.start, near.start), max(day.end, near.end), near.approximate))
    return sorted(found + left, key=lambda moment: moment.start)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _HOURS[word.casefold()]


def _hour(hour: int, part: str | None, guess: bool) -> int:
    said = (part or "").casefold().replace(".", "").strip()
    if said in ("pm", "in the afternoon", "in the evening", "дня", "вечера"):
        return hour if hour >= 12 else hour + 12
    if said in ("am", "in the morning", "утра"):
        return 0 if hour == 12 else hour
    return hour + 12 if guess and 1 <= hour <= 7 else hour


def _month(word: str) -> int:
    return next(number for stem, number in sorted(_MONTHS.items(), key=lambda pair: -len(pair[0])) if word.startswith(stem))


def _dated(day: int, month: int, year: str | None, now: datetime) -> date | None:
    if year:
        return _safe(int(year), month, day)
    this = _safe(now.year, month, day)
    return this if this is not None and this >= now.date() else _safe(now.year + 1, month, day)


def _safe(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
