"""The kill matrix as a person reads it: a row for each defect and variant, then what got away, then what each check is for."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from intentprops.mutants.judge import OUTCOMES
from intentprops.mutants.proof import Need, Proof, Row
from intentprops.reports.text import one_line

_STYLE = {"right": "green", "no place": "dim", "wrong": "red", "changes nothing": "red"}
SHOWN = 3
"""Problems of one defect that are printed; the file of the proof has them all."""


def show_proof(proof: Proof, out: Console) -> None:
    """Print the table, every problem, and what would be missed without each check."""
    out.print(Text(f"Proof of the checks on the domain {proof.task.domain.name}", "bold"))
    out.print(_table(proof))
    for row in proof.rows.values():
        _show_problems(row, out)
    _show_needs(proof, out)
    out.print(Text(summary(proof), "bold green" if proof.passed else "bold red"))


def summary(proof: Proof) -> str:
    """The verdict in one line."""
    total = {outcome: sum(row.outcomes[outcome] for row in proof.rows.values()) for outcome in OUTCOMES}
    counts = ", ".join(f"{total[outcome]:,} {outcome}" for outcome in OUTCOMES if total[outcome] and outcome != "not applicable")
    wrong = [row.name for row in proof.rows.values() if not row.passed]
    end = "all for the right reason" if proof.passed else f"not proved: {', '.join(wrong)}"
    return f"{proof.task.domain.name}: {proof.mutants:,} mutants and variants in {proof.cases:,} dialogues: {counts}; {end}"


def _table(proof: Proof) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("defect or variant", "caught by", "verdict", "outcomes", "had a place in"):
        table.add_column(Text(name))
    for row in proof.rows.values():
        table.add_row(
            Text(row.name, "bold" if row.documented else ""), Text(_caught_by(row)), Text(row.verdict, _STYLE[row.verdict]),
            Text(", ".join(f"{row.outcomes[o]} {o}" for o in OUTCOMES if row.outcomes[o] and o != "not applicable")),
            Text(", ".join(f"{count} {source}s" for source, count in sorted(row.bites.items(), reverse=True))),
        )  # fmt: skip
    return table


def _caught_by(row: Row) -> str:
    if row.kind != "defect":
        return "nothing" if row.kind == "variant" else ""
    return " or ".join(dict.fromkeys(f"{expect['check']}: {expect['reason']}" for expect in row.expects))


def _show_problems(row: Row, out: Console) -> None:
    if row.verdict == "changes nothing":
        out.print(Text(f"{row.name}: all of its {row.judged} mutants are equivalent: it changes nothing that can be seen", "red"))
    for problem in row.problems[:SHOWN]:
        place = f"{problem.case}, {problem.site}" if problem.site else problem.case
        out.print(Text(f"{row.name}: {problem.outcome} in {one_line(place)}", "red"))
        if problem.detail:
            out.print(Text(f"    {one_line(problem.detail, 400)}"))
    if len(row.problems) > SHOWN:
        out.print(Text(f"    and {len(row.problems) - SHOWN} more", "dim"))


def _show_needs(proof: Proof, out: Console) -> None:
    out.print(Text("\nWithout this check these would get away:", "bold"))
    for line in missed(proof.checks):
        out.print(Text(f"  {line}"))
    if proof.unneeded and not proof.task.only:  # what a few defects do not need says nothing of the others
        text = "Nothing here needs: " + ", ".join(proof.unneeded)
        out.print(Text(f"{text} (the domain gives no place to what they alone catch)\n", "dim"))


def missed(needs: dict[str, Need]) -> Iterator[str]:
    """For each check that some mutant needs: how many would be missed without it, and which defects they have."""
    for name, need in needs.items():
        if need.alone:
            yield f"{name}: {need.alone} mutants ({', '.join(sorted(need.defects))})"

