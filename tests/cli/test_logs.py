"""``intentprops annotate`` and ``grade`` over logs: as a person uses them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command

AT = "2026-08-07T15:00:00+03:00"


def dialogue(name: str, capacity: int) -> dict[str, Any]:
    def search(people: int) -> list[dict[str, Any]]:
        arguments = json.dumps({"capacity": people, "starts_at": AT, "required_features": []})
        room = {"id": "larch", "name": "Larch", "capacity": 14, "price": 90, "features": [], "available": [AT]}
        return [
            {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "search_rooms", "arguments": arguments}}]},
            {"role": "tool", "tool_call_id": "a", "content": json.dumps({"rooms": [room]})},
            {"role": "assistant", "content": "I found larch."},
        ]

    user = [{"role": "user", "content": "Find a room for twelve people on 7 August at 15:00."}, {"role": "user", "content": "No, there will be six of us."}]
    return {"id": name, "messages": [user[0], *search(12), user[1], *search(capacity)]}


@pytest.fixture
def log(folder: Path) -> str:
    """Two dialogues, the second with a stale argument, and a broken line between them."""
    lines = [json.dumps(dialogue("right", 6)), '{"messages": [', json.dumps(dialogue("wrong", 12))]
    Path("log.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return "log.jsonl"


@pytest.fixture
def clean(folder: Path) -> str:
    Path("clean.json").write_text(json.dumps([dialogue("right", 6), dialogue("wrong", 12)]), encoding="utf-8")
    return "clean.json"


def test_a_log_is_annotated_and_graded(command: Command, log: str) -> None:
    ended = command("annotate", log, "--domain", "rooms", "--out", "notes.yaml")
    assert ended.code == 2
    assert "log.jsonl:2: broken JSON" in ended.err
    assert "2 drafted, 0 there already, 1 unreadable; of 4 drafted turns 0 are unsure" in ended.err
    ended = command("grade", log, "--domain", "rooms", "--annotations", "notes.yaml")
    assert ended.code == 2
    assert "wrong: failed  log.jsonl:3" in ended.out
    assert "superseded_argument at calls[1].capacity: expected 6, actual 12" in ended.out
    assert "(read by reader reference 1)" in ended.out
    assert ended.out.endswith("1 passed, 1 failed, 0 error, 1 unreadable\n")
    assert "log.jsonl:2: broken JSON" in ended.err


def test_what_a_person_corrected_stays(command: Command, clean: str) -> None:
    command("annotate", clean, "--domain", "rooms", "--out", "notes.yaml", "--only", "right")
    notes = Path("notes.yaml")
    mine = notes.read_text(encoding="utf-8").replace("by: reader", "by: person") + "# checked\n"
    notes.write_text(mine, encoding="utf-8")
    ended = command("annotate", clean, "--domain", "rooms", "--out", "notes.yaml")
    assert (ended.code, "1 drafted, 1 there already" in ended.err) == (0, True)
    assert notes.read_text(encoding="utf-8").startswith(mine.rstrip("\n"))
    ended = command("grade", clean, "--domain", "rooms", "--annotations", "notes.yaml", "--json")
    *found, counts = map(json.loads, ended.out.splitlines())
    assert [one["interpretation"]["by"] for one in found] == ["person", "reader"]
    assert (ended.code, counts) == (1, {"counts": {"failed": 1, "passed": 1}})


def test_without_a_file_the_drafts_are_printed(command: Command, clean: str) -> None:
    ended = command("annotate", clean, "--domain", "rooms", "--digests")
    assert ended.out.startswith("schema: 1\ndomain: rooms\n")
    assert "twelve people" not in ended.out


def test_several_processes_say_the_same_as_one(command: Command, clean: str) -> None:
    command("annotate", clean, "--domain", "rooms", "--out", "notes.yaml")
    Path("packed.json.gz").write_bytes(gzip.compress(Path(clean).read_bytes()))
    arguments = ["grade", *[clean, "packed.json.gz"] * 6, "--domain", "rooms", "--annotations", "notes.yaml", "--json"]
    one, two = command(*arguments), command(*arguments, "--workers", "2")
    assert one.out == two.out
    assert (one.code, two.code, len(one.out.splitlines())) == (1, 1, 25)


def test_traces_and_logs_may_stand_side_by_side(command: Command, clean: str) -> None:
    command("run", "--domain", "rooms", "--only", "V1", "--out", "ran")
    command("annotate", clean, "--domain", "rooms", "--out", "notes.yaml")
    ended = command("grade", "ran", "ran/traces.jsonl", clean, "--domain", "rooms", "--annotations", "notes.yaml")
    assert ended.code == 2
    assert "ran is no log of a known format" in ended.err
    assert command("grade", "ran", "ran/traces.jsonl").out.endswith("6 passed, 0 failed, 0 error, 0 unreadable\n")


def test_dialogues_without_an_annotation_are_counted(command: Command, clean: str) -> None:
    command("annotate", clean, "--domain", "rooms", "--out", "notes.yaml", "--only", "right")
    ended = command("grade", clean, "--domain", "rooms", "--annotations", "notes.yaml")
    assert (ended.code, ended.out) == (0, "1 passed, 0 failed, 0 error, 0 unreadable, 1 not annotated\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["grade", "LOG"], "clean.json is a log, and what its users meant is not in it: give --annotations FILE"),
        (["grade", "LOG", "--annotations", "notes.yaml"], "clean.json is a log: give its domain by --domain, one, not 0"),
        (["grade", "LOG", "--domain", "rooms", "--annotations", "none.yaml"], "none.yaml: cannot be read: No such file or directory"),
        (["grade", "LOG", "--domain", "mail", "--annotations", "notes.yaml"], "the file is of the domain 'rooms', not 'mail'"),
        (["grade", "LOG", "--domain", "rooms", "--annotations", "notes.yaml", "--format", "opnai"], "did you mean 'openai'?"),
        (["grade", "nowhere.json"], "nowhere.json: there is no such file"),
        (["annotate", "nowhere.json", "--domain", "rooms"], "nowhere.json: cannot be read: No such file or directory"),
        (["annotate", "LOG", "--domain", "room"], "there is no domain 'room'; did you mean 'rooms'?"),
        (["annotate", "LOG", "--domain", "rooms", "--reader", "--model", "local"], "--reader and --model are two ways to read; give one"),
        (["annotate", "LOG", "--domain", "rooms", "--fixtures", "f"], "--fixtures and --record keep the answers of a model"),
        (["annotate", "LOG", "--domain", "rooms", "--now", "today"], "now: 'today' is no moment; give --now like 2026-08-03T09:00"),
        (["annotate", "LOG", "--domain", "rooms", "--now", "2026-08-03T09:00"], "has no zone; write it with an offset"),
        (["annotate", "LOG", "--domain", "rooms", "--only", "V1"], "clean.json: no dialogue of these ids in it"),
        (["annotate", "LOG", "--domain", "rooms", "--out", "LOG"], "clean.json"),
    ],
)  # fmt: skip
def test_bad_input_is_said_in_a_line(command: Command, clean: str, arguments: list[str], said: str) -> None:
    command("annotate", clean, "--domain", "rooms", "--out", "notes.yaml")
    ended = command(*(clean if argument == "LOG" else argument for argument in arguments))
    assert ended.code == 2, ended.out
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_a_model_is_recorded_once_and_replayed(command: Command, clean: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("scripted.py").write_text(
        "import json\nfrom intentprops.running.models import ScriptedModel\n"
        "def twice():\n    answer = json.dumps({'changes': [{'reveal': {'attendees': 6}}], 'unsure': None})\n"
        "    return ScriptedModel([answer] * 4)\n",
        encoding="utf-8",
    )
    model = ["annotate", clean, "--domain", "rooms", "--model", "scripted:twice", "--fixtures", "answers"]
    first = command(*model, "--record", "missing")
    assert "by: model\n  name: scripted\n" in first.out, first.err
    Path("scripted.py").write_text("def twice():\n    raise RuntimeError\n", encoding="utf-8")
    assert command(*model).out == first.out
