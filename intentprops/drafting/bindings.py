"""What the arguments of tools carry: which of them are fields of the user's, which name an item of another tool's result."""

from __future__ import annotations

from collections.abc import Sequence

from intentprops.drafting.definitions import Argument, arguments
from intentprops.drafting.fields import Fields, is_free
from intentprops.drafting.names import identifier, plural, singular, words_of
from intentprops.drafting.plan import Carries, Decisions, DraftArgument, DraftField, DraftResult, DraftTool
from intentprops.drafting.samples import example_of
from intentprops.drafting.vocabulary import ITEMS, LISTS, MAKES_FIRST, UNDOES, word_set

_IDS = frozenset({"id", "ids", "number", "code", "uuid", "ref", "reference", "name", "slug", "key"})
_EMPTY = word_set("all available my the a an details detail info information list new by pending delivered current existing id ids of")
_STOPS = word_set("by for in with to from on at of into as via")


def verb_of(tool: DraftTool) -> str:
    """The first word of a tool's name that is a verb; the first word where there is none."""
    words = words_of(tool.definition.name)
    known = [word for word in words if word in MAKES_FIRST or word in UNDOES or word in _ALL_VERBS]
    return known[0] if known else words[0]


def objects_of(tool: DraftTool) -> tuple[str, ...]:
    """What a tool is about: the words of its name after the verb, up to a preposition."""
    words = words_of(tool.definition.name)
    verb = verb_of(tool)
    after = words[words.index(verb) + 1 :] if verb in words else words
    found: list[str] = []
    for word in after:
        if word in _STOPS and found:
            break
        if word not in _EMPTY | _STOPS:
            found.append(word)
    return tuple(found) or tuple(word for word in words if word != verb and word not in _EMPTY | _STOPS) or (verb,)


def noun_of(tool: DraftTool) -> str:
    return singular(objects_of(tool)[-1])


def bind(tools: Sequence[DraftTool], decided: Decisions) -> tuple[list[DraftField], list[DraftResult]]:
    """Bind the arguments of every tool, in place; the fields and the results that come of it."""
    results = _results(tools, decided)
    _effects(tools, results, decided)
    fields, listed = Fields(decided), _Listings(tools, results)
    for tool in tools:
        for argument in arguments(tool.definition):
            tool.arguments.append(_bound(tool, argument, listed, fields, decided))
    found = fields.done()
    named = {one.name for one in found}
    for tool in tools:
        for one in tool.arguments:
            if one.carries in ("exact", "covers") and one.to not in named:
                one.carries, one.to = "free" if one.required else "unbound", ""
    _told_by(tools, results, found)
    _items(tools, results, found)
    return found, results


# -- what is made


def _results(tools: Sequence[DraftTool], decided: Decisions) -> list[DraftResult]:
    """The results of the read-only tools that find something."""
    found: list[DraftResult] = []
    taken: set[str] = set(decided.makes.values())
    for tool in tools:
        finds = verb_of(tool) in MAKES_FIRST or tool.definition.method in ("GET", "HEAD") or tool.name in decided.makes
        if tool.effect.value or not finds:
            continue
        objects, verb = objects_of(tool), verb_of(tool)
        listing = verb in LISTS or objects[-1] != singular(objects[-1])
        if listing and singular(objects[-1]) in {"status", "detail"}:
            listing = False
        name = identifier("_".join([*objects[:-1], plural(singular(objects[-1])) if listing else objects[-1]]), taken)
        if not listing and len(objects) == 1:
            name = identifier(f"{objects[0]}_details", taken)
        name = decided.makes.get(tool.name, name)
        taken.add(name)
        tool.makes = name
        found.append(DraftResult(name, singular(objects[-1]), details=not listing))
    return found


