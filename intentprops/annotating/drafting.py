"""A draft of what the user of a recorded dialogue meant: a scenario, each message read after what was said and done before it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from intentprops.annotating.readers import Heard, Reader, Reading, offered_in
from intentprops.changes import Accept, Change, Language, Message, Reveal, Revision, Scenario, Switch, Turn, Unsure, digest_of
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.importers.recorded import Recorded, RecordedTurn
from intentprops.ledger import find_items
from intentprops.oracle import Progress
from intentprops.trace import ToolCall
from intentprops.transitions import apply


def draft(
    domain: Domain, recorded: Recorded, reader: Reader, *, now: datetime, language: Language = "en", digests: bool = False
) -> Scenario:
    """The scenario of a dialogue as ``reader`` understands it. With ``digests`` it has digests in the place of words.

    What a user took of what the agent listed is written as the values of that item, since a log does not show what it lists.
    """
    progress, turns = Progress(domain), list[Turn]()
    items: dict[Any, Mapping[str, Any]] = dict(domain.items)
    reply = _words(recorded.opening)
    for said in recorded.turns:
        turn = _turn(said, reader, Heard(domain, language, now, progress.state, reply, offered_in(reply, items)), items)
        progress.user(turn)
        for call in said.calls:
            _follow(progress, call)
            tool = domain.tool.get(call.name)
            if tool is not None and tool.makes and not tool.effect and call.status == "ok":
                key = domain.result[tool.makes].key
                items |= {item[key]: item for item in find_items(call.result, key)}
        reply = _words(said) or reply
        turns.append(turn)
    if digests:
        turns = [replace(turn, messages=tuple(Message("", m.changes, digest_of(m.text)) for m in turn.messages)) for turn in turns]
    return Scenario(
        id=recorded.id, domain=domain.name, turns=tuple(turns), now=now, language=language, kind=_kind(turns),
        interpretation=reader.interpretation,
    )  # fmt: skip


def _follow(progress: Progress, call: ToolCall) -> None:
    """Whether a task is done decides how words about it are read; a domain may not be ready for every answer in a log."""
    with contextlib.suppress(Exception):
        progress.call(call)


def _turn(said: RecordedTurn, reader: Reader, heard: Heard, items: Mapping[Any, Mapping[str, Any]]) -> Turn:
    """A turn, message after message (T15); what cannot be applied is not kept, and unsure."""
    messages, unsure = list[Message](), list[Unsure]()
    state = heard.state
    for text in said.messages:
        reading = _taken(reader.read(text, replace(heard, state=state)), heard, items)
        if reading.unsure is not None:
            unsure.append(reading.unsure)
        message = Message(text, reading.changes)
        try:
            state = apply(heard.domain, heard.state, Turn((*messages, message)), heard.offers).state
        except IntentpropsError as problem:
            unsure.append(Unsure(f"what was read in it cannot be: {problem}"))
            message = Message(text)
        messages.append(message)
    return Turn(tuple(messages), unsure=_together(unsure))


def _taken(reading: Reading, heard: Heard, items: Mapping[Any, Mapping[str, Any]]) -> Reading:
    """With the values of an accepted item in place of its position."""
    found: list[Change] = []
    unsure = reading.unsure
    by_text = {str(name): item for name, item in items.items()}
    for change in reading.changes:
        if not isinstance(change, Accept):
            found.append(change)
            continue
        listed = heard.offers[change.position - 1] if change.position <= len(heard.offers) else None
        item = by_text.get(listed) if listed is not None else None
        parts = {name: item[key] for name, key in heard.domain.item_fields.items() if item is not None and key in item}
        if not parts:
            unsure = unsure or Unsure("it takes something that the agent listed, and what that is cannot be told from the log")
        for name, raw in parts.items():
            kind = Revision if name in heard.state.values else Reveal
            try:
                found.append(kind(name, heard.domain.field[name].parse(raw)))
            except IntentpropsError:
                unsure = unsure or Unsure(f"{name} of what it takes does not fit its field")
    return Reading(tuple(found), unsure)


def _together(unsure: list[Unsure]) -> Unsure | None:
    if not unsure:
        return None
    whys = "; ".join(dict.fromkeys(one.why for one in unsure))
    whole = any(not one.paths for one in unsure)
    return Unsure(whys, frozenset() if whole else frozenset().union(*(one.paths for one in unsure)))


def _words(turn: RecordedTurn | None) -> str:
    """The agent's last words, also those that it said with a call."""
    return (turn.reply or (turn.said[-1].text if turn.said else "")) if turn is not None else ""


def _kind(turns: list[Turn]) -> str:
    """The class of a dialogue: what its user did after the first turn."""
    later = [change for turn in turns[1:] for change in turn.changes]
    if any(isinstance(change, Switch) for change in later):
        return "switch"
    if any(not isinstance(change, Reveal) for change in later):
        return "revision"
    return "reveal" if later else "control"


