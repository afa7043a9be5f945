"""The proof as a whole: what it counts, and that a broken check is found out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from intentprops import Goal, IntentpropsError, Tool
from intentprops.checks import registered, registry
from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import Meeting, rooms
from intentprops.mutants import Case, Defect, Expect, Site, Variant, defects, register, unregister
from intentprops.mutants.proof import CONTROL, Proof, Task, concluded, prove
from intentprops.scenarios import bundled
from intentprops.testing.proof import proof_test
from intentprops.trace import TurnRecord
from tests.domains.travel import travel

SCENARIOS = tuple(bundled("rooms", "en"))


@pytest.fixture(scope="module")
def proof() -> Proof:
    return prove(Task(rooms, SCENARIOS, chains=4, seed=1))


def test_all_is_killed_for_the_right_reason(proof: Proof) -> None:
    assert proof.passed, [row.problems[:1] for row in proof.rows.values() if not row.passed]
    assert proof.cases == len(SCENARIOS) + 4
    assert proof.rows[CONTROL].outcomes == {"green": proof.cases}


def test_every_check_is_needed(proof: Proof) -> None:
    """For each there are mutants that it alone catches; only the rule that no value of this domain can break has none."""
    assert {name for name, need in proof.checks.items() if not need.alone} == set()
    assert [name for name, need in proof.reasons.items() if not need.alone] == ["invariant_violated"]


def test_one_seed_gives_one_proof() -> None:
    task = Task(mail, chains=3, seed=7, only=("stale_value", "old_plan", "synonym"))
    assert prove(task).to_json() == prove(task).to_json()


@pytest.mark.parametrize("name", [one.name for one in registered()])
def test_a_check_that_finds_nothing_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each check, made to return nothing: the proof fails, and names the mutants that got away."""
    monkeypatch.setitem(registry._CHECKS, name, replace(registry._CHECKS[name], run=lambda turn: ()))
    only = tuple(one.name for one in defects() if one.expected[0].check == name)
    broken = prove(Task(rooms, SCENARIOS, chains=6, only=only))
    assert not broken.passed
    problems = [problem for row in broken.rows.values() for problem in row.problems]
    assert {problem.outcome for problem in problems} <= {"survived", "killed wrongly"}
    assert any(problem.outcome == "survived" for problem in problems)


def test_a_check_that_finds_too_much_is_a_false_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    check = registry._CHECKS["claims"]

    def suspicious(turn: registry.TurnView) -> Iterator[object]:
        yield turn.finding("false_completion_claim", "reply", stage="response")

    monkeypatch.setitem(registry._CHECKS, "claims", replace(check, run=suspicious))
    broken = prove(Task(rooms, SCENARIOS[:1], chains=0))
    assert broken.rows[CONTROL].outcomes == {"false alarm": 1}
    assert not broken.passed


@pytest.fixture
def own() -> Iterator[list[str]]:
    names: list[str] = []
    yield names
    for name in names:
        unregister(name)


def add(own: list[str], name: str, sites: object, expect: Expect | None = None) -> None:
    expects = expect or Expect("items", "unsuitable_candidate", "offers", "response")
    register(Defect(name, "One of a user's own.", sites, expects))  # type: ignore[arg-type]
    own.append(name)


def offers_atlantis(case: Case) -> Iterator[Site]:
    for at in case.live():
        if at.record.offers:

            def change(trace: list[TurnRecord], n: int = at.turn) -> None:
                assert trace[n - 1].offers is not None
                trace[n - 1].offers.append("atlantis")

            yield Site(at.turn, "offers", change)


def test_a_defect_of_a_users_own_is_proved_with_the_others(own: list[str]) -> None:
    add(own, "invented_item", offers_atlantis)
    row = prove(Task(rooms, SCENARIOS, chains=0, only=("invented_item",))).rows["invented_item"]
    assert row.verdict == "right"
    assert set(row.outcomes) <= {"killed", "not applicable"}


def test_a_defect_that_expects_the_wrong_thing_is_killed_wrongly(own: list[str]) -> None:
    add(own, "invented_item", offers_atlantis, Expect("selection", "wrong_selection", "offers", "response"))
    row = prove(Task(rooms, SCENARIOS, chains=0, only=("invented_item",))).rows["invented_item"]
    assert row.verdict == "wrong"
    assert "check items instead of selection" in row.problems[0].detail


def test_a_defect_that_changes_nothing_is_no_silent_pass(own: list[str]) -> None:
    add(own, "nothing", lambda case: [Site(1, "offers")])
    proof = prove(Task(rooms, SCENARIOS, chains=0, only=("nothing",)))
    assert proof.rows["nothing"].verdict == "changes nothing"
    assert not proof.passed


def test_a_defect_that_raises_is_an_error_with_its_words(own: list[str]) -> None:
    def edit(trace: list[TurnRecord]) -> None:
        raise RuntimeError("no such thing")

    def sites(case: Case) -> Iterator[Site]:
        raise LookupError("nowhere")
        yield

    add(own, "raises", lambda case: [Site(1, "offers", edit)])
    add(own, "raises_early", sites)
    rows = prove(Task(rooms, SCENARIOS[:1], chains=0, only=("raises", "raises_early"))).rows
    assert rows["raises"].problems[0].detail == "RuntimeError: no such thing"
    assert rows["raises_early"].problems[0].detail == "while looking for its sites: LookupError: nowhere"


BAD = [
    (Expect("itmes", "unsuitable_candidate", "offers", "response"), "there is no check 'itmes'; did you mean 'items'?"),
    (Expect("items", "unsuitable", "offers", "response"), "'unsuitable' is no reason code"),
    (Expect("items", "unsuitable_candidate", "nowhere", "response"), "'nowhere' is no path that a finding can have"),
    (Expect("items", "unsuitable_candidate", "offers", "reply"), "'reply' is no stage"),  # type: ignore[arg-type]
    (Expect("items", "unsuitable_candidate", "offers", "response", before="noon"), "before='noon'"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("expect", "words"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_an_expectation_that_nothing_can_meet_is_refused(expect: Expect, words: str) -> None:
    with pytest.raises(IntentpropsError, match="defect 'own': ") as refused:
        register(Defect("own", "", offers_atlantis, expect))
    assert words in str(refused.value)


def test_a_name_that_is_taken_and_a_defect_without_expectation_are_refused() -> None:
    with pytest.raises(IntentpropsError, match="there is a defect or variant 'stale_value' already"):
        register(Variant("stale_value", "", offers_atlantis))
    with pytest.raises(IntentpropsError, match="defect 'own' expects nothing"):
        register(Defect("own", "", offers_atlantis, ()))


def test_a_domain_in_which_no_defect_bites_proves_nothing() -> None:
    def ask(text: str) -> object:
        """Answer a question."""

    silent = Domain(name="silent", fields=Meeting, tools=[Tool(ask)], goals=[Goal("talk", words_only=True)], opens_with="talk")
    with pytest.raises(IntentpropsError, match="no defect has a place in 1 dialogues, so nothing is proved"):
        concluded(prove(Task(silent, (replace(SCENARIOS[0], domain="silent", turns=()),), chains=0)))


@pytest.mark.parametrize(("chains", "scenarios"), [(-1, SCENARIOS), (0, ()), (True, SCENARIOS)])
def test_nothing_to_break_is_said(chains: int, scenarios: tuple[object, ...]) -> None:
    with pytest.raises(IntentpropsError, match=r"give a whole number from 0|there is nothing to break"):
        Task(rooms, scenarios, chains)  # type: ignore[arg-type]


test_the_checks_on_a_domain_of_ones_own = proof_test(travel, chains=3)
