"""Lines of a summary: where one field's value stands alone in it, so that what is changed there is a fault and not a doubt."""

from collections.abc import Iterator
from typing import Any

from intentprops.fields import Field
from intentprops.mutants.case import At, Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import value_line
from intentprops.mutants.shape import Edit
from intentprops.trace import TurnRecord


def spelled(field: Field, value: Any) -> str:
    return str(field.dump(value))


def clear_lines(case: Case) -> Iterator[tuple[At, Field, Any, list[Any]]]:
    """Each scalar of a turn whose value, and whose replaced values, no other line of the summary can be taken for."""
    for at in case.live():
        for field in case.scalars():
            now = at.after.values.get(field.name)
            if now is None or isinstance(now, bool):
                continue
            others = [value for name, value in at.after.values.items() if name != field.name]
            flat = [value for held in others for value in (held if isinstance(held, frozenset) else [held])]
            summary = case.exposing("summary")[at.turn - 1].summary or ""
            rest = summary.replace(_line(case, field, now), "").casefold()
            if any(alike(now, value) for value in flat) or _part(field, now, rest):
                continue
            flat += [value for name in case.domain.field if name != field.name for value in at.after.old_values(name)]
            old = [value for value in sorted(at.after.old_values(field.name), key=str) if not any(alike(value, v) for v in [*flat, now])]
            yield at, field, now, old


def _line(case: Case, field: Field, value: Any) -> str:
    return value_line(case.scenario.language, field.name, spelled(field, value))


def _part(field: Field, value: Any, rest: str) -> bool:
    """Whether the rest of a summary may be read as naming the value."""
    words = [str(value), str(value).replace("_", " "), spelled(field, value), *map(str, field.synonyms.get(value, ()))]
    return any(word.casefold() in rest for word in words)


def alike(one: Any, other: Any) -> bool:
    """Whether two values may be taken for one another in a text: equal ones, moments of one day or hour, texts one in the other."""
    if one == other:
        return True
    shared = [set(_parts(value)) for value in (one, other)]
    if shared[0] & shared[1]:
        return True
    return isinstance(one, str) and isinstance(other, str) and (one in other or other in one)


def _parts(value: Any) -> list[Any]:
    """The day and the hour of a moment."""
    found = []
    if hasattr(value, "date"):
        found.append(value.date())
    elif hasattr(value, "year"):
        found.append(value)
    if hasattr(value, "hour"):
        found.append((value.hour, value.minute))
    return found


def instead(case: Case, at: At, field: Field, now: Any, line: str) -> Edit:
    """The summary of a turn with another line in the place of a field's own."""

    def change(record: TurnRecord) -> None:
        lines = (record.summary or "").splitlines()
        record.summary = "\n".join(line if one == _line(case, field, now) else one for one in lines).strip()

    return in_turn(at.turn, change)


def line_of(case: Case, field: Field, text: str) -> str:
    return value_line(case.scenario.language, field.name, text)
