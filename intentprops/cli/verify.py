"""``intentprops verify``: break correct dialogues on purpose, and see each check catch what it must and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from intentprops.cli.common import FINDINGS, Files, Json, note
from intentprops.errors import IntentpropsError
from intentprops.reports.matrix import to_json
from intentprops.running.folder import PROOF


def verify(
    domain: Annotated[
        list[str] | None, typer.Argument(metavar="[DOMAIN...]", help="Domains of the library, or package.module:attribute.  [default: all]")
    ] = None,
    scenarios: Files = None,
    chains: Annotated[int, typer.Option(metavar="N", help="Generated dialogues to break, beside the scenarios.")] = 30,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed breaks the same dialogues.")] = 0,
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this defect or variant. May be repeated.")
    ] = None,
    defects: Annotated[
        list[str] | None, typer.Option(metavar="MODULE", help="A module that registers defects of your own. May be repeated.")
    ] = None,
    workers: Annotated[int, typer.Option(metavar="N", help="Processes that work side by side.")] = 1,
    out: Annotated[str | None, typer.Option(metavar="FOLDER", help="Keep the proof in FOLDER/proof.json.")] = None,
    json: Json = False,
) -> None:
    """Prove the checks.

    Correct dialogues are broken by every known defect, and each must be caught by the check that is there for it, first and for
    the right reason; variants that are right must stay green. The exit code is 0 only if that holds throughout.
    """
    from intentprops.cli import proving  # Hypothesis is loaded where it is used

    order = proving.Order(
        domains=tuple(domain or ()), files=tuple(scenarios or ()), chains=chains, seed=seed, only=tuple(only or ()),
        modules=tuple(defects or ()), workers=workers,
    )  # fmt: skip
    if out is not None and Path(out).exists() and not Path(out).is_dir():
        raise IntentpropsError(f"{out} is a file; --out takes a folder")
    proofs = proving.prove_all(order, note)
    document = [proof.to_json() for proof in proofs]
    if out is not None:
        Path(out).mkdir(parents=True, exist_ok=True)
        (Path(out) / PROOF).write_text(to_json(document), encoding="utf-8")
    if json:
        sys.stdout.write(to_json(document))
    else:
        from intentprops.reports.proof import show_proof
        from intentprops.reports.terminal import console

        for proof in proofs:
            show_proof(proof, console())
    if not all(proof.passed for proof in proofs):
        raise typer.Exit(FINDINGS)
