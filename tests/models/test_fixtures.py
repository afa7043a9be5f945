"""Recorded answers: replayed only where nothing changed; a miss says what did; a file is readable, and may be broken by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from intentprops.errors import AgentError, IntentpropsError, Unavailable
from intentprops.models import identity
from intentprops.models.fixtures import Record, RecordedModel, read, recorded_identity
from intentprops.running.models import ChatMessage, Completion, Model, ModelCall
from tests.models.servers import DIALOGUE, SCHEMA, TOOLS, Fixed


def recorded(path: Path, record: Record = "missing", model: Fixed | None = None, source: Callable[[], Model] | None = None) -> RecordedModel:
    model = model or Fixed()
    return RecordedModel(path, "V1__chat__repeat-01", identity("own:model", model), record, source or (lambda: model))


def never() -> Model:
    raise AssertionError("the model was built")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The fixture of two exchanges, the second with a schema."""
    place = tmp_path / "V1__chat__repeat-01.yaml"
    model = recorded(place)
    model.complete(DIALOGUE, TOOLS)
    model.complete(DIALOGUE[:2], schema=SCHEMA)
    return place


# -- replay


def test_what_was_recorded_is_replayed_without_the_model(file: Path) -> None:
    model = recorded(file, "none", source=never)
    assert model.complete(DIALOGUE, TOOLS) == Completion("Which room?", input_tokens=10, output_tokens=5)
    assert model.complete(DIALOGUE[:2], schema=SCHEMA).text == "Which room?"


words = st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n\t"), max_size=30)
answers = st.builds(
    Completion, words, st.lists(st.builds(ModelCall, words, st.dictionaries(words, words | st.integers() | st.none()), words), max_size=2).map(tuple),
    st.none() | st.integers(0, 9), st.none() | st.integers(0, 9),
)  # fmt: skip


@given(answers)
def test_any_answer_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, answer: Completion) -> None:
    class Says(Fixed):
        def complete(self, *_: Any, **__: Any) -> Completion:
            return answer

    place = tmp_path_factory.mktemp("fixtures") / "V1__chat__repeat-01.yaml"
    recorded(place, model=Says()).complete(DIALOGUE, TOOLS)
    assert recorded(place, "none").complete(DIALOGUE, TOOLS) == answer


CHANGES: dict[str, tuple[list[ChatMessage], list[dict[str, Any]], str]] = {
    "prompt": ([replace(DIALOGUE[0], content="You are helpful."), *DIALOGUE[1:]], TOOLS, r"the messages changed[\s\S]*-.*You help\.[\s\S]*\+.*You are helpful\."),
    "a message less": (DIALOGUE[:-1], TOOLS, r"the messages changed[\s\S]*-.*Make it eight"),
    "an argument": ([*DIALOGUE[:2], replace(DIALOGUE[2], calls=(ModelCall("search_rooms", {"capacity": 7}),)), *DIALOGUE[3:]], TOOLS, r"-.*capacity: 6[\s\S]*\+.*capacity: 7"),
    "a tool's words": (DIALOGUE, [{**TOOLS[0], "description": "Find halls."}], r"the tools changed[\s\S]*Find rooms[\s\S]*Find halls"),
    "a tool more": (DIALOGUE, [*TOOLS, {**TOOLS[0], "name": "reserve_room"}], r"the tools changed[\s\S]*\+.*reserve_room"),
    "no tools": (DIALOGUE, [], "the tools changed"),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_is_asked_otherwise_is_a_miss_that_says_what_changed(file: Path, what: str) -> None:
    messages, tools, said = CHANGES[what]
    with pytest.raises(Unavailable, match=said):
        recorded(file, "none", source=never).complete(messages, tools)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Fixed(version="2"), "recorded with another model: version was '1' and is '2' now"),
        (Fixed(name="other"), "name was 'fixed' and is 'other' now"),
        (Fixed(parameters={"temperature": 1}), "parameters was {} and is {'temperature': 1} now"),
    ],
)
@pytest.mark.parametrize("record", ["none", "missing"])
def test_another_model_is_a_miss_and_the_two_are_not_mixed(file: Path, model: Fixed, said: str, record: Record) -> None:
    before = file.read_bytes()
    with pytest.raises(Unavailable, match=said):
        recorded(file, record, model).complete(DIALOGUE, TOOLS)
    assert file.read_bytes() == before


def test_more_questions_than_were_recorded_are_a_miss(file: Path) -> None:
    model = recorded(file, "none", source=never)
    model.complete(DIALOGUE, TOOLS)
    model.complete(DIALOGUE[:2], schema=SCHEMA)
    with pytest.raises(Unavailable, match="exchange 3: not recorded, the file ends before it"):
        model.complete(DIALOGUE, TOOLS)


