"""Russian words: phrases in cases, counts, verbs, agreement; names in Latin letters stay as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from intentprops.language.morphology import parses

_ONES = ("ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять", "одиннадцать",
         "двенадцать", "тринадцать", "четырнадцать", "пятнадцать", "шестнадцать", "семнадцать", "восемнадцать",
         "девятнадцать", "двадцать")  # fmt: skip
_TENS = {30: "тридцать", 40: "сорок", 50: "пятьдесят", 100: "сто"}
_COLLECTIVE = (None, None, "двое", "трое", "четверо", "пятеро", "шестеро", "семеро", "восьмеро", "девятеро", "десятеро")
_TOGETHER = (None, None, "вдвоём", "втроём", "вчетвером", "впятером", "вшестером")
_COUNTED = {"gent": ("одного", "двух", "трёх", "четырёх"), "datv": ("одному", "двум", "трём", "четырём"),
            "ablt": ("одним", "двумя", "тремя", "четырьмя"), "loct": ("одном", "двух", "трёх", "четырёх")}  # fmt: skip
CASES = {
    "из": "gent", "от": "gent", "до": "gent", "для": "gent", "без": "gent", "насчёт": "gent", "насчет": "gent", "у": "gent",
    "с": "ablt", "со": "ablt", "за": "ablt", "под": "ablt", "о": "loct", "об": "loct", "по": "datv", "к": "datv",
    "про": "accs", "на": "accs", "в": "accs", "через": "accs",
}  # fmt: skip
"""The case that a preposition asks for before a value."""
_AFTER_MANY = {"человек": "человек", "год": "лет"}
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_GENDERS = ("masc", "femn", "neut")


@lru_cache(maxsize=8192)
def reading(word: str, *tags: str) -> Any:
    """The likeliest reading of a word, in the nominative if it can be, with the tags asked for if it has one."""
    found = parses(word.lower())
    wanted = [p for p in found if all(tag in p.tag for tag in tags)] or list(found)
    plain = [p for p in wanted if p.tag.case in (None, "nomn")]
    return (plain or wanted)[0]


def has(word: str, *tags: str) -> bool:
    return any(all(tag in p.tag for tag in tags) for p in parses(word.lower())[:3])


def is_verb(phrase: str) -> bool:
    return bool(parses(phrase.split()[0].lower())[0].tag.POS == "INFN")


def is_adjective(phrase: str) -> bool:
    return all(parses(word.lower())[0].tag.POS in ("ADJF", "PRTF") for word in phrase.split())


def is_nominal(phrase: str) -> bool:
    """Whether words can stand where a noun does: no adverb, no preposition first."""
    first = parses(phrase.split()[0].lower())[0].tag.POS
    return first in ("NOUN", "ADJF", "PRTF", None) or not _CYRILLIC.search(phrase)


def is_adverb(phrase: str) -> bool:
    """Whether no reading of the first word is a noun or an adjective."""
    tags = [p.tag.POS for p in parses(phrase.split()[0].lower())]
    return bool(_CYRILLIC.search(phrase)) and tags[0] in ("ADVB", "PRED", "CONJ", "PREP")


def _like(word: str, form: str) -> str:
    if word[:1].isupper():
        form = form[:1].upper() + form[1:]
    return form


@lru_cache(maxsize=8192)
def head(phrase: str) -> Any:
    """The word that others agree with: the first noun, else the first word."""
    words = phrase.split()
    nouns = [w for w in words if reading(w).tag.POS == "NOUN"]
    return reading(nouns[0] if nouns else words[0])


@lru_cache(maxsize=16384)
def declined(phrase: str, case: str, plural: bool = False, gender: str | None = None, animate: bool = False) -> str:
    """A phrase in a case: its adjectives and its head change, what follows the head stays."""
    if not _CYRILLIC.search(phrase):
        return phrase
    done, out = False, []
    top = head(phrase).tag
    for word in phrase.split():
        tag = reading(word).tag
        if done or not _CYRILLIC.search(word) or tag.POS not in ("NOUN", "ADJF", "PRTF", "NPRO"):
            out.append(word)
            continue
        grammemes = {case} | ({"plur"} if plural else {"sing"} if tag.number != "plur" else set())
        if tag.POS == "NOUN":
            done = True
        elif not plural:
            kind = gender or (top.gender if top.POS == "NOUN" else tag.gender)
            grammemes |= {kind} if kind in _GENDERS else set()
        if tag.POS != "NOUN" and case == "accs" and (plural or (gender or top.gender) == "masc"):
            alive = animate or (top.POS == "NOUN" and top.animacy == "anim")
            grammemes.add("anim" if alive else "inan")
        made = reading(word).inflect(grammemes) or reading(word).inflect({case})
        out.append(_like(word, str(made.word)) if made else word)
    return " ".join(out)


@lru_cache(maxsize=8192)
def agreed(word: str, subject: str, case: str = "", plural: bool = False) -> str:
    """A word that agrees with a subject: нужен экран, нужна доска, понадобятся две."""
    top, own = head(subject).tag if _CYRILLIC.search(subject) else None, reading(word)
    many = plural or (top is not None and top.number == "plur")
    gender = (top.gender if top is not None else None) or "masc"
    grammemes = {"plur"} if many else {"sing"}
    if not many and (own.tag.POS in ("ADJF", "ADJS", "PRTF", "PRTS") or own.tag.tense == "past"):
        grammemes.add(gender)
    if own.tag.POS in ("ADJF", "PRTF"):
        grammemes.add(case or "nomn")
        if case == "accs" and (many or gender == "masc"):
            grammemes.add(top.animacy if top is not None and top.animacy else "inan")
    if own.tag.POS == "VERB" and own.tag.tense != "past":
        grammemes.add("3per")
    made = own.inflect(grammemes)
    return _like(word, str(made.word)) if made else word


def preposition(word: str, following: str) -> str:
    """``об отмене``, ``со схемой``."""
    start = following[:2].lower()
    if word == "о" and start[:1] in "аеиоуэ" and start[:1] not in "её":
        return "об"
    if word == "с" and re.match(r"[сзшж][бвгджзклмнпрстфхцчшщ]", start):
        return "со"
    if word == "в" and re.match(r"[вф][бвгджзклмнпрстфхцчшщ]", start):
        return "во"
    return word


def number(n: int, noun: str = "", case: str = "nomn") -> str | None:
    """A number in words, in the gender of what it counts; ``None`` where people write digits."""
    word = _ONES[n] if 0 <= n <= 20 else _TENS.get(n)
    if word is None:
        return None
    tag = head(noun).tag if noun else None
    gender = tag.gender if tag is not None else "masc"
    living = tag is not None and tag.animacy == "anim"
    if case == "accs" and 1 <= n <= 4 and (living or (n == 1 and gender == "femn")):
        return {"masc": "одного", "femn": "одну", "neut": "одно"}[gender or "masc"] if n == 1 else _COUNTED["gent"][n - 1]
    if case in _COUNTED and 1 <= n <= 4:
        return "одной" if n == 1 and gender == "femn" else _COUNTED[case][n - 1]
    if case not in ("nomn", "accs"):
        made = reading(word).inflect({case})
        return str(made.word) if made else word
    if n == 1:
        return {"masc": "один", "femn": "одна", "neut": "одно"}[gender or "masc"]
    return "две" if n == 2 and gender == "femn" else word


def counted(n: int, noun: str, case: str = "nomn") -> str:
    """The noun after a number: человек, комнаты, вариантов."""
    *rest, last = noun.split()
    one = n % 10 == 1 and n % 100 != 11
    few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    own = reading(last)
    living = own.tag.animacy == "anim"
    many = case == "gent" or (not few and case in ("nomn", "accs")) or (case == "accs" and living)
    if own.normal_form in _AFTER_MANY and not one and many:
        return " ".join([*rest, _AFTER_MANY[own.normal_form]])
    if one:
        made = declined(last, case if case != "nomn" else "nomn")
    elif case in ("nomn", "accs"):
        if few and case == "accs" and living:
            made = str(own.make_agree_with_number(5).word)
        else:
            made = str(own.make_agree_with_number(n).word)
    elif case == "gent":
        made = str(own.make_agree_with_number(5).word)
    else:
        made = declined(last, case, plural=True)
    return " ".join([*rest, made])


def collective(n: int) -> str | None:
    return _COLLECTIVE[n] if n < len(_COLLECTIVE) else None


def together(n: int) -> str | None:
    return _TOGETHER[n] if n < len(_TOGETHER) else None


@lru_cache(maxsize=4096)
def imperative(verb: str, plural: bool) -> str:
    """``найди``, ``найдите``; what follows the verb stays."""
    first, *rest = verb.split()
    grammemes = {"impr", "plur" if plural else "sing"}
    form = reading(first, "INFN").inflect(grammemes | {"excl"}) or reading(first, "INFN").inflect(grammemes)
    return " ".join([str(form.word) if form else first, *rest])


_PAIRS = {"купить": "покупать", "вернуть": "возвращать", "сдать": "сдавать", "взять": "брать", "снять": "снимать", "найти": "искать"}
_SWAPS = (("ить", "ять"), ("ить", "ать"), ("ить", "ивать"), ("дить", "ждать"), ("ать", "ивать"), ("ать", "ывать"), ("нуть", "ать"),
          ("тить", "щать"), ("тить", "чивать"), ("стить", "скать"))
_PREFIXES = ("за", "по", "при", "на", "вы", "про", "с", "о")


@lru_cache(maxsize=1024)
def imperfective(verb: str) -> str:
    """``удерживать`` of ``удержать``, which a ban needs; the verb itself where no pair is known."""
    first, *rest = verb.split()
    if "perf" not in reading(first, "INFN").tag:
        return verb
    found = [first.removesuffix(old) + new for old, new in _SWAPS if first.endswith(old)]
    found += [first.removeprefix(prefix) for prefix in _PREFIXES if first.startswith(prefix)]
    known = [word for word in found if any(p.is_known and "INFN" in p.tag and "impf" in p.tag for p in parses(word))]
    return " ".join([_PAIRS.get(first) or (known[0] if known else first), *rest])


@lru_cache(maxsize=4096)
def proposal(verb: str) -> str | None:
    """``сравним``: the first person plural, of a perfective verb."""
    first, *rest = verb.split()
    own = reading(first, "INFN")
    if "perf" not in own.tag:
        return None
    form = own.inflect({"plur", "1per", "futr"})
    return " ".join([str(form.word), *rest]) if form else None


def listed(things: Sequence[str], joint: str = "и") -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} {joint} {things[-1]}"


ORDINALS = ("первый", "второй", "третий", "четвёртый", "пятый", "шестой", "седьмой", "восьмой", "девятый", "десятый")
