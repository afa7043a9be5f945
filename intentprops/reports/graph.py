"""What depends on what in a domain, laid out as a drawing: fields, then results level by level, then goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from intentprops.domain import Domain
from intentprops.reports.text import clip

NodeKind: TypeAlias = Literal["field", "result", "effect", "goal"]
HEIGHT, GAP, ACROSS, CHARACTER, LONGEST = 26, 12, 84, 7.3, 24
"""Pixels: of a node, between two of them, between two columns, of a character; and characters of a name that are shown."""


@dataclass(frozen=True, slots=True)
class Node:
    """A box. ``name`` is what it stands for, ``label`` what is written in it; ``x`` and ``y`` are its upper left corner."""

    kind: NodeKind
    name: str
    label: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from one node to another, by their numbers; ``path`` as SVG has it."""

    start: int
    end: int
    path: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A drawing; all sizes in pixels."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float

    def lit(self, changed: Iterable[str], stale: Iterable[str]) -> tuple[list[int], list[int], list[int]]:
        """The numbers of the nodes of changed fields and goals, of the stale results, and of the edges between them."""
        fields = {path.removeprefix("constraints.") for path in changed if path.startswith("constraints.")}
        old = set(stale)
        moved = [n for n, node in enumerate(self.nodes) if node.kind == "field" and node.name in fields]
        gone = [n for n, node in enumerate(self.nodes) if node.kind in ("result", "effect") and node.name in old]
        between = [n for n, edge in enumerate(self.edges) if edge.end in gone and (edge.start in moved or edge.start in gone)]
        return moved, gone, between


def graph(domain: Domain) -> Graph:
    """The drawing of a domain. The same domain is always drawn the same."""
    links = list(dict.fromkeys(_links(domain)))
    columns = [_sorted(column, links) for column in _columns(domain)]
    columns = _untangled(columns, links)
    tallest = max(len(column) for column in columns) * (HEIGHT + GAP) - GAP
    nodes, x = dict[tuple[NodeKind, str], Node](), 1.0
    for number, column in enumerate(columns):
        width = max(len(clip(name, LONGEST)) for _, name in column) * CHARACTER + 20
        y = 1 + (tallest - (len(column) * (HEIGHT + GAP) - GAP)) / 2
        if 0 < number < len(columns) - 1 and len(columns) > 3:  # in turns a little up and down, so that lines pass beside a box
            y = max(1, y + (HEIGHT + GAP) * (0.9 if number % 2 == 0 else -0.9))
        for kind, name in column:
            nodes[kind, name] = Node(kind, name, clip(name, LONGEST), round(x, 1), round(y, 1), round(width, 1))
            y += HEIGHT + GAP
        x += width + ACROSS
    numbers = {key: number for number, key in enumerate(nodes)}
    edges = tuple(Edge(numbers[a], numbers[b], _curve(nodes[a], nodes[b])) for a, b in links)
    return Graph(tuple(nodes.values()), edges, round(x - ACROSS + 2, 1), max(n.y for n in nodes.values()) + HEIGHT + 1)


_Key: TypeAlias = tuple[NodeKind, str]
_Link: TypeAlias = tuple[_Key, _Key]


def _links(domain: Domain) -> Iterator[_Link]:
    """Who feeds whom, directly."""
    for name, result in domain.result.items():
        tool = domain.maker[name]
        here = _result(domain, name)
        for binding in tool.args.values():
            yield from ((("field", field), here) for field in binding.fields)
        yield from ((("field", field), here) for field in result.depends if field in domain.field)
        yield from ((_result(domain, lower), here) for lower in domain.below(name))
    for goal in domain.goals:
        if goal.result:
            yield _result(domain, goal.result), ("goal", goal.name)
        made = domain.tool[goal.ends_with].makes if goal.ends_with else None
        if made:
            yield _result(domain, made), ("goal", goal.name)
        yield from ((("field", field), ("goal", goal.name)) for field in goal.own)


def _result(domain: Domain, name: str) -> _Key:
    return "effect" if domain.maker[name].effect else "result", name


def _columns(domain: Domain) -> list[list[_Key]]:
    levels: dict[str, int] = {}
    for name in domain.result:  # the lower ones first
        levels[name] = max((levels[lower] + 1 for lower in domain.below(name)), default=0)
    middle: list[list[_Key]] = [[] for _ in range(max(levels.values(), default=-1) + 1)]
    for name, level in levels.items():
        middle[level].append(_result(domain, name))
    fields: list[_Key] = [("field", name) for name in domain.field]
    goals: list[_Key] = [("goal", goal.name) for goal in domain.goals]
    return [column for column in (fields, *middle, goals) if column]


def _sorted(column: Sequence[_Key], links: Sequence[_Link]) -> list[_Key]:
    """Nodes that are tied to something first."""
    tied = {key for link in links for key in link}
    return sorted(column, key=lambda key: key not in tied)


def _untangled(columns: list[list[_Key]], links: Sequence[_Link]) -> list[list[_Key]]:
    """Each node near the mean of those that it is tied to, to and fro a few times: fewer lines cross."""
    for _ in range(4):
        for order in (range(1, len(columns)), range(len(columns) - 2, -1, -1)):
            for number in order:
                columns[number] = _by_neighbours(columns[number], columns, links)
    return columns


def _by_neighbours(column: list[_Key], columns: list[list[_Key]], links: Sequence[_Link]) -> list[_Key]:
    heights = {key: place / max(len(other), 1) for other in columns for place, key in enumerate(other)}

    def mean(key: _Key) -> float:
        tied = [heights[b if a == key else a] for a, b in links if key in (a, b)]
        return sum(tied) / len(tied) if tied else 2.0

    return sorted(column, key=mean)


def _curve(start: Node, end: Node) -> str:
    x, y, to_x, to_y = start.x + start.width, start.y + HEIGHT / 2, end.x, end.y + HEIGHT / 2
    bend = (to_x - x) / 2
    return f"M{x:.0f} {y:.0f}C{x + bend:.0f} {y:.0f} {to_x - bend:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"
