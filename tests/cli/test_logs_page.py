"""The page on logs: its log, its commands and its file do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.conftest import ROOT, Command


def test_the_page_does_what_it_says(command: Command) -> None:
    page = (ROOT / "docs/logs.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL))
    Path("log.jsonl").write_text(blocks["json"], encoding="utf-8")
    drafted, graded = (command(*shlex.split(line)[1:]) for line in blocks["console"].splitlines())
    assert "`" + drafted.err.strip() + "`" in page.replace("\n", " ")
    assert (graded.code, graded.out) == (1, blocks["text"])
    Path("notes.yaml").write_text(blocks["yaml"], encoding="utf-8")
    again = command("grade", "log.jsonl", "--domain", "rooms", "--annotations", "notes.yaml")
    assert (again.code, "superseded_argument at calls[1].capacity" in again.out) == (1, True), again.err
