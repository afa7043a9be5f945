"""One dialogue: a scenario played against an agent, turn by turn, into a trace.

Whatever the agent does (raise, hang, answer nothing), the trace holds what happened until then, and the last record says
why it ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import threading
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError

from intentprops.changes import Language, Scenario, Turn
from intentprops.domain import Domain
from intentprops.errors import AgentError, BudgetSpent, Unavailable
from intentprops.language import asks
from intentprops.models.outside import is_outside
from intentprops.oracle import HARNESS_YES, Progress, awaits_yes
from intentprops.running import clock
from intentprops.running.clock import Stopwatch
from intentprops.running.session import Create, Reply, Session, Toolbox, whole_text
from intentprops.trace import Question, Queued, ToolCall, TurnRecord, Usage, shorten

MAX_REPLY = 1_000_000
"""Characters of a reply that are kept; a longer one ends the dialogue."""

CLOSING = 5.0
"""Seconds that an agent gets to close what it holds open."""
POLL = 0.05
"""Seconds between two looks at a turn whose stopwatch stands still."""

YES = {
    "en": "Yes, go ahead, exactly as you said last.",
    "ru": "Да, действуйте, ровно так, как вы сказали последним.",
}


def play(
    domain: Domain, scenario: Scenario, create: Create, *, run_id: str = "", memory_mode: str = "agent",
    seed: int = 0, timeout: float | None = 60.0,
) -> list[TurnRecord]:  # fmt: skip
    """Play a scenario against an agent; returns the trace.

    ``timeout`` is in seconds for each turn. An agent's exception, time-out or unusable reply ends the dialogue: the
    last record has ``error``. At the end the user's yes is given where the oracle owes a call and the agent asked for it,
    once for each call (T18); such a turn is marked ``harness``.
    """
    live = LiveDialogue(domain, scenario, create, run_id=run_id, memory_mode=memory_mode, seed=seed, timeout=timeout)
    try:
        for turn in scenario.turns:
            if not live.say(turn):
                break
        else:
            live.confirm()
    finally:
        live.close()
    return live.trace


class LiveDialogue:
    """A dialogue with an agent that goes on as long as somebody says something.

    ``scenario`` gives its id, ``now``, language and domain; its turns are not looked at.
    """

    def __init__(
        self, domain: Domain, scenario: Scenario, create: Create, *, run_id: str = "", memory_mode: str = "agent", seed: int = 0,
        timeout: float | None = 60.0,
    ) -> None:  # fmt: skip
        self._toolbox = Toolbox(domain)
        self._session = Session(self._toolbox, scenario.now, scenario.language, seed, run_id or scenario.id, domain)
        self._stage = _Stage(domain, scenario, self._session, run_id or scenario.id, memory_mode)
        self._create, self._caller = create, _Caller(timeout)
        self._respond: Callable[[str], Any] | None = None

    @property
    def trace(self) -> list[TurnRecord]:
        return self._stage.trace

    def say(self, turn: Turn) -> bool:
        """Play one turn; false when the dialogue ended in it."""
        if turn.script is not None and self._respond is None:
            self._stage.scripted(turn)
            return True
        if self._respond is None:
            try:
                self._respond = self._caller(lambda: _created(self._create, self._session))
            except BudgetSpent:
                raise
            except AgentError as error:  # an error record, since a dialogue without one would look not run
                self._stage.failed(turn, error)
                return False
        return self._stage.live(turn, self._caller, self._respond)

    def confirm(self) -> None:
        """The user's yes, said by the runner where the oracle owes a call and the agent asked for it (T18)."""
        yes = Turn.of(*HARNESS_YES.changes, text=YES[self._stage.scenario.language])
        while self._respond is not None and self._stage.owes_a_yes():
            if not self._stage.live(yes, self._caller, self._respond, harness=True):
                break

    def close(self) -> None:
        self._toolbox.close()
        _let_go(self._respond)
        self._caller.close()


