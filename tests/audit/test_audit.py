"""The audit: a copy that is brought up to date and no more, what mutmut found in it, and what is explained."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("mutmut")

from audit import stage as staging
from audit.outcome import Equivalent, Outcome, Survivor, explain, read_equivalents, read_outcome, readable, sample
from audit.parts import Part
from audit.report import problems, summary, to_markdown
from audit.stage import forget, stage

PART = Part(("intentprops/code*.py",), ("tests",), gate=0.9, mutated=0.95)
DIFF = "--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n def at(x):\n-    return x.get('a' or '')\n+    return x.get('a' or 'XXXX')"
LEFT = Survivor("intentprops.a.x_at__mutmut_2", "intentprops.a.at", "survived", DIFF)
EXPLAINED = Equivalent("intentprops.a.at", "return x.get('a' or '')", "return x.get('a' or 'XXXX')", "neither is a key")


def outcome(killed: int, *survivors: Survivor, alone: int = 0) -> Outcome:
    return Outcome(PART, {"intentprops/a.py": Counter(killed=killed, survived=len(survivors))}, list(survivors), {"intentprops/a.py": ["f"] * alone}, 10)


@pytest.mark.parametrize(("mutant", "name"), [
    ("intentprops.guard.xǁGuardǁcheck__mutmut_3", "intentprops.guard.Guard.check"),
    ("intentprops.oracle.x_expect__mutmut_12", "intentprops.oracle.expect"),
    ("intentprops.oracle.x__turns__mutmut_1", "intentprops.oracle._turns"),
    ("intentprops.checks.__init__.x_f__mutmut_1", "intentprops.checks.f"),
])  # fmt: skip
def test_the_names_of_mutants_are_read(mutant: str, name: str) -> None:
    assert readable(mutant) == name


def test_an_explained_survivor_counts_neither_way() -> None:
    found = outcome(8, LEFT)
    assert (found.score, found.unexplained) == (8 / 9, [LEFT])
    assert found.explain([EXPLAINED]) == [EXPLAINED]
    assert (found.score, found.unexplained) == (1.0, [])
    assert "neither is a key" in to_markdown({"part": found})


def test_a_part_of_a_line_may_be_explained_wherever_it_stands() -> None:
    found = outcome(8, LEFT)
    assert found.explain([Equivalent("any", "or ''", "or 'YYYY'", "no"), Equivalent("any", "or ''", "or 'XXXX'", "neither is a key")])
    assert found.unexplained == []


def test_an_explanation_of_which_nothing_is_left_is_told() -> None:
    gone, elsewhere = replace(EXPLAINED, was="return 1"), replace(EXPLAINED, function="intentprops.b.at")
    assert explain([outcome(8, LEFT)], [EXPLAINED, gone, elsewhere], whole=False) == [gone]
    assert explain([outcome(8, LEFT)], [EXPLAINED, gone, elsewhere], whole=True) == [gone, elsewhere]


def test_an_explanation_of_another_change_is_not_used() -> None:
    found = outcome(8, LEFT)
    assert found.explain([Equivalent("intentprops.a.at", EXPLAINED.was, "return None", "why")]) == []
    assert found.unexplained == [LEFT]


def test_the_gates() -> None:
    assert problems({"part": outcome(8, LEFT)}) == ["part: 88.9% of the mutants are killed, 90% have to be"]
    assert problems({"part": outcome(99, LEFT, alone=1)}) == ["part: 90.0% of the functions are mutated, 95% have to be"]
    assert problems({"part": outcome(99, LEFT)}) == []
    assert "99" in summary({"part": outcome(99, LEFT)})


def test_what_was_not_tried_counts_neither_way_and_is_said() -> None:
    found = outcome(9, LEFT)
    found.statuses["intentprops/a.py"]["not checked"] = 90
    assert (found.score, found.mutants, found.untried) == (0.9, 100, 90)
    assert problems({"part": found}) == ["part: 90 of 100 mutants were not tried"]
    assert problems({"part": found}, sampled=True) == []
    assert "10 of 100 mutants were tried" in summary({"part": found})
    assert "were tried" not in summary({"part": outcome(9, LEFT)})


@pytest.mark.parametrize("text", ["- {function: f, was: a, becomes: b}", "- {function: f, was: a, becomes: b, reason: ''}", "- {function: f, reason: why}"])
def test_an_explanation_without_a_reason_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "equivalents.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"equivalents.yaml: entry 1 needs function, was, becomes and a reason; it has function"):
        read_equivalents(file)


def test_our_own_explanations_are_whole() -> None:
    entries = read_equivalents()
    assert len(set(entries)) == len(entries)


CODE = """\
def both(a: bool, b: bool) -> bool:
    return a and b


