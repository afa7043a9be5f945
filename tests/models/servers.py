"""A provider on 127.0.0.1 that answers as it is told, and models that answer by rule."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from intentprops.running.models import ChatMessage, Completion, ModelCall


@dataclass
class Answer:
    """What the provider sends; a text body goes out as it is."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Provider:
    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def provider(*answers: Answer | Callable[[dict[str, Any]], Answer]) -> Iterator[Provider]:
    """A server that gives the answers in turn, and the last one from then on."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                answer = answers[min(len(found.requests), len(answers) - 1)]
                found.requests.append(request)
                found.headers.append({name.lower(): value for name, value in self.headers.items()})
            answer = answer(request) if callable(answer) else answer
            body = (answer.body if isinstance(answer.body, str) else json.dumps(answer.body)).encode()
            self.send_response(answer.status)
            for name, value in {"content-type": "application/json", "content-length": str(len(body)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found = Provider(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def chat(text: str | None = None, *calls: tuple[str, Any], model: str = "m-1") -> Answer:
    """An answer of the chat completions."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {"id": f"id-{n}", "type": "function", "function": {"name": name, "arguments": a if isinstance(a, str) else json.dumps(a)}}
            for n, (name, a) in enumerate(calls)
        ]
    return Answer({
        "id": "x", "object": "chat.completion", "created": 1, "model": model, "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        "choices": [{"index": 0, "finish_reason": "tool_calls" if calls else "stop", "message": message}],
    })  # fmt: skip


def messages(*content: dict[str, Any]) -> Answer:
    """An answer of Anthropic's messages."""
    return Answer({
        "id": "x", "type": "message", "role": "assistant", "model": "m", "content": list(content), "stop_reason": "end_turn", "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
    })  # fmt: skip


@dataclass
class Fixed:
    """A model that always says the same, and counts how often it was asked."""

    text: str = "Which room?"
    name: str = "fixed"
    version: str = "1"
    parameters: dict[str, Any] = field(default_factory=dict)
    asked: int = 0

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        self.asked += 1
        return Completion(self.text, input_tokens=10, output_tokens=5)


DIALOGUE = [
    ChatMessage("system", "You help."),
    ChatMessage("user", "Find a room for six."),
    ChatMessage("assistant", "", (ModelCall("search_rooms", {"capacity": 6}),)),
    ChatMessage("tool", '{"rooms": []}', name="search_rooms"),
    ChatMessage("user", "Make it eight."),
]
TOOLS = [{"name": "search_rooms", "description": "Find rooms.", "parameters": {"type": "object", "properties": {"capacity": {"type": "integer"}}}}]
SCHEMA = {"$schema": "x", "type": "object", "properties": {"goal": {"enum": ["find", None]}}, "required": ["goal"]}
