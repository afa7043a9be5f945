"""The words that messages are made of, to the word: ``python -m tests.strategies.forms_table`` writes the files beside ``table.py``'s.

What a change, a value, a field, a goal or a tool is called in every form that a frame may ask for; then nouns, numbers and moments
by themselves. :mod:`tests.strategies.table` shows what they come to in a dialogue, where a few of them are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from itertools import combinations, islice, pairwise
from typing import Any

from intentprops import Domain
from intentprops.changes import GOAL, Change, Conflict, DontCare, Language, Refer, Remove, Retract, Return, Reveal, Revision
from intentprops.correct import correct_trace
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.fields import Field
from intentprops.state import State
from intentprops.strategies import pools, stream
from intentprops.strategies.dialogues import opened
from intentprops.strategies.random_domains import Brick, domain_of
from intentprops.strategies.utterances import STYLES, english, messages, moments, russian
from intentprops.strategies.utterances.parts import LANGUAGES, Part, part
from intentprops.strategies.utterances.scene import Form, Scene
from intentprops.transitions import apply
from tests.domains.shelf import shelf
from tests.domains.travel import travel
from tests.strategies.table import FOLDER
from tests.tables import Tables, lines, write

CASES = ("", "nomn", "gent", "datv", "accs", "ablt", "loct")
drawn = domain_of([Brick("search"), Brick("field", 13), Brick("act", 1), Brick("act", 3), Brick("undo"), Brick("compare"), Brick("talk"),
                   *(Brick("field", which, which % 3) for which in range(8))])  # fmt: skip
DOMAINS: tuple[Domain, ...] = (rooms, mail, travel, shelf, drawn)


def _forms(forms: Any) -> dict[str, Any]:
    """Each gap of a frame with what fills it: once, or in every case where they differ."""
    return {name: _cases(form) for name, form in forms.items()}


def _cases(form: Form) -> str | list[str]:
    found = [form(case) for case in CASES]
    return found[0] if len(set(found)) == 1 else found


def _part(one: Part) -> list[Any]:
    """A part; of its words the plainest form, :func:`words` has the others."""
    some = [forms and " | ".join(f"{name} {form('')}" for name, form in forms.items()) for forms in (one.forms, one.old, one.wrong)]
    return [one.kind, one.key, one.subject, one.plural, *some]


def _once(entries: Iterable[Any]) -> Iterator[Any]:
    """Entries without those that came before."""
    seen: set[str] = set()
    for entry in entries:
        if str(entry) not in seen:
            seen.add(str(entry))
            yield entry


def _scenes(domain: Domain) -> Iterator[Scene]:
    now = next(stream(domain, 1)).now
    languages: tuple[Language, ...] = ("en", "ru")
    for language in languages:
        for variant in range(4):
            state = State() if variant == 0 else opened(domain)
            yield Scene(domain, language, now, state, ("A1", "B2")[: variant % 3], variant, variant % 2 == 1, variant == 2)


def _values(domain: Domain, field: Field) -> list[Any]:
    known = list(pools(domain)[field.name])
    if field.is_set:
        return [value for value in known if value][:3]
    return [*known[:4], *known[-1:]]


def words(domain: Domain) -> Iterator[Any]:
    """Values, fields, goals, tools and places by themselves."""
    for scene in _scenes(domain):
        language = LANGUAGES[scene.language]
        where = [scene.language]
        for field in domain.field.values():
            yield [*where, field.name, _forms(language.name(scene, field))]
            for value in _values(domain, field):
                for known in (None, _values(domain, field)[-1]):
                    shape, forms = language.value(scene, field, value, known)
                    yield [*where, field.name, shape, _forms(forms)]
                    if "n" in forms:
                        yield [*where, "counted", _cases(language.counted(forms))]
                        ends = [language.goal(scene, goal.name) for goal in domain.goals if goal.own]
                        best = [language.value(scene, one, choice)[1] for one in domain.field.values() if one.name == domain.selection.order_by
                                for choice in _values(domain, one)]  # fmt: skip
                        yield [*where, "ranked", [_cases(language.ranked(end, forms, one)) for end in ends for one in best if "best" in one and "verb" in end]]
        for goal in domain.goals:
            yield [*where, goal.name, _forms(language.goal(scene, goal.name)), list(language.objects(scene, goal.name)), language.thing(scene, goal.name)]
        names = sorted(domain.effectful)
        for some in [*combinations(names, 1), *combinations(names, 2)]:
            yield [*where, list(some), _forms(language.tools(scene, some))]
        for position in (1, 2, 10, 11):
            yield [*where, position, _forms(language.ordinal(scene, position))]


def _changes(domain: Domain, state: State) -> Iterator[Change]:
    """What may be said of each field after a plain opening, and of the goals."""
    for field in domain.field.values():
        values = _values(domain, field)
        held = state.values.get(field.name)
        yield from (Retract(field.name), DontCare(field.name), Return(field.name))
        yield from (Refer(field.name, other.name) for other in domain.field.values() if other.annotation == field.annotation and other != field)
        if field.is_set:
            yield from (Remove(field.name, value) for value in values)
        yield from (Reveal(field.name, value) for value in values)
        yield from (Revision(field.name, value) for value in values if value != held)
        if not field.is_set:
            yield from (Conflict(field.name, pair) for pair in pairwise(values) if pair[0] != pair[1])
    yield from (Conflict(GOAL, pair) for pair in combinations([goal.name for goal in domain.goals if not goal.words_only], 2))


def parts(domain: Domain) -> Iterator[Any]:
    """Changes, one at a time: of every field after an opening, and those of some dialogues where they stand."""
    for scene in islice(_scenes(domain), 0, None, 2):
        for change in _changes(domain, scene.state):
            yield [scene.language, str(change), _part(part(scene, change))]
    for number, scenario in enumerate(islice(stream(domain, 23), 16)):
        state, trace = State(), correct_trace(domain, scenario)
        language: Language = ("en", "ru")[number % 2]
        for turn, before in zip(scenario.turns, [None, *trace], strict=False):
            scene = Scene(domain, language, scenario.now, state, tuple(before.offers or ()) if before else (), number // 2)
            for message in turn.messages:
                yield [language, [_part(one) for one in messages._parts(scene, message.changes)]]
                scene = replace(scene, state=apply(domain, scene.state, type(turn)((message,)), tuple(scene.offers)).state)
            state = scene.state


def spoken(domain: Domain) -> Iterator[list[str]]:
    """The openings of some dialogues and what comes second, in every style and by many choices, before any reader hears them."""
    for number, scenario in enumerate(islice(stream(domain, 29), 4)):
        first, *rest = [message.changes for turn in scenario.turns for message in turn.messages]
        states: Sequence[State] = [State(), apply(domain, State(), scenario.turns[0]).state]
        language: Language = ("en", "ru")[number % 2]
        for state, changes in zip(states, [first, *rest[:1]], strict=False):
            for choice in range(5):
                for style in STYLES:
                    scene = Scene(domain, language, scenario.now, state, ("A1",), choice, style == "polite", style == "terse")
                    said = messages.say(scene, changes, style, choice)
                    yield [said.text, said.style, said.frame]


# -- words by themselves

NOUNS = ("person", "child", "room", "box", "class", "bus", "city", "day", "wish", "church", "people", "conference room", "wifi", "hour", "unit", "user", "agenda", "umbrella", "uninvited guest", "Oak", "3d tour")
VERBS = ("book", "make", "agree", "get", "set up", "stop", "plan a trip", "write")
NOUNS_RU = ("человек", "комната", "место", "год", "гость", "ночь", "большой экран", "вариант", "дети", "Москва", "wifi", "новая доска", "окно", "сотрудница")
VERBS_RU = ("купить билет", "найти", "забронировать", "сравнить", "удержать", "отменить", "искать", "отправить", "сдать", "расторгнуть", "оплатить", "выпустить", "рассказать", "освободить место")
OWN_RU = ("красный", "срочно", "на севере", "подешевле", "забронировать", "Oak", "самый дешёвый", "рядом")
AGREEING = ("нужен", "нужный", "понадобится", "готов", "пропал", "какой")


def nouns() -> Iterator[Any]:
    for word in NOUNS:
        made = [make(word) for make in (english.plural, english.singular, english.with_a, english.with_the)]
        yield [word, *made, english.is_plural(word), english.is_mass(word)]
    yield [english.gerund(verb) for verb in VERBS]
    yield [[joined(things) for things in (["a"], ["a", "b"], ["a", "b", "c"])] for joined in (english.listed, russian.listed)]
    yield [joined(["a", "b", "c"], "or") for joined in (english.listed, russian.listed)]
    for phrase in (*NOUNS_RU, *OWN_RU):
        asked = [ask(phrase) for ask in (russian.is_verb, russian.is_adjective, russian.is_nominal, russian.is_adverb)]
        yield [phrase, *asked, *([russian.declined(phrase, case, *more) for case in CASES[1:]] for more in ((), (True,), (False, "femn"), (False, None, True)))]
        yield [phrase, *([russian.agreed(word, phrase, case, many) for case in ("", "accs") for many in (False, True)] for word in AGREEING)]
    yield [[russian.imperative(verb, True), russian.imperative(verb, False), russian.imperfective(verb), russian.proposal(verb)] for verb in VERBS_RU]
    yield [[russian.preposition(word, after) for after in ("отмене", "ели", "схемой", "вторник", "столом", "фразе", "имя")] for word in ("о", "с", "в", "на")]


def numbers() -> Iterator[Any]:
    for n in (*range(24), 30, 31, 40, 50, 60, 100, 101, 111, 112, 121, 1000):
        yield [n, english.word(n), russian.collective(n), russian.together(n)]
        for noun in ("", *NOUNS_RU[:6], "сотрудница"):
            yield [n, noun, *([russian.number(n, noun, case), noun and russian.counted(n, noun, case)] for case in CASES[1:])]


NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")  # a Monday
DAYS = [NOW.date() + timedelta(n) for n in (-30, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 30, 60, 90, 120, 150, 180, 210, 240, 364, 365, 366)]
TIMES = [time(hour, minute) for hour in range(24) for minute in (0, 30)] + [time(9, 5), time(0, 1), time(13, 45)]


def when() -> Iterator[Any]:
    def said(ways: Sequence[moments.When]) -> list[str]:
        return [f"{way.adverb} / {way.thing}" for way in ways]

    for language in ("en", "ru"):
        yield from ([str(day), said(moments.ways(day, None, NOW, language)), said(moments.ways(day, None, NOW, language, True))] for day in DAYS)
        yield from ([str(at), said(moments.ways(at, None, NOW, language))] for at in TIMES)
        base = datetime.fromisoformat("2026-08-07T15:00:00+03:00")
        for gap in (timedelta(minutes=30), *(timedelta(hours=n) for n in (1, 2, 3, 4, 10)), *(timedelta(days=n) for n in (1, 2, 3, 7))):
            for value in (base + gap, base - gap, (base + gap).astimezone(UTC)):
                yield [str(value), said(moments.ways(value, base, NOW, language)), said(moments.ways(value, None, NOW, language)),
                       moments.step(value, base, language), moments.step(value.date(), base.date(), language)]  # fmt: skip
        yield [moments.step(time(12), time(11), language), moments.step(date(2026, 8, 7), base, language)]


def _all(make: Callable[[Domain], Iterator[Any]], domain: Domain) -> Iterator[Any]:
    return _once(make(domain))


_MADE = {"words": words, "parts": parts, "spoken": spoken}
FILES: Tables = {
    **{FOLDER / f"{domain.name.partition('-')[0]}-forms-{name}.jsonl": lines(partial(_all, make, domain)) for domain in DOMAINS for name, make in _MADE.items()},
    FOLDER / "nouns.jsonl": lines(nouns),
    FOLDER / "numbers.jsonl": lines(numbers),
    FOLDER / "moments.jsonl": lines(when),
}


if __name__ == "__main__":
    write(FILES)
