"""What the domains of recorded logs share: bindings of what a user said, and a world that only the log can answer for.

In a log the agent looks things up, and the user leaves much to it: an id that he does not remember, the segments of a flight.
So an argument is judged only where the user named its value, and one that he named and gave up is found as superseded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from intentprops import Derived, ToolError, World


def listed(*values: Any) -> list[Any]:
    """The values of a field in JSON form, sorted; those of several fields one list after the other."""
    lists = [sorted(map(plain, value)) if isinstance(value, frozenset) else [plain(value)] for value in values]
    return lists[0] if len(lists) == 1 else lists


def plain(value: Any) -> Any:
    return value if isinstance(value, (str, int)) else str(value)


def said(field: str) -> Derived:
    """The value that the user said; where he said none, the agent's own affair."""
    return Derived(field, lambda value: value)


def among(field: str) -> Derived:
    """One of the values that the user named, where he named any."""
    return Derived(field, listed, lambda argument, named: not named or argument in named)


def exactly(field: str, read: Callable[[Any], Iterable[str]]) -> Derived:
    """The very values that the user named, where he named any, in whatever order and case."""
    return Derived(field, listed, lambda argument, named: not named or _folded(read(argument)) == _folded(named))


def within(field: str, read: Callable[[Any], Iterable[str]]) -> Derived:
    """Nothing but what the user named, where he named anything."""
    return Derived(field, listed, lambda argument, named: not named or set(read(argument)) <= set(named))


def holding(fields: Sequence[str], read: Callable[[Any], Sequence[Iterable[str]]]) -> Derived:
    """All that the user named of each field, and what the agent adds: a connection, a leg that stays."""

    def same(argument: Any, named: Any) -> bool:
        return all(set(wanted) <= set(found) for wanted, found in zip(named, read(argument), strict=True))

    return Derived(fields, listed, same)


def _folded(names: Iterable[str]) -> set[str]:
    return {name.casefold() for name in names}


def recorded_world(name: str, now: str, tools: Iterable[Callable[..., Any]]) -> type[World]:
    """A world that has every tool and answers none: what they would say now, nobody knows but the log.

    So the domain serves to grade what was recorded; to run an agent against it raises :class:`ToolError` at the first call.
    """

    def silent(tool: str) -> Callable[..., NoReturn]:
        def answer(self: World, **arguments: Any) -> NoReturn:
            raise ToolError(f"{tool}: only the recorded log has an answer")

        return answer

    return type(name, (World,), {"now": now, **{tool.__name__: silent(tool.__name__) for tool in tools}})
