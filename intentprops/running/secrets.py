"""Secrets, taken out of everything that a run writes or prints.

A secret is known by its value: that of an environment variable whose name says so (``OPENAI_API_KEY``), or one that was
:func:`declared <declare>`. It is found as it is, spelled for JSON, a URL, XML or base64, and where a stream cut it into
pieces. Beside that, what stands under a name such as ``authorization`` or ``password`` is taken for one, whatever it is.

All of it stands in one place, and whatever is written goes through it: :mod:`intentprops.running.folder`,
:mod:`intentprops.models.fixtures`, and the standard streams of the command line.
"""

from __future__ import annotations

import base64
import html
import json
import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from intentprops.trace import HIDDEN

SHORTEST = 8
"""Characters of the shortest value of the environment that is taken for a secret; a shorter one would hide words."""

_NAMES = re.compile(
    r"(?:^|_)(?:API_?KEY|KEY|ACCESS_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTHORIZATION|COOKIE)(?:$|_(?:ID|VALUE|\d+)$)",
    re.IGNORECASE,
)
_FIELD = (
    "proxy-authorization|authorization|x-api-key|api[-_]?key|access[-_]?token|refresh[-_]?token|auth[-_]?token|id[-_]?token|bearer[-_]?token"
    "|client[-_]?secret|secret[-_]?key|private[-_]?key|passphrase|password|passwd|secret|token|set-cookie|cookie|credentials"
)
_FIELD_NAME = re.compile(rf"(?:.*[-_.])?(?:{_FIELD})", re.IGNORECASE)
_IN_TEXT = re.compile(
    rf"""((?<![\w-])(?P<name>{_FIELD})\\?["']?\s*(?:=|:)\s*\\?["']?(?:(?:bearer|basic|token)\s+)?)"""
    r"""(?!\[hidden\]|bearer\b|basic\b)[^\s"'\\,;&<>{}()\[\]]{6,}""",
    re.IGNORECASE,
)
_declared: set[str] = set()


def declare(*values: str) -> None:
    """Make values known as secrets, whatever their names and lengths."""
    _declared.update(value for value in values if value)


def values() -> tuple[str, ...]:
    """The values that are secrets now, the longest first."""
    found = set(_declared)
    for name, value in os.environ.items():
        if _NAMES.search(name) and len(value) >= SHORTEST and not _harmless(value):
            found.add(value)
    return _longest_first(found)


def _longest_first(secrets: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(set(secrets), key=lambda value: (-len(value), value)))


def _harmless(value: str) -> bool:
    """A place or an address says where a key is, and is none."""
    return value.isdigit() or (value.startswith(("/", "~", "./")) and Path(value).expanduser().exists())


def hide_text(text: str, own: Collection[str] = ()) -> str:
    """The text without secrets. What stands under one of the ``own`` names is the domain's business and stays."""
    text = hide_values(text, values())
    return _IN_TEXT.sub(lambda found: found[0] if found["name"].lower() in own else found[1] + HIDDEN, text)


def hide_values(text: str, secrets: Collection[str]) -> str:
    """The text without these values, in all their spellings."""
    known = _pattern(_longest_first(secrets))
    return text if known is None else known.sub(HIDDEN, text)


def hide(document: Any, own: Collection[str] = ()) -> Any:
    """A JSON document without secrets, also where one was cut into several texts of it."""
    return _rejoined(_hide(document, own))


def _hide(value: Any, own: Collection[str]) -> Any:
    if isinstance(value, str):
        return hide_text(value, own)
    if isinstance(value, Mapping):
        return {
            hide_text(str(key), own): HIDDEN if _secret_field(str(key), own) and _says(part) else _hide(part, own)
            for key, part in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_hide(part, own) for part in value]
    return value


def _secret_field(name: str, own: Collection[str]) -> bool:
    return name not in own and _FIELD_NAME.fullmatch(name) is not None


def _says(value: Any) -> bool:
    """Whether a field holds a text, or a list of them; a number, an object or nothing is no secret."""
    return (isinstance(value, str) and bool(value)) or (isinstance(value, list) and bool(value) and all(isinstance(v, str) for v in value))


# -- a value in its spellings


@cache
def _pattern(secrets: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(spelling for value in secrets for spelling in _spellings(value))) if secrets else None


