"""The first scenarios of a domain: one of each class, in plain words, such that a correct agent passes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import yaml

from intentprops.changes import Change, Forbid, Language, Reveal, Revision, Scenario, Switch, Turn
from intentprops.domain import Domain, Goal
from intentprops.errors import IntentpropsError
from intentprops.fields import Field
from intentprops.running.memory import MODES, with_memory
from intentprops.running.reference import ReferenceModel
from intentprops.scenarios import dump, lint
from intentprops.strategies import Manner, pools, worded
from intentprops.strategies.interpret import SILENT, now_of
from intentprops.testing.outcome import judge
from intentprops.testing.player import Player

_CHOICES = 6
"""How many turns of phrase are tried for a scenario."""


@dataclass(frozen=True)
class Sketch:
    """A scenario before it is put into words."""

    id: str
    kind: str
    title: str
    turns: Sequence[Sequence[Change]]


def first_scenarios(domain: Domain) -> list[Scenario]:
    """A control, a reveal, a revision and a switch, as far as the domain has them; each is sound and passed by the reference model in
    every memory mode."""
    values = pools_of(domain)
    found = []
    for kind in (_control, _reveal, _revision, _switch):
        for sketch in kind(domain, values):
            scenario = _in_words(domain, sketch, "en")
            if scenario is not None:
                found.append(scenario)
                break
    return found


def in_russian(domain: Domain, scenario: Scenario) -> Scenario | None:
    """The same scenario in Russian, where the domain has the words and the reference model passes it; else ``None``."""
    for change in (change for turn in scenario.turns for change in turn.changes):
        name = getattr(change, "field", None)
        if isinstance(name, str) and not domain.field[name].words.ru:
            return None
        if isinstance(change, Switch) and not _russian(domain.goal[change.goal].words):
            return None
        if isinstance(change, Forbid) and not all(_russian(domain.tool[tool].words) for tool in change.tools):
            return None
    turns = tuple(Turn(tuple(replace(message, text=SILENT) for message in turn.messages)) for turn in scenario.turns)
    return _passing(domain, replace(scenario, turns=turns), "ru")


def scenario_file(domain: Domain, place: str, scenarios: Sequence[Scenario]) -> str:
    """The scenarios as a file; ``place`` is the domain as ``module:attribute``. A text is in both languages where both are known."""
    document = yaml.safe_load(dump([replace(one, domain=place) for one in scenarios], domain))
    for raw, scenario in zip(document["scenarios"], scenarios, strict=True):
        other = in_russian(domain, scenario)
        if other is not None:
            for turn, said in zip(raw["turns"], other.turns, strict=True):
                turn["say"] = {"en": turn["say"], "ru": said.text}
        for turn in raw["turns"]:
            if "changes" in turn:
                turn["changes"] = _joined(turn["changes"])
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=120)


def _joined(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Reveals that stand beside each other as one."""
    found: list[dict[str, Any]] = []
    for change in changes:
        if "reveal" in change and found and "reveal" in found[-1]:
            found[-1]["reveal"] |= change["reveal"]
        else:
            found.append(change)
    return found


def pools_of(domain: Domain) -> dict[str, tuple[Any, ...]]:
    """The values that dialogues are made of, by field; none where the domain has no field that can be revised."""
    from hypothesis.errors import InvalidArgument

    try:
        return pools(domain)
    except InvalidArgument:
        return {}


def _russian(words: Sequence[str]) -> bool:
    return any("а" <= letter <= "я" for word in words for letter in word.lower())


# -- what happens in them


def _finding(domain: Domain) -> list[Goal]:
    """The goals that something is found for and nothing done: first the one that a task opens with, then those that need most."""
    goals = [goal for goal in domain.goals if goal.result and not goal.ends_with]
    return sorted(goals, key=lambda goal: (goal.name != domain.opens_with, -len(domain.needs(goal.name))))


def _acting(domain: Domain) -> list[Goal]:
    """The goals that end with an effect, those that need something found first."""
    goals = [goal for goal in domain.goals if goal.ends_with and domain.tool[goal.ends_with].undoes is None]
    return sorted(goals, key=lambda goal: (not goal.result, -len(domain.needs(goal.name))))


def _opening(domain: Domain, goal: Goal, values: dict[str, tuple[Any, ...]], without: str | None = None) -> list[Change] | None:
    """To want something, with all that it needs; ``None`` where a value for that is not known."""
    names = [name for name in domain.needs(goal.name) if name != without]
    if any(name not in values for name in names):
        return None
    taken: list[Any] = []
    said: list[Change] = [Switch(goal.name)]
    for name in names:
        value = next((one for one in values[name] if one not in taken), values[name][0])
        taken.append(value)
        said.append(Reveal(name, value))
    return said


