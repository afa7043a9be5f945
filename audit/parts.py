"""What is audited, by which tests, and how much of it has to be killed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A part of the library that is mutated on its own, by the tests that are about it and quick.

    ``modules`` are patterns of the layout of the wheel. ``gate`` is the least share of the mutants that has to be
    killed, equivalent ones not counted; ``mutated`` the least share of the functions that mutmut has to reach.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    gate: float
    mutated: float = 0.0


_RULES = (
    "tests/core", "tests/checks", "tests/evolving_intent", "tests/oracle/test_rules.py", "tests/oracle/test_chains_of_results.py",
    "tests/oracle/test_agreement.py", "tests/oracle/test_offers_and_defaults.py", "tests/scenarios/test_state_schema.py",
    "tests/mutants/test_examples.py",
)  # fmt: skip
_CORE = (
    "tests/core", "tests/checks/test_panel.py", "tests/checks/test_reasons.py", "tests/evolving_intent", "tests/oracle/test_rules.py",
    "tests/oracle/test_chains_of_results.py", "tests/oracle/test_table.py", "tests/oracle/test_agreement.py",
    "tests/oracle/test_offers_and_defaults.py", "tests/scenarios/test_state_schema.py",
)  # fmt: skip


def _of(*names: str) -> tuple[str, ...]:
    return tuple(f"intentprops/{name}.py" for name in names)


PARTS: dict[str, Part] = {
    "judges": Part(_of("oracle", "state", "score", "guard", "checks/*"), _RULES, gate=1.0, mutated=0.95),
    "core": Part(
        _of("changes", "correct", "domain", "errors", "fields", "findings", "ledger", "schema", "tools", "trace", "transitions"),
        _CORE, gate=0.95,
    ),
    "strategies": Part(
        _of("strategies/*"), tuple(f"tests/strategies/test_{name}.py" for name in ("table", "chains", "domains", "wording", "utterances")),
        gate=0.95,
    ),
    "mutants": Part(
        _of("mutants/*"), tuple(f"tests/mutants/test_{name}.py" for name in ("broken", "examples", "proof", "running", "table")),
        gate=0.95,
    ),
}  # fmt: skip
