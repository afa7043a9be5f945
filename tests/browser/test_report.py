"""The page of a run in a real browser: open it, filter, read a root cause, play it again; safe, and for everybody."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from intentprops.reports.html import run_page
from intentprops.running.experiment import Plan, Run, run
from intentprops.running.folder import PROOF, REPORT
from intentprops.running.recorded import read_run
from intentprops.running.reporting import comparison_of, write_reports
from tests.browser.conftest import NARROW, ROOT, WIDE, Open
from tests.reports.pages import evil, many
from tests.reports.test_html import PROOF as SOME_PROOF

F1, V1 = "F1__chat__repeat-01", "V1__structured__repeat-01"


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with planted defects."""
    return run(Plan(domains=("rooms",), model="mistaken", repeats=2), tmp_path_factory.mktemp("browser") / "red")


@pytest.fixture(scope="module")
def place(red: Run) -> Path:
    return red.folder.file(REPORT)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser") / "hostile <img src=x onerror=window.hacked=1>"
    plan = Plan(domains=("rooms",), only=("V1", "F1"), agent="tests.reports.pages:hostile")
    return run(plan, folder).folder.file(REPORT)


@pytest.fixture(scope="module")
def everywhere(small: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page in which every text that comes from a trace, a scenario or a file is hostile."""
    facts, lines = evil(small)
    file = tmp_path_factory.mktemp("browser") / "everywhere.html"
    file.write_text("".join(run_page(facts, lines)), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def large(red: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page whose dialogues are packed."""
    facts, lines = many(red, 4)
    file = tmp_path_factory.mktemp("browser") / "large.html"
    file.write_text("".join(run_page(facts, lines)), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A few cells of each kind, with a proof: axe looks at every element, also at those that are not shown."""
    folder = tmp_path_factory.mktemp("browser") / "small"
    done = run(Plan(domains=("rooms",), model="mistaken", repeats=2, only=("C1", "F1", "V1", "V3")), folder)
    done.folder.write(PROOF, json.dumps([SOME_PROOF]))
    write_reports(read_run(folder))
    return done


@pytest.fixture(scope="module")
def compared(small: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    good = run(Plan(domains=("rooms",), model="reference", repeats=2, only=("C1", "F1", "V1")), folder / "good")
    file = folder / "comparison.html"
    file.write_text("".join(comparison_of(read_run(good.folder.path), read_run(small.folder.path))), encoding="utf-8")
    return file


# -- reading


def test_the_page_opens_and_loads_nothing_but_itself(opened: Open, place: Path) -> None:
    sheet = opened(place)
    assert sheet.page.locator("h1").inner_text().startswith("Report of a run")
    assert sheet.requests == [place.absolute().as_uri()]
    assert sheet.complaints == []
    sheet.keep("report")


def test_a_cell_opens_its_dialogue_and_the_root_cause_is_read_there(opened: Open, place: Path) -> None:
    sheet = opened(place)
    shown = sheet.open(F1)
    cause = shown.locator(".root .fault").first.inner_text()
    for said in ("Root cause", "turn 3", "Function", "critical", "forbidden_call", "calls[1]", "the user forbade it"):
        assert said in cause
    at = shown.locator('.turn[data-turn="3"] .call .fault')
    assert "forbidden_call" in at.inner_text(), "it stands at the call too"
    sheet.keep("dialogue")


def test_the_root_cause_leads_to_its_turn(opened: Open, place: Path) -> None:
    sheet = opened(place)
    sheet.open(F1).locator("[data-goto]").first.click()
    assert sheet.page.evaluate("document.activeElement.closest('.turn').dataset.turn") == "3"


def test_a_turn_shows_in_the_drawing_what_it_invalidated(opened: Open, place: Path) -> None:
    sheet = opened(place)
    shown = sheet.open(V1)
    drawing = shown.locator('.turn[data-turn="3"] svg.dag')
    box = drawing.bounding_box()
    assert box is not None
    assert box["height"] > 100
    colours = sheet.page.evaluate(
        "() => { const s = getComputedStyle(document.querySelector('#sheet .turn[data-turn=\"3\"] svg.dag'));"
        " return [...Array(20).keys()].map(n => s.getPropertyValue('--s' + n)).filter(Boolean).length }"
    )
    assert colours == 2, "a changed field and a stale result"
    drawing.scroll_into_view_if_needed()
    sheet.keep("invalidated")


def test_the_replay_command_is_copied_and_shows_the_same_failure(opened: Open, place: Path, tmp_path: Path) -> None:
    sheet = opened(place)
    shown = sheet.open(F1)
    shown.locator(".command .copy").first.click()
    shown.get_by_role("button", name="copied").wait_for()
    command = sheet.page.evaluate("navigator.clipboard.readText()")
    words = shlex.split(command)
    assert words[:2] == ["intentprops", "run"]
    again = subprocess.run(
        [sys.executable, "-m", "intentprops", *words[1:], "--json", "--out", str(tmp_path / "again")], capture_output=True, text=True,
        check=False, cwd=ROOT,
    )  # fmt: skip
    assert again.returncode == 1
    assert json.loads(again.stdout)["rows"][0]["cells"]["chat"]["reasons"] == {"forbidden_call": 1}


def test_a_repeat_and_the_next_failure_are_a_click_away(opened: Open, place: Path) -> None:
    sheet = opened(place)
    shown = sheet.open(F1)
    shown.locator(".repeats a").nth(1).click()
    sheet.titled("F1__chat__repeat-02")
    sheet.page.locator("#next").click()
    sheet.titled("F1__summary__repeat-01")
    assert "failed" in sheet.dialogue().inner_text()


def test_a_link_to_a_dialogue_opens_it_and_closing_it_goes_back_to_its_cell(opened: Open, place: Path) -> None:
    sheet = opened(place, at="#" + V1)
    assert "Six people instead of twelve" in sheet.dialogue().inner_text()
    sheet.page.keyboard.press("Escape")
    sheet.page.wait_for_function("hash => document.activeElement.hash === hash", arg="#" + V1)
    assert sheet.page.evaluate("location.hash") == ""


# -- filters


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("s", "failed", "td.failed"), ("d", "Function", 'td[data-d~="Function"], td[data-d*="Function"]'),
        ("r", "forbidden_call", 'td[data-r*="forbidden_call"]'), ("g", "memory", 'td[data-g*="memory"]'),
    ],
)  # fmt: skip
def test_a_filter_leaves_the_rows_that_have_such_a_cell(opened: Open, place: Path, name: str, value: str, fits: str) -> None:
    sheet = opened(place)
    sheet.page.locator(f'select[name="{name}"]').select_option(value)
    shown = sheet.page.locator("tr[data-q]:visible")
    assert 0 < shown.count() < 21
    assert shown.filter(has=sheet.page.locator(fits)).count() == shown.count()
    assert sheet.page.locator("#shown-count").inner_text() == str(shown.count())
    assert sheet.page.locator("tr[data-q]:not([hidden]) td.cell:not(.dim)").evaluate_all(
        "(cells, fits) => cells.every(cell => cell.matches(fits))", fits
    )
    sheet.page.locator("#filters button[type=reset]").click()
    sheet.page.locator('#shown-count:text-is("21")').wait_for()


def test_classes_and_words_filter_rows(opened: Open, place: Path) -> None:
    sheet = opened(place)
    sheet.page.locator('select[name="k"]').select_option("switch")
    assert sheet.page.locator("tr[data-q]:visible").evaluate_all("rows => rows.every(row => row.dataset.k === 'switch')")
    sheet.page.locator("#filters button[type=reset]").click()
    sheet.page.locator('input[name="q"]').fill("book nothing")
    assert [" ".join(text.split()) for text in sheet.page.locator("tr[data-q]:visible th").all_inner_texts()] == ["F1 Compare, and book nothing"]


# -- keyboard, themes, sizes, languages


def test_everything_is_done_with_the_keyboard_alone(opened: Open, place: Path) -> None:
    sheet = opened(place)
    keyboard = sheet.page.keyboard
    keyboard.press("Tab")
    assert sheet.page.evaluate("document.activeElement.className") == "skip"
    keyboard.press("Enter")
    for _ in range(40):
        keyboard.press("Tab")
        if sheet.page.evaluate("!!document.activeElement.closest('td.cell')"):
            break
    first = sheet.page.evaluate("document.activeElement.hash")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowDown")
    assert sheet.page.evaluate("document.activeElement.hash") not in ("", first)
    keyboard.press("Enter")
    sheet.dialogue()
    assert sheet.page.evaluate("!!document.activeElement.closest('#sheet')"), "the focus is in the panel"
    keyboard.press("Escape")
    sheet.page.wait_for_function("document.activeElement.closest('td.cell')")  # the focus is back at the cell


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_both_themes_wide_and_narrow(opened: Open, place: Path, dark: bool, size: tuple[int, int]) -> None:
    sheet = opened(place, dark=dark, size=size)
    name = f"{'dark' if dark else 'light'}-{'wide' if size == WIDE else 'narrow'}"
    red, green, blue = sheet.page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert (red + green + blue < 200) == dark
    assert sheet.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    sheet.page.locator("#matrix").scroll_into_view_if_needed()
    sheet.keep(f"matrix-{name}")
    sheet.open(F1)
    assert sheet.page.evaluate("(s => s.scrollWidth <= s.clientWidth)(document.querySelector('#sheet'))")
    sheet.keep(f"dialogue-{name}")


def test_the_page_changes_its_language(opened: Open, place: Path) -> None:
    sheet = opened(place)
    sheet.page.locator('[data-tongue="ru"]').click()
    assert "Первопричины" in sheet.page.locator("#overview").inner_text()
    assert sheet.page.evaluate("document.documentElement.lang") == "ru"
    assert "Первопричина" in sheet.open(F1).inner_text()
    sheet.keep("russian")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("which", ["report", "dialogue", "comparison", "narrow", "russian", "hostile"])
def test_axe_finds_nothing(opened: Open, small: Run, compared: Path, hostile: Path, axe: str, which: str, dark: bool) -> None:
    file = {"comparison": compared, "hostile": hostile}.get(which, small.folder.file(REPORT))
    sheet = opened(file, dark=dark, size=NARROW if which == "narrow" else WIDE)
    if which == "russian":
        sheet.page.locator('[data-tongue="ru"]').click()
    if which in ("dialogue", "russian"):
        sheet.open(V1)
    if which == "hostile":
        sheet.open("V1__agent__repeat-01")
    sheet.page.evaluate(axe)
    found = sheet.page.evaluate("axe.run({resultTypes: ['violations']})")
    problems = [(v["id"], [node["target"] for node in v["nodes"]][:5], v["nodes"][0]["failureSummary"]) for v in found["violations"]]
    assert problems == []


def test_without_scripts_everything_is_read(opened: Open, place: Path) -> None:
    sheet = opened(place, scripts=False, at="#" + F1)
    assert "Filters and the side panel need scripts" in sheet.page.locator("header").inner_text()
    article = sheet.page.locator(f'article[id="{F1}"]')
    assert article.is_visible(), "a link to it opens what it stands in"
    assert "forbidden_call" in article.inner_text()
    assert not sheet.page.locator("#filters").is_visible(), "what needs scripts is not offered"
    sheet.keep("without-scripts")


# -- safety


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("which", ["agent", "everywhere"])
def test_hostile_text_runs_loads_and_breaks_nothing(
    opened: Open, hostile: Path, everywhere: Path, which: str, size: tuple[int, int]
) -> None:
    sheet = opened(hostile if which == "agent" else everywhere, size=size)
    for cell in sheet.page.locator("td.cell a").all()[:6]:
        cell.click()
        shown = sheet.dialogue()
        assert "<script>window.hacked=1</script>" in shown.inner_text(), "it is shown as text"
        shown.locator("summary").evaluate_all("all => all.forEach(summary => { summary.parentElement.open = true })")
        assert sheet.page.evaluate("(s => s.scrollWidth <= s.clientWidth)(document.querySelector('#sheet'))"), "the layout holds"
        sheet.keep(f"hostile-{which}-{'wide' if size == WIDE else 'narrow'}")
        sheet.page.keyboard.press("Escape")
    assert sheet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert sheet.page.evaluate("window.hacked") is None
    assert len(sheet.requests) == 1
    assert sheet.complaints == [], "not even tried: the policy had nothing to refuse"


def test_what_gets_into_the_page_all_the_same_is_stopped_by_its_policy(opened: Open, place: Path) -> None:
    sheet = opened(place)
    sheet.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=\"https://example.invalid/x\" onerror=\"window.hacked=1\">')")
    sheet.page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.hacked=2'}))")
    assert sheet.page.evaluate("window.hacked") is None
    assert sheet.refused == ["csp https://example.invalid/x"]
    assert any("Content Security Policy" in complaint for complaint in sheet.complaints)


# -- many dialogues


def test_packed_dialogues_open_from_the_one_file(opened: Open, large: Path) -> None:
    sheet = opened(large)
    assert sheet.page.locator("script.pack").count() > 1
    for run_id in ("C1-0__chat__repeat-01", "C1-3__summary__repeat-02", "F8-2__structured__repeat-01"):
        sheet.page.evaluate("id => { location.hash = id }", run_id)
        sheet.titled(run_id)
        assert run_id in sheet.dialogue().inner_text()
    assert sheet.complaints == []
    assert len(sheet.requests) == 1


def test_every_packed_dialogue_opens(opened: Open, large: Path) -> None:
    sheet = opened(large)
    ids = sheet.page.locator("td[data-ids]").evaluate_all("cells => cells.flatMap(cell => cell.dataset.ids.split('|'))")
    assert len(ids) == 4 * 21 * 3 * 2
    missing = sheet.page.evaluate(
        """async ids => {
            const wrong = [];
            for (const id of ids) {
                location.hash = encodeURIComponent(id);
                for (let tries = 0; document.querySelector('#sheet-title').textContent !== id && tries < 500; tries++)
                    await new Promise(requestAnimationFrame);
                if (!document.querySelector('#sheet-body .turns .user')) wrong.push(id);
            }
            return wrong;
        }""",
        ids,
    )
    assert missing == []


# -- two runs


def test_two_runs_stand_side_by_side(opened: Open, compared: Path) -> None:
    sheet = opened(compared)
    worse = sheet.page.locator("tr.is-worse:visible")
    assert worse.count() > 0
    assert sheet.page.locator("tr.is-same:visible").count() == 0, "what is the same is folded away"
    sheet.page.locator('input[name="all"]').check()
    assert sheet.page.locator("tr.is-same:visible").count() > 0
    sheet.keep("comparison")
    sides = sheet.open("B." + F1).locator("article")
    assert sides.count() == 2
    assert "passed" in sides.nth(0).inner_text()
    assert "forbidden_call" in sides.nth(1).inner_text()
    sheet.keep("side-by-side")


def test_a_dialogue_of_one_run_alone_says_so(opened: Open, compared: Path) -> None:
    sheet = opened(compared)
    sheet.page.locator('input[name="all"]').check()
    shown: Any = sheet.open("B.V3__structured__repeat-01")
    assert "not run" in shown.inner_text()
