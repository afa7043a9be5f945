"""Folders of data for the tests: a small one that is written here, and the public one where it is there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sgd.__main__ import data_folder
from tests.sgd.small import EVENING, SCHEMA, compact


def write(folder: Path, full: Sequence[Any] = (), short: Sequence[Any] = (), schema: Any = SCHEMA) -> Path:
    """A folder of the data with dialogues of either form."""
    folder.mkdir(exist_ok=True)
    (folder / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    if full:
        (folder / "dialogues_001.json").write_text(json.dumps(list(full)), encoding="utf-8")
    if short:
        (folder / "more_dialogues.jsonl").write_text("".join(json.dumps(one) + "\n" for one in short), encoding="utf-8")
    return folder


@pytest.fixture(params=["full", "compact"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder with the one evening, in each form."""
    return write(tmp_path / "data", [EVENING]) if request.param == "full" else write(tmp_path / "data", short=[compact(EVENING)])


@pytest.fixture(scope="session")
def public() -> Path:
    """The folder of the public data; skips where it is missing."""
    folder = data_folder()
    if not folder.is_dir():
        pytest.skip(f"the public data is not in {folder}: docs/sgd.md says where to get it")
    return folder
