"""``python -m benchmarks.real``: grade the two logs, compare with the rewards, and write the report as Markdown.

It exits with 1 where a verdict, a root cause or a reward differs from the table that is committed (``cases.yaml``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from benchmarks.real.comparison import DATA, HERE, LOGS, Case, Log, annotated, compared
from benchmarks.real.order import displaced
from benchmarks.real.readings import agreement, drafts
from benchmarks.real.report import Drafted, Opinion, heading
from intentprops.annotating import read_annotations
from intentprops.errors import IntentpropsError

CASES = HERE / "cases.yaml"
REPORT = HERE / "report.md"


def committed() -> dict[str, dict[str, dict[str, Any]]]:
    """The committed table: by log and dialogue the verdict, its causes, the reward, who is right, and why."""
    table: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    return table


def row(case: Case) -> dict[str, Any]:
    """What the table has of a case, without the opinion."""
    return {"verdict": case.verdict, "causes": list(case.causes), "reward": round(case.reward, 4)}


def differences(cases: Sequence[Case], table: dict[str, dict[str, Any]]) -> list[str]:
    """Where graded cases and the committed table differ, a line for each."""
    found = []
    for case in cases:
        was = {key: table.get(case.id, {}).get(key) for key in row(case)}
        if was != row(case):
            found.append(f"{case.id}: {row(case)} now, {was} in {CASES.name}")
    return found


def drafted(log: Log, cases: Sequence[Case], data: Path) -> Drafted:
    read = drafts(log.domain, log.recorded(data))
    corrected = read_annotations([log.annotations], log.domain).scenarios
    by_draft = {case.id: case for case in compared(log, read, data)}
    others = [case for name, case in by_draft.items() if name not in corrected]
    return Drafted(agreement(log.domain, read.scenarios, corrected.values()), [by_draft[case.id] for case in cases], others)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the logs (default: %(default)s)")
    parser.add_argument("--report", type=Path, default=REPORT, help="where the report is written (default: %(default)s)")
    options = parser.parse_args()
    missing = [log.file for log in LOGS if not (options.data / log.file).is_file()]
    if missing:
        print(f"{options.data} has no {missing[0]}; name the folder of the logs with --data", file=sys.stderr)
        return 2
    table, parts, changed = committed(), ["# Recorded runs beside their rewards"], list[str]()
    for log in LOGS:
        cases = annotated(log, options.data)
        changed += differences(cases, table[log.name])
        opinions = {name: Opinion(known["right"], known["why"]) for name, known in table[log.name].items()}
        parts.append(heading(log, cases, opinions, drafted(log, cases, options.data)))
        if log.name == "banking":
            moved = displaced(options.data / log.file)
            parts.append(f"In {len(moved)} of the dialogues a message stands where the benchmark's protocol does not allow it.")
    options.report.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"{options.report}")
    for line in changed:
        print(line, file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except IntentpropsError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
