"""The text of a domain module, written from a draft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from intentprops.drafting.literal import WIDTH, call, literal
from intentprops.drafting.plan import CONFIRM, DraftArgument, DraftField, DraftGoal, DraftResult, DraftTool
from intentprops.drafting.vocabulary import ITEMS

if TYPE_CHECKING:
    from intentprops.drafting.draft import Draft

MARK = "# QUESTION: "
"""What stands before each question in a source; people search for it, and so does ``intentprops doctor``."""
NOW = "2026-08-03T09:00:00+00:00"
_INTENTPROPS = ("Covers", "Domain", "Free", "FromItem", "Goal", "Item", "Tool", "ToolError", "Words", "World")


def source_of(draft: Draft) -> str:
    """A module that imports, type-checks, and holds one domain under the name of the draft."""
    body = "\n\n\n".join(
        ["\n".join(part) for part in (_wishes(draft), _definitions(draft), _world(draft), _suits(draft), _domain(draft)) if part]
    )
    return f"{_head(draft)}\n\n\n{body}\n"


def _head(draft: Draft) -> str:
    questions = len(draft.questions)
    asked = f"{questions} questions are" if questions != 1 else "One question is"
    tools = f"{len(draft.tools)} tools" if len(draft.tools) != 1 else "one tool"
    lines = [
        f'"""The domain {draft.name}, drafted from {tools} by ``intentprops init``.', "",
        f"{asked if questions else 'No question is'} left to a person. Each stands as a comment that begins with QUESTION, and",
        f"``intentprops doctor {draft.name}:{draft.name}`` lists them, with what else is open.", '"""', "",
    ]  # fmt: skip
    body = "\n".join(line for part in (_wishes(draft), _world(draft), _domain(draft)) for line in part)
    if "dt." in body:
        lines += ["import datetime as dt"]
    lines += [f"from typing import {', '.join(name for name in ('Annotated', 'Any', 'Literal') if name in body or name == 'Any')}", ""]
    if bounds := [name for name in ("Ge", "Le") if f"{name}(" in body]:
        lines += [f"from annotated_types import {', '.join(bounds)}"]
    lines += [f"from pydantic import {', '.join(name for name in ('AwareDatetime', 'BaseModel') if name in body)}", ""]
    used = [name for name in _INTENTPROPS if f"{name}(" in body or f"({name})" in body]
    lines += [f"from intentprops import {', '.join(used)}"]
    if "dig(" in body:
        lines += ["from intentprops.tools import dig"]
    return "\n".join(lines)


# -- the fields


def _wishes(draft: Draft) -> list[str]:
    lines = ["class Wishes(BaseModel):", '    """What a user may say; ``None`` is unknown."""', ""]
    for field in draft.fields:
        lines += [f"    {MARK}{field.question}"] if field.question else []
        lines += _field(field)
    return lines


def _field(field: DraftField) -> list[str]:
    words = {"en": field.en, "ru": field.ru, "ask_en": _ask(field)}
    marks = [*_bounds(field), *(["FromItem('id')".replace("'", '"')] if field.names_item else [])]
    marks += [call("Words", [], {key: value for key, value in words.items() if value}, 8)]
    empty = "frozenset()" if field.is_set else "None"
    kind = _type(field) if field.is_set else f"{_type(field)} | None"
    line = f"    {field.name}: Annotated[{', '.join([kind, *marks])}] = {empty}"
    if len(line) <= WIDTH and "\n" not in line:
        return [line]
    broken = [f"    {field.name}: Annotated["]
    broken += [f"        {part}," for part in [kind, *marks]]
    return [*broken, f"    ] = {empty}"]


def _bounds(field: DraftField) -> list[str]:
    return [f"{name}({_number(bound)})" for name, bound in (("Ge", field.low), ("Le", field.high)) if bound is not None]


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(value)


def _type(field: DraftField) -> str:
    if field.kind in ("choice", "choices"):
        members = f"Literal[{', '.join(literal(value, 0) for value in field.choices)}]" if field.choices else "str"
        return f"frozenset[{members}]" if field.is_set else members
    return {
        "text": "str", "integer": "int", "number": "float", "flag": "bool",
        "date": "dt.date", "datetime": "AwareDatetime", "time": "dt.time",
    }[field.kind]  # fmt: skip


def _ask(field: DraftField) -> str:
    label = field.name.strip("_").replace("_", " ")
    if field.kind == "integer":
        return f"How many {label}?" if label.endswith("s") else f"What is the {label}, as a number?"
    if field.kind == "datetime":
        return {"start": "When does it start?", "end": "When does it end?"}.get(label.split()[0].rstrip("s"), f"When is the {label}?")
    return f"Yes or no: {label}?" if field.kind == "flag" else f"Which {label}?"


