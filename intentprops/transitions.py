"""The rules T0 to T17: how the changes of a turn turn one state into the next.

The fold knows the words of the user only; what the agent did enters in :mod:`intentprops.oracle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from intentprops.changes import (
    GOAL,
    Accept,
    Answer,
    Change,
    Compare,
    Confirm,
    Conflict,
    Detour,
    Disposition,
    DontCare,
    Forbid,
    Message,
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
from intentprops.errors import ScenarioError, ValueProblem
from intentprops.state import Paused, Question, State, Superseded, Version


@dataclass(frozen=True, slots=True)
class Step:
    """What one turn did: the new state, and what it asked for.

    ``changed`` are the paths whose value differs from before (``constraints.x``, ``goal``, ``permissions.x``);
    ``said`` the fields that the turn spoke of, ``taken`` those of them that came with an accepted item. ``requested``: the
    turn asks for the goal's own call, or lifts the ban on it. ``agrees``: it says yes; ``confirmed``: and changes no value
    (T18). ``compares``: T17. ``missed``: a precondition did not occur, such as an offer to accept.
    """

    state: State
    changed: frozenset[str]
    said: frozenset[str]
    taken: frozenset[str]
    requested: bool
    agrees: bool
    confirmed: bool
    compares: bool
    missed: tuple[str, ...]


def apply(
    domain: Domain, state: State, turn: Turn, offers: Sequence[str] = (), items: Mapping[str, Mapping[str, Any]] | None = None
) -> Step:
    """The state after a turn. ``offers`` are the ids of the items that the agent listed last, in order.

    ``items`` are what the tools answered, by id: for offers that the domain's catalogue does not have.

    Raises :class:`ScenarioError` where a change cannot be what it says, such as a return to a label nobody gave.
    """
    draft = _Draft(domain, state, tuple(offers), items or {})
    if state.revision == 0:
        draft.open(turn)
    for message in turn.messages:
        draft.read(message)
    return draft.finish(turn)


class _Draft:
    """The state while a turn is read; every method below is one rule."""

    def __init__(self, domain: Domain, state: State, offers: tuple[str, ...], items: Mapping[str, Mapping[str, Any]]) -> None:
        self.domain = domain
        self.before = state
        self.offers = offers
        self.items = items
        self.goal = state.goal
        self.values = dict(state.values)
        self.indifferent = set(state.indifferent)
        self.bans = set(state.bans)
        self.questions = list(state.questions)
        self.paused = state.paused
        self.completed = state.completed
        self.touched = state.touched
        self.log: list[Superseded] = []
        self.first = dict(state.first)
        self.said: set[str] = set()
        self.taken: set[str] = set()
        self.resumed = self.requested = self.agrees = self.compares = False
        self.missed: list[str] = []

    def open(self, turn: Turn) -> None:
        """T0: the domain's opening goal, unless the first turn names another."""
        self.requested = True
        if not any(isinstance(change, Switch) for change in turn.changes):
            self._enter(self.domain.opens_with)

    def read(self, message: Message) -> None:
        """T12: the parts of a message in listed order; within it Forbid wins (T6)."""
        for change in message.changes:
            _RULES[type(change)](self, change)
        for change in message.changes:
            if isinstance(change, Forbid):
                self.bans |= change.tools

    # -- values

    def reveal(self, change: Reveal) -> None:
        """T1; of a known scalar it is a revision."""
        known = self.values.get(change.field, frozenset())
        self._set(change.field, known | change.value if self.domain.field[change.field].is_set else change.value)

    def revise(self, change: Revision) -> None:
        self._set(change.field, change.value)

    def remove(self, change: Remove) -> None:
        self._set(change.field, self.values.get(change.field, frozenset()) - change.members)

    def retract(self, change: Retract) -> None:
        """T10; a field in conflict is unknown already, so nothing is withdrawn and the question stays."""
        self._set(change.field, self.domain.field[change.field].empty, settles=False)

    def dont_care(self, change: DontCare) -> None:
        field = self.domain.field[change.field]
        self._set(change.field, field.empty)
        if not field.is_set:
            self.indifferent.add(change.field)

    def accept(self, change: Accept) -> None:
        """T10: the item's parts become values; without such an offer the change is not reached."""
        if not 1 <= change.position <= len(self.offers):
            self.missed.append(f"no offer number {change.position} was listed")
            return
        id = self.offers[change.position - 1]
        item = self.domain.items.get(id) or self.items.get(id) or {"id": id}
        for name, key in self.domain.item_fields.items():
            if key in item and self._exists(name):
                try:
                    self._set(name, self.domain.field[name].parse(item[key]))
                except ValueProblem as problem:  # an item that an agent made up, or a service has beyond what the domain knows
                    self.missed.append(f"what was offered does not fit: {problem}")
                else:
                    self.taken.add(name)

    def refer(self, change: Refer) -> None:
        """T10: by value, as it is now; of an unknown source nothing is taken."""
        if change.source in self.values:
            value = self.values[change.source]
            field = self.domain.field[change.field]
            self._set(change.field, field.parse(value))
        else:
            self.missed.append(f"{change.source} was unknown when {change.field} referred to it")

    def return_(self, change: Return) -> None:
        if change.field is not None:
            if change.field in self.first:
                self._set(change.field, self.first[change.field])
            return
        assert change.version is not None
        if change.version not in self.before.versions:
            known = ", ".join(sorted(self.before.versions)) or "none so far"
            raise ScenarioError(f"return to the version {change.version!r}, which no earlier turn labels; labels: {known}")
        self._return_whole(self.before.versions[change.version])

    def _return_whole(self, version: Version) -> None:
        """T9: goal and fields, the unknown ones too. The log, the bans and the questions of T2 stay."""
        self.paused = None
        self._supersede_goal(version.goal, None)
        if version.goal != self.goal:
            self.completed = self.touched = False
        self.goal = version.goal
        for name, field in self.domain.field.items():
            if self._exists(name):
                self._set(name, version.values.get(name, field.empty), remembers=False)
            else:
                self._drop(name)
        self.indifferent = set(version.indifferent)
        self._close(lambda question: question.kind != "unmodelled")
        if version.goal is None:
            self._ask(Question("conflict", GOAL))

    def conflict(self, change: Conflict) -> None:
        """T13: the old value is superseded, the field unknown, a question open."""
        if change.field == GOAL:
            self._supersede_goal(None, None)
            self.goal = self.paused = None
            self.completed = self.touched = False
        else:
            self._set(change.field, self.domain.field[change.field].empty)
        self._ask(Question("conflict", change.field))

    # -- goals, permissions

    def switch(self, change: Switch) -> None:
        """T5. To the goal that is paused it resumes the task; to the active one it only lifts its ban and reopens."""
        self.requested = True
        if self.paused is not None and self.paused.goal == change.goal:
            self._resume()
        else:
            self.paused = None
            self._supersede_goal(change.goal, change.disposition)
            if change.goal != self.goal:
                self._enter(change.goal)
        self.completed = self.touched = False
        self._close(lambda question: question.kind == "unknown_goal" or question == Question("conflict", GOAL))
        self.bans.discard(self.domain.function(change.goal) or "")

    def detour(self, change: Detour) -> None:
        """T7: a detour inside a detour leaves the same task paused."""
        if self.goal is None:
            raise ScenarioError(f"a detour to {change.goal!r} needs a task to leave, and the goal is unknown here")
        if change.goal == self.goal:
            raise ScenarioError(f"a detour to {change.goal!r}, which is the active goal already")
        if self.paused is None:
            own = set(self.domain.goal[self.goal].own)
            values = {name: value for name, value in self.values.items() if name in own}
            self.paused = Paused(self.goal, values, frozenset(self.indifferent & own), self.completed, self.touched)
        self.completed = self.touched = False
        self._enter(change.goal)

    def confirm(self, change: Confirm) -> None:
        """T8: resumes what is paused, reopens what was completed and then changed; else it changes nothing."""
        self.agrees = True
        if self.paused is not None:
            self._resume()
        elif self.completed and self.touched:
            self.completed = self.touched = False

    def forbid(self, change: Forbid) -> None:
        """Applied at the end of its message, where it wins over what stands beside it (T6)."""

    def permit(self, change: Permit) -> None:
        self.bans -= change.tools
        self.requested = True

    # -- questions

    def unmodelled(self, change: Unmodelled) -> None:
        self._ask(Question("unmodelled", change.topic))

    def unknown_goal(self, change: UnknownGoal) -> None:
        self._ask(Question("unknown_goal", change.topic))

    def answer(self, change: Answer) -> None:
        self._close(lambda question: question.subject == change.question and question.kind != "conflict")

    def compare(self, change: Compare) -> None:
        self.compares = True

    # -- the small steps that the rules share

    def _set(self, name: str, new: Any, settles: bool = True, remembers: bool = True) -> None:
        field = self.domain.field[name]
        if not self._exists(name):
            raise ScenarioError(
                f"{field.path} exists only under {', '.join(sorted(self.domain.owners[name]))}; the goal here is {self.goal}"
            )
        self.said.add(name)
        self.taken.discard(name)
        old = self.values.get(name, field.empty)
        if field.is_set:
            self.log += [self._entry(field.path, member) for member in sorted(old - new, key=str)]
        elif old is not None and old != new:
            self.log.append(self._entry(field.path, old, new))
        self.indifferent.discard(name)
        if new == field.empty:
            self.values.pop(name, None)
        else:
            self.values[name] = new
            if remembers:  # what a version brings back was said then, or is a default, which nobody said
                self.first.setdefault(name, new)
        if settles:
            self._close(lambda question: question == Question("conflict", name))

    def _entry(self, path: str, old: Any, new: Any = None, disposition: Disposition | None = None) -> Superseded:
        name = path.removeprefix("constraints.")
        held = self.before.goal if path == GOAL else self.before.values.get(name)
        was_active = old in held if isinstance(held, frozenset) else old == held
        return Superseded(path, old, new, disposition, transient=not was_active)

    def _exists(self, name: str) -> bool:
        """Whether a field exists under the goal; while the goal is unknown, none goes away."""
        owners = self.domain.owners.get(name)
        return owners is None or self.goal is None or self.goal in owners

    def _drop(self, name: str) -> None:
        self.values.pop(name, None)
        self.indifferent.discard(name)
        self._close(lambda question: question == Question("conflict", name))

    def _enter(self, goal: str) -> None:
        self._leave_for(goal)
        for name, value in self.domain.goal[goal].defaults.items():
            if name not in self.values and name not in self.indifferent:
                self.values[name] = self.domain.field[name].parse(value)

    def _leave_for(self, goal: str) -> None:
        """T5: the fields that belong to other goals only go away, unlogged."""
        self.goal = goal
        for name in self.domain.field:
            if not self._exists(name):
                self._drop(name)

    def _resume(self) -> None:
        assert self.paused is not None
        paused, self.paused = self.paused, None
        self._leave_for(paused.goal)
        own = set(self.domain.goal[paused.goal].own)  # a detour may own some of them too, and have set them
        self.values = {name: value for name, value in self.values.items() if name not in own} | dict(paused.values)
        self.indifferent = (self.indifferent - own) | paused.indifferent
        self.completed, self.touched = paused.completed, paused.touched
        self.resumed = True

    def _supersede_goal(self, new: str | None, disposition: Disposition | None) -> None:
        if self.goal is not None and self.goal != new:
            self.log.append(self._entry(GOAL, self.goal, new, disposition))

    def _ask(self, question: Question) -> None:
        if question not in self.questions:
            self.questions.append(question)

    def _close(self, settled: Callable[[Question], bool]) -> None:
        self.questions = [question for question in self.questions if not settled(question)]

    # -- the end of the turn

    def _settled_log(self) -> list[Superseded]:
        """What was replaced and came back within the turn was never given up by who reads the turn as a whole."""
        return [replace(entry, transient=True) if self._holds(entry.path, entry.old) else entry for entry in self.log]

    def _holds(self, path: str, value: Any) -> bool:
        held = self.goal if path == GOAL else self.values.get(path.removeprefix("constraints."))
        return value in held if isinstance(held, frozenset) else bool(value == held)

    def finish(self, turn: Turn) -> Step:
        before = self.before
        state = replace(
            before, goal=self.goal, values=self.values, indifferent=frozenset(self.indifferent),
            bans=frozenset(self.bans), questions=tuple(self.questions), paused=self.paused,
            completed=self.completed, touched=self.touched, superseded=(*before.superseded, *self._settled_log()), first=self.first,
        )  # fmt: skip
        moved = state.content() != before.content()
        if moved and before.completed and state.completed and not self.resumed:
            state = replace(state, touched=True)
        if moved or self.log:
            state = replace(state, revision=before.revision + 1)
        if turn.label is not None:
            version = Version(state.goal, state.values, state.indifferent)
            state = replace(state, versions={**before.versions, turn.label: version})
        changed = _changed_paths(self.domain, before, state)
        known = {*before.values, *before.indifferent}
        replaced = any("constraints." + name in changed for name in self.said & known)
        return Step(
            state, changed, frozenset(self.said), frozenset(self.taken), self.requested, self.agrees,
            self.agrees and not replaced, self.compares, tuple(self.missed),
        )  # fmt: skip


