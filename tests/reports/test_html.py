"""``report.html`` as a file: read without scripts, safe whatever an agent says, small however many dialogues it has."""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from pathlib import Path

import pytest

from intentprops.errors import IntentpropsError
from intentprops.reports.html import compared_page, proof_page
from intentprops.reports.html.packing import FIRST
from intentprops.reports.html.page import HERE, _environment
from intentprops.reports.html.words import WORDS
from intentprops.running.experiment import Plan, Run, run
from intentprops.running.folder import REPORT, SUMMARY
from intentprops.running.reporting import facts_of, page_of
from tests.reports.pages import HOSTILE, Page, evil, many, page_text, recorded


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> Run:
    plan = Plan(domains=("rooms",), only=("F1", "V1", "V3", "C1"), model="mistaken")
    return run(plan, tmp_path_factory.mktemp("html") / "red run")


@pytest.fixture(scope="module")
def page(red: Run) -> Page:
    return Page(red.folder.file(REPORT).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Run:
    plan = Plan(domains=("rooms",), only=("V1", "F1"), agent="tests.reports.pages:hostile")
    return run(plan, tmp_path_factory.mktemp("html") / "strange")


# -- what it holds


def test_a_run_writes_its_page(page: Page, red: Run) -> None:
    assert page.words.count("did what the active version asks for") == red.matrix.counts()["passed"]
    for said in ("Report of a run", "the mistaken model", "Root causes", "What depends on what", "Held equal"):
        assert said in page.words


def test_a_root_cause_can_be_named_from_the_page_without_scripts(page: Page) -> None:
    """Turn, path, reason, stage and what follows from it, beside the command that plays it again."""
    said = page.words[page.words.index("intentprops run --domain rooms --only V3 --memory structured --model mistaken") :]
    said = said[: said.index("No, there will be six of us.")]
    for word in ("Root cause", "turn 3", "Arguments", "superseded_argument", "at calls[1].capacity", "planning", "expected 8", "actual 12",
                 "What followed from it (1)", "stale_result_used"):  # fmt: skip
        assert word in said


def test_every_cell_leads_to_a_dialogue_that_is_there(page: Page) -> None:
    there = {e.attributes.get("id") for e in page.all("article")}
    cells = [e.attributes["href"] for e in page.all("a") if (e.attributes.get("href") or "").startswith(("#F", "#V", "#C"))]
    assert len(cells) >= 12
    assert {str(href)[1:] for href in cells} <= there


def test_superseded_values_are_struck_out(page: Page) -> None:
    assert page.all("del")
    assert re.search(r'<code class="name">capacity</code>\s*<del><code>12</code></del>', page.source)


def test_not_run_not_observed_and_failed_are_three_things(red: Run) -> None:
    row = red.matrix.rows[0]
    holed = red.matrix.model_copy(update={"rows": (row.model_copy(update={"cells": {"chat": row.cells["chat"]}}), *red.matrix.rows[1:])})
    facts = facts_of(recorded(red))
    shown = page_text(type(facts)(**{**vars(facts), "matrix": holed}), [])
    assert shown.count('class="cell not-run"') == 2
    assert '<i class="pn">S</i>' in shown
    assert '<i class="p0">' in shown


def test_the_same_run_gives_the_same_page(red: Run) -> None:
    assert "".join(page_of(recorded(red))) == red.folder.file(REPORT).read_text(encoding="utf-8")


def test_the_words_of_a_turn_have_what_they_invalidated_in_the_drawing(page: Page) -> None:
    lit = [e.attributes["class"] for e in page.all("svg") if re.search(r"\bs\d+", e.attributes.get("class") or "")]
    assert lit
    assert all(re.search(r"\bc\d+ s\d+ k\d+", str(classes)) for classes in lit), "a changed field, a stale result, the line between"


def test_an_error_is_among_what_went_wrong(tmp_path: Path) -> None:
    done = run(Plan(domains=("rooms",), only=("C1", "V1"), agent="tests.reports.pages:breaks"), tmp_path / "broken")
    shown = Page(done.folder.file(REPORT).read_text(encoding="utf-8"))
    assert "Nothing went wrong" not in shown.words
    assert "error RuntimeError: no <key> dialogues 2 see it in C1 agent , V1 agent" in shown.words
    assert "no reply : RuntimeError: no <key>" in shown.words
    assert "| error RuntimeError: no &lt;key&gt; |  |  | 2 | C1 agent |" in done.folder.file(SUMMARY).read_text(encoding="utf-8")


def test_a_run_without_faults_says_so(tmp_path: Path) -> None:
    done = run(Plan(domains=("rooms",), only=("C1",)), tmp_path / "good")
    assert "Root causes Nothing went wrong." in Page(done.folder.file(REPORT).read_text(encoding="utf-8")).words


# -- both languages


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_speaks_the_language_asked_for(red: Run, language: str) -> None:
    shown = Page("".join(page_of(recorded(red), language)))
    assert shown.all("html")[0].attributes["lang"] == language
    assert ("Первопричина" in shown.words) == (language == "ru")
    assert "superseded_argument" in shown.words, "names that stand in code are not translated"


def test_every_word_of_the_templates_exists_in_both_languages() -> None:
    used = set()
    for template in (HERE / "templates").iterdir():
        used |= set(re.findall(r'\b(?:t|said)\("([a-z_]+)"\)|data-t(?:-label)?="([a-z_]+)"', template.read_text(encoding="utf-8")))
    assert {first or second for first, second in used} <= set(WORDS)
    assert all(english and russian for english, russian in WORDS.values())
    assert all(re.search("[а-яё]", russian, re.IGNORECASE) for english, russian in WORDS.values() if english != "★")


# -- safety


def test_the_policy_lets_nothing_run_or_load_but_the_page_s_own_script_and_style(page: Page) -> None:
    policy = next(e.attributes["content"] for e in page.all("meta") if e.attributes.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        digests = {f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'" for text in page.raw[tag]}
        allowed = re.search(rf"{directive} ([^;]*)", policy)
        assert allowed is not None
        assert set(allowed[1].split()) <= digests, "each hash is of a text that is there"


def test_nothing_in_the_page_comes_from_elsewhere(page: Page) -> None:
    for element in page.elements:
        assert element.tag not in ("link", "img", "iframe", "object", "embed", "base", "form[action]")
        for name in ("src", "action", "style", "srcset", "data"):
            assert name not in element.attributes
        assert not [name for name in element.attributes if name.startswith("on")]
        assert (element.attributes.get("href") or "#").startswith("#")


def test_hostile_text_is_text(strange: Run) -> None:
    shown = Page(strange.folder.file(REPORT).read_text(encoding="utf-8"))
    test_nothing_in_the_page_comes_from_elsewhere(shown)
    assert len(shown.raw["script"]) == 2, "the words and the script of the page"
    assert len(shown.raw["style"]) == 1
    assert not set("\x1b\x07\x00\u202e\u202c\u2028") & set(shown.source)
    for said in (HOSTILE[0], HOSTILE[1], HOSTILE[2], r"\u202egnp.exe\u202c \x1b[31mred\x07\x00\u2028"):
        assert said in shown.words
    assert max(map(len, shown.words.split())) < 5_000, "a long text is cut"


def test_names_are_text_too(red: Run) -> None:
    """Ids of scenarios, titles, memory modes and folders, whoever made them."""
    evil = HOSTILE[1] + "\ud83d"
    facts, lines = many(red, 1)
    rows = tuple(
        row.model_copy(update={"name": evil + row.name, "title": evil, "kind": evil, "domain": evil}) for row in facts.matrix.rows
    )
    matrix = facts.matrix.model_copy(update={"rows": rows, "tested": evil, "modes": (*facts.matrix.modes, evil)})
    facts = type(facts)(**{**vars(facts), "matrix": matrix, "place": HOSTILE[1], "problems": (evil,), "manifest": {evil: evil}})
    shown = Page(page_text(facts, lines))
    test_nothing_in_the_page_comes_from_elsewhere(shown)
    assert not shown.all("img")


def test_hostile_text_in_every_field_of_a_trace_is_text(red: Run) -> None:
    shown = Page(page_text(*evil(red)))
    test_nothing_in_the_page_comes_from_elsewhere(shown)
    assert len(shown.raw["script"]) == 2
    assert not {"iframe", "img", "textarea"} & {element.tag for element in shown.elements}
    assert not set("\x1b\x07\x00\u202e\u202c\u2028") & set(shown.source)
    assert shown.words.count(HOSTILE[0]) > 100


def test_every_value_goes_through_the_environment() -> None:
    environment = _environment("en")
    assert environment.autoescape is True
    assert environment.from_string("{{ x }}").render(x="<b>\u202e") == r"&lt;b&gt;\u202e"
    sources = "".join(template.read_text(encoding="utf-8") for template in (HERE / "templates").iterdir())
    assert re.findall(r"\|\s*safe", sources) == ["| safe"], "for the text of one attribute of the page's own"


# -- many dialogues


def test_of_many_dialogues_each_stands_in_the_page_or_in_a_pack(red: Run) -> None:
    facts, lines = many(red, 40)
    shown = Page(page_text(facts, lines))
    plain = {str(e.attributes["id"]) for e in shown.all("article")}
    packed = shown.packs()
    assert len(plain) == FIRST < 40 * red.matrix.counts()["failed"]
    assert plain.isdisjoint(packed)
    assert plain | set(packed) == {line.run_id for line in lines}
    for run_id in ("C1-7__chat__repeat-01", "F1-39__structured__repeat-01"):
        head, body = packed[run_id]
        assert run_id in head
        assert "people on" in body


def test_each_packed_dialogue_is_found_by_its_cell(red: Run) -> None:
    facts, lines = many(red, 40)
    shown = Page(page_text(facts, lines))
    numbers = {str(e.attributes["id"]).removeprefix("pack-") for e in shown.all("script", **{"class": "pack"})}
    cells = [e.attributes for e in shown.all("td") if "data-pack" in e.attributes]
    assert {cell["data-pack"] for cell in cells} == numbers
    assert {run_id for cell in cells for run_id in str(cell["data-ids"]).split("|")} >= set(shown.packs())


def test_dialogues_that_went_alike_are_stored_once(red: Run) -> None:
    once, many_times = (len(page_text(*many(red, times))) for times in (40, 80))
    packed = 40 * red.matrix.counts()["passed"]
    assert (many_times - once) / 40 < 12 * 15_000
    assert packed > 0


def test_the_order_in_which_dialogues_come_does_not_matter(red: Run) -> None:
    facts, lines = many(red, 40)
    assert Page(page_text(facts, lines)).packs() == Page(page_text(facts, lines[::-1])).packs()


def test_the_dialogues_of_two_runs_are_kept_apart(red: Run) -> None:
    facts, lines = many(red, 40)
    shown = Page("".join(compared_page(facts, facts, (lines, lines))))
    there = {str(e.attributes["id"]) for e in shown.all("article")} | set(shown.packs())
    assert there == {f"{side}.{line.run_id}" for side in "AB" for line in lines}
    cells = {run_id for e in shown.all("td") for run_id in str(e.attributes.get("data-ids", "")).split("|") if run_id}
    assert cells >= set(shown.packs())
    assert cells <= there


# -- the kill matrix


def test_a_proof_in_the_folder_is_shown(red: Run) -> None:
    shown = Page("".join(proof_page("proof", [PROOF])))
    for said in ("Proof of the checks : rooms", "stale_value", "state: stale_value", "killed wrongly", "survived", "equivalent", "not applicable",
                 "What would be missed without each check", "nothing here needs it", "somewhere"):  # fmt: skip
        assert said in shown.words


@pytest.mark.parametrize("broken", [None, {}, {"rows": [1]}, [], {**{"domain": "x", "passed": True, "mutants": 1, "rows": []}}])
def test_what_is_no_proof_is_refused(broken: object) -> None:
    with pytest.raises(IntentpropsError, match="no proof that 'intentprops verify --out' wrote"):
        "".join(proof_page("proof", [broken]))


PROOF = {
    "domain": "rooms", "passed": False, "mutants": 3,
    "rows": [
        {
            "name": "stale_value", "kind": "defect", "text": "The first value stays.", "documented": True, "verdict": "wrong",
            "expects": [{"check": "state", "reason": "stale_value"}], "outcomes": {"killed": 2, "survived": 1},
            "cases": {"V1 (en)": {"killed": 2}, "C1 (en)": {"not applicable": 1}, "V2 (en)": {"survived": 1, "killed": 1}},
            "problems": [{"case": "V2 (en)", "site": "somewhere", "outcome": "survived", "detail": ""}],
        }
    ],
    "missed_without": {"checks": {"state": {"stale_value": 2}, "effects": {}}, "reasons": {}},
}  # fmt: skip


def test_the_files_of_the_page_are_part_of_the_package() -> None:
    names = {place.name for place in Path(HERE).rglob("*") if place.suffix in (".html", ".css", ".js")}
    assert {"page.html", "dialogue.html", "report.css", "report.js"} <= names
