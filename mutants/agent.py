"""The domain's correct agent, played against the world with a fault in one of its stages.

It exposes what an agent can expose: its state or its summary, results, offers, questions, and the revision that each call was
planned under. Without a fault its trace is right, which is a control of every proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from intentprops.changes import Scenario, Turn
from intentprops.correct import Act, Say, insists, made, next_step
from intentprops.domain import Domain, World
from intentprops.errors import ScenarioError
from intentprops.ledger import Made
from intentprops.oracle import HARNESS_YES, Progress, awaits_yes
from intentprops.running import speech
from intentprops.state import dump_state
from intentprops.trace import Question, ToolCall, TurnRecord


@dataclass(slots=True)
class Mind:
    """What a faulty agent may look at: its turn, its own view of the dialogue, and its calls of this turn so far.

    ``progress`` is what the agent believes; the oracle follows what it did.
    """

    domain: Domain
    turn: int
    progress: Progress
    calls: list[ToolCall]
    planned: list[Act] = field(default_factory=list)
    done: list[Act] = field(default_factory=list)
    """The acts that a fault added in this turn."""
    world: World | None = None

    def attempt(self, act: Act) -> ToolCall:
        """What would come of an act, made now."""
        assert self.world is not None
        return attempted(self.domain, self.world, act)


Read: TypeAlias = Callable[[Mind, Turn], None]
"""After the words were read rightly into ``mind.progress``: what it makes of them, or forgets."""
Plan: TypeAlias = Callable[[Mind, "Act | Say"], "Act | Say"]
"""In place of the next step of the correct agent."""
Send: TypeAlias = Callable[[Mind, Act], "Sequence[ToolCall] | Act | None"]
"""What is really done where an act was planned: another act, calls as given, or ``None``: nothing, and the agent takes the
last answer of that tool for the new one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a faulty agent departs from the correct one. Several faults act one after the other."""

    read: Sequence[Read] = ()
    plan: Sequence[Plan] = ()
    send: Sequence[Send] = ()
    mute: int | None = None
    """From this turn on its replies say nothing of effects that stand."""

    @property
    def breaks(self) -> bool:
        return bool(self.read or self.plan or self.send or self.mute is not None)

    def __add__(self, other: Fault) -> Fault:
        mutes = [mute for mute in (self.mute, other.mute) if mute is not None]
        return Fault(
            (*self.read, *other.read), (*self.plan, *other.plan), (*self.send, *other.send), min(mutes) if mutes else None
        )


NO_FAULT = Fault()
Exposed: TypeAlias = Literal["state", "summary", "nothing"]
"""What an agent shows of its memory: a state with its results, the text of a summary, or neither."""


def simulate(domain: Domain, scenario: Scenario, fault: Fault = NO_FAULT, exposed: Exposed = "state") -> list[TurnRecord]:
    """The trace that the agent leaves in a scenario, the user's yes at its end included (T18)."""
    trace = _Dialogue(domain, scenario, fault).run()
    for record in trace:
        if exposed != "state":
            record.active_state_before = record.active_state_after = record.results = None
        if exposed != "summary":
            record.summary = None
        if exposed == "nothing":
            record.offers = None
    return trace


