"""How the reference model speaks: its replies and its summaries, and how it reads both back.

A fixed, plain manner: every fact is a sentence of its own. It is a test double's speech, not a phrasebook for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from intentprops.correct import Say
from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.fields import Field
from intentprops.language import words_in
from intentprops.state import Paused, Question, State
from intentprops.trace import Question as Asked
from intentprops.trace import ToolCall

_PHRASES: dict[str, dict[str, str]] = {
    "en": {
        "options": "Options: {0}.", "nothing": "Nothing suits these wishes.", "done": "Done: {0} ({1}).", "failed": "Failed: {0}: {1}.",
        "confirm": "Shall I {0}?", "field": "What is the {0}?", "noted": "Noted.", "words": "Here is the answer to your question.",
        "unmodelled": "I have no data on “{0}”. What does it require?", "conflict": "Which {0} counts?",
        "unknown_goal": "I cannot do “{0}”. What shall I do instead?", "stands": "Note that {0} ({1}) from before still stands.",
        "task": "Current task: {0}.", "value": "{0}: {1}.", "any": "Any {0} will do.", "banned": "Do not {0}.",
        "paused": "Paused until the user says to go on: {0}.", "open": "Open question ({0}): {1}.", "none": "none",
    },
    "ru": {
        "options": "Варианты: {0}.", "nothing": "По этим условиям ничего не подходит.", "done": "Готово: {0} ({1}).",
        "failed": "Не получилось: {0}: {1}.", "confirm": "Выполнить: {0}?", "field": "Уточните: {0}?", "noted": "Понял.",
        "words": "Вот ответ на ваш вопрос.", "unmodelled": "У меня нет данных о «{0}». Что для этого нужно?",
        "conflict": "Уточните, какое значение верно: {0}?", "unknown_goal": "Я не умею: «{0}». Что сделать вместо этого?",
        "stands": "Учтите: {0} ({1}) пока остаётся в силе.", "task": "Текущая задача: {0}.", "value": "{0}: {1}.",
        "any": "Подойдёт любое: {0}.", "banned": "Нельзя: {0}.", "paused": "Отложено, пока пользователь не скажет продолжать: {0}.",
        "open": "Открытый вопрос ({0}): {1}.", "none": "нет",
    },
}  # fmt: skip


def say(key: str, language: str, *parts: Any) -> str:
    return _PHRASES[language][key].format(*parts)


def verb(domain: Domain, tool: str, language: str) -> str:
    """The first word for a tool in that language; its name where there is none."""
    named = domain.tool.get(tool) or domain.goal.get(tool)
    words = [] if named is None else words_in(named.words, language)
    return words[0] if words else tool.replace("_", " ")


def reply(domain: Domain, language: str, state: State, step: Say, calls: Iterable[ToolCall], standing: Iterable[tuple[str, Any]]) -> str:
    """The reply of a turn: what was done, what stands, what is offered, what is asked."""
    parts = []
    for call in calls:
        tool = domain.tool.get(call.name)
        if tool is None or not tool.effect:
            continue
        label = verb(domain, call.name, language)
        if call.status == "ok" and tool.accepted(call.result):
            parts.append(say("done", language, label, _named(call)))
        else:
            parts.append(say("failed", language, label, (call.result or {}).get("error", "?")))
    parts += [say("stands", language, verb(domain, tool, language), effect) for tool, effect in standing]
    if step.offers:
        parts.append(say("options", language, ", ".join(step.offers)))
    elif step.nothing_suits:
        parts.append(say("nothing", language))
    if state.goal is not None and domain.goal[state.goal].words_only:
        parts.append(say("words", language))
    parts += [question(domain, language, asked) for asked in step.questions]
    return " ".join(parts) or say("noted", language)


def _named(call: ToolCall) -> str:
    """What an effect was about: the first text among its arguments and its answer's id."""
    values = [value for value in call.arguments.values() if isinstance(value, str)]
    return values[0] if values else "–"


def question(domain: Domain, language: str, asked: Asked) -> str:
    """The words of one question."""
    if asked.confirm is not None:
        return say("confirm", language, verb(domain, asked.confirm, language))
    kind, _, subject = (asked.about or "").partition(":")
    if kind in ("unmodelled", "unknown_goal"):
        return say(kind, language, subject)
    if kind == "conflict":
        return say("conflict", language, label(domain.field.get(subject), subject, language))
    field = domain.field[kind]
    return field.words.ask(language) or say("field", language, label(field, kind, language))