def _spellings(value: str) -> Iterator[str]:
    """Patterns of a value as it is or escaped for JSON, URLs, XML (twice, if need be), and within base64 or hex."""
    yield "".join(map(_character, value))
    raw = value.encode(errors="surrogateescape")  # the environment holds bytes
    for start in range(3):  # base64 has three forms, by what stands before the value
        text = base64.b64encode(b"\0" * start + raw).decode().rstrip("=")
        inner = text[(0, 2, 3)[start] : len(text) if (start + len(raw)) % 3 == 0 else -1]
        if len(inner) >= SHORTEST:
            yield re.escape(inner).replace(r"\+", "[-+]").replace("/", r"(?:[/_]|\\/)") + "=*"
    yield f"(?i:{raw.hex()})"


@cache
def _character(character: str) -> str:
    """A character in every spelling. Letters and digits are left alone by all that escapes, so they cost nothing."""
    if character.isascii() and character.isalnum():
        return character
    encoded = quote(character, safe="", errors="surrogateescape")
    if not encoded.startswith("%"):
        encoded = "".join(f"%{byte:02X}" for byte in character.encode(errors="surrogateescape"))
    ways = {
        re.escape(character), rf"\\+{re.escape(character)}",
        "".join(rf"(?i:%(?:25)*{part})" for part in encoded.split("%")[1:]),
        "".join(rf"(?i:\\+u{unit:04x})" for unit in _utf16(character)),
        rf"(?i:\\+x{ord(character):02x})", rf"(?i:\\+u{ord(character):08x})",
        rf"(?i:&#(?:{ord(character)}|x0*{ord(character):x});)", re.escape(html.escape(character)),
        re.escape(json.dumps(character)[1:-1]),
    }  # fmt: skip
    if character == " ":
        ways.add(r"\+")
    return f"(?:{'|'.join(sorted(ways, key=lambda way: (-len(way), way)))})"


def _utf16(character: str) -> list[int]:
    raw = character.encode("utf-16-be", errors="surrogatepass")
    return [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]


# -- a value in pieces


def _rejoined(document: Any) -> Any:
    """Take out what only shows when the texts that stand beside each other are put together."""
    known = _pattern(values())
    if known is None:
        return document
    groups: defaultdict[str, list[tuple[Any, Any]]] = defaultdict(list)
    root = [document]
    for holder, key, place in _texts(root, 0, ""):
        groups[place].append((holder, key))
        groups["*"].append((holder, key))
    for leaves in groups.values():
        joined = "".join(holder[key] for holder, key in leaves)
        for found in reversed(list(known.finditer(joined))):
            _cut(leaves, found.start(), found.end())
    return root[0]


def _texts(holder: Any, key: Any, place: str) -> Iterator[tuple[Any, Any, str]]:
    """Every text of a document with its holder; the place has no positions in lists, so that the pieces of a stream share it."""
    value = holder[key]
    if isinstance(value, str):
        yield holder, key, place
    elif isinstance(value, dict):
        for name in value:
            yield from _texts(value, name, f"{place}.{name}")
    elif isinstance(value, list):
        for position in range(len(value)):
            yield from _texts(value, position, f"{place}[]")


def _cut(leaves: list[tuple[Any, Any]], start: int, end: int) -> None:
    at = 0
    for holder, key in leaves:
        text = holder[key]
        low, high = max(start - at, 0), min(end - at, len(text))
        at += len(text)
        if low < high:
            holder[key] = text[:low] + HIDDEN + text[high:]


class HidingStream:
    """A text stream in front of another that hides secrets; what may be the beginning of one waits for what comes next."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream, self._waiting = stream, ""

    def write(self, text: str) -> int:
        shown = hide_text(self._waiting + text)
        keep = _beginning(shown)
        self._waiting = shown[len(shown) - keep :]
        self._stream.write(shown[: len(shown) - keep])
        return len(text)

    def finish(self) -> None:
        """Write what waits; nothing comes after it."""
        self._stream.write(self._waiting)
        self._waiting = ""
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _beginning(text: str) -> int:
    """How many characters at the end of a text are the beginning of a secret."""
    return max((n for value in values() for n in range(1, min(len(value), len(text) + 1)) if text.endswith(value[:n])), default=0)
