"""The loop around a model behind a chat API: messages, calls made dry, an approval that waits. A provider brings the wire form.

There is no agent of the user's here but a model, an instruction and tools; what is production's own loop is played by this one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from intentprops.adapters.approval import REFUSAL, Approves, Pending, approves, pending_of, waiting
from intentprops.adapters.dry import as_text, dry_call, facts, is_error, total
from intentprops.errors import AgentError, IntentpropsError, hint
from intentprops.running.session import Create, Reply, Session
from intentprops.tools import Tool


@dataclass(frozen=True, slots=True)
class WireCall:
    """A call as a model asked for it: ``arguments`` are whatever it wrote."""

    id: str
    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Said:
    """One answer of a model. ``raw`` is its message as the provider wants it sent back."""

    text: str
    calls: Sequence[WireCall]
    raw: Any
    input_tokens: int | None = None
    output_tokens: int | None = None


class Provider(Protocol):
    """The wire form of a chat API. Messages are the provider's own objects, in a list that the loop keeps."""

    def tools(self, specs: Sequence[Mapping[str, Any]]) -> list[Any]: ...

    def user(self, text: str) -> Any: ...

    def assistant(self, text: str, calls: Sequence[WireCall]) -> Any:
        """A message of the assistant that this model did not write: of a turn that a scenario scripted."""
        ...

    def answers(self, answers: Sequence[tuple[WireCall, str, bool]]) -> list[Any]:
        """The messages that answer calls: each with its text, and whether it is an error."""
        ...

    def ask(self, system: str, messages: Sequence[Any], tools: Sequence[Any]) -> Said:
        """One completion. Raises :class:`AgentError` where there is none."""
        ...


def chat_agent(
    connect: Callable[[], Provider], *, instructions: str, tools: Sequence[Mapping[str, Any]] | None, approval: Collection[str],
    approves: Approves = approves, max_steps: int,
) -> Create:  # fmt: skip
    """An agent from a provider; see the adapters, which say what the arguments are."""
    return lambda session: _Dialogue(session, connect(), instructions, tools, frozenset(approval), approves, max_steps)


WAITS = object()
"""Stands where the answer of a call will be that waits for the user."""


class _Dialogue:
    def __init__(
        self, session: Session, provider: Provider, instructions: str, tools: Sequence[Mapping[str, Any]] | None,
        approval: frozenset[str], approves: Approves, max_steps: int,
    ) -> None:  # fmt: skip
        self.session, self.provider = session, provider
        self.system = f"{instructions}\n{facts(session)}".strip()
        specs = session.tools.specs() if tools is None else [_spec(tool) for tool in tools]
        names = [spec["name"] for spec in specs]
        if unknown := sorted(approval - set(names)):
            raise IntentpropsError(f"approval: there is no tool {unknown[0]!r}{hint(unknown[0], names)}; there are {', '.join(names)}")
        self.tools = provider.tools(specs)
        self.approval, self.approves, self.max_steps = approval, approves, max_steps
        self.messages: list[Any] = []
        self.held: list[tuple[WireCall, Any]] = []
        """The calls of the last answer where one of them waits for a yes, each with what it brought: all are answered together."""
        for number, record in enumerate(session.history):
            calls = [WireCall(f"scripted-{number}-{n}", c.name, c.arguments) for n, c in enumerate(record.tool_calls)]
            self.messages.append(provider.user(record.user_message))
            if calls:
                self.messages.append(provider.assistant("", calls))
                results = [call.result for call in record.tool_calls]
                self.messages += provider.answers([(c, as_text(r), is_error(r)) for c, r in zip(calls, results, strict=True)])
            self.messages.append(provider.assistant(record.assistant_message or "", ()))

    def __call__(self, message: str) -> Reply:
        if not self._settle(message):
            self.messages.append(self.provider.user(message))
        said = list[Said]()
        for _ in range(self.max_steps):
            said.append(self.provider.ask(self.system, self.messages, self.tools))
            self.messages.append(said[-1].raw)
            if not said[-1].calls:
                return self._with_tokens(Reply(said[-1].text), said)
            self._act(said[-1].calls)
            if waits := self._waiting():
                return self._with_tokens(waiting(waits, self.session.language, said[-1].text), said)
        last = ", ".join(call.name for call in said[-1].calls)
        raise AgentError(f"no reply within {self.max_steps} steps; the last one asked for {last}")

    def _act(self, calls: Sequence[WireCall]) -> None:
        """Make the calls that need no yes. Where one does, the answer to all waits with it."""
        self.held = [(call, WAITS if call.name in self.approval else self._call(call)) for call in calls]
        if not self._waiting():
            self._send_back()

    def _waiting(self) -> list[Pending]:
        return [pending_of(call.name, call.arguments, call.id) for call, answer in self.held if answer is WAITS]

    def _settle(self, message: str) -> bool:
        """Decide on the calls that wait: true where the message approved them, and has been answered by that."""
        waits = self._waiting()
        if not waits:
            return False
        yes = self.approves(self.session, message, waits)
        for number, (call, answer) in enumerate(self.held):
            if answer is WAITS:
                self.held[number] = call, self._call(call) if yes else {"error": REFUSAL}
        self._send_back()
        return yes

    def _call(self, call: WireCall) -> Any:
        return dry_call(self.session, call.name, call.arguments)

    def _send_back(self) -> None:
        self.messages += self.provider.answers([(call, as_text(answer), is_error(answer)) for call, answer in self.held])
        self.held = []

    def _with_tokens(self, reply: Reply, said: Sequence[Said]) -> Reply:
        reply.input_tokens = total(one.input_tokens for one in said)
        reply.output_tokens = total(one.output_tokens for one in said)
        return reply


def _spec(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    """A definition in any of the three forms, as name, description, parameters."""
    return Tool(tool).spec()
