"""Writes ``docs/reasons.md`` from the examples: ``python -m tests.checks.document``."""

from __future__ import annotations

from pathlib import Path

from intentprops.findings import REASONS
from intentprops.score import grade
from tests.checks.examples import EXAMPLES

PAGE = Path(__file__).parents[2] / "docs" / "reasons.md"
HEAD = """# Reason codes

Every finding has one of these. Each comes with an example that the tests grade from a trace file: the user's turns, and the first thing that
is wrong. A finding also names its stage, and whether it is a cause or the consequence of another. Findings of the five dimensions, of
summary and of protocol fail a scenario; friction never does.

This page is written by `python -m tests.checks.document`.
"""


def page() -> str:
    parts = [HEAD]
    dimension = ""
    for reason, (home, meaning) in REASONS.items():
        if home != dimension:
            dimension = home
            parts.append(f"\n## {dimension}\n")
        parts.append(f"\n### `{reason}`\n\n{meaning[0].upper()}{meaning[1:]}.\n")
        for example in (e for e in EXAMPLES if e.reason == reason):
            found = grade(example.domain, example.scenario, example.trace()).findings[0]
            turns = "\n".join(f"> {n}. {turn.text}" for n, turn in enumerate(example.turns, 1))
            where = f"turn {found.turn}, {found.dimension}, `{found.path}`, {found.stage}"
            parts.append(f"\n{turns}\n\n{where}: expected `{found.expected}`, found `{found.actual}`.\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
