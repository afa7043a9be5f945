"""A tiny artificial domain with what the real ones lack: results upon results, derived arguments, shared goal fields."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from annotated_types import Ge
from pydantic import BaseModel

from intentprops import Derived, Domain, FromItem, Goal, Item, Result, Tool, ToolError, World

Tag = Literal["x", "y", "z"]


class Wish(BaseModel):
    size: Annotated[int | None, Ge(1)] = None
    spare: Annotated[int | None, Ge(1)] = None
    color: Literal["red", "blue"] | None = None
    tags: frozenset[Tag] = frozenset()
    kinds: frozenset[Tag] = frozenset()
    pick: Annotated[Literal["a", "b", "c"] | None, FromItem("id")] = None
    shade: Annotated[Literal["dark", "light"] | None, FromItem("shade")] = None
    limit: Annotated[int | None, Ge(1)] = None
    depth: Annotated[int | None, Ge(1)] = None


def scan(heads: list[int], color: str | None = None) -> Any:
    """List everything."""


def refine(kinds: list[Tag]) -> Any:
    """Narrow the last scan."""


def rank(depth: int = 1) -> Any:
    """Order what was refined."""


def make(id: str, size: int) -> Any:
    """Make a thing."""


def unmake(thing_id: str) -> Any:
    """Take a thing back."""


def seal(thing_id: str) -> Any:
    """Seal a thing."""


class Bench(World):
    now = "2026-08-03T09:00:00+03:00"
    catalogue = (
        {"id": "a", "size": 2, "color": "red", "shade": "dark"},
        {"id": "b", "size": 3, "color": "blue", "shade": "light"},
        {"id": "c", "size": 2, "color": "blue", "shade": "dark"},
    )

    def __init__(self) -> None:
        self._made = 0

    def scan(self, heads: list[int], color: str | None = None) -> Any:
        return {"items": [item for item in self.catalogue if color in (None, item["color"])]}

    def refine(self, kinds: list[str]) -> Any:
        return {"items": list(self.catalogue)}

    def rank(self, depth: int = 1) -> Any:
        return {"items": list(self.catalogue)[:depth]}

    def make(self, id: str, size: int) -> Any:
        if size > 3:
            raise ToolError("too big")
        self._made += 1
        return {"thing_id": f"M{self._made}"}

    def unmake(self, thing_id: str) -> Any:
        return {"done": thing_id}

    def seal(self, thing_id: str) -> Any:
        return {"accepted": True}


def suits(item: Any, wants: Any) -> bool:
    return wants.size in (None, item["size"]) and wants.color in (None, item["color"])


class Unlisted(World):
    """The same tools, whose items are known from their answers alone."""

    now = Bench.now

    def __init__(self) -> None:
        self._bench = Bench()

    def scan(self, heads: list[int], color: str | None = None) -> Any:
        return self._bench.scan(heads, color)

    def refine(self, kinds: list[str]) -> Any:
        return self._bench.refine(kinds)

    def rank(self, depth: int = 1) -> Any:
        return self._bench.rank(depth)

    def make(self, id: str, size: int) -> Any:
        return self._bench.make(id, size)

    def unmake(self, thing_id: str) -> Any:
        return self._bench.unmake(thing_id)

    def seal(self, thing_id: str) -> Any:
        return self._bench.seal(thing_id)


tiny = Domain(
    name="tiny",
    fields=Wish,
    world=Bench,
    tools=[
        Tool(scan, makes="scanned", args={"heads": Derived(["size"], lambda size: list(range(size))), "color": "color"}),
        Tool(refine, makes="refined", args={"kinds": "kinds"}),
        Tool(rank, makes="ranked", args={"depth": "depth"}),
        Tool(
            make, effect=True, makes="thing", effect_id="thing_id", confirm="every_time",
            args={"id": Item("refined"), "size": "size"},
        ),
        Tool(unmake, undoes="thing", args={"thing_id": Item("thing")}),
        Tool(seal, effect=True, makes="seal", args={"thing_id": Item("thing")}),
    ],
    results=[
        Result("scanned", depends=["tags", "spare"], refilter=["tags", "spare", "color"]),
        Result("refined", depends=["scanned"], refilter=["kinds"]),
        Result("ranked", depends=["refined"]),
        Result("thing", depends=["shade"]),
    ],
    opens_with="list",
    goals=[
        Goal("list", result="refined", own=["limit"], defaults={"limit": 2}),
        Goal("order", result="ranked", needs=["size", "color"], own=["limit", "depth"], defaults={"limit": 3, "depth": 1}),
        Goal("make", result="refined", ends_with="make"),
        Goal("finish", ends_with="seal", allows=["make"], needs=["size"]),
        Goal("talk", words_only=True),
    ],
    suits=suits,
)  # fmt: skip

unlisted = replace(tiny, name="unlisted", world=Unlisted)
"""The same without a catalogue, as it is with recorded dialogues."""