# -- the tools


def _definitions(draft: Draft) -> list[str]:
    lines = ["TOOLS: dict[str, dict[str, Any]] = {"]
    for tool in draft.tools:
        one = tool.definition
        spec = {"name": one.name, "description": one.description, "parameters": one.schema}
        lines += [f"    {literal(one.name, 0)}: {literal(spec, 4)},"]
    return [*lines, "}"]


def _tools(draft: Draft) -> Iterator[str]:
    if draft.asks_to_confirm:
        yield f"        {MARK}{CONFIRM}"
    for tool in draft.tools:
        for question in tool.questions:
            yield f"        {MARK}{question}"
        if tool.effect.sure and tool.effect.reason != "decided":
            yield f"        # {tool.effect.reason}"
        head = [f"TOOLS[{literal(tool.name, 0)}]"]
        if tool.undoes:
            head += [f"undoes={literal(tool.undoes, 0)}"]
        elif tool.effect.value:
            head += ["effect=True"]
        if tool.makes and not tool.undoes:
            head += [f"makes={literal(tool.makes, 0)}"]
            head += [f"effect_id={literal(tool.makes + '_id', 0)}"] if tool.effect.value else []
        head += ['confirm="every_time"'] if tool.confirm == "every_time" and tool.effect.value else []
        yield "        Tool("
        yield f"            {', '.join(head)},"
        yield f"            words={literal(tool.words, 12)},"
        if tool.objects:
            yield f"            objects={literal(tool.objects, 12)},"
        yield from _args(tool.arguments)
        yield "        ),"


def _args(arguments: Sequence[DraftArgument]) -> Iterator[str]:
    bound = [one for one in arguments if one.carries != "unbound"]
    if bound:
        yield "            args={"
        for one in bound:
            if one.question:
                yield f"                {MARK}{one.question}"
            yield f"                {literal(one.path, 0)}: {_binding(one)},"
        yield "            },"
    for one in arguments:
        if one.carries == "unbound":
            yield f"            {MARK + one.question if one.question else '# ' + one.path + ' is not judged: the agent may leave it out'}"


def _binding(one: DraftArgument) -> str:
    if one.carries == "exact":
        return literal(one.to, 0)
    if one.carries == "free":
        return "Free()" if one.example is None else f"Free({literal(one.example, 16)})"
    return f"{'Item' if one.carries == 'item' else 'Covers'}({literal(one.to, 0)})"


# -- the world


def _world(draft: Draft) -> list[str]:
    items = _catalogue(draft)
    lines = [
        "class DryRun(World):",
        '    """What the tools answer in a test: nothing is done for real. Put items of your own into the catalogue."""',
        "",
    ]
    lines += [f'    now = "{NOW}"']
    if items:
        lines += ["    catalogue = (", *(f"        {literal(item, 8)}," for item in items), "    )"]
    lines += ["", "    def __init__(self) -> None:", "        self._standing: dict[str, str] = {}"]
    nouns = {result.name: result for result in draft.results}
    helpers: set[str] = set()
    for tool in draft.tools:
        lines += ["", f"    def {tool.method}(self, **given: Any) -> Any:"]
        lines += [f"        {line}" for line in _method(draft, tool, nouns, helpers)]
    for name in ("_list", "_expect", "_do", "_undo"):
        if name in helpers:
            lines += ["", *_HELPERS[name]]
    odd = [tool for tool in draft.tools if tool.method != tool.name]
    if odd:
        lines += ["", "", *(f"setattr(DryRun, {literal(tool.name, 0)}, DryRun.{tool.method})" for tool in odd)]
    return lines


_HELPERS = {
    "_list": [
        "    def _list(self, kind: str, **wanted: Any) -> list[Any]:",
        "        kept = [item for item in self.catalogue if item[\"kind\"] == kind]",
        "        return [item for item in kept if all(_holds(item[name], value) for name, value in wanted.items())]",
    ],
    "_expect": [
        "    def _expect(self, kind: str, id: Any) -> None:",
        "        if not any(item[\"id\"] == id and item[\"kind\"] == kind for item in self.catalogue):",
        "            raise ToolError(f\"there is no {kind} {id!r}\")",
    ],
    "_do": [
        "    def _do(self, what: str) -> Any:",
        "        id = f\"{what}-{len(self._standing) + 1}\"",
        "        self._standing[id] = what",
        "        return {\"accepted\": True, \"dry_run\": True, f\"{what}_id\": id}",
    ],
    "_undo": [
        "    def _undo(self, what: str, id: Any) -> Any:",
        "        if self._standing.get(id) != what:",
        "            raise ToolError(f\"there is no {what} {id!r}\")",
        "        self._standing[id] = \"taken back\"",
        "        return {\"accepted\": True, \"dry_run\": True}",
    ],
}  # fmt: skip


