"""An experiment: scenarios × memory modes × repeats, with everything but the memory held equal.

A :class:`Plan` is plain data, so that the manifest of a run can hold it and a resumed run can be held against it.
:func:`run` plays what the plan asks for, records each dialogue as soon as it ends, and computes the matrix from the
recorded traces alone: a run that was killed and resumed ends with the same matrix as one that was not.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import os
import platform
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from intentprops.changes import Language, Scenario
from intentprops.checks import registered
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, ScenarioError, TraceError
from intentprops.reports.junit import junit_xml
from intentprops.reports.matrix import Attempt, Matrix, Row, attempt_of, cell_of, to_json
from intentprops.running.dialogue import play
from intentprops.running.folder import JUNIT, MATRIX, TRACES, RunFolder, add_dialogue, read_dialogues
from intentprops.running.memory import INSTRUCTIONS, MAX_STEPS, MODES, with_memory
from intentprops.running.models import find_model
from intentprops.running.session import Create
from intentprops.scenarios import bundled, dump, find_domain, load
from intentprops.scenarios.files import ID
from intentprops.scenarios.places import parse
from intentprops.score import Grade, grade
from intentprops.trace import Trace, shorten

GRADING = 1
"""Rises when the same trace may be graded otherwise than before; runs of two versions are not compared."""
DOMAINS = ("rooms", "mail")
"""The domains that come with the library, in the order in which they are read best."""
AGENT = "agent"
"""The only column of a run that tests an agent, whose memory is its own affair."""
TEST_DOUBLES = {
    "reference": "the reference model: a deterministic test double, not a language model",
    "mistaken": "the mistaken model: a test double that makes mistakes on purpose, not a language model",
}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to run: the scenarios of ``files``, or those that come with the ``domains``; by default, all of the library.

    A domain is a name or ``package.module:attribute``; files that name theirs need none here.

    ``model`` is given each of the memory ``modes`` in turn. ``agent`` (``package.module:create``) takes the place of
    both. Each repeat of a scenario gets the seed ``seed + repeat - 1``, the same in every mode.
    """

    domains: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ("en",)
    modes: tuple[str, ...] = MODES
    repeats: int | Mapping[str, int] = 1
    model: str | None = "reference"
    agent: str | None = None
    seed: int = 0
    timeout: float = 60.0
    max_steps: int = MAX_STEPS

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("domains", "files", "only", "languages", "modes"):
            put(self, name, tuple(dict.fromkeys(getattr(self, name))))
        if self.agent is not None:
            put(self, "model", None)
            put(self, "modes", (AGENT,))
        put(self, "repeats", _equal_repeats(self.repeats))
        if not self.modes or (self.agent is None and set(self.modes) - set(MODES)):
            raise IntentpropsError(f"memory modes {', '.join(self.modes) or '(none)'}: there are {', '.join(MODES)}")
        if not self.languages or set(self.languages) - set(get_args(Language)):
            raise IntentpropsError(f"languages {', '.join(self.languages) or '(none)'}: there are en and ru")
        if self.model is not None and self.model not in TEST_DOUBLES:
            raise IntentpropsError(
                f"there is no model {self.model!r}; there are {', '.join(TEST_DOUBLES)}; an agent of your own is named by --agent"
            )
        if not self.timeout > 0 or self.max_steps < 1:
            raise IntentpropsError(f"timeout {self.timeout!r} and max_steps {self.max_steps!r}: both must be above 0")

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Plan:
        """The plan that a manifest holds."""
        known = {field.name for field in fields(cls)}
        if unknown := set(document) - known:
            raise IntentpropsError(f"the plan of this run has {', '.join(sorted(unknown))}, unknown here; update intentprops")
        return cls(**{key: tuple(value) if isinstance(value, list) else value for key, value in document.items()})

    def command(self, *, only: str | None = None, language: str | None = None, mode: str | None = None, repeat: int = 1) -> str:
        """The command line that runs the plan again, or one dialogue of it."""
        default = Plan(agent=self.agent)
        words = ["intentprops", "run"]
        given: list[tuple[str, Sequence[Any], Sequence[Any]]] = [
            ("--domain", self.domains, default.domains),
            ("--scenarios", self.files, default.files),
            ("--only", self.only if only is None else (only,), default.only),
            ("--language", (language or ("both" if len(self.languages) > 1 else self.languages[0]),), default.languages),
            ("--memory", self.modes if mode is None else (mode,), default.modes),
            ("--repeats", (self.repeats if only is None else 1,), (default.repeats,)),
            ("--model", (self.model,), (default.model,)),
            ("--agent", (self.agent,) if self.agent else (), ()),
            ("--seed", (self.seed + repeat - 1,), (default.seed,)),
            ("--timeout", (f"{self.timeout:g}",), (f"{default.timeout:g}",)),
        ]
        for option, values, usual in given:
            if tuple(values) != tuple(usual):
                words += [word for value in values for word in (option, str(value))]
        return shlex.join(words)


