"""Three memories that make an agent of a bare model. They differ in how the current task reaches it, in nothing else.

- ``chat``: the whole conversation, nothing more.
- ``summary``: a text that the model rewrites after each message takes the place of the older messages.
- ``structured``: a state that the model updates after each message, in two phases: a change is proposed, held against schema
  and invariants, committed as a new revision, and only then anything is planned; every effectful call passes the guard.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, TypeAlias

from intentprops.domain import Domain
from intentprops.errors import AgentError, GuardError, IntentpropsError
from intentprops.guard import Action, Guard
from intentprops.ledger import Ledger
from intentprops.running.models import ChatMessage, Completion, Model, ModelCall
from intentprops.running.session import Create, Reply, Session
from intentprops.schema import invariant_problems, load_state, state_schema, validate_state
from intentprops.state import State, dump_state
from intentprops.trace import Queued, ToolCall

MemoryMode: TypeAlias = Literal["chat", "summary", "structured"]
MODES: tuple[MemoryMode, ...] = ("chat", "summary", "structured")
MAX_STEPS = 8
PROPOSALS = 3
"""How often a proposed state may be refused before the dialogue ends in an error."""

PLAN = """You help a user with one task through the tools you are given.
The user may change the task at any time; the last word counts. Never act on a value, a plan or a result that the user
replaced. Do nothing with an effect that the user forbade or has not asked for, and ask before an effect that needs a yes.
Ask when what you need is unknown or contradictory, and only then. Say what you did, and nothing that you did not do."""

SUMMARIZE = """Rewrite the summary of the user's current task after the newest message.
Give the active goal and the active values only, what is forbidden, what is paused and which questions are open.
Leave out values that were replaced. Answer with the summary alone."""

UPDATE = """Update the state of the user's task after the newest message.
Answer with the whole new state as JSON that fits the schema. Keep what the message does not mention. Put every value that
it replaces into superseded. The last word counts."""

INSTRUCTIONS = (PLAN, SUMMARIZE, UPDATE)


def with_memory(model: Model, mode: MemoryMode, *, max_steps: int = MAX_STEPS) -> Create:
    """An agent from a model and a memory, as :func:`intentprops.running.dialogue.play` takes it.

    ``max_steps`` bounds the completions that one turn may take; a turn that needs more ends the dialogue in an error.
    """
    memories: dict[str, type[Memory]] = {"chat": Chat, "summary": Summary, "structured": Structured}
    if mode not in memories:
        raise IntentpropsError(f"there is no memory mode {mode!r}; there are {', '.join(memories)}")

    def create(session: Session) -> Callable[[str], Reply]:
        memory = memories[mode](model, session)
        for record in session.history:
            memory.replay(record.user_message, record.tool_calls, record.assistant_message or "")
        return lambda text: _respond(model, memory, session, text, max_steps)

    return create


def _respond(model: Model, memory: Memory, session: Session, text: str, max_steps: int) -> Reply:
    """One turn: hear, then plan and act until the model answers with text."""
    memory.hear(text)
    for _ in range(max_steps):
        completion = memory.asked(model.complete(memory.context(), session.tools.specs()))
        if not completion.calls:
            memory.answered(completion.text)
            return memory.reply(completion)
        memory.messages.append(ChatMessage("assistant", completion.text, completion.calls))
        for call in completion.calls:
            memory.act(call)
    raise AgentError(f"no reply within {max_steps} steps; the last one asked for {', '.join(c.name for c in completion.calls)}")


class Memory:
    """What the three share: the messages so far, the calls, the tokens. Each mode says what of it the model sees."""

    mode: ClassVar[MemoryMode]

    def __init__(self, model: Model, session: Session) -> None:
        self.model, self.session = model, session
        self.domain: Domain = session.domain
        self.messages: list[ChatMessage] = []
        self.tokens: list[tuple[int | None, int | None]] = []

    def hear(self, text: str) -> None:
        """A user message arrived; update what is remembered before anything is planned."""
        self.tokens = []
        self.messages.append(ChatMessage("user", text))

    def context(self) -> list[ChatMessage]:
        """What the model sees when it plans."""
        return [self.system(PLAN), *self.messages]

    def system(self, instruction: str) -> ChatMessage:
        """The same words in every mode: the instruction, and what the scenario holds equal."""
        facts = f"Now: {self.session.now.isoformat()}. Language: {self.session.language}. Domain: {self.domain.name}."
        return ChatMessage("system", f"{instruction}\n{facts}")

    def asked(self, completion: Completion) -> Completion:
        """Keep the tokens of a completion."""
        self.tokens.append((completion.input_tokens, completion.output_tokens))
        return completion

    def act(self, call: ModelCall) -> None:
        """Make a call that the model planned, and remember its answer."""
        self.remember(call, self.session.tools.call(call.name, call.arguments))

    def remember(self, call: ModelCall, answer: Any) -> None:
        self.messages.append(ChatMessage("tool", json.dumps(answer, ensure_ascii=False), call_id=call.id, name=call.name))

    def answered(self, text: str) -> None:
        self.messages.append(ChatMessage("assistant", text))

    def reply(self, completion: Completion) -> Reply:
        """The reply, with what this memory exposes."""
        sums = [None if any(n is None for n in column) else sum(n or 0 for n in column) for column in zip(*self.tokens, strict=True)]
        return Reply(
            completion.text, offers=completion.offers, questions=completion.questions, input_tokens=sums[0], output_tokens=sums[1]
        )

    def replay(self, text: str, calls: list[ToolCall], reply: str) -> None:
        """Take in a turn that a scenario scripted: it was heard, the calls were made, the reply was given."""
        self.hear(text)
        for call in calls:
            asked = ModelCall(call.name, call.arguments)
            self.messages.append(ChatMessage("assistant", "", (asked,)))
            self.remember(asked, call.result)
        self.answered(reply)


class Chat(Memory):
    mode = "chat"


class Summary(Memory):
    """The summary and the newest exchange; tool answers stay as working data."""

    mode = "summary"

    def __init__(self, model: Model, session: Session) -> None:
        super().__init__(model, session)
        self.summary = ""

    def hear(self, text: str) -> None:
        said = self.messages[-1].content if self.messages else ""
        super().hear(text)
        prompt = f"Summary so far:\n{self.summary or '(none)'}\n\nYour last reply:\n{said or '(none)'}\n\nNewest message:\n{text}"
        self.summary = self.asked(self.model.complete([self.system(SUMMARIZE), ChatMessage("user", prompt)])).text

    def context(self) -> list[ChatMessage]:
        spoken = [n for n, message in enumerate(self.messages) if message.role == "user"]
        kept = [m for m in self.messages[: spoken[-1]] if m.calls or m.role == "tool"]
        last = next((m for m in reversed(self.messages[: spoken[-1]]) if m.role == "assistant" and not m.calls), None)
        task = ChatMessage("system", f"Summary of the task:\n{self.summary}")
        return [self.system(PLAN), *kept, *([last] if last else []), task, *self.messages[spoken[-1] :]]

    def reply(self, completion: Completion) -> Reply:
        reply = super().reply(completion)
        reply.summary = self.summary
        return reply


class Structured(Memory):
    """The history and a committed state, which the planner must take as the active version."""

    mode = "structured"

    def __init__(self, model: Model, session: Session) -> None:
        super().__init__(model, session)
        self.state: dict[str, Any] = {**dump_state(self.domain, State()), "revision": 0}
        self.ledger = Ledger(self.domain)
        self.guard = Guard(lambda: self.state)
        self.planned = 0
        """The revision that the model saw when it planned the calls that are being made."""

    def hear(self, text: str) -> None:
        said = self.messages[-1].content if self.messages else ""
        super().hear(text)
        self._commit(self._propose(text, said))

    def _propose(self, text: str, said: str) -> dict[str, Any]:
        """Phase one: a state from the model that schema and invariants accept."""
        now = json.dumps(self.state, ensure_ascii=False)
        prompt = f"State:\n{now}\n\nYour last reply:\n{said or '(none)'}\n\nNewest message:\n{text}"
        asked = [self.system(UPDATE), ChatMessage("user", prompt)]
        problems: list[str] = []
        for _ in range(PROPOSALS):
            answer = self.asked(self.model.complete(asked, schema=state_schema(self.domain))).text
            problems, proposed = self._judge(answer)
            if not problems:
                return proposed
            asked += [ChatMessage("assistant", answer), ChatMessage("user", "That does not fit: " + "; ".join(problems))]
        raise AgentError(f"no valid state in {PROPOSALS} proposals; the last one: {'; '.join(problems)}")

    def _judge(self, answer: str) -> tuple[list[str], dict[str, Any]]:
        try:
            proposed = json.loads(answer)
        except ValueError as error:
            return [f"no JSON: {error}"], {}
        if not isinstance(proposed, dict):
            return [f"a JSON {type(proposed).__name__}, not an object"], {}
        proposed.setdefault("revision", self.state["revision"] + 1)
        problems = validate_state(self.domain, proposed)
        return problems or invariant_problems(self.domain, proposed), proposed

    def _commit(self, proposed: Mapping[str, Any]) -> None:
        """Phase two: a new revision, if anything changed. The number is the memory's affair, not the model's."""
        old = {key: value for key, value in self.state.items() if key != "revision"}
        new = {key: value for key, value in proposed.items() if key != "revision"}
        self.state = {**new, "revision": self.state["revision"] + (new != old)}

    def context(self) -> list[ChatMessage]:
        self.planned = self.state["revision"]
        task = ChatMessage("system", "Active state of the task:\n" + json.dumps(self.state, ensure_ascii=False))
        newest = max(n for n, message in enumerate(self.messages) if message.role == "user")
        return [self.system(PLAN), *self.messages[:newest], task, *self.messages[newest:]]

    def act(self, call: ModelCall) -> None:
        """An effectful call passes the guard at the last moment; a refused one is cancelled, and the model is told.

        Of several calls that were planned at once, one may move the state on; what waits behind it is of the older revision.
        """
        if call.name in self.domain.effectful and call.name in self.state["permissions"]:
            try:
                self.guard.check(Action(call.name, call.arguments, self.planned))
            except GuardError as refusal:
                self.session.tools.cancel(Queued(name=call.name, arguments=dict(call.arguments), revision=self.planned))
                super().remember(call, {"error": str(refusal)})
                return
        answer = self.session.tools.call(call.name, call.arguments, revision=self.planned)
        self.remember(call, answer)

    def remember(self, call: ModelCall, answer: Any) -> None:
        super().remember(call, answer)
        tool = self.domain.tool.get(call.name)
        failed = isinstance(answer, Mapping) and "error" in answer
        record = ToolCall(name=call.name, arguments=dict(call.arguments), result=answer, status="error" if failed else "ok")
        self.ledger.enter(record, len(self.messages), load_state(self.domain, self.state))
        goal = self.domain.goal_of(self.state["goal"])
        if tool is not None and goal is not None and goal.ends_with == tool.name and not failed and tool.accepted(answer):
            used = {name: False for name in self.state["permissions"] if name in self.domain.effectful}
            self._commit({**self.state, "status": "completed", "permissions": {**self.state["permissions"], **used}})

    def reply(self, completion: Completion) -> Reply:
        reply = super().reply(completion)
        state = load_state(self.domain, self.state)
        ranks = {name: self.ledger.best(name, state) for name in self.domain.result if not self.domain.maker[name].effect}
        reply.state = self.state
        reply.results = {name: "stale" if rank == "stale" else "fresh" for name, rank in ranks.items() if rank is not None}
        return reply