class _Stage:
    """The trace of a dialogue while it grows, and the oracle's progress beside it."""

    def __init__(self, domain: Domain, scenario: Scenario, session: Session, run_id: str, memory_mode: str) -> None:
        self.domain, self.scenario, self.session = domain, scenario, session
        self.run_id, self.memory_mode = run_id, memory_mode
        self.progress = Progress(domain)
        self.trace: list[TurnRecord] = []

    def live(self, turn: Turn, caller: _Caller, respond: Callable[[str], Any], harness: bool = False) -> bool:
        """Play one turn against the agent; false when the dialogue ended in it."""
        calls = list[ToolCall]()
        try:
            reply = _read_reply(caller(lambda: respond(turn.text)))
            calls = self.session.tools.take()
            record = _writable(lambda: self._record(turn, calls, reply, harness=harness))
        except BudgetSpent:  # not the end of the dialogue: it is played another day
            raise
        except AgentError as error:
            self.failed(turn, error, calls)
            return False
        self._add(turn, record)
        return True

    def scripted(self, turn: Turn) -> None:
        assert turn.script is not None
        for call in turn.script.calls:
            self.session.tools.call(call.name, call.arguments)
        reply = Reply(turn.script.reply, offers=turn.script.offers)
        record = self._record(turn, self.session.tools.take(), reply, scripted=True)
        self._add(turn, record)
        self.session.history.append(record)

    def failed(self, turn: Turn, error: AgentError, calls: Sequence[ToolCall] = ()) -> None:
        record = self._record(turn, [*calls, *self.session.tools.take()], None)
        why: dict[str, Any] = {"error": whole_text(str(error))} | ({"outside": True} if isinstance(error, Unavailable) else {})
        self.trace.append(record.model_copy(update=why))

    def owes_a_yes(self) -> bool:
        return _owes_a_yes(self.progress, self.trace, self.scenario.language)

    def _add(self, turn: Turn, record: TurnRecord) -> None:
        self.progress.user(turn)
        for call in record.tool_calls:
            self.progress.call(call)
        self.progress.reply(record.offers, record.questions)
        self.trace.append(record)

    def _record(
        self, turn: Turn, calls: list[ToolCall], reply: Reply | None, harness: bool = False, scripted: bool = False
    ) -> TurnRecord:
        fields: dict[str, Any] = {} if reply is None else _exposed(reply)
        return TurnRecord(
            run_id=self.run_id, scenario_id=self.scenario.id, memory_mode=self.memory_mode, turn=len(self.trace) + 1,
            user_message=turn.text, tool_calls=calls, harness=harness, scripted=scripted,
            active_state_before=self.trace[-1].active_state_after if self.trace else None,
            now=self.scenario.now.isoformat(), language=self.scenario.language, **fields,
        )  # fmt: skip


def owes_a_yes(domain: Domain, scenario: Scenario, trace: Sequence[TurnRecord]) -> bool:
    """Whether a dialogue that came to the end of its turns would get the user's yes from the runner (T18)."""
    if len(trace) != len(scenario.turns) or trace[-1].error is not None or trace[-1].scripted:
        return False
    progress = Progress(domain)
    for turn, record in zip(scenario.turns, trace, strict=True):
        progress.user(turn)
        for call in record.tool_calls:
            progress.call(call)
        progress.reply(record.offers, record.questions)
    return _owes_a_yes(progress, trace, scenario.language)


def _owes_a_yes(progress: Progress, trace: Sequence[TurnRecord], language: Language) -> bool:
    """T18: a call is owed, it was not made, and the agent asked instead."""
    if not awaits_yes(progress, trace):
        return False
    record = trace[-1]
    if record.questions is not None:
        return any(question.confirm for question in record.questions)
    return bool(getattr(record, "pending", None)) or asks(record.assistant_message or "", language)


def _writable(made: Callable[[], TurnRecord]) -> TurnRecord:
    """The record, if it can be written to a trace file and read back."""
    try:
        record = made()
        return TurnRecord.model_validate_json(record.model_dump_json())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise AgentError(f"the reply's {where} cannot be recorded: {first['msg'].lower()}, got {shorten(first['input'])}") from None
    except (ValueError, TypeError) as error:  # PydanticSerializationError is a ValueError
        raise AgentError(f"the reply exposes something that cannot be recorded: {error}") from None


