"""A question that was asked in the reply before, and nothing has changed since."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.trace import Question, TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for question in case.trace[at.turn - 2].questions or ():
            still = question.about is not None and question.about in at.expected.askable
            again = any(q.about == question.about for q in at.record.questions or ())
            if still and not again and at.before.content() == at.after.content():
                number = len(at.record.questions or ()) + 1

                def change(record: TurnRecord, question: Question = question) -> None:
                    record.questions = [*(record.questions or ()), question]

                yield Site(at.turn, f"questions[{number}]", in_turn(at.turn, change), where=str(question.about))
                break


register(Defect(
    "repeated_question", "The agent asks again what it asked just before.", _sites,
    Expect("questions", "repeated_question", "questions[*]", "response"),
    needs="unmodelled aside",
))  # fmt: skip
