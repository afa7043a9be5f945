"""The agreement of the two oracles is worth something: a fault in any rule of the first one is noticed.

Every fault breaks one rule, and is looked for in the same dialogues that the agreement is tried on: a fixed list of them, drawn
once and played once, so that a fault costs no more than asking the first oracle again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from intentprops import ledger, oracle, transitions
from intentprops.changes import (
    Answer,
    Change,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Forbid,
    Message,
    Permit,
    Refer,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Switch,
    Turn,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.errors import ScenarioError
from intentprops.ledger import Ledger
from intentprops.oracle import Progress
from intentprops.state import Question, State
from intentprops.tools import Covers, Exact, Tool, dig
from intentprops.transitions import _Draft
from tests.oracle.chains import Dialogue, chains, exchanges
from tests.oracle.second import Second, second
from tests.oracle.test_agreement import difference

EXAMPLES, BATCH = 6000, 400
Patch = pytest.MonkeyPatch
Rule = Callable[[_Draft, Any], None]
_played: list[tuple[Dialogue, list[Second]]] = []


def dialogues() -> Iterator[tuple[Dialogue, list[Second]]]:
    """The dialogues with the second oracle's answers, drawn by the few hundred as they are needed."""
    for start in range(0, EXAMPLES, BATCH):
        if len(_played) <= start:
            _draw(start)
        yield from islice(_played, start, start + BATCH)


