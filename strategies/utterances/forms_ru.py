"""Russian words for what a change speaks of, from the domain's own words: values, fields, goals, tools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from intentprops.fields import Field
from intentprops.language import words_in
from intentprops.strategies.utterances import russian as ru
from intentprops.strategies.utterances.forms_en import is_count
from intentprops.strategies.utterances.moments import step, ways
from intentprops.strategies.utterances.scene import Form, Forms, Scene, frames, spoken, still


def nouns(field: Field) -> list[str]:
    """What a field is called, the domain's word first; adverbs and question words are no nouns."""
    own = [word for word in field.words.nouns("ru") if ru.is_nominal(word) and "NPRO" not in ru.head(word).tag and not ru.is_adverb(word)]
    return own or [f"пункт «{word}»" for word in field.words.nouns("ru")] or [field.label.lower().removesuffix(" at").removesuffix(" on")]


def value(scene: Scene, field: Field, value: Any, known: Any = None) -> tuple[str, Forms]:
    """The shape of a value (which frames suit it), and its words. ``known`` is what it replaces."""
    kind = scene.kind(field)
    if field.is_set:
        return "set", _set(scene, field, value)
    if kind in ("datetime", "date", "time"):
        return _moment(scene, field, value, known)
    if kind == "flag":
        noun = scene.pick(nouns(field))
        pp = f"{ru.preposition('с', noun)} {ru.declined(noun, 'ablt')}" if value else f"без {ru.declined(noun, 'gent')}"
        return ("with" if value else "without"), {"noun": _cases(noun), "pp": still(pp)}
    if kind == "number":
        return _number(scene, field, value, known)
    return _choice(scene, field, value)


def _cases(phrase: str, plural: bool = False) -> Form:
    return lambda case: ru.declined(phrase, case or "nomn", plural)


def _number(scene: Scene, field: Field, value: Any, known: Any) -> tuple[str, Forms]:
    whole = isinstance(value, int) or (isinstance(value, (float, Decimal)) and value == int(value))
    digits = f"{int(value)}" if whole else f"{value.normalize() if isinstance(value, Decimal) else value}"
    if not is_count(scene, field):
        noun = scene.pick(nouns(field))
        framed = [f"{before} {digits} {after}".strip() for before, after in frames(field, "ru")]
        pp = scene.pick(framed) if framed else f"{noun} {digits}"
        measured: dict[str, Form] = {"v": still(digits), "name": _cases(noun), "noun": still(noun), "pp": still(pp)}
        return "measure", {**measured, **({"frame": still(scene.pick(framed))} if framed else {})}
    people = scene.counts_people(field)
    noun = scene.pick(_counted(scene, field), 1)
    words = scene.pick([True, False, True]) and ru.number(value) is not None

    def number(case: str) -> str:
        return (ru.number(value, noun, case or "nomn") or digits) if words else digits

    def both(case: str) -> str:
        return f"{number(case)} {ru.counted(value, noun, case or 'nomn')}"

    forms: dict[str, Form] = {"n": lambda case: (ru.number(value, case=case or "nomn") or digits) if words else digits, "v": number,
                              "both": both, "noun": still(noun)}  # fmt: skip
    forms["pp"] = still(f"на {both('accs')}" if people else both(""))
    if people:
        forms |= {"all": still(ru.collective(value) or "")} if ru.collective(value) else {}
        forms |= {"together": still(ru.together(value) or "")} if ru.together(value) else {}
    return ("person" if value == 1 else "people") if people else "count", {**forms, **name(scene, field)}


def _counted(scene: Scene, field: Field) -> list[str]:
    taken = {word for other in scene.domain.field.values() if other != field for word in nouns(other)}
    return [word for word in nouns(field) if word not in taken] or nouns(field)


