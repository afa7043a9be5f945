"""What must catch each defect, written from the rules: the table of the documentation, and the code, say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from intentprops.findings import REASONS
from intentprops.mutants import Defect, defects, variants

PAGE = (Path(__file__).parents[2] / "docs" / "mutants.md").read_text(encoding="utf-8")
ROWS = {
    found[1]: [part.strip(" `") for part in found[2].split("|")]
    for found in re.finditer(r"^\| `(\w+)`(?: \*)? \| (.+) \|$", PAGE, re.MULTILINE)
}

DOCUMENTED = {
    "stale_value": ("State", "stale_value", "constraints.*", None),
    "permission_leak": ("State", "permission_leak", "permissions.*", "calls"),
    "stale_result": ("Invalidation", "not_invalidated", "results.*", None),
    "lost_negation": ("summary", "lost_negation", "summary", "calls"),
}
"""The four defects of the method: what kills them, and before what."""


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_four_documented_defects_die_as_the_method_says(name: str) -> None:
    defect = next(one for one in defects() if one.name == name)
    (expect,) = defect.expected
    assert defect.documented
    assert (expect.dimension, expect.reason, expect.path, expect.before) == DOCUMENTED[name]


def test_no_other_defect_is_called_documented() -> None:
    assert {one.name for one in defects() if one.documented} == set(DOCUMENTED)


@pytest.mark.parametrize("defect", defects(), ids=lambda one: one.name)
def test_the_page_and_the_code_say_the_same(defect: Defect) -> None:
    _, check, reason, path, stage = ROWS[defect.name]
    assert check == ", ".join(dict.fromkeys(e.check for e in defect.expected))
    assert reason == ", ".join(dict.fromkeys(e.reason for e in defect.expected))
    assert path == ", ".join(dict.fromkeys(e.path for e in defect.expected))
    assert stage == ", ".join(dict.fromkeys(e.stage for e in defect.expected))


def test_the_page_names_each_defect_and_variant_and_no_other() -> None:
    assert set(ROWS) == {one.name for one in (*defects(), *variants())}


def test_every_reason_code_has_a_defect() -> None:
    assert set(REASONS) == {expect.reason for one in defects() for expect in one.expected}
