"""One graded dialogue for a person: what was said, what it meant, what was done, and each finding at its place."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from intentprops.changes import Change, Forbid, Message, Permit, Reveal, Revision, Switch, Turn
from intentprops.domain import Domain
from intentprops.findings import POINTS, Finding
from intentprops.oracle import HARNESS_YES, Progress
from intentprops.reports.matrix import attempt_of
from intentprops.reports.text import difference, headline, meaning, one_line, stage, value, visible
from intentprops.score import Grade
from intentprops.trace import ToolCall, TurnRecord

Kind = Literal["title", "plain", "user", "changes", "agent", "cause", "consequence", "friction", "note"]
WIDTH = 110
_INDENT = 14


class Line(NamedTuple):
    """A line of a report, with what it is; the colours are the renderer's."""

    kind: Kind
    text: str


def render(domain: Domain, graded: Grade) -> str:
    """The whole report as plain text."""
    return "\n".join(line.text for line in lines(domain, graded)) + "\n"


def lines(domain: Domain, graded: Grade) -> Iterator[Line]:
    """The report, line by line."""
    scenario, first = graded.scenario, graded.trace[0]
    title = f": {one_line(scenario.title)}" if scenario.title else ""
    yield Line("title", f"{one_line(scenario.id)}{title} · {one_line(first.memory_mode)} · {one_line(first.run_id)}")
    zone = scenario.now.strftime("%z")
    yield Line("note", f"now: {scenario.now:%A} {scenario.now.day} {scenario.now:%B %Y, %H:%M} {zone[:3]}:{zone[3:5]}"
               f"   domain {domain.name}, language {scenario.language}")  # fmt: skip
    yield Line("plain", "")
    for index, (turn, record, stale) in enumerate(_turns(domain, graded)):
        yield from _user(domain, graded, index, turn, record, stale)
        yield from _agent(record, [f for f in graded.findings if f.turn == record.turn])
    yield Line("plain", "")
    yield from _verdict(graded, first.run_id)


def _turns(domain: Domain, graded: Grade) -> Iterator[tuple[Turn, TurnRecord, list[str]]]:
    """The turns with what each one's words made stale, before the agent did anything."""
    progress, known = Progress(domain), set[str]()
    turns = [*graded.scenario.turns, *[HARNESS_YES] * len(graded.trace)]
    for turn, record in zip(turns, graded.trace, strict=False):
        progress.user(turn)
        ranks: dict[str, Any] = {name: progress.ledger.best(name, progress.state) for name in domain.result}
        stale = {name for name, rank in ranks.items() if rank == "stale"}
        stale |= {made.name for made in progress.ledger.effects() if progress.ledger.freshness(made, progress.state) == "stale"}
        yield turn, record, sorted(stale - known)
        for call in record.tool_calls:
            progress.call(call)
        progress.reply(record.offers, record.questions)
        known = {name for name in stale if name in domain.result and progress.ledger.best(name, progress.state) == "stale"}


def _user(
    domain: Domain, graded: Grade, index: int, turn: Turn, record: TurnRecord, stale: Sequence[str]
) -> Iterator[Line]:
    who = "harness" if record.harness else "user"
    before = dict(graded.expectations[index].before.values)
    goal = graded.expectations[index].before.goal
    said = turn.messages if not record.harness else (Message(record.user_message, turn.changes),)
    for number, message in enumerate(said):
        label = f"{record.turn:2}  {who}" if number == 0 else f"    {who}"
        yield from _block("user", label, visible(message.text))
        if message.changes:
            meant = ", ".join(_change(domain, change, before, goal) for change in message.changes)
            yield from _block("changes", "", f"= {one_line(meant, 400)}")
    if record.harness:
        yield from _block("note", "", "(said by the runner in the user's place: a call was owed, and the agent had asked)")
    if stale:
        yield from _block("changes", "", f"stale: {', '.join(stale)}")


