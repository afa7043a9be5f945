"""A value is replaced, and the log of what was replaced does not say so."""

from collections.abc import Iterator

from intentprops.changes import GOAL
from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        known = {(entry.path, entry.old) for entry in at.before.superseded}
        news = [e for e in at.heard.superseded if (e.path, e.old) not in known and not e.transient]
        for path in dict.fromkeys(entry.path for entry in news if at.changed(entry.path) or entry.path == GOAL):
            kept = sum(entry.path == path for entry in at.before.superseded)

            def change(record: TurnRecord, path: str = path, kept: int = kept) -> None:
                seen, log = 0, []
                for entry in shown(record)["superseded"]:
                    seen += entry["path"] == path
                    if entry["path"] != path or seen <= kept:
                        log.append(entry)
                shown(record)["superseded"] = log

            yield Site(at.turn, "superseded", since(at.turn, change), where=path)


register(Defect(
    "unlogged_revision", "A replaced value is missing from the log.", _sites,
    Expect("state", "missing_supersession", "superseded", "interpretation"),
    needs="revise",
    examples=[Example("rooms:V1", 3, "superseded")],
))  # fmt: skip
