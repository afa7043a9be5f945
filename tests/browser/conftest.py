"""A headless Chromium with the page of a run open in it; without a browser these tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
ARTIFACTS = ROOT / "artifacts" / "report"
AXE = [ROOT / folder / "node_modules/axe-core/axe.min.js" for folder in ("build/npm", "build", ".")]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDE, NARROW = (1280, 900), (380, 800)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for a module; it is closed with it, so that its event loop is in nobody's way."""
    tool = pytest.importorskip("playwright.sync_api", reason="no browser: Playwright is not installed")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no browser: there is no chromium")
    with tool.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@dataclass
class Sheet:
    """A page that is open, with what it asked for and what it complained of."""

    page: Any
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def cell(self, run_id: str) -> Any:
        return self.page.locator(f'td.cell a[href="#{run_id}"]')

    def open(self, run_id: str) -> Any:
        """Open a dialogue from its cell, as a reader does."""
        self.cell(run_id).click()
        return self.dialogue()

    def dialogue(self) -> Any:
        shown = self.page.locator("#sheet[open] #sheet-body")
        shown.locator(".turns").first.wait_for()
        return shown

    def titled(self, run_id: str) -> None:
        """Wait until the panel shows a dialogue."""
        self.page.locator(f'#sheet-title:text-is("{run_id}")').wait_for(state="attached")

    def keep(self, name: str) -> None:
        """Keep a picture among the artifacts."""
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(ARTIFACTS / f"{name}.png"))


Open = Callable[..., Sheet]


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Open a file: ``opened(path, size=WIDE, dark=False, scripts=True, at="#id")``."""
    contexts = []

    def start(
        path: Path, *, size: tuple[int, int] = WIDE, dark: bool = False, scripts: bool = True, at: str = "", language: str = "en-GB"
    ) -> Sheet:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", java_script_enabled=scripts,
            locale=language, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"],
        )  # fmt: skip
        contexts.append(context)
        context.set_default_timeout(20_000)
        sheet = Sheet(context.new_page())
        sheet.page.on("request", lambda request: sheet.requests.append(request.url))
        sheet.page.on("requestfailed", lambda request: sheet.refused.append(f"{request.failure} {request.url}"))
        sheet.page.on("console", lambda message: sheet.complaints.append(message.text))
        sheet.page.on("pageerror", lambda problem: sheet.complaints.append(str(problem)))
        sheet.page.goto(path.absolute().as_uri() + at)
        return sheet

    yield start
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    found = next((place for place in AXE if place.is_file()), None)
    if found is None:
        pytest.skip("no axe-core: npm install --prefix build/npm axe-core")
    return found.read_text(encoding="utf-8")
