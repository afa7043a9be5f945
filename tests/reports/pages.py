"""Runs and pages for the tests of the report, and what can be read from a page without a browser."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

from intentprops.reports.html.page import RunFacts, run_page
from intentprops.reports.matrix import Attempt, Matrix
from intentprops.reports.timeline import Timeline, timeline
from intentprops.running.experiment import Run
from intentprops.running.recorded import Recorded
from intentprops.running.reporting import facts_of
from intentprops.running.session import Reply
from intentprops.score import grade
from intentprops.trace import TurnRecord

HOSTILE = (
    "<script>window.hacked=1</script>", '"><img src=x onerror="window.hacked=1">', "</script><svg onload=window.hacked=1>",
    "</textarea></style></title><style>*{display:none !important}</style>", "--><iframe src=https://example.invalid></iframe>",
    "javascript:window.hacked=1", "{{ 7*7 }}{% raw %}", "\u202egnp.exe\u202c \x1b[31mred\x07\x00\u2028", "&lt;b&gt; &#x3c;",
    "a" * 30_000, "'" + "\"`<>&" * 20,
)  # fmt: skip
TEXT = " | ".join(HOSTILE)


def hostile(session: Any) -> Any:
    """An agent that returns hostile text in every field, and calls a tool with it."""

    def respond(message: str) -> Reply:
        session.tools.call("search_rooms", {"capacity": TEXT, TEXT[:200]: [TEXT], "starts_at": {"x": TEXT}})
        session.tools.call(HOSTILE[1], {"a": TEXT})
        state = {"goal": TEXT, "status": TEXT, "constraints": {"attendees": TEXT, TEXT: TEXT}, "permissions": {"reserve_room": TEXT}}
        return Reply(
            TEXT, state=state | {"superseded": [{"path": TEXT, "old": TEXT}]}, summary=TEXT, results={"search_results": TEXT},
            offers=[TEXT], questions=[{"about": TEXT}], queued=[{"name": TEXT, "arguments": {TEXT: TEXT}}],
        )  # fmt: skip

    return respond


def breaks(session: Any) -> Any:
    """An agent that gives no reply."""

    def respond(message: str) -> str:
        raise RuntimeError("no <key>")

    return respond


@dataclass
class Element:
    """An element of a page with its attributes, in the order met."""

    tag: str
    attributes: Mapping[str, str | None]


@dataclass
class Page(HTMLParser):
    """A page, taken apart: its elements, its text, and the data of its packs."""

    source: str
    elements: list[Element] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    raw: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self._open = ""
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        self._open = tag

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style"):
            self.raw.setdefault(self._open, []).append(data)
        else:
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())

    def all(self, tag: str, **attributes: str) -> list[Element]:
        return [e for e in self.elements if e.tag == tag and all(e.attributes.get(key) == value for key, value in attributes.items())]

    def packs(self) -> dict[str, Any]:
        """The dialogues of all packs: head and body of each by its id."""
        found: dict[str, Any] = {}
        for text in self.raw.get("script", []):
            if text[:4] and not text.lstrip().startswith(("{", '"use strict"')):
                pack = json.loads(zlib.decompress(base64.b64decode(text)))
                found |= {run_id: (head, pack["bodies"][body]) for run_id, (head, body) in pack["heads"].items()}
        return found


def recorded(done: Run) -> Recorded:
    return Recorded(done.folder, done.experiment, done.matrix)


def many(done: Run, times: int) -> tuple[RunFacts, list[Timeline]]:
    """A run as if its scenarios had been played many times over, under other names; quicker than to play them."""
    facts, lines = facts_of(recorded(done)), list(recorded(done).timelines())
    rows, timelines = [], []
    for number in range(times):

        def renamed(run_id: str, number: int = number) -> str:
            row, rest = run_id.split("__", 1)
            return f"{row}-{number}__{rest}"

        for row in done.matrix.rows:
            cells = {mode: cell.model_copy(update={
                "trace_ids": tuple(map(renamed, cell.trace_ids)),
                "repeats": tuple(attempt.model_copy(update={"run_id": renamed(attempt.run_id)}) for attempt in cell.repeats),
            }) for mode, cell in row.cells.items()}  # fmt: skip
            rows.append(row.model_copy(update={"name": f"{row.name}-{number}", "cells": cells}))
        timelines += [replace(line, run_id=renamed(line.run_id)) for line in lines]
    matrix: Matrix = facts.matrix.model_copy(update={"rows": tuple(rows)})
    return replace(facts, matrix=matrix), timelines


def evil(done: Run) -> tuple[RunFacts, list[Timeline]]:
    """A run in which every text is hostile: what users say, tools answer and agents do, and every name."""
    facts, lines = many(done, 1)
    found = []
    for trace in recorded(done).traces():
        slot = done.experiment.slots[trace[0].run_id]
        turns = tuple(replace(turn, messages=tuple(replace(m, text=TEXT) for m in turn.messages)) for turn in slot.scenario.turns)
        scenario = replace(slot.scenario, turns=turns, title=TEXT)
        records = [TurnRecord.model_validate(_evil(record.model_dump(mode="json"))) for record in trace]
        said = [record.model_copy(update={"user_message": turn.text}) for record, turn in zip(records, turns, strict=False)]
        line = timeline(slot.domain, grade(slot.domain, scenario, said))
        found.append(replace(line, run_id=next(one.run_id for one in lines if one.run_id.replace("-0__", "__") == trace[0].run_id)))
    rows = tuple(row.model_copy(update={"title": TEXT}) for row in facts.matrix.rows)
    matrix = facts.matrix.model_copy(update={"rows": rows, "tested": TEXT})
    return replace(facts, matrix=matrix, problems=(TEXT,), manifest={TEXT[:100]: TEXT}), found


KEPT = ("run_id", "scenario_id", "memory_mode", "status", "now", "language")


def _evil(thing: Any, key: str = "") -> Any:
    """Every text of a record made hostile, with a hostile key in arguments and answers; what a record cannot do without is kept."""
    if isinstance(thing, str):
        return thing if key in KEPT else TEXT
    if isinstance(thing, list):
        return [_evil(one) for one in thing]
    if isinstance(thing, dict):
        return {name: _evil(one, name) for name, one in thing.items()} | ({TEXT[:200]: TEXT} if key in ("arguments", "result") else {})
    return thing


def page_text(facts: RunFacts, timelines: Any, **options: Any) -> str:
    return "".join(run_page(facts, timelines, **options))


def first_failed(matrix: Matrix) -> Attempt:
    return next(a for _, _, cell in matrix.cells() if cell is not None for a in cell.repeats if a.status != "passed")
