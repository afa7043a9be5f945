"""How fast grading is, as ratios to floors measured in the same run: ``python benchmarks/grading.py``.

- grading validated six-turn traces from JSON Lines, against plain pydantic validation of the same bytes;
- ``import intentprops``, against an interpreter that imports pydantic alone;
- peak memory of grading a file of 1,000 and of 100,000 traces (``--traces``).
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from intentprops import Reveal, Revision, Scenario, Switch, Turn
from intentprops.correct import correct_trace
from intentprops.domains.rooms import rooms
from intentprops.score import grade
from intentprops.trace import TurnRecord, dumps, read_traces


def six_turns(number: int) -> Scenario:
    """Six turns with a correction of a correction; the numbers differ from trace to trace."""
    at = datetime.fromisoformat("2026-08-07T15:00:00+03:00")
    first, second = 2 + number % 5, 7 + number % 6
    turns = (
        Turn.of(Switch("reserve_room"), Reveal("attendees", 12), Reveal("starts_at", at), text="one"),
        Turn.of(Revision("attendees", first), text="two"),
        Turn.of(text="three"),
        Turn.of(Reveal("required_features", frozenset({"экран"})), text="four"),
        Turn.of(Revision("attendees", second), text="five"),
        Turn.of(Switch("compare_rooms"), text="six"),
    )
    return Scenario(f"bench-{number % 30}", "rooms", turns, datetime.fromisoformat("2026-08-03T09:00:00+03:00"))


def spoken(scenario: Scenario, run: int) -> str:
    trace = correct_trace(rooms, scenario)
    for record in trace:
        record.run_id = f"{scenario.id}__chat__repeat-{run:06}"
        record.assistant_message = "I looked again; here are the options that fit, the cheapest first. Shall I go on?"
    return dumps(trace)


def write(path: Path, traces: int) -> None:
    shapes = [six_turns(number) for number in range(30)]
    texts = [spoken(shape, 0) for shape in shapes]
    with path.open("w", encoding="utf-8") as out:
        for run in range(traces):
            out.write(texts[run % 30].replace("repeat-000000", f"repeat-{run:06}"))


def timed(work: Callable[[], int]) -> float:
    """Things done in a second; the best of three."""
    rates = []
    for _ in range(3):
        start = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - start))
    return max(rates)


def validate(path: Path) -> int:
    lines = 0
    with path.open("rb") as file:
        for line in file:
            TurnRecord.model_validate_json(line)
            lines += 1
    return lines // 6


def grade_file(path: Path) -> int:
    scenarios = {scenario.id: scenario for scenario in map(six_turns, range(30))}
    count = 0
    for _, trace in read_traces(path):
        graded = grade(rooms, scenarios[trace[0].scenario_id], trace)
        assert graded.passed, graded.findings
        count += 1
    return count


def start_up(code: str) -> float:
    return min(_run(code) for _ in range(7))


def _run(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traces", type=int, default=3000)
    parser.add_argument("--memory", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory:
        grade_file(options.memory)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "traces.jsonl"
        write(path, options.traces)
        floor, ours = timed(lambda: validate(path)), timed(lambda: grade_file(path))
        print(f"validation only        {floor:9,.0f} traces/s")
        print(f"validation and grading {ours:9,.0f} traces/s   ratio {ours / floor:.2f}")
        bare, whole = start_up("import pydantic"), start_up("import intentprops")
        print(f"import pydantic        {bare:9.3f} s")
        print(f"import intentprops     {whole:9.3f} s   ratio {whole / bare:.2f}")
        for traces in (1000, options.traces):
            write(path, traces)
            peak = subprocess.run([sys.executable, __file__, "--memory", str(path)], capture_output=True, text=True, check=True).stdout
            print(f"peak memory, {traces:7,} traces   {int(peak):6} MiB")


if __name__ == "__main__":
    main()
