"""The protocol of a bare model, from which the three memories make an agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from intentprops.domain import Domain
from intentprops.errors import AgentError, IntentpropsError
from intentprops.trace import Question


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A tool call that a model wants made."""

    name: str
    arguments: Mapping[str, Any]
    id: str = ""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message to or from a model. ``calls`` on the assistant's, ``call_id`` and ``name`` on a tool's answer."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ModelCall, ...] = ()
    call_id: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answers: text, or calls to make first. Tokens as reported, ``None`` where they were not.

    ``offers`` and ``questions`` where a model exposes what its text lists and asks.
    """

    text: str = ""
    calls: tuple[ModelCall, ...] = ()
    input_tokens: int | None = None
    output_tokens: int | None = None
    offers: tuple[str, ...] | None = None
    questions: tuple[Question, ...] | None = None


class Model(Protocol):
    """A bare model: messages, tools and an optional response schema in; text, calls and usage out.

    It may have ``parameters``, a mapping of what its answers depend on (temperature, seed, …), which the manifest of a run
    then holds. It raises :class:`AgentError` for an answer that is none, and :class:`Unavailable` where there was no answer.
    """

    name: str
    version: str

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """Answer the messages. With ``schema`` the text is JSON that should fit it."""
        ...


@dataclass
class ScriptedModel:
    """Answers from a list, in order; for tests of an orchestration. What it was asked is in ``seen``."""

    answers: Sequence[Completion | str | Callable[[Sequence[ChatMessage]], Completion]]
    name: str = "scripted"
    version: str = "1"
    seen: list[list[ChatMessage]] = field(default_factory=list)

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        if len(self.seen) >= len(self.answers):
            raise AgentError(f"the scripted model has {len(self.answers)} answers and was asked once more")
        self.seen.append(list(messages))
        answer = self.answers[len(self.seen) - 1]
        if isinstance(answer, str):
            return Completion(answer)
        return answer(messages) if callable(answer) else answer


def find_model(name: str, domain: Domain, parameters: Mapping[str, Any] | None = None) -> Model:
    """The model of a name: a test double (``reference``, or ``mistaken``, which makes the article's mistakes), or one of
    :mod:`intentprops.models`."""
    from intentprops.running.reference import MistakenModel, ReferenceModel

    doubles: dict[str, type[ReferenceModel]] = {"reference": ReferenceModel, "mistaken": MistakenModel}
    if name in doubles:
        if parameters:
            raise IntentpropsError(f"the {name} model is a rule, and takes no parameter {next(iter(parameters))!r}")
        return doubles[name](domain)
    from intentprops.models import build

    return build(name, parameters or {})
