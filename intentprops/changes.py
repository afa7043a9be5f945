"""What a user does to a task: the changes, and the messages, turns and scenarios that carry them.

A change is plain data. Its fields and values are canonical once it went through a domain
(:meth:`intentprops.Domain.read_changes`); changes written in Python may use the domain's JSON forms
(``"2026-08-07T15:00:00+03:00"``, a list for a set) until then. Rule numbers (T1 …) are those of ``docs/semantics.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, Literal, TypeAlias

GOAL = "goal"
"""The pseudo-field of a :class:`Conflict` about what to do, not about a value."""

Disposition: TypeAlias = Literal["cancelled", "paused", "superseded"]
Language: TypeAlias = Literal["en", "ru"]


@dataclass(frozen=True, slots=True)
class Reveal:
    """T1: a fact that was unknown. A scalar becomes known, a set gains members."""

    field: str
    value: Any


@dataclass(frozen=True, slots=True)
class Revision:
    """T3: a known value is replaced. For a set, ``value`` is the whole new set."""

    field: str
    value: Any


@dataclass(frozen=True, slots=True)
class Remove:
    """T3 for sets: some members go, the others stay."""

    field: str
    members: Any


@dataclass(frozen=True, slots=True)
class Retract:
    """T10: the value is withdrawn; the field is unknown again."""

    field: str


@dataclass(frozen=True, slots=True)
class DontCare:
    """T10: any value will do: a known lack of a wish, not an unknown."""

    field: str


@dataclass(frozen=True, slots=True)
class Accept:
    """T10: the user takes an item that the agent's last reply offered, counted from 1."""

    position: int


@dataclass(frozen=True, slots=True)
class Refer:
    """T10: the value comes from another field, by value, as it is now."""

    field: str
    source: str


@dataclass(frozen=True, slots=True)
class Return:
    """T9: the first value said of a field, or the whole version with a label, becomes active again."""

    field: str | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """T13: words that leave two values (or, for :data:`GOAL`, two goals) standing side by side."""

    field: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unmodelled:
    """T2: an important fact that the domain has no field for. It opens the question ``topic``."""

    topic: str


@dataclass(frozen=True, slots=True)
class UnknownGoal:
    """T14: an operation that the domain does not have. It opens the question ``topic``."""

    topic: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Closes the question that an :class:`Unmodelled` or :class:`UnknownGoal` of that topic opened."""

    question: str


@dataclass(frozen=True, slots=True)
class Switch:
    """T5: another operation. ``disposition`` only where the words say what becomes of the old one."""

    goal: str
    disposition: Disposition | None = None


@dataclass(frozen=True, slots=True)
class Detour:
    """T7: a related question before the old task goes on."""

    goal: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """T8, T18: a yes."""


@dataclass(frozen=True, slots=True)
class Forbid:
    """T6: a ban, said in words. It outlasts later changes."""

    tools: frozenset[str]


@dataclass(frozen=True, slots=True)
class Permit:
    """T6: lifts a ban, and grants nothing else."""

    tools: frozenset[str]


@dataclass(frozen=True, slots=True)
class Compare:
    """T17: the user asks to compare old and new; superseded values are legitimate in this turn's reads."""


Change: TypeAlias = (
    Reveal | Revision | Remove | Retract | DontCare | Accept | Refer | Return | Conflict
    | Unmodelled | UnknownGoal | Answer | Switch | Detour | Confirm | Forbid | Permit | Compare
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the user: its words, and the changes that they carry, in the order said (T12).

    ``digest`` stands for the words where they are kept in a log and nowhere else (:func:`digest_of`).
    """

    text: str
    changes: tuple[Change, ...] = ()
    digest: str | None = None


def digest_of(text: str) -> str:
    """The digest of a message: the first 16 hex digits of the SHA-256 of its UTF-8 form."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Unsure:
    """What cannot be told of a turn's words, and why: the named ``paths`` (``goal``, ``permissions``, ``constraints.attendees``), or,
    with none named, all of it. It is unobserved from there until it is said again."""

    why: str
    paths: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Interpretation:
    """Who read the changes out of the words: a reader, a model or a person, with name and version."""

    by: Literal["reader", "model", "person"]
    name: str
    version: str | None = None

    def __str__(self) -> str:
        return " ".join(part for part in (self.by, self.name, self.version) if part)


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """A call that a scripted agent turn makes."""

    name: str
    arguments: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash((self.name, repr(sorted(self.arguments.items(), key=lambda pair: pair[0]))))


@dataclass(frozen=True, slots=True)
class Script:
    """What the agent did in a turn that the scenario fixes beforehand, so that the turn after it is reached."""

    calls: tuple[ScriptedCall, ...]
    reply: str
    offers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user says before the agent answers: one message, or several in a burst (T15).

    ``label`` names the version that is active after the turn, so that a :class:`Return` can ask for it.
    ``harness`` marks a turn that the runner added in the user's place (T18). ``unsure`` is what of it nobody can read in one way.
    """

    messages: tuple[Message, ...]
    label: str | None = None
    script: Script | None = None
    harness: bool = False
    unsure: Unsure | None = None

    @classmethod
    def of(cls, *changes: Change, text: str = "", label: str | None = None) -> Turn:
        """A turn of one message."""
        return cls((Message(text, changes),), label)

    @property
    def text(self) -> str:
        return "\n".join(message.text for message in self.messages)

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(change for message in self.messages for change in message.changes)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A named chain of turns with its domain, ``now`` (zone-aware) and language.

    ``kind`` is the class that a matrix groups by: reveal, revision, switch or control. ``interpretation`` says who read the changes
    out of words that somebody else wrote; ``None`` where words and changes were written together.
    """

    id: str
    domain: str
    turns: tuple[Turn, ...]
    now: datetime
    language: Language = "en"
    kind: str = "revision"
    title: str = ""
    interpretation: Interpretation | None = None

    def with_turn(self, turn: Turn) -> Scenario:
        """The same scenario with one more turn at its end."""
        return replace(self, turns=(*self.turns, turn))


def tools(names: Iterable[str] | str) -> frozenset[str]:
    """The tool names of a ban, from one name or several."""
    return frozenset([names]) if isinstance(names, str) else frozenset(names)