def label(field: Field | None, name: str, language: str) -> str:
    """What a field is called: its first noun in that language, else its label."""
    if field is None:
        return name
    nouns = field.words.nouns(language)
    return nouns[0] if nouns else field.label


def heard_questions(domain: Domain, language: str, text: str, state: State) -> tuple[Asked, ...]:
    """The questions that a reply of this model asks, read from its text."""
    possible = [Asked(confirm=tool) for tool in (*domain.tool, *domain.goal)]
    possible += [Asked(about=name) for name in domain.field]
    possible += [Asked(about=q.id) for q in state.questions]
    return tuple(asked for asked in possible if question(domain, language, asked) in text)


def heard_offers(language: str, text: str) -> tuple[str, ...]:
    """The items that a reply of this model lists, read from its text."""
    found = re.search(re.escape(say("options", language, "@")).replace("@", r"([^.]+)"), text)
    return tuple(found[1].split(", ")) if found else ()


# -- summaries


def summarize(domain: Domain, language: str, state: State) -> str:
    """The active version in plain sentences: no replaced value, every ban, what is paused, what is open."""
    parts = [say("task", language, state.goal.replace("_", " ") if state.goal else say("none", language))]
    for name, field in domain.field.items():
        if name in state.values:
            parts.append(say("value", language, name, _spell(field, state.values[name])))
        elif name in state.indifferent:
            parts.append(say("any", language, name))
    parts += [say("banned", language, verb(domain, tool, language)) for tool in sorted(state.bans)]
    if state.paused is not None:
        parts.append(say("paused", language, state.paused.goal.replace("_", " ")))
    parts += [say("open", language, question.kind, question.subject) for question in state.questions]
    return "\n".join(parts)


def _spell(field: Field, value: Any) -> str:
    dumped = field.dump(value)
    return ", ".join(map(str, dumped)) if isinstance(dumped, list) else str(dumped)


def heard_summary(domain: Domain, language: str, text: str) -> State:
    """The version that a summary of this model describes; a sentence that it cannot read is passed over."""
    state = _Heard(domain, language)
    for line in text.splitlines():
        state.read(line.strip())
    return state.done()


@dataclass
class _Heard:
    domain: Domain
    language: str

    def __post_init__(self) -> None:
        self.goal: str | None = None
        self.values: dict[str, Any] = {}
        self.any: set[str] = set()
        self.bans: set[str] = set()
        self.questions: list[Question] = []
        self.paused: str | None = None

    def read(self, line: str) -> None:
        for key in ("task", "any", "banned", "paused", "open", "value"):
            pattern = re.escape(_PHRASES[self.language][key]).replace(r"\{0\}", "(.+?)").replace(r"\{1\}", "(.+)")
            found = re.fullmatch(pattern, line)
            if found:
                getattr(self, "_" + key)(*found.groups())
                return

    def _task(self, name: str) -> None:
        self.goal = self._goal(name)

    def _goal(self, name: str) -> str | None:
        return next((goal for goal in self.domain.goal if goal.replace("_", " ") == name), None)

    def _value(self, name: str, text: str) -> None:
        field = self.domain.field.get(name)
        if field is None:
            return
        try:
            raw: Any = text.split(", ") if field.is_set else text
            self.values[name] = field.parse(raw)
        except ValueProblem:
            return

    def _any(self, name: str) -> None:
        if name in self.domain.field:
            self.any.add(name)

    def _banned(self, word: str) -> None:
        self.bans |= {tool for tool in self.domain.tool if verb(self.domain, tool, self.language) == word}

    def _paused(self, name: str) -> None:
        self.paused = self._goal(name)

    def _open(self, kind: str, subject: str) -> None:
        if kind in ("unmodelled", "conflict", "unknown_goal"):
            self.questions.append(Question(kind, subject))  # type: ignore[arg-type]

    def done(self) -> State:
        paused = Paused(self.paused, {}, frozenset()) if self.paused else None
        return State(
            goal=self.goal, values=self.values, indifferent=frozenset(self.any), bans=frozenset(self.bans),
            questions=tuple(self.questions), paused=paused, revision=1,
        )  # fmt: skip
