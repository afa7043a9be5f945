"""The second oracle, its first half: what the user's words come to. What it is for stands in :mod:`tests.oracle.second`.

A dialogue is a line of *moments*: the changes of each turn in the order in which they count, the end of the turn, its calls.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from intentprops.changes import (
    GOAL,
    Accept,
    Answer,
    Change,
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
    Switch,
    Turn,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.errors import ValueProblem

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W", bound="Words")
LogEntry: TypeAlias = tuple[str, Any, bool]


@dataclass(frozen=True)
class Opening:
    """The moment at which the domain's opening goal becomes the goal (T0)."""

    goal: str


@dataclass(frozen=True)
class EndOfTurn:
    """The moment at which the words of a turn are over, and its calls begin."""

    turn: int


@dataclass(frozen=True)
class Call:
    """A call that the agent made: what it asked, whether the world took it, the turn (from 0) that it was queued in."""

    tool: str
    arguments: Mapping[str, Any]
    answer: Any = None
    ok: bool = True
    queued: int | None = None


@dataclass(frozen=True)
class Asked:
    """A call that a reply asked a yes for; ``arguments`` is None where it named no values."""

    tool: str
    arguments: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Exchange:
    """One turn as it happened. ``offers`` and ``asked`` are None where the agent does not expose them."""

    turn: Turn
    calls: Sequence[Call] = ()
    offers: Sequence[str] | None = None
    asked: Sequence[Asked] | None = None


Moment: TypeAlias = Change | Opening | EndOfTurn | Call

