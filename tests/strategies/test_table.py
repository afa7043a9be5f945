"""Nothing that the strategies make of given numbers changes unseen."""

from __future__ import annotations

import pytest

from tests.strategies.table import all_tables, place, text


@pytest.mark.parametrize("name", all_tables())
def test_the_table_is_as_it_was(name: str) -> None:
    assert text(all_tables()[name]).splitlines() == place(name).read_text(encoding="utf-8").splitlines()
