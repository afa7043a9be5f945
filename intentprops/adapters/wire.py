"""The protocol of an agent that runs elsewhere, over HTTP or as a command. docs/adapters.md has it whole.

A user's message goes out as ``{"session", "message", …}``. What comes back is ``{"calls": […]}``, answered with
``{"session", "results": […]}`` from the dry-run world, as often as the agent likes, and then ``{"reply": "…", …}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from intentprops.adapters.dry import dry_call, is_error
from intentprops.errors import AgentError
from intentprops.running.session import Reply, Session
from intentprops.trace import ToolCall, shorten

Ask = Callable[[Mapping[str, Any]], Any]
"""Sends one object to the agent and returns what it answers."""

EXPOSED = ("state", "summary", "results", "offers", "questions", "pending", "queued", "input_tokens", "output_tokens")
"""What an answer may hold beside its text: the fields of :class:`Reply`."""


class Conversation:
    """One dialogue with an agent elsewhere."""

    def __init__(self, session: Session, ask: Ask, *, context: bool, max_steps: int) -> None:
        self.session, self.ask, self.max_steps = session, ask, max_steps
        self.introduced = not context

    def turn(self, message: str) -> Reply:
        """Say a user's message; make the calls that the agent asks for, until it replies."""
        answer = _object(self.ask({"session": self.session.id, "message": message, **self._context()}))
        for _ in range(self.max_steps):
            self._made(answer.get("made"))
            if "calls" not in answer:
                return _reply(answer)
            results = [self._call(call) for call in _list(answer, "calls")]
            answer = _object(self.ask({"session": self.session.id, "results": results}))
        raise AgentError(f"no reply within {self.max_steps} rounds of calls; the last one asked for {shorten(answer.get('calls'))}")

    def _context(self) -> dict[str, Any]:
        """What the scenario holds equal, with the first message only."""
        if self.introduced:
            return {}
        self.introduced = True
        history = [
            {
                "message": record.user_message, "reply": record.assistant_message,
                "calls": [call.model_dump(include={"name", "arguments", "result"}) for call in record.tool_calls],
            }
            for record in self.session.history
        ]  # fmt: skip
        return {
            "now": self.session.now.isoformat(), "language": self.session.language, "seed": self.session.seed,
            "tools": self.session.tools.specs(), **({"history": history} if history else {}),
        }  # fmt: skip

    def _call(self, call: Any) -> dict[str, Any]:
        if not isinstance(call, Mapping):
            raise AgentError(f"a call is an object with name and arguments, not {shorten(call)}")
        answer = dry_call(self.session, call.get("name"), call.get("arguments"), **_planned(call))
        named = {"id": call["id"]} if "id" in call else {}
        return {**named, "name": call["name"], "error" if is_error(answer) else "result": answer["error"] if is_error(answer) else answer}

    def _made(self, calls: Any) -> None:
        """Record calls that the agent says it made already. One without a result is answered by the dry-run world."""
        for call in _list({"made": calls}, "made") if calls is not None else ():
            if not isinstance(call, Mapping) or not isinstance(call.get("name"), str):
                raise AgentError(f"a call in made is an object with name, arguments and result, not {shorten(call)}")
            arguments = call.get("arguments", {})
            if not ("result" in call or "error" in call) or not isinstance(arguments, Mapping):
                dry_call(self.session, call["name"], arguments, **_planned(call))
                continue
            result = {"error": call["error"]} if "error" in call else call["result"]
            status = "error" if is_error(result) else "ok"
            self.session.tools.record(
                ToolCall(name=call["name"], arguments=dict(arguments), result=result, status=status, **_planned(call))  # type: ignore[arg-type]
            )


def _planned(call: Mapping[str, Any]) -> dict[str, int | None]:
    """The agent's own revision and the turn of queueing, where it tells them."""
    found = {key: call.get(key) for key in ("revision", "queued_turn")}
    for key, value in found.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise AgentError(f"{key} of a call is a whole number, not {shorten(value)}")
    return found


def _reply(answer: Mapping[str, Any]) -> Reply:
    if "error" in answer and "reply" not in answer:
        raise AgentError(f"the agent said that it failed: {shorten(answer['error'], 200)}")
    if not isinstance(answer.get("reply"), str):
        raise AgentError(f"an answer has calls or a reply, which is text; got {shorten(dict(answer), 200)}")
    return Reply(answer["reply"], **{key: answer[key] for key in EXPOSED if key in answer})


def _object(answer: Any) -> Mapping[str, Any]:
    if not isinstance(answer, Mapping):
        raise AgentError(f"an answer is an object with calls or a reply, not {shorten(answer)}")
    return answer


def _list(answer: Mapping[str, Any], key: str) -> list[Any]:
    found = answer[key]
    if not isinstance(found, list) or (key == "calls" and not found):
        raise AgentError(f"{key} is a list of calls{' with at least one' if key == 'calls' else ''}, not {shorten(found)}")
    return found
