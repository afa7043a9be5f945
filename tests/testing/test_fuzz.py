"""Long searches: three engines, one failure for each root cause, resumable, spread over cores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intentprops import IntentpropsError, Revision
from intentprops.cli import call
from intentprops.domains.rooms import rooms
from intentprops.scenarios import load
from intentprops.strategies import Move, interpret, move_lists, pools
from intentprops.testing.fuzz import Report, Search, fuzz, run_slice
from intentprops.testing.player import Budget
from intentprops.testing.reduce import reduced

STUBBORN = "tests.testing.agents:stubborn"
FORGETFUL = "updater:tests.testing.agents:forgetful"
KNOWN = pools(rooms)
KINDS = "revise again reveal add remove switch forbid permit conflict and burst"
"""What a state document alone can follow: it holds no labels."""


@pytest.mark.parametrize("engine", ["hypothesis", "bulk", "exhaustive"])
def test_each_engine_finds_the_shortest_dialogue_of_the_planted_bug(engine: Any) -> None:
    search = Search(domain="rooms", subject=STUBBORN, engine=engine, kinds="revise reveal switch", length=2)
    report = fuzz(search, count=60)
    assert min(failure.turns for failure in report.failures.values()) == 2
    assert "Invalidation not_invalidated results.search_results" in report.failures


@pytest.mark.parametrize("engine", ["hypothesis", "bulk", "exhaustive"])
def test_each_engine_leaves_a_right_updater_alone(engine: Any) -> None:
    search = Search(domain="rooms", subject="updater:tests.testing.agents:update", engine=engine, length=2, kinds=KINDS)
    assert fuzz(search, count=150).failures == {}


def test_one_root_cause_is_one_failure() -> None:
    report = fuzz(Search(domain="rooms", subject=FORGETFUL, engine="bulk", kinds="revise add and"), count=200)
    lost = report.failures["State lost_value constraints.required_features"]
    assert lost.found > 5
    assert lost.turns == 3  # or two, with a burst


def test_the_same_search_comes_to_the_same() -> None:
    search = Search(domain="rooms", subject=FORGETFUL, engine="bulk", seed=4, kinds=KINDS)
    one, two = (run_slice(search, 0, 60) for _ in range(2))
    assert one.failures == two.failures


def test_it_goes_on_where_it_ended() -> None:
    """Two halves come to what the whole comes to."""
    search = Search(domain="rooms", subject=FORGETFUL, engine="bulk", kinds=KINDS)
    whole = fuzz(search, count=400)
    half = fuzz(search, count=200)
    kept = Report.from_json(json.loads(json.dumps(half.to_json())))
    again = fuzz(search, count=400, so_far=kept)
    assert (again.dialogues, again.slices) == (whole.dialogues, whole.slices)
    assert {name: failure.turns for name, failure in again.failures.items()} == {name: failure.turns for name, failure in whole.failures.items()}


def test_workers_come_to_the_same() -> None:
    search = Search(domain="rooms", subject=FORGETFUL, engine="bulk", kinds=KINDS)
    assert set(fuzz(search, count=400, workers=2).failures) == set(fuzz(search, count=400).failures)


def test_the_budget_of_turns_ends_it() -> None:
    report = fuzz(Search(domain="rooms", subject=STUBBORN, engine="bulk", budget=Budget(turns=40)))
    assert report.spent
    assert report.live_turns <= 40


def test_a_search_needs_an_end() -> None:
    with pytest.raises(IntentpropsError, match="a search needs an end"):
        fuzz(Search(domain="rooms", subject=STUBBORN))


# -- shrinking without Hypothesis


def revised_twice(moves: list[Move]) -> bool:
    turns = interpret(rooms, moves, KNOWN).turns
    return sum(isinstance(change, Revision) for turn in turns for change in turn.changes) >= 2


@settings(max_examples=40, deadline=None)
@given(move_lists(rooms, "revise reveal switch and"))
def test_what_is_reduced_fails_and_cannot_be_shorter(moves: list[Move]) -> None:
    if revised_twice(moves):
        small = reduced(moves, revised_twice)
        assert revised_twice(small)
        assert [move.kind for move in small] == ["open", "revise", "revise"]
        assert {move.which for move in small} == {move.value for move in small} == {0}


@settings(deadline=None)
@given(st.lists(st.builds(Move, st.sampled_from(["revise", "switch"]), st.integers(0, 2), st.integers(0, 2)), max_size=4))
def test_a_list_is_asked_of_once(moves: list[Move]) -> None:
    asked: list[tuple[Move, ...]] = []

    def fails(some: list[Move]) -> bool:
        asked.append(tuple(some))
        return len(some) > 1

    reduced([Move("open"), *moves, Move("revise")], fails)
    assert len(asked) == len(set(asked))


# -- the commands


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_command_prints_saves_and_replays(capsys: pytest.CaptureFixture[str]) -> None:
    code = call(["fuzz", "rooms", "--agent", STUBBORN, "--engine", "bulk", "--count", "40", "--kinds", "revise reveal", "--save-failures", "kept"])
    printed = capsys.readouterr().out
    assert code == 1
    assert "There will be eight of us." in printed
    assert "= attendees 6 → 8" in printed
    files = sorted(Path("kept").glob("*.yaml"))
    assert files
    assert load(files[0], "en")[0].domain == "rooms"
    assert call(["replay", "kept", "--agent", STUBBORN]) == 1
    assert call(["replay", "kept", "--agent", "tests.testing.agents:careful"]) == 0


def test_the_command_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    search = ["fuzz", "rooms", "--updater", "tests.testing.agents:forgetful", "--engine", "bulk", "--out", "here", "--json", "--kinds", KINDS]
    assert call([*search, "--count", "200"]) == 1
    capsys.readouterr()
    assert call([*search, "--count", "300", "--resume"]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert report["dialogues"] == 300
    assert call([*search, "--count", "400", "--resume", "--seed", "9"]) == 2
    assert "here cannot go on with another search: seed was 0 and is 9 now" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["fuzz", "rooms"], "there is nobody to test: name --agent package.module:create, --updater, or --model mistaken"),
        (["fuzz", "room", "--model", "mistaken"], "there is no domain 'room'; did you mean 'rooms'?"),
        (["fuzz", "rooms", "--model", "mistaken", "--kinds", "refer", "--count", "5"], "kinds: rooms cannot make 'refer'"),
        (["fuzz", "rooms", "--model", "mistaken", "--time", "soon"], "time 'soon': give a time above zero, such as 30s, 10m or 2h"),
        (["fuzz", "rooms", "--model", "mistaken", "--resume"], "--resume needs --out"),
        (["fuzz", "rooms", "--model", "mistaken", "--save-failures", "taken"], "taken: File exists; give a folder that can be written"),
        (["fuzz", "rooms", "--agent", "nowhere:create"], "agent 'nowhere:create': cannot import nowhere"),
        (["replay", "gone.yaml", "--model", "mistaken"], "gone.yaml: cannot be read: No such file or directory"),
        (["replay", "old.yaml", "--model", "mistaken"], "old.yaml:7: scenarios[0].turns[0].changes[0].reveal.people: 'people' is no field"),
        (["replay", "old.yaml"], "name one to play against: --agent package.module:create, or --model mistaken"),
    ],
)
def test_bad_input_is_one_line(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("taken").write_text("a file", encoding="utf-8")
    Path("old.yaml").write_text(
        "schema: 1\ndomain: rooms\nscenarios:\n- id: old\n  kind: revision\n  turns:\n  - {say: {en: 'For six.'}, changes: [{reveal: {people: 6}}]}\n",
        encoding="utf-8",
    )
    assert call(words) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"error: {says}"), printed
