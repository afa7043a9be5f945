"""From a plan to what it names: its domains, its scenarios, its agent, and every dialogue that it asks for."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

from intentprops.changes import Language, Scenario
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, NoLanguage, ScenarioError
from intentprops.models import identity
from intentprops.models.fixtures import RecordedModel, file_of, resolved
from intentprops.models.limits import LimitedModel, Limits
from intentprops.reports.matrix import Attempt, attempt_of, unjudged
from intentprops.running.dialogue import play
from intentprops.running.judge import judged
from intentprops.running.memory import with_memory
from intentprops.running.models import Model, find_model
from intentprops.running.plan import DOMAINS, TEST_DOUBLES, Plan
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
    limits: Limits = field(default_factory=Limits, compare=False)

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
        return with_memory(self._model(slot), slot.mode, max_steps=self.plan.max_steps)  # type: ignore[arg-type]

    def _model(self, slot: Slot) -> Model:
        """The model of a dialogue: within limits where it is a live one, behind its recorded answers where there is a folder of them."""
        plan = self.plan
        if plan.model in TEST_DOUBLES:
            return LimitedModel(find_model(str(plan.model), slot.domain, plan.parameters), self.limits)
        return self._behind_its_answers(slot.run_id, self.model_identity, lambda: self._language_model)

    def _judge(self, slot: Slot) -> Model:
        return self._behind_its_answers(judge_file(slot.run_id), self.judge_identity, lambda: self._judge_model)

    def _behind_its_answers(self, name: str, identity: Mapping[str, Any], source: Callable[[], Model]) -> Model:
        """A live model within limits; where there is a folder of recorded answers, behind the file of that name."""
        if self.plan.fixtures is None:
            return LimitedModel(source(), self.limits)
        place = file_of(Path(self.plan.fixtures), name)
        return RecordedModel(place, name, identity, self.plan.record, lambda: LimitedModel(source(), self.limits))

    @cached_property
    def _language_model(self) -> Model:
        """One for the whole run: it holds nothing of a dialogue, and may hold a connection."""
        return find_model(str(self.plan.model), next(iter(self.domains.values())), self.plan.parameters)

    @cached_property
    def model_identity(self) -> dict[str, Any]:
        """What is held equal of the model. Raises :class:`IntentpropsError` where it, or its recording, is not there."""
        return self._identity(list(self.slots), str(self.plan.model), lambda: self._language_model)

    @cached_property
    def _judge_model(self) -> Model:
        return find_model(str(self.plan.judge), next(iter(self.domains.values())))

    @cached_property
    def judge_identity(self) -> dict[str, Any]:
        """What is held equal of the judge."""
        return self._identity([judge_file(run_id) for run_id in self.slots], str(self.plan.judge), lambda: self._judge_model)

    def _identity(self, files: Sequence[str], name: str, source: Callable[[], Model]) -> dict[str, Any]:
        if self.plan.fixtures is None:
            return identity(name, source())
        return resolved(Path(self.plan.fixtures), files, name, self.plan.record, source)

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The names of fields and arguments, which say what the dialogues are about and not where secrets stand."""
        domains = self.domains.values()
        arguments = {part for domain in domains for tool in domain.tools for path in tool.paths for part in path.split(".")}
        return frozenset(arguments | {name for domain in domains for name in domain.field})

    def play(self, slot: Slot) -> Trace:
        """Play one dialogue. Whatever the agent does wrong is in the trace."""
        seed = self.plan.seed + slot.repeat - 1
        trace = play(
            slot.domain, slot.scenario, self.create(slot), run_id=slot.run_id, memory_mode=slot.mode,
            seed=seed, timeout=self.plan.timeout,
        )  # fmt: skip
        return trace if self.plan.judge is None else judged(trace, self._judge(slot), self.plan.judge_samples)

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


def prepare(plan: Plan, limits: Limits | None = None, *, recorded: bool = False) -> Experiment:
    """Load the domains and scenarios of a plan, and its agent or model; anything amiss is said here.

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
    experiment = Experiment(plan, {domain.name: domain for domain, _ in found}, _rows(plan, found), limits or Limits())
    if recorded:
        return experiment
    if plan.model is not None:
        _ = experiment.model_identity  # a missing key, library or recording is said before the first dialogue
    if plan.judge is not None:
        _ = experiment.judge_identity
    return experiment


def judge_file(run_id: str) -> str:
    """The name of the file with a judge's recorded answers."""
    return f"{run_id}.judge"


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
