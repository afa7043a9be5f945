"""The goals of a draft, and the words by which goals and tools are spoken of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from intentprops.drafting.bindings import noun_of, verb_of
from intentprops.drafting.names import plural, singular, words_of
from intentprops.drafting.plan import Decisions, DraftGoal, DraftTool
from intentprops.drafting.vocabulary import LISTS, VERBS_EN, VERBS_RU

ANSWER = DraftGoal("answer_question", ["explain", "tell", "what", "объяснить", "рассказать"], words_only=True)


def goals_of(tools: Sequence[DraftTool], decided: Decisions) -> list[DraftGoal]:
    """A goal for each tool that finds or does something, and one that words alone fulfil."""
    made = {tool.makes for tool in tools if tool.makes and not tool.effect.value}
    found = []
    for tool in tools:
        if any(one.required and one.carries == "unbound" for one in tool.arguments):
            continue
        if tool.effect.value:
            result = next((one.to for one in tool.arguments if one.carries == "item" and one.to in made), "")
            found.append(DraftGoal(tool.method, [], result=result, ends_with=tool.name))
        elif tool.makes:
            found.append(DraftGoal(tool.method, [], result=tool.makes))
    name = ANSWER.name
    while name in {goal.name for goal in found}:
        name += "_"
    return [*found, DraftGoal(name, list(ANSWER.words), words_only=True)]


def opening(tools: Sequence[DraftTool], goals: Sequence[DraftGoal]) -> str:
    """The goal that a task opens with: of those that find, the one whose items most is done with; else the first."""
    used = Counter(one.to for tool in tools for one in tool.arguments if one.carries == "item")
    makers = {tool.makes: tool for tool in tools if tool.makes}

    def weight(goal: DraftGoal) -> tuple[bool, int, bool, int]:
        if not goal.result or goal.ends_with:
            return (False, 0, False, 0)
        maker = makers[goal.result]
        carried = sum(one.carries in ("exact", "covers") for one in maker.arguments)
        return (True, used[goal.result], verb_of(maker) in LISTS, carried)

    return max(goals, key=weight).name


def speak(tools: Sequence[DraftTool], goals: Sequence[DraftGoal], decided: Decisions) -> None:
    """Give every tool and every goal words of its own: its verb where no other has that, else the verb with what it is done to."""
    shared = Counter(word for tool in tools for word in {*_others(verb_of(tool)), *VERBS_RU.get(verb_of(tool), ())})
    for tool in tools:
        verb = verb_of(tool)
        tool.objects = [noun_of(tool)] if tool.effect.value else []
        own = [word for word in _others(verb) if shared[word] == 1] if tool.effect.value else []
        russian = [word for word in VERBS_RU.get(verb, ()) if shared[word] == 1]
        tool.words = list(decided.says.get(tool.name) or [*(own or phrases(tool)), *russian])
    by_name = {tool.name: tool for tool in tools}
    by_result = {tool.makes: tool for tool in tools if tool.makes and not tool.effect.value}
    for goal in goals:
        fulfils = by_name.get(goal.ends_with) or by_result.get(goal.result)
        if fulfils is not None:
            goal.words = list(fulfils.words)


def phrases(tool: DraftTool) -> list[str]:
    """A tool's whole name as people say it: "search for direct flights", "update the reservation baggages"."""
    words, verb = list(words_of(tool.definition.name)), verb_of(tool)
    rest = words[words.index(verb) + 1 :] if verb in words else []
    if not rest:
        return [" ".join(words)]
    if tool.effect.value or rest[-1] in ("details", "status", "info", "information") or tool.definition.name.count("_by_"):
        return [f"{verb} the {' '.join(rest)}"]
    if verb in LISTS:
        rest[-1] = plural(singular(rest[-1]))
    return [f"{'search for' if other == 'search' else other} {' '.join(rest)}" for other in _others(verb)]


def _others(verb: str) -> list[str]:
    return VERBS_EN.get(verb, [verb])
