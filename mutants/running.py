"""Defects as things that run: an agent that does what a broken trace shows, and a model whose summaries are broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from intentprops.domain import Domain
from intentprops.mutants.case import Case
from intentprops.mutants.edits import verb
from intentprops.mutants.shape import Site
from intentprops.running import speech
from intentprops.running.memory import SUMMARIZE
from intentprops.running.models import ChatMessage, Completion, Model
from intentprops.running.session import Create, Reply, Session
from intentprops.trace import Queued, Trace, TurnRecord


def broken_agent(case: Case, site: Site) -> Create:
    """An agent that makes the calls, and gives the replies, of a case broken at a site; the world answers it anew."""
    return replaying(case.broken(site))


def replaying(trace: Trace) -> Create:
    """An agent that does again, turn by turn, what a trace shows. After its last turn it says nothing and does nothing."""

    def create(session: Session) -> Callable[[str], Reply]:
        turns = iter([record for record in trace if not record.scripted])

        def respond(message: str) -> Reply:
            record = next(turns, None)
            if record is None:
                return Reply("")
            for call in record.tool_calls:
                if call.status == "cancelled":
                    session.tools.cancel(Queued(name=call.name, arguments=call.arguments, turn=call.queued_turn))
                else:
                    session.tools.call(call.name, call.arguments, revision=call.revision, queued_turn=call.queued_turn)
            return _reply(record)

        return respond

    return create


def _reply(record: TurnRecord) -> Reply:
    return Reply(
        record.assistant_message or "", state=record.active_state_after, summary=record.summary, results=record.results,
        offers=record.offers, questions=record.questions,
    )  # fmt: skip


class SummaryModel:
    """A model whose summaries are rewritten before they are kept; in all else it is the model that it wraps."""

    def __init__(self, model: Model, rewrite: Callable[[str, str], str]) -> None:
        self.model, self.rewrite = model, rewrite
        self.name, self.version = f"{model.name}-broken", model.version

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        found = self.model.complete(messages, tools, schema)
        if not messages[0].content.startswith(SUMMARIZE):
            return found
        so_far = messages[-1].content.split("\n\nYour last reply:")[0].removeprefix("Summary so far:\n")
        return Completion(self.rewrite(so_far, found.text), input_tokens=found.input_tokens, output_tokens=found.output_tokens)


def losing_negations(domain: Domain, language: str) -> Callable[[str, str], str]:
    """``lost_negation`` in a running memory: each ban becomes its own act."""

    def rewrite(so_far: str, summary: str) -> str:
        acts = [verb(domain.tool[name], language) for name in sorted(domain.effectful)]
        bans = {speech.say("banned", language, act): f"{act[:1].upper()}{act[1:]}." for act in acts}
        return "\n".join(bans.get(line, line) for line in summary.splitlines())

    return rewrite


def piling_up(so_far: str, summary: str) -> str:
    """``piled_summary`` in a running memory: what an earlier summary said stays beside what the new one says."""
    old = [line for line in so_far.splitlines() if line != "(none)" and line not in summary.splitlines()]
    return "\n".join([*old, *summary.splitlines()])
