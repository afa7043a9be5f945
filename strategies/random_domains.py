"""Random valid domains, so that a law of the oracle can be shown for any domain and not only for those written by hand.

A domain is drawn as a list of small bricks that know nothing of each other, and then laid: a brick that does not fit where it
stands is skipped. So every list is a domain, a shorter list is a smaller one, and the empty list is the smallest: one field,
one read-only tool with its result, one goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from intentprops.domain import Domain, Goal
from intentprops.strategies.domain_build import Argument, Laid, Plan, build
from intentprops.strategies.domain_words import ACTS, COMPARISONS, ITEMS, LIMIT, SEARCHES, SORTING, TALKS, THEMES, Theme
from intentprops.tools import Covers, Derived, Exact, Free


class Brick(NamedTuple):
    """One thing to add to a domain: its kind, and two small numbers whose meaning is the kind's own."""

    kind: str
    which: int = 0
    how: int = 0


def domain_of(bricks: Iterable[Brick]) -> Domain:
    """The domain that a list of bricks comes to. What comes to the same structure is the same object."""
    plan = Plan()
    return _built(tuple(brick for brick in bricks if KINDS[brick.kind].lay(plan, brick.which, brick.how)))


def domain_named(name: str) -> Domain:
    """A random domain again, by the name that its repr shows, such as ``"random-f30-s10"``.

    Raises :class:`ValueError` for any other name.
    """
    kinds = {kind[0]: kind for kind in KINDS}
    first, *codes = name.split("-")
    if first != "random" or not all(len(code) == 3 and code[0] in kinds for code in codes):
        raise ValueError(f"{name!r} is no name of a random domain, such as 'random-f30-s10'")
    return domain_of(Brick(kinds[code[0]], int(code[1], 36), int(code[2], 36)) for code in codes)


@lru_cache(maxsize=512)
def _built(bricks: tuple[Brick, ...]) -> Domain:
    plan = Plan()
    for brick in bricks:
        KINDS[brick.kind].lay(plan, brick.which, brick.how)
    if not plan.fields:
        plan.hand = plan.tools[0]
        _field(plan, 0, 0)
    return build(plan, "-".join(["random", *(brick.kind[0] + _digit(brick.which) + _digit(brick.how) for brick in bricks)]))


