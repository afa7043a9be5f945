"""An agent that is a command, in any language: JSON Lines on its standard input and output.

    create = command_agent(["node", "agent.js"])

One process for each dialogue. It reads an object from a line, and prints its answer on a line; what it has to say beside
that goes to its standard error. When the dialogue has ended its input is closed, and it is ended if it does not end itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from typing import IO, Any

from intentprops.adapters.dry import MAX_STEPS
from intentprops.adapters.hide import excerpt, keys_of
from intentprops.adapters.wire import Conversation
from intentprops.errors import AgentError, IntentpropsError
from intentprops.running.session import Create, Reply, Session

MAX_LINE = 10_000_000
"""Bytes of a line that are read."""

GRACE = 1.0
"""Seconds that a command gets to end itself."""


def command_agent(
    command: str | Sequence[str], *, env: Mapping[str, str] | None = None, cwd: str | None = None, context: bool = True,
    max_steps: int = MAX_STEPS,
) -> Create:  # fmt: skip
    """An agent that is a command; a string is split as a shell would, and no shell is run.

    - ``env`` is added to the environment; its values are kept out of error texts. ``cwd`` is where the command runs.
    - ``context``: the first message of a dialogue also brings ``now``, ``language``, ``seed``, ``tools`` and ``history``.
    - ``max_steps``: rounds of calls in a turn.

    Raises :class:`IntentpropsError` where the command is empty.
    """
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise IntentpropsError("command: it is empty; give one such as ['node', 'agent.js']")
    keys = keys_of(env)
    return lambda session: _Command(words, env, cwd, session, keys, context, max_steps)


class _Command:
    def __init__(
        self, words: list[str], env: Mapping[str, str] | None, cwd: str | None, session: Session, keys: list[str], context: bool,
        max_steps: int,
    ) -> None:  # fmt: skip
        self.name, self.keys = words[0], keys
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the dialogue)
        self.rest = b""
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, cwd=cwd, bufsize=0,
                env={**os.environ, **(env or {})}, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            self.errors.close()
            raise AgentError(f"the command {self.name!r} cannot be started: {error.strerror or error}") from None
        self.conversation = Conversation(session, self.ask, context=context, max_steps=max_steps)

    def __call__(self, message: str) -> Reply:
        return self.conversation.turn(message)

    def ask(self, body: Mapping[str, Any]) -> Any:
        if self.rest or self._has_more():
            raise AgentError(f"the command printed a line that nobody asked for: {self._shown(self._line())}")
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        except OSError:
            raise AgentError(self._ended()) from None
        line = self._line()
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise AgentError(f"the command printed a line that is no JSON: {error}; got {self._shown(line)}") from None

    def _has_more(self) -> bool:
        assert self.process.stdout is not None
        if os.name == "nt":  # no select on pipes there
            return False
        return self.process.poll() is None and bool(select.select([self.process.stdout], [], [], 0)[0])

    def _line(self) -> bytes:
        """The next line of the command. Its end is told from its silence: only the time-out of the turn ends the latter."""
        assert self.process.stdout is not None
        parts = [self.rest]
        size = len(self.rest)
        while b"\n" not in parts[-1]:
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                raise AgentError(self._ended(b"".join(parts)))
            parts.append(part)
            size += len(part)
            if size > MAX_LINE:
                raise AgentError(f"the command printed a line of more than {MAX_LINE:,} bytes")
        line, _, self.rest = b"".join(parts).partition(b"\n")
        return line

    def _ended(self, begun: bytes = b"") -> str:
        """Why nothing more comes: the exit code, the last that it said, and a line that it did not end."""
        try:
            code = self.process.wait(GRACE)
            ending = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
        except subprocess.TimeoutExpired:
            ending = "closed its output"
        self.errors.seek(max(self.errors.seek(0, os.SEEK_END) - 2000, 0))
        last = self.errors.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        told = f", after {self._shown(begun)}" if begun else ""
        return f"the command {self.name!r} {ending}{told}" + (f"; its last words: {excerpt(last, self.keys, 300)}" if last else "")

    def _shown(self, line: bytes) -> str:
        return excerpt(line[:2000].decode("utf-8", "replace"), self.keys)

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
        self._kill()
        self.process.stdout.close()
        self.errors.close()

    def _kill(self) -> None:
        """End the command and whatever it started, and wait for it, so that nothing is left of it."""
        with contextlib.suppress(OSError):
            if os.name == "nt":
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
