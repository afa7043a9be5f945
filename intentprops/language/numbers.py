"""Numbers in running text, as digits or words, in English and Russian. Dates, times, ids and decimals are none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from intentprops.language.morphology import tokens


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number at a place in a text; ``ordinal`` for "second", "вторая"."""

    value: int
    start: int
    end: int
    ordinal: bool = False


_EN = dict(zip(
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty",
    "seventy", "eighty", "ninety", "hundred", "thousand", "dozen"],
    [*range(21), 30, 40, 50, 60, 70, 80, 90, 100, 1000, 12], strict=True,
))  # fmt: skip
_EN_ORDINAL = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "eleventh": 11, "twelfth": 12,
}  # fmt: skip
_RU = {
    "ноль": 0, "один": 1, "два": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7, "восемь": 8, "девять": 9,
    "десять": 10,
    "одиннадцать": 11, "двенадцать": 12, "тринадцать": 13, "четырнадцать": 14, "пятнадцать": 15, "шестнадцать": 16,
    "семнадцать": 17, "восемнадцать": 18, "девятнадцать": 19, "двадцать": 20, "тридцать": 30, "сорок": 40, "пятьдесят": 50,
    "шестьдесят": 60, "семьдесят": 70, "восемьдесят": 80, "девяносто": 90, "сто": 100, "двести": 200, "триста": 300,
    "четыреста": 400,
    "пятьсот": 500, "шестьсот": 600, "семьсот": 700, "восемьсот": 800, "девятьсот": 900, "тысяча": 1000, "двое": 2, "оба": 2,
    "трое": 3, "четверо": 4, "пятеро": 5, "шестеро": 6, "семеро": 7, "восьмеро": 8, "девятеро": 9, "десятеро": 10, "дюжина": 12,
    "пара": 2, "вдвоём": 2, "вдвоем": 2, "втроём": 3, "втроем": 3, "вчетвером": 4, "впятером": 5, "вшестером": 6,
    "всемером": 7, "ввосьмером": 8,
}  # fmt: skip
_RU_ORDINAL = {
    "первый": 1, "второй": 2, "третий": 3, "четвертый": 4, "пятый": 5, "шестой": 6, "седьмой": 7, "восьмой": 8, "девятый": 9,
    "десятый": 10,
}  # fmt: skip
_DIGITS = re.compile(r"(?<![\w.,:/-])\d{1,3}(?:[  ,]\d{3})+(?![\w:]|[.,]\d)|(?<![\w.:/-])(?<!\d,)\d+(?![\w:/]|[.,:-]\d)")
_ORDINAL_DIGITS = re.compile(r"(?<![\w.:-])(\d+)(?:st|nd|rd|th|-?(?:й|я|е|ый|ая|ое|го|му|ю|ую))\b")


@lru_cache(maxsize=4096)
def numbers(text: str, language: str) -> list[Number]:
    """The numbers of a text in order."""
    found = [Number(int(re.sub(r"\D", "", m[0])), m.start(), m.end()) for m in _DIGITS.finditer(text)]
    found += [Number(int(m[1]), m.start(), m.end(), True) for m in _ORDINAL_DIGITS.finditer(text)]
    found += _spelled(text, language)
    return sorted(found, key=lambda number: number.start)


def _spelled(text: str, language: str) -> list[Number]:
    """Runs of number words: "two hundred and fifty", "сорок тысяч"."""
    plain, ordinal = (_RU, _RU_ORDINAL) if language == "ru" else (_EN, _EN_ORDINAL)
    found: list[Number] = []
    run: list[tuple[int, int, int]] = []

    def close() -> None:
        if run:
            found.append(Number(_total([value for value, _, _ in run]), run[0][1], run[-1][2]))
        run.clear()

    for token in tokens(text):
        parts = [(part, token.start) for part in token.text.casefold().split("-")] if language == "en" else []
        values = [plain.get(part) for part, _ in parts] or [plain.get(token.lemma, plain.get(token.text.casefold()))]
        if all(value is not None for value in values):
            value = sum(v for v in values if v is not None)
            if run and not _goes_on(run[-1][0], value):
                close()
            run.append((value, token.start, token.end))
        elif run and token.text.casefold() == "and" and run[-1][0] in (100, 1000):
            continue
        else:
            close()
            word = token.text.casefold() if language == "en" else token.lemma
            if word in ordinal:
                found.append(Number(ordinal[word], token.start, token.end, True))
    close()
    return found


def _goes_on(last: int, value: int) -> bool:
    """Whether a number word continues the one before it: a smaller unit after a larger, or a multiplier."""
    if value in (100, 1000):
        return last < value
    return (last >= 100 and value < 100) or (20 <= last <= 90 and value < 10) or (last == 1000 and value < 1000)


def _total(values: list[int]) -> int:
    total, part = 0, 0
    for value in values:
        if value in (100, 1000) and part:
            part *= value
        else:
            part += value
        if value == 1000:
            total, part = total + part, 0
    return total + part
