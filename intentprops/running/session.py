"""What an agent under test gets, and what it gives back.

The smallest interface: ``create(session)`` is called once for each dialogue and returns ``respond(message)``, sync or
async, called once for each user turn. ``session.tools.search_rooms(capacity=6, …)`` goes to the domain's world, which
records the call and answers it. The return value is the reply's text, or a :class:`Reply`. A ``respond`` that holds
something open (a connection, a process) may have a method ``close()``, which is called when the dialogue has ended.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from intentprops.domain import Domain
from intentprops.errors import AgentError, ToolError
from intentprops.trace import Question, Queued, ToolCall, TurnRecord


@dataclass
class Reply:
    """An agent's answer to one user turn. ``None`` means that the agent does not expose it: unobserved, never wrong.

    - ``state``: the active version after the turn, in the shape of the domain's state schema or a part of it.
    - ``summary``: the text that a summarizing agent hands its planner.
    - ``results``: its own view of its results, ``{"search_results": "fresh" | "stale"}``.
    - ``offers``: ids of the items that the text lists, in order. ``questions``: what the text asks.
    - ``pending``: calls that wait for the user's approval. ``queued``: actions that wait to be run.
    """

    text: str
    state: Mapping[str, Any] | None = None
    summary: str | None = None
    results: Mapping[str, str] | None = None
    offers: Sequence[str] | None = None
    questions: Sequence[Question | Mapping[str, Any]] | None = None
    pending: Sequence[Mapping[str, Any]] | None = None
    queued: Sequence[Queued | Mapping[str, Any]] | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


Respond: TypeAlias = Callable[[str], "str | Reply | Awaitable[str | Reply]"]
Create: TypeAlias = Callable[["Session"], Respond]


class Toolbox:
    """The domain's tools in front of its dry-run world. It records every call and never protects the agent.

    Each tool is a method: ``toolbox.search_rooms(capacity=6, …)``. :meth:`call` takes the name and the arguments; it
    also takes the keywords ``revision`` and ``queued_turn`` of an agent that knows on which state it planned the call.
    """

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._world = domain.world()
        self._calls: list[ToolCall] = []
        self._closed = False

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._domain.tool and name not in self._domain.handoff:
            raise AttributeError(f"the domain {self._domain.name!r} has no tool {name!r}; it has {', '.join(self._domain.tool)}")
        return lambda **arguments: self.call(name, arguments)

    def call(
        self, name: str, arguments: Mapping[str, Any], *, revision: int | None = None, queued_turn: int | None = None
    ) -> Any:
        """Make a call: record it, answer it. A refusal, and arguments that do not fit, are answered with ``{"error": …}``."""
        if self._closed:  # an agent that hung and was given up: what it does later belongs to no dialogue
            raise AgentError(f"{name} was called after the dialogue had ended")
        plain = json.loads(whole_text(json.dumps(dict(arguments), default=_plain, ensure_ascii=False)))
        answer = self._answer(name, plain)
        failed = isinstance(answer, Mapping) and "error" in answer
        self._calls.append(ToolCall(
            name=name, arguments=plain, result=answer, status="error" if failed else "ok",
            revision=revision, queued_turn=queued_turn,
        ))  # fmt: skip
        return answer

    def _answer(self, name: str, arguments: dict[str, Any]) -> Any:
        tool = self._domain.tool.get(name)
        if name in self._domain.handoff:
            return {"transferred": True}
        if tool is None:
            return {"error": f"unknown tool {name!r}"}
        problem = tool.problem(arguments)
        if problem is not None:
            return {"error": problem}
        try:
            answer = getattr(self._world, name)(**arguments)
        except ToolError as refusal:
            return {"error": str(refusal)}
        return json.loads(json.dumps(answer, default=_plain, ensure_ascii=False))

    def record(self, call: ToolCall) -> None:
        """Record a call that was not made here: the agent's own tools answered it, or it could not be made at all."""
        if self._closed:
            raise AgentError(f"{call.name} was reported after the dialogue had ended")
        self._calls.append(call)

    def cancel(self, queued: Queued) -> None:
        """Record that a queued action was cancelled and never ran."""
        self._calls.append(ToolCall(
            name=queued.name, arguments=queued.arguments, status="cancelled", queued_turn=queued.turn, revision=queued.revision
        ))  # fmt: skip

    def specs(self) -> list[dict[str, Any]]:
        """The definitions that a model is given."""
        return [tool.spec() for tool in self._domain.tools]

    def take(self) -> list[ToolCall]:
        """The calls since the last time, and none of them twice."""
        calls, self._calls = self._calls, []
        return calls

    def close(self) -> None:
        """The dialogue has ended; later calls are refused and recorded nowhere."""
        self._closed = True


@dataclass
class Session:
    """One dialogue as the agent sees it. ``history`` holds the turns that a scenario scripted before the agent enters."""

    tools: Toolbox
    now: datetime
    language: str
    seed: int
    id: str
    domain: Domain
    history: list[TurnRecord] = field(default_factory=list)


def whole_text(text: str) -> str:
    """The text with halves of characters joined, or marked as lost where the other half is missing; no file can hold one."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _plain(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return str(value)
