"""Keys kept out of error texts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

from intentprops.errors import AgentError, IntentpropsError
from intentprops.running.secrets import hide_values
from intentprops.trace import shorten

_NAMED = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|AUTH", re.IGNORECASE)
SHORTEST = 6
"""A secret of fewer characters is a word like any other, and is left."""


def keys_of(*headers: Mapping[str, str] | None, more: Iterable[str | None] = ()) -> list[str]:
    """What must not be shown: the values of headers, with and without their scheme, and of the environment's keys."""
    found = [value for group in headers for value in (group or {}).values()]
    found += [part for value in found for part in value.split()[1:]]
    found += [value for name, value in os.environ.items() if _NAMED.search(name)]
    found += [value for value in more if value]
    return [value for value in dict.fromkeys(found) if len(value) >= SHORTEST]


def hide(text: object, keys: Iterable[str]) -> str:
    """The text without any of the keys, in all their spellings."""
    return hide_values(str(text), tuple(keys))


def told(error: BaseException, keys: Iterable[str]) -> str:
    """An error in a line: its kind, what it says, and what brought it about."""
    cause = f" ({type(error.__cause__).__name__}: {error.__cause__})" if error.__cause__ is not None else ""
    return f"{type(error).__name__}: {excerpt(f'{error}{cause}', keys, 300)}"


@contextmanager
def without_keys(keys: Iterable[str] = ()) -> Iterator[None]:
    """What a framework raises in the block, as an :class:`AgentError` whose text holds no key of the environment."""
    try:
        yield
    except IntentpropsError:
        raise
    except Exception as error:
        first: BaseException = error
        while isinstance(first, BaseExceptionGroup):  # asynchronous libraries nest their errors
            first = first.exceptions[0]
        raise AgentError(f"{type(first).__name__}: {hide(first, keys_of(more=keys))}") from error


def excerpt(text: object, keys: Iterable[str] = (), limit: int = 160) -> str:
    """The beginning of what somebody else wrote, on one line, for an error message."""
    return shorten(hide(" ".join(str(text).split()), keys), limit)


def keys_in(url: str) -> list[str]:
    """The keys that may stand in an address: its password and the values of its query."""
    parts = urlsplit(url)
    return [value for value in (parts.password, *(value for _, value in parse_qsl(parts.query))) if value]


def place_of(url: str) -> str:
    """An address without its user, query and fragment, which may hold keys."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"
