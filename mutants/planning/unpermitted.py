"""Effects that the active version does not permit, with arguments that would be right."""

from intentprops.correct import Act
from intentprops.mutants.case import At, Case
from intentprops.oracle import Progress
from intentprops.trace import ToolCall


def unpermitted(case: Case, at: At, tool: str) -> Act | None:
    """A call at the end of a turn that is forbidden there, and neither waits for a yes nor repeats what stands."""
    progress = case.progress(at.turn)
    act = case.call_of(tool, progress)
    if act is None:
        return None
    return act if reason(progress, act) == "forbidden_call" else None


def reason(progress: Progress, act: Act) -> str | None:
    """What a call would be now, by the first rule that holds.

    It is written from the rules, apart from the check that it is to prove, and so is no call of it.
    """
    expected = progress.expect_call(ToolCall(name=act.name, arguments=act.arguments))
    if expected.resumes and expected.repeats is None:
        return "unconfirmed_resume"
    if expected.permitted and not expected.confirmed and expected.repeats is None:
        return "unconfirmed_call"
    if expected.repeats is not None:
        return "duplicate_effect"
    return None if expected.permitted else "forbidden_call"
