"""The small moves that dialogues are drawn from: what each kind makes of the state that it meets.

A move knows nothing of any domain: a kind and two small numbers. Where it is legal it says something, and where it is not
it is skipped, so every list of moves is a dialogue, and a shorter list is a shorter one. Three kinds say nothing themselves:
``and`` joins the next move to the same message, ``burst`` to the same turn as a message of its own, and ``label`` names
the version that the turn before it left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from hypothesis.errors import InvalidArgument

from intentprops.changes import (
    GOAL,
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
    Switch,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.fields import Field
from intentprops.state import State

TOPICS = ("confidential meeting", "external auditor")
"""Facts that no domain has a field for (T2), and operations that none offers (T14)."""
OPERATIONS = ("order catering", "call a taxi")


class Move(NamedTuple):
    """One thing that a user may do: its kind, which of the possible things, and with which of the values."""

    kind: str
    which: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """What a move meets: the state so far, the field last spoken of, the items that the agent listed last, and the
    labels that were given, each with the revision that it names."""

    domain: Domain
    pools: Mapping[str, Sequence[Any]]
    state: State
    recent: Sequence[str]
    offers: Callable[[], Sequence[str]]
    labels: Mapping[str, int]

    def exists(self, name: str) -> bool:
        owners = self.domain.owners.get(name)
        return owners is None or self.state.goal is None or self.state.goal in owners

    def fields(self, wanted: Callable[[Field], bool] = lambda field: True) -> list[Field]:
        """The fields that can be spoken of here: the one last spoken of first, then all in their order, so that a number means
        the same field whatever is left out before it."""
        there = [self.domain.field[name] for name in (*self.recent, *self.domain.field) if name in self.pools and self.exists(name)]
        return [field for field in there if wanted(field)]

    def others(self, field: Field, *without: Any) -> list[Any]:
        """The values of a field but those that are given."""
        return [value for value in self.pools[field.name] if value not in without]

    def knows(self, field: Field) -> bool:
        return field.name in self.state.values


Kinds: TypeAlias = str | Sequence[str] | Mapping[str, int] | None
Says: TypeAlias = Callable[[Scene, int, int], Sequence[Change]]


WHICH, VALUE = 8, 6
"""A move is drawn with numbers below these: for the thing that it means, and for the value of that."""


def pick(things: Sequence[Any], index: int) -> Any:
    return things[index % len(things)]


def pick_far(things: Sequence[Any], which: int, value: int) -> Any:
    """One of things that may be more than a move has numbers for: then the number of the value reaches the later ones."""
    return pick(things, which if len(things) <= WHICH else which + WHICH * value)


# -- values


def _revise(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T3: a known value gives way to another one; first that which was spoken of last."""
    known = scene.fields(scene.knows)
    if not known:
        return ()
    field = pick(known, which)
    return [Revision(field.name, pick(scene.others(field, scene.state.values[field.name]), value))]


