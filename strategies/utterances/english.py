"""English words: plurals, articles, verbs, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intentprops.reading.words import members

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
         "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")  # fmt: skip
_TENS = {30: "thirty", 40: "forty", 50: "fifty", 100: "a hundred"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet"}
_SINGULAR = {plural: one for one, plural in _IRREGULAR.items()}
_MASS = members(
    "equipment luggage baggage internet wifi wi-fi parking breakfast laundry insurance access catering food water electricity money"
    " information furniture heating help washing support coffee lunch dinner video conferencing"
)
_AN = re.compile(r"(?!uni[^mn]|us[aeu]|eu|one)[aeiou]|hour|hono|heir")
"""What takes "an": a unit and a user begin with no vowel that is heard, an hour does."""
PREPOSITIONS = members("at on for in from to with by about of into till until under up below over regarding between without")


def word(number: int) -> str | None:
    """A number in words, where people write it so."""
    return _ONES[number] if 0 <= number <= 20 else _TENS.get(number)


def is_plural(noun: str) -> bool:
    last = noun.split()[-1]
    return last in _SINGULAR or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


def plural(noun: str) -> str:
    *rest, last = noun.split()
    if is_plural(last) or last in _MASS:
        made = last
    elif last in _IRREGULAR:
        made = _IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        made = last[:-1] + "ies"
    else:
        made = last + ("es" if last.endswith(("s", "x", "ch", "sh")) else "s")
    return " ".join([*rest, made])


def singular(noun: str) -> str:
    *rest, last = noun.split()
    if last in _SINGULAR:
        made = _SINGULAR[last]
    elif is_plural(last):
        made = last[:-3] + "y" if last.endswith("ies") else last[:-1]
    else:
        made = last
    return " ".join([*rest, made])


def is_mass(noun: str) -> bool:
    return noun.split()[-1] in _MASS


def with_a(noun: str) -> str:
    """``a screen``, ``luggage``, ``an agenda``; a name has no article."""
    if noun[:1].isupper() or not noun.isascii() or noun[:1].isdigit() or is_plural(noun) or is_mass(noun):
        return noun
    return f"{'an' if _AN.match(noun) else 'a'} {noun}"


def with_the(noun: str) -> str:
    bare = noun[:1].isupper() or not noun.isascii() or noun.split()[0].endswith("ing") or noun.startswith("every")
    return noun if bare or noun[:1].isdigit() else f"the {noun}"


def gerund(verb: str) -> str:
    first, *rest = verb.split()
    if first.endswith("e") and not first.endswith("ee"):
        first = first[:-1]
    elif first in _DOUBLED:
        first += first[-1]
    return " ".join([first + "ing", *rest])


_DOUBLED = members("get put set cut plan stop shop ship drop let run begin annul")


def listed(things: Sequence[str], joint: str = "and") -> str:
    """``a, b and c``."""
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} {joint} {things[-1]}"
