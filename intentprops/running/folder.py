"""The folder that a run leaves: its manifest, its traces, and the matrix that is computed from them.

``manifest.json`` says what was held equal and is written before the first dialogue. ``traces.jsonl`` grows by one whole
dialogue at a time; the last record of each carries ``"ends": true``, so that a dialogue cut short by a kill is told from
a whole one. One that ended for a reason outside of what is tested carries ``"outside": true`` and may be played again; it
stays in the file, and the last of its kind counts. ``matrix.json``, ``junit.xml`` and ``cells.csv`` are made from those two
and hold neither times nor places; neither do ``report.html`` and ``summary.md``, but for the folder that their commands name.
``proof.json`` is what ``verify`` may leave there.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

from pydantic import ValidationError

from intentprops.errors import IntentpropsError, TraceError
from intentprops.reports.matrix import Matrix, to_json
from intentprops.running.secrets import hide, hide_text
from intentprops.trace import TurnRecord, shorten

MANIFEST, TRACES, MATRIX, JUNIT = "manifest.json", "traces.jsonl", "matrix.json", "junit.xml"
REPORT, SUMMARY, CELLS, PROOF = "report.html", "summary.md", "cells.csv", "proof.json"


T = TypeVar("T", dict[str, Any], list[Any])


class RunFolder:
    """A run's folder on disk. Files are replaced whole or not at all, nothing is written outside it, and no secret into it.

    ``own`` are the names under which the domains keep their own business, such as a field that is called ``password``.
    """

    def __init__(self, path: Path | str, own: Collection[str] = ()) -> None:
        self.path, self.own = Path(path), own

    def file(self, name: str) -> Path:
        """The place of a file of the run; a name or a link that leads out of the folder is refused."""
        place = self.path / name
        if not place.resolve().is_relative_to(self.path.resolve()) or place.resolve() == self.path.resolve():
            raise IntentpropsError(f"{name!r} leads out of the run folder {self.path}; a run keeps its files inside it")
        return place

    def manifest(self) -> dict[str, Any] | None:
        """What was held equal; ``None`` where no run began here."""
        return self._read(MANIFEST, dict)

    def matrix(self) -> Matrix | None:
        """The matrix; ``None`` where none was written yet."""
        document = self._read(MATRIX, dict)
        try:
            return None if document is None else Matrix.model_validate(document)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise IntentpropsError(f"{self.file(MATRIX)}: {where}: {first['msg'].lower()}; --resume writes it anew") from None

    def proofs(self) -> list[Any]:
        """The proofs that ``intentprops verify --out`` left here. Raises :class:`IntentpropsError` for a file that is none."""
        return self._read(PROOF, list) or []

    def _read(self, name: str, kind: type[T]) -> T | None:
        place = self.file(name)
        if not place.is_file():
            return None
        try:
            document = json.loads(place.read_bytes())
        except ValueError as error:
            raise IntentpropsError(f"{place}: broken JSON: {error}") from None
        if not isinstance(document, kind):
            raise IntentpropsError(f"{place} holds {shorten(document)}; it should hold {'an object' if kind is dict else 'a list'}")
        return document

    def write(self, name: str, text: str) -> None:
        """Replace a file in one step: after a kill it is the old one or the new one."""
        place = self.file(name)
        draft = self.file(f".{name}.new")
        with open(draft, "w", encoding="utf-8", newline="\n") as file:
            file.write(hide_text(text, self.own))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, place)

    def begin(self, manifest: Mapping[str, Any], *, resume: bool) -> None:
        """Write the manifest of a new run, or see that a resumed one holds the same things equal."""
        if self.path.exists() and not self.path.is_dir():
            raise IntentpropsError(f"{self.path} is a file; --out takes a folder")
        there = self.manifest()
        if there is not None and not resume:
            raise IntentpropsError(f"{self.path} holds a run already; go on with it by --resume, or name another --out")
        if there is None:
            # What a kill left before the manifest was whole is no reason to refuse; a stranger's files are.
            strangers = [p.name for p in self.path.iterdir() if p.name != f".{MANIFEST}.new"] if self.path.exists() else []
            if strangers:
                raise IntentpropsError(
                    f"{self.path} is not empty and holds no run ({shorten(strangers[0])} …); name an empty or a new folder"
                )
            self.path.mkdir(parents=True, exist_ok=True)
            self.write(MANIFEST, to_json(manifest))
            return
        held = json.loads(to_json(manifest))
        differing = [f"{where} was {shorten(old)} and is {shorten(new)} now" for where, old, new in differences(there, held)]
        if differing:
            more = f" (and {len(differing) - 3} more)" if len(differing) > 3 else ""
            raise IntentpropsError(
                f"{self.path} cannot go on with other settings, or its dialogues could not be compared:"
                f" {'; '.join(differing[:3])}{more}. Resume it as it began, or start anew with another --out"
            )

    def whole_dialogues(self, again: Callable[[TurnRecord], bool] = lambda last: outside(last)) -> list[str]:
        """The run ids of the dialogues that are recorded whole; what a kill left half-written is cut off the file.

        Those of whose last record ``again`` is true are left out: they ended in an error, and are played once more.
        """
        place = self.file(TRACES)
        if not place.exists():
            return []
        whole, keep, end, turn = dict[str, TurnRecord](), 0, 0, 0
        with open(place, "rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break
                record = parse_record(line, f"{place}:{number}")
                end, turn = end + len(line), turn + 1
                if record.turn != turn:
                    raise TraceError(f"{place}:{number}: turn: run {record.run_id!r} has turn {record.turn} where {turn} belongs")
                if _ends(record):
                    if record.run_id in whole and whole[record.run_id].error is None:
                        raise TraceError(f"{place}:{number}: run_id: {record.run_id!r} is in the file twice")
                    whole[record.run_id] = record
                    keep, turn = end, 0
        if keep < place.stat().st_size:
            os.truncate(place, keep)
        return [run_id for run_id, last in whole.items() if not again(last)]

    @contextmanager
    def traces(self) -> Iterator[IO[bytes]]:
        """The trace file, open to add dialogues. One process at a time holds it."""
        with open(self.file(TRACES), "ab") as file:
            try:
                import fcntl
            except ImportError:  # no such lock on Windows
                pass
            else:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise IntentpropsError(f"{self.path} is being written by another process; wait until it ends") from None
            yield file


def add_dialogue(file: IO[bytes], trace: Sequence[TurnRecord], own: Collection[str] = ()) -> list[TurnRecord]:
    """Record a dialogue at once, without secrets, and return it as it reads back, so that what is shown now is what is graded later."""
    *before, last = trace
    lines = [line_of(record, own) for record in (*before, last.model_copy(update={"ends": True}))]
    file.write("".join(lines).encode())
    file.flush()
    return [TurnRecord.model_validate_json(line) for line in lines]


def line_of(record: TurnRecord, own: Collection[str] = ()) -> str:
    """The line of a trace file that holds a record, without secrets."""
    line = record.model_dump_json()
    document = json.loads(line)
    clean = hide(document, own)
    return (line if clean == document else json.dumps(clean, ensure_ascii=False, separators=(",", ":"))) + "\n"


def outside(last: TurnRecord) -> bool:
    """Whether a dialogue ended for a reason that says nothing of what is tested, such as a provider that was busy."""
    return bool((last.model_extra or {}).get("outside"))


def parse_record(line: bytes, place: str) -> TurnRecord:
    """One line of a trace file; raises :class:`TraceError` with ``place`` and the field."""
    from intentprops.trace import _parse

    return _parse(line, place)


def read_dialogues(path: Path | str) -> Iterator[list[TurnRecord] | TraceError]:
    """The traces of a file, and an error in place of each that cannot be read; what follows it is read all the same.

    A line that cannot be read takes its whole dialogue with it, for what is left of one would be judged wrongly. Of a
    dialogue that was played again after an error, the last one counts.
    """
    trace, broken, times = list[TurnRecord](), set[str](), _times(path)
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = parse_record(line, f"{path}:{number}")
            except TraceError as error:
                whose = _run_id(line)
                if trace and whose in (None, trace[0].run_id) and not _ends(trace[-1]):
                    whose, trace = trace[0].run_id, []
                if whose is None or whose not in broken:
                    yield error
                if whose is not None:
                    broken.add(whose)
                continue
            if trace and (record.run_id != trace[0].run_id or (record.turn == 1 and _ends(trace[-1]))):
                if _counts(trace, times):
                    yield trace
                trace = []
            if record.run_id in broken:
                continue
            if record.turn != len(trace) + 1:
                yield TraceError(
                    f"{path}:{number}: turn: run {shorten(record.run_id)} has turn {record.turn} where {len(trace) + 1} belongs"
                )
                broken.add(record.run_id)
                trace = []
                continue
            trace.append(record)
    if trace:
        yield trace


def _times(path: Path | str) -> Counter[str]:
    """How often each dialogue came to its end in a file."""
    with open(path, "rb") as lines:
        return Counter(whose for line in lines if b'"ends":true' in line and (whose := _run_id(line)) is not None)


def _counts(trace: Sequence[TurnRecord], times: Counter[str]) -> bool:
    """Whether a dialogue is the last of its kind; only one that ended in an error has a successor."""
    if _ends(trace[-1]) and trace[-1].error is not None and times[trace[0].run_id] > 1:
        times[trace[0].run_id] -= 1
        return False
    return True


def _run_id(line: bytes) -> str | None:
    """Whose a broken line is, where that can still be made out."""
    found = re.search(rb'"run_id"\s*:\s*"([^"\\]*)"', line[:10_000])
    return found[1].decode(errors="replace") if found else None


def is_whole(trace: Sequence[TurnRecord]) -> bool:
    """Whether a dialogue was recorded to its end."""
    return _ends(trace[-1])


def _ends(record: TurnRecord) -> bool:
    """Whether a record is the last of its dialogue, which a run folder marks."""
    return bool((record.model_extra or {}).get("ends"))


def differences(old: Any, new: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places where two documents differ, with both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from differences(old.get(key), new.get(key), f"{where}.{key}" if where else key)
    elif old != new:
        yield where, old, new
