"""Annotation files: which changes the user turns of recorded dialogues carry, found by the dialogue's id and held against its words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from intentprops.changes import Message, Scenario, Turn, digest_of
from intentprops.domain import Domain
from intentprops.errors import ScenarioError, TraceError
from intentprops.importers.recorded import Recorded
from intentprops.scenarios.files import loads_every
from intentprops.trace import shorten


@dataclass(frozen=True)
class Annotations:
    """Scenarios by dialogue, and the file that each stands in."""

    scenarios: dict[str, Scenario] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    def of(self, recorded: Recorded) -> Scenario:
        """The scenario of a dialogue, with the words of the log.

        Raises :class:`TraceError` where there is none, or it is of other words.
        """
        if recorded.id not in self.scenarios:
            raise TraceError(
                f"{recorded.source}: the dialogue {recorded.id!r} has no annotation; 'intentprops annotate' drafts one"
            )
        scenario = self.scenarios[recorded.id]
        place = f"{recorded.source}: {self.files[recorded.id]} is of other words: dialogue {recorded.id!r}"
        if len(scenario.turns) != len(recorded.turns):
            raise TraceError(f"{place} has {len(recorded.turns)} turns of the user in the log, {len(scenario.turns)} there")
        turns = [
            _with_words(turn, said.messages, f"{place}, turn {number}")
            for number, (turn, said) in enumerate(zip(scenario.turns, recorded.turns, strict=True), 1)
        ]
        return replace(scenario, turns=tuple(turns))


def read_annotations(paths: Iterable[Path | str], domain: Domain | None = None) -> Annotations:
    """The annotations of some files. Raises :class:`ScenarioError` for what cannot be read, and for a dialogue that two files annotate."""
    found = Annotations()
    for path in paths:
        try:
            text = Path(path).read_bytes()
        except OSError as error:
            raise ScenarioError(f"{path}: cannot be read: {error.strerror or error}") from None
        for scenario in loads_every(text, domain, name=str(path)):
            if scenario.id in found.scenarios:
                raise ScenarioError(f"{path}: the dialogue {scenario.id!r} is annotated already, in {found.files[scenario.id]}")
            found.scenarios[scenario.id] = scenario
            found.files[scenario.id] = str(path)
    return found


def _with_words(turn: Turn, said: tuple[str, ...], place: str) -> Turn:
    if len(turn.messages) != len(said):
        raise TraceError(f"{place}: {len(said)} messages in the log, {len(turn.messages)} there; a burst has 'messages:' with each")
    pairs = zip(turn.messages, said, strict=True)
    return replace(turn, messages=tuple(_with_text(message, text, place) for message, text in pairs))


def _with_text(message: Message, text: str, place: str) -> Message:
    if message.digest is not None and message.digest != digest_of(text):
        raise TraceError(f"{place}: sha256: {message.digest} there, {digest_of(text)} is that of the message in the log")
    if message.text and message.text != text:
        raise TraceError(f"{place}: say: {shorten(message.text)} there, {shorten(text)} in the log")
    return replace(message, text=text)
