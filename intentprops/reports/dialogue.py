"""One graded dialogue for a person: what was said, what it meant, what was done, and each finding at its place."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from intentprops.domain import Domain
from intentprops.findings import POINTS
from intentprops.reports.meant import Altered
from intentprops.reports.text import meaning, one_line, value, visible
from intentprops.reports.timeline import Argument, Called, Fault, Happened, Held, Moved, Timeline, timeline
from intentprops.score import Grade

Kind = Literal["title", "plain", "user", "changes", "state", "agent", "cause", "consequence", "friction", "note"]
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
    return told(timeline(domain, graded))


def told(whole: Timeline, *, width: int = WIDTH, diffs: bool = False) -> Iterator[Line]:
    """A timeline, line by line, folded at ``width`` columns; ``diffs`` shows what each turn did to the state."""
    for line in _told(whole, diffs):
        yield from _folded(line, width)


class _Block(NamedTuple):
    """A paragraph behind its label."""

    kind: Kind
    label: str
    text: str


def _told(whole: Timeline, diffs: bool) -> Iterator[_Block | Line]:
    scenario = whole.scenario
    title = f": {one_line(scenario.title)}" if scenario.title else ""
    yield Line("title", f"{one_line(scenario.id)}{title} · {one_line(whole.mode)} · {one_line(whole.run_id)}")
    zone = scenario.now.strftime("%z")
    yield Line("note", f"now: {scenario.now:%A} {scenario.now.day} {scenario.now:%B %Y, %H:%M} {zone[:3]}:{zone[3:5]}"
               f"   domain {scenario.domain}, language {scenario.language}")  # fmt: skip
    yield Line("plain", "")
    for turn in whole.turns:
        yield from _user(turn)
        if diffs:
            yield from _diff(turn)
        yield from _agent(turn, whole.faults)
    yield Line("plain", "")
    yield from _verdict(whole)


def _user(turn: Happened) -> Iterator[_Block]:
    who = "harness" if turn.harness else "user"
    for number, said in enumerate(turn.said):
        yield _Block("user", f"{turn.number:2}  {who}" if number == 0 else f"    {who}", visible(said.text))
        if said.changes:
            yield _Block("changes", "", f"= {one_line(', '.join(map(change_text, said.changes)), 400)}")
    if turn.harness:
        yield _Block("note", "", "(said by the runner in the user's place: a call was owed, and the agent had asked)")
    if turn.stale:
        yield _Block("changes", "", f"stale: {', '.join(turn.stale)}")


def change_text(change: Altered) -> str:
    """A change in words, with what it replaces."""
    new = value(change.new)
    if change.kind == "added":
        return f"{change.name} + {new}"
    if change.kind in ("reveal", "revision"):
        return f"{change.name} {new}" if change.old is None else f"{change.name} {value(change.old)} → {new}"
    if change.kind == "switch":
        left = f" ({change.note})" if change.note else ""
        return f"goal {change.new}" if change.old is None else f"goal {change.old}{left} → {change.new}"
    rest = change.new if isinstance(change.new, str) else "" if change.new is None else new
    return " ".join(part for part in (change.kind, change.name, rest) if part)


def _diff(turn: Happened) -> Iterator[_Block]:
    """What changed in the state; of the opening, where all of it is new, what the agent holds otherwise."""
    label = "state" if turn.state_exposed else "must hold"
    for held in turn.state:
        if turn.number == 1 and (not held.exposed or held.shown == held.after):
            continue
        yield _Block("state", f"    {label}", _held(held))
        label = ""


def _held(held: Held) -> str:
    """``attendees 12 → 6``; what the agent holds follows where it is something else."""
    name = one_line(held.path.removeprefix("constraints."))
    text = f"{name}  {_or_none(held.before)} → {_or_none(held.after)}" if held.changed else f"{name}  {_or_none(held.after)}"
    return text if not held.exposed or held.shown == held.after else f"{text}   the agent holds {_or_none(held.shown)}"


def _or_none(thing: Any) -> str:
    return "·" if thing in (None, []) else value(thing)


def _agent(turn: Happened, every: Sequence[Fault]) -> Iterator[_Block]:
    def faults(indexes: Iterable[int]) -> Iterator[_Block]:
        return _faults(every[index] for index in indexes)

    label = "    script" if turn.scripted else "    agent"
    if turn.summary is not None:
        yield _Block("agent", "    summary", visible(turn.summary))
        yield from faults(turn.faults.get("summary", ()))
    for call in turn.calls:
        yield _Block("agent", label, call_text(call))
        if again := [moved.name for moved in call.moved if _again(moved)]:
            yield _Block("changes", "", f"fresh again: {', '.join(again)}")
        yield from faults(call.faults)
        label = ""
    for call in turn.waiting:
        yield _Block("note", label, f"{call_text(call)}: waits")
        label = ""
    if turn.error is not None:
        yield _Block("cause", label, f"no reply: {visible(turn.error)}")
    elif turn.reply is not None:
        yield _Block("agent", label, f"“{visible(turn.reply)}”")
    yield from faults(turn.faults.get("reply", ()))
    beside = [index for held in turn.state for index in held.faults]
    for place in ("state", "results", "turn"):
        beside += turn.faults.get(place, ())
    yield from faults(sorted(beside))


def _again(moved: Moved) -> bool:
    return moved.before == "stale" and moved.after == "fresh"


def call_text(call: Called) -> str:
    """A call on one line, with what came of it."""
    queued = f" (queued in turn {call.queued_turn})" if call.queued_turn is not None else ""
    made = f"{one_line(call.name)}({', '.join(map(_argument, call.arguments))}){queued}"
    if call.status == "waiting":
        return made
    return f"{made} → {'cancelled, never ran' if call.status == 'cancelled' else value(call.result)}"


def _argument(argument: Argument) -> str:
    text = f"{one_line(argument.path)}={value(argument.value)}"
    if not argument.mark:
        return text
    now = "" if argument.expected is None else f"; now {value(argument.expected)}"
    return f"{text} ({'old' if argument.mark == 'superseded' else 'wrong'}{now})"


def _faults(faults: Iterable[Fault]) -> Iterator[_Block]:
    for fault in faults:
        if fault.role == "friction":
            yield _Block("friction", "", f"· friction {fault.reason} at {one_line(fault.path)}: {meaning(fault.reason)}")
            continue
        mark = "✗" if fault.role == "cause" else "✗ (consequence)"
        critical = " (critical)" if fault.critical else ""
        what = f"{fault.dimension}{critical} {fault.reason} at {one_line(fault.path)}"
        difference = f"expected {value(fault.expected)}, actual {value(fault.actual)}"
        yield _Block(fault.role, "", f"{mark} {what}: {difference}: {meaning(fault.reason)}")


def _verdict(whole: Timeline) -> Iterator[_Block]:
    attempt = whole.attempt
    points = "  ".join(f"{point} {'–' if attempt.points[point] is None else attempt.points[point]}" for point in POINTS)
    yield _Block("plain", attempt.status, points)
    for _, fault in whole.causes:
        stage = "stage unknown" if fault.stage == "unknown" else fault.stage
        yield _Block("cause", "cause", f"{stage}, turn {fault.turn}: {fault.reason} at {one_line(fault.path)}")
    for fault in whole.faults:
        if fault.follows is not None:
            of = whole.faults[fault.follows]
            text = f"{fault.reason} at {one_line(fault.path)}, turn {fault.turn}, follows from {of.reason} at {one_line(of.path)}"
            yield _Block("consequence", "consequence", text)
    if attempt.error is not None:
        yield _Block("cause", "error", visible(attempt.error))
    for reason in attempt.not_judged:
        yield _Block("note", "not judged", one_line(reason))


def _folded(line: _Block | Line, width: int) -> Iterator[Line]:
    """A paragraph, folded; every line of it keeps to the right of its label."""
    if isinstance(line, Line):
        yield from (Line(line.kind, part) for part in textwrap.wrap(line.text, width) or [""])
        return
    head = f"{line.label:<{_INDENT}}"
    for paragraph in line.text.split("\n"):
        for part in textwrap.wrap(paragraph, max(width - _INDENT, 20), break_on_hyphens=False) or [""]:
            yield Line(line.kind, f"{head}{part}".rstrip())
            head = " " * _INDENT