def _goals(domain: Domain) -> list[Goal]:
    return [*_finding(domain), *_acting(domain)]


def _control(domain: Domain, values: dict[str, tuple[Any, ...]]) -> Iterator[Sketch]:
    for goal in _goals(domain):
        if (said := _opening(domain, goal, values)) is not None:
            yield Sketch("C1", "control", "Nothing changes", [said, []])


def _reveal(domain: Domain, values: dict[str, tuple[Any, ...]]) -> Iterator[Sketch]:
    for goal in _goals(domain):
        for field in _carried(domain, goal, values):
            if (said := _opening(domain, goal, values, without=field.name)) is not None:
                said_already = {change.value for change in said if isinstance(change, Reveal)}
                value = next((one for one in values[field.name] if one not in said_already), values[field.name][0])
                yield Sketch("R1", "reveal", f"The {_label(field)} is told later", [said, [Reveal(field.name, value)]])


def _revision(domain: Domain, values: dict[str, tuple[Any, ...]]) -> Iterator[Sketch]:
    for goal in _goals(domain):
        said = _opening(domain, goal, values)
        for change in (said or ())[1:]:
            assert isinstance(change, Reveal)
            others = [value for value in values[change.field] if value != change.value]
            said_already = {other.value for other in (said or ())[1:] if isinstance(other, Reveal)}
            fresh = [value for value in others if value not in said_already] or others
            yield Sketch(
                "V1", "revision", f"Another {_label(domain.field[change.field])}", [said or [], [Revision(change.field, fresh[0])]]
            )


def _switch(domain: Domain, values: dict[str, tuple[Any, ...]]) -> Iterator[Sketch]:
    """Something was to be done, and is forbidden: only find, or only explain. What needs no yes is not all said before that."""
    for goal in _acting(domain):
        assert goal.ends_with is not None
        needs = domain.needs(goal.name)
        left_out = needs[-1] if needs and domain.tool[goal.ends_with].confirm == "never" else None
        said = _opening(domain, goal, values, without=left_out)
        finding = sorted(_finding(domain), key=lambda other: other.result != goal.result)
        for other in [*finding, *(one for one in domain.goals if one.words_only)]:
            wanted = _opening(domain, other, values)
            if said is None or wanted is None or (left_out is None and domain.tool[goal.ends_with].confirm == "never"):
                continue
            told = {change.field for change in said if isinstance(change, Reveal)}
            rest = [change for change in wanted[1:] if isinstance(change, Reveal) and change.field not in told]
            turn: list[Change] = [Forbid(frozenset([goal.ends_with])), Switch(other.name), *rest]
            yield Sketch("F1", "switch", f"{_sentence(goal.name)} no more", [said, turn])


def _sentence(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _carried(domain: Domain, goal: Goal, values: dict[str, tuple[Any, ...]]) -> list[Field]:
    """The fields that the tools of a goal carry, those that it can do without first."""
    tool = domain.tool[domain.function(goal.name) or ""]
    names = dict.fromkeys(name for _, binding in domain.carriers(tool.name) for name in binding.fields if name in values)
    needs = domain.needs(goal.name)
    return [domain.field[name] for name in sorted(names, key=lambda name: name in needs)]


def _label(field: Field) -> str:
    return field.name.strip("_").replace("_", " ")


# -- in words


def _in_words(domain: Domain, sketch: Sketch, language: Language) -> Scenario | None:
    turns = tuple(Turn.of(*changes, text=SILENT) for changes in sketch.turns)
    return _passing(domain, Scenario(sketch.id, domain.name, turns, now_of(domain), kind=sketch.kind, title=sketch.title), language)


def _passing(domain: Domain, silent: Scenario, language: Language) -> Scenario | None:
    """The scenario in the first words in which it is sound and the reference model passes it in every memory."""
    for choice in range(_CHOICES):
        try:
            scenario = worded(domain, silent, language, Manner("plain", choice))
        except IntentpropsError:
            return None
        if not lint(domain, scenario) and passes(domain, scenario):
            return scenario
    return None


def passes(domain: Domain, scenario: Scenario) -> bool:
    """Whether the reference model passes a scenario in every memory mode."""
    model = ReferenceModel(domain)
    outcomes = (judge(Player(domain, with_memory(model, mode)), scenario) for mode in MODES)
    return all(outcome is not None and not outcome.failed for outcome in outcomes)
