"""A panel of broken dialogues, and all that the grader says of each: ``python -m tests.checks.panel`` writes ``panel.txt``.

The correct trace of each dialogue is damaged in one place (a state that is no state, an odd argument, a call too many, an
old word), in a way that a defect documents, or in two places at once. Nobody says beforehand what is right to find in all of
them; but whoever changes a check sees in a diff what he changed, down to the words, the stages and the causes.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any

from intentprops import Answer, Domain, DontCare, Remove, Retract, Reveal, Revision, Scenario, Switch, Turn, Unmodelled
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.mutants import Case, defects
from intentprops.reports.matrix import plain
from intentprops.scenarios import bundled, find_domain
from intentprops.score import grade
from intentprops.trace import Question, ToolCall, TurnRecord
from tests.checks.examples import ASIDE, BOOK, COMPARE, EXAMPLES, HOLD, NOW, SEARCH, THANKS, THREE, YES, hides_state, spoken
from tests.domains.shelf import shelf
from tests.domains.travel import travel
from tests.mutants.examples import EXAMPLES as MADE

PANEL = Path(__file__).with_suffix(".txt")
PLACES = 2
"""In how many places of all dialogues each damage is done."""
PAIRS = 300

Damage = Callable[[list[TurnRecord]], None]

ODD: list[Any] = [None, "", "12-6", [6, 12], {"new": 6, "old": 12}, 7, "2026-08-07T15:00:00+03:00", True, ["экран", "screen"]]
REPLIES = [
    "", "Noted.", "I have booked it.", "I will book it right away.", "Shall I book it?", "Booked nothing.", "The ticket is issued and the draft was sent.",
    "I looked for 12 people.", "For 6 instead of 12 people.", "It is suitable for a confidential meeting.", "Cedar, amber or birch: which one?",
    "The hold was released.", "I keep the earlier hold.", "R-cedar-12", "Я забронировал комнату на 12 человек.", "What do you mean by that?",
]  # fmt: skip
SUMMARIES = [
    "", "Book a room for 12 people.", "Book nothing. Compare two rooms for 6 people on 7 August 2026 at 15:00.", "A room for 6 people on 7 August at 16:00.",
    "12 people, then the user said 6.", "With a screen and a video link.", "Two flights from Istanbul to Lisbon on 2026-08-07, 2 passengers.",
    "A formal draft; do not send it.", "A quiet corner at a rate of 1.5 on floors 2 and 3, on 7 August.", "Open space, rate 2.5, floor 3; the rate was 1.5.", "Не бронировать. Комната на 6 человек, 7 августа в 15:00.", "Nothing is to be done.",
]  # fmt: skip


FIND = Turn.of(Reveal("corner", "quiet corner"), Reveal("rate", 1.5), Reveal("floors", frozenset({2, 3})), Reveal("day", date(2026, 8, 7)), text="Find a shelf.")
MORE: list[tuple[Domain, list[Turn]]] = [
    (shelf, [FIND, Turn.of(Revision("corner", "open space"), Revision("rate", 2.5), Remove("floors", frozenset({2})), text="An open space.")]),
    (shelf, [FIND, Turn.of(Switch("label"), Reveal("marks", frozenset({"big", "round"})), text="Label it."), Turn.of(Switch("find"), Revision("day", date(2026, 8, 8)), text="Find.")]),
    (shelf, [FIND, Turn.of(Reveal("loud", True), text="Loud."), Turn.of(Revision("loud", False), DontCare("rate"), Retract("corner"), text="Quiet, and any rate.")]),
    (rooms, [BOOK, Turn.of(Retract("attendees"), text="Leave open how many we are.")]),
    (rooms, [BOOK, Turn.of(DontCare("attendees"), text="For any number of people.")]),
    (rooms, [SEARCH, Turn.of(Reveal("attendees", 12), text="For twelve, as I said.")]),
    (rooms, [SEARCH, Turn.of(Unmodelled("meeting: secret"), text="It is a secret meeting."), Turn.of(Answer("meeting: secret"), text="Never mind.")]),
    (rooms, [SEARCH, COMPARE, Turn.of(Reveal("limit", 3), text="Three of them."), Turn.of(Switch("search_rooms"), text="Just search."), THANKS]),
    (rooms, [BOOK, ASIDE, YES, YES]),
    (travel, [HOLD, THREE, Turn.of(Revision("passengers", 2), text="Two after all."), Turn.of(Switch("buy"), text="Buy it."), YES]),
]  # fmt: skip


def dialogues() -> Iterator[tuple[Domain, Scenario]]:
    """The dialogues of the reasons, those of the defects, and the scenarios of the library."""
    seen = set()
    for domain, turns in [*((e.domain, tuple(e.turns)) for e in EXAMPLES), *((d, tuple(t)) for d, t, _, _ in MADE.values()), *((d, tuple(t)) for d, t in MORE)]:
        if (domain.name, turns) not in seen and not domain.name.startswith("random"):
            seen.add((domain.name, turns))
            yield domain, Scenario(f"example {len(seen)}", domain.name, turns, NOW)
    for name, language in (("rooms", "en"), ("rooms", "ru"), ("mail", "en")):
        yield from ((find_domain(name), scenario) for scenario in bundled(name, language))  # type: ignore[arg-type]


def damages(domain: Domain, record: TurnRecord, trace: list[TurnRecord]) -> Iterator[tuple[str, Damage]]:
    """What can be broken in a turn, by a name that says the same in every dialogue."""
    n, shown = record.turn, record.active_state_after or {}
    held = {name: _held(name, trace) for name in domain.field}
    for key in ("goal", "status", "revision"):
        for value in [*ODD[:6], *domain.goal, "active", "completed", "awaiting_confirmation", "needs_clarification", 0, 99]:
            yield f"{key}={value}", partial(_put, n, (key,), value)
    for field in domain.field.values():
        for name, made in VERSIONS.items():
            yield f"{field.path} as {name}", partial(_put, n, ("constraints", field.name), made(held[field.name]))
        for value in [*ODD, *[field.dump(frozenset([one]) if field.is_set else one) for one in list(field.choices)[:3]], "2026-08-01"]:
            yield f"{field.path}={value}", partial(_put, n, ("constraints", field.name), value)
    for tool in domain.permissions:
        for value in (True, False, "yes"):
            yield f"permissions.{tool}={value}", partial(_put, n, ("permissions", tool), value)
    for key in ("constraints", "permissions", "superseded"):
        yield f"{key}=none", partial(_put, n, (key,), None)
    for key in ("goal", "status", "revision", "constraints", "permissions", "superseded"):
        for status in (None, "completed", "active"):
            yield f"no {key}, status {status}", partial(_hide, n, key, status)
    paths = [field.path for field in domain.field.values()]
    for log in ([], "gone", [7, {"path": 3}], [{"path": "goal", "old": None}], *([{"path": path, "old": old}] for path in [*paths, "goal", "wish"] for old in ODD[3:7])):
        yield f"superseded={log}", partial(_put, n, ("superseded",), log)
    for said in ("cancelled", "paused", "superseded"):
        yield f"dispositions={said}", partial(_dispose, n, said)
    yield "state=none", partial(_set, n, "active_state_after", None)
    for result in domain.result:
        for rank in ("fresh", "stale", "current", "absent"):
            yield f"results.{result}={rank}", partial(_set, n, "results", {result: rank})
    ids = list(map(str, domain.items))
    for offers in ([], ids[:1], ids[-1:], ids[:2], ids[1::-1], [*ids[:1], *ids[:1]], ids, ["atlantis"], None):
        yield f"offers={offers}", partial(_set, n, "offers", offers)
    asked = [*paths, *domain.goal, *sorted(domain.effectful), "conflict:attendees", "unmodelled:confidential meeting", "weather"]
    for about in asked:
        yield f"asks {about}", partial(_set, n, "questions", [Question(about=about)])
        yield f"asks {about} twice", partial(_ask_twice, n, Question(about=about))
        yield f"asks a yes to {about}", partial(_set, n, "questions", [Question(confirm=about)])
    for questions in (None, [], [Question()], [Question(about="weather"), Question(about="weather", confirm="weather")]):
        yield f"questions={questions}", partial(_set, n, "questions", questions)
    for reply in REPLIES:
        yield f"says {reply}", partial(_set, n, "assistant_message", reply)
    for summary in SUMMARIES:
        yield f"sums up {summary}", partial(_set, n, "summary", summary)
    for number, call in enumerate(record.tool_calls):
        yield f"drops {call.name}", partial(_drop, n, number)
        yield f"repeats {call.name}", partial(_add, n, call)
        for status in ("error", "cancelled"):
            yield f"{call.name} is {status}", partial(_call, n, number, {"status": status})
        for queued in (1, n - 1, n, 99):
            yield f"{call.name} queued in turn {queued - n:+}", partial(_call, n, number, {"queued_turn": queued, "revision": 1})
        for revision in (0, (shown.get("revision") or 0) - 1, 99):
            yield f"{call.name} under {revision and revision > 9}", partial(_call, n, number, {"revision": revision})
        for name in call.arguments:
            for value in [*ODD, *ids[:2]]:
                yield f"{call.name}({name}={value})", partial(_call, n, number, {"arguments": {**call.arguments, name: value}})
    for tool in domain.tools:
        for item in ids[:2]:
            arguments = {name: item for name, binding in tool.args.items() if hasattr(binding, "result")}
            for which in (0, -1):
                said = {name: held[b.field][which] for name, b in tool.args.items() if hasattr(b, "field") and held[b.field]}
                yield f"calls {tool.name} {item} with version {which}", partial(_add, n, ToolCall(name=tool.name, arguments=arguments | said, result={}))
            answer = {"accepted": True, "id": "E-1"} if tool.effect else {}
            yield f"calls {tool.name} {item}", partial(_add, n, ToolCall(name=tool.name, arguments=arguments, result=answer))
    yield "calls wish", partial(_add, n, ToolCall(name="wish", arguments={}, result={}))


def _held(name: str, trace: list[TurnRecord]) -> list[Any]:
    """The values of a field that the trace shows, in the order said."""
    shown = [record.active_state_after["constraints"].get(name) for record in trace if record.active_state_after]
    return [value for n, value in enumerate(shown) if value is not None and value not in shown[:n]]


VERSIONS: dict[str, Callable[[list[Any]], Any]] = {
    "its versions": list,
    "a range of versions": lambda held: "-".join(map(str, held)),
    "versions in words": lambda held: " or ".join(map(str, held)),
    "named versions": lambda held: {f"version {n}": value for n, value in enumerate(held)},
    "the first version": lambda held: held[0] if held else None,
    "the first version in words": lambda held: f"about {held[0]}" if held else "none",
    "a version in a list": lambda held: held[-1:],
    "text": lambda held: str(held[-1]) if held else None,
}


def _hide(turn: int, key: str, status: str | None, trace: list[TurnRecord]) -> None:
    shown = _of(trace, turn).active_state_after
    if shown is not None:
        shown.pop(key, None)
        if status is not None and key != "status":
            shown["status"] = status


def _of(trace: list[TurnRecord], turn: int) -> TurnRecord:
    return trace[turn - 1]


def _put(turn: int, path: tuple[str, ...], value: Any, trace: list[TurnRecord]) -> None:
    node = _of(trace, turn).active_state_after
    for part in path[:-1]:
        node = node.get(part) if isinstance(node, dict) else None
    if isinstance(node, dict):
        node[path[-1]] = value


def _set(turn: int, name: str, value: Any, trace: list[TurnRecord]) -> None:
    setattr(_of(trace, turn), name, value)


def _dispose(turn: int, disposition: str, trace: list[TurnRecord]) -> None:
    log = (_of(trace, turn).active_state_after or {}).get("superseded")
    for entry in log if isinstance(log, list) else ():
        if isinstance(entry, dict):
            entry["disposition"] = disposition


def _ask_twice(turn: int, question: Question, trace: list[TurnRecord]) -> None:
    for record in trace[max(0, turn - 2) : turn]:
        record.questions = [question]


def _drop(turn: int, number: int, trace: list[TurnRecord]) -> None:
    del _of(trace, turn).tool_calls[number : number + 1]


def _add(turn: int, call: ToolCall, trace: list[TurnRecord]) -> None:
    _of(trace, turn).tool_calls.append(call.model_copy(deep=True))


def _call(turn: int, number: int, changes: dict[str, Any], trace: list[TurnRecord]) -> None:
    calls = _of(trace, turn).tool_calls
    if number < len(calls):
        calls[number] = calls[number].model_copy(update=changes)


Broken = tuple[str, list[TurnRecord]]


@cache
def cases() -> dict[str, Case]:
    return {f"{scenario.id}.{scenario.language}": Case(domain, scenario) for domain, scenario in dialogues()}


@cache
def panel() -> dict[str, list[Broken]]:
    """For each dialogue its damaged traces, each with the name of the damage."""
    found: defaultdict[str, list[tuple[str, int, Damage]]] = defaultdict(list)
    traces = {name: spoken(case.domain, case.scenario) for name, case in cases().items()}
    for name, trace in traces.items():
        for record in trace:
            for label, damage in damages(cases()[name].domain, record, trace):
                found[label].append((name, record.turn, damage))
    broken: dict[str, list[Broken]] = {name: [] for name in traces}
    single = [(label, one) for number, (label, every) in enumerate(found.items()) for one in _spread(every, number)]
    for number, (label, (name, turn, damage)) in enumerate(single):
        copy = _copy(traces[name])
        damage(copy)
        hidden = number % 7 == 6
        if hidden:
            hides_state(copy)
        broken[name].append((f"turn {turn}: {label}{' (state hidden)' if hidden else ''}", copy))
    luck = random.Random(0)
    for _ in range(PAIRS):
        name = luck.choice(list(traces))
        copy = _copy(traces[name])
        pair = [(r.turn, *luck.choice(list(damages(cases()[name].domain, r, traces[name])))) for r in luck.choices(traces[name], k=2)]
        for _, _, damage in pair:
            damage(copy)
        broken[name].append(("; ".join(f"turn {turn}: {label}" for turn, label, _ in pair), copy))
    for defect in defects():
        sites = [(name, case, site) for name, case in cases().items() for site in defect.sites(case)]
        for name, case, site in _spread(sites, 0):
            broken[name].append((f"{defect.name} {site}", case.broken(site)))
    return broken


def _copy(trace: list[TurnRecord]) -> list[TurnRecord]:
    return [record.model_copy(deep=True) for record in trace]


def _spread(places: list[Any], start: int) -> list[Any]:
    """A few of many, far from each other."""
    step = max(1, len(places) // PLACES)
    return places[start % step :: step][:PLACES]


def told(finding: Finding) -> str:
    """All that is said of a fault, in a line."""
    values = [f"{sign}{json.dumps(plain(value), ensure_ascii=False)}" for sign, value in (("+", finding.expected), ("-", finding.actual))]
    paths = [f"{word} {','.join(sorted(some))}" for word, some in (("about", finding.about), ("follows", finding.follows)) if some]
    cause = [] if finding.cause is None else [f"of {finding.cause}"]
    place = f"{finding.dimension}/{finding.check} {finding.turn} {finding.path}"
    return " ".join([f"  {place}: {finding.reason}{'!' * finding.critical} {finding.stage}", *values, *paths, *cause])


def lines(name: str) -> list[str]:
    """All that is said of a dialogue's damaged traces."""
    case, said = cases()[name], []
    for label, trace in panel()[name]:
        graded = grade(case.domain, case.scenario, trace)
        points = "".join("-" if point is None else str(point) for point in graded.points.values())
        said.append(f"{label} | {points} {' '.join(str(value) for value in graded.measures.values())} {'; '.join(graded.not_reached)}".rstrip())
        said += map(told, graded.findings)
    return said


def recorded() -> dict[str, list[str]]:
    """What ``panel.txt`` holds, by dialogue."""
    parts = [part.splitlines() for part in PANEL.read_text(encoding="utf-8").split("# ")[1:]]
    return {head: rest for head, *rest in parts}


if __name__ == "__main__":
    PANEL.write_text("".join("\n".join([f"# {name}", *lines(name), ""]) for name in cases()), encoding="utf-8")
