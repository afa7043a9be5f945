"""What ``intentprops export`` writes comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from intentprops.importers import Recorded, read_log
from tests.reports.test_exports import exported


@pytest.mark.parametrize("scenario", ["F1", "V2", "R2", "F3"])
@pytest.mark.parametrize("mode", ["chat", "structured"])
def test_spans_and_messages_come_back_as_the_trace(tmp_path: Path, scenario: str, mode: str) -> None:
    spans, messages, trace = exported(scenario, mode)
    for document in (spans, messages):
        path = tmp_path / "log.jsonl"
        path.write_text(json.dumps(document) + "\n", encoding="utf-8")
        (found,) = read_log(path)
        assert isinstance(found, Recorded), found
        read = found.trace()
        assert [(r.user_message, r.assistant_message) for r in read] == [(r.user_message, r.assistant_message) for r in trace]
        ran = [[(c.name, c.arguments, c.result, c.status) for c in r.tool_calls if c.status != "cancelled"] for r in trace]
        assert [[(c.name, c.arguments, c.result, c.status) for c in r.tool_calls] for r in read] == ran
        if document is spans:
            assert [(r.usage, r.active_state_after, r.scripted) for r in read] == [(r.usage, r.active_state_after, r.scripted) for r in trace]
