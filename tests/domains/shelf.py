"""A small domain with kinds of fields that the others lack: sets of numbers, decimals, choices of two words, a set that goes with its goal."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import BaseModel

from intentprops import Domain, Free, FromItem, Goal, Item, Result, Tool, Words, World

Mark = Literal["big", "small", "round"]


class Wish(BaseModel):
    """What a user may say."""

    corner: Annotated[Literal["quiet corner", "open space", "top_shelf"] | None, Words(en="corner", ru="угол")] = None
    rate: Annotated[float | None, Words(en="rate", ru="ставка")] = None
    day: Annotated[dt.date | None, Words(en="on {v}", ru="{v}")] = None
    floors: Annotated[frozenset[int], Words(en="floor", ru="этаж")] = frozenset()
    marks: Annotated[frozenset[Mark], Words(en="mark", ru="пометка")] = frozenset()
    loud: bool | None = None
    spot: Annotated[Literal["s1", "s2", "s3", "s4"] | None, FromItem("id")] = None
    hue: Annotated[Literal["red", "blue"] | None, FromItem("hue")] = None


def find_shelf(corner: str, rate: float | None = None, floors: list[int] = []) -> Any:  # noqa: B006
    """Find shelves."""


def print_labels(marks: list[Mark]) -> Any:
    """Print labels."""


def box_up(corner: str) -> Any:
    """Box up a corner."""


def lock_up(corner: str) -> Any:
    """Lock up a corner."""


def unpack(box_id: str) -> Any:
    """Take what was boxed up out of its box."""


def look_at(text: str, shelf_id: str) -> Any:
    """Look at a shelf."""


def tag(text: str, shelf_id: str) -> Any:
    """Put a tag on a shelf."""


class Store(World):
    """The dry-run side."""

    now = "2026-08-03T09:00:00+03:00"
    catalogue = (
        {"id": "s1", "corner": "quiet corner", "hue": "red"}, {"id": "s2", "corner": "open space", "hue": "red"},
        {"id": "s3", "corner": "quiet corner", "hue": "blue"}, {"id": "s4", "corner": "quiet corner"},
    )  # fmt: skip

    def find_shelf(self, corner: str, rate: float | None = None, floors: Any = ()) -> Any:
        return {"shelves": [item for item in self.catalogue if item["corner"] == corner]}

    def box_up(self, corner: str) -> Any:
        return {"box_id": "B1"}

    def lock_up(self, corner: str) -> Any:
        return {"lock_id": "L1"}

    def unpack(self, box_id: str) -> Any:
        return {"accepted": True}

    def look_at(self, text: str, shelf_id: str) -> Any:
        return {"details": [item for item in self.catalogue if item["id"] == shelf_id]}

    def tag(self, text: str, shelf_id: str) -> Any:
        return {"accepted": True}

    def print_labels(self, marks: list[str]) -> Any:
        return {"accepted": True}


shelf = Domain(
    name="shelf",
    fields=Wish,
    world=Store,
    tools=[
        Tool(find_shelf, makes="shelves", words=["find"], args={"corner": "corner", "rate": "rate", "floors": "floors"}),
        Tool(box_up, effect=True, makes="box", words=["pack"], args={"corner": "corner"}),
        Tool(look_at, makes="details", words=["look"], args={"text": Free(), "shelf_id": Item("shelves")}),
        Tool(unpack, undoes="box", words=["unwrap"], args={"box_id": Item("box")}),
        Tool(lock_up, effect=True, makes="lock", words=["bolt"], args={"corner": "corner"}),
        Tool(tag, effect=True, words=["tag"], args={"text": Free(), "shelf_id": Item("shelves")}),
        Tool(print_labels, effect=True, words=["print"], args={"marks": "marks"}),
    ],
    results=[Result("shelves", depends=["day", "loud"], refilter={"loud": lambda had, want: True})],
    opens_with="find",
    goals=[Goal("find", result="shelves"), Goal("pack", ends_with="box_up"), Goal("lock", ends_with="lock_up"), Goal("look", result="details"), Goal("unpack", ends_with="unpack"), Goal("tag", result="shelves", ends_with="tag"), Goal("label", ends_with="print_labels", own=["marks"], allows=["print_labels"])],
    suits=lambda item, wants: wants.corner in (None, item["corner"]),
)  # fmt: skip
