"""A state machine for Hypothesis: one rule for each kind of change, said to a live agent step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from intentprops.changes import Language, Scenario
from intentprops.domain import Domain
from intentprops.running.dialogue import LiveDialogue
from intentprops.score import grade
from intentprops.strategies.interpret import GENERATED, Draft, now_of
from intentprops.strategies.moves import JOINING, OPENING, VALUE, WEIGHTS, WHICH, Kinds, Move, themes, unable
from intentprops.strategies.values import Values, pools
from intentprops.strategies.wording import Manner, worded
from intentprops.testing.dialogue import Agent, agent_of
from intentprops.testing.outcome import Outcome
from intentprops.testing.player import Player

_WHICH, _VALUE = st.integers(0, WHICH - 1), st.integers(0, VALUE - 1)


class IntentMachine(RuleBasedStateMachine):
    """A dialogue that Hypothesis drives rule by rule. Make one for a domain and an agent with :func:`intent_machine`.

    Each rule says one change to the agent in a turn of its own, if it is legal where it stands; the whole dialogue is graded at
    its end. ``which`` and ``value`` choose among the fields, goals or tools, and among the values.
    """

    domain: Domain
    create: Callable[..., Any]
    language: Language
    known: Any
    max_turns: int

    def __init__(self) -> None:
        super().__init__()
        empty = Scenario(GENERATED, self.domain.name, (), now_of(self.domain), self.language)
        self.draft = Draft(self.domain, self.known, empty.now)
        self.live = LiveDialogue(self.domain, empty, self.create)
        self.scenario = empty
        self.ended = False

    def say(self, move: Move) -> None:
        """Say what a move says, in words, and let the agent answer."""
        before = len(self.draft.turns)
        self.draft.play(move, self.max_turns)
        if self.ended or len(self.draft.turns) == before:
            return
        silent = replace(self.scenario, turns=tuple(self.draft.turns))
        spoken = worded(self.domain, silent, self.language, Manner())
        self.scenario = replace(self.scenario, turns=spoken.turns)
        self.ended = not self.live.say(spoken.turns[-1])

    @initialize(which=_WHICH, value=_VALUE)
    def opening(self, which: int, value: int) -> None:
        self.say(Move(OPENING, which, value))

    def teardown(self) -> None:
        """Grade the dialogue; raises :class:`intentprops.testing.DialogueFailure` where the agent failed."""
        try:
            if not self.scenario.turns:
                return
            if not self.ended:
                self.live.confirm()
            graded = grade(self.domain, self.scenario, self.live.trace)
            Outcome(self.domain, self.scenario, [graded], Player(self.domain, self.create)).check()
        finally:
            self.live.close()


def intent_machine(
    domain: Domain, agent: Agent, *, kinds: Kinds = None, values: Values | None = None, language: Language = "en", max_turns: int = 8
) -> type[IntentMachine]:
    """The machine of a domain and an agent; its ``TestCase`` is a test, as with any of Hypothesis's machines::

        Rooms = intent_machine(rooms, create)
        TestRooms = Rooms.TestCase
    """
    table = themes(domain, kinds)[0] if kinds is not None else {k: w for k, w in WEIGHTS.items() if unable(domain, k) is None}
    rules = {kind: _rule(kind) for kind in table if kind not in JOINING}
    body = {
        **rules, "domain": domain, "create": staticmethod(agent_of(agent)), "language": language, "known": pools(domain, values),
        "max_turns": max_turns, "__doc__": f"Dialogues of {domain.name}, said to an agent step by step.",
    }  # fmt: skip
    machine: type[IntentMachine] = type(f"{domain.name.title()}Machine", (IntentMachine,), body)
    machine.TestCase.settings = settings(deadline=None, stateful_step_count=max_turns, report_multiple_bugs=False)
    return machine


def _rule(kind: str) -> Any:
    def said(self: IntentMachine, which: int, value: int) -> None:
        self.say(Move(kind, which, value))

    said.__name__ = said.__qualname__ = kind
    going_on = precondition(lambda self: not self.ended and len(self.draft.turns) < self.max_turns)
    return going_on(rule(which=_WHICH, value=_VALUE)(said))
