"""Properties of any agent or updater, ready to use.

The first five ask the oracle; the others compare two dialogues of the same subject and need none, so they work on a black box.
Each takes a domain, a scenario and a subject, and raises :class:`PropertyBroken` where the subject breaks it; it returns false
where the scenario gives it nothing to judge. A subject is an agent (``create``, or a :class:`intentprops.testing.Player`, which
remembers what was asked already), or an :class:`Updater`, which keeps a state and calls nothing::

    @given(chains(rooms))
    def test_an_aside_changes_nothing(scenario):
        aside_changes_nothing(rooms, scenario, create)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from intentprops.changes import Accept, Change, Confirm, Message, Reveal, Revision, Scenario, Turn
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, ValueProblem
from intentprops.findings import Finding
from intentprops.oracle import expect
from intentprops.reports.text import difference, headline, value
from intentprops.running.session import Create
from intentprops.score import grade
from intentprops.testing.dialogue import ASIDES
from intentprops.testing.player import Player
from intentprops.tools import Covers, Exact, dig, plant
from intentprops.trace import TurnRecord

Document: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Updater:
    """Something that keeps the active state and nothing else: ``update(state, turn)`` gives the state after a turn.

    States have the shape of the domain's state schema, or a part of it; the first turn gets ``None``.
    """

    update: Callable[[Document | None, Turn], Document]


Subject: TypeAlias = Create | Player | Updater


class PropertyBroken(AssertionError):
    """A subject breaks a property; the text says where."""


# -- with the oracle


def last_word_wins(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T3, T4: of each field the last value said is active, and no older one."""
    return _without("the last word wins", domain, scenario, subject, "stale_value", "merged_versions", "contradicts_state")


