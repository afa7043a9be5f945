"""What is still open in a domain: questions in its source, what nobody can say of it, and what its dialogues do not reach."""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Literal, TypeAlias

from hypothesis.errors import InvalidArgument

from intentprops.changes import Scenario
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.mutants.chains import generated
from intentprops.mutants.proof import Task, prove
from intentprops.oracle import expect
from intentprops.scenarios import lint
from intentprops.strategies.moves import KINDS, unable
from intentprops.strategies.values import pool, pools

MARK = "QUESTION:"
Sort: TypeAlias = Literal["question", "words", "values", "binding", "unreached", "unused", "scenario", "unproved", "turns", "defects"]
NOTES: frozenset[Sort] = frozenset({"turns", "defects", "unused"})
"""What may well stay as it is: a domain need not have everything."""
KIND_NAMES = ("reveal", "revision", "switch", "control")


@dataclass(frozen=True)
class Open:
    """One thing that is open: of what sort, about what, in words, and where, if that is a place in a file."""

    sort: Sort
    about: str
    text: str
    place: str = ""

    @property
    def note(self) -> bool:
        """Whether it may well stay as it is."""
        return self.sort in NOTES

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "note": self.note}


def examine(
    domain: Domain, source: str = "", *, file: str = "", scenarios: Sequence[Scenario] = (), chains: int = 20, seed: int = 0
) -> list[Open]:
    """All that is open. ``source`` is the text of the domain's module, and ``file`` its name, for the questions in it; ``chains`` are
    generated dialogues, which are played by the domain's own correct agent and then broken on purpose."""
    found = [*_questions(source, file), *_words(domain), *_values(domain), *_bindings(domain), *_unused(domain)]
    found += _scenarios(domain, scenarios)
    if not _speakable(domain):
        return [*found, Open("unreached", "dialogues", "no field has two values, so no dialogue can be generated")]
    if chains:
        found += _unreached(domain, scenarios, chains, seed)
        found += _proof(domain, scenarios, chains, seed)
    return [*found, *_turns(domain)]


def _questions(source: str, file: str) -> Iterator[Open]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        return
    for token in tokens:
        if token.type == tokenize.COMMENT and MARK in token.string:
            about = _about(source, token.start[0])
            yield Open("question", about, token.string.partition(MARK)[2].strip(), f"{file}:{token.start[0]}")


def _about(source: str, line: int) -> str:
    """The start of the code that a question stands before: ``category: Annotated``, ``Tool(TOOLS["search"]``."""
    rest = [text.strip() for text in source.splitlines()[line:]]
    code = [text for text in rest if text and not text.startswith("#")]
    first = next((n for n, text in enumerate(code) if text[-1] not in "([{"), 0)
    return re.split(r"[,:] |: ?Annotated", "".join(code[: first + 1]))[0][:60].rstrip(" ,")


def _words(domain: Domain) -> Iterator[Open]:
    languages = [language for language in ("en", "ru") if any(f.words.alternatives(language) for f in domain.field.values())] or ["en"]
    for field in domain.field.values():
        missing = [language for language in languages if not field.words.alternatives(language)]
        if missing and (len(languages) == 1 or missing != ["ru"] or _mostly(domain, "ru")):
            yield Open("words", f"field {field.name}", f"it has no words in {' and '.join(missing)}: Words({missing[0]}=…)")
    for tool in domain.tools:
        if tool.effect and not tool.words:
            yield Open("words", f"tool {tool.name}", "it has no words for what it does, so nobody can forbid it but by its name")
    for goal in domain.goals:
        if not goal.words:
            yield Open("words", f"goal {goal.name}", "it has no words, so nobody can ask for it but by its name")


def _mostly(domain: Domain, language: str) -> bool:
    """Whether a language is one that the domain is meant for: most of its fields have words in it."""
    spoken = [field for field in domain.field.values() if field.words.alternatives(language)]
    return 2 * len(spoken) > len(domain.field)


def _values(domain: Domain) -> Iterator[Open]:
    for name, field in domain.field.items():
        try:
            pool(domain, name)
        except InvalidArgument:
            yield Open(
                "values",
                f"field {name}",
                f"fewer than two values of it are known, so no dialogue speaks of it; it takes {field.annotation}",
            )


