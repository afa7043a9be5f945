"""A question that had to be asked is not asked."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.running import speech
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    language = case.scenario.language
    for at in case.live():
        if at.expected.open and not any(call.name in case.domain.handoff for call in at.record.tool_calls):

            def change(record: TurnRecord) -> None:
                said = [speech.question(case.domain, language, q) for q in record.questions or ()]
                text = record.assistant_message or ""
                for question in said:
                    text = text.replace(question, "")
                record.questions, record.assistant_message = [], text.strip() or speech.say("noted", language)

            yield Site(at.turn, "reply", in_turn(at.turn, change))


register(Defect(
    "unasked_question", "A question that had to be asked is not asked.", _sites,
    Expect("owed_questions", "missing_question", "reply", "response"),
    examples=[Example("rooms:R2", 3, "reply")],
    needs="unmodelled detour",
))  # fmt: skip
