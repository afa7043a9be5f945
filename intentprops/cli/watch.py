"""A run folder that is still growing: its dialogues as they end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep

from intentprops.errors import IntentpropsError, TraceError
from intentprops.running.folder import MANIFEST, TRACES, RunFolder, is_whole, read_dialogues
from intentprops.trace import TurnRecord

EVERY = 1.0
"""Seconds between two looks."""


def growing(folder: Path) -> Iterator[list[TurnRecord]]:
    """Each whole dialogue of a run once, as soon as it is recorded, until all that its manifest announces are there.

    What is half-written is looked at again. Raises :class:`IntentpropsError` where no run began.
    """
    manifest = RunFolder(folder).manifest()
    total = None if manifest is None else manifest.get("dialogues")
    if not isinstance(total, int):
        raise IntentpropsError(f"{folder}: --watch needs the folder of a run, which begins with its {MANIFEST}")
    place, seen, size = folder / TRACES, set[str](), -1
    while True:
        now = place.stat().st_size if place.is_file() else 0
        if now != size:
            size = now
            for found in read_dialogues(place) if now else ():
                if not isinstance(found, TraceError) and is_whole(found) and found[0].run_id not in seen:
                    seen.add(found[0].run_id)
                    yield found
        if len(seen) >= total:
            return
        sleep(EVERY)
