"""From a plan to what it names: its domains, its scenarios, its agent, and every dialogue that it asks for."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import get_args

from intentprops.changes import Language, Scenario
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, NoLanguage, ScenarioError
from intentprops.reports.matrix import Attempt, attempt_of, unjudged
from intentprops.running.dialogue import play
from intentprops.running.memory import with_memory
from intentprops.running.models import find_model
from intentprops.running.plan import DOMAINS, Plan
from intentprops.running.session import Create
from intentprops.scenarios import bundled, find_domain, load
from intentprops.scenarios.files import ID
from intentprops.scenarios.places import parse
from intentprops.score import Grade, grade
from intentprops.trace import Trace, shorten


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

    def attempt(self, trace: Trace) -> Attempt:
        """What a matrix keeps of a trace. Where the judging itself breaks, that is an error of this dialogue alone."""
        run_id = trace[0].run_id
        try:
            return attempt_of(self.judge(trace), run_id)
        except IntentpropsError:
            raise
        except Exception as problem:
            return unjudged(run_id, problem)


def prepare(plan: Plan, *, recorded: bool = False) -> Experiment:
    """Load the domains and scenarios of a plan, and its agent where it names one; anything amiss is said here.

    What was ``recorded`` is looked at without an agent, if its module cannot be had any more; checks that it holds are missed then.
    """
    if plan.agent is not None:
        try:
            find_agent(plan.agent)
        except IntentpropsError:
            if not recorded:
                raise
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
    left = dict(given)
    for file in plan.files:
        name = domain_name(file)
        domain = given.get(name) or find_domain(name)
        if given and domain.name not in given:
            raise ScenarioError(f"{file}: domain: the file is of {name!r}, and --domain names {', '.join(given)}")
        left.pop(domain.name, None)
        yield given.get(domain.name, domain), file
    for name, domain in left.items():
        if plan.files:
            raise ScenarioError(f"none of the files of --scenarios is of the domain {name!r}, which --domain names")
        if name not in DOMAINS or domain is not find_domain(name):
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
            raise _twice(scenario)
        rows[name] = scenario
    return rows


def _twice(scenario: Scenario) -> ScenarioError:
    return ScenarioError(f"two scenarios have the id {scenario.id!r}; give each its own, or run them apart")


def every_language(plan: Plan) -> dict[tuple[str, str], tuple[Domain, Scenario]]:
    """The scenarios of a plan by id and language, in each language that they speak. Neither its agent nor its choice counts."""
    found: dict[tuple[str, str], tuple[Domain, Scenario]] = {}
    for domain, file in _sources(plan):
        for scenario in _in_any_language(plan, domain, file):
            if (scenario.id, scenario.language) in found:
                raise _twice(scenario)
            found[scenario.id, scenario.language] = domain, scenario
    return found


def _in_any_language(plan: Plan, domain: Domain, file: str | None) -> list[Scenario]:
    """The scenarios of a file; an error of it only where no language can be read."""
    found, errors = list[Scenario](), list[ScenarioError]()
    for language in get_args(Language):
        try:
            found += [scenario for _, scenario in _scenarios(replace(plan, languages=(language,)), domain, file)]
        except ScenarioError as error:
            errors.append(error)
    if not found:  # a file that speaks one language has nothing to say in the other, and its own error counts
        raise next((error for error in errors if not isinstance(error, NoLanguage)), errors[0])
    return found


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
