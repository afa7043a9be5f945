"""Friction: what costs the user patience. It never fails a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from intentprops.checks.registry import TurnView, check
from intentprops.fields import PREFIX
from intentprops.findings import Finding
from intentprops.trace import Question


def questions(turn: TurnView) -> Iterator[Finding]:
    """A question that is neither owed nor allowed, and one that was asked before and left the task as it was."""
    for number, question in enumerate(turn.record.questions or (), 1):
        about = _about(question)
        if about is None:
            continue
        path = f"questions[{number}]"
        if about not in turn.expected.askable and question.confirm is None and not _about_the_unknown(turn, about):
            yield turn.finding("needless_question", path, stage="response", actual=about, about=[PREFIX + about])
        elif question.confirm is not None and not turn.expected.askable & {question.confirm}:
            yield turn.finding("needless_question", path, stage="response", actual=question.confirm)
        elif _asked_before(turn, about) and turn.expected.state.content() == turn.expected.before.content():
            yield turn.finding("repeated_question", path, stage="response", actual=about, about=[PREFIX + about])


def _about_the_unknown(turn: TurnView, about: str) -> bool:
    """Whether a question may be the one that a fact without a field, or an unknown goal, opened; its name is the agent's affair."""
    return about not in turn.domain.field and any(q.kind != "conflict" for q in turn.expected.state.questions)


def _about(question: Question) -> str | None:
    about = question.about if question.about is not None else question.confirm
    return None if about is None else about.removeprefix(PREFIX)


def _asked_before(turn: TurnView, about: str) -> bool:
    """Whether the reply just before asked the same, and it is no yes that a policy wants before each call."""
    if turn.previous is None or about in turn.domain.effectful:
        return False
    return any(_about(question) == about for question in turn.previous.questions or ())


def searches(turn: TurnView) -> Iterator[Finding]:
    """A read whose answer was at hand."""
    for call in turn.calls():
        if call.expected.needless:
            yield turn.finding("needless_search", call.path, stage="planning", actual=f"{call.name}()")


check("questions", dimension="friction")(questions)
check("searches", dimension="friction")(searches)
