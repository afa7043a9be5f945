"""Tools as a domain declares them: their schema, their effect, and how each argument carries a field."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, PydanticUserError, ValidationError, create_model

from intentprops.errors import DomainError

Confirmation: TypeAlias = Literal["never", "every_time"]


@dataclass(frozen=True)
class Exact:
    """The argument is the field's value."""

    field: str

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field,)


@dataclass(frozen=True)
class Covers:
    """The argument may be broader than the field; what it brings is filtered later.

    ``by(argument, want)`` says whether it is broad enough, for canonical values. By default an omitted argument
    covers everything, a set covers every larger set of wishes, and a scalar covers itself.
    """

    field: str
    by: Callable[[Any, Any], bool] | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field,)

    def covers(self, argument: Any, want: Any) -> bool:
        if argument is None or argument == frozenset():
            return True
        if self.by is not None:
            return bool(self.by(argument, want))
        if isinstance(want, frozenset):
            return bool(argument <= want)
        return bool(argument == want)


@dataclass(frozen=True, init=False)
class Derived:
    """The argument is computed: ``make(*values of the fields)`` is what it must be.

    ``same(argument, expected)`` compares, by default with ``==`` on JSON values.
    """

    fields: tuple[str, ...]
    make: Callable[..., Any]
    same: Callable[[Any, Any], bool]

    def __init__(
        self,
        fields: str | Sequence[str],
        make: Callable[..., Any],
        same: Callable[[Any, Any], bool] = lambda argument, expected: bool(argument == expected),
    ) -> None:
        object.__setattr__(self, "fields", (fields,) if isinstance(fields, str) else tuple(fields))
        object.__setattr__(self, "make", make)
        object.__setattr__(self, "same", same)


@dataclass(frozen=True)
class Free:
    """The argument is the agent's own business. ``example`` is what a correct agent puts there, if anything."""

    example: Any = None

    @property
    def fields(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Item:
    """The argument names an item of a result, or an effect, by an opaque id; it is judged as what it stands for."""

    result: str

    @property
    def fields(self) -> tuple[str, ...]:
        return ()


Binding: TypeAlias = Exact | Covers | Derived | Free | Item


@dataclass(frozen=True, init=False)
class Tool:
    """A function that the agent may call.

    ``source`` is the production function, a framework's tool object (``name``, ``description`` and ``args_schema``,
    ``params_json_schema``, ``input_schema`` or ``parameters``), or a definition in the OpenAI, Anthropic or MCP form.

    - ``args`` binds argument paths (``"query.origin"``) to fields; a bare field name means :class:`Exact`.
      What is not bound is not judged.
    - ``effect``: the call changes the world. ``makes`` names what the call brings: a result, or for an effectful
      tool the effect that enters the ledger. ``undoes`` names the effect that the call takes back (T19).
    - ``confirm="every_time"``: a yes is needed before each call (T18).
    - ``words`` name the act in any language, verbs and nouns, for bans and for claims of a reply. ``objects`` name what it
      is done to (a room, a letter), so that "the room is secured" is known for a claim of it as well.
    """

    name: str
    description: str
    args: Mapping[str, Binding]
    effect: bool
    makes: str | None
    undoes: str | None
    confirm: Confirmation
    words: tuple[str, ...]
    objects: tuple[str, ...]
    effect_id: str | None
    _model: type[BaseModel] | None = field(repr=False, compare=False)
    _schema: Mapping[str, Any] | None = field(repr=False, compare=False)

    def __init__(
        self,
        source: Any,
        *,
        args: Mapping[str, Binding | str] | None = None,
        effect: bool = False,
        makes: str | None = None,
        undoes: str | None = None,
        confirm: Confirmation = "never",
        words: Sequence[str] = (),
        objects: Sequence[str] = (),
        effect_id: str | None = None,
        name: str | None = None,
    ) -> None:
        found, description, model, schema = _read_source(source)
        put = object.__setattr__
        put(self, "name", name or found)
        put(self, "description", description)
        put(self, "_model", model)
        put(self, "_schema", schema)
        bound = {path: Exact(to) if isinstance(to, str) else to for path, to in (args or {}).items()}
        put(self, "args", bound)
        put(self, "effect", effect or undoes is not None)
        put(self, "makes", makes)
        put(self, "undoes", undoes)
        put(self, "confirm", confirm)
        put(self, "words", tuple(words))
        put(self, "objects", tuple(objects))
        put(self, "effect_id", effect_id)

    @cached_property
    def schema(self) -> Mapping[str, Any]:
        """The JSON Schema of the arguments."""
        return self._schema if self._model is None else self._model.model_json_schema()  # type: ignore[return-value]

    @cached_property
    def paths(self) -> Mapping[str, bool]:
        """Every argument path of the schema, nested ones with dots; true where it is required."""
        return {path: needed for path, needed, *_ in _paths(self.schema, self.schema, True)}

    @cached_property
    def nests(self) -> tuple[str, ...]:
        """The paths of objects that have to be there, though perhaps nothing in them has to, wherever the object around them is."""
        return tuple(path for path, _, _, nest in _paths(self.schema, self.schema, True) if nest)

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """What an argument that is left out carries, by path, where the schema states it (and it is not null)."""
        return {path: default for path, _, default, _ in _paths(self.schema, self.schema, True) if default is not None}

    def argument(self, arguments: Mapping[str, Any], path: str) -> Any:
        """What a call carries at a path: the value given, or the default of an argument that is left out."""
        return dig(arguments, path, missing=self.defaults.get(path))

    def problem(self, arguments: Any) -> str | None:
        """Why ``arguments`` do not fit the schema, in one line; ``None`` where they do."""
        if not isinstance(arguments, Mapping):
            return f"the arguments are {type(arguments).__name__}, not an object"
        try:
            text = json.dumps(arguments)
        except (TypeError, ValueError) as error:
            return f"the arguments are no JSON: {error}"
        if self._model is not None:
            try:
                self._model.model_validate_json(text, strict=True)
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                return f"{'.'.join(map(str, first['loc'])) or 'arguments'} is {first['input']!r}: {first['msg'].lower()}"
            return None
        best = next(iter(sorted(self._validator.iter_errors(json.loads(text)), key=lambda e: e.json_path)), None)
        return None if best is None else f"{best.json_path.removeprefix('$.')}: {best.message}"

    @cached_property
    def _validator(self) -> Any:
        import jsonschema

        return jsonschema.Draft202012Validator(dict(self.schema))

    def accepted(self, answer: Any) -> bool:
        """Whether the world took the call: the answer is no error and does not say ``accepted: false``."""
        return not (isinstance(answer, Mapping) and (answer.get("error") or answer.get("accepted") is False))

    def spec(self) -> dict[str, Any]:
        """The definition that a model is given: name, description, parameters."""
        return {"name": self.name, "description": self.description, "parameters": dict(self.schema)}


def named(arguments: Any, path: str) -> Any:
    """The id that an item argument names. What is no id, such as a list, is given as its text: it names nothing."""
    value = dig(arguments, path)
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)


