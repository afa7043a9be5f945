"""The user forbade an act, and the summary asks for it: "book" where he said "book nothing" (F1).

It must be caught in the summary, before anything that was planned from it is judged.
"""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import verb
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.running import speech
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    language = case.scenario.language
    for at in case.live():
        for tool in sorted(at.after.bans & case.domain.effectful):
            act = verb(case.domain.tool[tool], language)

            def change(record: TurnRecord, act: str = act) -> None:
                ban = speech.say("banned", language, act)
                kept = [line for line in (record.summary or "").splitlines() if line != ban]
                record.summary = "\n".join([*kept, f"{act[:1].upper()}{act[1:]}."])

            yield Site(at.turn, "summary", in_turn(at.turn, change), where=tool, exposed="summary")


register(Defect(
    "lost_negation", "The summary asks for what the user forbade.", _sites,
    Expect("summary_negation", "lost_negation", "summary", "memory", before="calls"),
    needs="forbid", documented=True,
    examples=[Example("rooms:F1", 3, "summary"), Example("rooms:F1", 3, "summary", "ru")],
))  # fmt: skip
