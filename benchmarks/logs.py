"""What importing and grading logs costs: ``python -m benchmarks.logs DATA``, where DATA is a folder of recorded runs.

Speed is that of one core, beside that of reading the same bytes with ``json`` alone, in the same run. Memory is the peak of a process
that imports, and of one that grades, a file of ``--size`` megabytes made by repetition, beside the peak over the file as it is; the big
file is made in a temporary folder and deleted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from intentprops.grading.work import Log, outcomes
from intentprops.importers import Recorded, read_log
from intentprops.importers.documents import opened

HERE = Path(__file__).parent / "real" / "annotations"
SETS = {
    "taubench/gpt-4o-airline.json.gz": ("benchmarks.real.airline:airline", HERE / "airline.yaml"),
    "agentchangebench/sim_2025-08-24T19-33_banking_gpt-4.1_50runs.json.gz": ("benchmarks.real.banking:banking", HERE / "banking.yaml"),
}
BIG = "taubench/gpt-4o-airline.json.gz"


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="a folder with " + " and ".join(SETS))
    parser.add_argument("--size", type=int, default=1000, help="megabytes of the big file")
    parser.add_argument("--peak", nargs=2, metavar=("FILE", "WHAT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peak:
        _peak(*options.peak)
        return
    for name, (domain, notes) in SETS.items():
        _speed(options.data / name, domain, str(notes))
    _memory(options.data / BIG, options.size)


def _speed(path: Path, domain: str, notes: str) -> None:
    """Traces a second of import, and of judging a dialogue that is in memory, the best of three."""
    with opened(path) as file:
        raw = file.read()
    plain = min(_timed(lambda: json.loads(raw)) for _ in range(3))
    with tempfile.TemporaryDirectory() as folder:
        unpacked = Path(folder) / "log.json"
        unpacked.write_bytes(raw)
        logs = [found for found in read_log(unpacked) if isinstance(found, Recorded)]
        read = min(_timed(lambda: [found.trace() for found in read_log(unpacked) if isinstance(found, Recorded)]) for _ in range(3))
    judge = Log(str(path), domain, (notes,)).judge()
    annotated = [log for log in logs if judge(log).status != "not annotated"]
    judged = min(_timed(lambda: [judge(log) for log in annotated]) for _ in range(3))
    print(f"{path.name}: {len(raw) / 1e6:.1f} MB, {len(logs)} dialogues, {sum(len(log.turns) for log in logs)} turns")
    print(f"  import to traces  {len(logs) / read:8.0f}/s  {read / plain:5.1f} times json.loads of the whole")
    count = len(annotated)
    print(f"  judging           {count / judged:8.0f}/s  of the {count} annotated ones, {1000 * judged / count:.1f} ms each")


def _memory(path: Path, megabytes: int) -> None:
    """Peaks of processes of their own, over the file and over the big one made of it."""
    with tempfile.TemporaryDirectory() as folder:
        big, small = Path(folder) / "big.json", Path(folder) / "small.json"
        with opened(path) as file:
            runs = json.load(file)
        small.write_text(json.dumps(runs), encoding="utf-8")
        with open(big, "w", encoding="utf-8") as out:
            for number, text in enumerate(_over_and_over(runs, megabytes * 1_000_000)):
                out.write(("[" if number == 0 else ",\n") + text)
            out.write("]")
        print(f"{path.name} by repetition: {big.stat().st_size / 1e6:.0f} MB in one list")
        for what in ("import", "grade"):
            (least, _, _), (most, seconds, count) = (_peak_of(file, what) for file in (small, big))
            speed = f"{count} dialogues in {seconds:.0f} s ({count / seconds:.0f}/s)"
            print(f"  {what:8} {speed}, peak {most:.0f} MB, over the file as it is {least:.0f} MB")


def _over_and_over(runs: list[object], size: int) -> Iterator[str]:
    texts, written = [json.dumps(run) for run in runs], 0
    while True:
        for text in texts:
            if written >= size:
                return
            yield text
            written += len(text)


def _peak_of(file: Path, what: str) -> tuple[float, float, int]:
    command = [sys.executable, "-m", "benchmarks.logs", ".", "--peak", str(file), what]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    peak, seconds, count = ended.stdout.split()
    return float(peak), float(seconds), int(count)


def _peak(file: str, what: str) -> None:
    import resource

    domain, notes = SETS[BIG]
    start = time.perf_counter()
    if what == "import":
        count = sum(len(found.trace()) > 0 for found in read_log(file) if isinstance(found, Recorded))
    else:
        count = sum(outcome.document is not None for outcome in outcomes([Log(file, domain, (str(notes),))]))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, time.perf_counter() - start, count)


def _timed(work: object) -> float:
    start = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - start


if __name__ == "__main__":
    main()
