"""The same values in other spellings and in another order."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from intentprops.fields import Field
from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Example, Site, Variant, register
from intentprops.tools import Covers, Exact, dig, plant
from intentprops.trace import TurnRecord


def _other_order(case: Case) -> Iterator[Site]:
    """Lists of which the order means nothing, reversed: sets, the log, questions, the permissions."""

    def change(record: TurnRecord) -> None:
        state = shown(record)
        for name, value in state["constraints"].items():
            if isinstance(value, list) and case.domain.field[name].is_set:
                value.reverse()
        state["superseded"].reverse()
        state["open_questions"].reverse()
        state["permissions"] = dict(reversed(state["permissions"].items()))
        record.questions = list(reversed(record.questions or ()))

    yield Site(1, "state", since(1, change))


def _other_values(case: Case, respell: Any) -> Iterator[Site]:
    """Every value that can be spelled otherwise, in the state and in the arguments."""
    found = False
    for record in case.trace:
        if record.active_state_after is None or record.scripted:
            continue
        for name, raw in shown(record)["constraints"].items():
            found = found or respell(case.domain.field[name], raw) != raw
    if not found:
        return

    def change(record: TurnRecord) -> None:
        if record.scripted:
            return
        constraints = shown(record)["constraints"]
        for name, raw in constraints.items():
            constraints[name] = respell(case.domain.field[name], raw)

    yield Site(1, "state", since(1, change))


def _instant(field: Field, raw: Any) -> Any:
    """The same instant in another zone."""
    if isinstance(raw, str) and not field.is_set:
        try:
            moment = datetime.fromisoformat(raw)
        except ValueError:
            return raw
        if moment.tzinfo is not None:
            return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return raw


def _synonym(field: Field, raw: Any) -> Any:
    """A word for a value, where the domain has one."""
    if isinstance(raw, list):
        return [_synonym(field, one) for one in raw]
    value = next((choice for choice in field.choices if str(choice) == str(raw)), None)
    words = field.synonyms.get(value, ()) if value is not None else ()
    return words[0] if words else raw


def _text(field: Field, raw: Any) -> Any:
    """A number as text."""
    return str(raw) if type(raw) is int else raw


def _instants_in_calls(case: Case) -> Iterator[Site]:
    """The same instant in another zone, in a call."""
    for at in case.live():
        for number, call in case.calls(at):
            for path, binding in case.domain.tool[call.name].args.items():
                if not isinstance(binding, (Exact, Covers)):
                    continue
                raw = dig(call.arguments, path)
                other = _instant(case.domain.field[binding.field], raw)
                if other != raw:

                    def change(record: TurnRecord, number: int = number, path: str = path, other: Any = other) -> None:
                        plant(record.tool_calls[number - 1].arguments, path, other)

                    yield Site(at.turn, f"calls[{number}].{path}", _in(at.turn, change))


def _in(turn: int, change: Any) -> Any:
    return lambda trace: change(trace[turn - 1])


register(Variant(
    "other_order", "Lists of which the order means nothing stand in another order.", _other_order,
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
register(Variant(
    "other_zone", "An instant is given in another zone.", lambda case: _other_values(case, _instant), needs="reveal",
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
register(Variant(
    "other_zone_in_call", "An instant is given in another zone in a call.", _instants_in_calls, needs="reveal",
    examples=[Example("rooms:V1", 1, "calls[1].starts_at")],
))  # fmt: skip
register(Variant(
    "synonym", "A value is given by another word for it.", lambda case: _other_values(case, _synonym), needs="add reveal",
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
register(Variant(
    "number_as_text", "The exposed state holds a number as text.", lambda case: _other_values(case, _text), needs="reveal",
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
register(Variant(
    "unbroken", "Nothing is changed at all.", lambda case: [Site(1, "state")],
    examples=[Example("rooms:V1", 1, "state")],
))  # fmt: skip
