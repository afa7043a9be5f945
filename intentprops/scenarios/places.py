"""YAML that remembers its lines, so that an error can say where it stands."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import yaml

from intentprops.errors import ScenarioError
from intentprops.trace import shorten

Check: TypeAlias = Callable[[Any], bool]


class Lined(dict[Any, Any]):
    """A mapping with the line of each of its keys."""

    lines: dict[Any, int]


class LinedList(list[Any]):
    """A sequence with the line of each of its items."""

    lines: dict[Any, int]


@dataclass(frozen=True)
class Place:
    """Where a value stands: its file, its line, and the way to it (``scenarios[2].turns[0].say``)."""

    file: str = ""
    path: str = ""
    line: int = 0

    def at(self, parent: Any, key: str | int) -> Place:
        """The place of a part of ``parent``, which is the value here."""
        line = getattr(parent, "lines", {}).get(key, self.line)
        step = f"[{key}]" if isinstance(key, int) else f".{key}" if self.path else key
        return replace(self, path=self.path + step, line=line)

    def error(self, message: str) -> ScenarioError:
        where = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        return ScenarioError(f"{where}{self.path}: {message}" if self.path else where + message)

    def known(self, name: Any, names: Iterable[str], kind: str) -> str:
        """``name``, if it is one of ``names``; an error names the one that was probably meant."""
        names = list(names)
        if isinstance(name, str) and name in names:
            return name
        raise self.error(f"{shorten(name)} is no {kind}{hint(name, names)}")

    def mapping(self, value: Any, keys: Iterable[str], needed: Iterable[str] = (), kind: str = "key") -> Mapping[str, Any]:
        """``value``, if it is a mapping with known keys and all the needed ones."""
        if not isinstance(value, Mapping):
            raise self.error(f"{shorten(value)} is no mapping; it takes {', '.join(keys)}")
        keys = list(keys)
        for key in value:
            self.at(value, str(key)).known(key, keys, kind)
        if missing := [key for key in needed if key not in value]:
            raise self.error(f"{missing[0]!r} is missing")
        return value

    def items(self, value: Any, kind: str) -> list[tuple[Any, Place]]:
        """The items of a list with their places."""
        if not isinstance(value, (list, tuple)):
            raise self.error(f"{shorten(value)} is no list of {kind}")
        return [(item, self.at(value, n)) for n, item in enumerate(value)]

    def text(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.error(f"{shorten(value)} is no text; put it in quotes")
        return value


def hint(name: Any, names: list[str]) -> str:
    """``; did you mean …?`` where a name is close to a known one, else the list of them."""
    close = difflib.get_close_matches(str(name), names, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; it takes {', '.join(names) or '(none)'}"


def parse(text: str | bytes, file: str) -> Any:
    """The content of a YAML text, with lines. Raises :class:`ScenarioError` for broken YAML and doubled keys."""
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else 0
        raise Place(file, line=line).error(f"broken YAML: {error.problem or error}") from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise Place(file).error(f"broken YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise Place(file).error("broken YAML: nested too deeply") from None


class _Loader(yaml.SafeLoader):
    """The safe loader, with lines and without moments: those stay text, which the field reads and an error can show."""

    yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:timestamp"]
        for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def _mapping(loader: _Loader, node: yaml.MappingNode) -> Iterable[Lined]:
    found = Lined()
    found.lines = {}
    yield found
    loader.flatten_mapping(node)
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, (dict, list)):
            raise yaml.constructor.ConstructorError(None, None, "a key is a single value", key_node.start_mark)
        if key in found:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} is there twice", key_node.start_mark)
        found.lines[key] = key_node.start_mark.line + 1
        found[key] = loader.construct_object(value_node, deep=True)


def _sequence(loader: _Loader, node: yaml.SequenceNode) -> Iterable[LinedList]:
    found = LinedList()
    found.lines = {n: item.start_mark.line + 1 for n, item in enumerate(node.value)}
    yield found
    found.extend(loader.construct_object(item, deep=True) for item in node.value)


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_Loader.add_constructor("tag:yaml.org,2002:seq", _sequence)
