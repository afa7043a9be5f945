"""The old value and the new one are kept as one: 12 and 6 become "6-12", red and blue a list of both."""

from collections.abc import Iterator
from typing import Any

from intentprops.fields import Field
from intentprops.mutants.case import Case, path_of, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at, field, old, new in case.revised():
        glued, dumped = _glued(field, old, new), field.dump(new)

        def change(record: TurnRecord, name: str = field.name, glued: Any = glued, dumped: Any = dumped) -> None:
            if shown(record)["constraints"][name] == dumped:
                shown(record)["constraints"][name] = glued

        yield Site(at.turn, path_of(field), since(at.turn, change))


def _glued(field: Field, old: Any, new: Any) -> Any:
    if isinstance(new, (int, float)) and not isinstance(new, bool):
        return f"{min(old, new)}-{max(old, new)}"
    return [field.dump(new), field.dump(old)]


register(Defect(
    "glued_range", "The old and the new value stand in the state as one.", _sites,
    Expect("state", "merged_versions", "constraints.*", "interpretation"),
    needs="revise",
    examples=[Example("rooms:V1", 3, "constraints.attendees")],
))  # fmt: skip
