"""The tool of the goal that the user left, or that was forbidden, stays permitted (F1). Caught before any tool runs."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import put, since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for tool, permitted in at.after.permissions(case.domain).items():
            path = f"permissions.{tool}"
            if tool in case.domain.effectful and not permitted and at.changed(path) and not at.acted:
                yield Site(at.turn, path, since(at.turn, put("permissions", tool, True)))


register(Defect(
    "permission_leak", "A tool stays permitted that the active version does not permit any more.", _sites,
    Expect("state", "permission_leak", "permissions.*", "interpretation", before="calls"),
    needs="switch forbid", documented=True,
    examples=[Example("rooms:V7", 2, "permissions.reserve_room")],
))  # fmt: skip
