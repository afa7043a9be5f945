"""Failing dialogues kept as scenario files: the smallest of each root cause, for the suite to play first next time."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from intentprops.changes import Language, Scenario
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, NoLanguage
from intentprops.running.secrets import hide_text
from intentprops.scenarios import bundled as bundled_with
from intentprops.scenarios import dump, load
from intentprops.testing.dialogue import Dialogue
from intentprops.testing.python import reference_of


def name_of(fingerprint: str, domain: Domain) -> str:
    """The id of a kept dialogue: the same for the same root cause, so that a smaller one takes the place of a larger."""
    words = re.sub(r"[^a-z0-9]+", "-", fingerprint.lower()).strip("-")[:48].strip("-")
    return f"{words}-{hashlib.sha256(f'{domain.name} {fingerprint}'.encode()).hexdigest()[:4]}"


def keep(folder: Path | str, domain: Domain, scenario: Scenario, fingerprint: str) -> Path:
    """Keep a failing dialogue; one of the same root cause that is there already is replaced.

    Raises :class:`IntentpropsError` where the folder cannot be written.
    """
    name = name_of(fingerprint, domain)
    return write(Path(folder) / f"{name}.yaml", domain, replace(scenario, id=name, title=scenario.title or fingerprint))


def write(path: Path, domain: Domain, scenario: Scenario) -> Path:
    text = dump(replace(scenario, domain=reference_of(domain)), domain)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(hide_text(text), encoding="utf-8")
    except OSError as error:
        why = error.strerror or error
        raise IntentpropsError(f"{path}: the dialogue cannot be saved: {why}; give a folder that can be written") from None
    return path


def writable(folder: Path | str) -> None:
    """Raises :class:`IntentpropsError` where failing dialogues could not be kept in a folder."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.write_text("", encoding="utf-8")
        probe.unlink()
    except OSError as error:
        raise IntentpropsError(f"{path}: {error.strerror or error}; give a folder that can be written") from None


def dialogues_in(
    domain: Domain, places: Iterable[Path | str] | Path | str, language: Language, bundled: bool = False
) -> list[Dialogue]:
    """The dialogues of some files and folders of files, in the order of their names; of those that come with a domain where
    ``bundled``. A file without that language has none. Raises :class:`intentprops.ScenarioError` for what cannot be read."""
    if bundled:
        return [Dialogue(domain, scenario) for scenario in bundled_with(domain.name, language)]
    found: list[Dialogue] = []
    for place in [places] if isinstance(places, (str, Path)) else places:
        path = Path(place)
        for file in sorted(path.glob("*.yaml")) if path.is_dir() else [path]:
            try:
                found += [Dialogue(domain, scenario) for scenario in load(file, language, domain)]
            except NoLanguage:
                continue
    return found