def _choice(scene: Scene, field: Field, value: Any) -> tuple[str, Forms]:
    word = scene.pick(_words(field, value), 1)
    noun = scene.pick(nouns(field))
    forms: dict[str, Form] = {"v": _cases(word), "name": _cases(noun), "noun": still(noun)}
    if field == scene.item():
        return "item", {**forms, "pp": still(f"{noun} {word}")}
    if field.name == scene.domain.selection.order_by:
        by = [text for text in spoken(field, value, "ru") if text.startswith("по ")]
        best = [text for text in spoken(field, value, "ru") if not text.startswith("по ") and ru.is_adjective(text)]
        best.sort(key=lambda text: not text.startswith("самый"))
        forms |= {"by": still(by[0])} if by else {}
        if best:
            top = best[0] if best[0].startswith("самый") else f"самый {best[0]}"
            forms["best"] = lambda case: ru.declined(top, case or "nomn", plural=True, gender="masc")
        return "sort", {**forms, "pp": still(f"сначала {forms['best']('')}" if best else by[0] if by else f"{noun}: {word}")}
    if ru.is_adjective(word):
        forms["kind"] = lambda case: f"{ru.agreed(word, noun, case or 'nomn')} {ru.declined(noun, case or 'nomn')}"
        forms["made"] = still(ru.agreed(word, noun, "ablt"))
    framed = [text for before, after in frames(field, "ru") if (text := _framed(before, word, after))]
    short = [text for text in framed if text.split()[0] in {*ru.CASES, "об", "со", "во"}] or framed
    pp = scene.pick(short) if framed else forms["kind"]("") if "kind" in forms else f"{noun} {word}"
    own = {"frame": still(scene.pick(framed))} if framed else {}
    return ("place" if framed else "quality"), {**forms, "pp": still(pp), **own}


def _words(field: Field, value: Any) -> list[str]:
    """The words for a value that can stand where a noun does."""
    words = spoken(field, value, "ru")
    found = [word for word in words if ru.is_nominal(word) and not ru.is_adverb(word)]
    return found or words


def _framed(before: str, word: str, after: str) -> str:
    """A frame of the domain with its value in the case that the frame asks for."""
    *rest, last = before.split()
    if last not in ru.CASES:
        return "" if after else f"{before} {word}"
    case = "loct" if after and last == "в" else ru.CASES[last]
    if after and ru.is_adjective(word):
        thing = ru.agreed(word, after.split()[0], case)
    else:
        thing = word if after else ru.declined(word, case)
    return " ".join([*rest, ru.preposition(last, thing), thing, after]).strip()


def _set(scene: Scene, field: Field, members: Iterable[Any]) -> Forms:
    words = [scene.pick(_words(field, one), 1) for one in sorted(members, key=str)]
    if not words:
        return {}

    def some(case: str) -> str:
        return ru.listed([ru.declined(word, case or "nomn") for word in words])

    before = [part for part, after in frames(field, "ru") if not after]
    verb = next((part for part in before if ru.has(part, "impr")), "")
    withs = [part for part in before if part == "с"]
    forms: dict[str, Form] = {"some": some, "these": some, "subject": still(words[0])}
    forms["bare"] = lambda case: ru.listed([ru.declined(word, case or "gent") for word in words])
    forms["with"] = still(f"{ru.preposition('с', some('ablt'))} {some('ablt')}")
    forms["pp"] = forms["with"] if withs or not verb else still(f"{verb} {some('accs')}")
    if verb:
        plural = ru.imperative(ru.reading(verb, "impr").normal_form, True)
        forms["attach"] = still(f"{plural if scene.formal else verb} {some('accs')}")
    return forms


def _moment(scene: Scene, field: Field, value: Any, known: Any) -> tuple[str, Forms]:
    named = name(scene, field)
    found = ways(value, known, scene.now, "ru", scene.brief)
    if named["name"]("").startswith("дата"):  # a date is «7 августа», and no «в пятницу»
        found = [way for way in found if way.adverb == way.thing]
    way = scene.pick(found)
    forms: dict[str, Form] = {"v": still(way.thing), "pp": still(way.adverb), **named}
    if (moved := step(value, known, "ru")) is not None:
        forms["step"] = still(moved)
    if len(scene.moments()) == 1:
        return "moment", forms
    own = [before for before, after in frames(field, "ru") if not after and set(before.split()) - ru.CASES.keys()]
    framed = [f"{before} {way.adverb}" for before in own]
    pp = scene.pick(framed) if framed else f"{forms['name']('')} {way.adverb}"
    forms |= {"pp": still(pp), "on": still(way.adverb)}
    return ("leg" if framed else "mark"), {**forms, **({"frame": still(pp)} if framed else {})}


