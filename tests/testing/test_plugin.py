"""The pytest plugin, tested by running pytest on small projects."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TEN_LINES = """
from intentprops.domains.rooms import rooms
from intentprops.testing import intent_test
from tests.testing.agents import stubborn

@intent_test(rooms, agent=stubborn)
def test_changes_of_mind(outcome):
    outcome.check()
"""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("CI", raising=False)
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """With the same examples in each run: a search that is random misses a bug now and then."""
    return project.runpytest_subprocess("-p", "no:cacheprovider", "-q", "--hypothesis-profile=intent-ci", *arguments)


def test_ten_lines_find_a_planted_bug_and_print_the_shortest_dialogue(project: pytest.Pytester) -> None:
    """Two turns, in plain words, with what changed, what went stale, cause and consequence, and both ways to play it again."""
    project.makepyfile(TEN_LINES)
    result = run(project)
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    for part in (
        "now: Monday 3 August 2026", " 1  user ", " 2  user ", "= attendees 6 → 8", "stale: search_results", "cause         memory, turn 2:",
        "consequence", "as Python:", "failing = dialogue('rooms', [", "again: intentprops replay .intentprops/failures/",
    ):  # fmt: skip
        assert part in text
    assert " 3  user " not in text
    assert "Traceback" not in text
    assert "Falsifying" not in text


def test_the_printed_python_runs(project: pytest.Pytester) -> None:
    project.makepyfile(TEN_LINES)
    lines = run(project).stdout.str().splitlines()
    start = lines.index("as Python:")
    code = [line.removeprefix("    ") for line in lines[start + 1 : lines.index("", start + 5)]]
    script = "\n".join([*code, "from tests.testing.agents import right, stubborn", "assert failing.play(stubborn).failed and not failing.play(right).failed"])
    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_saved_failures_are_played_first(project: pytest.Pytester) -> None:
    project.makepyfile(TEN_LINES)
    run(project, "--save-failures", "found").assert_outcomes(failed=1)
    (kept,) = (project.path / "found").glob("*.yaml")
    assert "There will be eight of us." in kept.read_text(encoding="utf-8")
    project.makepyfile(test_saved="""
        from intentprops.domains.rooms import rooms
        from intentprops.testing import scenario_test
        from tests.testing.agents import stubborn

        @scenario_test(rooms, agent=stubborn)
        def test_known(outcome):
            outcome.check()
    """)
    result = run(project, "-x", "--save-failures", "found", "test_saved.py")
    result.assert_outcomes(failed=1)
    assert kept.stem in result.stdout.str()


def test_a_right_agent_passes_in_the_language_asked_for(project: pytest.Pytester) -> None:
    project.makepyfile("""
        from intentprops.domains.rooms import rooms
        from intentprops.testing import intent_test

        @intent_test(rooms)
        def test_it(outcome):
            outcome.check()
            assert outcome.scenario.language == "ru"
    """)
    run(project, "--intent-model", "reference", "--intent-memory", "chat", "--intent-language", "ru").assert_outcomes(passed=1)
    run(project, "--intent-agent", "tests.testing.agents:right", "--intent-language", "ru").assert_outcomes(passed=1)


def test_without_an_agent_it_says_how_to_name_one(project: pytest.Pytester) -> None:
    project.makepyfile("""
        from intentprops.domains.rooms import rooms
        from intentprops.testing import intent_test

        @intent_test(rooms)
        def test_it(outcome):
            outcome.check()
    """)
    run(project).stdout.fnmatch_lines(["*there is no agent to test: give agent=create, or start pytest with --intent-agent*"])


def test_fixtures_and_settings_go_through(project: pytest.Pytester) -> None:
    project.makepyfile("""
        import pytest
        from hypothesis import settings
        from intentprops.domains.rooms import rooms
        from intentprops.testing import intent_test
        from tests.testing.agents import right

        count = []

        @pytest.fixture(scope="module")
        def mine():
            return 5

        @intent_test(rooms, agent=right, settings=settings(max_examples=3))
        def test_it(mine, outcome):
            count.append(mine)

        def test_count():
            assert set(count) == {5} and len(count) == 3
    """)
    run(project).assert_outcomes(passed=2)


def test_the_statistics_tell_the_shapes(project: pytest.Pytester) -> None:
    project.makepyfile(TEN_LINES.replace("stubborn", "right"))
    result = run(project, "--hypothesis-show-statistics")
    result.stdout.fnmatch_lines(["*correction of a correction (T4)*"])
    result.stdout.fnmatch_lines(["*changes after the opening*"])


def test_the_points_are_in_the_junit_file(project: pytest.Pytester) -> None:
    project.makepyfile(TEN_LINES)
    run(project, "--junitxml=out.xml", "-o", "junit_family=xunit1")
    assert '<property name="Function" value="1"' in (project.path / "out.xml").read_text(encoding="utf-8")


def test_the_traces_of_failures_are_written_and_repeats_counted(project: pytest.Pytester) -> None:
    """The dialogue is played three times; it fails when two of them do."""
    from intentprops.trace import read_traces

    project.makepyfile(TEN_LINES)
    result = run(project, "--intent-out", "out", "--intent-repeats", "3")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*2 of 2 dialogues failed*"])
    assert len(list(read_traces(project.path / "out" / "traces.jsonl"))) == 2


def test_it_works_with_xdist(project: pytest.Pytester) -> None:
    project.makepyfile(TEN_LINES)
    run(project, "-n", "2").assert_outcomes(failed=1)


def test_a_folder_that_cannot_be_written_is_said_before_anything_runs(project: pytest.Pytester) -> None:
    project.makepyfile(TEN_LINES)
    (project.path / "taken").write_text("a file", encoding="utf-8")
    result = run(project, "--save-failures", "taken")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--save-failures: taken: File exists; give a folder that can be written*"])


@pytest.mark.parametrize("profile", ["intent-dev", "intent-ci", "intent-nightly", "intent-mutation"])
def test_the_profiles_are_there(project: pytest.Pytester, profile: str) -> None:
    project.makepyfile("def test_it(): pass")
    run(project, f"--hypothesis-profile={profile}").assert_outcomes(passed=1)


def test_nightly_is_random_although_ci_is_set() -> None:
    code = "from hypothesis import settings; n = settings.get_profile('intent-nightly'); print(n.derandomize, n.database)"
    ended = subprocess.run([sys.executable, "-c", code], env={"CI": "true", "PATH": ""}, capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("False DirectoryBasedExampleDatabase")


def test_the_plugin_loads_nothing_before_it_is_used() -> None:
    code = "import intentprops.pytest_plugin, sys; print(sorted(n for n in sys.modules if n.startswith(('intentprops', 'pydantic', 'hypothesis'))))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "['intentprops', 'intentprops.pytest_plugin']"
