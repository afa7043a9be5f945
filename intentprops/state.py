"""The active version of a task: what an oracle expects, and what an agent may expose of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from intentprops.changes import Disposition
from intentprops.domain import Domain

Status: TypeAlias = Literal["active", "needs_clarification", "awaiting_confirmation", "completed"]
STATUSES: tuple[Status, ...] = ("active", "needs_clarification", "awaiting_confirmation", "completed")
DISPOSITIONS: tuple[Disposition, ...] = ("cancelled", "paused", "superseded")


@dataclass(frozen=True, slots=True)
class Superseded:
    """A value that a user's word replaced, withdrew or made indifferent; a set's members one by one (T4).

    ``transient``: said and replaced, or replaced and said again, within one turn: who reads the turn as a whole never held it, or
    never gave it up.
    """

    path: str
    old: Any
    new: Any = None
    disposition: Disposition | None = None
    transient: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: of a fact without a field (T2), of two values (T13), or of an unknown goal (T14)."""

    kind: Literal["unmodelled", "conflict", "unknown_goal"]
    subject: str

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.subject}"


@dataclass(frozen=True, slots=True)
class Paused:
    """The task that a detour left (T7), with the values that belong to its goal."""

    goal: str
    values: Mapping[str, Any]
    indifferent: frozenset[str]
    completed: bool = False
    touched: bool = False


@dataclass(frozen=True, slots=True)
class Version:
    """What a whole return (T9) brings back: the goal and the fields, the unknown ones too."""

    goal: str | None
    values: Mapping[str, Any]
    indifferent: frozenset[str]


@dataclass(frozen=True, slots=True)
class State:
    """The active version of the task.

    ``values`` holds canonical values of the known fields only. ``completed`` says that the goal's call was done;
    ``touched`` that something changed since. ``first`` and ``versions`` are what a :class:`Return` can ask for.
    """

    goal: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    indifferent: frozenset[str] = frozenset()
    bans: frozenset[str] = frozenset()
    questions: tuple[Question, ...] = ()
    paused: Paused | None = None
    completed: bool = False
    touched: bool = False
    superseded: tuple[Superseded, ...] = ()
    revision: int = 0
    first: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, Version] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """The first that holds (DESIGN: clarification, confirmation, completed, active)."""
        return _status(self)

    def content(self) -> tuple[Any, ...]:
        """All that counts for "did anything change": everything but revision, log, memory of old versions, and any order."""
        return (
            self.goal, self.values, self.indifferent, self.bans, frozenset(self.questions),
            self.paused, self.completed, self.touched,
        )  # fmt: skip

    def permits(self, domain: Domain, tool: str) -> bool:
        """T6: the goal allows it, it is not banned, and it is read-only or the status is active."""
        return (
            tool in domain.allowed[self.goal]
            and tool not in self.bans
            and (tool not in domain.effectful or self.status == "active")
        )

    def permissions(self, domain: Domain) -> dict[str, bool]:
        return {tool: self.permits(domain, tool) for tool in domain.permissions}

    def old_values(self, name: str) -> set[Any]:
        """The superseded values of a field that are not active now (T3); of a set, its members."""
        if not self.superseded:
            return set()
        path = "constraints." + name
        now = self.values.get(name)
        active = now if isinstance(now, frozenset) else {now}
        return {entry.old for entry in self.superseded if entry.path == path} - active


def _status(state: State) -> Status:
    if state.questions:
        return "needs_clarification"
    if state.paused is not None or (state.completed and state.touched):
        return "awaiting_confirmation"
    return "completed" if state.completed else "active"


@dataclass(frozen=True)
class View:
    """A state as a domain's invariants see it. ``wants`` is an instance of the domain's own fields model."""

    goal: str | None
    status: str | None
    permissions: Mapping[str, bool]
    wants: Any


def view(domain: Domain, state: State) -> View:
    return View(state.goal, state.status, state.permissions(domain), domain.wants(state.values))


def dump_state(domain: Domain, state: State) -> dict[str, Any]:
    """The JSON form of a state, valid under :func:`state_schema`."""
    constraints = {name: f.dump(state.values.get(name, f.empty)) for name, f in domain.field.items()}
    document: dict[str, Any] = {
        "revision": max(state.revision, 1),
        "goal": state.goal,
        "status": state.status,
        "constraints": constraints,
        "permissions": state.permissions(domain),
        "superseded": [_dump_superseded(domain, entry) for entry in state.superseded],
        "open_questions": [question.id for question in state.questions],
    }
    if state.indifferent:
        document["indifferent"] = sorted(state.indifferent)
    if state.bans:
        document["forbidden"] = sorted(state.bans)
    if state.paused is not None:
        document["paused"] = [state.paused.goal]
    return document


def _dump_superseded(domain: Domain, entry: Superseded) -> dict[str, Any]:
    document = {"path": entry.path, "old": entry.old, "new": entry.new}
    if (f := domain.field.get(entry.path.removeprefix("constraints."))) is not None:
        for key in ("old", "new"):
            document[key] = None if document[key] is None else f.dump_member(document[key])
    if entry.disposition is not None:
        document["disposition"] = entry.disposition
    return document

