"""Response: the reply claims only what was done and is known, asks what it must, and offers what was asked for.

The checks of text are narrow, and silent when in doubt. What they can say of a sentence is in
:mod:`intentprops.language`; here it is held against the ledger and the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from intentprops.changes import GOAL
from intentprops.checks.registry import TurnView, check
from intentprops.domain import Domain
from intentprops.fields import PREFIX
from intentprops.findings import Finding
from intentprops.language import Act, Claim, asks, claims, mentions, names_as_current, unfounded
from intentprops.tools import Item


def claims_of_acts(turn: TurnView) -> Iterator[Finding]:
    """An act that is claimed was done; an act that is announced is permitted. One finding for an act.

    Words that fit several acts ("your booking is confirmed") are taken for one that was done, else for one that is permitted.
    """
    domain, done = turn.domain, turn.expected.done
    spoken = [tool.name for tool in domain.tools if tool.effect and tool.words]
    spoken.sort(key=lambda name: not turn.expected.state.permits(domain, name))
    acts = {name: act_of(domain, name) for name in spoken}
    seen: set[tuple[str, str]] = set()
    for claim in claims(turn.reply, turn.language, acts):
        taken_for = acts[claim.act]
        shared = {tool for tool, act in acts.items() if set(act.words) & set(taken_for.words) or _reports(turn, claim, act, taken_for)}
        if claim.kind == "done" and not shared & done and ("done", claim.act) not in seen:
            seen.add(("done", claim.act))
            yield turn.finding(
                "false_completion_claim", "reply", stage="response", expected=f"no claim of {claim.act}, which was not done",
                actual=claim.quote, about=[f"permissions.{claim.act}", f"{claim.act}()"],
            )  # fmt: skip
        forbidden = not any(turn.expected.state.permits(domain, tool) for tool in shared)
        if claim.kind == "announced" and forbidden and not shared & done and ("announced", claim.act) not in seen:
            seen.add(("announced", claim.act))
            yield turn.finding(
                "announced_old_plan", "reply", stage="response", expected=f"no plan of {claim.act}, which is not permitted",
                actual=claim.quote, about=[f"permissions.{claim.act}", GOAL],
            )  # fmt: skip


def _reports(turn: TurnView, claim: Claim, act: Act, taken_for: Act) -> bool:
    """Whether a claim may be of one act in the words of the other that it was taken for: "the tickets are reserved", which were bought.

    It names what the act was done to, and of the other act not both what it does and what to.
    """
    does = bool(claims(claim.quote, turn.language, {claim.act: Act(taken_for.words)}))
    return mentions(claim.quote, act.objects) and not (does and mentions(claim.quote, [*taken_for.objects, *taken_for.names]))


def act_of(domain: Domain, name: str) -> Act:
    """How people speak of a tool's act: its words, what it is done to, and the items of the catalogue that it takes."""
    tool = domain.tool[name]
    takes = any(isinstance(b, Item) and not domain.maker[b.result].effect for b in tool.args.values())
    return Act(tool.words, tool.objects, tuple(map(str, domain.items)) if takes else ())


def knowledge(turn: TurnView) -> Iterator[Finding]:
    """While the domain has no field for a fact, no reply can know that an item satisfies it (T2)."""
    for question in turn.expected.state.questions:
        if question.kind == "unmodelled":
            for claim in unfounded(turn.reply, turn.language, question.subject.split()):
                yield turn.finding(
                    "unfounded_claim", "reply", stage="response", expected=f"a question about {question.subject!r}",
                    actual=claim.quote, about=[question.id],
                )  # fmt: skip
                break