@property
def alone(self: object) -> bool:
    return not self
"""
PROFILE = "from hypothesis import settings\n\n\ndef setup() -> None:\n    settings.register_profile('intent-mutation')\n"
WEAK = "from intentprops.code import both\n\n\ndef test_both() -> None:\n    assert both(True, True)\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project of our layout, audited in place of ours."""
    for place, text in {
        "intentprops/__init__.py": "", "intentprops/code.py": CODE, "strategies/__init__.py": "", "mutants/__init__.py": "",
        "tests/__init__.py": "", "tests/test_code.py": WEAK, "intentprops/pytest_plugin.py": "", "intentprops/hypothesis_entry.py": PROFILE,
    }.items():  # fmt: skip
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text, encoding="utf-8")
    monkeypatch.setattr(staging, "ROOT", tmp_path)
    monkeypatch.setattr(staging, "STAGES", tmp_path / "build" / "audit")
    return tmp_path


def run(*names: str, part: Part = PART) -> Outcome:
    """Stage the small project, mutate it, and read what was found: of some mutants, all without a name."""
    place = stage("part", part)
    ran = subprocess.run([sys.executable, "-m", "mutmut", "run", *names], cwd=place, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return read_outcome(place, part)


def test_it_finds_what_the_tests_let_pass_until_they_do_not(root: Path) -> None:
    found = run()
    assert [(s.function, s.was, s.becomes) for s in found.survivors] == [("intentprops.code.both", "return a and b", "return a or b")]
    assert found.left_alone == {"intentprops/code.py": ["intentprops.code.alone"]}
    (root / "tests" / "test_code.py").write_text(WEAK + "    assert not both(True, False)\n", encoding="utf-8")
    found = run()
    assert (found.survivors, found.score) == ([], 1.0)
    (root / "intentprops" / "code.py").unlink()
    assert not (stage("part", PART) / "intentprops" / "code.py").exists()
    forget("part")
    assert not (root / "build" / "audit" / "part").exists()


def test_what_did_not_change_is_not_written(root: Path) -> None:
    code = stage("part", PART) / "intentprops" / "code.py"
    before = code.stat().st_mtime_ns
    stage("part", PART)
    assert code.stat().st_mtime_ns == before


MORE = CODE + "\n\ndef other(a: int) -> int:\n    return (a + 1) * 2 - 3\n"


def test_a_sample_is_the_same_each_time_and_nothing_else_is_tried(root: Path) -> None:
    (root / "intentprops" / "code.py").write_text(MORE, encoding="utf-8")
    place = stage("part", PART)
    every = sample(place, PART, 1000)
    some = sample(place, PART, 2)
    assert len(every) == len(set(every)) > 2
    assert len(some) == 2
    assert set(some) < set(every)
    assert sample(place, PART, 2) == some
    found = run(*some)
    assert (found.mutants, found.untried) == (len(every), len(every) - 2)
    assert run().untried == 0


def test_other_tests_do_not_have_survivors_tried_again(root: Path) -> None:
    """A test outside the part can notice none of its mutants; what the tests share can."""
    part = replace(PART, tests=("tests/test_code.py",))
    assert run(part=part).untried == 0
    for place, again in {"tests/test_other.py": False, "tests/tables.py": True}.items():
        (root / place).write_text("", encoding="utf-8")
        stage("part", part)
        assert (read_outcome(root / "build" / "audit" / "part", part).untried > 0) == again
