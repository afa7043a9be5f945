"""Schema-Guided Dialogue as it is stored: the schema of its services, and its dialogues in two forms.

The full form is that of the public data (``dialogues_NNN.json``, an array of dialogues); the compact one has a dialogue on
each line, without the answers of the services. Either may be compressed (``.gz``). What the annotators derived from a turn
(its ``slot_values``) and what the system called stand apart from what was said, in :class:`Answer`: a reader of the words
has no way to look at them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, TypeAdapter, ValidationError

from intentprops.errors import IntentpropsError, hint
from intentprops.trace import shorten

DONT_CARE = "dontcare"
"""SGD's value of a slot for which any value will do."""


class SgdError(IntentpropsError):
    """A file of the data that cannot be read; the text names file, place and value."""


class Slot(BaseModel):
    """A slot of a service; ``possible_values`` is a closed list where the slot is categorical."""

    name: str
    description: str = ""
    is_categorical: bool = False
    possible_values: list[str] = []


class Intent(BaseModel):
    """A method of a service. Optional slots come with their default, which may be :data:`DONT_CARE`."""

    name: str
    description: str = ""
    is_transactional: bool
    required_slots: list[str] = []
    optional_slots: dict[str, str] = {}
    result_slots: list[str] = []

    @property
    def slots(self) -> list[str]:
        return [*self.required_slots, *self.optional_slots]


class Service(BaseModel):
    """A service of the schema."""

    service_name: str
    description: str = ""
    slots: list[Slot]
    intents: list[Intent]

    @property
    def intent(self) -> dict[str, Intent]:
        return {intent.name: intent for intent in self.intents}


