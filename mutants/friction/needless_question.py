"""A question whose answer is known."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import Question, TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for field in case.scalars():
            asked = {q.about for record in case.trace[at.turn - 2 : at.turn - 1] for q in record.questions or ()}
            if field.name in at.after.values and field.name not in at.expected.askable | asked:
                number = len(at.record.questions or ()) + 1

                def change(record: TurnRecord, name: str = field.name) -> None:
                    record.questions = [*(record.questions or ()), Question(about=name)]

                yield Site(at.turn, f"questions[{number}]", in_turn(at.turn, change), where=field.name)
                break


register(Defect(
    "needless_question", "The agent asks what it knows.", _sites,
    Expect("questions", "needless_question", "questions[*]", "response"),
    needs="revise",
    examples=[Example("rooms:V1", 1, "questions[1]")],
))  # fmt: skip
