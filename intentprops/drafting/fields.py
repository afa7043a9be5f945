"""The fields of a draft: which arguments of which tools carry one and the same, and what its values are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from intentprops.drafting.definitions import Argument, Kind
from intentprops.drafting.names import identifier, words_of
from intentprops.drafting.plan import Decisions, DraftField
from intentprops.drafting.samples import texts_for
from intentprops.drafting.vocabulary import FRAMES, FREE_TEXT, PAGING, SECRETS

_GENERIC = frozenset({"name", "type", "status", "id", "value", "title", "kind", "code", "number"})
"""Names that mean something else for each kind of thing."""
_SAME = (
    ("attendees", "capacity", "people", "persons", "party_size", "pax", "guests", "passengers", "number_of_people", "num_people",
     "number_of_guests", "num_guests", "number_of_passengers", "num_passengers", "seats", "travelers", "travellers"),
    ("origin", "from", "from_", "from_city", "from_location", "from_airport", "departure_city", "origin_city"),
    ("destination", "to", "to_city", "to_location", "to_airport", "arrival_city", "destination_city"),
    ("starts_at", "start_time", "start", "begin", "start_at"),
    ("ends_at", "end_time", "end", "end_at"),
)  # fmt: skip
"""Names that often mean one thing in different tools."""


def is_free(argument: Argument) -> bool:
    """Whether an argument is the agent's own affair: prose, pages, secrets, and what no field can hold."""
    words = words_of(argument.name)
    snake = "_".join(words)
    if argument.kind == "other" or snake in PAGING or SECRETS & {snake, *words[-1:]}:
        return True
    return argument.kind == "text" and (snake in FREE_TEXT or (bool(words) and words[-1] in FREE_TEXT))


@dataclass
class _Group:
    """Arguments that carry one field."""

    name: str
    noun: str
    carriers: list[tuple[str, Argument]] = field(default_factory=list)
    tools: set[str] = field(default_factory=set)

    @property
    def kind(self) -> Kind:
        kinds = list(dict.fromkeys(argument.kind for _, argument in self.carriers))
        return next((kind for kind in _NARROW if kind in kinds), _wider(kinds))


_NARROW: tuple[Kind, ...] = ("choices", "choice", "datetime", "date", "time")


def _wider(kinds: list[Kind]) -> Kind:
    return "number" if set(kinds) == {"integer", "number"} else kinds[0]


_FITTING = ({"choice", "text"}, {"integer", "number"}, {"date", "text"}, {"datetime", "text"}, {"time", "text"})


class Fields:
    """The fields so far."""

    def __init__(self, decided: Decisions) -> None:
        self.decided = decided
        self.groups: dict[str, _Group] = {}
        self.questions: dict[tuple[str, str], str] = {}

    def add(self, tool: str, noun: str, argument: Argument, name: str | None) -> str:
        """The name of the field that an argument of a tool carries; a new one where none is the same."""
        if name is None:
            name = self._name(tool, noun, argument)
        group = self.groups.setdefault(name, _Group(name, noun))
        group.carriers.append((tool, argument))
        group.tools.add(tool)
        return name

    def asked(self, tool: str, argument: Argument) -> str:
        return self.questions.get((tool, argument.path), "")

    def _name(self, tool: str, noun: str, argument: Argument) -> str:
        own = identifier(argument.name)
        if own in _GENERIC:
            own = identifier(f"{noun}_{argument.name}")
        group = self.groups.get(own)
        if group is None:
            return self._known(tool, argument, own) or own
        if self._fits(group, tool, argument):
            return own
        return identifier(
            "_".join([*argument.path.split(".")[:-1][-1:], own]) if "." in argument.path else f"{noun}_{argument.name}", self.groups
        )

    def _known(self, tool: str, argument: Argument, own: str) -> str | None:
        """A field of another name that often means the same; that is asked about."""
        for names in _SAME:
            if own not in names:
                continue
            for group in self.groups.values():
                if group.name in names and self._fits(group, tool, argument):
                    self.questions[tool, argument.path] = (
                        f"is it the {group.name.replace('_', ' ')} of {group.carriers[0][0]}? If not, give it a field of its own"
                    )
                    return group.name
        return None

    def _fits(self, group: _Group, tool: str, argument: Argument) -> bool:
        """Whether an argument can carry the field of a group; a tool carries a field once."""
        if tool in group.tools:
            return False
        kinds = {group.kind, argument.kind}
        return len(kinds) == 1 or any(kinds <= fitting for fitting in _FITTING)

    @staticmethod
    def words(name: str) -> tuple[str, str]:
        """How people speak of a field: in the words that are known for its name, else by its name."""
        if name in FRAMES:
            return FRAMES[name]
        label = name.strip("_").replace("_", " ")
        return f"{label}|{label} {{v}}", ""

    def done(self) -> list[DraftField]:
        return [self._field(group) for group in self.groups.values()]

    def _field(self, group: _Group) -> DraftField:
        given = [argument for _, argument in group.carriers]
        found = DraftField(group.name, group.kind, carriers=[f"{tool}.{one.path}" for tool, one in group.carriers])
        found.en, found.ru = self.decided.words.get(group.name) or self.words(group.name)
        found.choices = _choices(given)
        if group.name in self.decided.values:
            found.kind = "choices" if found.is_set else "choice"
            found.choices = tuple(dict.fromkeys(self.decided.values[group.name]))
        elif found.kind == "text" and not self.decided.leaves_open(group.name):
            texts, invented = texts_for(group.name, given)
            found.kind, found.choices = "choice", tuple(texts)
            found.question = "which values may it take? The schema leaves that open; these are invented" if invented else ""
        if found.kind in ("integer", "number"):
            found.low, found.high = _bounds(given)
        return found


def _choices(given: list[Argument]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(value for one in given for value in one.choices))


def _bounds(given: list[Argument]) -> tuple[float | None, float | None]:
    """The range in which every tool takes the number."""
    lows = [one.schema.get("minimum", _over(one.schema.get("exclusiveMinimum"), 1, one)) for one in given]
    highs = [one.schema.get("maximum", _over(one.schema.get("exclusiveMaximum"), -1, one)) for one in given]
    return max((low for low in lows if _is_number(low)), default=None), min((high for high in highs if _is_number(high)), default=None)


def _over(bound: Any, step: int, argument: Argument) -> Any:
    return bound + step if _is_number(bound) and argument.kind == "integer" else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
