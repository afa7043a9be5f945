"""``intentprops fuzz``: a long search for failing dialogues; ``intentprops replay``: play some again."""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from typing import Annotated, Literal

import typer

from intentprops.cli.common import FINDINGS, Json
from intentprops.errors import IntentpropsError
from intentprops.reports.matrix import to_json
from intentprops.scenarios import find_domain

Agents = Annotated[list[str] | None, typer.Option("--agent", metavar="PLACE", help="An agent, package.module:create. May be repeated.")]
Model = Annotated[str | None, typer.Option(metavar="NAME", help="A test double instead: reference or mistaken.")]
Memory = Annotated[str, typer.Option(metavar="MODE", help="The memory of the test double: chat, summary or structured.")]
Repeats = Annotated[int, typer.Option(metavar="N", help="Play a failing dialogue up to N times.")]
FailIf = Annotated[int, typer.Option(metavar="N", help="It fails when N of them do.")]
Timeout = Annotated[float, typer.Option(metavar="SECONDS", help="The longest wait for a reply.")]


def fuzz(
    domain: Annotated[str, typer.Argument(metavar="DOMAIN", help="A domain of the library, or package.module:attribute.")],
    agent: Agents = None,
    updater: Annotated[
        list[str] | None,
        typer.Option(metavar="PLACE", help="A function update(state, turn) that keeps a state and calls nothing. May be repeated."),
    ] = None,
    model: Model = None,
    memory: Memory = "chat",
    engine: Annotated[
        Literal["hypothesis", "bulk", "exhaustive"],
        typer.Option(help="Drawn by Hypothesis; a plain random stream, for speed; or every dialogue up to --length moves."),
    ] = "hypothesis",
    count: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after N dialogues.  [default: 1000, if nothing else ends it]")
    ] = None,
    time: Annotated[str | None, typer.Option(metavar="TIME", help="Stop after a time: 30s, 10m, 2h.")] = None,
    budget_turns: Annotated[int | None, typer.Option(metavar="N", help="Stop after N live turns of the agent.")] = None,
    repeats: Repeats = 1,
    fail_if: FailIf = 1,
    kinds: Annotated[
        str | None, typer.Option(metavar="KINDS", help="Kinds of change, such as 'revise revise switch'.  [default: all]")
    ] = None,
    max_turns: Annotated[int, typer.Option(metavar="N", help="The most turns of a dialogue.")] = 6,
    length: Annotated[int, typer.Option(metavar="N", help="The most moves of a dialogue of --engine exhaustive.")] = 3,
    language: Annotated[Literal["en", "ru"], typer.Option(help="The language of the dialogues.")] = "en",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed searches the same dialogues.")] = 0,
    workers: Annotated[int, typer.Option(metavar="N", help="Processes that search side by side.")] = 1,
    timeout: Timeout = 60.0,
    save_failures: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Keep the shortest failing dialogue of each root cause here, as a scenario file.")
    ] = None,
    out: Annotated[str | None, typer.Option(metavar="FOLDER", help="Keep the search in fuzz.json here, to go on with it.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the search of --out.")] = False,
    json: Json = False,
) -> None:
    """Search for dialogues that fail.

    They are generated, and each that fails is shrunk to the shortest. One root cause is one failure. The exit code is 1 where there is any.
    """
    from intentprops.cli import searching  # Hypothesis is loaded where it is used
    from intentprops.testing.fuzz import Search
    from intentprops.testing.keep import writable
    from intentprops.testing.player import Budget
    from intentprops.testing.subjects import player_of

    subjects = [*(agent or []), *(f"updater:{name}" for name in updater or [])]
    if model is not None:
        subjects.append(f"model:{model}:{memory}")
    if not subjects:
        raise IntentpropsError("there is nobody to test: name --agent package.module:create, --updater, or --model mistaken")
    if resume and out is None:
        raise IntentpropsError("--resume needs --out, the folder of the search to go on with")
    if count is not None and count < 1:
        raise IntentpropsError(f"count {count}: give a whole number from 1")
    seconds = None if time is None else _seconds(time)
    if count is None and seconds is None and budget_turns is None and engine != "exhaustive":
        count = 1000
    if save_failures is not None:
        writable(save_failures)
    budget = Budget(turns=budget_turns, repeats=repeats, fail_if=fail_if)
    reports = []
    with redirect_stdout(sys.stderr):  # what an agent prints is not our result
        found = find_domain(domain)
        searching.allowed(found, kinds, max_turns)
        for subject in subjects:
            player_of(subject, found)  # what is not there is said before anything is played
        for subject in subjects:
            search = Search(
                domain=domain, subject=subject, engine=engine, seed=seed, kinds=kinds, max_turns=max_turns, length=length,
                language=language, budget=budget, timeout=timeout,
            )  # fmt: skip
            reports.append(searching.search(search, count, seconds, workers, out, resume))
            if save_failures is not None:
                searching.save(reports[-1], found, save_failures)
    if json:
        sys.stdout.write(to_json([report.to_json() for report in reports]))
    else:
        for report in reports:
            searching.show(report, save_failures)
    if any(report.failures for report in reports):
        raise typer.Exit(FINDINGS)


def _seconds(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", text.strip())
    if found is None or not float(found[1]):
        raise IntentpropsError(f"time {text!r}: give a time above zero, such as 30s, 10m or 2h")
    return float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2]]


def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Scenario files, or folders of them.")],
    agent: Annotated[str | None, typer.Option(metavar="PLACE", help="The agent, package.module:create.")] = None,
    model: Model = None,
    memory: Memory = "chat",
    language: Annotated[Literal["en", "ru"] | None, typer.Option(help="The language of the dialogues.  [default: whichever]")] = None,
    repeats: Repeats = 1,
    fail_if: FailIf = 1,
    timeout: Timeout = 60.0,
    json: Json = False,
) -> None:
    """Play kept failures again.

    The dialogues of scenario files, or of folders of them, are each printed with their findings. The exit code is 1 where one fails.
    """
    if (agent is None) == (model is None):
        raise IntentpropsError("name one to play against: --agent package.module:create, or --model mistaken")
    from intentprops.cli import searching
    from intentprops.reports.dialogue import lines
    from intentprops.reports.matrix import attempt_of
    from intentprops.reports.terminal import console, show_lines
    from intentprops.testing.outcome import judge
    from intentprops.testing.player import Budget
    from intentprops.testing.subjects import player_of

    subject = agent or f"model:{model}:{memory}"
    failed, documents = False, []
    for domain, dialogue in searching.dialogues(files, language):
        player = player_of(subject, domain, budget=Budget(repeats=repeats, fail_if=fail_if), timeout=timeout)
        with redirect_stdout(sys.stderr):
            outcome = judge(player, dialogue.scenario)
        assert outcome is not None  # such a budget has no end
        failed |= outcome.failed
        shown = outcome.failing()[0] if outcome.failing() else outcome.grades[0]
        if json:
            documents.append({"failed": outcome.failed, **attempt_of(shown, shown.trace[0].run_id).model_dump(mode="json")})
        else:
            show_lines(lines(domain, shown), console())
            if repeats > 1:
                print(f"{len(outcome.failing())} of {len(outcome.grades)} dialogues failed")
            print()
    if json:
        sys.stdout.write(to_json(documents))
    if failed:
        raise typer.Exit(FINDINGS)


