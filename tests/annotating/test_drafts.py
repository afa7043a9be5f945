"""Drafts of what users meant: read after what was said before, unsure where there are two ways, and never over what a person wrote."""

from __future__ import annotations

import json
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from intentprops.annotating.drafting import draft
from intentprops.annotating.files import merged
from intentprops.annotating.readers import PROPOSALS, Heard, ModelReader, ReferenceReader, answer_schema
from intentprops.changes import DontCare, Reveal, Revision, Scenario
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.errors import ScenarioError
from intentprops.importers import Recorded, Source
from intentprops.importers.plain import conversations
from intentprops.running.models import ScriptedModel
from intentprops.scenarios import loads
from intentprops.state import State
from tests.domains.shelf import shelf
from tests.grading.logs import recorded

NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")
AT = "2026-08-07T15:00:00+03:00"


def log_of(*turns: Any, id: str = "d") -> Recorded:
    (found,) = conversations({"id": id, "turns": [{"user": said, "agent": reply} for said, reply in turns]}, Source("log.jsonl", line=1))
    return found


def by_rule(log: Recorded) -> Scenario:
    return draft(rooms, log, ReferenceReader(), now=NOW)


def test_what_the_reference_reader_understands_is_what_was_meant() -> None:
    """On the dialogues of the library, whose words are made to be read in one way."""
    told = right = unsure = 0
    for domain, log, scenario in recorded("reference"):
        found = draft(domain, log, ReferenceReader(), now=scenario.now)
        for meant, read in zip(scenario.turns, found.turns, strict=True):
            told += 1
            unsure += read.unsure is not None
            right += read.unsure is not None or set(read.changes) == set(meant.changes)
    assert right / told > 0.95
    assert unsure / told < 0.25


def test_an_answer_is_read_by_the_question_before_it() -> None:
    log = log_of(("Find a room for 7 August at 15:00.", "For how many people?"), ("Eight.", "Fine."))
    first, second = by_rule(log).turns
    assert (first.unsure, second.unsure) == (None, None)
    assert second.changes == (Reveal("attendees", 8),)


def test_a_correction_after_a_question_replaces() -> None:
    log = log_of(("Find a room for six on 7 August at 15:00.", "For six people, right?"), ("No, eight.", "Fine."))
    assert by_rule(log).turns[1].changes == (Revision("attendees", 8),)


def test_what_says_nothing_to_the_reader_is_unsure() -> None:
    log = log_of(("Find a room for six.", "Which day?"), ("My aunt Greta sings opera in Verona.", "Oh."), ("Thanks!", "Bye."))
    _, odd, thanks = by_rule(log).turns
    assert odd.unsure is not None
    assert "Greta" not in odd.unsure.why, "no words of the log are copied"
    assert (thanks.unsure, thanks.changes) == (None, ())


def test_an_accepted_item_is_written_as_what_it_fills_in() -> None:
    find = {"name": "find_shelf", "arguments": {"corner": "open space"}, "result": {"shelves": [{"id": "s1", "hue": "red"}, {"id": "s2", "hue": "blue"}]}}
    turns = [{"user": "Find a shelf.", "calls": [find], "agent": "There are s1 and s2."}, {"user": "I take the second one.", "agent": "Fine."}]
    (log,) = conversations({"id": "d", "turns": turns}, Source("log.jsonl", line=1))
    found = draft(shelf, log, ReferenceReader(), now=NOW).turns[1]
    assert {change.field: change.value for change in found.changes if isinstance(change, (Reveal, Revision))} == {"spot": "s2", "hue": "blue"}


def test_digests_stand_in_place_of_the_words() -> None:
    found = draft(rooms, log_of(("Find a room for six.", "Fine.")), ReferenceReader(), now=NOW, digests=True)
    (message,) = found.turns[0].messages
    assert (message.text, message.digest) == ("", sha256(b"Find a room for six.").hexdigest()[:16])
    assert "six" not in merged("", [found], rooms, name="x", reference="rooms").replace("attendees: 6", "")


# -- a model