@dataclass
class _Dialogue:
    domain: Domain
    scenario: Scenario
    fault: Fault
    trace: list[TurnRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world = self.domain.world()
        self.truth = Progress(self.domain)
        believes = self.fault.read or self.fault.send
        self.own = Progress(self.domain) if believes else self.truth
        self.answers: dict[str, ToolCall] = {}

    def run(self) -> list[TurnRecord]:
        for turn in self.scenario.turns:
            asked = self._scripted(turn) if turn.script is not None else self._live(turn)
        while awaits_yes(self.truth, self.trace) and any(question.confirm for question in asked):
            asked = self._live(HARNESS_YES, harness=True)
        return self.trace

    def _scripted(self, turn: Turn) -> Sequence[Question]:
        """What the scenario fixed beforehand; no fault enters there."""
        assert turn.script is not None
        self._hear(turn)
        calls = [self._made(Act(call.name, dict(call.arguments))) for call in turn.script.calls]
        for call in calls:
            self._enter(call, call)
        self._record(turn, calls, Say(tuple(turn.script.offers or ()), ()), turn.script.reply, scripted=True)
        return ()

    def _live(self, turn: Turn, harness: bool = False) -> Sequence[Question]:
        self._hear(turn)
        mind = Mind(self.domain, self.truth.turn, self.own, [], world=self.world)
        for read in self.fault.read:
            read(mind, turn)
        while True:
            step = next_step(self.domain, self.own)
            if isinstance(step, Act) and (mind.planned.count(step) > 1 or insists(step, mind.calls)):
                step = Say((), ())
            for plan in self.fault.plan:
                step = plan(mind, step)
            if isinstance(step, Say):
                break
            mind.planned.append(step)
            if len(mind.calls) > _MOST_CALLS:
                raise RuntimeError(f"the fault has the agent make more than {_MOST_CALLS} calls in turn {mind.turn}")
            self._do(mind, step)
        self._record(turn, mind.calls, step, self._speech(mind, step), harness=harness)
        return step.questions

    def _hear(self, turn: Turn) -> None:
        self.truth.user(turn)
        if self.own is not self.truth:
            try:
                self.own.user(turn)
            except ScenarioError:  # what makes no sense to it changes nothing for it
                self.own.user(Turn.of())

    def _do(self, mind: Mind, planned: Act) -> None:
        """Make the call, and let the agent believe that it made what it planned."""
        sent: Sequence[ToolCall] | Act | None = planned
        for send in self.fault.send:
            sent = send(mind, sent) if isinstance(sent, Act) else sent
        calls = [self._made(sent)] if isinstance(sent, Act) else list(sent or ())
        for call in calls:
            call.revision = self.own.state.revision
            mind.calls.append(call)
            self.truth.call(call)
            self.answers[call.name] = call
        if self.own is not self.truth:
            last = calls[-1] if calls else self.answers.get(planned.name)
            answer = last or ToolCall(name=planned.name)
            self.own.call(ToolCall(name=planned.name, arguments=planned.arguments, result=answer.result, status=answer.status))

    def _enter(self, call: ToolCall, believed: ToolCall) -> None:
        self.truth.call(call)
        self.answers[call.name] = call
        if self.own is not self.truth:
            self.own.call(believed)

    def _made(self, act: Act) -> ToolCall:
        return attempted(self.domain, self.world, act)

    def _speech(self, mind: Mind, say: Say) -> str:
        muted = self.fault.mute is not None and mind.turn >= self.fault.mute
        standing = [] if muted else [(effect.tool, effect.item or effect.effect_id) for effect in self._stale_effects()]
        calls = [] if muted else mind.calls
        return speech.reply(self.domain, self.scenario.language, self.own.state, say, calls, standing)

    def _stale_effects(self) -> list[Made]:
        ledger, state = self.own.ledger, self.own.state
        return [effect for effect in ledger.effects() if ledger.freshness(effect, state) == "stale"]

    def _record(
        self, turn: Turn, calls: list[ToolCall], say: Say, text: str, *, harness: bool = False, scripted: bool = False
    ) -> None:
        offers, questions = list(say.offers), list(say.questions)
        self.truth.reply(offers, questions)
        if self.own is not self.truth:
            self.own.reply(offers, questions)
        state, ledger = self.own.state, self.own.ledger
        ranks = {name: ledger.best(name, state) for name in self.domain.result if not self.domain.maker[name].effect}
        self.trace.append(TurnRecord(
            run_id=f"{self.scenario.id}__simulated__repeat-01", scenario_id=self.scenario.id, memory_mode="simulated",
            turn=len(self.trace) + 1, user_message=turn.text, assistant_message=text, tool_calls=calls, harness=harness,
            active_state_before=self.trace[-1].active_state_after if self.trace else None,
            active_state_after=dump_state(self.domain, state), offers=offers, questions=questions, scripted=scripted,
            results={name: "stale" if rank == "stale" else "fresh" for name, rank in ranks.items() if rank},
            summary=speech.summarize(self.domain, self.scenario.language, state),
            now=self.scenario.now.isoformat(), language=self.scenario.language,
        ))  # fmt: skip


_MOST_CALLS = 50


def attempted(domain: Domain, world: World, act: Act) -> ToolCall:
    """The call that an act makes: what the world answers, or the error for arguments that do not fit."""
    problem = domain.tool[act.name].problem(act.arguments)
    if problem is not None:
        return ToolCall(name=act.name, arguments=act.arguments, result={"error": problem}, status="error")
    return made(world, act)
