"""Nothing that the oracle expects changes unseen."""

from __future__ import annotations

from tests.oracle.table import FILE, text


def test_the_table_is_as_it_was() -> None:
    assert text().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
