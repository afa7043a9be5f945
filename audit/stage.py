"""A copy of the tree laid out as the wheel is.

mutmut keeps its work in a folder ``mutants/`` below the current one, which is the name of our package at the top. In the
copy that package lies inside ``intentprops/``. A file is written only where its text changed, so that mutmut, which
goes by the time of the last change, does again only what has to be done again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from audit.parts import Part

ROOT = Path(__file__).resolve().parent.parent
STAGES = ROOT / "build" / "audit"

_BESIDE = ("tests", "docs", "README.md", "CONTRIBUTING.md", "changelog.d", "LICENSE")
_PLACES = {
    "intentprops": "intentprops", "strategies": "intentprops/strategies", "mutants": "intentprops/mutants",
    **{name: name for name in _BESIDE},
}  # fmt: skip


def stage(name: str, part: Part) -> Path:
    """Bring the copy of a part up to date, and give its place."""
    copy = STAGES / name
    before = {path.relative_to(copy): path.read_bytes() for path in (copy / "tests").rglob("*") if path.is_file()}
    wanted = {target: source.read_bytes() for source, target in _files(copy)}
    wanted[copy / "pyproject.toml"] = _settings(part).encode()
    for target, content in wanted.items():
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    for place in (copy, copy / "mutants"):  # mutmut copies what is there, and takes nothing away
        for top in _PLACES.values():
            for old in list((place / top).rglob("*.py")):
                if copy / old.relative_to(place) not in wanted:
                    old.unlink()
    changed = {target.relative_to(copy) for target, content in wanted.items() if before.get(target.relative_to(copy)) != content}
    _try_again(copy / "mutants", [path for path in changed if _notices(path, part)])
    return copy


def forget(name: str) -> None:
    """Take the copy of a part away, with all that mutmut found."""
    shutil.rmtree(STAGES / name, ignore_errors=True)


def _notices(path: Path, part: Part) -> bool:
    """Whether a file has to do with the tests of a part: one of them, or one that holds no test and is there for others."""
    return path.parts[0] == "tests" and (not path.name.startswith("test_") or any(path.is_relative_to(tests) for tests in part.tests))


def _try_again(work: Path, changed: list[Path]) -> None:
    """Forget what changed tests may notice now: the survivors, and which of our functions those tests run.

    What was killed stays killed. A file of the tests that holds none is used by others, we do not ask by which.
    """
    if not changed or not (work / "mutmut-stats.json").is_file():
        return
    stats = json.loads((work / "mutmut-stats.json").read_text())
    places = {str(path) for path in changed}
    every = any(not path.name.startswith("test_") for path in changed)
    stale = {test for test in stats["duration_by_test"] if every or test.partition("::")[0] in places}
    stats["duration_by_test"] = {test: took for test, took in stats["duration_by_test"].items() if test not in stale}
    found = stats["tests_by_mangled_function_name"]
    stats["tests_by_mangled_function_name"] = {name: [test for test in tests if test not in stale] for name, tests in found.items()}
    (work / "mutmut-stats.json").write_text(json.dumps(stats))
    for meta in work.rglob("*.meta"):
        data = json.loads(meta.read_text())
        data["exit_code_by_key"] = {name: code if code in (1, 3) else None for name, code in data["exit_code_by_key"].items()}
        meta.write_text(json.dumps(data))


def _files(copy: Path) -> Iterator[tuple[Path, Path]]:
    for top, place in _PLACES.items():
        source = ROOT / top
        if source.is_file():
            yield source, copy / place
        for path in sorted(source.rglob("*")) if source.is_dir() else ():
            if path.is_file() and "__pycache__" not in path.parts:
                yield path, copy / place / path.relative_to(source)


def _settings(part: Part) -> str:
    """What pytest and mutmut are told in the copy."""
    return f"""[tool.pytest.ini_options]
addopts = "--strict-markers -p no:cacheprovider -p no:xdist --ignore=tests/core/test_house.py"  # the house is the checkout

[tool.mutmut]
source_paths = ["intentprops"]
only_mutate = {json.dumps(part.modules)}
also_copy = {json.dumps(_BESIDE)}
pytest_add_cli_args = ["--hypothesis-profile=intent-mutation"]
pytest_add_cli_args_test_selection = {json.dumps(part.tests)}
process_isolation = "forkserver"  # else a mutant inherits what our caches were filled with before it
timeout_multiplier = 2.0
on_dependency_change = "ignore"
use_git_change_detection = false
"""
