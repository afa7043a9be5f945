"""Why the oracle and the record differ, where they do: each difference is put into a category by what the acts say.

What fits no category is :data:`OPEN`: an error of ours until it is shown to be something else.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.sgd.agreement import Case, Misfit
from benchmarks.sgd.names import qualified
from benchmarks.sgd.reading import Said
from intentprops import DontCare, Refer
from intentprops.findings import Finding

OPEN = "open"

CATEGORIES: Mapping[str, str] = {
    "alias": "alias: both are spellings of one value, by acts of the same dialogue",
    "offer as wish": (
        "annotation: the call searches for a part of an offer that was accepted before, although nothing but a search asks for "
        "that part and the user never said it"
    ),
    "never said": "annotation: no act before the call has the value, of this slot or any other",
    "asked again": "true, and harmless: the user wanted other options, and the service was asked the same once more",
    "made sure": "true, and harmless: the system asks for a value that can be carried over from another service, to make sure",
    "beyond the default": (
        "data: any value would do, the call left the argument out, and the service answered with more than what the schema's "
        "default admits; an item of another kind was accepted"
    ),
    "read out as done": "true of the words: the system reads a transaction out, before the yes, as if it were done or under way",
    "taken, not done": "the words of a done act for something else: after a refusal the system says that what was asked for is taken",
    OPEN: "not explained: an error of ours until it is shown to be something else",
}
"""The categories, and what each says."""


def category(case: Case, misfit: Misfit) -> str:
    """Why an argument is not what the oracle expects."""
    before = case.dialogue.said[: 2 * misfit.turn - 1]
    acts = [
        (turn.speaker, act.name, qualified(frame.service, act.slot), act.values, act.canonical)
        for turn in before for frame in turn.frames for act in frame.acts
    ]  # fmt: skip
    spelled = {canonical: value for _, _, _, values, names in acts for value, canonical in zip(values, names, strict=True)}
    if misfit.expected is not None and spelled.get(str(misfit.actual)) == misfit.expected:
        return "alias"
    said = [(who, name, path) for who, name, path, _, names in acts if misfit.actual in names]
    if not said:
        return "never said"
    offered = {("SYSTEM", name, misfit.path) for name in ("OFFER", "INFORM")}
    if misfit.expected is None and set(said) <= offered:
        return "offer as wish"
    return OPEN


def finding_category(case: Case, finding: Finding) -> str:
    """Why grading finds something in what the annotators' system did."""
    said = case.dialogue.said[2 * finding.turn - 2]
    if finding.reason == "needless_search" and _has(said, "REQUEST_ALTS"):
        return "asked again"
    so_far = [change for turn in case.scenario.turns[: finding.turn] for change in turn.changes]
    if finding.reason == "needless_question" and finding.actual in {c.field for c in so_far if isinstance(c, Refer)}:
        return "made sure"
    if finding.reason == "false_completion_claim":
        answer = case.dialogue.said[2 * finding.turn - 1]
        if _has(answer, "CONFIRM"):
            return "read out as done"
        if _has(answer, "NOTIFY_FAILURE"):
            return "taken, not done"
    if finding.reason == "not_invalidated":
        tool = case.domain.maker[finding.path.removeprefix("results.")]
        open_ = {change.field for change in so_far if isinstance(change, DontCare)}
        if any(name in open_ and path in tool.defaults for path, b in case.domain.carriers(tool.name) for name in b.fields):
            return "beyond the default"
    return OPEN


def _has(said: Said, name: str) -> bool:
    return any(frame.has(name) for frame in said.frames)


