"""The shape of a defect and of a benign variant, and the registry that a proof asks.

A defect says where it can bite (its sites), how it breaks the agent or its trace there, and what must catch it. What must
catch it is data, written from the rules, and stands beside the code that breaks::

    from intentprops.mutants import Case, Defect, Expect, Site, register

    def sites(case: Case):
        for at in case.live():
            if at.record.offers:
                yield Site(at.turn, "offers", lambda trace, n=at.turn: trace[n - 1].offers.append("atlantis"))

    register(Defect(
        "invented_item", "An item that no search returned is offered.", sites,
        Expect("items", "unsuitable_candidate", "offers", "response"),
    ))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from intentprops.checks import registered as registered_checks
from intentprops.errors import IntentpropsError, hint
from intentprops.findings import REASONS, STAGES, Dimension, Finding, Stage
from intentprops.mutants.agent import NO_FAULT, Exposed, Fault
from intentprops.trace import TurnRecord

if TYPE_CHECKING:
    from intentprops.changes import Scenario
    from intentprops.mutants.case import Case

Edit: TypeAlias = Callable[[list[TurnRecord]], None]
"""Breaks a trace in place; the trace is a copy of its own."""
Before: TypeAlias = Literal["calls"]
"""The moment before which a defect must be caught: the calls of its turn."""

ROOTS = ("constraints.", "permissions.", "results.", "effects.", "calls[", "questions[")
PLACES = ("goal", "status", "superseded", "revision", "state", "reply", "offers", "summary")


def _no_edit(trace: list[TurnRecord]) -> None:
    return


@dataclass(frozen=True, slots=True)
class Expect:
    """What must catch a defect: the check, its reason, a pattern of the path (``constraints.*``), the stage, and the moment.

    A pattern of ``tool`` stands for the name of any tool. ``before="calls"`` demands that the finding is there when the
    calls of the turn, and all that comes after them, have not happened yet.
    """

    check: str
    reason: str
    path: str
    stage: Stage
    before: Before | None = None

    @property
    def dimension(self) -> Dimension:
        return next(one.dimension for one in registered_checks() if one.name == self.check)

    @property
    def friction(self) -> bool:
        """Friction is found and never fails a scenario."""
        return self.dimension == "friction"

    def fits(self, finding: Finding) -> bool:
        """Whether a finding is the expected one, but for its turn."""
        return (
            (finding.check, finding.reason, finding.stage) == (self.check, self.reason, self.stage)
            and (self.path == "tool" or fnmatchcase(finding.path, _literal(self.path)))
        )  # fmt: skip

    def problem(self) -> str | None:
        """What is wrong with it, in one line."""
        names = [one.name for one in registered_checks()]
        if self.check not in names:
            return f"there is no check {self.check!r}{hint(self.check, names)}; there are {', '.join(names)}"
        if self.reason not in REASONS:
            return f"{self.reason!r} is no reason code{hint(self.reason, REASONS)}"
        if self.stage not in STAGES:
            return f"{self.stage!r} is no stage of {', '.join(STAGES)}"
        if self.before not in (None, "calls"):
            return f"before={self.before!r}: the one moment to name is 'calls'"
        if self.path != "tool" and self.path not in PLACES and not self.path.startswith(ROOTS):
            return f"{self.path!r} is no path that a finding can have: {', '.join(PLACES)}, tool, or one below {', '.join(ROOTS)}"
        return None


def _literal(pattern: str) -> str:
    """Brackets of a path are no character class."""
    return pattern.replace("[", "[[]")


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a defect bites: the turn, the path that its finding must have, and how it breaks there.

    ``edit`` breaks the trace; ``fault`` breaks the agent, and the trace is what it then leaves. ``expects`` overrides what
    the defect expects, where that depends on the place. ``where`` tells sites of one turn apart. ``exposed`` is what the
    agent shows of its memory.
    """

    turn: int
    path: str
    edit: Edit = _no_edit
    fault: Fault = NO_FAULT
    expects: Sequence[Expect] = ()
    where: str = ""
    exposed: Exposed = "state"

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.path}" + (f" ({self.where})" if self.where else "")


Sites: TypeAlias = Callable[["Case"], Iterable[Site]]


Needs: TypeAlias = "str | Callable[[Scenario], Scenario]"


@dataclass(frozen=True, slots=True)
class Example:
    """A documented instance: a bundled scenario (``"rooms:V1"``), and the turn and path of the site at which it bites there."""

    scenario: str
    turn: int
    path: str
    language: Literal["en", "ru"] = "en"


@dataclass(frozen=True, slots=True)
class Defect:
    """A way to be wrong. ``expects`` says what must catch it; the first is the root cause, and no cause may stand beside it
    that fits none of them. ``needs`` are the kinds of moves that make a place for it in a generated chain, or a function that
    makes one of such a chain."""

    name: str
    text: str
    sites: Sites
    expects: Expect | Sequence[Expect]
    examples: Sequence[Example] = ()
    needs: Needs = ""
    documented: bool = False

    @property
    def expected(self) -> tuple[Expect, ...]:
        return (self.expects,) if isinstance(self.expects, Expect) else tuple(self.expects)


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to be right that is easily called wrong: no finding may fail it. Its sites break nothing."""

    name: str
    text: str
    sites: Sites
    examples: Sequence[Example] = ()
    needs: Needs = ""


One = TypeVar("One", Defect, Variant)
_DEFECTS: dict[str, Defect] = {}
_VARIANTS: dict[str, Variant] = {}


def register(one: One) -> One:
    """Add a defect or a variant to every proof, and return it.

    Raises :class:`IntentpropsError` for a name that is taken, for an expectation that no finding can meet, and for a defect
    that expects nothing.
    """
    if one.name in _DEFECTS or one.name in _VARIANTS:
        raise IntentpropsError(f"there is a defect or variant {one.name!r} already; give it another name")
    if isinstance(one, Variant):
        _VARIANTS[one.name] = one
        return one
    if not one.expected:
        raise IntentpropsError(f"defect {one.name!r} expects nothing; say what must catch it with Expect(check, reason, path, stage)")
    for expect in one.expected:
        if (problem := expect.problem()) is not None:
            raise IntentpropsError(f"defect {one.name!r}: {problem}")
    _DEFECTS[one.name] = one
    return one


def unregister(name: str) -> None:
    """Take a defect or variant out again."""
    _DEFECTS.pop(name, None)
    _VARIANTS.pop(name, None)


def defects() -> tuple[Defect, ...]:
    """All defects, in the order registered: along the stages of a turn."""
    return tuple(_DEFECTS.values())


def variants() -> tuple[Variant, ...]:
    return tuple(_VARIANTS.values())


def find(names: Iterable[str]) -> tuple[Defect | Variant, ...]:
    """Those of some names. Raises :class:`IntentpropsError` for a name that does not exist."""
    known: dict[str, Defect | Variant] = {**_DEFECTS, **_VARIANTS}
    for name in names:
        if name not in known:
            raise IntentpropsError(f"there is no defect or variant {name!r}{hint(name, known)}; there are {', '.join(known)}")
    return tuple(known[name] for name in names)
