"""Tables to the word: what the library makes of fixed input, kept in files, so that a diff shows what a change does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

Tables: TypeAlias = Mapping[Path, Callable[[], str]]
"""For each file how its text is made."""


def document(make: Callable[[], Any]) -> Callable[[], str]:
    """The text of one JSON document."""
    return lambda: json.dumps(make(), ensure_ascii=False, indent=1) + "\n"


def lines(make: Callable[[], Iterable[Any]]) -> Callable[[], str]:
    """The text of a line of JSON for each entry."""
    return lambda: "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in make())


def ordered(value: Any) -> Any:
    """A value without what depends on the order of a hash."""
    if isinstance(value, frozenset):
        return sorted(value, key=str)
    if isinstance(value, dict):
        return {str(key): ordered(one) for key, one in sorted(value.items(), key=lambda pair: str(pair[0]))}
    return [ordered(one) for one in value] if isinstance(value, (list, tuple)) else value


def write(tables: Tables) -> None:
    """Write every file anew; what changed is then seen in a diff."""
    for file, make in tables.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(make(), encoding="utf-8")


def assert_unchanged(tables: Tables, file: Path) -> None:
    assert tables[file]().splitlines() == file.read_text(encoding="utf-8").splitlines()
