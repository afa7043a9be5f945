"""A dialogue as messages of the Chat Completions form, which fine-tuning and most evaluation tools read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from intentprops.domain import Domain
from intentprops.findings import POINTS
from intentprops.reports.matrix import Attempt, plain
from intentprops.trace import Trace


def conversation(domain: Domain, trace: Trace, attempt: Attempt) -> dict[str, Any]:
    """One dialogue: ``messages``, the ``tools`` that were offered, and the verdict as ``metadata``.

    Each call is a message of its own, with its answer behind it, in the order in which they were made. A call that was cancelled never ran
    and has none.
    """
    first = trace[0]
    return {
        "messages": list(_messages(trace)),
        "tools": [{"type": "function", "function": tool.spec()} for tool in domain.tools],
        "metadata": {
            "run_id": first.run_id, "scenario_id": first.scenario_id, "memory_mode": first.memory_mode, "status": attempt.status,
            "points": {point: attempt.points[point] for point in POINTS},
            "findings": [plain(finding.to_json()) for finding in attempt.findings],
        },
    }  # fmt: skip


def _messages(trace: Trace) -> Iterator[dict[str, Any]]:
    for record in trace:
        yield {"role": "user", "content": record.user_message}
        for number, call in enumerate(record.tool_calls, 1):
            if call.status == "cancelled":
                continue
            call_id = f"call_{record.turn}_{number}"
            function = {"name": call.name, "arguments": _text(call.arguments)}
            yield {"role": "assistant", "content": None, "tool_calls": [{"id": call_id, "type": "function", "function": function}]}
            yield {"role": "tool", "tool_call_id": call_id, "content": call.result if isinstance(call.result, str) else _text(call.result)}
        if record.assistant_message is not None:
            yield {"role": "assistant", "content": record.assistant_message}


def _text(thing: Any) -> str:
    return json.dumps(plain(thing), ensure_ascii=False)
