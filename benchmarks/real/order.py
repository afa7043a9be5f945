"""Whether the messages of a log can have come in the order in which they stand."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

FOLLOW = {"user": {"call", "reply"}, "call": {"tool"}, "tool": {"tool", "call", "reply"}, "reply": {"user"}}
"""What may come after what in tau2: the agent calls until it speaks, and who has spoken waits."""


def displaced(path: Path) -> list[str]:
    """The tasks of a file of tau2 ``Results`` in which a message stands where the protocol does not allow it."""
    with gzip.open(path) as file:
        simulations = json.load(file)["simulations"]
    return [simulation["task_id"] for simulation in simulations if not in_order(simulation["messages"])]


def in_order(messages: Sequence[Mapping[str, Any]]) -> bool:
    kinds = [_kind(message) for message in messages]
    return all(second in FOLLOW[first] for first, second in pairwise(kinds))


def _kind(message: Mapping[str, Any]) -> str:
    """A message that speaks and calls at once is a call: the agent goes on."""
    role = str(message["role"])
    return role if role != "assistant" else "call" if message.get("tool_calls") else "reply"
