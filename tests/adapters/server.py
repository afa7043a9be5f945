"""A local server that speaks three protocols with a brain behind them: chat completions, Anthropic's messages, and our own.

``failures`` are answered first, one for each request: a status, headers and a body.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.adapters.speaker import Speaker

Failure = tuple[int, dict[str, str], str]


class Server:
    def __init__(self, brain: Callable[..., Any]) -> None:
        self.brain = brain
        self.failures: list[Failure] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.speakers: dict[str, Speaker] = {}
        self.lock = threading.Lock()
        self.url = ""

    def answer(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> Failure:
        with self.lock:
            self.requests.append(body)
            self.headers.append(headers)
            if self.failures:
                return self.failures.pop(0)
            found = {"/v1/chat/completions": self.completion, "/v1/messages": self.message, "/chat": self.chat}[path](body)
            return 200, {}, json.dumps(found)

    def chat(self, body: dict[str, Any]) -> Any:
        speaker = self.speakers.setdefault(body["session"], Speaker(self.brain))
        return speaker.hear(body)

    def completion(self, body: dict[str, Any]) -> Any:
        users = [m["content"] for m in body["messages"] if m["role"] == "user"]
        names = {c["id"]: c["function"]["name"] for m in body["messages"] for c in m.get("tool_calls") or ()}
        answers: list[tuple[str, Any]] = []
        for m in body["messages"]:
            if m["role"] == "user":
                answers = []
            elif m["role"] == "tool":
                answers.append((names[m["tool_call_id"]], json.loads(m["content"])))
        said = self.brain(users, answers)
        message: dict[str, Any] = {"role": "assistant", "content": said if isinstance(said, str) else None}
        if not isinstance(said, str):
            message["tool_calls"] = [
                {"id": f"c{len(body['messages'])}-{n}", "type": "function",
                 "function": {"name": c.name, "arguments": c.arguments if isinstance(c.arguments, str) else json.dumps(c.arguments)}}
                for n, c in enumerate(said)
            ]  # fmt: skip
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        return {"id": "x", "object": "chat.completion", "created": 1, "model": body["model"], "usage": usage,
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}  # fmt: skip

    def message(self, body: dict[str, Any]) -> Any:
        users, answers, names = [], [], {}
        roles = [m["role"] for m in body["messages"]]
        assert all(a != b for a, b in itertools.pairwise(roles)), f"roles must alternate: {roles}"
        for m in body["messages"]:
            blocks = [{"type": "text", "text": m["content"]}] if isinstance(m["content"], str) else m["content"]
            for block in blocks:
                if block["type"] == "tool_use":
                    names[block["id"]] = block["name"]
                elif block["type"] == "tool_result":
                    answers.append((names[block["tool_use_id"]], json.loads(block["content"])))
                elif m["role"] == "user":
                    users.append(block["text"])
                    answers = []
        said = self.brain(users, answers)
        if isinstance(said, str):
            content = [{"type": "text", "text": said}]
        else:
            content = [{"type": "tool_use", "id": f"t{len(body['messages'])}-{n}", "name": c.name, "input": c.arguments} for n, c in enumerate(said)]
        return {"id": "x", "type": "message", "role": "assistant", "model": body["model"], "content": content,
                "stop_reason": "end_turn", "usage": {"input_tokens": 100, "output_tokens": 10}}  # fmt: skip


@contextmanager
def serving(brain: Callable[..., Any]) -> Iterator[Server]:
    server = Server(brain)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, headers, text = server.answer(self.path.partition("?")[0], body, dict(self.headers.items()))
            data = text.encode()
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{listening.server_port}"
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()
