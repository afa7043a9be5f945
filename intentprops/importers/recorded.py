"""A recorded conversation: what was said and done in it, in our terms and without loss, and the trace that it becomes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from intentprops.trace import ToolCall, TurnRecord, Usage

LOG_MODE = "agent"
"""The memory mode of a recorded conversation: an agent as a whole, whose memory nobody told us."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a conversation stands: the file, and in it the line (from 1) or the place in a list (from 0), where it has one."""

    file: str
    line: int | None = None
    index: int | None = None

    def __str__(self) -> str:
        if self.line is not None:
            return f"{self.file}:{self.line}"
        return self.file if self.index is None else f"{self.file}[{self.index}]"


@dataclass(frozen=True, slots=True)
class Said:
    """A text of the agent within a turn, and how many calls of the turn were made before it."""

    text: str
    calls_before: int


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """What the user said (several messages are a burst, T15), and what the agent did until he spoke again.

    ``facts`` are further keys for the trace's record, such as what the log tells of the agent's state.
    """

    messages: tuple[str, ...]
    calls: tuple[ToolCall, ...] = ()
    said: tuple[Said, ...] = ()
    usage: Usage = field(default_factory=Usage)
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reply(self) -> str | None:
        """What was said after the last call; ``None`` where nothing was."""
        last = [said.text for said in self.said if said.calls_before == len(self.calls)]
        return "\n\n".join(last) if last else None

    @property
    def answered(self) -> bool:
        """Whether the agent did anything at all."""
        return bool(self.calls or self.said)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A conversation of a log.

    ``id`` may stand in a scenario file; ``opening`` is what the agent said and did before the user spoke; ``metadata`` are the facts
    that the log has beside the conversation (instructions under ``system``, a reward, the right actions); ``notes`` say what of it
    cannot be taken at its word.
    """

    id: str
    source: Source
    format: str
    turns: tuple[RecordedTurn, ...]
    opening: RecordedTurn | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def trace(self, scenario_id: str | None = None, *, language: str | None = None, now: str | None = None) -> list[TurnRecord]:
        """The records of our own format. What the log does not tell is ``None`` in them."""
        return [self._record(number, turn, scenario_id or self.id, language, now) for number, turn in enumerate(self.turns, 1)]

    def _record(self, number: int, turn: RecordedTurn, scenario: str, language: str | None, now: str | None) -> TurnRecord:
        facts = dict(turn.facts)
        if [said.text for said in turn.said] != ([turn.reply] if turn.reply is not None else []):
            facts["said"] = [{"text": said.text, "calls_before": said.calls_before} for said in turn.said]
        return TurnRecord(
            run_id=self.id, scenario_id=scenario, memory_mode=LOG_MODE, turn=number, user_message="\n".join(turn.messages),
            assistant_message=turn.reply, tool_calls=list(turn.calls), usage=turn.usage, language=language, now=now, **facts,
        )  # fmt: skip


def dialogue_id(*parts: Any) -> str:
    """An id that a scenario file takes, from whatever a log calls its conversation."""
    text = re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(map(str, parts)))
    text = re.sub(r"-+", "-", re.sub(r"_+", "_", text)).strip("-_.")
    return text or "dialogue"
