"""An agent at an address: ``POST {session, message}``, answered with ``{reply, …}``.

    create = http_agent("http://127.0.0.1:8000/chat", headers={"Authorization": f"Bearer {KEY}"})
"""

from __future__ import annotations

import email.utils
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from intentprops.adapters.dry import MAX_STEPS, needs
from intentprops.adapters.hide import excerpt, keys_in, keys_of, place_of
from intentprops.adapters.wire import Conversation
from intentprops.errors import AgentError, IntentpropsError
from intentprops.running.session import Create, Reply, Session

PASSING = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses that may pass, and are tried again."""

MAX_ANSWER = 10_000_000
"""Bytes of an answer that are read."""

BACK_OFF = 0.5
"""Seconds: the first wait is at most so long, the second twice that, where the server asks for none."""

LONGEST_WAIT = 60.0
"""Seconds: a server that asks for a longer one is not waited for."""


def http_agent(
    url: str, *, headers: Mapping[str, str] | None = None, context: bool = True, max_steps: int = MAX_STEPS,
    retries: int = 3, timeout: float = 60.0,
) -> Create:  # fmt: skip
    """An agent that answers over HTTP.

    - ``headers`` go with every request; their values are kept out of error texts.
    - ``context``: the first message of a dialogue also brings ``now``, ``language``, ``seed``, ``tools`` and ``history``. False for
      a server that takes ``session`` and ``message`` alone.
    - ``retries``: how often a request is tried again after 408, 429, 500, 502 to 504 or a connection that broke, with
      back-off, after the server's ``Retry-After``. Each carries an ``Idempotency-Key``, the same for all its tries.
    - ``timeout``: seconds for one request. ``max_steps``: rounds of calls in a turn.

    Raises :class:`IntentpropsError` for an address that is none, and where the extra ``http`` is not installed.
    """
    if not url.startswith(("http://", "https://")):
        raise IntentpropsError(f"url: {place_of(url)!r} is no address; give one such as http://127.0.0.1:8000/chat")
    httpx, tenacity = needs("httpx", "http"), needs("tenacity", "http")
    keys = keys_of(headers, more=keys_in(url))

    trusted = httpx.create_ssl_context() if url.startswith("https://") else False  # loading it takes longer than a turn

    def create(session: Session) -> _Remote:  # a client for each dialogue, since it may be given cookies
        client = httpx.Client(headers=dict(headers or {}), timeout=timeout, verify=trusted)
        return _Remote(httpx, tenacity, client, url, session, keys, context, max_steps, retries)

    return create


class _Passing(Exception):
    """A failure that may pass. ``after`` is how many seconds the server asked to wait."""

    def __init__(self, text: str, after: float | None = None) -> None:
        super().__init__(text)
        self.after = after


class _Remote:
    def __init__(
        self, httpx: Any, tenacity: Any, client: Any, url: str, session: Session, keys: list[str], context: bool, max_steps: int,
        retries: int,
    ) -> None:  # fmt: skip
        self.httpx, self.tenacity, self.client, self.url, self.keys = httpx, tenacity, client, url, keys
        self.retries, self.asked, self.session = retries, 0, session
        self.conversation = Conversation(session, self.ask, context=context, max_steps=max_steps)

    def __call__(self, message: str) -> Reply:
        return self.conversation.turn(message)

    def ask(self, body: Mapping[str, Any]) -> Any:
        self.asked += 1
        attempts = self.tenacity.Retrying(
            retry=self.tenacity.retry_if_exception_type(_Passing), stop=self.tenacity.stop_after_attempt(self.retries + 1),
            wait=waits(self.tenacity.wait_random_exponential(multiplier=BACK_OFF, max=20)), reraise=True,
        )  # fmt: skip
        try:
            return attempts(self._once, body)
        except _Passing as failure:
            tries = f", {self.retries + 1} times" if self.retries else ""
            raise AgentError(f"{failure}{tries}") from None

    def _once(self, body: Mapping[str, Any]) -> Any:
        key = {"Idempotency-Key": f"{self.session.id}-{id(self):x}-{self.asked}"}
        place = place_of(self.url)
        try:
            with self.client.stream("POST", self.url, json=body, headers=key) as response:
                text = self._text(response)
        except self.httpx.ConnectError as error:
            raise AgentError(f"there is no server at {place}: {excerpt(error, self.keys)}") from None
        except self.httpx.TimeoutException:
            raise AgentError(f"{place} gave no answer within {self.client.timeout.read:g} s") from None
        except self.httpx.TransportError as error:  # it broke on the way
            raise _Passing(f"{place} broke off: {type(error).__name__}: {excerpt(error, self.keys)}") from None
        except (self.httpx.InvalidURL, self.httpx.HTTPError) as error:
            raise AgentError(f"{place} cannot be asked: {excerpt(error, self.keys)}") from None
        if not response.is_success:
            self._refuse(response, f"{place} answered {response.status_code}: {excerpt(text, self.keys)}")
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise AgentError(f"{place} answered with something that is no JSON: {error}; got {excerpt(text, self.keys)}") from None

    def _text(self, response: Any) -> str:
        parts, size = list[bytes](), 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > MAX_ANSWER:
                raise AgentError(f"{place_of(self.url)} answered with more than {MAX_ANSWER:,} bytes")
        return b"".join(parts).decode("utf-8", "replace")

    def _refuse(self, response: Any, text: str) -> None:
        if response.status_code not in PASSING:
            raise AgentError(text)
        after = retry_after(response.headers.get("Retry-After"))
        if after is not None and after > LONGEST_WAIT:
            raise AgentError(f"{text}; it asks to wait {after:g} s, and at most {LONGEST_WAIT:g} s are waited")
        raise _Passing(text, after)

    def close(self) -> None:
        self.client.close()


def waits(otherwise: Callable[[Any], float]) -> Callable[[Any], float]:
    """How long to wait before the next try: what the server asked for, else ``otherwise``."""

    def seconds(state: Any) -> float:
        failure = state.outcome.exception()
        return failure.after if isinstance(failure, _Passing) and failure.after is not None else otherwise(state)

    return seconds


def retry_after(header: str | None, now: datetime | None = None) -> float | None:
    """The seconds of a ``Retry-After``, which is a number or a date; ``None`` where there is none that can be read."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            moment = email.utils.parsedate_to_datetime(header)
        except ValueError:
            return None
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        seconds = (moment - (now or datetime.now(UTC))).total_seconds()
    return max(seconds, 0.0) if seconds == seconds else None

