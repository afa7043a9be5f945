"""The pytest plugin: options, a marker, and failures that are told as dialogues.

It is loaded in every run of everybody who has the library installed, so it imports nothing but pytest before it is used.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

_OPTIONS: dict[str, Any] = {}


def option(name: str) -> Any:
    """An option of the running pytest, by the name of its destination; ``None`` outside of one."""
    return _OPTIONS.get(name)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("intentprops", "agents whose user changes the requirements (intentprops)")
    group.addoption("--intent-agent", metavar="package.module:create", help="the agent to test")
    group.addoption("--intent-model", metavar="NAME", help="a model to test instead: reference or mistaken, two test doubles")
    group.addoption(
        "--intent-memory", choices=["chat", "summary", "structured"], help="the memory that the model is given; by default structured"
    )
    group.addoption("--intent-language", choices=["en", "ru", "both"], help="the language of the dialogues")
    group.addoption("--intent-repeats", type=int, metavar="N", help="play each dialogue up to N times; it fails when most of them do")
    group.addoption("--intent-out", metavar="DIR", help="write the trace of each failing dialogue to DIR/traces.jsonl")
    group.addoption(
        "--save-failures", metavar="DIR", help="keep the shortest failing dialogues as scenario files in DIR, played first next time"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "intent: a test of an agent by dialogues (intentprops)")
    for name in ("agent", "model", "memory", "language", "repeats", "out"):
        _OPTIONS[f"intent_{name}"] = config.getoption(f"intent_{name}")
    _OPTIONS["save_failures"] = config.getoption("save_failures")
    if _OPTIONS["save_failures"]:
        from intentprops.errors import IntentpropsError
        from intentprops.testing.keep import writable

        try:
            writable(_OPTIONS["save_failures"])
        except IntentpropsError as error:
            raise pytest.UsageError(f"--save-failures: {error}") from None


def pytest_unconfigure() -> None:
    _OPTIONS.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    failure = None if call.excinfo is None else call.excinfo.value
    if getattr(failure, "fingerprint", None) is not None:
        from intentprops.testing.outcome import DialogueFailure
        from intentprops.testing.telling import failure_report

        if isinstance(failure, DialogueFailure):
            report.longrepr = failure_report(failure, item.config.rootpath)
    return report


@pytest.fixture(scope="session")
def intent_agent() -> Any:
    """The agent of ``--intent-agent``; a test that asks for it is skipped where there is none."""
    named = option("intent_agent")
    if named is None:
        pytest.skip("no agent: start pytest with --intent-agent package.module:create")
    from intentprops.testing.dialogue import agent_of

    return agent_of(named)
