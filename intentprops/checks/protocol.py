"""Protocol: the new version is committed before anything is planned."""

from __future__ import annotations

from collections.abc import Iterator

from intentprops.changes import GOAL
from intentprops.checks.registry import TurnView, check
from intentprops.findings import Finding


def protocol(turn: TurnView) -> Iterator[Finding]:
    """A call that names the revision it was planned under must name that of the version this turn brought."""
    before = turn.previous.active_state_after if turn.previous is not None else turn.record.active_state_before
    if before is None or not isinstance(before.get("revision"), int):
        return
    if turn.expected.step.state.content() == turn.expected.before.content():
        return  # nothing was to be committed
    for call in turn.calls():
        queued_before = call.queued_turn is not None and call.queued_turn < turn.number
        if call.revision is not None and call.revision <= before["revision"] and not queued_before:
            yield turn.finding(
                "acted_before_commit", call.path, stage="planning", expected=f"planned after revision {before['revision']}",
                actual=f"planned under revision {call.revision}", about=[GOAL, "revision"],
            )  # fmt: skip


check("protocol", dimension="protocol")(protocol)