def name(scene: Scene, field: Field) -> dict[str, Form]:
    """How a field is spoken of: its noun, or the number of what it counts."""
    word = scene.pick(nouns(field))
    kind = scene.kind(field)
    if kind == "number" and is_count(scene, field):
        things = _counted(scene, field)
        word = ru.counted(5, next((noun for noun in things if noun != "человек"), things[0]))
        number = scene.pick(["число", "количество"])
        return {"name": lambda case: f"{ru.declined(number, case or 'nomn')} {word}"}
    if kind in ("datetime", "date", "time") and not field.words.nouns("ru"):
        word = ("время" if kind != "date" else "дата") if len(scene.moments()) == 1 else word
    return {"name": _cases(word)}


# -- what is done


def goal(scene: Scene, goal: str) -> Forms:
    """A goal as something to do, or as something wanted: найди комнату, черновик."""
    found = scene.domain.goal[goal]
    tool = scene.domain.tool.get(scene.domain.function(goal) or "")
    words = words_in(found.words, "ru")
    if not any(map(ru.is_verb, words)) or found.ends_with:
        words += words_in(tool.words if tool else (), "ru")
    verbs = [word for word in words if ru.is_verb(word) and word != "показать"][:3] or [word for word in words if ru.is_verb(word)][:1]
    nouns_ = [word for word in words if not ru.is_verb(word) and ru.has(word, "NOUN")]
    acts = [word for word in nouns_ if word.endswith(("ние", "вка", "пка", "рат"))]
    forms: dict[str, Form] = {"thing": _cases(nouns_[0])} if nouns_ else {}
    if acts:
        forms["doing_noun"] = _cases(scene.pick(acts))
    if not verbs:
        noun = nouns_[0] if nouns_ else goal.replace("_", " ")
        made = f"подготов{'ьте' if scene.formal else 'ь'} {ru.declined(noun, 'accs')}"
        return {**forms, "do": still(made), "to_do": still(f"подготовить {ru.declined(noun, 'accs')}"), "it": still(made)}
    verb = scene.pick(_perfective(verbs))
    forms["alone"] = still(verb)
    bare = len(verb.split()) > 1
    about = scene.pick(ABOUT)
    things = objects(scene, goal)
    tail = "" if bare else f" {things[scene.variant % len(things)]}"
    if found.words_only:
        tail = f" {about}" if about == "правила" else f", {about}"
    order = ru.imperative(verb, scene.formal)
    it = order + tail if found.words_only and not bare else order
    forms |= {"do": still(order + tail), "to_do": still(verb + tail), "verb": still(order), "it": still(it)}
    if not found.words_only:
        forms["mine"] = forms["to_do"]
    if (proposed := ru.proposal(verb)) is not None and not found.words_only:
        forms["let"] = still(proposed + tail)
    return forms


def _perfective(verbs: Sequence[str]) -> list[str]:
    return [verb for verb in verbs if "perf" in ru.reading(verb.split()[0], "INFN").tag] or list(verbs)


ABOUT = ("как это работает", "правила", "что будет дальше", "как это делается", "кто увидит наши имена")


def objects(scene: Scene, goal: str) -> Sequence[str]:
    """What a goal is done to, in the accusative."""
    found = scene.domain.goal[goal]
    tool = scene.domain.tool.get(found.ends_with or "")
    item = scene.item()
    own = words_in(tool.objects, "ru") if tool else []
    anywhere = [word for other in scene.domain.tools for word in words_in(other.objects, "ru")]
    known = [nouns(item)[0]] if item is not None else []
    if scene.domain.selection.limit in found.own:
        limit = scene.domain.field.get(scene.domain.selection.limit or "")
        return [ru.declined(word, "accs", plural=True) for word in (nouns(limit)[:2] if limit else known or ["вариант"])]
    return [ru.declined(word, "accs") for word in (own or known or anywhere)[:2]] or ["что-нибудь"]


