"""Which dialogues stand in the page as they are, and which are packed, so that a page of thousands stays small and quick.

A page of few dialogues has them all in plain HTML. In a large one only the first that did not pass of each cell are, as many as
there is room for; the others are in packs, each of some rows of the matrix: compressed JSON of the same HTML, where equal bodies stand
once. A pack is opened by the script when one of its dialogues is asked for.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from intentprops.reports.causes import shown_attempt
from intentprops.reports.matrix import Matrix

PLAIN = 300
"""The most dialogues of a run that are all in plain HTML."""
FIRST = 100
"""Dialogues of a larger run that are."""
IN_A_PACK = 60
"""Dialogues of one pack, at least; a row of the matrix is never shared among packs."""


@dataclass(frozen=True)
class Item:
    """A piece of the section of dialogues: one in plain HTML, or a pack of several."""

    run_id: str = ""
    status: str = ""
    head: str = ""
    body: str = ""
    packed: str = ""
    number: str = ""


@dataclass(frozen=True)
class Arrangement:
    """``plain`` are the run ids in plain HTML, ``pack`` has the pack of each other one, ``rows`` that of each row of the matrix."""

    plain: frozenset[str]
    pack: Mapping[str, str]
    rows: Mapping[str, str]

    @property
    def packs(self) -> int:
        return len(set(self.pack.values()))


def arrange(matrix: Matrix, prefix: str = "") -> Arrangement:
    """What stands where. ``prefix`` goes before each run id and each number of a pack."""
    every = [prefix + run_id for _, _, cell in matrix.cells() if cell is not None for run_id in cell.trace_ids]
    if len(every) <= PLAIN:
        return Arrangement(frozenset(every), {}, {})
    first = [shown_attempt(cell) for _, _, cell in matrix.cells() if cell is not None and cell.status != "passed"]
    plain = frozenset(prefix + attempt.run_id for attempt in first[:FIRST])
    pack, rows, number, size = dict[str, str](), dict[str, str](), 0, 0
    for row in matrix.rows:
        there = [prefix + run_id for cell in row.cells.values() for run_id in cell.trace_ids]
        left = [run_id for run_id in there if run_id not in plain]
        if size >= IN_A_PACK:
            number, size = number + 1, 0
        rows[row.name] = f"{prefix}{number}"
        pack |= dict.fromkeys(left, rows[row.name])
        size += len(left)
    return Arrangement(plain, pack, rows)


@dataclass
class _Pack:
    heads: dict[str, tuple[str, int]] = field(default_factory=dict)
    bodies: dict[str, int] = field(default_factory=dict)

    def add(self, item: Item) -> None:
        self.heads[item.run_id] = item.head, self.bodies.setdefault(item.body, len(self.bodies))

    def packed(self) -> str:
        text = json.dumps({"heads": self.heads, "bodies": list(self.bodies)}, ensure_ascii=False, separators=(",", ":"))
        return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def packed(items: Iterable[Item], arrangement: Arrangement) -> Iterator[Item]:
    """The pieces of the section, as soon as each is whole."""
    awaited, packs = Counter(arrangement.pack.values()), dict[str, _Pack]()
    for item in items:
        number = arrangement.pack.get(item.run_id)
        if number is None:
            yield item
            continue
        packs.setdefault(number, _Pack()).add(item)
        awaited[number] -= 1
        if not awaited[number]:
            yield Item(packed=packs.pop(number).packed(), number=number)
    for number, pack in packs.items():
        yield Item(packed=pack.packed(), number=number)
