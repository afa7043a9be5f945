"""Answers of a model, recorded once and replayed: a YAML file for each dialogue, made to be read in a diff.

A file says which model it was, and then, in order, what was asked and what was answered. An answer is replayed only where
model, parameters, messages, tools and schema are those that were recorded; anything else is a miss, and says what changed.

- ``none``: replay only; a miss is an error of the dialogue. The model is not built: no key, no library, no network.
- ``missing``: replay what fits; from the first miss on, ask the model and record.
- ``all``: ask for everything anew.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from intentprops.errors import AgentError, IntentpropsError, Unavailable
from intentprops.models import identity
from intentprops.running.models import ChatMessage, Completion, Model, ModelCall
from intentprops.running.secrets import hide
from intentprops.trace import Question, shorten

Record: TypeAlias = Literal["none", "missing", "all"]
RECORD: tuple[Record, ...] = ("none", "missing", "all")
FORMAT = 1


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Call(_Part):
    name: str
    arguments: dict[str, Any]
    id: str = ""


class Message(_Part):
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: list[Call] = Field(default_factory=list)
    call_id: str = ""
    name: str = ""


class Answer(_Part):
    """``error`` in place of the rest where the model's answer was none."""

    text: str = ""
    calls: list[Call] = Field(default_factory=list)
    input_tokens: int | None = None
    output_tokens: int | None = None
    offers: list[str] | None = None
    questions: list[dict[str, Any]] | None = None
    error: str | None = None


class Exchange(_Part):
    """One question to the model. ``tools`` and ``schema``: whether it was given those of the file."""

    asked: list[Message]
    tools: bool = False
    with_schema: bool = False
    answer: Answer


class Identity(_Part):
    reference: str
    name: str
    version: str
    parameters: dict[str, Any]


class Fixture(_Part):
    """The file of a dialogue."""

    format: Literal[1] = 1
    dialogue: str
    model: Identity
    tools: list[dict[str, Any]] = Field(default_factory=list)
    state_schema: dict[str, Any] | None = None
    exchanges: list[Exchange] = Field(default_factory=list)


