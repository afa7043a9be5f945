"""Text of unknown origin, made safe to show: what an agent or a file says is never interpreted by a terminal."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from intentprops.findings import REASONS, Finding
from intentprops.reports.matrix import plain

LONG = 1_000
"""Characters of one text that are shown."""


def visible(text: str, limit: int = LONG) -> str:
    """The text with control, format and bidirectional characters spelled out, and shortened; line breaks stay."""
    shown = text[:limit]
    if not shown.isprintable():
        shown = "".join(map(_visible, shown))
    return shown if len(text) <= limit else f"{shown}… ({len(text) - limit:,} more characters)"


def one_line(text: str, limit: int = 200) -> str:
    """The same on one line."""
    return visible(" ".join(text[: 4 * limit].split()) + text[4 * limit :], limit)


def clip(text: str, width: int) -> str:
    """One line, cut to fit a column."""
    line = one_line(text, 4 * width)
    return line if len(line) <= width else f"{line[: width - 1]}…"


def value(thing: Any, limit: int = 120) -> str:
    """A JSON value on one line; a text without its quotes would look like a word of ours."""
    return one_line(json.dumps(plain(thing), ensure_ascii=False), limit)


def sentence(finding: Finding) -> str:
    """A finding on one line: where, what, and whether it is a root cause or follows from one."""
    role = "" if not finding.fails else "cause: " if finding.cause is None else "consequence: "
    return f"{role}turn {finding.turn}, {headline(finding)}: {difference(finding)}: {meaning(finding.reason)}; stage {finding.stage}"


def headline(finding: Finding) -> str:
    """Dimension, reason and path."""
    critical = " (critical)" if finding.critical else ""
    return f"{finding.dimension}{critical} {finding.reason} at {one_line(finding.path)}"


def difference(finding: Finding) -> str:
    """What was expected and what was there."""
    return f"expected {value(finding.expected)}, actual {value(finding.actual)}"


def stage(finding: Finding) -> str:
    """Where it went wrong first."""
    return "stage unknown" if finding.stage == "unknown" else finding.stage


def meaning(reason: str) -> str:
    """What a reason code means, in words."""
    return REASONS[reason][1] if reason in REASONS else "found by a check of your own"


def _visible(character: str) -> str:
    # Cc controls, Cf format and bidi, Cs surrogates, Co private, Cn unassigned, Zl and Zp line and paragraph separators
    if character == "\n" or (unicodedata.category(character)[0] != "C" and unicodedata.category(character) not in ("Zl", "Zp")):
        return character
    if character == "\t":
        return "    "
    return character.encode("unicode_escape").decode()
