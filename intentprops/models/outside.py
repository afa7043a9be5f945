"""What an error of a provider means: whose fault it is, whether another attempt helps, and how long it asks to wait.

The client libraries differ; what they have in common is a status code, a response with headers, or the error of a connection.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

from intentprops.errors import Unavailable

BUSY = {408, 409, 425, 429}
"""Answers of a server after which another attempt may help, beside all from 500."""
ADVICE = {
    401: "; is the key right?", 403: "; may this key do that?", 404: "; is the model's name right, and the base URL?",
}  # fmt: skip


def is_outside(error: BaseException) -> bool:
    """Whether an error, or what it came from, is one of a provider or of the way there, and says nothing of an agent."""
    return any(isinstance(cause, (Unavailable, ConnectionError)) or _status(cause) is not None for cause in _causes(error))


def unavailable(who: str, error: BaseException) -> Unavailable:
    """The error of a client library, in words and with what to do about it."""
    status = next((found for cause in _causes(error) if (found := _status(cause)) is not None), None)
    text = str(error) or type(error).__name__
    if status is None:
        return Unavailable(f"{who}: out of reach: {type(error).__name__}: {text}", again=True)
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "unknown status"
    said = f"{who}: HTTP {status} {phrase}{ADVICE.get(status, '')}: {text}"
    return Unavailable(said, again=status in BUSY or status >= 500, after=_retry_after(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) and 400 <= status <= 599 else None


def _retry_after(error: BaseException) -> float | None:
    """Seconds, of the header that says so in seconds, in milliseconds or as a date."""
    headers: Any = next((found for cause in _causes(error) if (found := getattr(getattr(cause, "response", None), "headers", None))), {})
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        said = headers.get("retry-after")
        return None if said is None else max(0.0, float(said))
    except (TypeError, ValueError):
        pass
    try:
        return max(0.0, parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time())
    except (KeyError, TypeError, ValueError):
        return None
