"""The files that ``intentprops init`` writes: the domain, its first scenarios, a test, and a page that says what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from intentprops.domain import Domain
from intentprops.drafting.definitions import DraftError
from intentprops.drafting.dialogues import first_scenarios, scenario_file
from intentprops.drafting.draft import Draft

SCENARIOS = "scenarios.yaml"


def files_of(draft: Draft) -> dict[str, str]:
    """The text of each file by its name. The domain is built on the way, so a draft that does not hold together raises here."""
    domain = draft.domain()
    place = f"{draft.name}:{draft.name}"
    scenarios = first_scenarios(domain)
    found = {f"{draft.name}.py": draft.source()}
    if scenarios:
        found[SCENARIOS] = scenario_file(domain, place, scenarios)
    found[f"test_{draft.name}.py"] = _test(draft.name)
    found["README.md"] = _page(draft, domain, {one.kind: one.id for one in scenarios})
    return found


def write(folder: Path, files: Mapping[str, str], *, force: bool = False) -> list[Path]:
    """Write files into a folder; all of them, or none where one would take the place of what is there and ``force`` is false."""
    paths = [folder / name for name in files]
    if folder.exists() and not folder.is_dir():
        raise DraftError(f"{folder} is a file; --out takes a folder")
    there = [str(path) for path in paths if path.exists()]
    if there and not force:
        raise DraftError(
            f"{', '.join(there)} {'are' if len(there) > 1 else 'is'} there already; write elsewhere with --out, or over it with --force"
        )
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def _test(name: str) -> str:
    return f'''"""Dialogues that nobody wrote: the shortest one that breaks an agent is what a failure shows."""

from intentprops.running.memory import with_memory
from intentprops.running.reference import ReferenceModel
from intentprops.testing import intent_test

from {name} import {name}


@intent_test({name}, agent=with_memory(ReferenceModel({name}), "chat"))  # put your agent here: from my_agent import create
def test_changes_of_mind(outcome):
    outcome.check()
'''


def _page(draft: Draft, domain: Domain, scenarios: Mapping[str, str]) -> str:
    name, place = draft.name, f"{draft.name}:{draft.name}"
    run = f"intentprops run --domain {place} --scenarios {SCENARIOS}" if scenarios else f"intentprops fuzz {place}"
    effects = [tool.name for tool in domain.tools if tool.effect]
    depends = [f"`{result}` on {_names(domain.depends(result))}" for result in domain.result if domain.depends(result)]
    written = (
        ", ".join(f"{id} ({kind})" for kind, id in scenarios.items()) or "none: the draft has too little to say; write the first by hand"
    )
    red = f"{run} --model mistaken --only {scenarios['revision']} --memory chat" if "revision" in scenarios else f"{run} --model mistaken"
    return f"""# {name}

A domain drafted from {len(draft.tools)} tools by `intentprops init`, to test an agent whose user changes the requirements. Run the
commands in this folder. {len(draft.questions)} questions are left to you: `grep -n QUESTION {name}.py`, or `intentprops doctor {place}`.

**See that it works, and see red.** A stale argument is planted, and found, by one command:

```console
intentprops verify {place} --only old_argument
```

It plays correct dialogues, puts a value that the user has replaced into a call, and says `killed` where the check `arguments` found it
for that very reason (`superseded_argument`). An agent that makes such mistakes, on a scenario of yours:

```console
{red}
```

## Twelve steps

1. **Choose one process.** This one: {_names(list(domain.tool))}. Tools that do not belong to it: take them out of `tools` and `goals`.
2. **List the fields that may change.** Class `Wishes`: {_names(list(domain.field))}. Values that a schema left open are invented: put
   in those of your own, with the words that people use for them (`Words`, `synonyms`).
3. **Describe what depends on what.** {"; ".join(depends) or "Nothing yet"}. An argument bound to a field makes the result
   depend on it; `Result(…, depends=[…])` adds what no argument carries.
4. **Write two scenarios of each class**, a plain one and one after a call of a tool. In `{SCENARIOS}`: {written}.
5. **Write down the expected state.** You need not: the changes in the file say what the user means, and the oracle computes the state
   after each turn. `intentprops scenarios --scenarios {SCENARIOS}` checks them, with an id it shows one.
6. **Add the bans.** What changes the world: {_names(effects) if effects else "nothing yet"}. A scenario says `forbid:`; a tool that needs a
   yes before each call says `confirm="every_time"`.
7. **Run the plain chat:** `{run} --memory chat` (your agent: `--agent my_agent:create`; a model: `--model openai:NAME`).
8. **Add the summary:** `{run} --memory summary`. The summary is judged before what is planned from it.
9. **Add the structured state:** `{run} --memory structured`.
10. **Mutate the tests:** `intentprops verify {place}` breaks correct dialogues by every known defect, and each must be caught.
11. **Compare the traces:** `intentprops report .intentprops/run-001 .intentprops/run-002` tells errors of interpretation, memory, planning
    and execution apart.
12. **Keep the set as a regression test:** `python -m pytest -q test_{name}.py`, after each change of model, prompt or tools.
    `intentprops fuzz {place} --agent my_agent:create --save-failures found` searches for more.
"""


def _names(names: list[str] | tuple[str, ...]) -> str:
    shown = [f"`{name}`" for name in names[:12]]
    return ", ".join(shown) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