def test_a_model_is_asked_with_the_state_and_the_last_reply_and_held_to_the_domain() -> None:
    model = ScriptedModel([
        json.dumps({"changes": [{"reveal": {"atendees": 6}}], "unsure": None}),
        json.dumps({"changes": [{"reveal": {"attendees": 6}}, {"any": "starts_at"}], "unsure": None}),
        json.dumps({"changes": [], "unsure": "six or eight"}),
    ])  # fmt: skip
    found = draft(rooms, log_of(("Six, whenever.", "Right?"), ("Or eight.", "Hm.")), ModelReader(model), now=NOW)
    assert str(found.interpretation) == "model scripted 1"
    assert found.turns[0].changes == (Reveal("attendees", 6), DontCare("starts_at"))
    assert found.turns[1].unsure is not None
    assert found.turns[1].unsure.why == "six or eight"
    assert "'atendees' is no field; did you mean 'attendees'?" in model.seen[1][-1].content
    assert "Last reply of the assistant:\nRight?" in model.seen[2][-1].content


@pytest.mark.parametrize("answer", ["six", "[]", '{"changes": 7}', '{"changes": [{"return": {"version": "x"}}]}'])
def test_a_model_that_never_fits_leaves_the_turn_unsure(answer: str) -> None:
    found = draft(rooms, log_of(("Six.", "Fine.")), ModelReader(ScriptedModel([answer] * PROPOSALS)), now=NOW)
    assert found.turns[0].unsure is not None
    assert found.turns[0].changes == ()


@pytest.mark.parametrize("domain", [rooms, mail, shelf], ids=lambda domain: domain.name)
def test_the_schema_of_an_answer_takes_what_the_scenarios_say(domain: Any) -> None:
    import jsonschema

    from intentprops.scenarios import bundled, dump_changes

    validator = jsonschema.Draft202012Validator(answer_schema(domain))
    for scenario in bundled(domain.name) if domain is not shelf else ():
        for turn in scenario.turns:
            validator.validate({"changes": dump_changes(turn.changes, domain), "unsure": None})
    assert list(validator.iter_errors({"changes": [{"reveal": {"nothing": 1}}], "unsure": None}))


def test_nothing_is_asked_about_an_empty_message() -> None:
    heard = Heard(rooms, "en", NOW, State())
    assert ModelReader(ScriptedModel([])).read("  ", heard).changes == ()


# -- files

MINE = """\
# my notes
schema: 1
domain: rooms
language: en
interpretation: {by: person, name: Ada}
scenarios:
  # looked at twice
  - id: mine
    kind: control
    turns:
      - say: "Find a room for six."   # certain
        changes: [{reveal: {attendees: 6}}]
# the end
"""


def test_drafts_stand_behind_what_a_person_wrote_which_stays_letter_by_letter() -> None:
    drafts = [by_rule(log_of(("Find a room for six.\nToday — 'quoted'.", "Fine."), ("Eight.", "Yes."), id=name)) for name in ("a", "b")]
    found = merged(MINE, drafts, rooms, name="notes.yaml", reference="rooms")
    assert found.startswith(MINE.rstrip("\n"))
    read = loads(found, "en", rooms)
    assert [scenario.id for scenario in read] == ["mine", "a", "b"]
    assert [str(scenario.interpretation) for scenario in read] == ["person Ada", "reader reference 1", "reader reference 1"]
    assert read[1:] == drafts
    with pytest.raises(ScenarioError, match="the dialogue 'a' is there already, and is not drafted again"):
        merged(found, drafts, rooms, name="notes.yaml", reference="rooms")


def test_other_parts_of_a_file_may_follow_its_scenarios() -> None:
    text = MINE.replace("language: en\n", "").replace("# the end\n", "language: en\n")
    found = merged(text, [by_rule(log_of(("Six.", "Fine.")))], rooms, name="notes.yaml", reference="rooms")
    assert [scenario.id for scenario in loads(found, "en", rooms)] == ["mine", "d"]


def test_a_file_whose_scenarios_stand_in_brackets_is_refused(tmp_path: Path) -> None:
    text = 'schema: 1\ndomain: rooms\nlanguage: en\nscenarios: [{id: x, kind: control, turns: [{say: "Hi."}]}]\n'
    with pytest.raises(ScenarioError, match=r"write each on its own lines"):
        merged(text, [by_rule(log_of(("Six.", "Fine.")))], rooms, name="notes.yaml", reference="rooms")
