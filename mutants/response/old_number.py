"""The reply names a replaced number as the current one: "I looked for 12 people"."""

from collections.abc import Iterator

from intentprops.language import numbers
from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import says
from intentprops.mutants.response.sentences import counts
from intentprops.mutants.shape import Defect, Example, Expect, Site, register

_LOOKED = {"en": "I looked at what there is for {0}.", "ru": "Я посмотрел, что есть на {0}."}


def _sites(case: Case) -> Iterator[Site]:
    language = case.scenario.language
    for at in case.live():
        said = {number.value for number in numbers(at.record.assistant_message or "", language)}
        for field in case.scalars():
            now = at.after.values.get(field.name)
            if type(now) is not int or now in said or at.expected.step.compares:
                continue
            for old in sorted(value for value in at.after.old_values(field.name) if type(value) is int)[:1]:
                counted = counts(field, old, language)
                if counted is not None:
                    yield Site(at.turn, "reply", in_turn(at.turn, says(_LOOKED[language].format(counted))), where=field.name)


register(Defect(
    "old_number", "The reply names a replaced number as the current one.", _sites,
    Expect("values_named", "contradicts_state", "reply", "response"),
    needs="revise again",
    examples=[Example("rooms:V1", 3, "reply"), Example("rooms:V1", 3, "reply", "ru")],
))  # fmt: skip
