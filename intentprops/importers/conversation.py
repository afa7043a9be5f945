"""A conversation put together from its messages, whatever their format: turns, calls with their answers, and what does not fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from intentprops.errors import TraceError
from intentprops.importers.recorded import Recorded, RecordedTurn, Said, Source, dialogue_id
from intentprops.trace import ToolCall, Usage, shorten


@dataclass(slots=True)
class _Turn:
    messages: list[str] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    tokens: list[tuple[int | None, int | None]] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def acted(self) -> bool:
        return bool(self.calls or self.said)

    def done(self) -> RecordedTurn:
        columns = list(zip(*self.tokens, strict=True)) or [(), ()]
        sums = [None if not column or None in column else sum(n or 0 for n in column) for column in columns]
        calls = tuple(ToolCall.model_validate(call) for call in self.calls)
        return RecordedTurn(tuple(self.messages), calls, tuple(self.said), Usage(input_tokens=sums[0], output_tokens=sums[1]), self.facts)


class Conversation:
    """Takes the messages of one conversation in their order. What cannot be what it says raises :class:`TraceError` with its place.

    ``at`` is set to the place of the message that is read, such as ``messages[3]``.
    """

    def __init__(self, source: Source) -> None:
        self.source, self.at = source, ""
        self.system: list[str] = []
        self.notes: list[str] = []
        self._opening = _Turn()
        self._turns: list[_Turn] = []
        self._waiting: list[tuple[str | None, dict[str, Any]]] = []
        self._answered: set[str] = set()

    @property
    def turn(self) -> _Turn:
        """The turn that goes on; before the user spoke, the opening."""
        return self._turns[-1] if self._turns else self._opening

    def user(self, text: str) -> None:
        """A message of the user; one that follows another with nothing between them joins it in a burst."""
        if not self._turns or self.turn.acted:
            self._turns.append(_Turn())
        self.turn.messages.append(text)

    def begin(self, texts: list[str]) -> None:
        """A turn of the user with all its messages, in a log that says where turns begin."""
        self._turns.append(_Turn(list(texts)))

    def agent(self, text: str | None) -> None:
        """A text of the agent."""
        if text:
            self.turn.said.append(Said(text, len(self.turn.calls)))

    def tokens(self, given: Any, put_in: str, brought: str) -> None:
        """What a message of the agent cost, where the log says so."""
        usage = given if isinstance(given, Mapping) else {}
        self.turn.tokens.append((_count(usage.get(put_in)), _count(usage.get(brought))))

    def fact(self, name: str, value: Any) -> None:
        """Something else that belongs to the turn; of several with one name, all are kept."""
        self.turn.facts.setdefault(name, []).append(value)

    def call(self, name: Any, arguments: Any, call_id: Any = None) -> None:
        """A call of the agent; arguments that are no JSON object are kept as they are, and noted."""
        if not isinstance(name, str) or not name:
            raise self.error(f"a call without a name of its tool: {shorten(name)}")
        call: dict[str, Any] = {"name": name, "arguments": {}}
        parsed = _arguments(arguments)
        if parsed is None:
            call["raw_arguments"] = arguments
            self.note(f"the arguments of {name} are no JSON object: {shorten(arguments)}")
        else:
            call["arguments"] = parsed
        if call_id is not None:
            call["call_id"] = str(call_id)
        self.turn.calls.append(call)
        self._waiting.append((None if call_id is None else str(call_id), call))

    def result(self, value: Any, *, call_id: Any = None, name: str | None = None, failed: bool = False) -> None:
        """The answer to a call: by its id, or where the log has none, to the oldest call (of that name) that waits."""
        known = None if call_id is None else str(call_id)
        for number, (waiting, call) in enumerate(self._waiting):
            if waiting == known if known is not None and waiting is not None else name in (None, call["name"]):
                call |= {"result": value, "status": "error" if failed else "ok"}
                del self._waiting[number]
                if known is not None:
                    self._answered.add(known)
                return
        if known in self._answered:
            raise self.error(f"a second result of the call {shorten(known)}; a call has one")
        raise self.error(f"a result of the call {shorten(known or name)}, which nobody made before it")

    def note(self, text: str) -> None:
        self.notes.append(f"{self.at}: {text}" if self.at else text)

    def error(self, text: str) -> TraceError:
        return TraceError(f"{self.source}: {self.at}: {text}" if self.at else f"{self.source}: {text}")

    def recorded(self, name: str, format: str, metadata: Mapping[str, Any]) -> Recorded:
        """The conversation, now that all its messages were read. Raises :class:`TraceError` where the user says nothing in it."""
        self.at = ""
        if not self._turns:
            raise self.error("no turn of a user in it, so there is nothing to judge")
        for _, call in self._waiting:
            call |= {"status": "ok", "result": None, "unanswered": True}
            self.note(f"the call of {call['name']} has no result")
        facts = dict(metadata)
        if self.system:
            facts["system"] = list(self.system)
        opening = self._opening.done() if self._opening.acted or self._opening.facts else None
        return Recorded(
            dialogue_id(name), self.source, format, tuple(turn.done() for turn in self._turns), opening, facts, tuple(self.notes)
        )


def is_error(value: Any) -> bool:
    """Whether the answer of a tool says that it failed, in a format that has no word for it: ``{"error": …}`` or ``Error: …``."""
    if isinstance(value, Mapping):
        return bool(value.get("error"))
    return isinstance(value, str) and value.startswith("Error:")


def decoded(content: Any) -> Any:
    """The answer of a tool: the object or list where its text is one in JSON, else the text as it is."""
    if isinstance(content, str) and content.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            return content
    return content


def text_of(content: Any, conversation: Conversation) -> str:
    """The text of a message, which may come in parts."""
    return parts_of(content, conversation)[0]


def parts_of(content: Any, conversation: Conversation) -> tuple[str, list[dict[str, Any]]]:
    """The text of a message, and its parts that are no text."""
    if content is None or isinstance(content, str):
        return content or "", []
    if not isinstance(content, list):
        raise conversation.error(f"content: {shorten(content)} is neither a text nor a list of parts")
    texts, others = list[str](), list[dict[str, Any]]()
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and isinstance(words := part.get("text") or part.get("refusal"), str):
            texts.append(words)
        elif isinstance(part, Mapping):
            if part.get("type") != "text":
                others.append(dict(part))
        else:
            raise conversation.error(f"content: {shorten(part)} is no part of a message")
    return "\n".join(texts), others


def name_of(document: Any, source: Source, *keys: str) -> str:
    """What a log calls its conversation; where it has no name for it, the file and the place in it."""
    for key in keys if isinstance(document, Mapping) else ():
        if isinstance(found := document.get(key), (str, int)) and not isinstance(found, bool) and found != "":
            return str(found)
    stem = source.file.replace("\\", "/").rpartition("/")[2].partition(".")[0] or "log"
    place = source.line if source.line is not None else None if source.index is None else source.index + 1
    return stem if place is None else f"{stem}-{place}"


def _arguments(raw: Any) -> dict[str, Any] | None:
    if raw is None or raw == "":
        return {}
    if isinstance(raw, str):
        try:
            raw = json.loads(raw)
        except (ValueError, RecursionError):
            return None
    return dict(raw) if isinstance(raw, Mapping) else None


def _count(number: Any) -> int | None:
    return number if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else None
