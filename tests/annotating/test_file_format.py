"""What an annotation file has beside a scenario's changes: who read them, digests in place of words, and what is unsure."""

from __future__ import annotations

import jsonschema
import pytest
import yaml

from intentprops.annotating import read_annotations
from intentprops.changes import Interpretation, Unsure
from intentprops.domains.rooms import rooms
from intentprops.errors import ScenarioError
from intentprops.scenarios import dump, file_schema, loads

TEXT = """\
schema: 1
domain: rooms
language: en
interpretation: {by: model, name: m, version: "2"}
scenarios:
  - id: a
    kind: revision
    turns:
      - sha256: 0123456789abcdef
        changes: [{reveal: {attendees: 6}}]
        unsure: who knows
      - messages:
          - say: Eight.
          - sha256: fedcba9876543210
        unsure: {paths: [attendees, goal], why: two of them}
  - id: b
    kind: control
    interpretation: {by: person, name: Ada}
    turns:
      - say: Hello.
"""


def test_it_is_read_and_written_back() -> None:
    first, second = loads(TEXT, "en", rooms)
    assert (first.interpretation, second.interpretation) == (Interpretation("model", "m", "2"), Interpretation("person", "Ada"))
    assert [turn.unsure for turn in first.turns] == [
        Unsure("who knows"), Unsure("two of them", frozenset({"goal", "constraints.attendees"})),
    ]  # fmt: skip
    assert [[m.digest for m in turn.messages] for turn in first.turns] == [["0123456789abcdef"], [None, "fedcba9876543210"]]
    written = dump([first, second], rooms)
    assert loads(written, "en", rooms) == [first, second]
    for text in (TEXT, written):
        jsonschema.Draft202012Validator(file_schema()).validate(yaml.safe_load(text))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("by: model", "by: robot", "4: interpretation.by: 'robot' is no interpreter; it takes reader, model, person"),
        ("name: m, ", "", "4: interpretation: 'name' is missing"),
        ("0123456789abcdef", "'0123'", "9: scenarios[0].turns[0].sha256: '0123' is no digest; it takes the first 16 hex digits"),
        ("[attendees, goal]", "[atendees]", "15: scenarios[0].turns[1].unsure.paths[0]: 'atendees' is no path; did you mean 'attendees'?"),
        ("[attendees, goal]", "[]", "15: scenarios[0].turns[1].unsure.paths: no path is named; of a whole turn, write 'unsure: why' alone"),
        ("      - sha256: 0123456789abcdef\n        changes", "      - changes", "9: scenarios[0].turns[0]: 'say' is missing"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        loads(TEXT.replace(old, new), "en", rooms, name="notes.yaml")
    assert said in str(raised.value)


def test_two_files_do_not_annotate_one_dialogue(tmp_path) -> None:  # type: ignore[no-untyped-def]
    for name in ("one.yaml", "two.yaml"):
        (tmp_path / name).write_text(TEXT, encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"two\.yaml: the dialogue 'a' is annotated already, in .*one\.yaml"):
        read_annotations([tmp_path / "one.yaml", tmp_path / "two.yaml"], rooms)