def values_named(turn: TurnView) -> Iterator[Finding]:
    """A number that was replaced is not named as the current one. A number counts only with its field's own noun."""
    state = turn.expected.state
    if turn.expected.step.compares:
        return
    for name, field in turn.domain.field.items():
        want = state.values.get(name)
        if not isinstance(want, int):
            continue
        nouns = field.words.nouns(turn.language)
        old = {value for value in state.old_values(name) if isinstance(value, int)}
        named = names_as_current(turn.reply, turn.language, old, nouns, unless=[str(item) for item in turn.domain.items],
            active=want)
        if named is not None:
            yield turn.finding(
                "contradicts_state", "reply", stage="response", expected=field.dump(want), actual=named, about=[field.path]
            )


def owed_questions(turn: TurnView) -> Iterator[Finding]:
    """Each open question is asked once, and a yes is asked for after a detour; a hand-off to a person answers both.

    What a fact without a field is called is the agent's affair, so any question that is not about a field will do there.
    """
    if any(call.name in turn.domain.handoff for call in turn.record.tool_calls) or turn.record.assistant_message is None:
        return
    for owed in turn.expected.open:
        kind, _, subject = owed.partition(":")
        if turn.record.questions is not None:
            names = {part for q in turn.record.questions for part in (q.about, q.confirm) if part}
            names = {name.removeprefix(PREFIX) for name in names}
            paused = turn.expected.state.paused
            right = {owed, subject} | ({turn.domain.function(paused.goal)} if paused is not None else set())
            asked = bool(names & right) or (kind in ("unmodelled", "unknown_goal") and bool(names - {*turn.domain.field}))
        else:
            asked = asks(turn.reply, turn.language)
        if not asked:
            yield turn.finding(
                "missing_question", "reply", stage="response", expected=f"a question: {describe(owed)}", actual="none",
                about=[owed, "status"], follows=[GOAL] if kind == "resume" else (),
            )  # fmt: skip


def describe(question: str) -> str:
    """What an owed question is about, for a person."""
    kind, _, subject = question.partition(":")
    return {
        "unmodelled": f"what {subject!r} demands",
        "conflict": f"which {subject} counts",
        "unknown_goal": f"what to do about {subject!r}",
        "resume": f"whether to go on with {subject}",
    }[kind]


def selection(turn: TurnView) -> Iterator[Finding]:
    """Under a goal that orders and limits, the offered items are the first of the suitable ones. Ties may stand either way."""
    domain, state, offers = turn.domain, turn.expected.state, turn.record.offers
    goal = domain.goal_of(state.goal)
    chosen = domain.selection
    if offers is None or goal is None or goal.result is None or chosen.limit not in goal.own:
        return
    if turn.expected.step.compares or turn.expected.blind:
        return
    if goal.result not in turn.expected.candidates or goal.result not in turn.expected.owed_results:
        return
    key = domain.result[goal.result].key
    candidates = {item[key]: item for item in turn.expected.candidates[goal.result]}
    if any(offer not in candidates for offer in offers):
        return  # unsuitable items are the finding of another check
    if not offers and not turn.expected.step.changed:
        return
    said: Mapping[Any, Any] = state.values
    order, limit = chosen.orders.get(said.get(chosen.order_by)), said.get(chosen.limit)
    wanted = list(candidates.values())[:limit] if order is None else sorted(candidates.values(), key=order)[:limit]
    right = len(offers) == len(wanted) if order is None else [order(candidates[o]) for o in offers] == [order(i) for i in wanted]
    if not right or len(set(offers)) != len(offers):
        yield turn.finding(
            "wrong_selection", "offers", stage="response", expected=[item[key] for item in wanted], actual=list(offers),
            about=[f"{PREFIX}{name}" for name in (chosen.order_by, chosen.limit) if name],
            follows=[GOAL, f"results.{goal.result}", *(PREFIX + name for name in domain.field)],
        )  # fmt: skip


check("claims", dimension="Response")(claims_of_acts)
check("knowledge", dimension="Response")(knowledge)
check("values_named", dimension="Response")(values_named)
check("owed_questions", dimension="Response")(owed_questions)
check("selection", dimension="Response")(selection)