class RecordedModel:
    """Replays the file of one dialogue, and asks ``source()`` for what it does not hold, where ``record`` allows it.

    ``known`` is what the file must say of the model. A file that cannot be read, and a miss, raise
    :class:`Unavailable`: both say nothing of the agent.
    """

    def __init__(self, path: Path, dialogue: str, known: Mapping[str, Any], record: Record, source: Callable[[], Model]) -> None:
        self._path, self._dialogue, self._record, self._source = path, dialogue, record, source
        self.name, self.version, self.parameters = known["name"], known["version"], known["parameters"]
        self._known = dict(known)
        self._file: Fixture | None = None
        self._model: Model | None = None
        self._next = 0

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        file = self._file = self._file or self._open()
        asked = [_message(message) for message in messages]
        wanted = hide({"asked": asked, "tools": [dict(tool) for tool in tools], "schema": schema})
        held = self._held(file)
        if held is not None and held[0] == wanted:
            self._next += 1
            return _completion(held[1])
        if self._record == "none":
            raise Unavailable(self._miss(held and held[0], wanted))
        del file.exchanges[self._next :]
        if tools and (not file.tools or not file.exchanges):
            file.tools = wanted["tools"]
        if schema is not None and (file.state_schema is None or not file.exchanges):
            file.state_schema = wanted["schema"]
        return self._ask(file, messages, tools, schema, wanted["asked"])

    def _ask(
        self, file: Fixture, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]], schema: Mapping[str, Any] | None,
        asked: list[Any],
    ) -> Completion:  # fmt: skip
        self._model = self._model or self._source()
        try:
            answer = Answer.model_validate(hide(_answer(self._model.complete(messages, tools, schema))))
        except Unavailable:
            raise
        except AgentError as error:
            answer = Answer(error=hide(str(error)))
        file.exchanges.append(
            Exchange(asked=[Message.model_validate(m) for m in asked], tools=bool(tools), with_schema=schema is not None, answer=answer)
        )
        self._next += 1
        write(self._path, file)  # at once: what was paid for is kept, whatever comes next
        return _completion(answer)

    def _open(self) -> Fixture:
        fresh = Fixture(dialogue=self._dialogue, model=Identity.model_validate(self._known))
        if self._record == "all" or (self._record == "missing" and not self._path.exists()):
            return fresh
        if not self._path.exists():
            raise Unavailable(f"{self._path}: no recorded answers for this dialogue; record them with --record missing")
        try:
            file = read(self._path)
        except IntentpropsError as error:
            raise Unavailable(str(error)) from None
        if file.dialogue != self._dialogue:
            raise Unavailable(f"{self._path}: dialogue: the file is of {file.dialogue!r}, and this is {self._dialogue!r}")
        if changed := _differences(file.model.model_dump(), self._known):
            raise Unavailable(f"{self._path}: recorded with another model: {changed}; record it anew with --record all")
        return file

    def _held(self, file: Fixture) -> tuple[dict[str, Any], Answer] | None:
        if self._next >= len(file.exchanges):
            return None
        held = file.exchanges[self._next]
        asked = [message.model_dump(exclude_defaults=True) for message in held.asked]
        return {
            "asked": asked, "tools": file.tools if held.tools else [], "schema": file.state_schema if held.with_schema else None,
        }, held.answer  # fmt: skip

    def _miss(self, held: Mapping[str, Any] | None, wanted: Mapping[str, Any]) -> str:
        where = f"{self._path}: exchange {self._next + 1}"
        again = "record it anew with --record missing"
        if held is None:
            return f"{where}: not recorded, the file ends before it; {again}"
        changed = [part for part in ("asked", "tools", "schema") if held[part] != wanted[part]]
        lines = [
            line
            for part in changed
            for line in difflib.unified_diff(
                _yaml(held[part]).splitlines(), _yaml(wanted[part]).splitlines(), f"recorded {part}", f"{part} now", n=1, lineterm=""
            )
        ]
        words = {"asked": "the messages", "tools": "the tools", "schema": "the schema"}
        return f"{where}: {' and '.join(words[part] for part in changed)} changed; {again}\n" + "\n".join(lines[:60])


# -- files