SILENT = object()
"""A moment says nothing of a field."""
ANY = object()
"""What an indifferent field holds."""
def remembered(method: Callable[Concatenate[W, P], T]) -> Callable[Concatenate[W, P], T]:
    """Questions are asked of the same times over and over; each is answered once."""

    def ask(self: W, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key: Hashable = (method.__name__, *args)
        if key not in self.memo:
            self.memo[key] = method(self, *args, **kwargs)
        found: T = self.memo[key]
        return found

    return ask


class Words:
    """The line of moments. A *time* is a number of moments past: at time 0 nothing was said yet."""

    def __init__(self, domain: Domain, exchanges: Sequence[Exchange]) -> None:
        self.domain, self.exchanges = domain, exchanges
        self.memo: dict[Hashable, Any] = {}
        self.moments: list[Moment] = []
        self.turn_of: list[int] = []
        self.began: list[int] = []
        self.heard: list[int] = []
        self.done: list[int] = []
        for number, exchange in enumerate(exchanges):
            self.began.append(len(self.moments))
            self._extend(number, words(domain, exchange.turn, first=number == 0))
            self._extend(number, [EndOfTurn(number)])
            self.heard.append(len(self.moments))
            self._extend(number, exchange.calls)
            self.done.append(len(self.moments))
        self.labels = {e.turn.label: heard for e, heard in zip(exchanges, self.heard, strict=True) if e.turn.label}

    def _extend(self, turn: int, moments: Sequence[Moment]) -> None:
        self.moments += moments
        self.turn_of += [turn] * len(moments)

    def back(self, time: int) -> Iterator[tuple[int, Moment]]:
        """The moments before a time, the newest first, each with the time at which it came."""
        return ((when, self.moments[when]) for when in reversed(range(time)))

    # -- the goal, and the task that waits

    @remembered
    def goal(self, time: int) -> str | None:
        for when, moment in self.back(time):
            match moment:
                case Opening(goal) | Switch(goal) | Detour(goal):
                    return goal
                case Return(version=str(label)):
                    return self.goal(self.labels[label])
                case Conflict(field="goal"):
                    return None
                case Confirm() if (detour := self.paused(when)) is not None:
                    return self.goal(detour)
        return None

    @remembered
    def paused(self, time: int) -> int | None:
        """When the detour began that a task is paused for: the first one since anything settled the matter."""
        first = None
        for when, moment in self.back(time):
            match moment:
                case Detour():
                    first = when
                case Switch() | Confirm() | Conflict(field="goal") | Return(version=str()):
                    break
        return first

    def resumed(self, when: int) -> int | None:
        """The time of the detour whose paused task the moment brings back (T8, T5)."""
        detour = self.paused(when)
        match self.moments[when]:
            case Confirm():
                return detour
            case Switch(goal) if detour is not None and goal == self.goal(detour):
                return detour
        return None

    def exists(self, name: str, goal: str | None) -> bool:
        return goal is None or goal in self.domain.owners.get(name, {goal})

    # -- fields

    @remembered
    def holds(self, name: str, time: int) -> Any:
        """The value of a field, its empty value where it is unknown, or ``ANY``."""
        words = (self.said(name, when) for when in reversed(range(time)))
        return next((word for word in words if word is not SILENT), self.domain.field[name].empty)

    def known(self, name: str, time: int) -> Any:
        """The value of a field; its empty value also where any will do."""
        held = self.holds(name, time)
        return self.domain.field[name].empty if held is ANY else held

    @remembered
    def said(self, name: str, when: int) -> Any:
        """What the moment makes of a field, or ``SILENT``."""
        field = self.domain.field[name]
        match self.moments[when]:
            case Reveal(field=about, value=value) if about == name:
                return self.holds(name, when) | field.parse(value) if field.is_set else field.parse(value)
            case Revision(field=about, value=value) if about == name:
                return field.parse(value)
            case Remove(field=about, members=members) if about == name:
                return self.holds(name, when) - field.parse(members)
            case Retract(field=about) | Conflict(field=about) if about == name:
                return field.empty
            case DontCare(field=about) if about == name:
                return field.empty if field.is_set else ANY
            case Refer(field=about, source=source) if about == name:
                value = self.known(source, when)
                return SILENT if value == self.domain.field[source].empty else value
            case Return(field=about) if about == name:
                return self.first(name, when)
            case Return(version=str(label)):
                return self.holds(name, self.labels[label])
            case Accept(position) if name in self.domain.item_fields and self.exists(name, self.goal(when)):
                item = self._offered(self.turn_of[when], position)
                key = self.domain.item_fields[name]
                return self._part(name, item[key]) if key in item else SILENT
            case Opening() | Switch() | Detour() | Confirm():
                return self._moved(name, when)
        return SILENT

    def _moved(self, name: str, when: int) -> Any:
        """What becomes of a field when the goal does: it comes back, goes away, or takes a default."""
        new = self.goal(when + 1)
        if (detour := self.resumed(when)) is not None and new is not None and name in self.domain.goal[new].own:
            return self.holds(name, detour)
        if new is None or new == self.goal(when):
            return SILENT
        empty = self.domain.field[name].empty
        if not self.exists(name, new):
            return empty
        defaults = self.domain.goal[new].defaults
        unsaid = name in defaults and self.holds(name, when) == empty
        return self.domain.field[name].parse(defaults[name]) if unsaid else SILENT

    def _offered(self, turn: int, position: int) -> Mapping[str, Any]:
        shown = [exchange.offers for exchange in self.exchanges[:turn] if exchange.offers is not None]
        offers = shown[-1] if shown else ()
        if not 0 < position <= len(offers):
            return {}
        known = [*self._answered(turn), *self.domain.items.items()]
        unknown = {"id": offers[position - 1]}
        return next((item for id, item in reversed(known) if str(id) == offers[position - 1]), unknown)

    def _part(self, name: str, raw: Any) -> Any:
        """What a field takes of an item; nothing where it cannot hold that."""
        try:
            return self.domain.field[name].parse(raw)
        except ValueProblem:
            return SILENT

    def _answered(self, turn: int) -> list[tuple[Any, Mapping[str, Any]]]:
        """The items that tools named before a turn, in the order in which they did, by id."""
        found = []
        for call in (call for exchange in self.exchanges[:turn] for call in exchange.calls):
            made = self.domain.tool[call.tool].makes
            key = self.domain.result[made].key if made else "id"
            answers = [call.answer, *(list(call.answer.values()) if isinstance(call.answer, Mapping) else [])]
            lists = [answer for answer in answers if isinstance(answer, list)]
            objects = [item for listed in lists for item in listed if isinstance(item, Mapping)]
            found += [(item[key], item) for item in objects if isinstance(item.get(key), str | int)]
        return found

    def first(self, name: str, time: int) -> Any:
        """The first value that somebody said of a field before a time, or ``SILENT``."""
        for when in range(time):
            if isinstance(self.moments[when], Reveal | Revision | Remove | Refer | Accept):
                word = self.said(name, when)
                if word is not SILENT and word != self.domain.field[name].empty:
                    return word
        return SILENT

    def log(self, time: int) -> frozenset[LogEntry]:
        """Every value that a user's word replaced or withdrew (T3, T4, T5)."""
        return frozenset(entry for when in range(time) for entry in self._superseded(when))

    @remembered
    def _superseded(self, when: int) -> frozenset[LogEntry]:
        moment, before, after = self.moments[when], self.began[self.turn_of[when]], self._ended(when)
        old_goal, new_goal = self.goal(when), self.goal(when + 1)
        found: set[LogEntry] = set()
        if old_goal not in (None, new_goal) and self.resumed(when) is None and not isinstance(moment, Detour):
            found.add((GOAL, old_goal, self.goal(before) != old_goal or self.goal(after) == old_goal))
        if isinstance(moment, Opening | Switch | Detour | Confirm):
            return frozenset(found)
        for name, field in self.domain.field.items():
            if not self.exists(name, new_goal):
                continue
            old, new, at_first, at_last = (members(field.is_set, self.known(name, t)) for t in (when, when + 1, before, after))
            found |= {(field.path, value, value not in at_first or value in at_last) for value in old - new}
        return frozenset(found)

    def _ended(self, when: int) -> int:
        """The time at which the words of a moment's turn had been heard."""
        return next((n for n in range(when, len(self.moments)) if isinstance(self.moments[n], EndOfTurn)), when)

    def superseded(self, name: str, time: int) -> set[Any]:
        """The old values of a field that are not active."""
        field = self.domain.field[name]
        return {old for path, old, _ in self.log(time) if path == field.path} - members(field.is_set, self.known(name, time))

    # -- bans, questions, permissions

    def banned(self, tool: str, time: int) -> bool:
        for _, moment in self.back(time):
            match moment:
                case Forbid(tools) if tool in tools:
                    return True
                case Permit(tools) if tool in tools:
                    return False
                case Switch(goal) if tool == self.domain.function(goal):
                    return False
        return False

    @remembered
    def questions(self, time: int) -> frozenset[str]:
        asked = {question for moment in self.moments[:time] for question in opened(moment)}
        return frozenset(f"{kind}:{subject}" for kind, subject in asked if self._open(kind, subject, time))

    def _open(self, kind: str, subject: str, time: int) -> bool:
        for when, moment in self.back(time):
            if (kind, subject) in opened(moment):
                return True
            if (kind, subject) == ("conflict", GOAL) and isinstance(moment, Return) and moment.version is not None:
                return self.goal(when + 1) is None
            if self._closes(kind, subject, when, moment):
                return False
        return False

    def _closes(self, kind: str, subject: str, when: int, moment: Moment) -> bool:
        match kind, moment:
            case "unmodelled", _:
                return moment == Answer(subject)
            case _, Return(version=str()):
                return True
            case "unknown_goal", _:
                return moment == Answer(subject) or isinstance(moment, Switch)
            case "conflict", _ if subject == GOAL:
                return isinstance(moment, Switch)
            case "conflict", Retract() | EndOfTurn() | Call():
                return False
            case "conflict", Opening() | Switch() | Detour() | Confirm():
                return not self.exists(subject, self.goal(when + 1))
        return self.said(subject, when) is not SILENT

    def status(self, time: int) -> str:
        if self.questions(time):
            return "needs_clarification"
        if self.paused(time) is not None or (self.completed(time) and self.touched(time)):
            return "awaiting_confirmation"
        return "completed" if self.completed(time) else "active"

    def permitted(self, tool: str, time: int) -> bool:
        if tool not in self.domain.allowed[self.goal(time)] or self.banned(tool, time):
            return False
        return not self.domain.tool[tool].effect or self.status(time) == "active"

    # -- what is done, and what was touched since

    @remembered
    def completed(self, time: int) -> bool:
        for when, moment in self.back(time):
            match moment:
                case Call() if self.fulfils(when):
                    return True
                case Switch() | Detour():
                    return False
                case Confirm() if (detour := self.resumed(when)) is not None:
                    return self.completed(detour)
                case Confirm() if self.completed(when) and self.touched(when):
                    return False
                case Conflict() | Return() if self.goal(when) != self.goal(when + 1):
                    return False
        return False

    @remembered
    def touched(self, time: int) -> bool:
        """Whether something changed since the task was completed; without meaning where it is not."""
        if not self.completed(time):
            return False
        for when, moment in self.back(time):
            match moment:
                case Call() if self.fulfils(when):
                    return False
                case Confirm() if (detour := self.resumed(when)) is not None:
                    return self.touched(detour)
                case EndOfTurn(turn) if self._touches(turn, when):
                    return True
        return False

    def _touches(self, turn: int, end: int) -> bool:
        began = self.began[turn]
        came_back = (isinstance(self.moments[w], Confirm) and self.resumed(w) is not None for w in range(began, end))
        return self.completed(began) and self.completed(end) and self.content(began) != self.content(end) and not any(came_back)

    def content(self, time: int) -> tuple[Any, ...]:
        """All that counts as the state, for "did anything change"."""
        bans = frozenset(tool for tool in self.domain.tool if self.banned(tool, time))
        waiting = self.paused(time)
        return (
            self.goal(time), {name: self.holds(name, time) for name in self.domain.field}, bans, self.questions(time),
            None if waiting is None else self._task(waiting), self.completed(time), self.touched(time),
        )  # fmt: skip

    def _task(self, detour: int) -> tuple[Any, ...]:
        goal = self.goal(detour)
        own = self.domain.goal[goal].own if goal else ()
        return goal, {name: self.holds(name, detour) for name in own}, self.completed(detour), self.touched(detour)

    def fulfils(self, when: int) -> bool:
        """Whether a call completes the task: a question about deeds, answered in the second half."""
        raise NotImplementedError


def words(domain: Domain, turn: Turn, *, first: bool) -> list[Moment]:
    """The changes of a turn in the order in which they count: a ban counts at the end of its message (T6, T15)."""
    found: list[Moment] = []
    if first and not any(isinstance(change, Switch) for change in turn.changes):
        found.append(Opening(domain.opens_with))
    for message in turn.messages:
        found += sorted(message.changes, key=lambda change: isinstance(change, Forbid))
    return found


def opened(moment: Moment) -> list[tuple[str, str]]:
    match moment:
        case Unmodelled(topic):
            return [("unmodelled", topic)]
        case UnknownGoal(topic):
            return [("unknown_goal", topic)]
        case Conflict(field):
            return [("conflict", field)]
    return []


def members(is_set: bool, value: Any) -> frozenset[Any]:
    """The values that a field holds, as a set."""
    return frozenset(value) if is_set else frozenset() if value is None else frozenset([value])
