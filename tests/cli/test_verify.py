"""``intentprops verify``: the proof from the shell, its exit codes, its file, and what a person reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from intentprops.checks import registry
from intentprops.mutants import unregister
from tests.cli.conftest import Command

OWN = '''
from intentprops.mutants import Defect, Expect, Site, register


def sites(case):
    for at in case.live():
        if at.record.offers:
            yield Site(at.turn, "offers", lambda trace, n=at.turn: trace[n - 1].offers.append("atlantis"))


register(Defect(
    "invented_item", "An item that no search returned is offered.", sites,
    Expect("items", "unsuitable_candidate", "offers", "response"),
))
'''


def test_the_library_proves_itself(command: Command) -> None:
    ended = command("verify", "--chains", "2", "--only", "stale_value", "--only", "synonym")
    assert ended.code == 0, ended.err
    assert "rooms: " in ended.out
    assert "mail: " in ended.out
    assert ended.out.count("all for the right reason") == 2
    assert "state: stale_value" in ended.out


def test_a_broken_check_is_found_out_and_what_got_away_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setitem(registry._CHECKS, "protocol", replace(registry._CHECKS["protocol"], run=lambda turn: ()))
    ended = command("verify", "rooms", "--chains", "2", "--only", "plans_first")
    assert ended.code == 1
    assert "plans_first: survived in C2 (en), turn 2, calls[1]" in ended.out
    assert "not proved: plans_first" in ended.out


def test_json_and_the_file_of_the_folder(command: Command, folder: Path) -> None:
    ended = command("verify", "mail", "--chains", "1", "--only", "old_plan", "--json", "--out", "proof")
    assert ended.code == 0, ended.err
    (document,) = json.loads(ended.out)
    assert json.loads((folder / "proof" / "proof.json").read_text(encoding="utf-8")) == [document]
    row = next(row for row in document["rows"] if row["name"] == "old_plan")
    assert row["verdict"] == "right"
    assert set(row["outcomes"]) <= {"killed", "not applicable"}
    assert document["missed_without"]["checks"]["claims"] == {"old_plan": row["outcomes"]["killed"]}


def test_two_workers_prove_the_same(command: Command) -> None:
    options = ["verify", "mail", "--chains", "2", "--only", "old_plan", "--json"]
    assert command(*options).out == command(*options, "--workers", "2").out


def test_defects_of_ones_own(command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "own_defects.py").write_text(OWN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    try:
        ended = command("verify", "rooms", "--chains", "1", "--defects", "own_defects", "--only", "invented_item")
        assert ended.code == 0, ended.err + ended.out
        assert "invented_item" in ended.out
    finally:
        unregister("invented_item")


BAD = [
    (["verify", "room"], "room"),
    (["verify", "--only", "stale_values"], "did you mean 'stale_value'?"),
    (["verify", "--chains", "-1"], "chains -1: give a whole number from 0"),
    (["verify", "--workers", "0"], "workers 0: give a whole number from 1"),
    (["verify", "--defects", "no_such_module"], "cannot import 'no_such_module'"),
    (["verify", "--scenarios", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
]


@pytest.mark.parametrize(("options", "words"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_input_is_one_line(command: Command, options: list[str], words: str) -> None:
    ended = command(*options)
    assert ended.code == 2
    assert words in ended.err
    assert "Traceback" not in ended.err