def _equal_repeats(repeats: int | Mapping[str, int]) -> int:
    """More repeats for one mode than for another would favour one of them."""
    counts = dict(repeats) if isinstance(repeats, Mapping) else {"": repeats}
    if len(set(counts.values())) != 1:
        said = ", ".join(f"{mode} {count}" for mode, count in counts.items())
        raise IntentpropsError(f"repeats: {said}: every memory mode gets the same number, or the comparison is unfair")
    count = next(iter(counts.values()))
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 9999:
        raise IntentpropsError(f"repeats {count!r}: give a whole number from 1 to 9999")
    return count


@dataclass(frozen=True)
class Slot:
    """One dialogue that a plan asks for."""

    row: str
    domain: Domain
    scenario: Scenario
    mode: str
    repeat: int

    @property
    def run_id(self) -> str:
        return f"{self.row}__{self.mode}__repeat-{self.repeat:02}"


@dataclass(frozen=True)
class Experiment:
    """A plan with its domains and scenarios loaded. ``rows`` has each scenario under its name in the matrix."""

    plan: Plan
    domains: Mapping[str, Domain]
    rows: Mapping[str, Scenario]

    @cached_property
    def slots(self) -> dict[str, Slot]:
        """Every dialogue of the plan by its run id, in the order in which they are played."""
        assert isinstance(self.plan.repeats, int)
        found = [
            Slot(row, self.domains[scenario.domain], scenario, mode, repeat)
            for row, scenario in self.rows.items()
            for mode in self.plan.modes
            for repeat in range(1, self.plan.repeats + 1)
        ]
        return {slot.run_id: slot for slot in found}

    def create(self, slot: Slot) -> Create:
        """The agent of a dialogue: the plan's own, or its model with the memory of the slot."""
        if self.plan.agent is not None:
            return find_agent(self.plan.agent)
        assert self.plan.model is not None
        model = find_model(self.plan.model, slot.domain)
        return with_memory(model, slot.mode, max_steps=self.plan.max_steps)  # type: ignore[arg-type]

    def play(self, slot: Slot) -> Trace:
        """Play one dialogue. Whatever the agent does wrong is in the trace."""
        seed = self.plan.seed + slot.repeat - 1
        return play(
            slot.domain, slot.scenario, self.create(slot), run_id=slot.run_id, memory_mode=slot.mode,
            seed=seed, timeout=self.plan.timeout,
        )  # fmt: skip

    def judge(self, trace: Trace) -> Grade:
        """Grade a trace of this plan."""
        slot = self.slots[trace[0].run_id]
        return grade(slot.domain, slot.scenario, trace)


@dataclass(frozen=True)
class Run:
    """A run that came to its end."""

    folder: RunFolder
    experiment: Experiment
    matrix: Matrix

    @property
    def passed(self) -> bool:
        return all(cell is not None and cell.status == "passed" for _, _, cell in self.matrix.cells())


OnCell = Callable[[int, int, Slot, Attempt], None]


def run(
    plan: Plan, folder: Path | str, *, resume: bool = False, on_cell: OnCell | None = None
) -> Run:
    """Play a plan and leave a run folder.

    ``on_cell(done, total, slot, attempt)`` is called after each dialogue. With ``resume`` the dialogues that the folder
    holds whole are kept. Raises :class:`IntentpropsError` before the first dialogue where plan or folder is unfit.
    """
    experiment = prepare(plan)
    out = RunFolder(folder)
    out.begin(manifest(experiment), resume=resume)
    with out.traces() as file:
        done = out.whole_dialogues()
        refuse_strangers(experiment, out, done)
        for number, (run_id, slot) in enumerate(experiment.slots.items(), 1):
            if run_id in done:
                continue
            trace = add_dialogue(file, experiment.play(slot))
            if on_cell is not None:
                on_cell(number, len(experiment.slots), slot, attempt_of(experiment.judge(trace), run_id))
        matrix = read_matrix(experiment, out)
        out.write(MATRIX, to_json(matrix))
        out.write(JUNIT, junit_xml(matrix))
    return Run(out, experiment, matrix)


