"""Summary: the text that a summarizing agent hands its planner, checked before planning is judged.

An active summary says the new value only; the old one belongs into the history. ("For twelve people, then the user
said six" is useful for an audit and ambiguous for an action.)
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from intentprops.changes import GOAL
from intentprops.checks.registry import TurnView, check
from intentprops.fields import Field
from intentprops.findings import Finding
from intentprops.language import mentions, moments, numbers, polarity, rules_all_out, words_in


def summary_negation(turn: TurnView) -> Iterator[Finding]:
    """What the user forbade is ruled out. Named without being ruled out, it is lost; left out, only if the goal allows it.

    The task itself may bear the name of what is forbidden for now ("book a room, but book nothing yet").
    """
    text = turn.record.summary
    if text is None:
        return
    state, domain = turn.expected.state, turn.domain
    for name in sorted(state.bans & domain.effectful):
        said = words_in(domain.tool[name].words, turn.language)
        others = [word for tool in domain.tools if tool.name != name for word in words_in(tool.words, turn.language)]
        signs = polarity(text, turn.language, [*said, name.replace("_", " ")], others)
        lost = not any(signs) if signs else bool(said) and name in domain.allowed[state.goal]
        if lost and not rules_all_out(text, turn.language):
            yield turn.finding(
                "lost_negation", "summary", stage="memory", expected=f"no {name}: the user forbade it",
                actual=text, about=[f"permissions.{name}", GOAL], critical=True,
            )  # fmt: skip


def summary_values(turn: TurnView) -> Iterator[Finding]:
    """Each known field stands in the summary with its active value, and with no other."""
    text = turn.record.summary
    if text is None:
        return
    state = turn.expected.state
    active = [v for value in state.values.values() for v in (value if isinstance(value, frozenset) else [value])]
    for name, field in turn.domain.field.items():
        want, old = state.values.get(name, field.empty), state.old_values(name)
        if (want == field.empty and not old) or (turn.expected.blind and field.from_item is not None):
            continue  # an offer that was accepted unseen may have replaced what we do not know
        if isinstance(want, bool) or any(isinstance(value, bool) for value in old):
            continue  # a yes or no is said in too many ways
        named = _named(turn, field, text)
        wanted = want if isinstance(want, frozenset) else {want} - {None}
        has = all(any(_same(n, w) for n in named) for w in wanted)
        # what may be the active value of this field, or of another one, is no sign of an old one
        doubtless = [n for n in named if not any(_same(n, value) for value in active)]
        if any(_same(n, value) for n in doubtless for value in old):
            reason = "merged_versions" if has and wanted else "stale_value"
        elif not has:
            reason = "lost_value"
        else:
            continue
        yield turn.finding(
            reason, "summary", stage="memory", expected=field.dump(want), actual=text, about=[field.path]
        )


def _named(turn: TurnView, field: Field, text: str) -> list[Any]:
    """The values of a field that a text names: choices by their words, numbers beside their noun, moments."""
    language, state = turn.language, turn.expected.state
    known = state.values.get(field.name)
    values = {*state.old_values(field.name), *(known if isinstance(known, frozenset) else {known})} - {None}
    if field.choices:
        return [v for v in values if mentions(text, [str(v), str(v).replace("_", " "), *field.synonyms.get(v, ())])]
    if any(isinstance(value, (date, datetime)) for value in values):
        return [moment.value for moment in moments(text, turn.scenario.now, language)]
    if all(isinstance(value, (int, float)) for value in values):
        return [number.value for number in numbers(text, language)] + _decimals(text)
    return [value for value in values if str(value).casefold() in text.casefold()]


def _decimals(text: str) -> list[float]:
    import re

    return [float(found) for found in re.findall(r"\d+\.\d+", text)]


def _same(named: Any, value: Any) -> bool:
    """Whether a value named in a text is that value; a day or a time alone may name a moment."""
    if isinstance(value, datetime):
        if isinstance(named, datetime):
            return named == value
        return named in (value.date(), value.time().replace(tzinfo=None))
    if isinstance(named, datetime) and isinstance(value, date):
        return named.date() == value
    return bool(named == value)


check("summary_negation", dimension="summary")(summary_negation)
check("summary_values", dimension="summary")(summary_values)
