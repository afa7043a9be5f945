"""What the audit found, in words."""

from __future__ import annotations

from collections import Counter

from audit.outcome import KILLED, UNTRIED, Outcome


def summary(outcomes: dict[str, Outcome]) -> str:
    """A line for each module, and one for each part."""
    lines = [f"{'':48} {'mutants':>8} {'killed':>8} {'explained':>10} {'left':>6} {'score':>7}"]
    for name, outcome in outcomes.items():
        modules = _modules(outcome)
        left = Counter(_module(survivor.function, modules) for survivor in outcome.unexplained)
        explained = Counter(_module(survivor.function, modules) for survivor in outcome.survivors)
        explained.subtract(left)
        for path, counts in outcome.statuses.items():
            killed = sum(counts[status] for status in KILLED)
            lines.append(_line(path, sum(counts.values()) - counts[UNTRIED], killed, explained[path], left[path]))
        tried = outcome.mutants - outcome.untried
        lines.append(_line(name, tried, outcome.killed, len(outcome.explained), len(outcome.unexplained)))
        if outcome.untried:
            lines.append(f"{'':4}{tried:,} of {outcome.mutants:,} mutants were tried; what is said here is said of them")
        alone = sum(len(names) for names in outcome.left_alone.values())
        lines.append(f"{'':4}{outcome.functions - alone} of {outcome.functions} functions are mutated ({outcome.mutated:.1%})")
    return "\n".join(lines)


def problems(outcomes: dict[str, Outcome], *, sampled: bool = False) -> list[str]:
    """What keeps the audit from passing. Of a sample, the others need not be tried."""
    found = []
    for name, outcome in outcomes.items():
        if outcome.score < outcome.part.gate:
            found.append(f"{name}: {outcome.score:.1%} of the mutants are killed, {outcome.part.gate:.0%} have to be")
        if outcome.untried and not sampled:
            found.append(f"{name}: {outcome.untried:,} of {outcome.mutants:,} mutants were not tried")
        if outcome.mutated < outcome.part.mutated:
            found.append(f"{name}: {outcome.mutated:.1%} of the functions are mutated, {outcome.part.mutated:.0%} have to be")
    return found


def to_markdown(outcomes: dict[str, Outcome]) -> str:
    """The whole report: the numbers, what mutmut leaves alone, each survivor with its diff, what is explained and why."""
    text = ["# Audit of the tests\n", "```", summary(outcomes), "```"]
    for name, outcome in outcomes.items():
        text += [f"\n## {name}: functions that mutmut leaves alone\n"]
        text += [f"- `{function}`" for functions in outcome.left_alone.values() for function in functions] or ["None."]
        text += [f"\n## {name}: survivors\n"]
        for survivor in outcome.unexplained:
            text += [f"`{survivor.name}` ({survivor.status})\n", "```diff", *survivor.diff.splitlines()[2:], "```\n"]
        text += [f"\n## {name}: explained\n"]
        text += [
            f"- `{survivor.function}`: `{survivor.was}` → `{survivor.becomes}`: {outcome.explained[survivor.name].reason}"
            for survivor in outcome.survivors
            if survivor.name in outcome.explained
        ]
    return "\n".join(text) + "\n"


def _line(name: str, mutants: int, killed: int, explained: int, left: int) -> str:
    judged = mutants - explained
    return f"{name:48} {mutants:8} {killed:8} {explained:10} {left:6} {killed / judged if judged else 1:7.1%}"


def _modules(outcome: Outcome) -> dict[str, str]:
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in outcome.statuses}


def _module(function: str, modules: dict[str, str]) -> str:
    """The file of a function, by the longest name of a module that its name begins with."""
    name = max((name for name in modules if function.startswith(name + ".")), key=len)
    return modules[name]