def read_matrix(experiment: Experiment, folder: RunFolder) -> Matrix:
    """The matrix of what a folder holds, graded anew in the order of the plan. One trace is in memory at a time."""
    attempts: dict[str, Attempt] = {}
    place = folder.file(TRACES)
    for trace in read_dialogues(place) if place.exists() else ():
        if isinstance(trace, TraceError):
            raise trace
        refuse_strangers(experiment, folder, [trace[0].run_id])
        attempts[trace[0].run_id] = attempt_of(experiment.judge(trace), trace[0].run_id)
    plan = experiment.plan
    assert isinstance(plan.repeats, int)
    rows = []
    for name, scenario in experiment.rows.items():
        cells = {}
        for mode in plan.modes:
            ids = [slot.run_id for slot in experiment.slots.values() if slot.row == name and slot.mode == mode]
            if found := [attempts[run_id] for run_id in ids if run_id in attempts]:
                cells[mode] = cell_of(found)
        rows.append(Row(
            name=name, scenario_id=scenario.id, domain=scenario.domain, language=scenario.language, kind=scenario.kind,
            title=scenario.title, cells=cells,
        ))  # fmt: skip
    return Matrix(
        grading=GRADING, tested=tested(plan), test_double=plan.agent is None, modes=plan.modes, repeats=plan.repeats,
        rows=tuple(rows),
    )  # fmt: skip


def refuse_strangers(experiment: Experiment, folder: RunFolder, run_ids: Iterable[str]) -> None:
    """A dialogue that the plan does not ask for, such as one repeat more for one mode, has no place in its matrix."""
    for run_id in run_ids:
        if run_id not in experiment.slots:
            raise TraceError(
                f"{folder.file(TRACES)}: run_id: {shorten(run_id)} is no dialogue of this run, which has"
                f" {experiment.plan.repeats} for each scenario and memory mode, fixed before it began"
            )


def tested(plan: Plan) -> str:
    """What a run tests, in words; a test double is called so."""
    return f"the agent {plan.agent}" if plan.agent is not None else TEST_DOUBLES[str(plan.model)]


def prepare(plan: Plan) -> Experiment:
    """Load the domains and scenarios of a plan, and its agent where it names one; anything amiss is said here."""
    if plan.agent is not None:
        find_agent(plan.agent)
    found = [pair for domain, file in _sources(plan) for pair in _scenarios(plan, domain, file)]
    if plan.only:
        known = list(dict.fromkeys(scenario.id for _, scenario in found))
        if missing := [name for name in plan.only if name not in known]:
            raise ScenarioError(f"there is no scenario {missing[0]!r} among {', '.join(known)}")
        found = [(domain, scenario) for domain, scenario in found if scenario.id in plan.only]
    return Experiment(plan, {domain.name: domain for domain, _ in found}, _rows(plan, found))


def _sources(plan: Plan) -> Iterator[tuple[Domain, str | None]]:
    """The domains of a plan, each with a file of its scenarios, or ``None`` for the bundled ones."""
    references = plan.domains or (() if plan.files else DOMAINS)
    given = {domain.name: domain for domain in map(find_domain, references)}
    for file in plan.files:
        name = domain_name(file)
        domain = given.get(name) or find_domain(name)
        if given and domain.name not in given:
            raise ScenarioError(f"{file}: domain: the file is of {name!r}, and the run is of {', '.join(given)}")
        yield given.get(domain.name, domain), file
    if not plan.files:
        for name, domain in given.items():
            if name not in references:
                raise ScenarioError(f"no scenarios come with the domain {name!r}; name their files with --scenarios")
            yield domain, None