def dig(arguments: Mapping[str, Any], path: str, missing: Any = None) -> Any:
    """The value at a dotted path; ``missing`` where it is omitted."""
    value: Any = arguments
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return missing
        value = value[part]
    return value


def plant(arguments: dict[str, Any], path: str, value: Any) -> None:
    """Put a value at a dotted path, making the objects on the way."""
    *way, last = path.split(".")
    for part in way:
        arguments = arguments.setdefault(part, {})
    arguments[last] = value


def _read_source(source: Any) -> tuple[str, str, type[BaseModel] | None, Mapping[str, Any] | None]:
    if isinstance(source, Mapping):
        spec = source.get("function", source)
        schema = next((spec[key] for key in ("parameters", "input_schema", "inputSchema") if key in spec), None)
        if "name" not in spec or schema is None:
            raise DomainError(f"a tool definition needs 'name' and 'parameters' (or 'input_schema'), not {sorted(spec)}")
        return spec["name"], spec.get("description", ""), None, schema
    if (model := getattr(source, "args_schema", None)) is not None and isinstance(model, type):
        return source.name, source.description or "", _closed(source.name, model), None
    for key in ("args_schema", "params_json_schema", "input_schema", "inputSchema", "parameters"):
        if isinstance(schema := getattr(source, key, None), Mapping):
            return source.name, getattr(source, "description", "") or "", None, schema
    if callable(source):
        return source.__name__, inspect.getdoc(source) or "", _model_of(source), None
    raise DomainError(f"cannot take a tool from {source!r}: give a function, a tool object or a definition")


def _model_of(function: Callable[..., Any]) -> type[BaseModel]:
    import typing

    try:
        hints = typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        raise DomainError(f"tool {function.__name__!r}: cannot resolve its annotations: {error}") from None
    parameters: dict[str, Any] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self":
            continue
        if name not in hints:
            raise DomainError(f"tool {function.__name__!r}: parameter {name!r} has no annotation, so no schema")
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        parameters[name] = (hints[name], default)
    return create_model(function.__name__, __config__=ConfigDict(extra="forbid"), **parameters)


def _closed(name: str, model: type[BaseModel]) -> type[BaseModel]:
    try:
        model.model_json_schema()  # a broken model fails here, where the domain is built
    except PydanticUserError as error:
        raise DomainError(f"tool {name!r}: its model {model.__name__!r} is no schema: {error.message.splitlines()[0]}") from None
    return model


def _paths(schema: Mapping[str, Any], root: Mapping[str, Any], required: bool, prefix: str = "") -> Any:
    """Each path with whether it is required, its default, and whether it is an object that the one around it requires."""
    for name, sub in schema.get("properties", {}).items():
        path, wanted, default = prefix + name, name in schema.get("required", ()), sub.get("default")
        followed = set[str]()  # a circle of references ends where it closes
        while (ref := sub.get("$ref")) is not None and ref not in followed:
            followed.add(ref)
            sub = _follow(root, ref)
        nested = sub.get("type") == "object"
        yield path, required and wanted, default, nested and wanted
        if nested and prefix.count(".") < 8:
            yield from _paths(sub, root, required and wanted, path + ".")


def _follow(root: Mapping[str, Any], ref: str) -> Mapping[str, Any]:
    node: Any = root
    for part in ref.removeprefix("#/").split("/"):
        node = node.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(node, Mapping) else None
    return node if isinstance(node, Mapping) else {}
