"""All that is said of a panel of broken dialogues stays as it is, to the word."""

from __future__ import annotations

import pytest

from tests.checks.panel import cases, lines, recorded


@pytest.mark.parametrize("name", cases())
def test_what_is_said_of_the_damaged_traces_is_what_was_read_before(name: str) -> None:
    assert lines(name) == recorded()[name], "read the diff of panel.txt after python -m tests.checks.panel"


def test_the_panel_holds_these_dialogues_and_no_others() -> None:
    assert list(recorded()) == list(cases())
