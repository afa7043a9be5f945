"""Nothing that the strategies make of given numbers changes unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.strategies import forms_table, table
from tests.tables import assert_unchanged

FILES = {**table.FILES, **forms_table.FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_table_is_as_it_was(file: Path) -> None:
    assert_unchanged(FILES, file)
