"""Days and times as people write them, always meaning one moment given ``now``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_MONTHS_RU = ("января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAYS_RU = ("понедельник", "вторник", "среду", "четверг", "пятницу", "субботу", "воскресенье")
_HOURS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_HOURS_RU = ("двенадцать", "час", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять", "одиннадцать")
_HALVES_RU = ("первого", "второго", "третьего", "четвёртого", "пятого", "шестого", "седьмого", "восьмого", "девятого", "десятого",
              "одиннадцатого", "двенадцатого")  # fmt: skip


@dataclass(frozen=True)
class When:
    """A moment in words: as an adverbial ("on Friday", «в пятницу») and as a thing ("Friday", «пятницу»)."""

    adverb: str
    thing: str


def days(day: date, now: datetime, language: str) -> list[When]:
    """The ways to write a day, the plainest first; those that need no year only where it is the next such day."""
    russian = language == "ru"
    ahead = (day - now.date()).days
    month = (_MONTHS_RU if russian else _MONTHS)[day.month - 1]
    weekday = (_DAYS_RU if russian else _DAYS)[day.weekday()]
    dated = f"{day.day} {month}"
    prefix = "" if russian else "on "
    full = When(f"{prefix}{dated} {day.year}{' года' if russian else ''}", f"{dated} {day.year}{' года' if russian else ''}")
    dotted = When(f"{prefix}{day:%d.%m.%Y}", f"{day:%d.%m.%Y}")
    if not 0 <= ahead < 365:
        return [full, dotted]
    lead = f"в{'о' if weekday == 'вторник' else ''} {weekday}" if russian else f"on {weekday}"
    found = [When(f"{prefix}{dated}", dated), When(f"{lead}, {dated}", f"{weekday}, {dated}")]
    if 2 <= ahead <= 6:
        found.append(When(lead, weekday))
    if ahead <= 1:
        near = (("сегодня", "завтра") if russian else ("today", "tomorrow"))[ahead]
        found.append(When(near, near))
    if not russian:
        found.append(When(f"on {month} {day.day}", f"{month} {day.day}"))
    return [*found, full, dotted]


def times(hour: time, language: str) -> list[When]:
    """The ways to write a time of day, the plainest first."""
    things = _times_ru(hour) if language == "ru" else _times_en(hour)
    if language == "ru":
        halves = [thing.replace("половина", "половине") for thing in things]
        return [When(f"в {half}", thing) for half, thing in zip(halves, things, strict=True)]
    return [When(f"at {thing}", thing) for thing in things]


def _times_en(at: time) -> list[str]:
    half = "am" if at.hour < 12 else "pm"
    word, small = _HOURS[at.hour % 12], at.hour % 12 or 12
    found = [f"{at:%H:%M}".lstrip("0") if at.hour else f"{at:%H:%M}"]
    if at.minute == 0 and at.hour not in (0, 12):
        found.append(f"{small} {half}")
        found.append(f"{word} in the {'morning' if at.hour < 12 else 'afternoon' if at.hour < 18 else 'evening'}")
        if 8 <= at.hour <= 11 or 13 <= at.hour <= 19:
            found.append(f"{word} o'clock")
        found = [text for text in found if not text.endswith("o'clock") or at.hour not in (8, 9, 10, 11)]
    elif at == time(12):
        found.append("noon")
    elif at.minute == 30 and 13 <= at.hour <= 19:
        found += [f"{small}:30 {half}", f"half past {word}"]
    return found


def _times_ru(at: time) -> list[str]:
    small = at.hour % 12 or 12
    found = [f"{at:%H:%M}".lstrip("0") if at.hour else f"{at:%H:%M}"]
    if at.minute == 0 and 4 <= at.hour <= 23 and at.hour != 12:
        part = "утра" if at.hour < 12 else "дня" if at.hour < 18 else "вечера"
        unit = "" if small == 1 else " часа" if small < 5 else " часов"
        found += [f"{_HOURS_RU[small % 12]}{unit} {part}", f"{small} {part}" if small > 1 else f"час {part}"]
    elif at.minute == 30 and 13 <= at.hour <= 19:
        found.append(f"половина {_HALVES_RU[small]}")
    return list(dict.fromkeys(found))


def ways(value: Any, current: Any, now: datetime, language: str, brief: bool = False) -> list[When]:
    """The ways to say a moment; of a known one, only the part that changes. ``brief``: the shorter ones."""
    found = _ways(value, current, now, language)
    return [way for way in found if len(way.adverb.split()) <= len(found[0].adverb.split())] if brief else found


def _ways(value: Any, current: Any, now: datetime, language: str) -> list[When]:
    if isinstance(value, datetime):
        value = value.astimezone(now.tzinfo)
        day, hour = value.date(), value.time()
        if isinstance(current, datetime):
            known = current.astimezone(now.tzinfo)
            if known.date() == day:
                return times(hour, language)
            if known.time() == hour:
                return days(day, now, language)
        return _whole(days(day, now, language), times(hour, language), language)
    return days(value, now, language) if isinstance(value, date) else times(value, language)


def _whole(some: Sequence[When], hours: Sequence[When], language: str) -> list[When]:
    found = []
    for n in range(max(len(some), len(hours))):
        day, hour = some[n % len(some)], hours[n % len(hours)]
        comma = "," if "," in day.thing else ""
        thing = f"{day.thing}{comma} {hour.adverb}"
        found.append(When(f"{day.adverb}{comma} {hour.adverb}", thing))
    return found


_STEPS = {timedelta(minutes=30): ("half an hour", "полчаса"), timedelta(hours=1): ("an hour", "час"),
          timedelta(hours=2): ("two hours", "два часа"), timedelta(hours=3): ("three hours", "три часа"),
          timedelta(days=1): ("a day", "день"), timedelta(days=2): ("two days", "два дня"),
          timedelta(days=7): ("a week", "неделю")}  # fmt: skip


def step(value: Any, current: Any, language: str) -> str | None:
    """``an hour later``: how far a moment moves, where people would say it so."""
    if type(value) is not type(current) or isinstance(value, time):
        return None
    gap = value - current
    words = _STEPS.get(abs(gap))
    if words is None:
        return None
    if language == "ru":
        return f"на {words[1]} {'позже' if gap > timedelta(0) else 'раньше'}"
    return f"{words[0]} {'later' if gap > timedelta(0) else 'earlier'}"