def _change(domain: Domain, change: Change, known: dict[str, Any], goal: str | None) -> str:
    """A change in words, with what it replaces."""
    if isinstance(change, (Reveal, Revision)):
        old, known[change.field] = known.get(change.field), change.value
        field = domain.field[change.field]
        now = value(field.dump(change.value))
        if isinstance(change, Reveal) and field.is_set:
            return f"{change.field} + {now}"
        return f"{change.field} {now}" if old is None else f"{change.field} {value(field.dump(old))} → {now}"
    if isinstance(change, Switch):
        left = f" ({change.disposition})" if change.disposition else ""
        return f"goal {change.goal}" if goal is None else f"goal {goal}{left} → {change.goal}"
    if isinstance(change, (Forbid, Permit)):
        return f"{type(change).__name__.lower()} {', '.join(sorted(change.tools))}"
    parts = [getattr(change, field.name) for field in dataclasses.fields(change)]
    return " ".join([type(change).__name__.lower(), *(_part(part) for part in parts if part is not None)])


def _part(part: Any) -> str:
    return part if isinstance(part, str) else value(part)


def _agent(record: TurnRecord, findings: Sequence[Finding]) -> Iterator[Line]:
    left = list(findings)

    def take(*paths: str) -> list[Finding]:
        """The findings at a place, each shown once."""
        here = [f for f in left if any(f.path == path or f.path.startswith((path + ".", path + "[")) for path in paths)]
        left[:] = [finding for finding in left if finding not in here]
        return here

    label = "    script" if record.scripted else "    agent"
    if record.summary is not None:
        yield from _block("agent", "    summary", visible(record.summary))
        yield from _faults(take("summary"))
    for number, call in enumerate(record.tool_calls, 1):
        yield from _block("agent", label, _call(call))
        yield from _faults(take(f"calls[{number}]"))
        label = ""
    if record.error is not None:
        yield from _block("cause", label, f"no reply: {visible(record.error)}")
    elif record.assistant_message is not None:
        yield from _block("agent", label, f"“{visible(record.assistant_message)}”")
    yield from _faults(take("reply", "questions"))
    yield from _faults(left)


def _call(call: ToolCall) -> str:
    arguments = ", ".join(f"{one_line(name)}={value(item)}" for name, item in call.arguments.items())
    queued = f" (queued in turn {call.queued_turn})" if call.queued_turn is not None else ""
    outcome = "cancelled, never ran" if call.status == "cancelled" else value(call.result)
    return f"{one_line(call.name)}({arguments}){queued} → {outcome}"


def _faults(findings: Iterable[Finding]) -> Iterator[Line]:
    for finding in findings:
        if not finding.fails:
            yield from _block("friction", "", f"· friction {finding.reason} at {one_line(finding.path)}: {meaning(finding.reason)}")
            continue
        kind: Kind = "cause" if finding.cause is None else "consequence"
        mark = "✗" if finding.cause is None else "✗ (consequence)"
        yield from _block(kind, "", f"{mark} {headline(finding)}: {difference(finding)}: {meaning(finding.reason)}")


def _verdict(graded: Grade, run_id: str) -> Iterator[Line]:
    attempt = attempt_of(graded, run_id)
    points = "  ".join(f"{point} {'–' if attempt.points[point] is None else attempt.points[point]}" for point in POINTS)
    yield from _block("plain", attempt.status, points)
    for finding in attempt.causes:
        yield from _block("cause", "cause", f"{stage(finding)}, turn {finding.turn}: {finding.reason} at {one_line(finding.path)}")
    for finding in attempt.failing:
        if finding.cause is not None:
            of = graded.findings[finding.cause]
            text = f"{finding.reason} at {one_line(finding.path)}, turn {finding.turn}, follows from {of.reason} at {one_line(of.path)}"
            yield from _block("consequence", "consequence", text)
    if attempt.error is not None:
        yield from _block("cause", "error", visible(attempt.error))
    for reason in attempt.not_judged:
        yield from _block("note", "not judged", one_line(reason))


def _block(kind: Kind, label: str, text: str) -> Iterator[Line]:
    """A paragraph behind its label, folded; every line of it keeps to the right of the label."""
    head = f"{label:<{_INDENT}}"
    for paragraph in text.split("\n"):
        for part in textwrap.wrap(paragraph, WIDTH - _INDENT, break_on_hyphens=False) or [""]:
            yield Line(kind, f"{head}{part}".rstrip())
            head = " " * _INDENT
