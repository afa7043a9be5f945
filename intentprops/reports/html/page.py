"""The page, put together: what each section shows is computed here, and the templates only place it."""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from intentprops.domain import Domain
from intentprops.findings import FAILING, POINTS
from intentprops.reports.causes import Cause, causes, shown_attempt, words_of
from intentprops.reports.graph import Graph, graph
from intentprops.reports.html.packing import Arrangement, Item, arrange, packed
from intentprops.reports.html.proofs import ProofView
from intentprops.reports.html.words import INTERFACES, WORDS, Interface
from intentprops.reports.matrix import Cell, Matrix, Row, plain
from intentprops.reports.runs import Comparison, Pair, compare
from intentprops.reports.shares import interval
from intentprops.reports.text import one_line, value, visible
from intentprops.reports.timeline import Timeline
from intentprops.running.plan import Plan

HERE = Path(__file__).parent
LONGEST = 4_000
"""Characters of an answer that are shown."""


@dataclass(frozen=True, kw_only=True)
class RunFacts:
    """What a page says of a run. ``place`` is its folder as a shell finds it; ``problems`` what could not be read."""

    place: str
    matrix: Matrix
    plan: Plan
    domains: Mapping[str, Domain]
    manifest: Mapping[str, Any]
    problems: Sequence[str] = ()
    finished: bool = True


@dataclass(frozen=True)
class CellView:
    """A cell of the matrix; the lists are joined with ``|``, for the filters."""

    run_id: str
    status: str
    points: Mapping[str, int | None]
    dimensions: str
    reasons: str
    stages: str
    share: str
    interval: str
    pack: str | None
    ids: str


@dataclass(frozen=True)
class RowView:
    """A row of the matrix; ``text`` is what a search looks through."""

    name: str
    title: str
    kind: str
    text: str
    cells: Sequence[CellView | None]


@dataclass(frozen=True)
class PairView:
    """A cell of two runs."""

    pair: Pair
    a: CellView | None
    b: CellView | None
    text: str


@dataclass(frozen=True, kw_only=True)
class Page:
    """All that the template of a page is given, but for the dialogues."""

    name: str
    tested: Sequence[str]
    test_double: bool = False
    unfinished: bool = False
    problems: Sequence[str] = ()
    sections: Sequence[str] = ()
    matrix: Matrix | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    causes: Sequence[Cause] = ()
    groups: Sequence[tuple[str, Sequence[RowView]]] = ()
    graphs: Mapping[str, Graph] = field(default_factory=dict)
    proofs: Sequence[ProofView] = ()
    manifest: Sequence[tuple[str, Any]] = ()
    total: int = 0
    packs: int = 0
    show: str = ""
    compared: Comparison | None = None
    pairs: Sequence[PairView] = ()
    differences: Sequence[tuple[str, Any, Any]] = ()

    @property
    def statuses(self) -> list[str]:
        return [status for status, count in self.counts.items() if count]

    @property
    def kinds(self) -> list[str]:
        return list(dict.fromkeys(row.kind for _, rows in self.groups for row in rows))

    @property
    def dimensions(self) -> list[str]:
        return self._found("dimensions")

    @property
    def reasons(self) -> list[str]:
        return sorted(self._found("reasons"))

    @property
    def stages(self) -> list[str]:
        return self._found("stages")

    def _found(self, name: str) -> list[str]:
        cells = [cell for _, rows in self.groups for row in rows for cell in row.cells if cell is not None]
        return list(dict.fromkeys(word for cell in cells for word in getattr(cell, name).split("|") if word))


def run_page(
    run: RunFacts, timelines: Iterable[Timeline], *, proofs: Sequence[Any] = (), language: Interface = "en"
) -> Iterator[str]:
    """The page of a run, in pieces. ``proofs`` are documents of ``proof.json``; ``language`` that of the page, not of dialogues."""
    matrix, arrangement = run.matrix, arrange(run.matrix)
    graphs = {name: graph(domain) for name, domain in run.domains.items()}
    views = [ProofView.of(proof) for proof in proofs]
    sections = ["overview", "matrix", "domains", *(["proof"] if views else []), "held"]
    page = Page(
        name=Path(run.place).resolve().name, tested=[matrix.tested], test_double=matrix.test_double, unfinished=not run.finished,
        problems=run.problems, sections=sections, matrix=matrix, counts=matrix.counts(), causes=causes(matrix),
        groups=_groups(matrix, arrangement), graphs=graphs, proofs=views, manifest=_held(run.manifest),
        total=sum(len(cell.repeats) for _, _, cell in matrix.cells() if cell is not None), packs=arrangement.packs,
        show=shlex.join(["intentprops", "show", run.place]),
    )  # fmt: skip
    yield from _page(page, packed(dialogue_items(run, timelines, graphs, language), arrangement), language)


