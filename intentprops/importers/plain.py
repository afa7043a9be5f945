"""The plain form, for logs of one's own: an object for each conversation, in JSON Lines or a list.

::

    {"id": "d-17", "turns": [
      {"user": "A room for twelve.",
       "calls": [{"name": "search_rooms", "arguments": {"capacity": 12}, "result": {"rooms": []}}],
       "agent": "Nothing is free."},
      {"user": ["Six, sorry.", "And with a screen."], "agent": "Let me look."}
    ], "metadata": {"customer": "…"}}

``user`` is a message or a burst of several; ``agent`` a text, or several in the order said; a call may have ``error: true``, an ``id``,
and no ``result``, which then is unknown. A turn may have ``usage: {input_tokens, output_tokens}``. Whatever else a conversation has is
metadata, and whatever else a turn has stands in its record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from intentprops.importers.conversation import Conversation, is_error, name_of
from intentprops.importers.recorded import Recorded, Source
from intentprops.trace import TurnRecord, shorten

_TURN = ("user", "calls", "agent", "usage")


def conversations(document: Any, source: Source) -> Iterator[Recorded]:
    """One conversation of the plain form."""
    told = Conversation(source)
    for number, turn in enumerate(document["turns"]):
        told.at = f"turns[{number}]"
        if not isinstance(turn, Mapping) or "user" not in turn:
            raise told.error(f"{shorten(turn)} is no turn; it takes {', '.join(_TURN)}")
        _turn(told, turn)
    metadata = {key: value for key, value in document.items() if key not in ("id", "turns", "metadata")}
    if isinstance(more := document.get("metadata"), Mapping):
        metadata |= more
    yield told.recorded(name_of(document, source, "id"), "plain", metadata)


def _turn(told: Conversation, turn: Mapping[str, Any]) -> None:
    told.begin(_texts(told, turn["user"], "user"))
    calls = turn.get("calls") or []
    if not isinstance(calls, list):
        raise told.error(f"calls: {shorten(calls)} is no list of calls")
    for number, call in enumerate(calls):
        if not isinstance(call, Mapping):
            raise told.error(f"calls[{number}]: {shorten(call)} is no call; it takes name, arguments, result, error, id")
        told.call(call.get("name"), call.get("arguments"), call.get("id"))
        if "result" in call:
            failed = bool(call["error"]) if "error" in call else is_error(call["result"])
            told.result(call["result"], call_id=call.get("id"), failed=failed)
        elif call.get("error"):
            told.result({"error": call["error"]}, call_id=call.get("id"), failed=True)
    if turn.get("agent") is not None:
        for text in _texts(told, turn["agent"], "agent"):
            told.agent(text)
    told.tokens(turn.get("usage"), "input_tokens", "output_tokens")
    for key, value in turn.items():
        if key not in _TURN and key in TurnRecord.model_fields and key not in ("language", "now"):
            raise told.error(f"{key}: it is a part of our own traces, and no turn of the plain form; it takes {', '.join(_TURN)}")
        if key not in _TURN:
            told.turn.facts[str(key)] = value


def _texts(told: Conversation, value: Any, key: str) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise told.error(f"{key}: {shorten(value)} is neither a text nor a list of texts")
    return texts
