"""How large the page of a large run is, how long it takes to make, and how soon a browser shows it.

    python benchmarks/report.py [--scenarios 1000] [--repeats 5] [--alike] [--out build/report]

Generated dialogues in all three memory modes with the mistaken model. A language model never says the same twice, so each reply gets
words of its own, which is the worst case for a page that stores equal dialogues once; ``--alike`` leaves that out. The browser part needs
Playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

from intentprops.domains.rooms import rooms
from intentprops.running.experiment import Experiment, Plan, Slot, run
from intentprops.running.folder import MATRIX, REPORT, TRACES
from intentprops.running.recorded import Recorded
from intentprops.running.reporting import page_of
from intentprops.running.session import Create, Reply, Session
from intentprops.strategies import Manner, stream, worded

WORDS = ["the", "a", "room", "time", "we", "can", "do", "this", "for", "you", "please", "note", "that", "it", "also", "near", "see", "then"]


@dataclass(frozen=True)
class Wordy(Experiment):
    """An experiment whose agents add some words of their own to each reply."""

    alike: bool = False

    def create(self, slot: Slot) -> Create:
        made, random = super().create(slot), Random(slot.run_id)

        def create(session: Session) -> Any:
            respond = made(session)

            def more(message: str) -> Any:
                reply = respond(message)
                if self.alike or not isinstance(reply, Reply):
                    return reply
                reply.text += " " + " ".join(random.choice(WORDS) for _ in range(random.randint(15, 45))).capitalize() + "."
                return reply

            return more

        return create


def experiment(scenarios: int, repeats: int, alike: bool) -> Experiment:
    long = (scenario for scenario in stream(rooms, 7) if len(scenario.turns) >= 3)
    rows = {}
    for number, scenario in zip(count(1), islice(long, scenarios), strict=False):
        said = worded(rooms, scenario, "en", Manner("plain", number))
        rows[f"G{number}"] = type(said)(f"G{number}", "rooms", said.turns, said.now, "en", "revision", f"Generated dialogue {number}")
    return Wordy(Plan(domains=("rooms",), model="mistaken", repeats=repeats), {"rooms": rooms}, rows, alike)


def opened(place: Path, run_id: str) -> dict[str, Any]:
    """Seconds until the matrix can be used, and until a packed dialogue is shown."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        began = time.perf_counter()
        page.goto(place.absolute().as_uri())
        page.locator("#shown-count").wait_for()
        usable = time.perf_counter() - began
        painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        began = time.perf_counter()
        page.evaluate("id => { location.hash = id }", run_id)
        page.locator("#sheet[open] .turns").wait_for()
        dialogue = time.perf_counter() - began
        browser.close()
    return {"first paint, s": round(painted / 1000, 2), "usable after, s": round(usable, 2), "a dialogue after, s": round(dialogue, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenarios", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--alike", action="store_true")
    parser.add_argument("--out", default="build/report")
    options = parser.parse_args()
    folder = Path(options.out)
    shutil.rmtree(folder, ignore_errors=True)
    began = time.perf_counter()
    done = run(experiment(options.scenarios, options.repeats, options.alike), folder)
    whole = time.perf_counter() - began
    began = time.perf_counter()
    text = "".join(page_of(Recorded(done.folder, done.experiment, done.matrix)))
    made = time.perf_counter() - began
    result = {
        "dialogues": len(done.experiment.slots), "cells": done.matrix.counts(), "run with all its files, s": round(whole, 1),
        "of it the page, s": round(made, 1), "page, MB": round(len(text.encode()) / 1e6, 2),
        "traces, MB": round((folder / TRACES).stat().st_size / 1e6, 1), "matrix, MB": round((folder / MATRIX).stat().st_size / 1e6, 1),
    }  # fmt: skip
    try:
        result |= opened(folder / REPORT, list(done.experiment.slots)[-2])
    except ImportError:
        result["browser"] = "not measured: Playwright is not installed"
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
