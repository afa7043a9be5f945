"""Recorded runs of the test doubles, as logs, with the scenario that was played as their annotation."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from intentprops.annotating import Annotations
from intentprops.changes import Confirm, Interpretation, Message, Scenario, Turn
from intentprops.domain import Domain
from intentprops.importers import Recorded, Source
from intentprops.importers.openai_chat import conversations
from intentprops.reports.export import conversation
from intentprops.running.experiment import Plan, prepare

PERSON = Interpretation("person", "Ada")


@cache
def recorded(model: str) -> tuple[tuple[Domain, Recorded, Scenario], ...]:
    """Every scenario of the library, played by a test double, as a log of chat completions shows it."""
    experiment = prepare(Plan(modes=("chat",), model=model))
    found = []
    for slot in experiment.slots.values():
        trace = experiment.play(slot)
        document = conversation(slot.domain, trace, experiment.attempt(trace))
        (log,) = conversations(document, Source("log.json", line=1))
        scenario = slot.scenario
        for record in trace[len(scenario.turns) :]:  # the user's yes, given by the runner
            scenario = scenario.with_turn(Turn((Message(record.user_message, (Confirm(),)),)))
        turns = tuple(replace(turn, script=None) for turn in scenario.turns)
        bursts = [tuple(message.text for message in turn.messages) for turn in turns]  # which the export joins
        log = replace(log, turns=tuple(replace(said, messages=burst) for said, burst in zip(log.turns, bursts, strict=True)))
        found.append((slot.domain, log, replace(scenario, id=log.id, turns=turns, interpretation=PERSON)))
    return tuple(found)


def annotations(scenario: Scenario) -> Annotations:
    return Annotations({scenario.id: scenario}, {scenario.id: "notes.yaml"})
