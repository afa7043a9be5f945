"""English words for what a change speaks of, from the domain's own words: values, fields, goals, tools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from intentprops.fields import Field
from intentprops.language import words_in
from intentprops.strategies.utterances import english as en
from intentprops.strategies.utterances.moments import step, ways
from intentprops.strategies.utterances.scene import Form, Forms, Scene, frames, spoken, still


def nouns(field: Field) -> list[str]:
    """What a field is called, the domain's word first."""
    return [*field.words.nouns("en")] or [field.label.lower().removesuffix(" at").removesuffix(" on")]


def value(scene: Scene, field: Field, value: Any, known: Any = None) -> tuple[str, Forms]:
    """The shape of a value (which frames suit it), and its words. ``known`` is what it replaces."""
    kind = scene.kind(field)
    if field.is_set:
        return "set", _set(scene, field, value)
    if kind in ("datetime", "date", "time"):
        return _moment(scene, field, value, known)
    if kind == "flag":
        noun = scene.pick(nouns(field))
        return ("with" if value else "without"), {"noun": still(noun), "pp": still(f"{'with' if value else 'without'} {noun}")}
    if kind == "number":
        return _number(scene, field, value, known)
    return _choice(scene, field, value)


def _number(scene: Scene, field: Field, value: Any, known: Any) -> tuple[str, Forms]:
    whole = isinstance(value, int) or (isinstance(value, (float, Decimal)) and value == int(value))
    digits = f"{int(value)}" if whole else f"{value.normalize() if isinstance(value, Decimal) else value}"
    if not is_count(scene, field):
        noun = scene.pick(nouns(field))
        framed = [f"{before} {digits} {after}".strip() for before, after in frames(field, "en")]
        pp = scene.pick(framed) if framed else f"with {en.with_a(noun)} of {digits}"
        forms: dict[str, Form] = {"v": still(digits), "name": still(noun), "a_name": still(en.with_a(noun)), "pp": still(pp)}
        return "measure", {**forms, **({"frame": still(pp)} if framed else {})}
    number = scene.pick([en.word(value) or digits, digits, en.word(value) or digits])
    noun = scene.pick(_counted(scene, field), 1)
    noun = en.singular(noun) if value == 1 else en.plural(noun)
    people = scene.counts_people(field)
    pp = f"for {number} {noun}" if people else f"{number} {noun}"
    forms = {"n": still(number), "v": still(number), "noun": still(noun), "pp": still(pp)}
    if people and isinstance(known, int) and 0 < abs(value - known) <= 3:
        gap = abs(value - known)
        forms["gap"] = still(f"{en.word(gap)} {'more' if value > known else 'fewer'} {en.singular(noun) if gap == 1 else en.plural(noun)}")
    return ("person" if value == 1 else "people") if people else ("one" if value == 1 else "count"), {**forms, **name(scene, field)}


def is_count(scene: Scene, field: Field) -> bool:
    """Whether a number counts things ("two options"), and is no measure ("a budget of 200")."""
    words = [field.name.replace("_", " "), *nouns(field)]
    return field.name == scene.domain.selection.limit or scene.counts_people(field) or any(en.is_plural(word) for word in words)


def _counted(scene: Scene, field: Field) -> list[str]:
    taken = {word for other in scene.domain.field.values() if other != field for word in map(en.singular, nouns(other))}
    return [word for word in nouns(field) if en.singular(word) not in taken] or nouns(field)


def _choice(scene: Scene, field: Field, value: Any) -> tuple[str, Forms]:
    word = scene.pick(_words(field, value), 1)
    noun = scene.pick(nouns(field))
    forms: dict[str, Form] = {"v": still(word), "name": still(noun), "pp": still(f"{word} {noun}")}
    if field == scene.item():
        return "item", {**forms, "pp": still(f"{noun} {word}")}
    if field.name == scene.domain.selection.order_by:
        by = [text for text in spoken(field, value, "en") if text.split()[0] in en.PREPOSITIONS]
        best = [text for text in spoken(field, value, "en")[1:] if text.endswith("est")]
        forms |= {"by": still(by[0])} if by else {}
        forms |= {"best": still(scene.pick(best))} if best else {}
        return "sort", {**forms, "pp": still(f"the {best[0]} first" if best else f"sorted {by[0]}" if by else f"{noun}: {word}")}
    framed = [_framed(before, word, after) for before, after in frames(field, "en")]
    if not framed:
        return "quality", forms
    short = [text for text in framed if text.split()[0] in en.PREPOSITIONS] or framed
    frame = scene.pick(framed)
    more = {} if frame.startswith("to ") else {"framed": still(frame)}
    return "place", {**forms, "pp": still(scene.pick(short)), "frame": still(frame), **more}


