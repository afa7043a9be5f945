"""What nobody can tell any more after a turn that could not be read, and which findings would rest on it.

A path is in doubt from the turn that is unsure of it until it is said again. The paths are those of the state
(``constraints.attendees``, ``goal``, ``permissions.book``), ``status``, ``questions`` (which ones are open), ``yes`` (to what it
was given) and ``done`` (what the tools answered: in doubt where a log has a call without a result).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from intentprops.changes import (
    GOAL,
    Accept,
    Change,
    DontCare,
    Forbid,
    Permit,
    Refer,
    Retract,
    Reveal,
    Revision,
    Switch,
    Turn,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.fields import PREFIX
from intentprops.findings import Finding
from intentprops.oracle import Expectation
from intentprops.tools import Item
from intentprops.trace import ToolCall, TurnRecord

PERMISSION = "permissions."
UNSEEN = frozenset({"unanswered", "raw_arguments"})
"""The marks of a call of which the log does not show the result, or the arguments."""
OF_VALUES = frozenset({
    "superseded_argument", "wrong_argument", "contradicts_state", "stale_value", "lost_value", "merged_versions", "wrong_value",
})  # fmt: skip
"""The reasons that rest on the values of the fields that they name, and on nothing else."""
NOBODY = frozenset({"invalid_arguments", "revision_regressed", "invariant_violated"})
"""The reasons that rest on nobody's interpretation: the schema of a tool and the agent's own state decide them."""


def doubts(
    domain: Domain, turns: Sequence[Turn], trace: Sequence[TurnRecord], expectations: Sequence[Expectation]
) -> list[frozenset[str]]:
    """The paths in doubt after each turn."""
    found: list[frozenset[str]] = []
    now: set[str] = set()
    for turn, record, expected in zip(turns, trace, expectations, strict=False):
        for change in turn.changes:
            _say_again(domain, now, change, reached=not expected.not_reached)
        if expected.step.changed:
            now.discard("yes")  # a change ends what was said yes to
        if expected.step.requested or expected.step.confirmed:
            now.discard("questions")  # who asks for the act itself holds nothing for open
        if turn.unsure is not None:
            now |= _spread(domain, turn.unsure.paths or everything(domain))
        if any((call.model_extra or {}).keys() & UNSEEN for call in record.tool_calls if call.name in domain.tool):
            now |= {"done", "status"}
        if any(now & _decides(domain, call.name) for call in record.tool_calls if call.name in domain.effectful):
            now.add("status")  # nobody can tell whether that completed the task
        found.append(frozenset(now))
    return found


def everything(domain: Domain) -> frozenset[str]:
    """All that a user's words can be about."""
    fields = {PREFIX + name for name in domain.field}
    return frozenset({GOAL, "status", "questions", "yes"} | fields | {PERMISSION + tool for tool in domain.tool})


def _spread(domain: Domain, paths: Iterable[str]) -> set[str]:
    """With the paths that follow: which fields there are depends on the goal, and so do permissions and the status."""
    found = set(paths)
    if GOAL in found:
        found |= {"status", "yes"} | {PREFIX + name for name in domain.owners}
    if "permissions" in found:
        found |= {PERMISSION + tool for tool in domain.tool}
    return found


def _say_again(domain: Domain, now: set[str], change: Change, *, reached: bool) -> None:
    """Take out of doubt what a change settles whatever stood before."""
    match change:
        case Reveal(name) | Revision(name):
            if isinstance(change, Revision) or not domain.field[name].is_set:
                now.discard(PREFIX + name)
        case Retract(name) | DontCare(name):
            now.discard(PREFIX + name)
        case Refer(name, source):
            (now.add if PREFIX + source in now else now.discard)(PREFIX + name)
        case Accept() if reached:
            now -= {PREFIX + name for name in domain.item_fields}
        case Switch(goal):
            now -= {GOAL, "status", f"{PERMISSION}{domain.function(goal)}"}
        case Forbid(tools) | Permit(tools):
            now -= {PERMISSION + tool for tool in tools}
        case _:
            pass


