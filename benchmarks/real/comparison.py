"""Two logs of other people's benchmarks: what is found in their dialogues, beside the reward that the benchmark gave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.real.airline import airline
from benchmarks.real.banking import banking
from intentprops import Domain
from intentprops.annotating import Annotations, read_annotations
from intentprops.errors import TraceError
from intentprops.grading.logs import Judged, judge_recorded
from intentprops.importers import Recorded, read_log

HERE = Path(__file__).parent
DATA = HERE.parents[2] / "shared" / "data"
"""Where the logs are by default: a folder beside the repository."""

Verdict = Literal["wrong", "right", "unsure", "nothing to judge"]


@dataclass(frozen=True)
class Log:
    """A log, the domain of its agent, and the annotations of some of its dialogues."""

    name: str
    title: str
    file: str
    domain: Domain

    @property
    def annotations(self) -> Path:
        return HERE / "annotations" / f"{self.name}.yaml"

    def recorded(self, data: Path = DATA) -> Iterator[Recorded]:
        """The conversations. A record that cannot be read raises :class:`TraceError`: these files are known to be whole."""
        for found in read_log(data / self.file):
            if isinstance(found, TraceError):
                raise found
            yield found


LOGS = (
    Log("airline", "gpt-4o at the airline desk of tau-bench", "taubench/gpt-4o-airline.json.gz", airline),
    Log(
        "banking", "gpt-4.1 at the bank of AgentChangeBench",
        "agentchangebench/sim_2025-08-24T19-33_banking_gpt-4.1_50runs.json.gz", banking,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A dialogue as it is compared: what we say of it, by which root causes, and the benchmark's reward."""

    id: str
    verdict: Verdict
    causes: tuple[str, ...]
    reward: float
    judged: Judged


def annotated(log: Log, data: Path = DATA) -> list[Case]:
    """The dialogues that the log's annotation file speaks of, in its order."""
    return compared(log, read_annotations([log.annotations], log.domain), data)


def compared(log: Log, annotations: Annotations, data: Path = DATA) -> list[Case]:
    """The dialogues of some annotations, in their order."""
    logs = {found.id: found for found in log.recorded(data) if found.id in annotations.scenarios}
    if missing := [name for name in annotations.scenarios if name not in logs]:
        raise TraceError(f"{data / log.file} has no dialogue {missing[0]!r}, of which {log.annotations} speaks")
    return [case(log.domain, annotations, logs[name]) for name in annotations.scenarios]


def case(domain: Domain, annotations: Annotations, recorded: Recorded) -> Case:
    judged = judge_recorded(domain, annotations, recorded)
    causes = tuple(f"turn {cause.turn}: {cause.reason} at {cause.path}" for cause in judged.grade.causes)
    return Case(recorded.id, verdict(domain, judged), causes, reward(recorded), judged)


def verdict(domain: Domain, judged: Judged) -> Verdict:
    """Wrong where there is a root cause, unsure where what the user wants or how it ended cannot be told.

    Where no effectful call was made, no result owed and none of that forbidden, there was nothing to judge: idle is not right. Nor
    is it where nothing was done after the last yes, and nothing forbidden: whether that refusal was right, the domain cannot say.
    """
    if judged.grade.causes:
        return "wrong"
    expectations = judged.grade.expectations
    acted = [record.turn for record in judged.grade.trace for call in record.tool_calls if call.name in domain.effectful]
    if not (acted or any(expected.owed_results or expected.state.bans for expected in expectations)):
        return "nothing to judge"
    agreed = max((expected.turn for expected in expectations if expected.step.confirmed), default=0)
    refused = max(acted, default=0) < agreed and not expectations[-1].state.bans
    return "right" if judged.grade.passed and not refused else "unsure"


def reward(recorded: Recorded) -> float:
    """What the benchmark gave: 0 or 1 at the airline, a weighted share at the bank."""
    given = recorded.metadata.get("reward", (recorded.metadata.get("reward_info") or {}).get("reward"))
    if not isinstance(given, (int, float)):
        raise TraceError(f"{recorded.source}: the dialogue {recorded.id!r} has no reward")
    return float(given)