def _bindings(domain: Domain) -> Iterator[Open]:
    for tool in domain.tools:
        if tool.paths and not tool.args:
            yield Open("binding", f"tool {tool.name}", f"none of its arguments is bound, so none is judged: {', '.join(tool.paths)}")
        if tool.effect and tool.makes is None and tool.undoes is None:
            yield Open("binding", f"tool {tool.name}", "it makes no effect, so nothing of it is kept in the ledger; say makes=…")
    carried = {name for tool in domain.tools for binding in tool.args.values() for name in binding.fields}
    carried |= {name for result in domain.results for name in result.depends} | set(domain.item_fields)
    carried |= {name for name in (domain.selection.limit, domain.selection.order_by) if name}
    for name in domain.field:
        if name not in carried:
            yield Open("binding", f"field {name}", "no argument carries it, and no result depends on it")


def _unused(domain: Domain) -> Iterator[Open]:
    wanted = {goal.result for goal in domain.goals} | {lower for result in domain.result for lower in domain.below(result)}
    for name, tool in domain.maker.items():
        if not tool.effect and name not in wanted:
            yield Open("unused", f"result {name}", "no goal wants it, and nothing depends on it")
        if not domain.depends(name) and not domain.below(name):
            yield Open("unused", f"{'effect' if tool.effect else 'result'} {name}", "it depends on nothing, so it never goes stale")


def _scenarios(domain: Domain, scenarios: Sequence[Scenario]) -> Iterator[Open]:
    for scenario in scenarios:
        for problem in lint(domain, scenario):
            yield Open("scenario", f"scenario {scenario.id}", problem)
    kinds = Counter(scenario.kind for scenario in scenarios)
    for kind in KIND_NAMES if scenarios else ():
        if not kinds[kind]:
            yield Open("scenario", f"class {kind}", "there is no scenario of it")


def _speakable(domain: Domain) -> bool:
    try:
        return bool(pools(domain))
    except InvalidArgument:
        return False


def _unreached(domain: Domain, scenarios: Sequence[Scenario], chains: int, seed: int) -> Iterator[Open]:
    """What no dialogue comes to, when the domain's own correct agent answers."""
    goals: set[str | None] = set()
    tools: set[str] = set()
    offers = 0
    for scenario in [*scenarios, *(chain for _, chain in islice(generated(domain, seed), 10 * chains))]:
        trace = correct_trace(domain, scenario)
        goals |= {expected.state.goal for expected in expect(domain, scenario, trace)}
        tools |= {
            call.name
            for record in trace
            for call in record.tool_calls
            if domain.tool[call.name].accepted(call.result) and call.status == "ok"
        }
        offers += sum(len(record.offers or ()) for record in trace)
    for goal in domain.goals:
        if goal.name not in goals:
            yield Open("unreached", f"goal {goal.name}", "no dialogue asks for it")
        elif goal.ends_with and goal.ends_with not in tools:
            yield Open("unreached", f"goal {goal.name}", f"no dialogue comes to a call of {goal.ends_with} that is accepted")
    for name, tool in domain.maker.items():
        if not tool.effect and tool.name not in tools:
            yield Open("unreached", f"result {name}", f"no dialogue comes to a call of {tool.name} that is accepted")
    if not offers and domain.world.catalogue:
        yield Open("unreached", "catalogue", "nothing of it is ever offered")


def _proof(domain: Domain, scenarios: Sequence[Scenario], chains: int, seed: int) -> Iterator[Open]:
    proof = prove(Task(domain, tuple(scenarios), chains, seed))
    for row in proof.rows.values():
        if row.verdict == "wrong":
            first = row.problems[0]
            yield Open(
                "unproved",
                row.name,
                f"{first.outcome} in {first.case} {first.site}".strip() + (f": {first.detail}" if first.detail else ""),
            )
        elif row.kind == "defect" and row.verdict == "changes nothing":
            yield Open("unproved", row.name, "it has a place and changes nothing, so the checks were not put to the proof by it")
        elif row.kind == "defect" and row.verdict == "no place":
            yield Open("defects", row.name, f"it has no place here: {row.text}")


def _turns(domain: Domain) -> Iterator[Open]:
    for kind in KINDS:
        if why := unable(domain, kind):
            yield Open("turns", kind, f"no dialogue can have such a turn: {why}")
