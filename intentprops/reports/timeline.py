"""A graded dialogue as data, turn by turn: what was said and meant, what that did to state and results, what was done.

The terminal and the page are rendered from it. All values are JSON values; texts are as recorded, and made safe by whoever shows
them. A finding stands in :attr:`Timeline.faults`, and each place of a turn names those that belong to it by their index.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from intentprops.changes import Message, Scenario, Turn
from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.findings import Finding
from intentprops.ledger import argument_fits, argument_is_old, expected_argument
from intentprops.oracle import HARNESS_YES, CallExpectation, Expectation, Progress
from intentprops.reports.matrix import Attempt, attempt_of, plain
from intentprops.reports.meant import Altered, Part, altered, marked
from intentprops.score import Grade
from intentprops.state import State, dump_state
from intentprops.tools import Item
from intentprops.trace import Queued, ToolCall, Trace, TurnRecord

Rank: TypeAlias = str
Role: TypeAlias = Literal["cause", "consequence", "friction"]
Place: TypeAlias = Literal["summary", "state", "results", "reply", "turn"]
STATE_PATHS = ("goal", "status", "constraints", "permissions", "open_questions", "forbidden", "indifferent", "paused")
"""The parts of a state that a diff has, in this order; the log follows, and a revision is an agent's own affair."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding, with its role and, for a consequence, the index of its cause."""

    role: Role
    dimension: str
    critical: bool
    check: str
    reason: str
    path: str
    stage: str
    turn: int
    expected: Any
    actual: Any
    follows: int | None