def rests_on_doubt(domain: Domain, finding: Finding, doubt: frozenset[str], expected: Expectation, record: TurnRecord) -> bool:
    """Whether a finding could be wrong because of what is in doubt. A reason that is not known here rests on everything."""
    if not doubt and not any("raw_arguments" in (call.model_extra or {}) for call in record.tool_calls):
        return False
    call = _call(finding, record)
    if call is not None and "raw_arguments" in (call.model_extra or {}):
        return True  # what the agent meant to pass is not in the log
    if finding.reason in NOBODY:
        return False
    return bool(doubt & _ground(domain, finding, expected, call.name if call is not None else None))


def _ground(domain: Domain, finding: Finding, expected: Expectation, tool: str | None) -> frozenset[str]:
    """The paths that a finding rests on."""
    every = everything(domain) | {"done"}
    fields = frozenset(path for path in every if path.startswith(PREFIX))
    permission = f"{PERMISSION}{tool}"
    match finding.reason:
        case "forbidden_call" if tool in expected.state.bans:
            return frozenset({permission})
        case "forbidden_call" if expected.state.status == "active" and tool in domain.tool:
            return every if domain.tool[tool].undoes else frozenset({GOAL})
        case "missing_call":
            return end(domain, expected) | (fields & finding.about)
        case "unconfirmed_call":
            return frozenset({"yes", GOAL, *_carried(domain, tool)})
        case "duplicate_effect":
            return frozenset({"done", *_carried(domain, tool)})
        case reason if reason in OF_VALUES:
            about = finding.about | ({finding.path} & fields)
            owned = any(path.removeprefix(PREFIX) in domain.owners for path in about)
            return about | (frozenset({GOAL}) if owned else frozenset())
        case "false_completion_claim":
            return frozenset({"done"})
        case "stale_result_used":
            return frozenset({"done", GOAL}) | (_below(domain, finding) or fields)
    return every


def end(domain: Domain, expected: Expectation) -> frozenset[str]:
    """What decides whether anything is owed when a dialogue ends."""
    goal = expected.state.goal
    needs = {PREFIX + name for name in domain.needs(goal)} if goal in domain.goal else set()
    return frozenset({GOAL, "status", "questions", "done", f"{PERMISSION}{domain.function(goal)}"} | needs)


def active(domain: Domain, expected: Expectation) -> frozenset[str]:
    """What makes up the active version: that, and every field that exists under its goal."""
    goal = expected.state.goal
    return end(domain, expected) | {PREFIX + name for name in domain.field if goal in domain.owners.get(name, {goal})}


def judged_arguments(domain: Domain, tool: str, doubt: frozenset[str]) -> bool:
    """Whether the arguments of a tool's call stand in no doubt."""
    return tool in domain.tool and not doubt & {PREFIX + name for _, binding in domain.carriers(tool) for name in binding.fields}


def _decides(domain: Domain, tool: str) -> set[str]:
    """What decides whether a call completes its task."""
    return {GOAL, "status", "questions", "yes", f"{PERMISSION}{tool}"} | _carried(domain, tool)


def _carried(domain: Domain, tool: str | None) -> set[str]:
    """The fields that the arguments of a tool carry, and those below the items that it takes."""
    if tool not in domain.tool:
        return {PREFIX + name for name in domain.field}
    found = {PREFIX + name for _, binding in domain.carriers(tool) for name in binding.fields}
    for binding in domain.tool[tool].args.values():
        if isinstance(binding, Item):
            found |= {PREFIX + name for name in domain.depends(binding.result)}
    return found


def _below(domain: Domain, finding: Finding) -> frozenset[str]:
    names = [path.removeprefix("results.") for path in finding.about if path.removeprefix("results.") in domain.result]
    return frozenset(PREFIX + name for result in names for name in domain.depends(result))


def _call(finding: Finding, record: TurnRecord) -> ToolCall | None:
    if not finding.path.startswith("calls["):
        return None
    number = int(finding.path[len("calls[") :].partition("]")[0])
    return record.tool_calls[number - 1] if 1 <= number <= len(record.tool_calls) else None
