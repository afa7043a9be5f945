"""What mutmut found in the copy of a part, and which of its survivors are explained.

What was not tried, because only a sample was or because a run was cut short, counts neither way.

A survivor is explained by an entry of ``equivalents.yaml``: the function, what the line was, what it becomes, and why no
test can tell the two apart. An entry has to name a mutant that survives, or it is a fault of its own: code that is gone
needs no explanation, and a mutant that is killed has none.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import libcst as cst
import yaml
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code

from audit.parts import Part

EQUIVALENTS = Path(__file__).parent / "equivalents.yaml"
KILLED = ("killed", "timeout", "segfault", "caught by type check")
UNTRIED = "not checked"


@dataclass(frozen=True)
class Equivalent:
    """An explained survivor. ``was`` and ``becomes`` are the changed lines, without their indentation.

    Of ``function: any`` they are the part of a line that means the same, wherever it stands.
    """

    function: str
    was: str
    becomes: str
    reason: str

    def explains(self, survivor: Survivor) -> bool:
        if self.function == "any":
            return survivor.was != survivor.becomes == survivor.was.replace(self.was, self.becomes, 1)
        return (self.function, self.was, self.becomes) == (survivor.function, survivor.was, survivor.becomes)


@dataclass(frozen=True)
class Survivor:
    """A mutant that no test noticed, or that none ran (``no tests``)."""

    name: str
    function: str
    status: str
    diff: str

    @property
    def was(self) -> str:
        return self._lines("-")

    @property
    def becomes(self) -> str:
        return self._lines("+")

    def _lines(self, sign: str) -> str:
        lines = self.diff.splitlines()[2:]
        return "\n".join(line[1:].strip() for line in lines if line.startswith(sign))


@dataclass
class Outcome:
    """A part after its run: statuses by module, survivors, and the functions that mutmut left alone."""

    part: Part
    statuses: dict[str, Counter[str]]
    survivors: list[Survivor]
    left_alone: dict[str, list[str]]
    functions: int
    explained: dict[str, Equivalent] = field(default_factory=dict)

    @property
    def unexplained(self) -> list[Survivor]:
        return [survivor for survivor in self.survivors if survivor.name not in self.explained]

    @property
    def mutants(self) -> int:
        return sum(sum(counts.values()) for counts in self.statuses.values())

    @property
    def untried(self) -> int:
        return sum(counts[UNTRIED] for counts in self.statuses.values())

    @property
    def killed(self) -> int:
        return sum(counts[status] for counts in self.statuses.values() for status in KILLED)

    @property
    def score(self) -> float:
        """The share that was killed, of those that were tried and are not equivalent."""
        judged = self.mutants - self.untried - len(self.explained)
        return self.killed / judged if judged else 1.0

    @property
    def mutated(self) -> float:
        """The share of the functions with anything to mutate that mutmut mutates."""
        left = sum(len(names) for names in self.left_alone.values())
        return (self.functions - left) / self.functions if self.functions else 1.0

    def explain(self, equivalents: list[Equivalent]) -> list[Equivalent]:
        """Explain survivors, and give the entries that were used."""
        used = []
        for entry in equivalents:
            found = [survivor for survivor in self.survivors if entry.explains(survivor)]
            self.explained |= {survivor.name: entry for survivor in found}
            used += [entry] if found else []
        return used


def explain(outcomes: Iterable[Outcome], equivalents: list[Equivalent], *, whole: bool) -> list[Equivalent]:
    """Explain the survivors of some parts, and give the entries of their modules that explain none; of a ``whole`` audit, of any."""
    used: list[Equivalent] = []
    modules: set[str] = set()
    for outcome in outcomes:
        used += outcome.explain(equivalents)
        modules |= {path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in outcome.statuses}
    ours = [e for e in equivalents if whole or any(e.function.startswith(f"{module}.") for module in modules)]
    return [entry for entry in ours if entry not in used]


def read_equivalents(file: Path = EQUIVALENTS) -> list[Equivalent]:
    """The reviewed list. Raises :class:`ValueError` for an entry without one of its keys, or without a reason."""
    entries = yaml.safe_load(file.read_text(encoding="utf-8")) or []
    for number, entry in enumerate(entries, 1):
        if set(entry) != {"function", "was", "becomes", "reason"} or not entry["reason"]:
            raise ValueError(f"{file.name}: entry {number} needs function, was, becomes and a reason; it has {', '.join(entry)}")
    return [Equivalent(**{key: str(value).strip() for key, value in entry.items()}) for entry in entries]


def read_outcome(copy: Path, part: Part) -> Outcome:
    """What mutmut left in the copy of a part."""
    statuses: dict[str, Counter[str]] = {}
    survivors: list[Survivor] = []
    left_alone: dict[str, list[str]] = {}
    functions = 0
    with _inside(copy):
        for path in modules_of(part):
            codes: dict[str, int | None] = json.loads(Path(f"mutants/{path}.meta").read_text())["exit_code_by_key"]
            statuses[str(path)] = Counter(status_by_exit_code[code] for code in codes.values())
            survivors += [
                Survivor(name, readable(name), status_by_exit_code[code], get_diff_for_mutant(name, path=path))
                for name, code in codes.items()
                if status_by_exit_code[code] not in (*KILLED, UNTRIED)
            ]
            reached = {readable(name) for name in codes}
            reachable = _reachable(path)
            functions += len(reachable)
            if missing := sorted(reachable - reached):
                left_alone[str(path)] = missing
    return Outcome(part, statuses, survivors, left_alone, functions)


def sample(copy: Path, part: Part, size: int) -> list[str]:
    """Some mutants of a part, all if there are no more: drawn by their names, so that the same are drawn again."""
    with _inside(copy):
        names = [name for path in modules_of(part) for name in _mutants(path, path.read_text(encoding="utf-8"))]
    return sorted(sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())[:size])


def modules_of(part: Part) -> list[Path]:
    """The files of a part, below the current folder."""
    return sorted(path for pattern in part.modules for path in Path().glob(pattern.replace("/*.py", "/**/*.py")))


def readable(mutant: str) -> str:
    """``intentprops.guard.xǁGuardǁcheck__mutmut_3`` as ``intentprops.guard.Guard.check``."""
    place, _, name = mutant.partition("__mutmut_")[0].rpartition(".")
    name = name.removeprefix("xǁ").replace("ǁ", ".") if "ǁ" in name else name.removeprefix("x_")
    return f"{place.removesuffix('.__init__')}.{name}"


class _Bare(cst.CSTTransformer):
    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        return updated_node.with_changes(decorators=[])


def _reachable(path: Path) -> set[str]:
    """The functions in which there is anything to mutate, were none of them decorated."""
    bare = cst.parse_module(path.read_text(encoding="utf-8")).visit(_Bare()).code
    return {readable(name) for name in _mutants(path, bare)}


def _mutants(path: Path, code: str) -> list[str]:
    place = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    return [f"{place}.{name}" for name in mutate_file_contents(str(path), code).mutant_names]


@contextmanager
def _inside(place: Path) -> Iterator[None]:
    """mutmut reads its settings and its files from the current folder."""
    before = Path.cwd()
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(before)
