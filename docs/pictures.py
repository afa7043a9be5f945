"""Make the pictures of docs/report.md from a real run: nothing in them is drawn by hand.

    python docs/pictures.py

It needs Playwright and a Chromium. The run is of the mistaken model, a test double that makes mistakes on purpose.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from intentprops.cli import call

PLACE = Path(__file__).resolve().parent / "pictures"
CELL = "#V1__structured__repeat-01"


def main() -> None:
    from playwright.sync_api import sync_playwright

    PLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        call(["run", "--repeats", "3", "--out", "reference"])
        call(["run", "--repeats", "3", "--model", "mistaken", "--out", "mistaken"])
        call(["verify", "rooms", "--chains", "10", "--out", "mistaken"])
        call(["report", "mistaken"])
        call(["report", "reference", "mistaken"])
        with sync_playwright() as tool:
            browser = tool.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            _report(browser, Path("mistaken/report.html").absolute().as_uri())
            _comparison(browser, Path("mistaken/comparison.html").absolute().as_uri())
            browser.close()


def _page(browser: Any, address: str, dark: bool = False, height: int = 720) -> Any:
    page = browser.new_page(viewport={"width": 1080, "height": height}, color_scheme="dark" if dark else "light", reduced_motion="reduce")
    page.goto(address)
    return page


def _report(browser: Any, address: str) -> None:
    page = _page(browser, address)
    page.screenshot(path=str(PLACE / "overview.png"))
    page.locator("#matrix").evaluate("section => section.scrollIntoView()")
    page.screenshot(path=str(PLACE / "matrix.png"))
    page.locator("#proof").evaluate("section => section.scrollIntoView()")
    page.screenshot(path=str(PLACE / "proof.png"))
    page = _page(browser, address + CELL, height=1000)
    page.locator("#sheet[open] .turns").wait_for()
    page.locator("#sheet [data-goto]").first.click()
    page.locator("#sheet").evaluate("sheet => { sheet.scrollTop -= 60 }")
    page.screenshot(path=str(PLACE / "turn.png"))
    page = _page(browser, address + "#F1__chat__repeat-01", dark=True)
    page.locator("#sheet[open] .turns").wait_for()
    page.screenshot(path=str(PLACE / "dialogue.png"))


def _comparison(browser: Any, address: str) -> None:
    page = _page(browser, address)
    page.screenshot(path=str(PLACE / "comparison.png"))


if __name__ == "__main__":
    main()
