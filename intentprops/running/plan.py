"""What to run, as plain data: a manifest can hold it, and a command line can say it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from intentprops.changes import Language
from intentprops.errors import IntentpropsError
from intentprops.models import KINDS, problem
from intentprops.models.fixtures import RECORD, Record
from intentprops.running.judge import SAMPLES
from intentprops.running.memory import MAX_STEPS, MODES
from intentprops.trace import shorten

DOMAINS = ("rooms", "mail")
"""The domains that come with the library, in the order in which they are read best."""
AGENT = "agent"
"""The only column of a run that tests an agent, whose memory is its own affair."""
TIMEOUT, LOCAL_TIMEOUT, MAX_TIMEOUT = 60.0, 900.0, 86_400.0
"""Seconds that a run waits for a reply: usually, of a model on this machine, whose speed is no one's fault, and at most: a day."""
TEST_DOUBLES = {
    "reference": "the reference model: a deterministic test double, not a language model",
    "mistaken": "the mistaken model: a test double that makes mistakes on purpose, not a language model",
}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to run: the scenarios of ``files``, or those that come with the ``domains``; by default, all of the library.

    A domain is a name or ``package.module:attribute``; files that name theirs need none here.

    ``model`` is given each of the memory ``modes`` in turn. ``agent`` (``package.module:create``) takes the place of
    both. Each repeat of a scenario gets the seed ``seed + repeat - 1``, the same in every mode.

    ``parameters`` are the model's (temperature, …). ``fixtures`` is a folder of its recorded answers, and ``record`` says what is
    recorded there. ``judge`` is a model that is asked of each reply, ``judge_samples`` times. ``timeout`` is in seconds for
    each turn, ``None`` for what is usual of the model.
    """

    domains: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ("en",)
    modes: tuple[str, ...] = MODES
    repeats: int | Mapping[str, int] = 1
    model: str | None = "reference"
    agent: str | None = None
    seed: int = 0
    timeout: float | None = None
    max_steps: int = MAX_STEPS
    parameters: Mapping[str, Any] = field(default_factory=dict)
    fixtures: str | None = None
    record: Record = "none"
    judge: str | None = None
    judge_samples: int = SAMPLES

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("domains", "files", "only", "languages", "modes"):
            put(self, name, tuple(dict.fromkeys(getattr(self, name))))
        if self.agent is not None:
            put(self, "model", None)
            put(self, "modes", (AGENT,))
        put(self, "repeats", _equal_repeats(self.repeats))
        if not self.modes or (self.agent is None and set(self.modes) - set(MODES)):
            raise IntentpropsError(f"memory modes {', '.join(self.modes) or '(none)'}: there are {', '.join(MODES)}")
        if not self.languages or set(self.languages) - set(get_args(Language)):
            raise IntentpropsError(f"languages {', '.join(self.languages) or '(none)'}: there are en and ru")
        if self.model is not None and self.model not in TEST_DOUBLES and (wrong := problem(self.model)):
            raise IntentpropsError(f"{wrong}; there are {', '.join((*TEST_DOUBLES, *KINDS))}; an agent of your own is named by --agent")
        if self.fixtures is not None and (self.model is None or self.model in TEST_DOUBLES):
            raise IntentpropsError("fixtures hold the answers of a language model: name one by --model")
        if self.record not in RECORD or (self.fixtures is None and self.record != "none"):
            raise IntentpropsError(f"record {self.record!r}: give {', '.join(RECORD)}, and the folder by --fixtures")
        if self.judge is not None and (wrong := problem(self.judge)):
            raise IntentpropsError(f"judge: {wrong}; there are {', '.join(KINDS)}")
        if self.judge_samples < 1:
            raise IntentpropsError(f"judge-samples {self.judge_samples}: give a whole number from 1")
        if self.timeout is None:
            put(self, "timeout", LOCAL_TIMEOUT if (self.model or "").partition(":")[0] == "local" else TIMEOUT)
        assert self.timeout is not None
        if not 0 < self.timeout <= MAX_TIMEOUT:
            raise IntentpropsError(f"timeout {self.timeout:g}: give seconds, above 0 and at most {MAX_TIMEOUT:g}")
        if self.max_steps < 1:
            raise IntentpropsError(f"max-steps {self.max_steps}: give a whole number from 1")

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Plan:
        """The plan that a manifest holds."""
        if unknown := set(document) - {field.name for field in fields(cls)}:
            raise IntentpropsError(f"plan: {shorten(sorted(unknown)[0])} is unknown here; update intentprops")
        try:
            return TypeAdapter(cls).validate_python(document)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, ("plan", *first["loc"])))
            raise IntentpropsError(f"{where}: {first['msg'].lower()}, got {shorten(first['input'])}") from None

    def command(self, *, only: str | None = None, language: str | None = None, mode: str | None = None, repeat: int = 1) -> str:
        """The command line that runs the plan again, or one dialogue of it."""
        default = Plan(agent=self.agent) if self.agent is not None or self.model in TEST_DOUBLES else Plan(model=self.model)
        words = ["intentprops", "run"]
        given: list[tuple[str, Sequence[Any], Sequence[Any]]] = [
            ("--domain", self.domains, default.domains),
            ("--scenarios", self.files, default.files),
            ("--only", self.only if only is None else (only,), default.only),
            ("--language", (language or ("both" if len(self.languages) > 1 else self.languages[0]),), default.languages),
            ("--memory", self.modes if mode is None else (mode,), default.modes),
            ("--repeats", (self.repeats if only is None else 1,), (default.repeats,)),
            ("--model", (self.model,), (Plan(agent=self.agent).model,)),
            ("--parameter", tuple(f"{name}={json.dumps(value)}" for name, value in self.parameters.items()), ()),
            ("--fixtures", (self.fixtures,) if self.fixtures else (), ()),
            ("--record", (self.record,), (default.record,)),
            ("--judge", (self.judge,) if self.judge else (), ()),
            ("--judge-samples", (self.judge_samples,), (default.judge_samples,)),
            ("--agent", (self.agent,) if self.agent else (), ()),
            ("--seed", (self.seed + repeat - 1,), (default.seed,)),
            ("--timeout", (self.timeout,), (default.timeout,)),
            ("--max-steps", (self.max_steps,), (default.max_steps,)),
        ]
        for option, values, usual in given:
            if tuple(values) != tuple(usual):
                words += [word for value in values for word in (option, str(value))]
        return shlex.join(words)

    def differences(self, options: Mapping[str, Any]) -> list[str]:
        """What of some options, by the names of the fields here, says otherwise than this plan."""
        asked = Plan(**options)
        pairs = [(name, getattr(self, name), getattr(asked, name)) for name in options]
        return [f"{name} was {_words(old)} and is {_words(new)} now" for name, old, new in pairs if old != new]


def _words(value: Any) -> str:
    return shorten(", ".join(map(str, value)) or "(none)" if isinstance(value, tuple) else value)


def _equal_repeats(repeats: int | Mapping[str, int]) -> int:
    """More repeats for one mode than for another would favour one of them."""
    counts = dict(repeats) if isinstance(repeats, Mapping) else {"": repeats}
    if len(set(counts.values())) != 1:
        said = ", ".join(f"{mode} {count}" for mode, count in counts.items())
        raise IntentpropsError(f"repeats: {said}: every memory mode gets the same number, or the comparison is unfair")
    count = next(iter(counts.values()))
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 9999:
        raise IntentpropsError(f"repeats {count!r}: give a whole number from 1 to 9999")
    return count


def tested(plan: Plan) -> str:
    """What a run tests, in words; a test double is called so."""
    if plan.agent is not None:
        return f"the agent {plan.agent}"
    return TEST_DOUBLES.get(str(plan.model), f"the language model {plan.model}")


def test_double(plan: Plan) -> bool:
    """Whether what a run tests is no language model and no agent of anybody's."""
    return plan.agent is None and plan.model in TEST_DOUBLES
