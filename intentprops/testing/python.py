"""A dialogue as Python code that plays it again."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from typing import Any

from intentprops.changes import Change, Conflict, Message, Scenario, Turn
from intentprops.domain import Domain


def as_python(domain: Domain, scenario: Scenario) -> str:
    """Code that makes the same :class:`intentprops.testing.Dialogue` again; it runs as it stands."""
    kinds = sorted({type(change).__name__ for turn in scenario.turns for change in turn.changes})
    turn_names = ["Message"] if any(len(turn.messages) > 1 for turn in scenario.turns) else []
    names = ", ".join(sorted([*kinds, *turn_names, "Turn"]))
    turns = "".join(f"    {_turn(domain, turn)},\n" for turn in scenario.turns)
    more = "" if scenario.language == "en" else f", language={scenario.language!r}"
    if scenario.now.isoformat() != domain.world.now:
        more += f", now={scenario.now.isoformat()!r}"
    return (
        f"from intentprops import {names}\n"
        f"from intentprops.testing import dialogue\n\n"
        f"failing = dialogue({reference_of(domain)!r}, [\n{turns}]{more})\n"
    )


def reference_of(domain: Domain) -> str:
    """How a command line or a file names a domain: by its name, if it comes with the library, else by where it stands."""
    from intentprops.scenarios.files import built_in

    for name, module in sorted(sys.modules.items()):
        for attribute, value in list(vars(module).items()) if module is not None else ():
            if value is domain:
                own = name == f"intentprops.domains.{domain.name}" and domain.name in built_in()
                if own:
                    return str(domain.name)
                if not name.startswith(("intentprops.", "_")) and name != "__main__":
                    return f"{name}:{attribute}"
    return str(domain.name)


def _turn(domain: Domain, turn: Turn) -> str:
    label = "" if turn.label is None else f", label={turn.label!r}"
    if len(turn.messages) == 1:
        message = turn.messages[0]
        changes = "".join(f"{code}, " for code in _changes(domain, message))
        return f"Turn.of({changes}text={message.text!r}{label})"
    messages = ", ".join(f"Message({m.text!r}, ({''.join(f'{code}, ' for code in _changes(domain, m))}))" for m in turn.messages)
    return f"Turn(({messages},){label})"


def _changes(domain: Domain, message: Message) -> Iterator[str]:
    for change in message.changes:
        parts = [
            f"{field.name}={_part(domain, change, field.name)!r}" if field.default is not dataclasses.MISSING
            else repr(_part(domain, change, field.name))
            for field in dataclasses.fields(change)
            if field.default is dataclasses.MISSING or getattr(change, field.name) != field.default
        ]  # fmt: skip
        yield f"{type(change).__name__}({', '.join(parts)})"


def _part(domain: Domain, change: Change, name: str) -> Any:
    """A part of a change in the JSON form that a domain reads, so that nothing has to be imported for it."""
    value = getattr(change, name)
    field = domain.field.get(getattr(change, "field", None) or "")
    if isinstance(change, Conflict) and name == "values":
        return list(value) if field is None else [field.dump(side) for side in value]
    if name in ("value", "members") and field is not None:
        return field.dump(value)
    return sorted(value) if isinstance(value, frozenset) else value