def test_a_dialogue_that_was_never_recorded(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="no recorded answers for this dialogue; record them with --record missing"):
        recorded(tmp_path / "x.yaml", "none", source=never).complete(DIALOGUE)


# -- record


def test_missing_asks_from_the_first_miss_on(file: Path) -> None:
    model = Fixed("Another answer.")
    replaying = recorded(file, "missing", model)
    assert replaying.complete(DIALOGUE, TOOLS).text == "Which room?"
    assert model.asked == 0
    assert replaying.complete(DIALOGUE[:3], TOOLS).text == "Another answer."
    assert model.asked == 1
    assert [exchange.answer.text for exchange in read(file).exchanges] == ["Which room?", "Another answer."]


def test_all_asks_for_everything_anew(file: Path) -> None:
    recorded(file, "all", Fixed("Another answer.", version="2")).complete(DIALOGUE, TOOLS)
    held = read(file)
    assert held.model.version == "2"
    assert [exchange.answer.text for exchange in held.exchanges] == ["Another answer."]


class Broken(Fixed):
    def complete(self, *_: Any, **__: Any) -> Completion:
        raise AgentError("its arguments are no JSON")


def test_an_answer_that_was_none_is_replayed_as_the_same_error(tmp_path: Path) -> None:
    for record in ("missing", "none"):
        with pytest.raises(AgentError, match="its arguments are no JSON"):
            recorded(tmp_path / "f.yaml", record, Broken()).complete(DIALOGUE)  # type: ignore[arg-type]


class Busy(Fixed):
    def complete(self, *_: Any, **__: Any) -> Completion:
        raise Unavailable("HTTP 429")


def test_no_answer_is_not_recorded(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="429"):
        recorded(tmp_path / "f.yaml", model=Busy()).complete(DIALOGUE)
    assert not (tmp_path / "f.yaml").exists()


# -- a file for people


def test_a_file_reads_well_and_says_each_message_once(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count("Find a room for six.") == 1
    assert text.count("Find rooms.") == 1
    assert yaml.safe_load(text)["exchanges"][0]["asked"][1] == {"role": "user", "content": "Find a room for six."}


EDITS: dict[str, tuple[Callable[[str], str], str]] = {
    "no YAML": (lambda text: text.replace("exchanges:", "exchanges: ]"), r"yaml:\d+: no YAML"),
    "not UTF-8": (lambda text: text + "\x00", "no YAML"),
    "empty": (lambda text: "", "the file holds None; it should hold the recorded answers"),
    "a list": (lambda text: "- 1\n", r"the file holds \[1\]; it should"),
    "a part that is not known": (lambda text: text + "more: 1\n", "more: extra inputs are not permitted"),
    "a role that is none": (lambda text: text.replace("role: user", "role: king"), r"exchanges\.0\.asked\.1\.role: input should be"),
    "a number for a text": (lambda text: text.replace("text: Which room?", "text: 7"), r"exchanges\.0\.answer\.text: input should be a valid string, got 7"),
    "another format": (lambda text: text.replace("format: 1", "format: 2"), "format: input should be 1, got 2"),
    "an alias of nothing": (lambda text: text.replace("*id001", "*id999"), "no YAML: found undefined alias"),
    "another dialogue": (lambda text: text.replace("V1__chat", "V2__chat"), "dialogue: the file is of 'V2__chat__repeat-01', and this is 'V1__chat__repeat-01'"),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_a_file_that_was_edited_into_nonsense_is_named_by_its_place(file: Path, edit: str) -> None:
    change, said = EDITS[edit]
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(Unavailable, match=said):
        recorded(file, "none", source=never).complete(DIALOGUE, TOOLS)


# -- a folder


def test_a_folder_is_of_one_model(file: Path) -> None:
    assert recorded_identity(file.parent, [file.stem], "own:model")["version"] == "1"
    with pytest.raises(IntentpropsError, match="was recorded with --model own:model, not openai:m"):
        recorded_identity(file.parent, [file.stem], "openai:m")
    other = file.with_name("V1__summary__repeat-01.yaml")
    other.write_text(file.read_text(encoding="utf-8").replace("version: '1'", "version: '2'"), encoding="utf-8")
    with pytest.raises(IntentpropsError, match="were recorded with different models: version was '1' and is '2' now"):
        recorded_identity(file.parent, [file.stem, other.stem], "own:model")


def test_a_folder_with_nothing_in_it(tmp_path: Path) -> None:
    with pytest.raises(IntentpropsError, match="holds no recorded dialogue of this run; record it with --record missing"):
        recorded_identity(tmp_path, ["V1__chat__repeat-01"], "openai:m")
