"""A test agent whose effects are run by an asynchronous executor: queued in one turn, run while the next message is being handled.

Its state is always right: it reads a message and commits the new version before anything else happens. That does not help it. What
was queued runs when its slot comes, under whatever version is current by then; only the guard in front of it stands between.

    intentprops run --scenarios tests/running/queued.yaml --agent tests.running.queued_agent:unguarded
    intentprops run --scenarios tests/running/queued.yaml --agent tests.running.queued_agent:guarded
"""

from __future__ import annotations

import asyncio
from typing import Any

from intentprops.changes import Turn
from intentprops.correct import Act, next_step
from intentprops.errors import GuardError
from intentprops.guard import Action, Guard
from intentprops.oracle import Progress
from intentprops.reading import Context, read
from intentprops.running import Reply, Session
from intentprops.running.speech import reply
from intentprops.state import dump_state
from intentprops.trace import Queued, ToolCall


def guarded(session: Session) -> QueuedAgent:
    return QueuedAgent(session, guarded=True)


def unguarded(session: Session) -> QueuedAgent:
    return QueuedAgent(session, guarded=False)


class QueuedAgent:
    def __init__(self, session: Session, *, guarded: bool) -> None:
        self.session, self.domain = session, session.domain
        self.progress = Progress(session.domain)
        self.guard = Guard(self.state) if guarded else None
        self.asked: tuple[str, ...] = ()
        self.calls: list[ToolCall] = []
        self.waiting: list[Queued] = []
        self.executor: asyncio.Task[None] | None = None

    def state(self) -> dict[str, Any]:
        return dump_state(self.domain, self.progress.state)

    async def __call__(self, message: str) -> Reply:
        if self.executor is None:
            self.queue: asyncio.Queue[Queued] = asyncio.Queue()
            self.slot = asyncio.Event()
            self.executor = asyncio.create_task(self.execute())
        self.calls = []
        self.commit(message)
        self.slot.set()  # the executor's slot comes now, after the commit: what waits is from the turn before
        await self.queue.join()
        self.slot.clear()
        return self.answer()

    def commit(self, message: str) -> None:
        """The new version, before anything is planned or run."""
        context = Context(self.session.now, self.progress.state, self.progress.offers, self.asked)
        changes = read(self.domain, message, self.session.language, context)
        self.progress.user(Turn.of(*changes, text=message))

    async def execute(self) -> None:
        """The executor: it takes what is queued, and runs it when a slot comes."""
        while True:
            queued = await self.queue.get()
            await self.slot.wait()
            try:
                await self.run(queued)
            finally:
                self.queue.task_done()

    async def run(self, queued: Queued) -> None:
        async def effect(**arguments: Any) -> None:
            self.made(queued, self.session.tools.call(queued.name, arguments, revision=queued.revision, queued_turn=queued.turn))

        self.waiting.remove(queued)
        if self.guard is None:
            await effect(**queued.arguments)
            return
        try:
            await self.guard.run_async(Action(queued.name, queued.arguments, queued.revision or 0), effect)
        except GuardError:
            self.session.tools.cancel(queued)

    def made(self, queued: Queued, answer: Any) -> None:
        call = ToolCall(
            name=queued.name, arguments=queued.arguments, result=answer, status="error" if "error" in answer else "ok"
        )
        self.calls.append(call)
        self.progress.call(call)

    def answer(self) -> Reply:
        """What is read is read at once; an effect is queued, and the turn ends."""
        while isinstance(step := next_step(self.domain, self.progress), Act):
            revision = self.progress.state.revision
            queued = Queued(name=step.name, arguments=step.arguments, turn=self.progress.turn, revision=revision)
            if self.domain.tool[step.name].effect:
                self.waiting.append(queued)
                self.queue.put_nowait(queued)
                self.asked = ()
                return Reply("One moment, please.", state=self.state(), offers=(), questions=(), queued=[queued])
            self.made(queued, self.session.tools.call(step.name, step.arguments, revision=revision))
        self.progress.reply(step.offers, step.questions)
        self.asked = tuple(name for question in step.questions for name in (question.about, question.confirm) if name)
        text = reply(self.domain, self.session.language, self.progress.state, step, self.calls, [])
        return Reply(text, state=self.state(), offers=step.offers, questions=step.questions, queued=self.waiting)