def _words(field: Field, value: Any) -> list[str]:
    """The words for a value that a frame or a noun can take."""
    found = [word for word in spoken(field, value, "en") if word.split()[0] not in en.PREPOSITIONS and not word.endswith("ly")]
    noun = {en.singular(word) for word in nouns(field)}
    return [word for word in found if not (set(word.split()[1:]) & noun)] or found or spoken(field, value, "en")


def _framed(before: str, word: str, after: str) -> str:
    thing = word if after or before.split()[-1:] in (["in"], ["from"], ["at"]) else en.with_the(word)
    return f"{before} {thing} {after}".strip()


def _set(scene: Scene, field: Field, members: Iterable[Any]) -> Forms:
    words = [scene.pick(_words(field, one), 1) for one in sorted(members, key=str)]
    if not words:
        return {}
    some, these = en.listed([en.with_a(word) for word in words]), en.listed([en.with_the(word) for word in words])
    own = [before for before, after in frames(field, "en") if not after]
    verb = next((before for before in own if before.split()[0] not in {*en.PREPOSITIONS, "need"}), "")
    forms = {"some": still(some), "these": still(these), "bare": still(en.listed(words, "or"))}
    forms["or"] = still(en.listed([en.with_the(word) for word in words], "or"))
    forms |= {"is": still("is" if len(words) == 1 and not en.is_plural(words[0]) else "are"), "pp": still(f"with {some}")}
    forms |= {"subject": still(words[0]), "isn't": still("isn't" if forms["is"]("") == "is" else "aren't")}
    return forms | ({"attach": still(f"{verb} {these}")} if verb else {})


def _moment(scene: Scene, field: Field, value: Any, known: Any) -> tuple[str, Forms]:
    way = scene.pick(ways(value, known, scene.now, "en", scene.brief))
    forms = {"v": still(way.thing), "pp": still(way.adverb), **name(scene, field)}
    on = way.thing if forms["name"]("").endswith("date") else way.adverb
    if (moved := step(value, known, "en")) is not None:
        forms["step"] = still(moved)
    if len(scene.moments()) == 1:
        return "moment", forms
    own = frames(field, "en")
    telling = [before for before, after in own if not after and set(before.split()) - en.PREPOSITIONS]
    prepared = [before for before in telling if before.split()[-1] in en.PREPOSITIONS]
    framed = [f"{before.rsplit(' ', 1)[0]} {way.adverb}" for before in prepared] or [f"{before} {way.adverb}" for before in telling]
    noun = forms["name"]("")
    pp = scene.pick(framed) if framed else f"with the {noun} {way.adverb}"
    return ("leg" if framed else "mark"), {**forms, "pp": still(pp), "frame": still(pp), "on": still(on)}


def name(scene: Scene, field: Field) -> dict[str, Form]:
    """How a field is spoken of, with what agrees with it."""
    word = scene.pick(nouns(field))
    kind = scene.kind(field)
    many = False
    if kind == "number" and is_count(scene, field):
        word = f"number of {en.plural(scene.pick(_counted(scene, field), 1))}"
    elif field.is_set and not en.is_mass(word):
        word, many = en.plural(word), True
    elif kind in ("datetime", "date", "time") and not field.words.nouns("en"):
        word = ("time" if kind != "date" else "date") if len(scene.moments()) == 1 else word
    does, isn, doesn = ("are", "aren't", "don't") if many else ("is", "isn't", "doesn't")
    return {"name": still(word), "any": still(word), "is": still(does), "isn't": still(isn), "doesn't": still(doesn)}


# -- what is done