def _effects(tools: Sequence[DraftTool], results: Sequence[DraftResult], decided: Decisions) -> None:
    """Name the effects, and find the pairs of which one takes back what the other did."""
    acting = [tool for tool in tools if tool.effect.value]
    taken = set(decided.makes.values()) | {tool.makes for tool in tools if tool.makes}
    taken |= {result.noun for result in results if not result.details}
    pairs = {}
    of_noun: dict[str, list[DraftTool]] = {}
    for tool in acting:
        of_noun.setdefault(noun_of(tool), []).append(tool)
    for tool in acting:
        makers = UNDOES.get(verb_of(tool), ())
        own = [one for one in of_noun[noun_of(tool)] if makers and one is not tool and verb_of(one) in makers]
        if len(own) == 1 and tool.name not in decided.undoes:
            pairs[tool.name] = own[0]
    undone_tools = {maker.name for maker in pairs.values()}
    makers_named = {name for name in decided.undoes.values() if name}
    for tool in acting:
        if tool.name in pairs or decided.undoes.get(tool.name):
            continue
        undone = tool.name in undone_tools
        noun = noun_of(tool)
        plain = noun in makers_named or (noun not in taken and (undone or verb_of(tool) in _MAKERS))
        name = decided.makes.get(tool.name) or identifier(noun if plain else "_".join([*objects_of(tool), verb_of(tool)]), taken)
        taken.add(name)
        tool.makes = name
    for tool in acting:
        if (undoes := decided.undoes.get(tool.name)) is not None:
            tool.undoes = undoes
        elif tool.name in pairs:
            _undo(tool, pairs[tool.name], tools)


def _undo(tool: DraftTool, maker: DraftTool, tools: Sequence[DraftTool]) -> None:
    """Mark what a tool takes back. Where its id is one that users say to other tools too, it may be of an earlier day."""
    ids = [argument for argument in arguments(tool.definition) if _named_by(argument, tool) == noun_of(maker)]
    said = [
        other for other in tools if other is not tool and not (other.undoes or other is maker)
        for argument in arguments(other.definition) if ids and argument.name == ids[0].name
    ]  # fmt: skip
    if not ids and any(argument.required for argument in arguments(tool.definition)):
        return
    if said:
        tool.makes = identifier("_".join([*objects_of(tool), verb_of(tool)]))
        tool.questions.append(
            f"does it take back what {maker.name} did in the dialogue? Then say undoes={maker.makes!r},"
            f" and bind its id to Item({maker.makes!r})"
        )
        return
    tool.undoes = maker.makes


_MAKERS = frozenset({maker for makers in UNDOES.values() for maker in makers} | {"submit", "send", "file"})
_ALL_VERBS = _MAKERS | word_set("return exchange modify update change transfer edit set")


# -- what is carried


def _bound(
    tool: DraftTool, argument: Argument, listed: _Listings, fields: Fields, decided: Decisions
) -> DraftArgument:  # fmt: skip
    place = f"{tool.name}.{argument.path}"
    found = DraftArgument(argument.path, argument.required, "unbound")
    if any("." in part for part in _parts(argument, tool)):  # such a name is no path
        found.question = "its name has a dot, so nothing can be bound to it" if argument.required else ""
        return found
    if place in decided.carries:
        name = decided.carries[place]
        found.carries, found.to = _carried(tool, argument, name, fields) if name else ("free" if argument.required else "unbound", "")
    elif place in decided.items:
        if result := decided.items[place]:
            found.carries, found.to = "item", result
        else:
            found.carries, found.to = _carried(tool, argument, None, fields)
    elif not argument.alone:  # what a user says of it alone could not be sent
        inside = argument.path.rpartition(".")[0]
        found.question = "" if is_free(argument) else (
            f"can a user say it? {inside} has other parts that have to be given with it, so it is not judged;"
            " else bind it, and let the goal need its fields"
        )  # fmt: skip
    elif item := _item(tool, argument, listed):
        found.carries, found.to = "item", item
        found.question = listed.asked(item, tool)
    elif is_free(argument):
        found.carries = "free" if argument.required else "unbound"
    else:
        found.carries, found.to = _carried(tool, argument, None, fields)
        found.question = fields.asked(tool.name, argument)
    if found.carries == "free":
        found.example = example_of(argument.schema)
    return found


