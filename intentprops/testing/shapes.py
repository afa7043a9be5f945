"""The shapes of a dialogue: what the rules name, counted, so that statistics tell how often each really occurred."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from intentprops.changes import (
    Accept,
    Answer,
    Change,
    Compare,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Forbid,
    Permit,
    Refer,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Scenario,
    Switch,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip

SHAPES = (
    "reveal", "question opened (T2)", "revision", "correction of a correction (T4)", "A → B → A (T4)", "set member removed", "switch",
    "ban (T6)", "ban lifted (T6)", "detour (T7)", "detour with a return (T7)", "detour left (T7)", "yes (T8)", "first value again (T9)",
    "whole version again (T9)", "retracted (T10)", "any will do (T10)", "offer accepted (T10)", "taken from another field (T10)",
    "no change (T11)", "several changes in one message (T12)", "contradiction (T13)", "contradicting goals (T13)",
    "unknown operation (T14)", "question answered", "burst (T15)", "said again (T16)", "old and new compared (T17)",
    "yes and a change (T18)", "opening goal unsaid (T0)",
)  # fmt: skip
"""Every shape that the rules name."""


def shapes_of(scenario: Scenario) -> set[str]:
    """The shapes that a dialogue has."""
    found: set[str] = set()
    changes = [change for turn in scenario.turns for change in turn.changes]
    for change in changes:
        found |= _of_change(change)
    if scenario.turns and not any(isinstance(change, Switch) for change in scenario.turns[0].changes):
        found.add("opening goal unsaid (T0)")
    for turn in scenario.turns[1:]:
        if not turn.changes:
            found.add("no change (T11)")
        if any(len(message.changes) > 1 for message in turn.messages):
            found.add("several changes in one message (T12)")
        if any(isinstance(c, Confirm) for c in turn.changes) and any(isinstance(c, (Reveal, Revision, Remove)) for c in turn.changes):
            found.add("yes and a change (T18)")
    if any(len(turn.messages) > 1 for turn in scenario.turns):
        found.add("burst (T15)")
    return found | _of_corrections(changes) | _of_detours(changes)


def _of_change(change: Change) -> set[str]:
    match change:
        case Return(field=None):
            return {"whole version again (T9)"}
        case Conflict(field="goal"):
            return {"contradicting goals (T13)"}
    names = {
        Reveal: "reveal", Revision: "revision", Remove: "set member removed", Switch: "switch", Forbid: "ban (T6)",
        Permit: "ban lifted (T6)", Detour: "detour (T7)", Confirm: "yes (T8)", Return: "first value again (T9)", Retract: "retracted (T10)",
        DontCare: "any will do (T10)", Accept: "offer accepted (T10)", Refer: "taken from another field (T10)",
        Conflict: "contradiction (T13)", UnknownGoal: "unknown operation (T14)", Unmodelled: "question opened (T2)",
        Answer: "question answered", Compare: "old and new compared (T17)",
    }  # fmt: skip
    return {names[type(change)]}


def _of_corrections(changes: list[Change]) -> set[str]:
    """What becomes of one field in the course of a dialogue."""
    found: set[str] = set()
    said: dict[str, list[object]] = {}
    for change in changes:
        if isinstance(change, (Reveal, Revision)) and not isinstance(change.value, frozenset):
            values = said.setdefault(change.field, [])
            if values and change.value == values[-1]:
                found.add("said again (T16)")
            elif change.value in values:
                found.add("A → B → A (T4)")
            if isinstance(change, Revision) and sum(a != b for a, b in pairwise([*values, change.value])) > 1:
                found.add("correction of a correction (T4)")
            values.append(change.value)
    return found


def _of_detours(changes: list[Change]) -> set[str]:
    found: set[str] = set()
    away = False
    for change in changes:
        if isinstance(change, Detour):
            away = True
        elif away and isinstance(change, (Confirm, Switch)):
            found.add("detour with a return (T7)" if isinstance(change, Confirm) else "detour left (T7)")
            away = False
    return found


def effective_changes(scenario: Scenario) -> int:
    """How many changes of a dialogue move the task, its opening aside."""
    still = Counter(type(change) for turn in scenario.turns[1:] for change in turn.changes)
    return sum(count for kind, count in still.items() if kind not in (Compare, Confirm))


def tell_hypothesis(scenario: Scenario) -> None:
    """Hand the shapes of a generated dialogue to ``event()`` and its changes to ``target()``, where Hypothesis is listening."""
    from hypothesis import currently_in_test_context, event, target

    if not currently_in_test_context():
        return
    for shape in sorted(shapes_of(scenario)):
        event(shape)
    event(f"turns: {len(scenario.turns)}")
    target(float(effective_changes(scenario)), label="changes after the opening")