def _method(draft: Draft, tool: DraftTool, results: dict[str, DraftResult], helpers: set[str]) -> Iterator[str]:
    for one in tool.arguments:
        if one.carries == "item" and one.to in results and not results[one.to].details:
            helpers.add("_expect")
            guard = "" if one.required else f"if dig(given, {literal(one.path, 0)}) is not None:\n            "
            yield f"{guard}self._expect({literal(results[one.to].noun, 0)}, dig(given, {literal(one.path, 0)}))"
    if tool.undoes:
        helpers.add("_undo")
        id = next((one.path for one in tool.arguments if one.carries == "item" and one.to == tool.undoes), None)
        named = (
            f"dig(given, {literal(id, 0)})"
            if id
            else f"next((id for id, kind in self._standing.items() if kind == {literal(tool.undoes, 0)}), None)"
        )
        yield f"return self._undo({literal(tool.undoes, 0)}, {named})"
    elif tool.effect.value:
        helpers.add("_do")
        yield f"return self._do({literal(tool.makes, 0)})"
    elif (result := results.get(tool.makes)) is not None and not result.details:
        helpers.add("_list")
        by = {one.to: one.path for one in tool.arguments if one.to in result.told_by and one.carries in ("exact", "covers")}
        wanted = "".join(f", {name}=dig(given, {literal(path, 0)})" for name, path in by.items())
        yield f"return {{{literal(result.name, 0)}: self._list({literal(result.noun, 0)}{wanted})}}"
    elif tool.makes:
        yield f'return {{"id": " ".join([{literal(tool.makes, 0)}, *map(str, given.values())])}}'
    else:
        yield 'return {"answer": "done"}'


def _catalogue(draft: Draft) -> list[dict[str, Any]]:
    """Items of each kind: of a closed list each value has an item, and of a set the items have more and more."""
    fields = {field.name: field for field in draft.fields}
    chosen = next((result.noun for result in draft.results if not result.details and any(f.names_item for f in draft.fields)), None)
    named = next((one.to for tool in draft.tools if tool.effect.value for one in tool.arguments if one.carries == "item" and one.to in
                  {result.name for result in draft.results}), None)  # fmt: skip
    chosen = next((result.noun for result in draft.results if result.name == named), chosen)
    found = []
    for noun in dict.fromkeys(result.noun for result in draft.results if not result.details):
        told_by = next(result.told_by for result in draft.results if result.noun == noun and not result.details)
        for number, name in enumerate(ITEMS):
            item: dict[str, Any] = {"id": name if noun in (chosen, None) else f"{noun}-{number + 1}", "kind": noun}
            for by in told_by:
                choices = fields[by].choices
                item[by] = (
                    list(choices[: len(choices) - number % (len(choices) + 1)]) if fields[by].is_set else choices[number % len(choices)]
                )
            found.append(item)
    return found


def _suits(draft: Draft) -> list[str]:
    names = list(dict.fromkeys(name for result in draft.results for name in result.told_by))
    if not any(not result.details for result in draft.results):
        return []
    lines = [
        "def _holds(held: Any, wanted: Any) -> bool:",
        '    """Whether what an item has is what is wanted; of a set, all that is wanted must be there."""',
        "    return wanted is None or (set(wanted) <= set(held) if isinstance(held, list) else wanted == held)",
    ]
    if names:
        lines += [
            "", "",
            "def suits(item: Any, wants: Any) -> bool:",
            '    """Whether an item of the catalogue is what the user wants."""',
            f"    return all(_holds(item[name], getattr(wants, name)) for name in {literal(names, 4)} if name in item)",
        ]  # fmt: skip
    return lines


# -- the domain


def _domain(draft: Draft) -> list[str]:
    lines = [
        f"{draft.name} = Domain(",
        f"    name={literal(draft.name, 0)}, fields=Wishes, world=DryRun, opens_with={literal(draft.opens_with, 0)},",
    ]
    lines += ["    tools=[", *_tools(draft), "    ],", "    goals=[", *(_goal(goal) for goal in draft.goals), "    ],"]
    if any(result.told_by for result in draft.results):
        lines += ["    suits=suits,"]
    if draft.handoff:
        lines += [f"    handoff={literal(draft.handoff, 4)},"]
    lines += [f'    synonyms={literal(draft.synonyms, 4)},  # other words for a value, in any language: {{"economy": ["coach", "эконом"]}}']
    return [*lines, ")"]


def _goal(goal: DraftGoal) -> str:
    named: dict[str, Any] = {"result": goal.result, "ends_with": goal.ends_with, "words_only": goal.words_only, "words": goal.words}
    return f"        {call('Goal', [goal.name], {key: value for key, value in named.items() if value}, 8)},"
