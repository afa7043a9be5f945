"""JUnit XML: one test case for each cell of a matrix, the five points as its properties."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from intentprops.findings import POINTS
from intentprops.reports.matrix import Cell, Matrix
from intentprops.reports.text import one_line, sentence, visible

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(matrix: Matrix) -> str:
    """The document. A cell that was not run is a skipped test case; times are left out, since a resumed run has none."""
    counts = matrix.counts()
    totals = {
        "tests": str(sum(counts.values())), "failures": str(counts["failed"]), "errors": str(counts["error"]),
        "skipped": str(counts["not run"]),
    }  # fmt: skip
    root = ElementTree.Element("testsuites", totals)
    suite = ElementTree.SubElement(root, "testsuite", {"name": "intentprops", **totals})
    _properties(suite, {"tested": matrix.tested, "repeats": str(matrix.repeats), "grading": str(matrix.grading)})
    for row, mode, cell in matrix.cells():
        case = ElementTree.SubElement(suite, "testcase", {"classname": f"{row.domain}.{mode}", "name": row.name})
        if cell is None:
            ElementTree.SubElement(case, "skipped", {"message": "not run"})
            continue
        points = {point: "null" if cell.points[point] is None else str(cell.points[point]) for point in POINTS}
        _properties(case, points | {"passed_repeats": f"{cell.passed}/{len(cell.repeats)}", "trace_ids": " ".join(cell.trace_ids)})
        if cell.status != "passed":
            tag = "error" if cell.status == "error" else "failure"
            problem = ElementTree.SubElement(case, tag, {"message": _clean(_headline(cell)), "type": _kind(cell)})
            problem.text = _clean(_details(cell))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _properties(parent: ElementTree.Element, pairs: dict[str, str]) -> None:
    properties = ElementTree.SubElement(parent, "properties")
    for name, text in pairs.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": _clean(text)})


def _kind(cell: Cell) -> str:
    if cell.status == "error":
        return "AgentError"
    return cell.root_causes[0].reason if cell.root_causes else "not_judged"


def _headline(cell: Cell) -> str:
    errors = [attempt.error for attempt in cell.repeats if attempt.error is not None]
    if errors:
        return f"{len(errors)} of {len(cell.repeats)} dialogues ended in an error: {one_line(errors[0])}"
    share = f"{len(cell.repeats) - cell.passed} of {len(cell.repeats)} dialogues failed"
    causes = [f"{cause.dimension} {cause.reason} at {cause.path}, turn {cause.turn}" for cause in cell.root_causes]
    return f"{share}: {'; '.join(causes) or 'Function, which a case is about, could not be judged'}"


def _details(cell: Cell) -> str:
    lines = []
    for attempt in cell.repeats:
        if attempt.status != "passed":
            lines.append(attempt.run_id)
            lines += [f"  error: {visible(attempt.error)}"] if attempt.error is not None else []
            lines += [f"  {sentence(finding)}" for finding in attempt.findings]
            lines += [f"  not judged: {one_line(reason)}" for reason in attempt.not_judged]
    return "\n".join(lines)


def _clean(text: str) -> str:
    """Without the characters that XML forbids, even escaped."""
    return _FORBIDDEN.sub("", text)
