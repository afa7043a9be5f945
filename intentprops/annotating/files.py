"""Drafts added to an annotation file. What stands in it stays as it is, letter by letter: a person may have corrected it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import yaml

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.errors import ScenarioError
from intentprops.scenarios import dump
from intentprops.scenarios.files import dump_items, loads_every


def merged(text: str, drafts: Sequence[Scenario], domain: Domain, *, name: str, reference: str) -> str:
    """The text of a file with the drafts behind its scenarios; an empty text becomes a whole file.

    ``reference`` is how the file names its domain. Raises :class:`ScenarioError` where the text is no scenario file of the domain, or
    where nothing can be put behind its scenarios without touching the rest.
    """
    if not drafts:
        return text
    if not text.strip():
        return dump(drafts, domain).replace(f"domain: {domain.name}\n", f"domain: {reference}\n", 1)
    there = {scenario.id for scenario in loads_every(text, domain, name=name)}
    if twice := [scenario.id for scenario in drafts if scenario.id in there]:
        raise ScenarioError(f"{name}: the dialogue {twice[0]!r} is there already, and is not drafted again")
    column, end = _end_of_scenarios(text, name)
    lines = dump_items(drafts, domain).splitlines()
    block = "".join(f"{' ' * column}{line}".rstrip() + "\n" for line in lines)
    before = text[:end].rstrip("\n") + "\n"
    found = before + block + text[end:].lstrip("\n")
    loads_every(found, domain, name=name)  # what is written can be read
    return found


def _end_of_scenarios(text: str, name: str) -> tuple[int, int]:
    """The column of the scenarios' dashes, and the place behind the last of them."""
    root = yaml.compose(text, yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)  # it was read as a scenario file just now
    node = next(value for key, value in root.value if key.value == "scenarios")
    if node.flow_style:
        raise ScenarioError(f"{name}: scenarios: they stand in [brackets]; write each on its own lines, so that drafts fit behind them")
    last = node.value[-1]
    return node.start_mark.column, last.end_mark.index


def write(path: Path, text: str) -> None:
    """Write the file at once, so that a killed process leaves the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
