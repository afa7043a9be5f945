"""What the suite tests: by default the reference model in each memory mode; with ``--intent-agent``, your agent."""

from __future__ import annotations

import pytest

from intentprops.running.experiment import Plan, prepare


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("intentprops")
    group.addoption("--intent-agent", metavar="package.module:create", help="your agent, in place of the reference model")
    group.addoption("--intent-model", metavar="NAME", help="reference or mistaken, two test doubles; by default reference")
    group.addoption("--intent-language", choices=["en", "ru", "both"], help="the language of the dialogues; by default both")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each scenario and memory mode, or for each scenario where an agent has a memory of its own."""
    if "cell" not in metafunc.fixturenames:
        return
    option = metafunc.config.getoption
    language = option("--intent-language", default=None) or "both"
    plan = Plan(
        agent=option("--intent-agent", default=None), model=option("--intent-model", default=None) or "reference",
        languages=("en", "ru") if language == "both" else (language,),
    )  # fmt: skip
    experiment = prepare(plan)
    cells = [pytest.param((experiment, slot), id=f"{slot.row}-{slot.mode}") for slot in experiment.slots.values()]
    metafunc.parametrize("cell", cells)