@dataclass(frozen=True, slots=True)
class Said:
    """One message: its text in parts, those that carry a change marked, and the changes."""

    parts: tuple[Part, ...]
    changes: tuple[Altered, ...]

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class Moved:
    """A result or effect whose freshness moved, and the changed fields that it depends on. ``before`` is ``None`` for a new one."""

    name: str
    before: Rank | None
    after: Rank
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """A path of the state. ``before`` and ``after`` are what holds; ``shown`` what the agent has, where it exposes that."""

    path: str
    before: Any
    after: Any
    exposed: bool
    shown: Any
    faults: tuple[int, ...] = ()

    @property
    def changed(self) -> bool:
        return bool(self.before != self.after)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call. ``mark`` is ``superseded`` or ``wrong`` where it does not fit the active ``expected`` value."""

    path: str
    value: Any
    mark: Literal["", "superseded", "wrong"] = ""
    expected: Any = None


@dataclass(frozen=True, slots=True)
class Called:
    """A call, made or waiting. ``status`` is ``ok``, ``error``, ``cancelled`` or ``waiting``; ``moved`` what it made fresh."""

    number: int
    name: str
    arguments: tuple[Argument, ...]
    status: str
    result: Any = None
    queued_turn: int | None = None
    effect: bool = False
    moved: tuple[Moved, ...] = ()
    faults: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Happened:
    """A turn. ``changed`` are the state paths that its words changed; ``faults`` those of each place, calls and state rows apart."""

    number: int
    harness: bool
    scripted: bool
    said: tuple[Said, ...]
    changed: tuple[str, ...]
    moved: tuple[Moved, ...]
    state: tuple[Held, ...]
    state_exposed: bool
    summary: str | None
    calls: tuple[Called, ...]
    waiting: tuple[Called, ...]
    error: str | None
    reply: str | None
    offers: tuple[str, ...] | None
    questions: tuple[str, ...] | None
    faults: Mapping[Place, tuple[int, ...]] = field(default_factory=dict)

    @property
    def stale(self) -> tuple[str, ...]:
        """What the words of the turn made stale."""
        return tuple(moved.name for moved in self.moved if moved.after == "stale")


@dataclass(frozen=True, slots=True)
class Timeline:
    """A dialogue with its verdict."""

    scenario: Scenario
    mode: str
    run_id: str
    attempt: Attempt
    turns: tuple[Happened, ...]
    faults: tuple[Fault, ...]

    @property
    def causes(self) -> list[tuple[int, Fault]]:
        return [(n, fault) for n, fault in enumerate(self.faults) if fault.role == "cause"]

    def consequences(self, cause: int) -> list[Fault]:
        return [fault for fault in self.faults if fault.follows == cause]

    def tool_of(self, fault: Fault) -> str | None:
        """The tool of the call that a finding is at."""
        number = re.match(r"calls\[(\d+)\]", fault.path)
        calls = [call for turn in self.turns if turn.number == fault.turn for call in turn.calls]
        return next((call.name for call in calls if number and call.number == int(number[1])), None)


def timeline(domain: Domain, graded: Grade) -> Timeline:
    """The timeline of a graded dialogue. Pure."""
    first = graded.trace[0]
    return Timeline(
        graded.scenario, first.memory_mode, first.run_id, attempt_of(graded, first.run_id),
        tuple(_turns(domain, graded)), tuple(fault_of(finding) for finding in graded.findings),
    )  # fmt: skip


def recorded(scenario: Scenario, trace: Trace, attempt: Attempt) -> Timeline:
    """The timeline of a dialogue that could not be judged: what was said and done, and nothing of what it means."""
    turns = [
        Happened(
            record.turn, record.harness, record.scripted, (Said((Part(record.user_message),), ()),), (), (), (),
            record.active_state_after is not None, record.summary,
            tuple(_called(n, call) for n, call in enumerate(record.tool_calls, 1)), tuple(_waiting(record.queued)),
            record.error, record.assistant_message, _offers(record), _questions(record),
        )
        for record in trace
    ]  # fmt: skip
    return Timeline(scenario, trace[0].memory_mode, trace[0].run_id, attempt, tuple(turns), ())


def fault_of(finding: Finding) -> Fault:
    """A finding as its reader meets it."""
    role: Role = "friction" if not finding.fails else "cause" if finding.cause is None else "consequence"
    return Fault(
        role, finding.dimension, finding.critical, finding.check, finding.reason, finding.path, finding.stage, finding.turn,
        plain(finding.expected), plain(finding.actual), finding.cause,
    )  # fmt: skip


def _turns(domain: Domain, graded: Grade) -> Iterator[Happened]:
    """The dialogue once more, step by step, to see what each step did to results and effects."""
    progress, known = Progress(domain), dict[str, Rank]()
    turns = [*graded.scenario.turns, *[HARNESS_YES] * len(graded.trace)]
    for turn, record, expected in zip(turns, graded.trace, graded.expectations, strict=False):
        step = progress.user(turn)
        now = _ranks(progress)
        moved, known = tuple(_moved(domain, known, now, step.changed)), now
        places = _Places(graded.findings, record.turn)
        calls = []
        for number, call in enumerate(record.tool_calls, 1):
            progress.call(call)
            now = _ranks(progress)
            calls.append(_judged(domain, number, call, expected.calls[number - 1], tuple(_moved(domain, known, now)), places))
            known = now
        progress.reply(record.offers, record.questions)
        state = tuple(_state(domain, expected, record, places))
        summary, results = places.take("summary"), places.take("results", "effects")
        reply, held = places.take("reply", "questions", "offers"), places.take_dimension("State")
        yield Happened(
            number=record.turn, harness=record.harness, scripted=record.scripted,
            said=tuple(_said(domain, graded, turn, record, expected)), changed=tuple(sorted(step.changed)), moved=moved,
            state=state, state_exposed=record.active_state_after is not None, summary=record.summary, calls=tuple(calls),
            waiting=tuple(_waiting(record.queued)), error=record.error, reply=record.assistant_message,
            offers=_offers(record), questions=_questions(record),
            faults={"summary": summary, "state": held, "results": results, "reply": reply, "turn": places.rest()},
        )  # fmt: skip


class _Places:
    """The findings of a turn, each given out once."""

    def __init__(self, findings: Sequence[Finding], turn: int) -> None:
        self._left = {n: finding for n, finding in enumerate(findings) if finding.turn == turn}

    def take(self, *paths: str) -> tuple[int, ...]:
        """Those at a path, or below it."""
        return self._give(n for n, f in self._left.items() if any(_within(f.path, path) for path in paths))

    def take_dimension(self, dimension: str) -> tuple[int, ...]:
        return self._give(n for n, f in self._left.items() if f.dimension == dimension)

    def at(self, path: str) -> tuple[int, ...]:
        """The faults of the state at exactly this path."""
        return self._give(n for n, f in self._left.items() if f.dimension == "State" and f.path == path)

    def rest(self) -> tuple[int, ...]:
        return self._give(self._left)

    def _give(self, some: Iterable[int]) -> tuple[int, ...]:
        found = tuple(some)
        for n in found:
            del self._left[n]
        return found


def _within(path: str, place: str) -> bool:
    return path == place or path.startswith((place + ".", place + "["))


def _ranks(progress: Progress) -> dict[str, Rank]:
    """The freshness of every result, and of every effect that stands: stale where any of that name is."""
    ledger, state, found = progress.ledger, progress.state, dict[str, Rank]()
    for name in progress.domain.result:
        if progress.domain.maker[name].effect:
            ranks = [ledger.freshness(made, state) for made in ledger.effects() if made.name == name]
            rank = "stale" if "stale" in ranks else ranks[0] if ranks else None
        else:
            rank = ledger.best(name, state)
        if rank is not None:
            found[name] = rank
    return found


def _moved(domain: Domain, before: Mapping[str, Rank], after: Mapping[str, Rank], changed: Iterable[str] = ()) -> Iterator[Moved]:
    fields = {path.removeprefix("constraints.") for path in changed}
    for name, rank in after.items():
        if before.get(name) != rank:
            yield Moved(name, before.get(name), rank, tuple(f for f in domain.depends(name) if f in fields))


def _said(domain: Domain, graded: Grade, turn: Turn, record: TurnRecord, expected: Expectation) -> Iterator[Said]:
    """The messages of a turn. The harness's own is worded by the runner, and kept in the record alone."""
    known, goal = dict(expected.before.values), expected.before.goal
    language = record.language or graded.scenario.language
    for message in (Message(record.user_message, turn.changes),) if record.harness else turn.messages:
        changes = tuple(altered(domain, change, known, goal) for change in message.changes)
        yield Said(tuple(marked(domain, message, language, graded.scenario.now)), changes)