def domain_name(file: str) -> str:
    """The domain that a scenario file names."""
    try:
        document = parse(Path(file).read_bytes(), file)
    except OSError as error:
        raise ScenarioError(f"{file}: cannot be read: {error.strerror or error}") from None
    name = document.get("domain") if isinstance(document, Mapping) else None
    if not isinstance(name, str):
        raise ScenarioError(f"{file}: domain: a scenario file names its domain, such as 'domain: {DOMAINS[0]}', not {shorten(name)}")
    return name


def _scenarios(plan: Plan, domain: Domain, file: str | None) -> Iterator[tuple[Domain, Scenario]]:
    for language in plan.languages:
        for scenario in bundled(domain.name, language) if file is None else load(file, language, domain):
            yield domain, scenario


def _rows(plan: Plan, found: Iterable[tuple[Domain, Scenario]]) -> dict[str, Scenario]:
    """The name of each scenario in the matrix and in its run ids: its id, and the language where there are several."""
    rows: dict[str, Scenario] = {}
    for _, scenario in found:
        if not re.fullmatch(ID, scenario.id) or len(scenario.id) > 80:
            raise ScenarioError(f"the scenario id {shorten(scenario.id)} cannot be part of a run id; letters, digits, - and . can")
        name = f"{scenario.id}.{scenario.language}" if len(plan.languages) > 1 else scenario.id
        if name in rows:
            raise ScenarioError(
                f"the scenario id {scenario.id!r} is there twice, in the domains {rows[name].domain} and {scenario.domain};"
                " give each its own, or run them apart"
            )
        rows[name] = scenario
    return rows


def find_agent(reference: str) -> Create:
    """The ``create`` function of a ``package.module:create``, looked up from the current folder too."""
    module_name, _, attribute = reference.partition(":")
    if not module_name or not attribute:
        raise IntentpropsError(f"agent {reference!r}: name it as package.module:create")
    if os.getcwd() not in sys.path and "" not in sys.path:  # a console script has no current folder on its path
        sys.path.insert(0, os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise IntentpropsError(f"agent {reference!r}: cannot import {module_name}: {type(error).__name__}: {error}") from error
    create = getattr(module, attribute, None)
    if not callable(create):
        what = "is not there" if create is None else f"is {type(create).__name__}, not a function"
        raise IntentpropsError(f"agent {reference!r}: {attribute} in {module_name} {what}; it must be a function create(session)")
    return create  # type: ignore[no-any-return]


def manifest(experiment: Experiment) -> dict[str, Any]:
    """Everything that a run holds equal. Two runs whose manifests differ are two experiments."""
    plan = experiment.plan
    return {
        "format": 1,
        "tested": tested(plan),
        "model": None if plan.model is None else _model(experiment),
        "agent": None if plan.agent is None else {"reference": plan.agent, "source": _source(find_agent(plan.agent))},
        "test_double": plan.agent is None,
        "instructions": None if plan.model is None else _digest(INSTRUCTIONS),
        "plan": asdict(plan),
        "dialogues": len(experiment.slots),
        "domains": {
            name: {
                "now": domain.world.now, "catalogue": _digest(domain.world.catalogue), "world": _source(domain.world),
                "tools": _digest([tool.spec() for tool in domain.tools]),
            }
            for name, domain in experiment.domains.items()
        },
        "scenarios": {
            name: {
                "domain": scenario.domain, "language": scenario.language, "now": scenario.now.isoformat(),
                "content": _digest(dump(scenario, experiment.domains[scenario.domain])),
            }
            for name, scenario in experiment.rows.items()
        },
        "grading": {"version": GRADING, "checks": [check.name for check in registered()]},
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in ("intentprops", "pydantic")}},
    }  # fmt: skip


def _model(experiment: Experiment) -> dict[str, str]:
    model = find_model(str(experiment.plan.model), next(iter(experiment.domains.values())))
    return {"name": model.name, "version": model.version}


def _digest(document: Any) -> str:
    return "sha256:" + sha256(to_json(document).encode()).hexdigest()


def _source(thing: Any) -> str | None:
    """A digest of the file that defines a thing, so that a run is not resumed with other code; ``None`` where there is none."""
    try:
        return "sha256:" + sha256(Path(inspect.getfile(thing)).read_bytes()).hexdigest()
    except (TypeError, OSError):
        return None


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:  # a clone that is not installed
        return None
