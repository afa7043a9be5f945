"""Agents that show less, or count in their own way."""

from collections.abc import Iterator

from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Example, Site, Variant, register
from intentprops.running import speech
from intentprops.trace import TurnRecord


def _partial(case: Case) -> Iterator[Site]:
    """A part of the state only: each part alone."""
    for part in ("goal", "status", "constraints", "permissions", "superseded"):

        def change(record: TurnRecord, part: str = part) -> None:
            record.active_state_after = {part: shown(record)[part]}

        yield Site(1, "state", since(1, change), where=part)


def _one_field(case: Case) -> Iterator[Site]:
    """One field of the state only."""
    for name in case.domain.field:

        def change(record: TurnRecord, name: str = name) -> None:
            record.active_state_after = {"constraints": {name: shown(record)["constraints"][name]}}

        yield Site(1, "state", since(1, change), where=name)


def _counted_otherwise(case: Case) -> Iterator[Site]:
    def change(record: TurnRecord) -> None:
        shown(record)["revision"] = shown(record)["revision"] * 100 + record.turn
        for call in record.tool_calls:
            call.revision = None

    yield Site(1, "revision", since(1, change))


def _interrupts(case: Case) -> Iterator[Site]:
    """An approval interrupt in the place of a question: the call waits, and no question is exposed."""
    asking = [at for at in case.live() if any(q.confirm in case.domain.tool for q in at.record.questions or ())]
    if not asking or any(e.open for e in case.expectations):
        return

    def change(record: TurnRecord) -> None:
        waits = [{"name": q.confirm, "arguments": q.arguments} for q in record.questions or () if q.confirm]
        record.questions = None
        record.pending = waits  # type: ignore[attr-defined]

    yield Site(asking[0].turn, "questions[1]", since(1, change))


def _questions_in_words(case: Case) -> Iterator[Site]:
    """Questions that are asked in words alone, and exposed nowhere."""
    language = case.scenario.language
    if not any(record.questions for record in case.trace):
        return

    def change(record: TurnRecord) -> None:
        if record.scripted:
            return
        asked = [speech.question(case.domain, language, q) for q in record.questions or ()]
        text = record.assistant_message or ""
        record.assistant_message = " ".join([text, *(question for question in asked if question not in text)])
        record.questions = None

    yield Site(1, "reply", since(1, change))


register(Variant(
    "black_box", "The agent shows nothing but its calls and its words.", lambda case: [Site(1, "state", exposed="nothing")],
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
register(Variant(
    "summarizer", "The agent shows a right summary, and no state.", lambda case: [Site(1, "summary", exposed="summary")],
    examples=[Example("rooms:V1", 1, "summary")],
))  # fmt: skip
register(Variant(
    "partial_state", "The agent shows a part of its state.", _partial,
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
register(Variant(
    "one_field", "The agent shows one field of its state.", _one_field,
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
register(Variant(
    "counted_otherwise", "The agent counts its revisions in its own way.", _counted_otherwise,
    examples=[Example("rooms:V1", 1, "revision")],
))  # fmt: skip
register(Variant(
    "approval_interrupt", "A call waits for the user's approval instead of being asked about.", _interrupts, needs="switch",
    examples=[Example("rooms:F1", 1, "questions[1]")],
))  # fmt: skip
register(Variant(
    "questions_in_words", "Questions are asked in words and exposed nowhere.", _questions_in_words, needs="unmodelled detour",
    examples=[Example("rooms:R2", 1, "reply")],
))  # fmt: skip