@dataclass(frozen=True, slots=True)
class Act:
    """One dialogue act: ``values`` as said, ``canonical`` as the service spells them."""

    name: str
    slot: str
    values: tuple[str, ...]
    canonical: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The acts of one turn that concern one service."""

    service: str
    acts: tuple[Act, ...]

    def of(self, name: str) -> list[Act]:
        """The acts of a name, in order."""
        return [act for act in self.acts if act.name == name]

    def has(self, name: str) -> bool:
        return any(act.name == name for act in self.acts)


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """A call of a service. ``results`` is ``None`` where the file only counts them."""

    service: str
    method: str
    parameters: Mapping[str, str]
    results: Sequence[Mapping[str, str]] | None
    count: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What is judged, by service: the annotators' state after a turn of the user, the calls in one of the system."""

    slot_values: Mapping[str, Mapping[str, Sequence[str]]]
    calls: tuple[ServiceCall, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """One turn: who spoke, the words, and the acts."""

    speaker: Literal["USER", "SYSTEM"]
    text: str
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A dialogue, user and system in turn. ``answers`` has one for each turn, apart from what was ``said``."""

    id: str
    services: tuple[str, ...]
    said: tuple[Said, ...]
    answers: tuple[Answer, ...]


class _Action(BaseModel):
    act: str
    slot: str = ""
    values: list[str] = []
    canonical_values: list[str] | None = None


def _action(raw: Any) -> Any:
    """The compact form writes an act as a list."""
    return dict(zip(("act", "slot", "values", "canonical_values"), raw, strict=False)) if isinstance(raw, list) else raw


class _Call(BaseModel):
    method: str
    parameters: dict[str, str]


class _State(BaseModel):
    slot_values: dict[str, list[str]] = {}


class _Frame(BaseModel):
    service: str
    actions: list[Annotated[_Action, BeforeValidator(_action)]] = Field(validation_alias="acts", default=[])
    slot_values: dict[str, list[str]] = {}
    service_call: _Call | None = None
    service_results: list[dict[str, str]] | None = None
    n_results: int | None = None


def _full_frame(raw: Any) -> Any:
    """A frame of the full form in the shape of the compact one."""
    if not isinstance(raw, Mapping) or "actions" not in raw:
        return raw
    state = raw.get("state") or {}
    return {**raw, "acts": raw["actions"], "slot_values": state.get("slot_values", {}) if isinstance(state, Mapping) else state}


class _Turn(BaseModel):
    speaker: Literal["USER", "SYSTEM"]
    utterance: str
    frames: list[Annotated[_Frame, BeforeValidator(_full_frame)]]


class _Dialogue(BaseModel):
    id: str = Field(validation_alias="dialogue_id")
    services: list[str]
    turns: list[_Turn]


def _named(raw: Any) -> Any:
    """The full form has ``dialogue_id``, the compact one ``id``."""
    return {"dialogue_id": raw["id"], **raw} if isinstance(raw, Mapping) and "id" in raw else raw


_DIALOGUE: TypeAdapter[_Dialogue] = TypeAdapter(Annotated[_Dialogue, BeforeValidator(_named)])
_SCHEMA = TypeAdapter(list[Service])


def read_schema(path: Path) -> dict[str, Service]:
    """The services of a schema file, by name. Raises :class:`SgdError`."""
    try:
        services = _SCHEMA.validate_python(_load(path))
    except ValidationError as error:
        raise SgdError(f"{path}: {_first(error)}") from None
    known = {service.service_name: service for service in services}
    for service in services:
        slots = {slot.name for slot in service.slots}
        for intent in service.intents:
            for name in [*intent.slots, *intent.result_slots]:
                if name not in slots:
                    raise SgdError(f"{path}: {service.service_name}.{intent.name} uses the slot {name!r}, which is none of {sorted(slots)}")
    return known


def read_dialogues(path: Path, services: Mapping[str, Service]) -> Iterator[Dialogue]:
    """The dialogues of a file of either form, one at a time. Raises :class:`SgdError` at the first that cannot be read."""
    compact = ".jsonl" in path.name
    for place, raw in _lines(path) if compact else _elements(path):
        try:
            read = _DIALOGUE.validate_python(raw)
        except ValidationError as error:
            raise SgdError(f"{place}: {_first(error)}") from None
        yield _dialogue(read, services, place)


def read_folder(folder: Path) -> tuple[dict[str, Service], list[Dialogue]]:
    """The schema and the dialogues of a folder; of one that stands in two files, the full form. Raises :class:`SgdError`."""
    if not folder.is_dir():
        raise SgdError(f"{folder}: no such folder; it should hold the schema and dialogues of one split of Schema-Guided Dialogue")
    schema = _files(folder, "*schema.json*")
    files = [*_files(folder, "*dialogues_[0-9]*.json*"), *_files(folder, "*dialogues*.jsonl*")]
    if not schema or not files:
        wanted = "schema.json" if not schema else "dialogues_001.json"
        raise SgdError(f"{folder}: no {wanted} there, plain or compressed; it holds {sorted(p.name for p in folder.iterdir())[:8]}")
    services = read_schema(schema[0])
    found: dict[str, Dialogue] = {}
    for path in files:
        for dialogue in read_dialogues(path, services):
            found.setdefault(dialogue.id, dialogue)
    return services, list(found.values())


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.glob(pattern) if path.name.endswith((".json", ".json.gz", ".jsonl", ".jsonl.gz")))


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
        return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SgdError(f"{path}: cannot be read: {error}") from None


def _load(path: Path) -> Any:
    try:
        return json.loads(_text(path))
    except ValueError as error:
        raise SgdError(f"{path}: no JSON: {error}") from None


def _elements(path: Path) -> Iterator[tuple[str, Any]]:
    found = _load(path)
    if not isinstance(found, list):
        raise SgdError(f"{path}: a list of dialogues belongs here, not {shorten(found)}")
    for number, raw in enumerate(found, 1):
        yield f"{path}: dialogue {number}", raw


def _lines(path: Path) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(_text(path).splitlines(), 1):
        if line.strip():
            try:
                yield f"{path}:{number}", json.loads(line)
            except ValueError as error:
                raise SgdError(f"{path}:{number}: no JSON: {error}") from None


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"])) or "dialogue"
    return f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}, got {shorten(first['input'])}"


def _dialogue(read: _Dialogue, services: Mapping[str, Service], place: str) -> Dialogue:
    place = f"{place} ({read.id})"
    if not read.turns or any(turn.speaker != ("USER", "SYSTEM")[n % 2] for n, turn in enumerate(read.turns)):
        raise SgdError(f"{place}: user and system have to speak in turn, the user first")
    if len(read.turns) % 2:
        raise SgdError(f"{place}: the system's answer to the last turn is missing")
    for name in [*read.services, *(frame.service for turn in read.turns for frame in turn.frames)]:
        if name not in services:
            raise SgdError(f"{place}: the service {name!r} is not in the schema{hint(name, services)}")
    for number, turn in enumerate(read.turns):
        for frame in turn.frames:
            _check_frame(frame, services[frame.service], f"{place}, turn {number}")
    names = [frame.service for turn in read.turns for frame in turn.frames]
    return Dialogue(
        read.id, tuple(dict.fromkeys([*read.services, *names])),
        tuple(Said(turn.speaker, turn.utterance, tuple(map(_frame, turn.frames))) for turn in read.turns),
        tuple(map(_answer, read.turns)),
    )  # fmt: skip


def _check_frame(frame: _Frame, service: Service, place: str) -> None:
    slots = {slot.name for slot in service.slots}
    for action in frame.actions:
        if action.slot not in slots | {"", "intent", "count"}:
            text = f"{action.act} names {action.slot!r}, which is no slot of {service.service_name}{hint(action.slot, slots)}"
            raise SgdError(f"{place}: {text}")
        if action.slot == "intent":
            for name in action.canonical_values or action.values:
                if name not in service.intent:
                    raise SgdError(f"{place}: {name!r} is no intent of {service.service_name}{hint(name, service.intent)}")
        if action.canonical_values is not None and len(action.canonical_values) != len(action.values):
            many = f"{len(action.values)} values and {len(action.canonical_values)} canonical ones"
            raise SgdError(f"{place}: {action.act} of {action.slot!r} has {many}")
    call = frame.service_call
    if call is not None:
        if call.method not in service.intent:
            raise SgdError(f"{place}: {call.method!r} is no method of {service.service_name}{hint(call.method, service.intent)}")
        for name in call.parameters:
            if name not in slots:
                raise SgdError(f"{place}: {call.method} carries {name!r}, which is no slot of {service.service_name}{hint(name, slots)}")


def _frame(frame: _Frame) -> Frame:
    acts = (
        Act(a.act, a.slot, tuple(a.values), tuple(a.values if a.canonical_values is None else a.canonical_values))
        for a in frame.actions
    )
    return Frame(frame.service, tuple(acts))


def _answer(turn: _Turn) -> Answer:
    calls = [
        ServiceCall(
            frame.service, frame.service_call.method, frame.service_call.parameters, frame.service_results,
            (frame.n_results or 0) if frame.service_results is None else len(frame.service_results),
        )
        for frame in turn.frames if frame.service_call is not None
    ]  # fmt: skip
    return Answer({frame.service: frame.slot_values for frame in turn.frames}, tuple(calls))
