"""A local server that speaks three protocols with a brain behind them: chat completions, Anthropic's messages, and our own.

``failures`` are answered first, one for each request: a status, headers and a body.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.adapters.brains import Brain, Call, Entry, thought
from tests.adapters.speaker import Speaker


def read(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


Failure = tuple[int, dict[str, str], str]


class Server:
    def __init__(self, brain: Brain) -> None:
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
        system = "".join(m["content"] for m in body["messages"] if m["role"] == "system")
        conversation: list[Entry] = []
        names: dict[str, str] = {}
        for m in body["messages"]:
            calls = m.get("tool_calls") or ()
            names |= {call["id"]: call["function"]["name"] for call in calls}
            if m["role"] == "tool":
                conversation.append(Entry("tool", names[m["tool_call_id"]], answer=json.loads(m["content"])))
            elif m["role"] != "system":
                made = tuple(Call(call["function"]["name"], read(call["function"]["arguments"])) for call in calls)
                conversation.append(Entry(m["role"], m["content"] or "", made))
        said = thought(self.brain, conversation, system)
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
        roles = [m["role"] for m in body["messages"]]
        assert all(a != b for a, b in itertools.pairwise(roles)), f"roles must alternate: {roles}"
        conversation: list[Entry] = []
        names: dict[str, str] = {}
        for m in body["messages"]:
            blocks = [{"type": "text", "text": m["content"]}] if isinstance(m["content"], str) else m["content"]
            used = [block for block in blocks if block["type"] == "tool_use"]
            names |= {block["id"]: block["name"] for block in used}
            text = "".join(block["text"] for block in blocks if block["type"] == "text")
            results = [block for block in blocks if block["type"] == "tool_result"]
            conversation += [Entry("tool", names[block["tool_use_id"]], answer=json.loads(block["content"])) for block in results]
            if text or used:
                conversation.append(Entry(m["role"], text, tuple(Call(block["name"], block["input"]) for block in used)))
        said = thought(self.brain, conversation, body.get("system", ""))
        if isinstance(said, str):
            content = [{"type": "text", "text": said}]
        else:
            content = [{"type": "tool_use", "id": f"t{len(body['messages'])}-{n}", "name": c.name, "input": c.arguments} for n, c in enumerate(said)]
        return {"id": "x", "type": "message", "role": "assistant", "model": body["model"], "content": content,
                "stop_reason": "end_turn", "usage": {"input_tokens": 100, "output_tokens": 10}}  # fmt: skip


@contextmanager
def serving(brain: Brain) -> Iterator[Server]:
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
