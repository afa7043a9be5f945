"""``intentprops annotate``: drafts of what the users of a log meant, for a person to read and correct."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from intentprops.annotating.annotations import Annotations, read_annotations
from intentprops.annotating.drafting import draft
from intentprops.annotating.files import merged, write
from intentprops.annotating.readers import ModelReader, Reader, ReferenceReader
from intentprops.changes import Language, Scenario
from intentprops.cli.common import BAD_INPUT, Formats, fail, note
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, ScenarioError, TraceError
from intentprops.importers import Recorded, read_log
from intentprops.language import language_of
from intentprops.models.fixtures import Record, RecordedModel, file_of, resolved
from intentprops.running.models import Model, find_model
from intentprops.scenarios import find_domain
from intentprops.trace import shorten

ReaderOf = Callable[[str], Reader]
"""The reader of a dialogue, by its id."""


def annotate(
    logs: Annotated[list[str], typer.Argument(metavar="LOG…", help="Logs of any known format; .gz too.")],
    domain: Annotated[str, typer.Option("--domain", metavar="NAME", help="A domain of the library, or package.module:attribute.")],
    reader: Annotated[bool, typer.Option("--reader", help="Read by rule, with the reference reader. The default.")] = False,
    model: Annotated[str | None, typer.Option("--model", metavar="NAME", help="Read by a model instead: local, openai:NAME, …")] = None,
    fixtures: Annotated[str | None, typer.Option("--fixtures", metavar="FOLDER", help="Where the model's answers are recorded.")] = None,
    record: Annotated[Literal["none", "missing", "all"], typer.Option("--record", help="Which answers to ask the model for.")] = "none",
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="The annotation file; drafts are added to it.")] = None,
    only: Annotated[list[str] | None, typer.Option("--only", metavar="ID", help="This dialogue alone. May be repeated.")] = None,
    language: Annotated[Literal["en", "ru"] | None, typer.Option(help="The users' language. Default: told from their words.")] = None,
    now: Annotated[str | None, typer.Option("--now", metavar="MOMENT", help="When it was said. Default: the now of the domain.")] = None,
    digests: Annotated[bool, typer.Option("--digests", help="Write a digest of each message in place of its words.")] = False,
    format: Formats = None,
) -> None:
    """Draft what the users of a log meant.

    Each user turn becomes its changes, as the reference reader or a model understands them; what cannot be read in one way is marked
    'unsure', which leaves it unjudged. Read the file, correct it, and write 'interpretation: {by: person, name: …}' to what you
    corrected. A dialogue that is in the file already is never touched. Without --out the file is printed.
    """
    if reader and model is not None:
        raise IntentpropsError("--reader and --model are two ways to read; give one")
    if model is None and (fixtures is not None or record != "none"):
        raise IntentpropsError("--fixtures and --record keep the answers of a model: name one by --model")
    known = find_domain(domain)
    text, there = _there(out, known)
    reader_of = _reader_of(known, model, fixtures, record)
    moment = _moment(now, known)
    drafts: dict[str, Scenario] = {}
    counts: Counter[str] = Counter()
    try:
        for recorded in _recorded(logs, format, only, counts):
            if _is_new(recorded, there, drafts, counts):
                spoken: Language = language or ("ru" if language_of(recorded.turns[0].messages[0]) == "ru" else "en")
                drafts[recorded.id] = draft(known, recorded, reader_of(recorded.id), now=moment, language=spoken, digests=digests)
                counts["turns"] += len(drafts[recorded.id].turns)
                counts["unsure"] += sum(turn.unsure is not None for turn in drafts[recorded.id].turns)
    finally:  # a model that gives no more answers does not cost what was drafted so far
        found = merged(text, list(drafts.values()), known, name=out or "annotations", reference=domain)
        if out is None:
            sys.stdout.write(found)
        elif drafts:
            write(Path(out), found)
    note(
        f"{len(drafts)} drafted, {counts['there']} there already, {counts['unreadable']} unreadable;"
        f" of {counts['turns']} drafted turns {counts['unsure']} are unsure in whole or in part"
    )
    if counts["unreadable"] or not (drafts or counts["there"]):
        if not counts["unreadable"]:
            fail(f"{', '.join(logs)}: no dialogue {'of these ids ' if only else ''}in it")
        raise typer.Exit(BAD_INPUT)


def _there(out: str | None, domain: Domain) -> tuple[str, Annotations]:
    """What an annotation file holds already; nothing, where there is none yet."""
    if out is None or not Path(out).exists():
        return "", Annotations()
    try:
        text = Path(out).read_text(encoding="utf-8")
    except ValueError:
        raise ScenarioError(f"{out}: it is no text in UTF-8") from None
    return text, read_annotations([out], domain) if text.strip() else Annotations()


def _reader_of(domain: Domain, model: str | None, fixtures: str | None, record: Record) -> ReaderOf:
    """The reader for each dialogue: the same one, or one that has the recorded answers of that dialogue."""
    if model is None:
        return lambda dialogue: ReferenceReader()
    built: list[Model] = []

    def source() -> Model:
        if not built:
            built.append(find_model(model, domain))
        return built[0]

    if fixtures is None:
        return lambda dialogue: ModelReader(source())
    folder = Path(fixtures)
    return lambda dialogue: ModelReader(
        RecordedModel(file_of(folder, dialogue), dialogue, resolved(folder, [dialogue], model, record, source), record, source)
    )


def _moment(now: str | None, domain: Domain) -> datetime:
    raw = now or domain.world.now
    try:
        moment = datetime.fromisoformat(raw)
    except ValueError:
        raise IntentpropsError(f"now: {shorten(raw)} is no moment; give --now like 2026-08-03T09:00:00+03:00") from None
    if moment.tzinfo is None:
        raise IntentpropsError(f"now: {raw} has no zone; write it with an offset, such as {raw}+03:00")
    return moment


def _recorded(logs: list[str], format: str | None, only: list[str] | None, counts: Counter[str]) -> Iterator[Recorded]:
    """The dialogues of the logs; what cannot be read is said and counted."""
    for log in logs:
        for found in read_log(log, format):
            if isinstance(found, TraceError):
                counts["unreadable"] += 1
                fail(str(found))
            elif only is None or found.id in only:
                yield found


def _is_new(recorded: Recorded, there: Annotations, drafts: dict[str, Scenario], counts: Counter[str]) -> bool:
    """Whether a dialogue is still to be drafted. One that is annotated already must be the one of these words."""
    if recorded.id not in there.scenarios and recorded.id not in drafts:
        return True
    mine = Annotations(drafts, dict.fromkeys(drafts, "the draft of another dialogue of this id"))
    known = there if recorded.id in there.scenarios else mine
    try:
        known.of(recorded)
        counts["there"] += 1
    except TraceError as error:
        counts["unreadable"] += 1
        fail(str(error))
    return False
