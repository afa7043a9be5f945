"""A few dialogues of the public data: they agree, and what is explained is explained; `python -m benchmarks.sgd` judges all of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.sgd.agreement import Cases, finds_idleness, finds_old_value, misfits, permuted, revised
from benchmarks.sgd.chains import chain_of
from benchmarks.sgd.explain import OPEN, category, finding_category
from benchmarks.sgd.reading import Dialogue, Service, read_folder

Data = tuple[dict[str, Service], list[Dialogue]]


@pytest.fixture(scope="session")
def few(public: Path) -> Data:
    """Every twentieth dialogue, and those with a difference."""
    services, dialogues = read_folder(public)
    kept = [*islice(dialogues, 0, None, 20), *(one for one in dialogues if one.id in {"1_00086", "13_00060", "1_00028"})]
    return services, list({one.id: one for one in kept}.values())


def test_the_oracle_explains_the_calls_and_every_difference_has_its_reason(few: Data) -> None:
    services, dialogues = few
    cases = Cases(services)
    wrong = [(category(case, misfit), misfit.dialogue) for case in map(cases.of, dialogues) for misfit in misfits(case)]
    assert wrong == [("offer as wish", "1_00086")]
    reasons = [finding_category(case, finding) for case in map(cases.of, dialogues) for finding in case.graded.findings]
    assert OPEN not in reasons
    assert {"read out as done", "beyond the default"} <= set(reasons)


def test_a_last_transaction_that_is_left_out_is_found_though_the_user_says_thanks(few: Data) -> None:
    services, dialogues = few
    found = [finds_idleness(case) for case in map(Cases(services).of, dialogues)]
    assert set(found) == {None, True}
    assert found.count(True) > 20


def test_the_agreement_collapses_when_the_calls_are_dealt_out_anew(few: Data) -> None:
    services, dialogues = few
    cases, dealt = Cases(services), permuted(dialogues, seed=7)
    assert [chain_of(one, services) for one in dealt] == [chain_of(one, services) for one in dialogues]
    made = list(map(cases.of, dealt))
    wrong = sum(len({(misfit.turn, misfit.number) for misfit in misfits(case)}) for case in made)
    assert wrong > 0.8 * sum(len(list(case.calls())) for case in made)
    assert sum(case.graded.passed for case in made) < 0.2 * len(made)


def test_permuting_keeps_every_call_but_its_parameters(few: Data) -> None:
    before, after = ([call for one in some for answer in one.answers for call in answer.calls] for some in (few[1], permuted(few[1], 3)))
    assert [replace(call, parameters={}) for call in before] == [replace(call, parameters={}) for call in after]
    had, have = (sorted((call.method, sorted(call.parameters.items())) for call in calls) for calls in (before, after))
    assert had == have


def test_the_next_call_after_a_revision_has_the_new_value_and_the_old_one_is_found(few: Data) -> None:
    services, dialogues = few
    cases = Cases(services)
    found = [(case, revision) for case in map(cases.of, dialogues) for revision in revised(case)]
    assert len(found) > 20
    assert all(revision.carried == revision.new for _, revision in found)
    assert all(finds_old_value(case, revision) for case, revision in found)
