"""Plain data as Python source that people read: on one line where it fits, else one part a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WIDTH = 120


def literal(value: Any, indent: int) -> str:
    """The source of a value; ``indent`` is where its line begins, and where what is broken ends."""
    flat = _flat(value)
    if len(flat) + indent + 16 <= WIDTH or not isinstance(value, (Mapping, list, tuple)) or not value:
        return flat
    inner = " " * (indent + 4)
    if isinstance(value, Mapping):
        parts = [f"{_flat(key)}: {literal(item, indent + 4)}" for key, item in value.items()]
        opened, closed = "{", "}"
    else:
        parts = [literal(item, indent + 4) for item in value]
        opened, closed = ("[", "]") if isinstance(value, list) else ("(", ")")
    return "\n".join([opened, *(f"{inner}{part}," for part in parts), " " * indent + closed])


def call(name: str, positional: Sequence[Any], named: Mapping[str, Any], indent: int) -> str:
    """The source of a call."""
    flat = ", ".join([*(_flat(value) for value in positional), *(f"{key}={_flat(value)}" for key, value in named.items())])
    if len(name) + len(flat) + indent + 3 <= WIDTH:
        return f"{name}({flat})"
    inner = " " * (indent + 4)
    parts = [
        *(literal(value, indent + 4) for value in positional),
        *(f"{key}={literal(value, indent + 4)}" for key, value in named.items()),
    ]
    return "\n".join([f"{name}(", *(f"{inner}{part}," for part in parts), " " * indent + ")"])


def _flat(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flat(key)}: {_flat(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flat, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_flat, value)) + ("," if len(value) == 1 else "") + ")"
    if (isinstance(value, float) and value in (float("inf"), float("-inf"))) or value != value:
        return f'float("{value}")'
    return repr(value)


def _text(text: str) -> str:
    """A text in double quotes, with what cannot be printed escaped."""
    shown = repr(text)
    if shown.startswith('"'):
        return shown
    return '"' + shown[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
