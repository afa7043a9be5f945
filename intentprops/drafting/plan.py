"""What a draft holds: plain data between the guesses and the source that is written from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from intentprops.drafting.definitions import Kind, ToolDefinition
from intentprops.drafting.effects import Guess
from intentprops.tools import Confirmation

Carries: TypeAlias = Literal["exact", "covers", "item", "free", "unbound"]


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """What is known already, in place of guesses; nothing decided is asked about.

    Tools go by their names, arguments by ``"tool.path"``, fields by the names that the draft gives them.

    - ``effectful``: whether a tool changes the world. ``confirm``: whether a yes is needed before each call of it.
    - ``carries``: the field that an argument carries, by name; ``None`` for an argument that is the agent's own affair.
    - ``items``: the result whose item an argument names, or ``None`` where the user says its value.
    - ``makes``: what a tool brings, a result or an effect, by a name that no other tool's has.
    - ``undoes``: the effect that a tool takes back, or ``None``.
    - ``values``: the closed list of a field's values, ``synonyms`` the words for a value.
    - ``words``: how people speak of a field, English and Russian, as :class:`intentprops.Words` has it.
    - ``says``: the words for a tool and for the goal that it fulfils.
    - ``open``: fields whose text is left open, ``True`` for all: no values are invented for them, and no dialogue is made of them.
    """

    effectful: Mapping[str, bool] = field(default_factory=dict)
    confirm: Mapping[str, Confirmation] = field(default_factory=dict)
    carries: Mapping[str, str | None] = field(default_factory=dict)
    items: Mapping[str, str | None] = field(default_factory=dict)
    makes: Mapping[str, str] = field(default_factory=dict)
    undoes: Mapping[str, str | None] = field(default_factory=dict)
    values: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    synonyms: Mapping[Any, Sequence[str]] = field(default_factory=dict)
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    says: Mapping[str, Sequence[str]] = field(default_factory=dict)
    open: Collection[str] | bool = ()

    def leaves_open(self, name: str) -> bool:
        return self.open if isinstance(self.open, bool) else name in self.open


@dataclass
class DraftField:
    """A constraint field: its sort of values, the closed list of them, how people speak of it, and what is asked about it."""

    name: str
    kind: Kind
    choices: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None
    en: str = ""
    ru: str = ""
    names_item: bool = False
    question: str = ""
    carriers: list[str] = field(default_factory=list)

    @property
    def is_set(self) -> bool:
        return self.kind == "choices"


@dataclass
class DraftArgument:
    """How an argument of a tool carries what: a field (``exact``, ``covers``), an item of a result, or nothing of the user's."""

    path: str
    required: bool
    carries: Carries
    to: str = ""
    example: Any = None
    question: str = ""


@dataclass
class DraftTool:
    """A tool with what was guessed of it. ``method`` is the name of its method in the world."""

    definition: ToolDefinition
    effect: Guess
    method: str
    arguments: list[DraftArgument] = field(default_factory=list)
    makes: str = ""
    undoes: str = ""
    confirm: Confirmation = "never"
    words: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.definition.name


@dataclass
class DraftGoal:
    """A goal: the result that it wants, and the effectful tool that ends it."""

    name: str
    words: list[str]
    result: str = ""
    ends_with: str = ""
    words_only: bool = False


@dataclass
class DraftResult:
    """A result: the kind of its items, and the fields by which they are told apart (a choice, a set of features)."""

    name: str
    noun: str
    told_by: list[str] = field(default_factory=list)
    details: bool = False


CONFIRM = 'which of these need a yes before each call? Say confirm="every_time" there'
"""What is asked of a draft in which no definition speaks of confirmation."""


@dataclass(frozen=True)
class Question:
    """What a person has to decide: about what, and the question."""

    about: str
    text: str
