"""What the adapters share: calls made dry, whatever came as arguments, and what a session tells an agent of itself."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from intentprops.errors import AgentError, IntentpropsError
from intentprops.running.session import Session
from intentprops.trace import ToolCall, shorten

MAX_STEPS = 8
"""How often one turn may ask for calls, unless an adapter is told otherwise."""

NOT_JSON = "(not a JSON object)"
"""The key under which a trace keeps arguments that are none, as they came."""


def needs(module: str, extra: str) -> ModuleType:
    """The module of a framework. Raises :class:`IntentpropsError` that names the extra where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise IntentpropsError(f"{missing} is not installed; this adapter needs: pip install 'intentprops[{extra}]'") from error


def dry_call(session: Session, name: Any, arguments: Any, **planned: int | None) -> Any:
    """Make a call against the session's dry-run world; its answer, which is ``{"error": …}`` where it was refused.

    ``arguments`` may be what a model wrote: an object, or the text of one. Anything else is recorded as it came, refused, and
    the agent goes on, as it would in production. ``planned`` has the ``revision`` and ``queued_turn`` of the call.
    """
    if not isinstance(name, str) or not name:
        raise AgentError(f"the agent made a call that names no tool: {shorten(name)}")
    found = read_arguments(arguments)
    if isinstance(found, Mapping):
        return session.tools.call(name, found, **planned)
    answer = {"error": found}
    kept = arguments if isinstance(arguments, (str, int, float, list, type(None))) else str(arguments)
    session.tools.record(ToolCall(name=name, arguments={NOT_JSON: kept}, result=answer, status="error", **planned))
    return answer


def read_arguments(arguments: Any) -> Mapping[str, Any] | str:
    """The arguments as an object, or what is wrong with them. Nothing at all is the empty object: models send it so."""
    if isinstance(arguments, Mapping):
        return arguments
    if arguments is None or (isinstance(arguments, str) and not arguments.strip()):
        return {}
    if not isinstance(arguments, str):
        return f"the arguments are {type(arguments).__name__}, not an object"
    try:
        found = json.loads(arguments)
    except (ValueError, RecursionError) as error:
        return f"the arguments are no JSON: {error}; got {shorten(arguments)}"
    return found if isinstance(found, dict) else f"the arguments are a JSON {type(found).__name__}, not an object"


def as_text(answer: Any) -> str:
    """A tool's answer as the text that a model reads."""
    return json.dumps(answer, ensure_ascii=False)


def output_text(output: Any, reply: Callable[[Any], str] | None) -> str:
    """The text of a framework's final output: itself, what the user's ``reply`` makes of it, or its JSON."""
    if reply is not None:
        return reply(output)
    if isinstance(output, str):
        return output
    return str(output.model_dump_json()) if hasattr(output, "model_dump_json") else json.dumps(output, ensure_ascii=False, default=str)


def is_error(answer: Any) -> bool:
    return isinstance(answer, Mapping) and "error" in answer


def facts(session: Session) -> str:
    """The line that tells a model what the scenario holds equal."""
    return f"Now: {session.now.isoformat()}. Language: {session.language}."


def total(counts: Iterable[int | None]) -> int | None:
    """The tokens of a turn; ``None`` where one of its answers did not report them."""
    found = list(counts)
    return None if not found or any(count is None for count in found) else sum(count or 0 for count in found)


def built(agent: Any, kinds: type | tuple[type, ...], session: Session, what: str) -> tuple[Any, bool]:
    """The agent of a dialogue, and whether a function made it for this session rather than being given as it is."""
    if isinstance(agent, kinds):
        return agent, False
    made = agent(session) if callable(agent) else agent
    if not isinstance(made, kinds):
        got = f"a function that returned {type(made).__name__}" if callable(agent) else type(agent).__name__
        raise IntentpropsError(f"the adapter takes {what}, or a function of the session that builds one; got {got}")
    return made, True


def exposed(function: Callable[..., Mapping[str, Any] | None] | None, *seen: Any) -> Mapping[str, Any] | None:
    """What a user's mapping function says of a framework's state; ``None`` where there is no function: not observed."""
    if function is None:
        return None
    try:
        return function(*seen)
    except Exception as error:
        name = getattr(function, "__name__", "function")
        raise AgentError(f"{name}, which maps the agent's state, raised {type(error).__name__}: {error}") from error
