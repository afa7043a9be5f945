"""The end of a failing test: the shortest dialogue, told, kept, and set apart from a fault of its wording."""

from __future__ import annotations

from pathlib import Path

from intentprops.errors import IntentpropsError
from intentprops.pytest_plugin import option
from intentprops.running.folder import line_of
from intentprops.testing.keep import keep
from intentprops.testing.outcome import DialogueFailure, Outcome, judge

FAILURES = ".intentprops/failures"
"""Where failing dialogues are kept unless ``--save-failures`` says otherwise, from the root of the project."""


def failure_report(failure: DialogueFailure, root: Path) -> str:
    """The text that takes the place of a traceback: the dialogue, how to play it again, and whether only its wording fails."""
    outcome = failure.outcome
    if folder := option("intent_out"):
        _record(outcome, Path(folder))
    return f"{failure}\n{_wording(outcome)}{_again(outcome, failure.fingerprint, root)}"


def _again(outcome: Outcome, fingerprint: str, root: Path) -> str:
    folder = Path(option("save_failures") or root / FAILURES)
    try:
        path = keep(folder, outcome.domain, outcome.scenario, fingerprint)
    except IntentpropsError as error:
        return f"not kept: {error}\n"
    shown = path.relative_to(root) if path.is_relative_to(root) else path
    agent = option("intent_agent") or "package.module:create"
    return f"again: intentprops replay {shown} --agent {agent}\n"


def _record(outcome: Outcome, folder: Path) -> None:
    """Add the traces of a failure to those that are there, so that no worker of a parallel run overwrites another's."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "traces.jsonl").open("a", encoding="utf-8") as file:
        for graded in outcome.grades:
            file.writelines(line_of(record) for record in graded.trace)


def _wording(outcome: Outcome) -> str:
    """A failure in a marked style is played in the plain one: what vanishes there is a matter of wording."""
    from intentprops.strategies.wording import plain

    simple = plain(outcome.domain, outcome.scenario)
    if simple == outcome.scenario:
        return ""
    again = judge(outcome.player, simple)
    if again is None:
        return "wording: not tried in plain words, since the budget is spent\n"
    if again.failed:
        return "wording: it fails in plain words too\n"
    return "wording: in plain words the same changes pass, so this is a matter of wording, not of the change itself\n"
