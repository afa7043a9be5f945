"""The project that docs/adapters.md imports from, each thing made when it is asked for: a fresh environment has one extra only."""

from __future__ import annotations

from typing import Any

from tests.adapters import fakes
from tests.adapters.fakes import McpClerk, Wishes

__all__ = ["McpClerk", "Wishes"]

_MADE = {"graph": fakes.langgraph_graph, "agent": fakes.pydantic_ai_clerk, "clerk": fakes.agents_clerk}


def __getattr__(name: str) -> Any:
    if name not in _MADE:
        raise AttributeError(name)
    return _MADE[name]("searches")
