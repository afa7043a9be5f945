"""Recorded conversations of other tools, read without loss and one at a time.

:func:`read_log` streams :class:`Recorded` conversations from a file of any format of :data:`IMPORTERS`; a
:class:`intentprops.errors.TraceError` comes in the place of each that cannot be read. ``recorded.trace()`` is our own form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from intentprops.errors import IntentpropsError, TraceError, hint
from intentprops.importers import anthropic_messages, benchmarks, openai_chat, otel, plain
from intentprops.importers.documents import Document, documents
from intentprops.importers.recorded import Recorded, RecordedTurn, Said, Source, dialogue_id
from intentprops.trace import shorten

__all__ = ["IMPORTERS", "Importer", "Recorded", "RecordedTurn", "Said", "Source", "detect", "dialogue_id", "read_log"]

LOOKED_AT = 100
"""Documents that are looked at to tell a format, where the first fit several."""

Found: TypeAlias = Iterator[Recorded | TraceError]


@dataclass(frozen=True)
class Importer:
    """A format: how a document of it is known, and what conversations a file's documents hold."""

    title: str
    fits: Callable[[Any], bool]
    read: Callable[[Iterable[Document]], Found]


def each(read: Callable[[Any, Source], Iterator[Recorded]]) -> Callable[[Iterable[Document]], Found]:
    """A reader of files from one of documents: what one document does wrong costs that document alone."""

    def read_all(found: Iterable[Document]) -> Found:
        for source, document in found:
            if isinstance(document, TraceError):
                yield document
                continue
            try:
                yield from read(document, source)
            except TraceError as error:
                yield error

    return read_all


def _has(key: str) -> Callable[[Any], bool]:
    return lambda document: isinstance(document, dict) and isinstance(document.get(key), list)


def _is_chat(document: Any) -> bool:
    messages = document.get("messages") if isinstance(document, dict) else document
    return isinstance(messages, list) and all(isinstance(message, dict) and "role" in message for message in messages[:1])


def _is_openai(document: Any) -> bool:
    """Text alone may be of either API; blocks and calls are of one."""
    return _is_chat(document) and not anthropic_messages.fits(document)


def _is_anthropic(document: Any) -> bool:
    return _is_chat(document) and not openai_chat.fits(document)


IMPORTERS: dict[str, Importer] = {
    "openai": Importer("messages of OpenAI's chat completions", _is_openai, each(openai_chat.conversations)),
    "anthropic": Importer("messages of Anthropic's API", _is_anthropic, each(anthropic_messages.conversations)),
    "tau-bench": Importer("results of tau-bench", _has("traj"), each(benchmarks.tau_bench)),
    "tau2": Importer("Results of tau2", _has("simulations"), each(benchmarks.tau2)),
    "otel": Importer("OpenTelemetry spans", _has("resourceSpans"), otel.read),
    "plain": Importer("the plain form", _has("turns"), each(plain.conversations)),
}
"""The formats by name."""


def read_log(path: Path | str, format: str | None = None) -> Found:
    """The conversations of a log. Without a ``format`` it is told from the content; a document of another one is an error in its place."""
    found = documents(path)
    if format is not None and format not in IMPORTERS:
        raise IntentpropsError(f"{shorten(format)} is no format of a log; there are {', '.join(IMPORTERS)}{hint(format, IMPORTERS)}")
    name = format or detect(path)
    if name is None:
        yield from _unknown(found)
        return
    yield from IMPORTERS[name].read(_of_one(found, name))


def detect(path: Path | str) -> str | None:
    """The format of a log, by the first of its documents that tells one; ``None`` where none does."""
    likely = None
    for number, (_, document) in enumerate(documents(path)):
        found = [] if isinstance(document, TraceError) else _formats(document)
        likely = likely or next(iter(found), None)
        if len(found) == 1 or number >= LOOKED_AT:
            return found[0] if len(found) == 1 else likely
    return likely


def _formats(document: Any) -> list[str]:
    return [name for name, importer in IMPORTERS.items() if importer.fits(document)]


def _of_one(found: Iterable[Document], name: str) -> Iterator[Document]:
    for source, document in found:
        if not isinstance(document, TraceError) and not IMPORTERS[name].fits(document):
            other = _formats(document)
            what = f"is {IMPORTERS[other[0]].title}" if other else f"is no conversation: {shorten(document)}"
            yield source, TraceError(f"{source}: this record {what}, in a file of {IMPORTERS[name].title}")
        else:
            yield source, document


def _unknown(found: Iterable[Document]) -> Found:
    for source, document in found:
        if isinstance(document, TraceError):
            yield document
            continue
        keys = ", ".join(map(str, list(document)[:8])) if isinstance(document, dict) else shorten(document)
        yield TraceError(f"{source}: no format of a log that is known here ({', '.join(IMPORTERS)}); it has {keys or 'nothing'}")