def goal(scene: Scene, goal: str) -> Forms:
    """A goal as something to do: find a room, explain it."""
    found = scene.domain.goal[goal]
    tool = scene.domain.tool.get(scene.domain.function(goal) or "")
    words = words_in(found.words, "en") or words_in(tool.words if tool else (), "en") or [goal.replace("_", " ")]
    verbs = [word for word in words if word not in ("what", "how", "why", "tell", "comparison", "show")] or [words[0]]
    verb = _TRANSITIVE.get(verb := scene.pick(verbs), verb)
    if found.words_only:
        about = scene.pick(ABOUT)
        return {"do": still(f"{verb} {about}"), "verb": still(verb), "doing": still(f"{en.gerund(verb)} {about}"), "about": still(about)}
    things = objects(scene, goal)
    thing, bare = scene.pick(things, 1), len(verb.split()) > 1 and verb.split()[-1] not in en.PREPOSITIONS
    tail = "" if bare else f" {thing}"
    it = "" if bare else " it"
    forms = {"do": still(verb + tail), "mine": still(verb + tail), "verb": still(verb), "it": still(verb + it)}
    forms |= {"doing": still(en.gerund(verb) + tail), "doing_it": still(en.gerund(verb) + it)}
    if not bare:
        forms["them"] = still(f"{verb} {'it' if found.ends_with else 'them'}")
    return forms


_TRANSITIVE = {"search": "search for"}
ABOUT = ("how it works", "the rules", "what happens next", "how that is done", "who sees our names")


def objects(scene: Scene, goal: str) -> Sequence[str]:
    """What a goal is done to: the domain's word for an item, or for what its tool handles."""
    found = scene.domain.goal[goal]
    tool = scene.domain.tool.get(found.ends_with or "")
    item = scene.item()
    own = words_in(tool.objects, "en") if tool else []
    anywhere = [word for other in scene.domain.tools for word in words_in(other.objects, "en")]
    known = [nouns(item)[0]] if item is not None else []
    if found.own or (found.ends_with is None and scene.domain.selection.limit in found.own):
        limit = scene.domain.field.get(scene.domain.selection.limit or "")
        return [f"the {en.plural(word)}" for word in (nouns(limit)[:2] if limit else known or ["option"])]
    words = own or known or anywhere
    if tool is not None and tool.undoes:
        return [en.with_the(word) for word in words[:2]] or ["it"]
    return [en.with_a(word) for word in words[:2]] or ["something"]


def tools(scene: Scene, names: Iterable[str]) -> Forms:
    """Tools as acts: to book, booking; several with "or"."""
    verbs = [scene.pick(_verbs(scene, name)) for name in sorted(names)]
    verbs = list(dict.fromkeys(verbs))
    bare = [verb for verb in verbs if len(verb.split()) > 1]
    if bare:  # "return the ticket": the object is said
        return {"act": still(" or ".join(verbs)), "acting": still(" or ".join(map(en.gerund, verbs)))}
    forms = {"do": still(" or ".join(verbs)), "doing": still(" or ".join(map(en.gerund, verbs)))}
    return {**forms, "act": forms["do"], "acting": forms["doing"]}


def _verbs(scene: Scene, name: str) -> list[str]:
    words = words_in(scene.domain.tool[name].words, "en") or [name.replace("_", " ")]
    own = [w for g in scene.domain.goals if scene.domain.function(g.name) == name for w in words_in(g.words, "en")]
    verbs = [word for word in words if not word.endswith(("ing", "ion")) and len(word.split()) == 1]
    return ([word for word in verbs if word in own] or verbs or words)[:2]


def ordinal(scene: Scene, position: int) -> Forms:
    """An offer by its place."""
    item = scene.item()
    noun = nouns(item)[0] if item is not None else "option"
    forms = {"nth": still(en.ORDINALS[position - 1] if position <= 10 else f"{position}th"), "k": still(str(position)), "noun": still(noun)}
    if position <= len(scene.offers):
        forms["id"] = still(str(scene.offers[position - 1]))
    return forms


def thing(scene: Scene, goal: str) -> str:
    """What a first request is about."""
    return objects(scene, goal)[0]


def ranked(forms: Forms, limit: Forms, best: Forms) -> Form:
    """``compare the two cheapest options``."""
    return still(f"{forms['verb']('')} the {limit['n']('')} {best['best']('')} {limit['noun']('')}")


def runs_on(text: str, place: int) -> bool:
    """Whether words go on without a comma: "for six people", "on Friday"."""
    return text.split()[0] in en.PREPOSITIONS or (place == 0 and text.split()[0].endswith("ing"))


def counted(forms: Forms) -> Form:
    """A number with what it counts."""
    return still(f"{forms['n']('')} {forms['noun']('')}")


def topic(about: str) -> dict[str, Form]:
    return {"topic": still(about)}
