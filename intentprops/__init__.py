"""Property-based and mutation testing for tool-calling agents whose user changes the requirements mid-dialogue."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intentprops.changes import (
        Accept,
        Answer,
        Change,
        Compare,
        Confirm,
        Conflict,
        Detour,
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
        Scenario,
        Switch,
        Turn,
        UnknownGoal,
        Unmodelled,
    )  # fmt: skip
    from intentprops.domain import Domain, Goal, Invariant, Result, Selection, World
    from intentprops.errors import (
        AgentError,
        DomainError,
        GuardError,
        IntentpropsError,
        ScenarioError,
        ToolError,
        TraceError,
    )  # fmt: skip
    from intentprops.fields import FromItem, Words
    from intentprops.oracle import Expectation, expect
    from intentprops.state import State
    from intentprops.tools import Covers, Derived, Exact, Free, Item, Tool
    from intentprops.trace import ToolCall, TurnRecord, events

__all__ = [
    "Accept",
    "AgentError",
    "Answer",
    "Change",
    "Compare",
    "Confirm",
    "Conflict",
    "Covers",
    "Derived",
    "Detour",
    "Domain",
    "DomainError",
    "DontCare",
    "Exact",
    "Expectation",
    "Forbid",
    "Free",
    "FromItem",
    "Goal",
    "GuardError",
    "IntentpropsError",
    "Invariant",
    "Item",
    "Message",
    "Permit",
    "Refer",
    "Remove",
    "Result",
    "Retract",
    "Return",
    "Reveal",
    "Revision",
    "Scenario",
    "ScenarioError",
    "Selection",
    "State",
    "Switch",
    "Tool",
    "ToolCall",
    "ToolError",
    "TraceError",
    "Turn",
    "TurnRecord",
    "UnknownGoal",
    "Unmodelled",
    "Words",
    "World",
    "events",
    "expect",
]

_HOMES = ("changes", "domain", "errors", "fields", "oracle", "state", "tools", "trace")


def __getattr__(name: str) -> Any:
    """A name is looked up when it is first used: the pytest plugin is loaded in every run, and must cost nothing there."""
    if name not in __all__:
        raise AttributeError(f"module 'intentprops' has no attribute {name!r}")
    if "hypothesis" in sys.modules:  # so that st.from_type knows our types, whichever of the two was imported first
        import_module("intentprops.hypothesis_entry").register_types()
    for home in _HOMES:
        module = import_module(f"intentprops.{home}")
        if hasattr(module, name):
            globals()[name] = getattr(module, name)
            return globals()[name]
    raise AssertionError(f"{name} is in none of {', '.join(_HOMES)}")