def tools(scene: Scene, names: Iterable[str]) -> Forms:
    """Tools as acts: бронировать, бронирование; several with "или"."""
    order = sorted(names)
    verbs = [ru.imperfective(scene.pick(_imperfective(_verbs(scene, name)))) for name in order]
    done = [scene.pick(_perfective(_verbs(scene, name))) for name in order]
    forms: dict[str, Form] = {
        "to_do": still(" или ".join(verbs)), "to_do_it": still(" или ".join(done)),
        "do": still(" или ".join(ru.imperative(verb, scene.formal) for verb in verbs)),
        "dont": still(" и ".join(f"не {ru.imperative(verb, scene.formal)}" for verb in verbs)),
    }  # fmt: skip
    acts = [_nouns_of(scene, name) for name in order]
    if all(acts):
        picked = [scene.pick(words) for words in acts]
        forms["act"] = lambda case: ru.listed([ru.declined(word, case or "nomn") for word in picked], "или")
    return forms


def _nouns_of(scene: Scene, name: str) -> list[str]:
    return [word for word in words_in(scene.domain.tool[name].words, "ru") if not ru.is_verb(word) and ru.has(word, "NOUN")]


def _verbs(scene: Scene, name: str) -> list[str]:
    words = words_in(scene.domain.tool[name].words, "ru")
    words += [w for g in scene.domain.goals if scene.domain.function(g.name) == name for w in words_in(g.words, "ru")]
    return [word for word in words if ru.is_verb(word)] or words or [name.replace("_", " ")]


def _imperfective(verbs: Sequence[str]) -> list[str]:
    return [verb for verb in verbs if "impf" in ru.reading(verb.split()[0], "INFN").tag] or list(verbs)


def ordinal(scene: Scene, position: int) -> Forms:
    """An offer by its place."""
    item = scene.item()
    noun = nouns(item)[0] if item is not None else "вариант"

    def nth(case: str) -> str:
        return ru.agreed(ru.ORDINALS[position - 1], noun, case or "nomn") if position <= 10 else f"{position}-й"

    def option(case: str) -> str:
        return ru.agreed(ru.ORDINALS[position - 1], "вариант", case or "nomn") if position <= 10 else f"{position}-й"

    return {"nth": nth, "option": option, "k": still(str(position)), "noun": _cases(noun)}


def thing(scene: Scene, goal: str) -> str:
    """What a first request is about, as a need: нужна комната."""
    item = scene.item()
    anywhere = [word for other in scene.domain.tools for word in words_in(other.objects, "ru")]
    return nouns(item)[0] if item is not None else anywhere[0] if anywhere else "что-нибудь"


def ranked(forms: Forms, limit: Forms, best: Forms) -> Form:
    """``сравни два самых дешёвых варианта``."""
    noun, number = limit["noun"](""), limit["v"]("accs")
    one = number in ("один", "одну", "одно", "1")
    top = best["best"]("gent") if not one else ru.agreed(best["best"]("").removeprefix("самые "), noun, "accs")
    thing = limit["both"]("accs").removeprefix(number).strip()
    return still(f"{forms['verb']('')} {number} {top} {thing}")


def runs_on(text: str, place: int) -> bool:
    """Whether words go on without a comma: "на шесть человек", "в пятницу"."""
    return text.split()[0] in {*ru.CASES, "об", "во", "со", "завтра", "сегодня"} or text[:1].isdigit()


def counted(forms: Forms) -> Form:
    """A number with what it counts."""
    return still(forms["both"](""))


def topic(about: str) -> dict[str, Form]:
    return {"topic": _cases(about)}
