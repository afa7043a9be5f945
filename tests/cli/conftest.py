"""The command in this process: its exit code, and what it printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from intentprops.cli import main

AGENTS = '''
import asyncio
import os
import signal
import threading


def silent(session):
    return lambda message: None


def raises(session):
    def respond(message):
        raise RuntimeError("no key")
    return respond


def raises_async(session):
    async def respond(message):
        raise RuntimeError("no key, async")
    return respond


def hangs(session):
    return lambda message: threading.Event().wait()


def hangs_async(session):
    async def respond(message):
        await asyncio.Event().wait()
    return respond


def endless(session):
    return lambda message: "a" * 50_000_000


def strange(session):
    return lambda message: "\\x1b[31mred\\x07 \\u202eevil\\u202c [bold]x[/bold]"


def dies(session):
    """Works until the file of dialogues to go is at nought; then the whole process is killed."""
    with open("to_go") as file:
        left = int(file.read())
    if left == 0:
        os.kill(os.getpid(), 9)
    with open("to_go", "w") as file:
        file.write(str(left - 1))
    return lambda message: "I found nothing."


def stopped(session):
    return lambda message: _interrupt()


def _interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    threading.Event().wait()
'''


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to work in, with a few agents in ``agents.py``."""
    (tmp_path / "agents.py").write_text(AGENTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("agents", None)


@pytest.fixture
def command(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Call ``intentprops`` with some arguments."""

    def call(*arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["intentprops", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        code = ended.value.code
        return Outcome(code if isinstance(code, int) else 0, printed.out, printed.err)

    return call