def _digit(number: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[number]


# -- the bricks: each says whether it fits, and if so adds itself to the plan

WAYS = (
    "exact", "optional", "covers", "narrowed", "broader", "derived", "derived, optional", "derived of two",
    "depends", "depends, narrowed", "depends, any", "alone",
)  # fmt: skip
"""How a field meets the tool laid last: as an argument, as something its result depends on, or not at all."""
_READS_ONLY = {"covers", "narrowed", "broader", "depends, narrowed", "depends, any"}
_REQUIRED = {"exact", "derived", "derived of two"}


def _field(plan: Plan, which: int, how: int) -> bool:
    """A field, bound to the tool laid last; one that is there already can be bound to another tool as well."""
    theme, way, hand = THEMES[which], WAYS[how], plan.hand
    if way == "alone":
        fits = theme.name not in plan.fields
    else:
        fits = not (
            hand.touches(theme.name)
            or (way in _READS_ONLY and hand.effect)
            or (way in _REQUIRED and theme.name in plan.owned)
            or not _bind(hand, theme, way)
        )
    if fits:
        plan.fields[theme.name] = theme
    return fits


def _bind(hand: Laid, theme: Theme, way: str) -> bool:
    name, required = theme.name, way in _REQUIRED
    if way.startswith("depends"):
        hand.depends.append(name)
        if way != "depends":
            hand.refilter[name] = (lambda had, want: True) if way == "depends, any" else None
    elif way.startswith("derived"):
        others = [n for n, a in hand.bound.items() if isinstance(a.binding, Exact) and a.required and not a.of.is_set]
        if theme.is_set or (way == "derived of two" and not others):
            return False
        names = [name, *others[:1]] if way == "derived of two" else [name]
        hand.bound[f"{name}_parts"] = Argument(Derived(names, _parts), list[Any], required)
    elif way == "broader":
        if theme.broader is None:
            return False
        hand.bound[name] = Argument(Covers(name, theme.broader), theme, required)
    else:
        hand.bound[name] = Argument(Exact(name) if way in ("exact", "optional") else Covers(name), theme, required)
        if way == "narrowed":
            hand.refilter[name] = None
    return True


def _parts(*values: Any) -> list[Any]:
    """What a derived argument is: plain parts of its fields' values, the same for one instant in two zones."""
    return [value.timestamp() if hasattr(value, "timestamp") else str(value) for value in values]


def _search(plan: Plan, which: int, how: int) -> bool:
    """A read-only tool. Its result stands on none, on an item of the last one, or on the last one as a whole."""
    verb = next((verb for verb in SEARCHES if verb.name not in plan.names), None)
    if verb is None:
        return False
    below = plan.results[-1]
    plan.hand = Laid(verb, makes=verb.makes)
    plan.tools.append(plan.hand)
    if which:
        plan.hand.stand_on(below, item=which == 1)
    return True


def _act(plan: Plan, which: int, how: int) -> bool:
    """An effectful tool and its goal.

    ``which``: it takes nothing (0), an item of the last result (1), one that the user has to choose (2), the last result as a
    whole (3), the last effect (4), or the last effect, which its goal allows to be made (5). ``how``: a yes is needed
    before each call (1, 3), and nothing of it enters the ledger (2, 3).
    """
    verb = next((verb for verb in ACTS if verb.name not in plan.names), None)
    lower = plan.effects[-1] if plan.effects else None
    if verb is None or (which >= 4 and lower is None):
        return False
    plan.hand = Laid(verb, effect=True, makes=verb.makes if how < 2 else None)
    plan.hand.every_time = how % 2 == 1
    goal = Goal(verb.name, verb.words, ends_with=verb.name)
    if which in (1, 2, 3):
        plan.hand.stand_on(plan.results[-1], item=which != 3)
        goal = replace(goal, result=None if which == 2 else plan.results[-1])
    elif lower is not None and which:
        assert lower.makes is not None
        plan.hand.stand_on(lower.makes, item=True)
        if which == 5:
            made = next(other for other in plan.goals if other.name == lower.verb.name)
            goal = replace(goal, result=made.result, allows=(*made.allows, lower.verb.name))
    plan.tools.append(plan.hand)
    plan.goals.append(goal)
    return True


def _undo(plan: Plan, which: int, how: int) -> bool:
    """An undo of the last effect: with a yes (1); with a goal of its own (1), or with no id among its arguments (2).

    With both, the goal would owe the call even where there is nothing to undo.
    """
    lower = plan.effects[-1] if plan.effects else None
    if lower is None or lower.verb.undo is None or lower.verb.undo.name in plan.names:
        return False
    undo = Laid(lower.verb.undo, effect=True, undoes=lower.makes)
    undo.every_time = which == 1
    if how < 2:
        assert lower.makes is not None
        undo.stand_on(lower.makes, item=True)
    plan.tools.append(undo)
    if how == 1:
        plan.goals.append(Goal(undo.verb.name, undo.verb.words, ends_with=undo.verb.name))
    return True


def _compare(plan: Plan, which: int, how: int) -> bool:
    """A goal that compares what was found last, and owns a limit, an order, or both; with defaults, or without."""
    verb = next((verb for verb in COMPARISONS if verb.name not in plan.names), None)
    if verb is None:
        return False
    own = ((LIMIT,), (SORTING,), (LIMIT, SORTING))[which]
    plan.fields |= {theme.name: theme for theme in own}
    plan.owned |= {theme.name for theme in own}
    defaults = {} if how else {theme.name: theme.values[0] for theme in own}
    plan.goals.append(Goal(verb.name, verb.words, result=plan.results[-1], own=[t.name for t in own], defaults=defaults))
    return True


def _own(plan: Plan, which: int, how: int) -> bool:
    """A field that only the last goal has, an optional argument of the tool laid last; with a default (1)."""
    theme, goal = THEMES[which], plan.goals[-1]
    if theme.name in plan.fields or (how and (theme.is_set or not theme.values)):
        return False
    plan.fields[theme.name] = theme
    plan.owned.add(theme.name)
    plan.hand.bound[theme.name] = Argument(Exact(theme.name), theme, False)
    defaults = {**goal.defaults, theme.name: theme.values[0]} if how else goal.defaults
    plan.goals[-1] = replace(goal, own=(*goal.own, theme.name), defaults=defaults)
    return True


def _want(plan: Plan, which: int, how: int) -> bool:
    """A goal that wants a result which no goal is named for."""
    tools = [tool for tool in plan.tools if not tool.effect and all(tool.verb.name != goal.name for goal in plan.goals)]
    if which >= len(tools):
        return False
    plan.goals.append(Goal(tools[which].verb.name, tools[which].verb.words, result=tools[which].makes))
    return True


def _talk(plan: Plan, which: int, how: int) -> bool:
    """A goal that a reply alone fulfils."""
    verb = TALKS[which]
    if verb.name in plan.names:
        return False
    plan.goals.append(Goal(verb.name, verb.words, words_only=True))
    return True


def _need(plan: Plan, which: int, how: int) -> bool:
    """A field that the last goal cannot do without, though no argument requires it."""
    theme, goal = THEMES[which], plan.goals[-1]
    if theme.name not in plan.fields or theme.is_set or (theme.name in plan.owned and theme.name not in goal.own):
        return False
    if theme.name in plan.needs.get(goal.name, ()):
        return False
    plan.needs.setdefault(goal.name, []).append(theme.name)
    return True


def _permit(plan: Plan, which: int, how: int) -> bool:
    """An effectful tool that the last goal allows besides its own."""
    goal = plan.goals[-1]
    others = [tool.verb.name for tool in plan.tools if tool.effect and tool.verb.name not in (goal.ends_with, *goal.allows)]
    if which >= len(others) or not goal.ends_with:
        return False
    plan.goals[-1] = replace(goal, allows=(*goal.allows, others[which]))
    return True


def _extra(plan: Plan, which: int, how: int) -> bool:
    """An argument that is the agent's own business (0), even though it has to be there (1), or that is not judged (2)."""
    name = ("page", "pieces", "note")[which]
    if name in plan.hand.flat:
        return False
    binding = (Free(), Free(1), None)[which]
    plan.hand.flat[name] = Argument(binding, str if which == 2 else int, which == 1)
    return True


def _layout(plan: Plan, which: int, how: int) -> bool:
    """How the tool laid last is declared: by a function (1), and with its arguments one or two levels down."""
    if plan.hand.function or plan.hand.group or not (which or how):
        return False
    plan.hand.function, plan.hand.group = bool(which), ("", "query.", "query.filter.")[how]
    return True


def _rule(plan: Plan, which: int, how: int) -> bool:
    if which in plan.rules:
        return False
    plan.rules.append(which)
    return True


def _items(plan: Plan, which: int, how: int) -> bool:
    """More items than three, known by an id (0) or by a code (1)."""
    if plan.items is not None:
        return False
    plan.items, plan.key = 3 + which, ("id", "code")[how]
    return True


def _begin(plan: Plan, which: int, how: int) -> bool:
    """The goal that a task opens with."""
    if plan.opening or not 0 < which < len(plan.goals):
        return False
    plan.opening = which
    return True


def _handoff(plan: Plan, which: int, how: int) -> bool:
    plan.handoff, before = True, plan.handoff
    return not before


class _Kind(NamedTuple):
    """What a kind of brick does, how many there are of it, and how often it is drawn."""

    lay: Callable[[Plan, int, int], bool]
    whiches: int = 1
    hows: int = 1
    weight: int = 1


KINDS: dict[str, _Kind] = {
    "field": _Kind(_field, len(THEMES), len(WAYS), 8),
    "search": _Kind(_search, 3, 1, 4),
    "act": _Kind(_act, 6, 4, 3),
    "undo": _Kind(_undo, 2, 3, 2),
    "want": _Kind(_want, len(SEARCHES) - 1, 1, 2),
    "compare": _Kind(_compare, 3, 2),
    "own": _Kind(_own, len(THEMES), 2),
    "talk": _Kind(_talk, len(TALKS)),
    "need": _Kind(_need, len(THEMES)),
    "permit": _Kind(_permit, 4),
    "extra": _Kind(_extra, 3),
    "layout": _Kind(_layout, 2, 3, 2),
    "rule": _Kind(_rule, 3),
    "items": _Kind(_items, len(ITEMS) - 2, 2),
    "begin": _Kind(_begin, 4),
    "handoff": _Kind(_handoff),
}
"""Every kind of brick; no two begin with the same letter."""


def _every(kind: str) -> SearchStrategy[Brick]:
    made = KINDS[kind]
    return st.sampled_from([Brick(kind, which, how) for how in range(made.hows) for which in range(made.whiches)])


def _bricks(kinds: Iterable[str]) -> SearchStrategy[list[Brick]]:
    return st.lists(st.one_of([_every(kind) for kind in kinds for _ in range(KINDS[kind].weight)]))


_FIELDS, _TOOLS, _ANY = _bricks(["field"]), _bricks(["search", "act", "field", "undo"]), _bricks(KINDS)


def _domain(draw: DrawFn) -> Domain:
    """Several short lists one after the other, which together are longer than one would be."""
    parts = [draw(some) for some in (_FIELDS, _TOOLS, _TOOLS, _ANY, _ANY, _ANY)]
    return domain_of(brick for part in parts for brick in part)


domains = st.composite(_domain)
"""Random valid domains; see the head of this module."""