def read(path: Path) -> Fixture:
    """The fixture of a file. Raises :class:`IntentpropsError` that names the line or the field."""
    try:
        document = yaml.load(path.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except OSError as error:
        raise IntentpropsError(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark is not None else str(path)
        raise IntentpropsError(f"{place}: no YAML: {getattr(error, 'problem', None) or error}") from None
    if not isinstance(document, dict):
        raise IntentpropsError(f"{path}: the file holds {shorten(document)}; it should hold the recorded answers of a dialogue")
    try:
        return Fixture.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise IntentpropsError(f"{path}: {where}: {first['msg'].lower()}, got {shorten(first['input'])}") from None


def write(path: Path, file: Fixture) -> None:
    """Replace the file in one step. A message that was asked before is an alias of its first mention."""
    path.parent.mkdir(parents=True, exist_ok=True)
    document = hide(file.model_dump(exclude_defaults=True))
    for part in ("tools", "state_schema"):  # seldom read, so in few lines
        if part in document:
            document[part] = _Flow(document[part]) if part == "state_schema" else [_Flow(tool) for tool in document[part]]
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(_yaml({"format": FORMAT, **document}), encoding="utf-8", newline="\n")
    os.replace(draft, path)


class _Dumper(yaml.SafeDumper):
    """Long texts as blocks; the same message twice as an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return not (isinstance(data, dict) and "role" in data)


class _Flow(dict[str, Any]):
    """An object that is written on as few lines as it takes."""


def _flow(dumper: yaml.SafeDumper, document: _Flow) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", document, flow_style=True)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(_Flow, _flow)


def _yaml(document: Any) -> str:
    seen = dict[str, Any]()
    return yaml.dump(_interned(document, seen), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=140)


def _interned(value: Any, seen: dict[str, Any]) -> Any:
    """The document with equal messages as one object, which the dumper turns into an anchor and its aliases."""
    if isinstance(value, _Flow):
        return value
    if isinstance(value, Mapping):
        plain = {key: _interned(part, seen) for key, part in value.items()}
        return seen.setdefault(repr(plain), plain) if "role" in plain else plain
    return [_interned(part, seen) for part in value] if isinstance(value, (list, tuple)) else value


def recorded_identity(folder: Path, dialogues: Sequence[str], reference: str) -> dict[str, Any]:
    """Which model a folder of fixtures is of; all its files must say the same, or the memories would not be compared fairly.

    Raises :class:`IntentpropsError` where they do not, or where there is none.
    """
    found: tuple[Path, dict[str, Any]] | None = None
    for place in (file_of(folder, dialogue) for dialogue in dialogues):
        if not place.exists():
            continue
        try:
            known = read(place).model.model_dump()
        except IntentpropsError:
            continue  # an error of its own dialogue, when it is played
        if found is not None and (changed := _differences(found[1], known)):
            raise IntentpropsError(f"{folder}: {found[0].name} and {place.name} were recorded with different models: {changed}")
        found = found or (place, known)
    if found is None:
        raise IntentpropsError(f"{folder} holds no recorded dialogue of this run; record it with --record missing")
    if found[1]["reference"] != reference:
        raise IntentpropsError(f"{folder} was recorded with --model {found[1]['reference']}, not {reference}")
    return found[1]


def file_of(folder: Path, dialogue: str) -> Path:
    """The file of a dialogue, by its run id."""
    return folder / f"{dialogue}.yaml"


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    pairs = [(key, old.get(key), new.get(key)) for key in dict.fromkeys([*old, *new]) if old.get(key) != new.get(key)]
    return "; ".join(f"{key} was {shorten(was, 120)} and is {shorten(now, 120)} now" for key, was, now in pairs)


# -- between the protocol and the file


def _message(message: ChatMessage) -> dict[str, Any]:
    calls = [Call(name=c.name, arguments=dict(c.arguments), id=c.id) for c in message.calls]
    plain = Message(role=message.role, content=message.content, calls=calls, call_id=message.call_id, name=message.name)
    return plain.model_dump(exclude_defaults=True)


def _answer(completion: Completion) -> dict[str, Any]:
    return {
        "text": completion.text,
        "calls": [{"name": c.name, "arguments": dict(c.arguments), "id": c.id} for c in completion.calls],
        "input_tokens": completion.input_tokens, "output_tokens": completion.output_tokens,
        "offers": None if completion.offers is None else list(completion.offers),
        "questions": None if completion.questions is None else [q.model_dump(exclude_none=True) for q in completion.questions],
    }  # fmt: skip


def _completion(answer: Answer) -> Completion:
    if answer.error is not None:
        raise AgentError(answer.error)
    return Completion(
        text=answer.text, calls=tuple(ModelCall(call.name, call.arguments, call.id) for call in answer.calls),
        input_tokens=answer.input_tokens, output_tokens=answer.output_tokens,
        offers=None if answer.offers is None else tuple(answer.offers),
        questions=None if answer.questions is None else tuple(Question.model_validate(q) for q in answer.questions),
    )  # fmt: skip


def resolved(folder: Path, dialogues: Sequence[str], reference: str, record: Record, source: Callable[[], Model]) -> dict[str, Any]:
    """What a run with fixtures holds equal of its model: as recorded where it only replays, else of the model itself."""
    if record == "none":
        return recorded_identity(folder, dialogues, reference)
    return identity(reference, source())
