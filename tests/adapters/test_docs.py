"""Each snippet of docs/adapters.md, run as it stands, plays a dialogue and is right in it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from intentprops.domains.rooms import rooms
from intentprops.running.dialogue import play
from intentprops.running.session import Session, Toolbox
from intentprops.score import grade
from tests.adapters import brains
from tests.adapters.server import serving
from tests.adapters.test_contract import V1

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"
SNIPPETS = list(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
AGENT = next(text for text in SNIPPETS if "sys.stdin" in text)
CREATING = {str(found[1]): text for text in SNIPPETS if (found := re.search(r"intentprops\.adapters\.(\w+) import", text)) and "create = " in text}
LIBRARY = {"openai_chat": "openai", "anthropic_messages": "anthropic", "http": "tenacity", "openai_agents": "agents", "command": "sys"}


def test_every_adapter_has_a_snippet_of_ten_lines_at_most() -> None:
    adapters = {path.stem for path in (PAGE.parents[1] / "intentprops" / "adapters").glob("*.py")}
    assert set(CREATING) == adapters - {"__init__", "approval", "chat", "dry", "hide", "wire"}
    assert not [name for name, text in CREATING.items() if len(text.strip().splitlines()) > 10]


@pytest.mark.parametrize("name", list(CREATING))
def test_a_snippet_connects_its_agent(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip(LIBRARY.get(name, name), reason=f"needs the extra of {name}")
    from tests.adapters import my_project

    monkeypatch.setitem(sys.modules, "my_project", my_project)
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable), prepend=os.pathsep)
    (tmp_path / "agent.py").write_text(AGENT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with serving(brains.searches) as server:
        addresses = {"OPENAI_BASE_URL": server.url + "/v1", "ANTHROPIC_BASE_URL": server.url, "AGENT_URL": server.url + "/chat"}
        for variable, value in {**addresses, "OPENAI_API_KEY": "none", "ANTHROPIC_API_KEY": "none", "AGENT_KEY": "none"}.items():
            monkeypatch.setenv(variable, value)
        found: dict[str, Any] = {}
        exec(compile(CREATING[name], f"{PAGE.name}: {name}", "exec"), found)
        trace = play(rooms, V1, found["create"])
    assert [record.error for record in trace] == [None] * 3
    assert sum(len(record.tool_calls) for record in trace) == 3
    graded = grade(rooms, V1, trace)
    assert graded.passed, graded.findings
    assert graded.points["State"] == (1 if "state=" in CREATING[name] else None)


def test_the_snippet_that_reads_tools_gives_a_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp")
    from intentprops.adapters.mcp import serving as serving_mcp

    (snippet,) = (text for text in SNIPPETS if "mcp_tools" in text)
    found: dict[str, Any] = {}
    with serving_mcp(Session(Toolbox(rooms), V1.now, "en", 0, "s", rooms)) as url:
        monkeypatch.setenv("MCP_URL", url)
        exec(compile(snippet, PAGE.name, "exec"), found)
    assert found["search"].spec() == rooms.tool["search_rooms"].spec()
