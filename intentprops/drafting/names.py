"""Names of tools and arguments taken apart into words, and put together into identifiers."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Collection

from pydantic import BaseModel

_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_]+")
_WRITTEN = frozenset(["dt", "dig", "suits", "int", "float", "str", "bool", "set", "frozenset", "all", "isinstance", "getattr"])
"""Names that the module of a draft writes for something else."""
_IRREGULAR = {"people": "person", "children": "child", "men": "man", "women": "woman", "addresses": "address", "movies": "movie"}
_SAME = ("s", "news", "status", "address", "business", "access", "series", "gas", "bus", "details", "analysis", "baggage")


def words_of(name: str) -> tuple[str, ...]:
    """``searchDirect_flight`` is search, direct, flight; a name without a word is "unnamed". Letters are those that Python takes
    names to be written in, so that ``º`` is o and ``²`` is 2."""
    plain = unicodedata.normalize("NFKC", name)
    letters = "".join(letter if f"a{letter}".isidentifier() else " " for letter in plain)
    return tuple(part.lower() for part in _PARTS.findall(letters)) or ("unnamed",)


def singular(word: str) -> str:
    """An English noun in the singular, roughly."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _SAME or word.endswith(("ss", "us", "is")) or not word.endswith("s"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


def plural(word: str) -> str:
    if word.endswith("s") and not word.endswith(("ss", "us")):
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def identifier(name: str, taken: Collection[str] = ()) -> str:
    """A Python identifier in snake case that is made of a name, and is not among those taken. It can name a field of a model."""
    found = "_".join(words_of(name))
    if not found.isidentifier():
        found = f"n_{found}"
    if keyword.iskeyword(found) or keyword.issoftkeyword(found) or found in _WRITTEN or hasattr(BaseModel, found):
        found += "_"
    number, free = 2, found
    while free in taken:
        free, number = f"{found}_{number}", number + 1
    return free
