"""Bare models by name, a module for each kind. Nothing is imported before it is named.

- ``local``: a small language model on this machine, with no key and no network; ``local:FILE.gguf`` is one of your own.
- ``openai:NAME``: whatever speaks OpenAI's chat completions; ``OPENAI_BASE_URL`` says where.
- ``anthropic:NAME``: Anthropic's messages.
- ``pydantic-ai:PROVIDER:NAME``: any model that pydantic-ai knows.
- ``package.module:factory``: your own; ``factory()`` returns a :class:`intentprops.running.models.Model`.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Mapping
from typing import Any

from intentprops.errors import IntentpropsError
from intentprops.running.models import Model

KINDS = ("local", "openai:NAME", "anthropic:NAME", "pydantic-ai:PROVIDER:NAME", "package.module:factory")


def problem(name: str) -> str | None:
    """Why a name can be none of a model, without importing anything; ``None`` where it can be one."""
    kind, colon, rest = name.partition(":")
    if kind == "local" and (not colon or rest):
        return None
    if rest and (kind in ("openai", "anthropic") or (kind == "pydantic-ai" and re.fullmatch(r"[\w-]+:.+", rest))):
        return None
    if kind not in ("local", "openai", "anthropic", "pydantic-ai") and re.fullmatch(r"[\w.]+:\w+", name):
        return None
    return f"there is no model {name!r}"


def build(name: str, parameters: Mapping[str, Any]) -> Model:
    """The model of a name. Raises :class:`IntentpropsError` where its library, its key or its place is missing."""
    kind, _, rest = name.partition(":")
    if wrong := problem(name):
        raise IntentpropsError(f"{wrong}; there are {', '.join(KINDS)}")
    try:
        if kind == "local":
            from intentprops.models.local import LocalModel

            return LocalModel(rest or None, parameters)
        if kind == "openai":
            from intentprops.models.openai import OpenAIModel

            return OpenAIModel(rest, parameters)
        if kind == "anthropic":
            from intentprops.models.anthropic import AnthropicModel

            return AnthropicModel(rest, parameters)
        if kind == "pydantic-ai":
            from intentprops.models.pydantic_ai import PydanticAIModel

            return PydanticAIModel(rest, parameters)
    except ImportError as error:
        raise IntentpropsError(f"the model {name} needs {error.name}: pip install 'intentprops[{kind}]'") from None
    return _own(name, parameters)


def _own(reference: str, parameters: Mapping[str, Any]) -> Model:
    module_name, _, attribute = reference.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:  # a console script has no current folder on its path
        sys.path.insert(0, os.getcwd())
    try:
        factory = getattr(importlib.import_module(module_name), attribute, None)
    except (Exception, SystemExit) as error:
        raise IntentpropsError(f"model {reference!r}: cannot import {module_name}: {type(error).__name__}: {error}") from error
    if not callable(factory):
        raise IntentpropsError(f"model {reference!r}: {attribute} in {module_name} must be a function that returns a model")
    try:
        model = factory(**parameters)
    except Exception as error:
        raise IntentpropsError(f"model {reference!r}: {attribute}() raised {type(error).__name__}: {error}") from error
    missing = [part for part in ("name", "version", "complete") if not hasattr(model, part)]
    if missing:
        raise IntentpropsError(f"model {reference!r}: {attribute}() returned {type(model).__name__} without {', '.join(missing)}")
    return model  # type: ignore[no-any-return]


def identity(name: str, model: Model) -> dict[str, Any]:
    """What of a model a run holds equal: under which name it was asked for, what it is, and its parameters."""
    return {
        "reference": name, "name": model.name, "version": model.version, "parameters": dict(getattr(model, "parameters", {})),
    }  # fmt: skip