def _state(domain: Domain, expected: Expectation, record: TurnRecord, places: _Places) -> Iterator[Held]:
    """The paths that changed, that the agent holds otherwise, or that a finding names."""
    before, after = _flat(_document(domain, expected.before)), _flat(_document(domain, expected.state))
    shown = _flat(record.active_state_after or {})
    for path in dict.fromkeys([*before, *after]):
        faults, exposed = places.at(path), path in shown
        has = after.get(path) if exposed and _same(domain, path, shown[path], after.get(path)) else shown.get(path)
        if before.get(path) != after.get(path) or (exposed and has != after.get(path)) or faults:
            yield Held(path, before.get(path), after.get(path), exposed, has, faults)
    new = [entry for entry in expected.state.superseded if entry not in expected.before.superseded]
    faults = places.at("superseded")
    if new or faults:
        log = _log((record.active_state_after or {}).get("superseded"))
        owed = _log(dump_state(domain, expected.state)["superseded"][-len(new) :] if new else [])
        yield Held("superseded", [], owed, log is not None, log if faults else owed, faults)


def _same(domain: Domain, path: str, one: Any, other: Any) -> bool:
    """Whether two values of a path mean the same: one instant in two zones, a list in another order."""
    described = domain.field.get(path.removeprefix("constraints."))
    if described is None:
        return bool(one == other)
    try:
        return bool(described.parse(one) == described.parse(other))
    except ValueProblem:
        return bool(one == other)


