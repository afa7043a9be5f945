"""The user told a fact of which nothing is known, and the reply says that an item satisfies it (T2)."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import says
from intentprops.mutants.shape import Defect, Example, Expect, Site, register

_SUITS = {"en": "The first one is suitable for this: {0}.", "ru": "Первый вариант подходит: {0}."}


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for question in at.after.questions:
            if question.kind == "unmodelled":
                text = _SUITS[case.scenario.language].format(question.subject)
                yield Site(at.turn, "reply", in_turn(at.turn, says(text)), where=question.subject)
                break


register(Defect(
    "unfounded_claim", "The reply says that an item satisfies what nobody knows.", _sites,
    Expect("knowledge", "unfounded_claim", "reply", "response"),
    needs="unmodelled",
    examples=[Example("rooms:R2", 2, "reply")],
))  # fmt: skip
