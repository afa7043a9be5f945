"""``python -m audit``: mutate the library, and show what our tests do not notice.

Exit code 0: every part is above its gate and every survivor of a part whose gate is 1 is explained. 1: it is not, or the
list of equivalents names what no longer survives. The report is ``build/audit/report.md``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from audit.outcome import EQUIVALENTS, Outcome, explain, read_equivalents, read_outcome, sample
from audit.parts import PARTS
from audit.report import problems, summary, to_markdown
from audit.stage import STAGES, forget, stage


def main() -> int:
    """Run the parts that were asked for, all of them without a name."""
    parser = argparse.ArgumentParser(prog="python -m audit", description="Audit our own tests with mutmut.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all without a name")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--report", action="store_true", help="run nothing; report what the last runs found")
    parser.add_argument("--max-children", type=int, metavar="N", help="how many mutants are tried at a time; one for each core")
    parser.add_argument("--sample", type=int, metavar="N", help="try N mutants of each part, the same ones each time; all without it")
    options = parser.parse_args()
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if options.sample is not None and options.sample < 1:
        parser.error(f"--sample takes a number of mutants, at least 1; this is {options.sample}")
    names = options.parts or list(PARTS)
    for name in names if not options.report else ():
        if options.fresh:
            forget(name)
        children = [] if options.max_children is None else ["--max-children", str(options.max_children)]
        copy = stage(name, PARTS[name])
        some = [] if options.sample is None else sample(copy, PARTS[name], options.sample)
        ran = subprocess.run([sys.executable, "-m", "mutmut", "run", *children, *some], cwd=copy, check=False)
        if ran.returncode:
            print(f"mutmut could not run over {name}: its tests have to pass before they can be audited", file=sys.stderr)
            return 1
    outcomes: dict[str, Outcome] = {name: read_outcome(STAGES / name, PARTS[name]) for name in names}
    sampled = options.sample is not None
    unused = explain(outcomes.values(), read_equivalents(), whole=len(names) == len(PARTS))
    (STAGES / "report.md").write_text(to_markdown(outcomes), encoding="utf-8")
    print(summary(outcomes))
    print(f"Survivors with their diffs: {STAGES / 'report.md'}")
    found = problems(outcomes, sampled=sampled)
    if not sampled:
        found += [f"{EQUIVALENTS.name}: no mutant survives any more of {e.function}: {e.was} → {e.becomes}" for e in unused]
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
