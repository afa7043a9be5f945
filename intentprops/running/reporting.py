"""The reports of a run that are files of its folder, made from what the folder holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from intentprops.reports.cells import cells_csv
from intentprops.reports.markdown import markdown
from intentprops.running.folder import CELLS, REPORT, SUMMARY, differences
from intentprops.running.recorded import Recorded


def write_reports(run: Recorded, language: str = "en") -> None:
    """Write ``report.html``, ``summary.md`` and ``cells.csv``."""
    run.folder.write(REPORT, "".join(page_of(run, language)))
    run.folder.write(SUMMARY, markdown(run.matrix, run.experiment.plan, str(run.folder.path)))
    run.folder.write(CELLS, cells_csv(run.matrix))


def page_of(run: Recorded, language: str = "en") -> Iterator[str]:
    """The page of a run, in pieces; with the kill matrix, where a proof lies beside it."""
    from intentprops.reports.html import run_page  # jinja2 is loaded where it is used

    return run_page(facts_of(run), run.timelines(), proofs=run.folder.proofs(), language=language)  # type: ignore[arg-type]


def comparison_of(a: Recorded, b: Recorded, language: str = "en") -> Iterator[str]:
    """The page of two runs side by side, in pieces."""
    from intentprops.reports.html import compared_page

    differing = [one for one in differences(a.folder.manifest() or {}, b.folder.manifest() or {}) if one[0] != "dialogues"]
    return compared_page(
        facts_of(a), facts_of(b), (a.timelines(), b.timelines()), language=language, differences=differing,  # type: ignore[arg-type]
    )  # fmt: skip


def facts_of(run: Recorded) -> Any:
    """What a page says of a run."""
    from intentprops.reports.html.page import RunFacts

    return RunFacts(
        place=str(run.folder.path), matrix=run.matrix, plan=run.experiment.plan, domains=run.experiment.domains,
        manifest=run.folder.manifest() or {}, problems=run.problems, finished=run.finished,
    )  # fmt: skip