def unmentioned_is_kept(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T16: what nobody mentioned is as it was."""
    return _without("what was not mentioned is kept", domain, scenario, subject, "lost_value", "wrong_value", "false_supersession")


def no_superseded_argument(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T3: no new call carries a replaced value."""
    return _without("no replaced value in a new call", domain, scenario, subject, "superseded_argument")


def no_forbidden_call(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T5, T6, T18, T19: no call that the active version does not permit, unconfirmed, outdated or repeated ones among them."""
    reasons = ("forbidden_call", "unconfirmed_call", "unconfirmed_resume", "queue_revision_mismatch", "duplicate_effect")
    return _without("no forbidden call", domain, scenario, subject, *reasons)


def no_stale_result(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """What went stale is not used, and not left as current."""
    reasons = ("stale_result_used", "not_invalidated", "unsuitable_candidate", "standing_effect")
    return _without("no outdated result is used", domain, scenario, subject, *reasons)


def _without(name: str, domain: Domain, scenario: Scenario, subject: Subject, *reasons: str) -> bool:
    trace = traced(domain, scenario, subject)
    graded = grade(domain, scenario, trace)
    found = [finding for finding in graded.findings if finding.reason in reasons]
    if found:
        raise PropertyBroken(f"{name}: " + "; ".join(map(_finding, found)))
    if graded.error is not None:
        raise PropertyBroken(f"{name}: the dialogue broke off: {graded.error}")
    return len(scenario.turns) > 1


def _finding(finding: Finding) -> str:
    return f"turn {finding.turn}: {headline(finding)}, {difference(finding)}"


# -- without


def repeating_changes_nothing(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T16: a value said again is no change."""
    at = _slot(scenario)
    known = [] if at is None else _known_at(domain, scenario, at)
    if at is None or not known:
        return False
    again = Reveal(*known[0])
    varied = _inserted(domain, scenario, Turn.of(again), at)
    return _alike("a value said again changes nothing", domain, subject, scenario, varied)


def aside_changes_nothing(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T11: thanks, or a remark, in the midst of a dialogue."""
    at = _slot(scenario)
    if at is None:
        return False
    turns = list(scenario.turns)
    turns.insert(at, Turn.of(text=ASIDES[scenario.language]))
    return _alike("an aside changes nothing", domain, subject, scenario, replace(scenario, turns=tuple(turns)))


def paraphrase_changes_nothing(domain: Domain, scenario: Scenario, subject: Subject, *, style: str = "polite", choice: int = 5) -> bool:
    """The same changes in other words."""
    from intentprops.strategies.wording import Manner, worded

    varied = worded(domain, scenario, scenario.language, Manner(style, choice))
    if varied == scenario:
        return False
    return _alike("a paraphrase changes nothing", domain, subject, scenario, varied)


def language_changes_nothing(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """The same changes in the other language."""
    from intentprops.strategies.wording import worded

    varied = worded(domain, scenario, "ru" if scenario.language == "en" else "en")
    return _alike("the other language changes nothing", domain, subject, scenario, varied)


def independent_revisions_commute(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T16: two revisions of different fields, one after the other, in either order."""
    at = _pair(scenario)
    if at is None:
        return False
    turns = list(scenario.turns)
    turns[at], turns[at + 1] = turns[at + 1], turns[at]
    varied = _said(domain, replace(scenario, turns=tuple(turns)))
    return _alike("independent revisions commute", domain, subject, scenario, varied, reads=False)


def one_message_equals_its_parts(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T12: two changes in one message, or in two turns."""
    at = _pair(scenario)
    if at is None:
        return False
    one, other = scenario.turns[at].messages[0], scenario.turns[at + 1].messages[0]
    joined = Turn((Message(f"{one.text} {other.text}", (*one.changes, *other.changes)),), scenario.turns[at + 1].label)
    turns = (*scenario.turns[:at], joined, *scenario.turns[at + 2 :])
    varied = _said(domain, replace(scenario, turns=turns))
    return _alike("one message equals its parts", domain, subject, scenario, varied, reads=False)


def there_and_back(domain: Domain, scenario: Scenario, subject: Subject) -> bool:
    """T4: A → B → A ends as A did. An effect in between may have to be made again, so of effects nothing is said."""
    from intentprops.strategies.values import pools

    known = pools(domain)
    state = expect(domain, scenario)[len(scenario.turns) - 1].state
    names = [name for name in state.values if name in known and not domain.field[name].is_set and domain.field[name].from_item is None]
    if not names or state.goal is None:
        return False
    name = names[0]
    other = next(value for value in known[name] if value != state.values[name])
    away, back = Turn.of(Revision(name, other)), Turn.of(Revision(name, state.values[name]))
    varied = _inserted(domain, _inserted(domain, scenario, away, len(scenario.turns)), back, len(scenario.turns) + 1)
    one, two = _ending(domain, traced(domain, scenario, subject)), _ending(domain, traced(domain, varied, subject))
    if one.state is None or two.state is None:
        return False
    _compare("A → B → A ends as A", one.state.get("constraints"), two.state.get("constraints"), "constraints")
    return True


def renamed_items_rename_the_answer(domain: Domain, scenario: Scenario, create: Create) -> bool:
    """Other ids for the same items: the calls are the same, and the reply names the new ones."""
    names = {str(key): f"item-{number}" for number, key in enumerate(domain.items, 1)}
    if not names or any(_named(name, scenario_text(scenario)) for name in names):
        return False
    one = Player(domain, create).play(scenario)
    two = Player(domain, _renaming(create, names)).play(scenario)
    _compare("renamed items rename the answer", _ending(domain, one).effects, _ending(domain, two).effects, "effects")
    for before, after in zip(one, two, strict=False):
        said = [names[name] for name in names if _named(name, before.assistant_message)]
        heard = [name for name in names.values() if _named(name, after.assistant_message)]
        _compare("renamed items rename the answer", sorted(said), sorted(heard), f"items in the reply of turn {before.turn}")
    return True


def scenario_text(scenario: Scenario) -> str:
    return "\n".join(turn.text for turn in scenario.turns)


def _named(name: str, text: str | None) -> bool:
    return name.casefold() in (text or "").casefold()


# -- what is compared


@dataclass(frozen=True)
class Ending:
    """What a dialogue came to: the exposed state without revision and log, the effectful calls, the last reads of each tool."""

    state: Document | None
    effects: tuple[str, ...]
    reads: Mapping[str, str]


def traced(domain: Domain, scenario: Scenario, subject: Subject) -> list[TurnRecord]:
    """The trace that a subject leaves in a scenario."""
    if isinstance(subject, Updater):
        return _updated(domain, scenario, subject)
    player = subject if isinstance(subject, Player) else Player(domain, subject)
    return player.play(scenario)


def _updated(domain: Domain, scenario: Scenario, updater: Updater) -> list[TurnRecord]:
    """A trace in which the states are the updater's, and the deeds those of the domain's own correct agent."""
    trace = [record for record in correct_trace(domain, scenario) if not record.harness]
    before: Document | None = None
    for turn, record in zip(scenario.turns, trace, strict=True):
        after = updater.update(before, turn)
        if not isinstance(after, Mapping):
            raise IntentpropsError(f"the updater gave {type(after).__name__}; it must give a state as a mapping")
        record.active_state_before = None if before is None else dict(before)
        record.active_state_after = dict(after)
        record.results = None
        before = after
    return trace


_SHOWN = ("goal", "status", "constraints", "permissions", "indifferent", "forbidden", "paused", "open_questions")


def _ending(domain: Domain, trace: Sequence[TurnRecord]) -> Ending:
    exposed = [record.active_state_after for record in trace if record.active_state_after is not None]
    state = {key: _plain(exposed[-1][key]) for key in _SHOWN if key in exposed[-1]} if exposed else None
    calls = [call for record in trace for call in record.tool_calls if call.status == "ok"]
    effects = sorted(_call(domain, c.name, c.arguments) for c in calls if c.name in domain.effectful)
    reads = {c.name: _call(domain, c.name, c.arguments) for c in calls if c.name not in domain.effectful}
    return Ending(state, tuple(effects), reads)


def _plain(thing: Any) -> Any:
    return json.loads(json.dumps(thing, sort_keys=True, default=str))


def _call(domain: Domain, name: str, arguments: Mapping[str, Any]) -> str:
    """A call as one line in which what means the same is the same."""
    canonical: dict[str, Any] = _plain(arguments)
    for path, binding in domain.tool[name].args.items() if name in domain.tool else ():
        if isinstance(binding, (Exact, Covers)) and (raw := dig(canonical, path)) is not None:
            field = domain.field[binding.field]
            try:
                plant(canonical, path, field.dump(field.parse(raw)))
            except ValueProblem:
                continue
    return f"{name}({json.dumps(canonical, sort_keys=True, ensure_ascii=False, default=str)})"


def _alike(name: str, domain: Domain, subject: Subject, one: Scenario, other: Scenario, *, reads: bool = True) -> bool:
    """Hold two dialogues against each other; false where neither shows anything."""
    first, second = (_ending(domain, traced(domain, scenario, subject)) for scenario in (one, other))
    if first.state is not None and second.state is not None:
        for key in first.state.keys() | second.state.keys():
            _compare(name, first.state.get(key), second.state.get(key), f"the final state's {key}")
    _compare(name, list(first.effects), list(second.effects), "the effects")
    if reads:
        for tool in first.reads.keys() & second.reads.keys():
            _compare(name, first.reads[tool], second.reads[tool], f"the last {tool}")
    return bool(first.state or second.state or first.effects or second.effects or (reads and first.reads))


def _compare(name: str, one: Any, other: Any, what: str) -> None:
    if one != other:
        raise PropertyBroken(f"{name}: {what}: {value(one, 300)} in the one dialogue, {value(other, 300)} in the other")


# -- how a dialogue is varied


def _slot(scenario: Scenario) -> int | None:
    """Where a turn can be put between two others without parting a reply from the yes, or the choice, that it gets."""
    tied = (Confirm, Accept)
    free = [n for n, turn in enumerate(scenario.turns) if n and not any(isinstance(change, tied) for change in turn.changes)]
    return free[0] if free else None


def _pair(scenario: Scenario) -> int | None:
    """The first two turns in a row that revise different fields, and nothing else."""
    for at in range(1, len(scenario.turns) - 1):
        one, two = (_revised(turn) for turn in scenario.turns[at : at + 2])
        if one is not None and two is not None and one != two and not scenario.turns[at].label:
            return at
    return None


def _revised(turn: Turn) -> str | None:
    changes: tuple[Change, ...] = turn.changes
    return changes[0].field if len(changes) == len(turn.messages) == 1 and isinstance(changes[0], Revision) else None


def _known_at(domain: Domain, scenario: Scenario, at: int) -> list[tuple[str, Any]]:
    """The known scalars after some turns."""
    values = expect(domain, replace(scenario, turns=scenario.turns[:at]))[at - 1].state.values
    return [(name, said) for name, said in values.items() if not domain.field[name].is_set and domain.field[name].from_item is None]


def _inserted(domain: Domain, scenario: Scenario, turn: Turn, at: int) -> Scenario:
    turns = list(scenario.turns)
    turns.insert(at, turn)
    return _said(domain, replace(scenario, turns=tuple(turns)))


def _said(domain: Domain, scenario: Scenario) -> Scenario:
    """With words of its own for each message that changed or is new."""
    from intentprops.strategies.wording import worded

    return worded(domain, scenario, scenario.language)


def _renaming(create: Create, names: Mapping[str, str]) -> Create:
    """The same agent, to whom the world's items have other ids."""

    def renamed(session: Any) -> Any:
        return create(replace(session, tools=_Renamed(session.tools, names)))

    return renamed


class _Renamed:
    """Tools that know the items by other ids."""

    def __init__(self, tools: Any, names: Mapping[str, str]) -> None:
        self._tools, self._there = tools, dict(names)
        self._back = {new: old for old, new in names.items()}

    def call(self, name: str, arguments: Mapping[str, Any], **options: Any) -> Any:
        return _mapped(self._tools.call(name, _mapped(dict(arguments), self._back), **options), self._there)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(self._tools, name)
        if name in ("specs", "take", "close"):
            return found
        return lambda **arguments: self.call(name, arguments)


def _mapped(thing: Any, names: Mapping[str, str]) -> Any:
    if isinstance(thing, Mapping):
        return {key: _mapped(item, names) for key, item in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [_mapped(item, names) for item in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing
