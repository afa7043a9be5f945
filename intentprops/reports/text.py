"""Text of unknown origin, made safe to show: what an agent or a file says is never interpreted by a terminal."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from intentprops.reports.matrix import plain

LONG = 1_000
"""Characters of one text that are shown."""


def visible(text: str, limit: int = LONG) -> str:
    """The text with control, format and bidirectional characters spelled out, and shortened; line breaks stay."""
    shown = "".join(map(_visible, text[:limit]))
    return shown if len(text) <= limit else f"{shown}… ({len(text) - limit:,} more characters)"


def one_line(text: str, limit: int = 200) -> str:
    """The same on one line."""
    return visible(" ".join(text[: 4 * limit].split()) + text[4 * limit :], limit)


def value(thing: Any, limit: int = 120) -> str:
    """A JSON value on one line; a text without its quotes would look like a word of ours."""
    return one_line(json.dumps(plain(thing), ensure_ascii=False), limit)


def _visible(character: str) -> str:
    # Cc controls, Cf format and bidi, Cs surrogates, Co private, Cn unassigned, Zl and Zp line and paragraph separators
    if character == "\n" or (unicodedata.category(character)[0] != "C" and unicodedata.category(character) not in ("Zl", "Zp")):
        return character
    if character == "\t":
        return "    "
    return character.encode("unicode_escape").decode()
