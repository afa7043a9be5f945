"""State: the active version that an agent exposes, against the oracle's. What is not exposed is unobserved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from intentprops.changes import GOAL
from intentprops.checks.registry import TurnView, check
from intentprops.errors import ValueProblem
from intentprops.fields import PREFIX, Field
from intentprops.findings import Finding, Stage
from intentprops.state import view
from intentprops.tools import Item
from intentprops.trace import mapping_or_none


def state(turn: TurnView) -> Iterator[Finding]:
    """Goal, status, fields, permissions, log and revision of the exposed state; one finding for each path."""
    shown = turn.record.active_state_after
    if shown is None:
        return
    found = [*_goal(turn, shown), *_fields(turn, shown), *_permissions(turn, shown), *_log(turn, shown)]
    yield from found
    yield from _revision(turn, shown)
    if not found:
        yield from _invariants(turn, shown)


def _goal(turn: TurnView, shown: Mapping[str, Any]) -> Iterator[Finding]:
    expected = turn.expected.state
    if "goal" in shown and shown["goal"] != expected.goal:
        yield turn.finding(
            "wrong_goal", GOAL, stage=turn.interpretation(GOAL), expected=expected.goal, actual=shown["goal"], about=[GOAL]
        )
    if "status" in shown and shown["status"] != expected.status:
        yield turn.finding(
            "wrong_status", "status", stage=_status_stage(turn, shown), expected=expected.status, actual=shown["status"],
            about=["status"], follows=_status_follows(turn, shown),
        )  # fmt: skip


def _status_stage(turn: TurnView, shown: Mapping[str, Any]) -> Stage:
    """A task that is taken for completed after its call was made in this turn was misjudged when that was carried out."""
    function = None if turn.expected.state.completed else _judged_done(turn, shown)
    called = function is not None and any(call.name == function for call in turn.record.tool_calls)
    return "execution" if called else turn.interpretation("status")


def _status_follows(turn: TurnView, shown: Mapping[str, Any]) -> list[str]:
    """What a wrong status may follow from: a wrong goal (or pause of it), and for a task that is taken for completed, its call."""
    waits = "awaiting_confirmation" in (shown.get("status"), turn.expected.state.status)
    paths = [GOAL] if waits or shown.get("goal", turn.expected.state.goal) != turn.expected.state.goal else []
    function = _judged_done(turn, shown)
    calls = [call.name for record in turn.trace[: turn.index + 1] for call in record.tool_calls]
    if function is None or function not in calls:
        return paths
    tool = turn.domain.tool[function]
    fields = turn.domain.depends(tool.makes) if tool.makes else [n for _, b in turn.domain.carriers(tool.name) for n in b.fields]
    items = [binding.result for binding in tool.args.values() if isinstance(binding, Item)]
    said = turn.expected.step.changed  # what touched the task here, and may not have for an agent that held it already
    return [*paths, f"permissions.{tool.name}", *(PREFIX + name for name in fields), *(f"results.{name}" for name in items), *said]


def _judged_done(turn: TurnView, shown: Mapping[str, Any]) -> str | None:
    """The call of the goal, where the agent and the oracle are not of one mind whether it completed the task."""
    goal = turn.domain.goal_of(turn.expected.state.goal)
    done = any(status in ("completed", "awaiting_confirmation") for status in (shown.get("status"), turn.expected.state.status))
    return goal.ends_with if done and goal is not None else None


def _fields(turn: TurnView, shown: Mapping[str, Any]) -> Iterator[Finding]:
    constraints = mapping_or_none(shown.get("constraints")) or {}
    for name, field in turn.domain.field.items():
        if name not in constraints or (turn.expected.blind and field.from_item is not None):
            continue
        want = turn.expected.state.values.get(name, field.empty)
        reason = judge_value(turn, field, constraints[name], want)
        if reason is not None:
            about = [field.path]
            if name in turn.domain.owners:
                about.append(GOAL)
            yield turn.finding(
                reason, field.path, stage=turn.interpretation(field.path), expected=field.dump(want), actual=constraints[name],
                about=about,
            )  # fmt: skip


def judge_value(turn: TurnView, field: Field, raw: Any, want: Any) -> str | None:
    """Why ``raw`` is not the active value ``want``: the first of stale, lost, merged, wrong; ``None`` where it is."""
    state = turn.expected.state
    old = state.old_values(field.name)
    try:
        value = field.parse(raw)
    except ValueProblem:
        return "merged_versions" if _holds_both(field, raw, want, old) else "wrong_value"
    if value == want:
        return None
    if field.is_set:
        if value - want:
            return "stale_value" if (value - want) <= _ever(turn, field) else "wrong_value"
        return "lost_value"
    if want is None and field.name in state.indifferent and value not in old:
        return None  # any value will do
    if value is None:
        return "lost_value"
    return "stale_value" if value in old or value in _ever(turn, field) else "wrong_value"


def _ever(turn: TurnView, field: Field) -> set[Any]:
    """Every value that was active in an earlier turn: those that went away unlogged with their goal, too."""
    held: set[Any] = set(turn.expected.state.old_values(field.name))
    for expectation in turn.expectations[: turn.index]:
        value = expectation.state.values.get(field.name)
        held |= value if isinstance(value, frozenset) else {value} - {None}
    return held


def _holds_both(field: Field, raw: Any, want: Any, old: set[Any]) -> bool:
    """Whether an unreadable value piles up versions: a list, a range or a text that holds the new and an old one."""
    import re

    if want is None:
        return False
    if isinstance(raw, Mapping):
        parts = list(raw.values())
    else:
        parts = raw if isinstance(raw, list) else re.findall(r"[\w:.+-]*\w", str(raw))
    if isinstance(raw, str):
        parts = [*parts, *re.findall(r"\d+", raw)]
    values = set()
    for part in parts:
        try:
            values.add(field.parse(part))
        except (ValueProblem, TypeError):
            continue
    return want in values and bool(values & old)


def _permissions(turn: TurnView, shown: Mapping[str, Any]) -> Iterator[Finding]:
    permissions = mapping_or_none(shown.get("permissions")) or {}
    wrong_goal = shown.get("goal", turn.expected.state.goal) != turn.expected.state.goal
    wrong_status = shown.get("status", turn.expected.state.status) != turn.expected.state.status
    for tool, expected in turn.expected.state.permissions(turn.domain).items():
        actual = permissions.get(tool)
        if not isinstance(actual, bool) or actual == expected:
            continue
        path = f"permissions.{tool}"
        about = [path, *([GOAL] if wrong_goal else []), *(["status"] if wrong_status else [])]
        yield turn.finding(
            "permission_leak" if actual else "permission_lost", path,
            stage=_status_stage(turn, shown) if wrong_status else turn.interpretation(path),
            expected=expected, actual=actual, about=about, critical=actual and tool in turn.domain.effectful,
            follows=_status_follows(turn, shown) if wrong_status else (),
        )  # fmt: skip


def _log(turn: TurnView, shown: Mapping[str, Any]) -> Iterator[Finding]:
    """The log as a set of (path, old). A transient entry may be there or not; so may a task that a detour left."""
    log = shown.get("superseded")
    if not isinstance(log, list):
        return
    domain, state = turn.domain, turn.expected.state
    seen = [entry for entry in log if isinstance(entry, Mapping) and isinstance(entry.get("path"), str)]
    expected = {(entry.path, entry.old) for entry in state.superseded}
    required = {(entry.path, entry.old) for entry in state.superseded if not entry.transient}
    logged = {key for entry in seen for key in _keys(turn, entry)}
    about_goal = [GOAL] if shown.get("goal", state.goal) != state.goal else []
    for path, old in sorted(required - logged, key=str):
        yield turn.finding(
            "missing_supersession", "superseded", stage=turn.interpretation(path), expected=_entry(domain, path, old),
            about=["superseded", path, *about_goal],
        )  # fmt: skip
    allowed = expected | {(GOAL, e.state.paused.goal) for e in turn.expectations[: turn.index + 1] if e.state.paused}
    if turn.expected.blind:  # an offer that was accepted unseen may have replaced what we do not know
        return
    before = turn.previous.active_state_after if turn.previous is not None else None
    earlier = (before or {}).get("superseded")
    held = {key for entry in earlier if isinstance(entry, Mapping) for key in _keys(turn, entry)} if isinstance(earlier, list) else set()
    for path, old in sorted(logged - allowed, key=str):
        yield turn.finding(
            "false_supersession", "superseded", stage="memory" if (path, old) in held else "interpretation",
            actual=_entry(domain, path, old),
            about=["superseded", path, *about_goal],
        )  # fmt: skip
    wanted = {entry.old: entry.disposition for entry in state.superseded if entry.disposition}
    for entry in seen:
        said = wanted.get(entry["old"]) if entry["path"] == GOAL and isinstance(entry.get("old"), str) else None
        if said is not None and entry.get("disposition") not in (None, said):
            yield turn.finding(
                "wrong_disposition", "superseded", stage=turn.interpretation(GOAL), expected=said,
                actual=entry["disposition"], about=["superseded", GOAL],
            )  # fmt: skip


def _keys(turn: TurnView, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    path, old = entry.get("path"), entry.get("old")
    if not isinstance(path, str):
        return
    field = turn.domain.field.get(path.removeprefix("constraints."))
    if field is None:
        if path == GOAL and old is not None:
            yield path, str(old)
        return
    try:
        if field.is_set:
            for member in field.parse(old if isinstance(old, list) else [old]):
                yield field.path, member
        elif old is not None:
            yield field.path, field.parse(old)
    except ValueProblem:
        yield field.path, str(old)


def _entry(domain: Any, path: str, old: Any) -> dict[str, Any]:
    field = domain.field.get(path.removeprefix("constraints."))
    return {"path": path, "old": old if field is None else field.dump_member(old)}


def _unordered(value: Any) -> Any:
    """Of no list in a state does the order mean anything."""
    return sorted(value, key=str) if isinstance(value, list) else value


def _revision(turn: TurnView, shown: Mapping[str, Any]) -> Iterator[Finding]:
    """The revision never falls, and rises when anything else in the agent's own state changed."""
    before = turn.previous.active_state_after if turn.previous is not None else turn.record.active_state_before
    if before is None or not isinstance(shown.get("revision"), int) or not isinstance(before.get("revision"), int):
        return
    now, then = ({key: _unordered(value) for key, value in exposed.items()} for exposed in (shown, before))
    fell = shown["revision"] < before["revision"]
    if fell or (shown["revision"] == before["revision"] and now != then):
        yield turn.finding(
            "revision_regressed", "revision", stage="memory", expected=f"{'>=' if fell else '>'} {before['revision']}",
            actual=shown["revision"], about=["revision"],
        )  # fmt: skip


def _invariants(turn: TurnView, shown: Mapping[str, Any]) -> Iterator[Finding]:
    """A rule that the exposed state breaks; not held against it where the user's own words break it.

    With no other finding the exposed state is the oracle's, but for what it chose itself where any value will do.
    """
    if not turn.expected.state.indifferent:
        return
    constraints = mapping_or_none(shown.get("constraints")) or {}
    ours = view(turn.domain, turn.expected.state)
    try:
        shown_values = {name: field.parse(constraints[name]) for name, field in turn.domain.field.items() if name in constraints}
    except ValueProblem:
        return
    theirs = replace(ours, wants=turn.domain.wants({**turn.expected.state.values, **shown_values}))
    for rule in turn.domain.invariants:
        if rule.holds(ours) and not rule.holds(theirs):
            yield turn.finding(
                "invariant_violated", "state", stage="memory", expected=rule.text, actual=shown.get("status"),
                about=[GOAL, "status"],
            )  # fmt: skip


check("state", dimension="State")(state)
