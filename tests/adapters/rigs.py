"""A rig for each adapter: an agent of that framework with a brain for a model, tools that raise, and a yes asked before it reserves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from intentprops.running.session import Create
from tests.adapters import brains
from tests.adapters.server import serving

ROOT = Path(__file__).parents[2]
STEPS = 6
"""The step limit of every rig."""


class RealToolReached(BaseException):
    """Nothing may catch it on the way: a real tool was about to do something."""


def real_search_rooms(capacity: int, starts_at: str, required_features: list[str] | None = None) -> str:
    """Find rooms that hold so many people."""
    raise RealToolReached("search_rooms")


def real_reserve_room(room_id: str, starts_at: str, attendees: int, duration_minutes: int = 60) -> str:
    """Reserve one room."""
    raise RealToolReached("reserve_room")


Rig = Callable[[str], AbstractContextManager[Create]]
RIGS: dict[str, Rig] = {}


def rig(function: Callable[[str], Iterator[Create]]) -> Rig:
    made = contextmanager(function)
    RIGS[function.__name__] = made
    return made


@rig
def openai_chat(brain: str) -> Iterator[Create]:
    pytest.importorskip("openai", reason="needs the extra openai")
    from intentprops.adapters.openai_chat import openai_agent

    with serving(getattr(brains, brain)) as server:
        yield openai_agent("fake", base_url=server.url + "/v1", approval=["reserve_room"], max_steps=STEPS)


@rig
def anthropic_messages(brain: str) -> Iterator[Create]:
    pytest.importorskip("anthropic", reason="needs the extra anthropic")
    from intentprops.adapters.anthropic_messages import anthropic_agent

    with serving(getattr(brains, brain)) as server:
        yield anthropic_agent("fake", base_url=server.url, api_key="a key", approval=["reserve_room"], max_steps=STEPS)


@rig
def http(brain: str) -> Iterator[Create]:
    pytest.importorskip("httpx", reason="needs the extra http")
    from intentprops.adapters.http import http_agent

    with serving(getattr(brains, brain)) as server:
        yield http_agent(server.url + "/chat", max_steps=STEPS)


@rig
def command(brain: str) -> Iterator[Create]:
    from intentprops.adapters.command import command_agent

    yield command_agent([sys.executable, "-m", "tests.adapters.speaker", brain], cwd=str(ROOT), max_steps=STEPS)


def rig_names() -> list[Any]:
    return list(RIGS)