def _parts(argument: Argument, tool: DraftTool) -> list[str]:
    """The names on the way to an argument."""
    parts, schema = [], tool.definition.schema
    rest = argument.path
    while rest:
        name = next((name for name in schema.get("properties", {}) if rest == name or rest.startswith(name + ".")), rest)
        parts.append(name)
        schema, rest = schema.get("properties", {}).get(name, {}), rest[len(name) + 1 :]
    return parts


def _carried(tool: DraftTool, argument: Argument, name: str | None, fields: Fields) -> tuple[Carries, str]:
    broad = not tool.effect.value and not argument.required and verb_of(tool) in LISTS
    return ("covers" if broad else "exact"), fields.add(tool.name, noun_of(tool), argument, name)


def _named_by(argument: Argument, tool: DraftTool) -> str | None:
    """The noun whose item an argument names by an id; ``None`` where it names none."""
    words = words_of(argument.name)
    if argument.kind not in ("text", "integer") or not words or words[-1] not in _IDS:
        return None
    return singular(words[-2]) if len(words) > 1 else noun_of(tool)


class _Listings:
    """The listings by the noun of their items, each with its tool and the names of what that takes; and the makers of effects."""

    def __init__(self, tools: Sequence[DraftTool], results: Sequence[DraftResult]) -> None:
        self.makers = {tool.makes: tool for tool in tools if tool.makes}
        self.by_noun: dict[str, list[tuple[str, DraftTool, frozenset[str]]]] = {}
        for result in results:
            if not result.details:
                lister = self.makers[result.name]
                takes = frozenset(one.name for one in arguments(lister.definition))
                self.by_noun.setdefault(result.noun, []).append((result.name, lister, takes))


    def asked(self, result: str, tool: DraftTool) -> str:
        """Which listing is meant, where several list such items and a goal would owe the first."""
        others = [name for some in self.by_noun.values() if result in {one[0] for one in some} for name, _, _ in some if name != result]
        if not others or not tool.effect.value:
            return ""
        return f"is it an item of {result} alone? {', '.join(others)} lists such items too, and the goal owes only the first"


def _item(tool: DraftTool, argument: Argument, listed: _Listings) -> str | None:
    """The result whose item an argument names; for a tool that undoes, the effect."""
    noun = _named_by(argument, tool)
    if noun is None:
        return None
    if tool.undoes and tool.undoes in listed.makers and noun == noun_of(listed.makers[tool.undoes]):
        return tool.undoes
    fitting = (name for name, lister, takes in listed.by_noun.get(noun, ()) if lister is not tool and argument.name not in takes)
    return next(fitting, None)


# -- the catalogue


def _told_by(tools: Sequence[DraftTool], results: Sequence[DraftResult], fields: Sequence[DraftField]) -> None:
    """By which fields the items of a listing are told apart: one closed list, and one set of features."""
    known = {one.name: one for one in fields}
    makers = {tool.makes: tool for tool in tools if tool.makes}
    for result in results:
        maker = makers[result.name]
        carried = [known[one.to] for one in maker.arguments if one.carries in ("exact", "covers")]
        if result.details:
            continue
        for kind in ("choice", "choices"):
            some = [field for field in carried if field.kind == kind]
            stated = [field for field in some if not field.question] or some
            result.told_by += [field.name for field in stated[:1]]
    by_noun: dict[str, list[str]] = {}
    for result in results:
        if not result.details:
            result.told_by = by_noun.setdefault(result.noun, result.told_by)


def _items(tools: Sequence[DraftTool], results: Sequence[DraftResult], fields: list[DraftField]) -> None:
    """The field that an accepted offer sets: it names the item of the first listing that something is done with."""
    used = [one.to for tool in tools if tool.effect.value for one in tool.arguments if one.carries == "item"]
    result = next((one for one in results if one.name in used), None)
    if result is None:
        return
    name = identifier(result.noun, {one.name for one in fields})
    en, ru = Fields.words(name)
    fields.append(DraftField(name, "choice", ITEMS, en=en, ru=ru, names_item=True))
