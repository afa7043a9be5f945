"""Arguments: every call is judged, not just one; what is not bound to a field is not."""

from __future__ import annotations

from collections.abc import Iterator

from intentprops.checks.registry import TurnView, ViewedCall, check
from intentprops.findings import Finding
from intentprops.ledger import argument_fits, argument_is_old, expected_argument
from intentprops.tools import Binding, Item, Tool, dig, named


def arguments(turn: TurnView) -> Iterator[Finding]:
    """Each argument that carries a field has the active value, and the call fits its tool's schema."""
    for call in turn.calls():
        tool = turn.domain.tool.get(call.name)
        if tool is None or tool.undoes is not None:
            continue  # an undo carries the old values, and rightly so (T19)
        if turn.outlived(call):
            continue  # what it carries was right when it was planned: that it ran is the fault, and Function's
        problem = tool.problem(call.arguments)
        if problem is not None:
            yield turn.finding(
                "invalid_arguments", call.path, stage=turn.planning(), expected="arguments that fit the schema", actual=problem,
                about=[f"{call.name}()"],
            )  # fmt: skip
            continue
        for path, binding in turn.domain.carriers(call.name):
            yield from _judge(turn, call, tool, path, binding)
        yield from _chosen(turn, call, tool)


def _judge(turn: TurnView, call: ViewedCall, tool: Tool, path: str, binding: Binding) -> Iterator[Finding]:
    domain, state = turn.domain, call.expected.state
    argument = tool.argument(call.arguments, path)
    fits = argument_fits(
        domain, binding, argument, state,
        default=tool.defaults.get(path), effectful=tool.effect, compares=call.expected.compares, chosen=True,
    )  # fmt: skip
    if fits:
        return
    old = argument_is_old(domain, binding, argument, state)
    yield turn.finding(
        "superseded_argument" if old else "wrong_argument", f"{call.path}.{path}", stage=turn.planning(),
        expected=expected_argument(domain, binding, state), actual=argument,
        about=["constraints." + name for name in binding.fields],
    )  # fmt: skip


def _chosen(turn: TurnView, call: ViewedCall, tool: Tool) -> Iterator[Finding]:
    """An item that the user chose by name (T10) is the one that a call must take."""
    domain, state = turn.domain, call.expected.state
    for path, binding in tool.args.items():
        if not isinstance(binding, Item) or domain.maker[binding.result].effect:
            continue
        item = domain.items.get(named(call.arguments, path))
        for name, key in domain.item_fields.items():
            if item is None or key not in item or name not in state.values:
                continue
            actual = domain.field[name].parse(item[key])
            if actual != state.values[name]:
                yield turn.finding(
                    "superseded_argument" if actual in state.old_values(name) else "wrong_argument", f"{call.path}.{path}",
                    stage=turn.planning(), expected=domain.field[name].dump(state.values[name]), actual=dig(call.arguments, path),
                    about=["constraints." + name],
                )  # fmt: skip


check("arguments", dimension="Arguments")(arguments)