def proof_page(name: str, proofs: Sequence[Any], *, language: Interface = "en") -> Iterator[str]:
    """A page with the kill matrix alone."""
    views = [ProofView.of(proof) for proof in proofs]
    yield from _page(Page(name=name, tested=[], sections=["proof"], proofs=views), (), language)


def compared_page(
    a: RunFacts, b: RunFacts, timelines: tuple[Iterable[Timeline], Iterable[Timeline]], *, language: Interface = "en",
    differences: Sequence[tuple[str, Any, Any]] = (),
) -> Iterator[str]:  # fmt: skip
    """The page of two runs. ``differences`` are the places where their manifests differ, with both values."""
    graphs = {name: graph(domain) for run in (a, b) for name, domain in run.domains.items()}
    sides = [(run, f"{letter}.", arrange(run.matrix, f"{letter}.")) for letter, run in zip("AB", (a, b), strict=True)]
    found = compare(a.matrix, b.matrix)
    page = Page(
        name=f"{Path(a.place).resolve().name} → {Path(b.place).resolve().name}", tested=[a.matrix.tested, b.matrix.tested],
        test_double=a.matrix.test_double or b.matrix.test_double, unfinished=not (a.finished and b.finished),
        problems=[*a.problems, *b.problems], sections=["overview", "matrix", "domains"], graphs=graphs, compared=found,
        pairs=[_pair_view(pair, [(prefix, arrangement) for _, prefix, arrangement in sides]) for pair in found.pairs],
        total=len(found.pairs), packs=sum(arrangement.packs for _, _, arrangement in sides),
        show=shlex.join(["intentprops", "show", b.place]), differences=differences,
    )  # fmt: skip
    items = (
        item
        for (run, prefix, arrangement), some in zip(sides, timelines, strict=True)
        for item in packed(dialogue_items(run, some, graphs, language, prefix), arrangement)
    )
    yield from _page(page, items, language)


def _pair_view(pair: Pair, sides: Sequence[tuple[str, Arrangement]]) -> PairView:
    cells = [
        None if cell is None else cell_view(cell, arrangement, pair.row, prefix)
        for cell, (prefix, arrangement) in zip((pair.a, pair.b), sides, strict=True)
    ]
    return PairView(pair, cells[0], cells[1], f"{pair.row.name} {pair.mode} {pair.row.title}".lower())


def dialogue_items(
    run: RunFacts, timelines: Iterable[Timeline], graphs: Mapping[str, Graph], language: Interface, prefix: str = ""
) -> Iterator[Item]:
    """Each dialogue in HTML: its head, and its body, which is the same for two that went alike."""
    environment, numbers = _environment(language), {name: number for number, name in enumerate(graphs)}
    head, body = environment.get_template("head.html"), environment.get_template("dialogue.html")
    places = {attempt.run_id: (row, mode, cell) for row, mode, cell in run.matrix.cells() if cell is not None for attempt in cell.repeats}
    for line in timelines:
        row, mode, cell = places[line.run_id]
        again = run.plan.command(
            only=row.scenario_id, language=row.language, mode=None if run.plan.agent else mode, repeat=cell.trace_ids.index(line.run_id) + 1
        )
        seen = shlex.join(["intentprops", "show", run.place, line.run_id])
        domain = line.scenario.domain
        yield Item(
            prefix + line.run_id, line.attempt.status,
            Markup(head.render(d=line, repeats=cell.repeats, again=again, seen=seen, prefix=prefix)),
            Markup(body.render(d=line, g=graphs.get(domain), number=numbers.get(domain))),
        )  # fmt: skip


