"""Dialogues of people as judge of the oracle: ``python -m benchmarks.sgd [--data FOLDER] [--report FILE]``.

Exit codes: 0 when every difference is explained, 1 when one is not, 2 for bad input.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks.sgd.reading import read_folder
from benchmarks.sgd.report import SEED, markdown, measure, summary
from intentprops.errors import IntentpropsError

VARIABLE = "INTENTPROPS_SGD_DATA"
DEFAULT = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "sgd"


def data_folder() -> Path:
    """Where the data is, unless the command line says otherwise."""
    return Path(os.environ.get(VARIABLE) or os.path.relpath(DEFAULT.resolve()))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sgd", description=__doc__)
    parser.add_argument("--data", type=Path, help=f"the folder of one split of the data; else ${VARIABLE}, else ../shared/data/sgd")
    parser.add_argument("--report", type=Path, help="write the whole report there, as Markdown")
    parser.add_argument("--seed", type=int, default=SEED, help="of the control, which deals the calls out anew")
    options = parser.parse_args(arguments)
    try:
        found = measure(*read_folder(options.data or data_folder()), options.seed)
        if options.report:
            options.report.write_text(markdown(found), encoding="utf-8")
    except (IntentpropsError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(summary(found))
    return 1 if found.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
