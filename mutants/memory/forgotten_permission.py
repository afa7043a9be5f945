"""A tool that is still permitted is taken for a forbidden one, and nothing was said of it."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import put, since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for tool, permitted in at.after.permissions(case.domain).items():
            path = f"permissions.{tool}"
            if permitted and not at.changed(path) and not at.acted and at.before.content() != at.after.content():
                yield Site(at.turn, path, since(at.turn, put("permissions", tool, False)))
                break


register(Defect(
    "forgotten_permission", "A tool that the active version permits is not permitted any more.", _sites,
    Expect("state", "permission_lost", "permissions.*", "memory"),
    needs="revise",
    examples=[Example("rooms:V1", 2, "permissions.search_rooms")],
))  # fmt: skip
