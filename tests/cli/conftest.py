"""The command in this process: its exit code, and what it printed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from intentprops.cli import call

ROOT = Path(__file__).parents[2]

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


def hangs_in_a_pool(session):
    """On a thread that Python waits for before it ends."""
    async def respond(message):
        await asyncio.to_thread(threading.Event().wait)
    return respond


def talks(session):
    print("made")
    def respond(message):
        print("asked")
        return "I found nothing."
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
def command(folder: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Call ``intentprops`` with some arguments."""

    def run(*arguments: str) -> Outcome:
        code = call(arguments)
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return run


@pytest.fixture
def process(folder: Path) -> Command:
    """The same in a process of its own, for what ends one."""

    def run(*arguments: str) -> Outcome:
        environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
        ended = subprocess.run(
            [sys.executable, "-m", "intentprops", *arguments], env=environment, capture_output=True, check=False, timeout=60
        )
        return Outcome(ended.returncode, ended.stdout.decode(), ended.stderr.decode())

    return run
