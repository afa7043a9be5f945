"""``intentprops scenarios`` and ``schema``, and the files that a person writes by hand."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Command

MINE = """\
schema: 1
domain: rooms
language: en
now: 2026-08-03T09:00:00+03:00
scenarios:
  - id: mine
    kind: revision
    title: Six instead of twelve
    turns:
      - say: Find a room for twelve people on Friday, August 7, at 15:00.
        changes: [{reveal: {attendees: 12, starts_at: "2026-08-07T15:00:00+03:00"}}]
      - say: There will be six of us.
        changes: [{revise: {attendees: 6}}]
"""


@pytest.fixture
def mine(folder: Path) -> Path:
    place = folder / "mine.yaml"
    place.write_text(MINE, encoding="utf-8")
    return place


def test_the_scenarios_are_listed(command: Command) -> None:
    ended = command("scenarios")
    assert ended.code == 0
    for said in ("V1", "Six people instead of twelve", "revision", "F2"):
        assert said in ended.out


def test_one_is_shown_with_what_its_words_mean(command: Command) -> None:
    ended = command("scenarios", "F1", "--language", "both")
    assert '= {"forbid": ["reserve_room"]}' in ended.out
    assert "Just compare the two cheapest" in ended.out
    assert "language ru" in ended.out


def test_as_json(command: Command) -> None:
    found = json.loads(command("scenarios", "V1", "--json").out)
    assert [len(turn["messages"]) for turn in found[0]["turns"]] == [1, 1, 1]


def test_a_file_of_ones_own_runs(command: Command, mine: Path) -> None:
    assert "Six instead of twelve" in command("scenarios", "--scenarios", str(mine)).out
    ended = command("run", "--scenarios", str(mine))
    assert ended.code == 0
    assert "3 passed" in ended.out


def test_a_domain_by_its_place_has_its_scenarios(command: Command) -> None:
    ended = command("scenarios", "--domain", "intentprops.domains.rooms:rooms")
    assert ended.code == 0
    assert "V1" in ended.out


def test_each_file_goes_with_its_own_domain(command: Command, mine: Path) -> None:
    ended = command("scenarios", "--domain", "rooms", "--domain", "mail", "--scenarios", str(mine))
    assert ended.code == 2
    assert "none of the files of --scenarios is of the domain 'mail'" in ended.err
    ended = command("scenarios", "--domain", "mail", "--scenarios", str(mine))
    assert ended.code == 2
    assert "mine.yaml: domain: the file is of 'rooms', and --domain names mail" in ended.err


def test_two_files_with_one_id_are_refused(command: Command, mine: Path) -> None:
    Path("again.yaml").write_text(MINE, encoding="utf-8")
    ended = command("run", "--scenarios", str(mine), "--scenarios", "again.yaml")
    assert ended.code == 2
    assert "two scenarios have the id 'mine'" in ended.err


def test_a_scenario_that_lacks_what_its_call_needs_is_named(command: Command, mine: Path) -> None:
    mine.write_text(MINE.replace(', starts_at: "2026-08-07T15:00:00+03:00"', ""), encoding="utf-8")
    ended = command("scenarios", "--scenarios", str(mine))
    assert ended.code == 1
    assert "mine" in ended.err
    assert "starts_at" in ended.err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("revise: {attendees: 6}", "revise: {atendees: 6}", "mine.yaml:13"),
        ("revise: {attendees: 6}", "revise: {atendees: 6}", "did you mean 'attendees'?"),
        ("09:00:00+03:00\nscen", "09:00:00\nscen", "zone"),
        ('15:00:00+03:00"', '15:00:00"', "zone"),
        ("revise: {attendees: 6}", "revise: {attendees: six}", "attendees"),
        ("schema: 1", "schema: 2", "schema"),
        ("    turns:", "    truns:", "truns"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_place(command: Command, mine: Path, old: str, new: str, said: str) -> None:
    assert old in MINE
    mine.write_text(MINE.replace(old, new), encoding="utf-8")
    for ended in (command("scenarios", "--scenarios", str(mine)), command("run", "--scenarios", str(mine))):
        assert ended.code == 2
        assert said in ended.err
        assert "mine.yaml:" in ended.err
        assert "Traceback" not in ended.err


def test_two_scenarios_of_one_id_are_refused(command: Command, mine: Path) -> None:
    mine.write_text(MINE + MINE[MINE.index("  - id") :], encoding="utf-8")
    ended = command("run", "--scenarios", str(mine))
    assert ended.code == 2
    assert "mine" in ended.err


@pytest.mark.parametrize("what", [["state"], ["state", "--domain", "mail"], ["trace"], ["scenario"], ["scenario", "--json"], []])
def test_the_schemas_are_schemas(command: Command, what: list[str]) -> None:
    document = json.loads(command("schema", *what).out)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(document)


def test_what_a_run_records_fits_the_schemas(command: Command) -> None:
    command("run", "--only", "F1", "--out", "here")
    trace, state = (json.loads(command("schema", what).out) for what in ("trace", "state"))
    for line in Path("here/traces.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        jsonschema.validate(record, trace)
        if record["active_state_after"] is not None:
            jsonschema.validate(record["active_state_after"], state)


def test_the_version_and_the_help(command: Command) -> None:
    assert command("--version").code == 0
    assert "Exit codes: 0 all passed" in command("--help").out
    assert "..." not in command("--help").out.split("Commands:")[1], "each command says in one line what it does"


def test_a_reader_that_leaves_is_not_troubled(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``intentprops scenarios | head -1``: no traceback, and the exit code that a shell gives a closed pipe."""
    reading, writing = os.pipe()
    os.close(reading)
    with monkeypatch.context() as patched, open(writing, "w", encoding="utf-8") as pipe:
        patched.setattr(sys, "stdout", pipe)
        ended = command("scenarios")
    assert ended.code == 141
    assert ended.err == ""
