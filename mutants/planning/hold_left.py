"""A change makes an effect outdated, and it is neither taken back nor mentioned: a hold left behind."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.correct import Act, Say
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import At, Case
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.running import speech
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    """Where the effect is not made again later, nor a question owed about the task that it belongs to."""
    for at in case.live(2):
        for name, tool in _outdated(case, at):
            undo = case.domain.undo_of.get(name)
            again = any(call.name == tool for record in case.trace[at.turn - 1 :] for call in record.tool_calls)
            owed = any(e.open and e.state.paused is not None for e in case.expectations[at.turn - 1 :])
            if not again and not owed:
                language = case.scenario.language

                def hush(record: TurnRecord, language: str = language) -> None:
                    asked = [speech.question(case.domain, language, q) for q in record.questions or ()]
                    record.assistant_message = " ".join(asked) or speech.say("noted", language)

                yield Site(at.turn, f"effects.{name}", since(at.turn, hush), _leaves(at.turn, tool, undo), where=tool)


def _outdated(case: Case, at: At) -> Iterator[tuple[str, str]]:
    """The effects that the words of a turn made outdated and that stay so to the end."""
    progress = case.heard(at.turn)
    stood = {made.number for made, rank in case.expectations[at.turn - 2].effects if rank == "fresh"}
    states = [progress.state, *(e.state for e in case.expectations[at.turn - 1 :])]
    for made in progress.ledger.effects():
        if made.number in stood and all(progress.ledger.freshness(made, state) == "stale" for state in states):
            yield made.name, made.tool


def _leaves(turn: int, tool: str, undo: str | None) -> Fault:
    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        if isinstance(step, Act) or mind.turn < turn:
            return step
        return replace(step, questions=tuple(q for q in step.questions if q.confirm is None or q.confirm not in (tool, undo)))

    def send(mind: Mind, act: Act) -> Act | None:
        return None if mind.turn >= turn and act.name == undo else act

    return Fault(plan=(plan,), send=(send,), mute=turn)


register(Defect(
    "hold_left", "An outdated effect is neither taken back nor mentioned.", _sites,
    Expect("effects", "standing_effect", "effects.*", "planning"),
    needs="switch confirm revise",
))  # fmt: skip
