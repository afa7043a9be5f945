"""The reference model: a test double that reads text and acts rightly, and one beside it that does not.

Deterministic and offline. It sees what any model sees, the messages, and nothing of changes or oracles; its vocabulary is
taken from the domain. It is no language model, and a green matrix of it says nothing of one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from intentprops.changes import Message, Switch, Turn
from intentprops.correct import Act, Say, call_of, next_step
from intentprops.domain import Domain
from intentprops.errors import ScenarioError
from intentprops.oracle import Progress
from intentprops.reading import Context, label_in, read
from intentprops.running import speech
from intentprops.running.memory import SUMMARIZE, UPDATE
from intentprops.running.models import ChatMessage, Completion, ModelCall
from intentprops.schema import load_state
from intentprops.state import State, dump_state
from intentprops.trace import ToolCall
from intentprops.transitions import apply

STATE = "Active state of the task:\n"
SUMMARY = "Summary of the task:\n"


class ReferenceModel:
    """Reads, updates and plans by rule. The same for all three memories."""

    name = "reference"
    version = "1"

    def __init__(self, domain: Domain) -> None:
        self.domain = domain

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        system = messages[0].content
        if system.startswith(SUMMARIZE):
            return Completion(self._summarize(_Facts(system), _sections(messages[-1].content)))
        if system.startswith(UPDATE):
            prompt = next(m for m in messages if m.role == "user")
            return Completion(self._update(_Facts(system), _sections(prompt.content)))
        return self._plan(_Facts(system), messages[1:])

    # -- the memories' two questions

    def _summarize(self, facts: _Facts, sections: Mapping[str, str]) -> str:
        so_far = sections["Summary so far"]
        state = State() if so_far == "(none)" else speech.heard_summary(self.domain, facts.language, so_far)
        return speech.summarize(self.domain, facts.language, self._hear(facts, state, sections))

    def _update(self, facts: _Facts, sections: Mapping[str, str]) -> str:
        document = json.loads(sections["State"])
        before = State() if document["revision"] == 0 else load_state(self.domain, document)
        return json.dumps(dump_state(self.domain, self._hear(facts, before, sections)), ensure_ascii=False)

    def _hear(self, facts: _Facts, before: State, sections: Mapping[str, str]) -> State:
        said = sections["Your last reply"]
        offers = speech.heard_offers(facts.language, said)
        asked = _names(speech.heard_questions(self.domain, facts.language, said, before))
        return self._fold(before, self._turn(sections["Newest message"], facts, before, offers, asked), offers)

    def _turn(self, text: str, facts: _Facts, state: State, offers: tuple[str, ...], asked: tuple[str, ...]) -> Turn:
        """The changes of each message of a burst (T15), which stand on lines of their own, read after those before it."""
        messages: list[Message] = []
        for line in text.split("\n"):
            so_far = self._fold(state, Turn(tuple(messages)), offers) if messages else state
            changes = read(self.domain, line, facts.language, Context(facts.now, so_far, offers, asked))
            messages.append(Message(line, tuple(changes)))
        return Turn(tuple(messages), label_in(text, facts.language))

    def _fold(self, state: State, turn: Turn, offers: tuple[str, ...]) -> State:
        try:
            return apply(self.domain, state, turn, offers).state
        except ScenarioError:  # what cannot be what it says changes nothing
            return state

    # -- planning

    def _plan(self, facts: _Facts, messages: Sequence[ChatMessage]) -> Completion:
        progress, calls = self._follow(facts, messages)
        step = self._decide(progress, calls)
        if isinstance(step, Act):
            return Completion(calls=(ModelCall(step.name, step.arguments, f"call-{len(messages)}"),))
        text = self._speak(facts, progress, step, calls)
        return Completion(text, offers=step.offers, questions=step.questions)

    def _decide(self, progress: Progress, calls: list[ToolCall]) -> Act | Say:
        """The next step; an effect whose call failed in this turn is reported, not tried again."""
        step = next_step(self.domain, progress)
        if isinstance(step, Act) and any(call.name == step.name and call.arguments == step.arguments for call in calls):
            return Say((), ())
        return step

    def _speak(self, facts: _Facts, progress: Progress, step: Say, calls: list[ToolCall]) -> str:
        standing = [
            (made.tool, made.item or made.effect_id)
            for made in progress.ledger.effects()
            if progress.ledger.freshness(made, progress.state) == "stale"
        ]
        return speech.reply(self.domain, facts.language, progress.state, step, calls, standing)

    def _follow(self, facts: _Facts, messages: Sequence[ChatMessage]) -> tuple[Progress, list[ToolCall]]:
        """The dialogue as the messages tell it, and the calls of the running turn."""
        progress = Progress(self.domain)
        handed: State | None = None
        offers: tuple[str, ...] = ()
        asked: tuple[str, ...] = ()
        calls: list[ToolCall] = []
        wanted: list[ModelCall] = []
        heard = False
        for message in messages:
            if message.role == "system":
                handed = self._handed(facts, message.content)
            elif message.role == "user":
                if handed is not None and not heard:
                    progress.state = handed
                turn = self._turn(message.content, facts, progress.state, offers, asked)
                self._take(progress, turn, handed)
                calls, heard = [], True
            elif message.calls:
                wanted = list(message.calls)
            elif message.role == "tool" and wanted:
                if not heard:  # tool answers of turns whose words are not shown any more
                    self._take(progress, Turn.of(), None)
                    heard = True
                calls.append(_made(wanted.pop(0), message.content))
                progress.call(calls[-1])
            elif message.role == "assistant":
                offers = speech.heard_offers(facts.language, message.content)
                questions = speech.heard_questions(self.domain, facts.language, message.content, progress.state)
                asked = _names(questions)
                if progress.turn:
                    progress.reply(offers, questions)
        return progress, calls

    def _handed(self, facts: _Facts, content: str) -> State | None:
        """The active version that a memory hands over, if it hands one over."""
        if content.startswith(STATE):
            document: dict[str, Any] = json.loads(content.removeprefix(STATE))
            return replace(load_state(self.domain, document), completed=document["status"] == "completed")
        if content.startswith(SUMMARY):
            return speech.heard_summary(self.domain, facts.language, content.removeprefix(SUMMARY))
        return None

    def _take(self, progress: Progress, turn: Turn, handed: State | None) -> None:
        """Hear a turn. Where a memory handed over a version, that one is active, whatever the turn alone would give."""
        try:
            progress.user(turn)
        except ScenarioError:
            progress.user(Turn.of())
        if handed is not None:
            progress.state = self._settled(progress, turn, handed)

    def _settled(self, progress: Progress, turn: Turn, handed: State) -> State:
        """A handed version, with what the ledger tells of it: whether its task was done, and changed since."""
        goal = self.domain.goal_of(handed.goal)
        if goal is None or goal.ends_with is None or any(isinstance(change, Switch) for change in turn.changes):
            return handed
        done = progress.ledger.effects(goal.ends_with)
        if not done or (progress._step is not None and progress._step.confirmed):
            return handed
        fresh = any(progress.ledger.freshness(made, handed) == "fresh" for made in done)
        return replace(handed, completed=True, touched=not fresh)


class MistakenModel(ReferenceModel):
    """The article's mistakes: it confirms a change in words, calls with the old arguments, and books anyway.

    Its summaries pile up both versions and lose what was forbidden. It is here so that a newcomer sees what red looks like.
    """

    name = "mistaken"

    def _summarize(self, facts: _Facts, sections: Mapping[str, str]) -> str:
        so_far = [line for line in sections["Summary so far"].splitlines() if line != "(none)"]
        banned = {speech.say("banned", facts.language, speech.verb(self.domain, tool, facts.language)) for tool in self.domain.tool}
        new = [line for line in super()._summarize(facts, sections).splitlines() if line not in banned]
        return "\n".join([*so_far, *(line for line in new if line not in so_far)])

    def _decide(self, progress: Progress, calls: list[ToolCall]) -> Act | Say:
        wished = progress.state
        first = {entry.path.removeprefix("constraints."): entry.old for entry in reversed(wished.superseded)}
        old = {name: first.get(name, value) for name, value in wished.values.items() if not isinstance(value, frozenset)}
        progress.state = replace(wished, values={**wished.values, **old})
        step = super()._decide(progress, calls)
        if isinstance(step, Say):
            step = self._inertia(progress, calls) or step
        progress.state = wished
        return step

    def _inertia(self, progress: Progress, calls: list[ToolCall]) -> Act | None:
        """An effect that was wanted once is carried out, whatever was said since."""
        goals = [entry.old for entry in progress.state.superseded if entry.path == "goal"]
        effects = [self.domain.goal[goal].ends_with for goal in goals if goal and self.domain.goal[goal].ends_with]
        if not effects or any(call.name in effects for call in calls):
            return None
        return call_of(self.domain, progress, self.domain.tool[effects[0] or ""])


class _Facts:
    """What the instruction says beside itself: now and the language."""

    def __init__(self, system: str) -> None:
        found = re.search(r"Now: (\S+)\. Language: (\w+)\.", system)
        if found is None:
            raise ScenarioError("the reference model needs 'Now: … . Language: … .' in its instruction")
        self.now = datetime.fromisoformat(found[1])
        self.language = found[2]


def _sections(prompt: str) -> dict[str, str]:
    """The parts of a memory's question, by their headings."""
    headings = ("Summary so far", "State", "Your last reply", "Newest message")
    found = re.split(rf"(?:^|\n\n)({'|'.join(headings)}):\n", prompt)
    return dict(zip(found[1::2], found[2::2], strict=True))


def _names(questions: Sequence[Any]) -> tuple[str, ...]:
    return tuple(name for q in questions for name in (q.about, q.confirm) if name)


def _made(call: ModelCall, content: str) -> ToolCall:
    answer = json.loads(content)
    failed = isinstance(answer, Mapping) and "error" in answer
    return ToolCall(name=call.name, arguments=dict(call.arguments), result=answer, status="error" if failed else "ok")
