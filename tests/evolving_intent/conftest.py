"""What the suite tests: by default the reference model in each memory mode; with ``--intent-agent``, your agent.

The options are those of the library's pytest plugin.
"""

from __future__ import annotations

import pytest

from intentprops.running.experiment import Plan, prepare


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
