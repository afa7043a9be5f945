"""Values made of a schema: an example of anything, and the values that a field may begin with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from intentprops.drafting.definitions import Argument, without_null
from intentprops.drafting.names import words_of
from intentprops.drafting.vocabulary import GREEK, SAMPLES

_TEXT = r"['\"`‘“][^'\"`’”]{1,40}['\"`’”]"
_QUOTED = re.compile(
    rf"(?:such as|e\.g\.,?|for example,?|like|one of|eg|:)\s*({_TEXT}(?:(?:\s*,\s*|\s+)(?:(?:or|and)\s+)?{_TEXT})*)", re.IGNORECASE
)
_ONE = re.compile(r"['\"`‘“]([^'\"`’”]{1,40})['\"`’”]")
_MOMENTS = {
    "date": "2026-08-07",
    "date-time": "2026-08-07T15:00:00+00:00",
    "time": "15:00:00",
    "email": "alice@example.org",
    "uri": "https://example.org",
}


def stated_examples(schema: Mapping[str, Any]) -> list[str]:
    """The texts that a schema gives as examples: in ``examples``, ``example``, ``default``, or in quotes in its description."""
    found = [*_listed(schema.get("examples")), schema.get("example"), schema.get("default")]
    for group in _QUOTED.findall(str(schema.get("description", ""))):
        found += _ONE.findall(group)
    return list(dict.fromkeys(value.strip() for value in found if isinstance(value, str) and value.strip()))


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def texts_for(name: str, arguments: Sequence[Argument]) -> tuple[list[str], bool]:
    """Values to begin with for a field of open text, and whether they are invented: three or more that are stated are not."""
    stated = list(dict.fromkeys(text for one in arguments for text in stated_examples(one.schema) if len(text) <= 40))
    if len(stated) >= 3:
        return stated[:6], False
    words = words_of(name)
    if stated and re.fullmatch(r"[A-Z]{3}", stated[0]):
        more: Sequence[str] = ("JFK", "LAX", "SFO", "SEA")
    elif words[-1] in ("id", "code", "number", "ref", "uuid", "key", "reference"):
        letter = "".join(word[0] for word in words[:-1]).upper() or "N"
        more = [f"{letter}{number}" for number in (101, 102, 103)]
    else:
        more = next(
            (SAMPLES[word] for word in reversed(words) if word in SAMPLES), [f"{name.replace('_', ' ')} {letter}" for letter in GREEK]
        )
    return [*stated, *(text for text in more if text not in stated)][:4], True


def example_of(schema: Mapping[str, Any], depth: int = 0) -> Any:
    """Some value that fits a schema; ``None`` where null is all that comes to mind."""
    bare = without_null(schema)
    for key in ("default", "example", "const"):
        if bare.get(key) is not None:
            return bare[key]
    for key in ("examples", "enum"):
        if isinstance(bare.get(key), list) and bare[key]:
            return bare[key][0]
    for key in ("anyOf", "oneOf"):
        if bare.get(key):
            return example_of(bare[key][0], depth + 1)
    kind = bare.get("type")
    if kind == "object" or "properties" in bare:
        required = bare.get("required", ())
        return {name: example_of(sub, depth + 1) for name, sub in bare.get("properties", {}).items() if name in required and depth < 5}
    if kind == "array":
        return [example_of(bare.get("items") or {"type": "string"}, depth + 1) for _ in range(bare.get("minItems", 0))] if depth < 5 else []
    if kind in ("integer", "number"):
        low = bare.get("minimum", bare.get("exclusiveMinimum"))
        return 1 if low is None or low < 1 <= bare.get("maximum", 1) else low + ("exclusiveMinimum" in bare and "minimum" not in bare)
    if kind == "boolean":
        return False
    text = _MOMENTS.get(bare.get("format", ""), "text")
    return text.ljust(bare.get("minLength", 0), "x")[: bare.get("maxLength", 999)]
