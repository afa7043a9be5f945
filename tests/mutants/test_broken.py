"""Nothing that a defect, a variant or a proof does changes unseen."""

from __future__ import annotations

import pytest

from tests.mutants.broken import TABLES, place, text


@pytest.mark.parametrize("name", TABLES)
def test_the_table_is_as_it_was(name: str) -> None:
    assert text(name).splitlines() == place(name).read_text(encoding="utf-8").splitlines()