def _exposed(reply: Reply) -> dict[str, Any]:
    """The parts of a reply that a record keeps."""
    return {
        "assistant_message": whole_text(reply.text),
        "active_state_after": None if reply.state is None else dict(reply.state),
        "summary": reply.summary,
        "results": None if reply.results is None else dict(reply.results),
        "offers": None if reply.offers is None else list(reply.offers),
        "questions": None if reply.questions is None else [Question.model_validate(q) for q in reply.questions],
        "queued": None if reply.queued is None else [Queued.model_validate(q) for q in reply.queued],
        "pending": None if reply.pending is None else [dict(call) for call in reply.pending],
        "usage": Usage(input_tokens=reply.input_tokens, output_tokens=reply.output_tokens),
    }


def _created(create: Create, session: Session) -> Callable[[str], Any]:
    respond = create(session)
    if not callable(respond):
        raise AgentError(f"create(session) returned {type(respond).__name__}; it must return a callable respond(message)")
    return respond


def _let_go(respond: Any) -> None:
    """Let an agent close what it holds open. It may hang in that too, and what goes wrong there belongs to no turn."""
    close = getattr(respond, "close", None)
    if callable(close):
        thread = threading.Thread(target=lambda: _quietly(close), daemon=True, name="intentprops-close")
        thread.start()
        thread.join(CLOSING)


def _quietly(work: Callable[[], Any]) -> None:
    with contextlib.suppress(Exception):
        work()


def _read_reply(answer: Any) -> Reply:
    if isinstance(answer, str):
        answer = Reply(answer)
    if not isinstance(answer, Reply):
        raise AgentError(f"the agent answered {type(answer).__name__}; a reply is text or intentprops.running.Reply")
    if not isinstance(answer.text, str):
        raise AgentError(f"the reply's text is {type(answer.text).__name__}, not text")
    if len(answer.text) > MAX_REPLY:
        raise AgentError(f"the reply has {len(answer.text):,} characters; at most {MAX_REPLY:,} are taken")
    try:
        _exposed(answer)
    except (ValueError, TypeError) as error:
        raise AgentError(f"the reply exposes something that cannot be recorded: {error}") from None
    return answer


class _Caller:
    """Calls the agent on a thread of its own, so that one that hangs can be given up.

    The thread is a daemon with one event loop for the whole dialogue: an async agent keeps its loop and its tasks between turns,
    they are cancelled when it ends, and a hung one does not keep the process from ending.
    """

    def __init__(self, timeout: float | None) -> None:
        self.timeout = timeout
        self._loop: asyncio.Runner | None = None
        self._work: list[tuple[Callable[[], Any], Stopwatch, threading.Event, list[Any]]] = []
        self._wake = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run, daemon=True, name="intentprops-agent")
        self._ended = False
        self._thread.start()

    def __call__(self, work: Callable[[], Any]) -> Any:
        """Do the work there; raises :class:`AgentError` when it raises, or takes longer than the time-out."""
        done, box, watch = threading.Event(), list[Any](), Stopwatch()
        self._work.append((work, watch, done, box))
        self._wake.release()
        while not done.wait(None if self.timeout is None else max(POLL if watch.standing else 0.0, watch.left(self.timeout))):
            if self.timeout is not None and not watch.standing and watch.left(self.timeout) <= 0:
                self._ended = True
                raise AgentError(f"no answer within {self.timeout:g} s")
        kind, value = box
        if kind == "raised":
            if isinstance(value, AgentError):
                raise value
            raise (Unavailable if is_outside(value) else AgentError)(f"{type(value).__name__}: {value}") from value
        return value

    def _run(self) -> None:
        while True:
            self._wake.acquire()
            if not self._work:
                break
            work, clock.turn.watch, done, box = self._work.pop(0)
            try:
                value = work()
                if inspect.isawaitable(value):
                    if self._loop is None:
                        self._loop = asyncio.Runner()
                    value = self._loop.run(_await(value))
                box += ["returned", value]
            except BaseException as error:  # SystemExit and KeyboardInterrupt of an agent are its errors too
                box += ["raised", error]
            done.set()
            if self._ended:
                break
        if self._loop is not None:
            _quietly(self._loop.close)

    def close(self) -> None:
        self._ended = True
        self._wake.release()


async def _await(value: Any) -> Any:
    return await value