def _draw(start: int) -> None:
    @seed(start)
    @settings(max_examples=BATCH, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(chains())
    def play(dialogue: Dialogue) -> None:
        if len(_played) < start + BATCH:
            _played.append((dialogue, second(dialogue[0], list(exchanges(*dialogue)))))

    while len(_played) < start + BATCH:
        play()


def rule(kind: type[Change], broken: Rule) -> Callable[[Patch], None]:
    """A fault in what one change does."""
    return lambda patch: patch.setitem(transitions._RULES, kind, broken)


def around(owner: Any, name: str, broken: Callable[..., Any]) -> Callable[[Patch], None]:
    """A fault in a function: ``broken`` gets the right one first, and its arguments after that."""
    right = getattr(owner, name)
    return lambda patch: patch.setattr(owner, name, lambda *args, **kwargs: broken(right, *args, **kwargs))


def nothing(draft: _Draft, change: Any) -> None:
    """The change is not heard."""


# -- words


def opens_always(right: Callable[..., None], draft: _Draft, turn: Turn) -> None:
    draft.requested = True
    draft._enter(draft.domain.opens_with)


def reveal_replaces(draft: _Draft, change: Reveal) -> None:
    draft._set(change.field, change.value)


def answer_closes_all(draft: _Draft, change: Answer) -> None:
    draft.questions.clear()


def revision_adds(draft: _Draft, change: Revision) -> None:
    _Draft.reveal(draft, Reveal(change.field, change.value))


def only_the_first_is_logged(right: Callable[..., None], draft: _Draft, name: str, *args: Any, **kwargs: Any) -> None:
    logged = len(draft.log)
    right(draft, name, *args, **kwargs)
    if any(entry.path == f"constraints.{name}" for entry in (*draft.before.superseded, *draft.log[:logged])):
        del draft.log[logged:]


def sets_are_logged_whole(right: Callable[..., None], draft: _Draft, name: str, new: Any, **kwargs: Any) -> None:
    logged, old = len(draft.log), draft.values.get(name)
    right(draft, name, new, **kwargs)
    if draft.domain.field[name].is_set and len(draft.log) > logged:
        draft.log[logged:] = [draft._entry(f"constraints.{name}", old)]


def own_fields_stay(right: Callable[..., None], draft: _Draft, goal: str) -> None:
    draft.goal = goal


def old_goal_unlogged(right: Callable[..., None], draft: _Draft, new: str | None, disposition: Any) -> None:
    """The goal that a switch leaves is forgotten."""


def switch_lifts_all_bans(draft: _Draft, change: Switch) -> None:
    _Draft.switch(draft, change)
    draft.bans.clear()


def switch_lifts_no_ban(draft: _Draft, change: Switch) -> None:
    bans = set(draft.bans)
    _Draft.switch(draft, change)
    draft.bans = bans


def ban_in_listed_order(right: Callable[..., None], draft: _Draft, message: Message) -> None:
    for change in message.changes:
        transitions._RULES[type(change)](draft, change)
        draft.bans |= change.tools if isinstance(change, Forbid) else frozenset()


def permit_grants(right: Callable[..., bool], state: State, domain: Domain, tool: str) -> bool:
    return tool not in state.bans and (tool not in domain.effectful or state.status == "active")


def banned_anyway(right: Callable[..., bool], state: State, domain: Domain, tool: str) -> bool:
    return right(replace(state, bans=frozenset()), domain, tool)


def detour_in_a_detour_pauses_anew(draft: _Draft, change: Detour) -> None:
    draft.paused = None
    _Draft.detour(draft, change)


def detour_is_a_switch(draft: _Draft, change: Detour) -> None:
    _Draft.switch(draft, Switch(change.goal))


def resume_forgets_its_fields(right: Callable[..., None], draft: _Draft) -> None:
    assert draft.paused is not None
    draft.paused = replace(draft.paused, values={}, indifferent=frozenset())
    right(draft)


def yes_settles_all(draft: _Draft, change: Confirm) -> None:
    _Draft.confirm(draft, change)
    draft.questions.clear()


def return_to_the_last(draft: _Draft, change: Return) -> None:
    """The value before this one, not the first one ever said."""
    old = [e.old for e in (*draft.before.superseded, *draft.log) if e.path == f"constraints.{change.field}"]
    if change.field is None or draft.domain.field[change.field].is_set or not old:
        return _Draft.return_(draft, change)
    return draft._set(change.field, old[-1])


def whole_return_keeps_what_is_unknown(draft: _Draft, change: Return) -> None:
    values = dict(draft.values)
    _Draft.return_(draft, change)
    if change.version is not None:
        draft.values = {**{name: v for name, v in values.items() if draft._exists(name)}, **draft.values}


def whole_return_closes_facts(draft: _Draft, change: Return) -> None:
    _Draft.return_(draft, change)
    if change.version is not None:
        draft.questions.clear()


def any_will_do_is_unknown(draft: _Draft, change: DontCare) -> None:
    _Draft.retract(draft, Retract(change.field))


def retract_settles(draft: _Draft, change: Retract) -> None:
    draft._set(change.field, draft.domain.field[change.field].empty)


def refer_is_no_value(draft: _Draft, change: Refer) -> None:
    draft._set(change.field, draft.first.get(change.source, draft.domain.field[change.field].empty))


def thanks_is_a_yes(right: Callable[..., None], draft: _Draft, message: Message) -> None:
    right(draft, message if message.changes else replace(message, changes=(Confirm(),)))


def last_part_first(right: Callable[..., None], draft: _Draft, message: Message) -> None:
    plain = all(isinstance(c, Reveal | Revision | Retract | DontCare) for c in message.changes)
    right(draft, replace(message, changes=message.changes[::-1]) if plain else message)


def conflict_keeps_the_value(draft: _Draft, change: Conflict) -> None:
    draft._ask(Question("conflict", change.field))


def conflict_keeps_the_goal(draft: _Draft, change: Conflict) -> None:
    if change.field != "goal":
        return _Draft.conflict(draft, change)
    return draft._ask(Question("conflict", "goal"))


def nearest_goal(draft: _Draft, change: UnknownGoal) -> None:
    _Draft.switch(draft, Switch(draft.domain.goals[-1].name))


def last_message_only(right: Callable[..., Any], domain: Domain, state: State, turn: Turn, *heard: Any) -> Any:
    legal = all(isinstance(c, Reveal | Revision | Forbid | Permit | Switch) for c in turn.changes) and not domain.owners
    return right(domain, state, replace(turn, messages=turn.messages[-1:]) if legal else turn, *heard)


def same_value_is_a_change(right: Callable[..., None], draft: _Draft, name: str, new: Any, **kwargs: Any) -> None:
    old = draft.values.get(name)
    right(draft, name, new, **kwargs)
    if old is not None and old == new and not draft.domain.field[name].is_set:
        draft.log.append(draft._entry(f"constraints.{name}", old, new))


def full_reset(draft: _Draft, change: Switch) -> None:
    _Draft.switch(draft, change)
    draft.values.clear()


# -- deeds


def old_and_new_are_not_compared(right: Callable[..., Any], progress: Progress, call: Any) -> Any:
    return replace(right(progress, call), compares=False)


def yes_for_ever(right: Callable[..., Any], progress: Progress, turn: Turn) -> Any:
    approved = dict(progress.approved)
    step = right(progress, turn)
    progress.approved = {**approved, **progress.approved}
    return step


def undone_stands(right: Callable[..., None], book: Ledger, tool: Any, call: Any) -> None:
    """Nothing is ever taken back."""


def part_stands_alone(right: Callable[..., Any], book: Ledger, *args: Any) -> Any:
    made = right(book, *args)
    book.absorbed.clear()
    return made


def broader_is_wrong(right: Callable[..., bool], domain: Any, binding: Any, argument: Any, state: State, **kwargs: Any) -> bool:
    bound = Exact(binding.field) if isinstance(binding, Covers) else binding
    return right(domain, bound, argument, state, **kwargs)


def default_forgotten(right: Callable[..., Any], tool: Tool, arguments: Any, path: str) -> Any:
    return dig(arguments, path)


def silence_clears_the_table(right: Callable[..., Any], progress: Progress, offers: Any, questions: Any) -> Any:
    return right(progress, offers or (), questions)


def catalogue_only(right: Callable[..., Any], domain: Domain, state: State, turn: Turn, offers: Any, *answered: Any) -> Any:
    return right(domain, state, turn, offers)


def last_search_only(right: Callable[..., Any], book: Ledger, name: str, state: State) -> Any:
    made = book.of(name)
    return book.freshness(made[-1], state) if made else None


def never_completed(right: Callable[..., None], progress: Progress, call: Any, made: Any) -> None:
    """What was done is not noticed."""


def status_upside_down(state: State) -> str:
    if state.completed:
        return "completed"
    if state.paused is not None:
        return "awaiting_confirmation"
    return "needs_clarification" if state.questions else "active"


FAULTS: list[tuple[str, Callable[[Patch], None]]] = [
    ("T0 the opening goal comes before a first switch", around(_Draft, "open", opens_always)),
    ("T1 a reveal replaces a set", rule(Reveal, reveal_replaces)),
    ("T2 a fact without a field is ignored", rule(Unmodelled, nothing)),
    ("T2 an answer closes every question", rule(Answer, answer_closes_all)),
    ("T3 a revision adds to a set", rule(Revision, revision_adds)),
    ("T3 members are not removed", rule(Remove, nothing)),
    ("T4 only the first replaced value is logged", around(_Draft, "_set", only_the_first_is_logged)),
    ("T4 a set is logged as a whole", around(_Draft, "_set", sets_are_logged_whole)),
    ("T4 only the last search counts", around(Ledger, "best", last_search_only)),
    ("T5 fields of a goal outlive it", around(_Draft, "_leave_for", own_fields_stay)),
    ("T5 the old goal is not logged", around(_Draft, "_supersede_goal", old_goal_unlogged)),
    ("T6 a switch lifts every ban", rule(Switch, switch_lifts_all_bans)),
    ("T6 a switch lifts no ban", rule(Switch, switch_lifts_no_ban)),
    ("T6 a ban counts in listed order", around(_Draft, "read", ban_in_listed_order)),
    ("T6 what is not banned is permitted", around(State, "permits", permit_grants)),
    ("T6 what is banned is permitted", around(State, "permits", banned_anyway)),
    ("T6 a ban is not lifted", rule(Permit, nothing)),
    ("T7 a detour in a detour pauses anew", rule(Detour, detour_in_a_detour_pauses_anew)),
    ("T7 a detour is a switch", rule(Detour, detour_is_a_switch)),
    ("T8 a resumed task lost its own fields", around(_Draft, "_resume", resume_forgets_its_fields)),
    ("T8 a yes settles questions", rule(Confirm, yes_settles_all)),
    ("T8 a done task is not completed", around(Progress, "_complete", never_completed)),
    ("T8 completed comes before what is open", lambda patch: patch.setattr(State, "status", property(status_upside_down))),
    ("T9 a return goes back one value", rule(Return, return_to_the_last)),
    ("T9 a whole return keeps what was unknown then", rule(Return, whole_return_keeps_what_is_unknown)),
    ("T9 a whole return closes a question of T2", rule(Return, whole_return_closes_facts)),
    ("T10 any will do is unknown", rule(DontCare, any_will_do_is_unknown)),
    ("T10 a retraction settles a conflict", rule(Retract, retract_settles)),
    ("T10 a reference takes the first value", rule(Refer, refer_is_no_value)),
    ("T11 thanks is a yes", around(_Draft, "read", thanks_is_a_yes)),
    ("T12 the last part counts first", around(_Draft, "read", last_part_first)),
    ("T13 a conflict keeps the value", rule(Conflict, conflict_keeps_the_value)),
    ("T13 a conflict keeps the goal", rule(Conflict, conflict_keeps_the_goal)),
    ("T14 an unknown function is the nearest goal", rule(UnknownGoal, nearest_goal)),
    ("T15 only the last message of a burst is read", around(oracle, "apply", last_message_only)),
    ("T16 a repeated value is logged", around(_Draft, "_set", same_value_is_a_change)),
    ("T16 a switch resets every field", rule(Switch, full_reset)),
    ("T17 old and new are not to be compared", around(Progress, "expect_call", old_and_new_are_not_compared)),
    ("T18 every call is agreed to", around(Progress, "_covered", lambda right, progress, call: True)),
    ("T18 a yes outlives a change", around(Progress, "user", yes_for_ever)),
    ("T10 what was listed is forgotten in a silent reply", around(Progress, "reply", silence_clears_the_table)),
    ("T10 an accepted item is known from the catalogue alone", around(oracle, "apply", catalogue_only)),
    ("T18 a value taken over is a correction", around(Progress, "_as_asked", lambda right, *args: False)),
    ("T18 a correction is taken over", around(Progress, "_as_asked", lambda right, *args: True)),
    ("T19 a stale effect may not be undone", around(Progress, "_may_undo", lambda right, progress, effect: False)),
    ("T19 what is undone stands", around(Ledger, "_undo", undone_stands)),
    ("T19 a part of an effect stands alone", around(Ledger, "enter", part_stands_alone)),
    ("results: a broader search is stale", around(ledger, "argument_fits", broader_is_wrong)),
    ("results: nothing is filtered locally", around(ledger, "_refilters", lambda right, *args: False)),
    ("results: an argument left out carries nothing", around(Tool, "argument", default_forgotten)),
    ("owed: thanks end what was asked for", around(Progress, "_neglected", lambda right, progress: False)),
    ("owed: thanks ask once more", around(Progress, "_neglected", lambda right, progress: True)),
    ("queue: a queued call never grows old", around(Progress, "_moved_on", lambda right, progress, call: False)),
]  # fmt: skip


@pytest.mark.parametrize("fault", [fault for _, fault in FAULTS], ids=[name for name, _ in FAULTS])
def test_a_planted_fault_is_found(fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    assert any(_differs(dialogue, others) for dialogue, others in dialogues())


def test_without_a_fault_nothing_is_found() -> None:
    assert not any(_differs(dialogue, others) for dialogue, others in islice(dialogues(), 300))


def _differs(dialogue: Dialogue, others: list[Second]) -> bool:
    try:
        return difference(dialogue, others) is not None
    except ScenarioError:  # the fault makes a change illegal that is not
        return True