def _changed_paths(domain: Domain, before: State, after: State) -> frozenset[str]:
    paths = {
        f.path
        for name, f in domain.field.items()
        if before.values.get(name) != after.values.get(name) or (name in before.indifferent) != (name in after.indifferent)
    }
    if before.goal != after.goal:
        paths.add(GOAL)
    if before.status != after.status:
        paths.add("status")
    old, new = before.permissions(domain), after.permissions(domain)
    paths |= {f"permissions.{tool}" for tool in new if old[tool] != new[tool]}
    return frozenset(paths)


_RULES: dict[type[Change], Callable[[_Draft, Any], None]] = {
    Reveal: _Draft.reveal, Revision: _Draft.revise, Remove: _Draft.remove, Retract: _Draft.retract,
    DontCare: _Draft.dont_care, Accept: _Draft.accept, Refer: _Draft.refer, Return: _Draft.return_,
    Conflict: _Draft.conflict, Unmodelled: _Draft.unmodelled, UnknownGoal: _Draft.unknown_goal,
    Answer: _Draft.answer, Switch: _Draft.switch, Detour: _Draft.detour, Confirm: _Draft.confirm,
    Forbid: _Draft.forbid, Permit: _Draft.permit, Compare: _Draft.compare,
}  # fmt: skip