def _document(domain: Domain, state: State) -> dict[str, Any]:
    return {} if state == State() else dump_state(domain, state)


def _flat(document: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a state by their paths; what is empty is left out, as what is unknown is."""
    found: dict[str, Any] = {}
    for key in STATE_PATHS:
        part = document.get(key)
        if isinstance(part, Mapping):
            found |= {f"{key}.{name}": plain(value) for name, value in part.items()}
        elif part not in (None, [], ()):
            found[key] = plain(part)
    return {path: value for path, value in found.items() if value not in (None, [])}


def _log(entries: Any) -> list[str] | None:
    """The log of superseded values in short, ``attendees 12``: what a replaced value was."""
    if not isinstance(entries, list):
        return None
    named = [(str(entry.get("path")), plain(entry.get("old"))) for entry in entries if isinstance(entry, Mapping)]
    return [f"{path.removeprefix('constraints.')} {old}" for path, old in named]


def _judged(
    domain: Domain, number: int, call: ToolCall, expected: CallExpectation, moved: tuple[Moved, ...], places: _Places
) -> Called:
    faults = places.take(f"calls[{number}]")
    return _called(number, call, tuple(_arguments(domain, call.name, call.arguments, expected)), moved, faults, domain)


def _called(
    number: int, call: ToolCall, arguments: tuple[Argument, ...] | None = None, moved: tuple[Moved, ...] = (),
    faults: tuple[int, ...] = (), domain: Domain | None = None,
) -> Called:  # fmt: skip
    return Called(
        number, call.name, tuple(_leaves(call.arguments)) if arguments is None else arguments, call.status, plain(call.result),
        call.queued_turn, domain is not None and call.name in domain.effectful, moved, faults,
    )  # fmt: skip


def _waiting(queued: Sequence[Queued] | None) -> Iterator[Called]:
    for number, call in enumerate(queued or (), 1):
        yield Called(number, call.name, tuple(_leaves(call.arguments)), "waiting", queued_turn=call.turn)


def _leaves(arguments: Mapping[str, Any], prefix: str = "") -> Iterator[Argument]:
    for name, value in arguments.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield Argument(f"{prefix}{name}", plain(value))


def _arguments(domain: Domain, tool: str, arguments: Mapping[str, Any], expected: CallExpectation) -> Iterator[Argument]:
    """The arguments of a call, and of those that carry a field whether they fit the version that was active then.

    An undo carries the old values, and rightly so (T19).
    """
    known = domain.tool.get(tool)
    judged = known is not None and known.undoes is None
    bindings = dict(known.args) if known is not None and judged else {}
    for leaf in _leaves(arguments):
        path = leaf.path
        while path not in bindings and "." in path:
            path = path.rpartition(".")[0]
        binding = bindings.get(path)
        if binding is None:
            yield leaf
        elif isinstance(binding, Item):
            outdated = expected.outdated.get(binding.result, {})
            usable = expected.usable.get(binding.result, {})
            old = _hashable(leaf.value) and leaf.value in outdated and leaf.value not in usable
            yield Argument(leaf.path, leaf.value, "superseded") if old else leaf
        elif argument_fits(
            domain, binding, leaf.value, expected.state, default=known.defaults.get(path) if known else None,
            effectful=tool in domain.effectful, compares=expected.compares, chosen=True,
        ) or path != leaf.path:  # fmt: skip
            yield leaf
        else:
            old = argument_is_old(domain, binding, leaf.value, expected.state)
            now = plain(expected_argument(domain, binding, expected.state))
            yield Argument(leaf.path, leaf.value, "superseded" if old else "wrong", now)


def _hashable(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool))


def _offers(record: TurnRecord) -> tuple[str, ...] | None:
    return None if record.offers is None else tuple(map(str, record.offers))


def _questions(record: TurnRecord) -> tuple[str, ...] | None:
    if record.questions is None:
        return None
    return tuple(f"confirm {q.confirm}" if q.confirm else str(q.about) for q in record.questions)