def cell_view(cell: Cell, arrangement: Arrangement, row: Row, prefix: str = "") -> CellView:
    """A cell as the matrix shows it."""
    shown = shown_attempt(cell)
    dimensions, reasons, stages = words_of(finding for attempt in cell.repeats for finding in attempt.findings)
    low, high = interval(cell.passed, len(cell.repeats))
    several = len(cell.repeats) > 1
    return CellView(
        prefix + shown.run_id, cell.status, cell.points, "|".join(dimensions), "|".join(reasons), "|".join(stages),
        f"{cell.passed}/{len(cell.repeats)}" if several else "", f"{100 * low:.0f}–{100 * high:.0f} %" if several else "",
        arrangement.rows.get(row.name), "|".join(prefix + run_id for run_id in cell.trace_ids),
    )  # fmt: skip


def _groups(matrix: Matrix, arrangement: Arrangement) -> list[tuple[str, list[RowView]]]:
    found: dict[str, list[RowView]] = {}
    for row in matrix.rows:
        cells = [row.cells.get(mode) for mode in matrix.modes]
        views = [None if cell is None else cell_view(cell, arrangement, row) for cell in cells]
        found.setdefault(row.domain, []).append(RowView(row.name, row.title, row.kind, f"{row.name} {row.title}".lower(), views))
    return list(found.items())


def _held(manifest: Mapping[str, Any]) -> list[tuple[str, Any]]:
    left = {key: thing for key, thing in manifest.items() if key not in ("format", "scenarios", "domains")}
    return [*left.items(), *((f"domains.{name}", thing) for name, thing in (manifest.get("domains") or {}).items())]


def _page(page: Page, items: Iterable[Item], language: Interface) -> Iterator[str]:
    if language not in INTERFACES:
        raise ValueError(f"language {language!r}: the page speaks {', '.join(INTERFACES)}")
    css = _read("report.css") + _graph_css(page.graphs.values())
    script = _read("report.js")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(css)}; base-uri 'none'; form-action 'none'"
    )
    yield from _environment(language).get_template("page.html").generate(
        page=page, dialogues=items, language=language, css=Markup(css), js=Markup(script), policy=Markup(policy), words=WORDS
    )


@cache
def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def _graph_css(graphs: Iterable[Graph]) -> str:
    """Rules by which a drawing that is used several times shows in each place what is lit there.

    The nodes and lines take their colours from variables, and the classes of each use set those.
    """
    every = list(graphs)
    nodes, edges = max((len(g.nodes) for g in every), default=0), max((len(g.edges) for g in every), default=0)
    rules = [
        f".n{n}{{fill:var(--f{n},var(--node));stroke:var(--s{n},var(--soft));stroke-dasharray:var(--d{n},none)}}"
        f".c{n}{{--f{n}:var(--changed-back);--s{n}:var(--changed)}}.s{n}{{--f{n}:var(--old-back);--s{n}:var(--old);--d{n}:5 3}}"
        for n in range(nodes)
    ]
    rules += [
        f".e{n}{{stroke:var(--e{n},var(--hatch));stroke-width:var(--w{n},1.3)}}.k{n}{{--e{n}:var(--old);--w{n}:2.2}}" for n in range(edges)
    ]
    return "\n".join(rules)


@cache
def _environment(language: Interface) -> jinja2.Environment:
    """Templates in which every value is made visible and escaped, wherever it came from."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=_finalize, auto_reload=False,
    )  # fmt: skip
    number = INTERFACES.index(language)
    environment.globals |= {"t": _translator(number), "said": lambda key: WORDS[key][number], "dimensions": POINTS, "failing": FAILING}
    environment.filters |= {"line": one_line, "json": value, "pretty": _pretty, "thousands": lambda count: f"{count:,}", "whole": escape}
    environment.tests |= {"word": lambda key: key in WORDS}
    return environment


def _translator(number: int) -> Callable[[str], Markup]:
    """A word of the page, which the script can change to the other language."""

    @cache
    def t(key: str) -> Markup:
        return Markup('<span data-t="{}">{}</span>').format(key, WORDS[key][number])

    return t


def _finalize(thing: Any) -> Any:
    return visible(thing, LONGEST) if isinstance(thing, str) and not isinstance(thing, Markup) else "" if thing is None else thing


def _pretty(thing: Any) -> str:
    return json.dumps(plain(thing), ensure_ascii=False, indent=1)