def _again(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T4: a correction of a correction."""
    revised = scene.fields(lambda field: scene.knows(field) and bool(scene.state.old_values(field.name)))
    if not revised:
        return ()
    field = pick(revised, which)
    return [Revision(field.name, pick(scene.others(field, scene.state.values[field.name]), value))]


def _back(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T4: A → B → A, said by value."""
    revised = scene.fields(lambda field: not field.is_set and scene.knows(field) and bool(scene.state.old_values(field.name)))
    if not revised:
        return ()
    field = pick(revised, which)
    old = [value for value in scene.pools[field.name] if value in scene.state.old_values(field.name)]
    return [Revision(field.name, pick(old, value))] if old else ()


def _reveal(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T1: what was unknown; of a set, one more member."""
    unknown = scene.fields(lambda field: bool(_news(scene, field)))
    if not unknown:
        return ()
    unknown.sort(key=lambda field: field.from_item is not None)
    field = pick_far(unknown, which, value)
    return [Reveal(field.name, pick(_news(scene, field), value))]


def _add(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T1 of a set: one more member."""
    sets = scene.fields(lambda field: field.is_set and bool(_news(scene, field)))
    if not sets:
        return ()
    field = pick(sets, which)
    return [Reveal(field.name, pick(_news(scene, field), value))]


def _news(scene: Scene, field: Field) -> list[Any]:
    """What can be revealed of a field."""
    if field.is_set:
        held = scene.state.values.get(field.name, frozenset())
        return [some for some in scene.pools[field.name] if len(some) == 1 and not some <= held]
    open_ = any(question.subject == field.name for question in scene.state.questions)
    return [] if scene.knows(field) and not open_ else list(scene.pools[field.name])


def _repeat(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T16: a value that is active already."""
    known = scene.fields(scene.knows)
    return [Reveal(field.name, scene.state.values[field.name]) for field in known[which % len(known) :][:1]] if known else ()


def _remove(scene: Scene, which: int, value: int) -> Sequence[Change]:
    held = scene.fields(lambda field: field.is_set and scene.knows(field))
    if not held:
        return ()
    field = pick(held, which)
    return [Remove(field.name, frozenset([pick(sorted(scene.state.values[field.name], key=str), value)]))]


def _retract(scene: Scene, which: int, value: int) -> Sequence[Change]:
    known = scene.fields(scene.knows)
    return [Retract(pick(known, which).name)] if known else ()


def _any(scene: Scene, which: int, value: int) -> Sequence[Change]:
    free = scene.fields(lambda field: not field.is_set and field.name not in scene.state.indifferent and field.from_item is None)
    return [DontCare(pick(free, which).name)] if free else ()


def _return(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T9: the first value said of a field, where it is another one now."""
    first, values = scene.state.first, scene.state.values
    moved = scene.fields(lambda field: field.name in first and values.get(field.name) != first[field.name])
    return [Return(pick(moved, which).name)] if moved else ()


def _version(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T9: a whole version, where anything changed since; it may have changed back."""
    older = [label for label, revision in scene.labels.items() if revision < scene.state.revision]
    return [Return(version=pick(older, which))] if older else ()


def _refer(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T10: one field takes the value of another of its type."""
    values = scene.state.values
    pairs = [(to, of) for to, of in alike(scene.domain) if of in values and values.get(to) != values[of]]
    return [Refer(*pick(pairs, which))] if pairs else ()


def alike(domain: Domain) -> list[tuple[str, str]]:
    """The pairs of fields of which one may take the other's value: one type, and neither comes and goes with a goal."""
    fields = [field for field in domain.field.values() if field.name not in domain.owners and field.from_item is None]
    return [(a.name, b.name) for a in fields for b in fields if a != b and (a.is_set, a.annotation) == (b.is_set, b.annotation)]


def _accept(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T10: one of the items that the agent's last reply listed."""
    offers = scene.offers() if any(scene.exists(name) for name in scene.domain.item_fields) else ()
    return [Accept(which % len(offers) + 1)] if offers else ()


def _conflict(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T13: two values stand side by side."""
    fields = scene.fields(lambda field: not field.is_set and len(scene.others(field, scene.state.values.get(field.name))) >= 2)
    if not fields:
        return ()
    field = pick(fields, which)
    rivals = scene.others(field, scene.state.values.get(field.name))
    one = value % len(rivals)
    return [Conflict(field.name, (rivals[one], rivals[(one + 1) % len(rivals)]))]


# -- goals, permissions, questions


def enter(scene: Scene, change: Change, goal: str, value: int) -> list[Change]:
    """A change to a goal, with all that the goal needs and nobody said: whatever becomes owed can be known."""
    known = {*scene.state.values, *scene.state.indifferent}
    missing = [name for name in scene.domain.needs(goal) if name not in known and name not in scene.domain.goal[goal].defaults]
    said = [name for name in missing if name in scene.pools]  # a small number is another value of the first of them only
    return [change, *(Reveal(name, pick(scene.pools[name], value >> n)) for n, name in enumerate(said))]


def _open(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T0: the first message; the opening goal need not be named."""
    opens = scene.domain.opens_with
    names = [opens, opens, *(goal.name for goal in scene.domain.goals if goal.name != opens)]
    goal = pick_far(names, which, value)
    said = enter(scene, Switch(goal), goal, value)
    return said[1:] if goal == opens and which % len(names) == 0 and len(said) > 1 else said


def _switch(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T5; to the active goal where that lifts a ban on it (T6) or asks for one more."""
    state, domain = scene.state, scene.domain
    others = [goal.name for goal in domain.goals if goal.name != state.goal or domain.function(goal.name) in state.bans]
    goal = pick_far(others, which, value) if others else None
    return enter(scene, Switch(goal), goal, value) if goal else ()


def _detour(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T7: to something that changes nothing in the world."""
    goals = [goal for goal in scene.domain.goals if goal.name != scene.state.goal and goal.ends_with is None]
    goals.sort(key=lambda goal: not goal.words_only)
    if scene.state.goal is None or not goals:
        return ()
    goal = pick_far(goals, which, value).name
    return enter(scene, Detour(goal), goal, value)


def _yes(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T8; not while a question is open, which a bare yes might be taken to answer."""
    return () if scene.state.questions else [Confirm()]


def _forbid(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T6: the goal's own effect first, then any other, then all of them."""
    free = sorted(scene.domain.effectful - scene.state.bans - {None})
    if not free:
        return ()
    goal = scene.domain.goal_of(scene.state.goal)
    free.sort(key=lambda name: goal is None or name != goal.ends_with)
    sets = [frozenset([name]) for name in free] + ([frozenset(free)] if len(free) > 1 else [])
    return [Forbid(pick_far(sets, which, value))]


def _permit(scene: Scene, which: int, value: int) -> Sequence[Change]:
    banned = sorted(scene.state.bans)
    return [Permit(frozenset([pick(banned, which)]))] if banned else ()


def _fact(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T2; not while another question is open, which it might be taken to answer."""
    return () if scene.state.questions else [Unmodelled(pick(TOPICS, which))]


def _operation(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T14; not while another question is open, as with a fact."""
    return () if scene.state.questions else [UnknownGoal(pick(OPERATIONS, which))]


def _answer(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """Every kind of open question: answered, or settled by a value or a goal."""
    if not scene.state.questions:
        return ()
    question = pick(scene.state.questions, which)
    if question.kind != "conflict":
        return [Answer(question.subject)]
    if question.subject == GOAL:
        goal = pick([goal.name for goal in scene.domain.goals], value)
        return enter(scene, Switch(goal), goal, value)
    return [Reveal(question.subject, pick(scene.pools[question.subject], value))] if scene.exists(question.subject) else ()


def _goals(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T13: two goals stand side by side."""
    names = [goal.name for goal in scene.domain.goals if goal.name != scene.state.goal]
    if len(names) < 2 or scene.state.goal is None:
        return ()
    return [Conflict(GOAL, (pick(names, which), pick(names, which + 1)))]


def _compare(scene: Scene, which: int, value: int) -> Sequence[Change]:
    """T17: old and new side by side, where there is an old one."""
    return [Compare()] if any(scene.state.old_values(field.name) for field in scene.fields()) else ()


OPENING = "open"
KINDS: Mapping[str, Says] = {
    "revise": _revise, "reveal": _reveal, "add": _add, "switch": _switch, "again": _again, "forbid": _forbid, "detour": _detour,
    "confirm": _yes, "back": _back, "permit": _permit, "remove": _remove, "any": _any, "retract": _retract, "return": _return,
    "accept": _accept, "version": _version, "refer": _refer, "conflict": _conflict, "unmodelled": _fact, "answer": _answer,
    "unknown_goal": _operation, "conflicting_goals": _goals, "compare": _compare, "repeat": _repeat,
    "aside": lambda scene, which, value: (),
}  # fmt: skip
"""What each kind says, by the names of ``kinds=``; the simplest first."""
JOINING = ("and", "burst", "label")
"""The kinds that say nothing themselves."""

WEIGHTS: Mapping[str, int] = {
    "revise": 10, "reveal": 4, "add": 3, "switch": 4, "again": 5, "forbid": 3, "detour": 3, "confirm": 4, "back": 4, "permit": 3,
    "remove": 3, "any": 2, "retract": 2, "return": 3, "accept": 3, "version": 3, "refer": 2, "conflict": 2, "unmodelled": 2,
    "answer": 4, "unknown_goal": 1, "conflicting_goals": 1, "compare": 3, "repeat": 2, "aside": 2, "and": 10, "burst": 3, "label": 3,
}  # fmt: skip
"""How often each kind is drawn unless ``kinds=`` says otherwise."""
THEMES: Sequence[Mapping[str, int]] = (
    {"revise": 5, "again": 4, "switch": 4, "back": 3, "confirm": 1, "forbid": 1, "reveal": 1, "and": 3},
    {"revise": 3, "switch": 3, "detour": 4, "confirm": 4, "forbid": 4, "permit": 4, "accept": 2, "and": 3, "burst": 1},
    {"revise": 5, "label": 4, "version": 4, "return": 4, "switch": 2, "compare": 3, "back": 1, "and": 2, "burst": 1},
    {"revise": 3, "conflict": 3, "unmodelled": 3, "answer": 5, "unknown_goal": 2, "conflicting_goals": 2, "switch": 1, "confirm": 1},
    {"revise": 3, "reveal": 3, "add": 4, "remove": 5, "any": 3, "retract": 3, "refer": 3, "accept": 4, "repeat": 2, "aside": 2, "burst": 3},
    WEIGHTS,
)
"""What one dialogue is drawn from: what takes several moves of few kinds is met sooner among few."""


def says(move: Move, scene: Scene) -> Sequence[Change]:
    """What a move says where it stands; nothing where it is not legal there."""
    return (_open if move.kind == OPENING else KINDS[move.kind])(scene, move.which, move.value)


def themes(domain: Domain, kinds: Kinds) -> list[dict[str, int]]:
    """The tables of kinds and weights that a dialogue is drawn from, one for each dialogue: the one that ``kinds`` makes,
    or by default several.

    ``kinds`` names some (``"revise switch forbid"``; one named twice is drawn twice as often), or gives each its weight.
    Raises :class:`hypothesis.errors.InvalidArgument` for a kind that does not exist, or that the domain cannot make.
    """
    if kinds is not None:
        return [_asked(domain, kinds)]
    able = {kind for kind in WEIGHTS if unable(domain, kind) is None}
    return [{kind: weight for kind, weight in theme.items() if kind in able} for theme in THEMES]


def _asked(domain: Domain, kinds: str | Sequence[str] | Mapping[str, int]) -> dict[str, int]:
    if isinstance(kinds, Mapping):
        asked = dict(kinds)
    else:
        names = kinds.split() if isinstance(kinds, str) else list(kinds)
        asked = {name: names.count(name) for name in names}
    for kind, weight in asked.items():
        if kind not in WEIGHTS:
            raise InvalidArgument(f"kinds: {kind!r} is no kind of change; there are {', '.join(WEIGHTS)}")
        if isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
            raise InvalidArgument(f"kinds: the weight of {kind!r} is a whole number from 0, not {weight!r}")
        if weight and (why := unable(domain, kind)):
            raise InvalidArgument(f"kinds: {domain.name} cannot make {kind!r}: {why}")
    if not any(weight for kind, weight in asked.items() if kind not in JOINING):
        raise InvalidArgument(f"kinds: {kinds!r} names no kind that says anything; name some, such as 'revise switch forbid'")
    return {kind: asked[kind] for kind in WEIGHTS if asked.get(kind)}


def unable(domain: Domain, kind: str) -> str | None:
    """Why a domain can never make a kind of change; ``None`` where it can."""
    fields = list(domain.field.values())
    if kind in ("add", "remove") and not any(field.is_set for field in fields):
        return "it has no set field"
    if kind == "accept" and not domain.item_fields:
        return "no field comes from an item (FromItem)"
    if kind in ("forbid", "permit") and not domain.effectful:
        return "it has no effectful tool"
    if kind == "switch" and len(domain.goals) < 2:
        return "it has one goal only"
    if kind == "conflicting_goals" and len(domain.goals) < 3:
        return "it has no two goals beside the active one"
    if kind == "detour" and all(goal.ends_with for goal in domain.goals):
        return "every goal ends with an effect"
    if kind == "refer" and not alike(domain):
        return "no two fields have the same type"
    return None
