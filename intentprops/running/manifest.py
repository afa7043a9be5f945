"""The manifest of a run: everything that it holds equal, and the plan that it began with."""

from __future__ import annotations

import importlib.metadata
import inspect
import platform
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from intentprops.checks import registered
from intentprops.errors import IntentpropsError
from intentprops.reports.matrix import to_json
from intentprops.running.folder import MANIFEST, RunFolder
from intentprops.running.judge import INSTRUCTION
from intentprops.running.memory import INSTRUCTIONS
from intentprops.running.plan import Plan, test_double, tested
from intentprops.running.prepare import Experiment, find_agent
from intentprops.scenarios import dump
from intentprops.trace import shorten

GRADING = 1
"""Rises when the same trace may be graded otherwise than before; runs of two versions are not compared."""


def manifest(experiment: Experiment) -> dict[str, Any]:
    """Everything that a run holds equal. Two runs whose manifests differ are two experiments."""
    plan = experiment.plan
    return {
        "format": 1,
        "tested": tested(plan),
        "model": None if plan.model is None else experiment.model_identity,
        "agent": None if plan.agent is None else {"reference": plan.agent, "source": _source(find_agent(plan.agent))},
        "test_double": test_double(plan),
        "judge": None if plan.judge is None else {**experiment.judge_identity, "instruction": _digest(INSTRUCTION)},
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


def plan_of(folder: Path) -> Plan:
    """The plan of the run that a folder holds, so that nobody has to say its options again."""
    place = folder / MANIFEST
    document = RunFolder(folder).manifest()
    if document is None:
        raise IntentpropsError(f"{folder} holds no run to go on with: {place} is not there")
    if not isinstance(plan := document.get("plan"), dict):
        raise IntentpropsError(f"{place}: plan: it should say what the run plays, and is {shorten(plan)}")
    try:
        return Plan.from_json(plan)
    except IntentpropsError as error:
        raise IntentpropsError(f"{place}: {error}") from None


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
