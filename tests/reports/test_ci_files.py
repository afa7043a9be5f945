"""What CI takes: a summary in Markdown, annotations, a table of cells. All of it shows hostile text as text."""

from __future__ import annotations

import csv
import io
import re

import pytest
from markdown_it import MarkdownIt

from intentprops.reports.causes import causes
from intentprops.reports.cells import COLUMNS, cells_csv
from intentprops.reports.github import SHOWN, workflow_commands
from intentprops.reports.markdown import markdown
from intentprops.reports.matrix import Matrix
from intentprops.running.experiment import Plan, Run, run
from intentprops.running.folder import CELLS, SUMMARY
from tests.reports.pages import HOSTILE


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> Run:
    plan = Plan(domains=("rooms",), only=("F1", "V1", "C1"), model="mistaken", repeats=3)
    return run(plan, tmp_path_factory.mktemp("ci") / "red")


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(Plan(domains=("rooms",), only=("V1",), agent="tests.reports.pages:hostile"), tmp_path_factory.mktemp("ci") / "strange")


def summary(done: Run, matrix: Matrix | None = None) -> str:
    return markdown(matrix or done.matrix, done.experiment.plan, "out")


# -- Markdown


def test_the_summary_says_what_failed_where_and_how_to_see_it(red: Run) -> None:
    text = red.folder.file(SUMMARY).read_text(encoding="utf-8")
    assert text == markdown(red.matrix, red.experiment.plan, str(red.folder.path))
    for said in ("## intentprops: 4 passed, 5 failed", "| Function **critical** `forbidden_call`", "### `F1` · chat · 3 of 3 did not pass",
                 "**root cause**, turn 3", "0/3 (0–56 %)", "`intentprops run --domain rooms --only F1 --memory chat --model mistaken`"):  # fmt: skip
        assert said in text


def test_its_tables_are_tables(red: Run) -> None:
    html = MarkdownIt("commonmark").enable("table").render(summary(red))
    assert html.count("<table>") == 2
    assert html.count("<tr>") == 1 + len(causes(red.matrix)) + 1 + 3


def test_hostile_text_is_no_markdown_and_no_html(strange: Run) -> None:
    row = strange.matrix.rows[0]
    evil = "<img src=x onerror=alert(1)> [x](http://example.invalid) | `a` ``b`` @everyone **bold** \n\n# head"
    matrix = strange.matrix.model_copy(update={"rows": (row.model_copy(update={"title": evil, "name": evil}),), "tested": evil})
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(summary(strange, matrix))
    assert set(re.findall(r"<(\w+)", html)) <= {"h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "strong", "ul", "li",
                                               "details", "summary"}  # fmt: skip
    assert "<a " not in html
    assert "<strong>bold" not in html
    assert "@everyone" not in re.sub("<code>.*?</code>", "", html), "nobody is called by it"


def test_a_cell_that_was_not_run_says_so(red: Run) -> None:
    row = red.matrix.rows[0]
    holed = red.matrix.model_copy(update={"rows": (row.model_copy(update={"cells": {}}),)})
    assert summary(red, holed).count("| not run") == 3


# -- annotations


def test_an_annotation_is_one_command_with_the_root_cause(red: Run) -> None:
    lines = list(workflow_commands(red.matrix, red.experiment.plan))
    assert len(lines) == 5
    assert lines[0].startswith("::error title=F1 · chat::turn 3, stage unknown: Function (critical) forbidden_call at calls[1]")
    assert "(3 of 3 dialogues)" in lines[0]


def test_critical_failures_come_first_and_the_rest_is_counted(red: Run) -> None:
    rows = [row.model_copy(update={"name": f"{row.name}-{n}"}) for n in range(5) for row in red.matrix.rows]
    lines = list(workflow_commands(red.matrix.model_copy(update={"rows": tuple(rows)}), red.experiment.plan))
    assert len(lines) == SHOWN + 1
    critical = ["(critical)" in line for line in lines[:SHOWN]]
    assert critical == sorted(critical, reverse=True)
    assert lines[-1] == "::notice title=intentprops::15 more cells did not pass"


def test_no_text_of_an_agent_becomes_a_command_of_its_own(strange: Run) -> None:
    row = strange.matrix.rows[0]
    evil = row.model_copy(update={"name": "a::b,c%0A\n::set-output name=x::y"})
    lines = list(workflow_commands(strange.matrix.model_copy(update={"rows": (evil,)}), strange.experiment.plan))
    assert all(line.startswith(("::error ", "::notice ")) and "\n" not in line for line in lines)
    assert lines[0].split("::")[1].startswith("error title=a%3A%3Ab%2Cc%250A %3A%3Aset-output name=x%3A%3Ay")


# -- the table


def test_the_table_has_a_line_for_each_dialogue(red: Run) -> None:
    lines = list(csv.DictReader(io.StringIO(red.folder.file(CELLS).read_text(encoding="utf-8"))))
    assert len(lines) == 27
    first = next(line for line in lines if line["run_id"] == "F1__chat__repeat-02")
    assert tuple(first) == COLUMNS
    assert (first["repeat"], first["status"], first["Function"], first["State"]) == ("2", "failed", "0", "")
    assert (first["root_cause"], first["stage"], first["turn"], first["path"]) == ("forbidden_call", "unknown", "3", "calls[1]")


def test_a_cell_that_was_not_run_has_a_line(red: Run) -> None:
    row = red.matrix.rows[0].model_copy(update={"cells": {}})
    lines = list(csv.DictReader(io.StringIO(cells_csv(red.matrix.model_copy(update={"rows": (row,)})))))
    assert [line["status"] for line in lines] == ["not run"] * 3


def test_no_text_is_a_formula_or_a_line_of_its_own(red: Run) -> None:
    rows = tuple(
        row.model_copy(update={"name": f"=cmd|' /C calc'!A0{number}\n{HOSTILE[0]}"}) for number, row in enumerate(red.matrix.rows)
    )
    text = cells_csv(red.matrix.model_copy(update={"rows": rows}))
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == 27
    assert all(line["scenario"].startswith("'=cmd") for line in lines)
