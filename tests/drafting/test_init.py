"""From a list of tools to a domain that finds a planted stale argument, by the commands that a person types."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = Path(__file__).parent / "tools" / "tau2_airline.json"


def run(*words: str, where: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "intentprops", *words], cwd=where, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def airline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("init")
    made = run("init", str(TOOLS), "--name", "airline", where=place)
    assert made.returncode == 0, made.stderr
    return place / "airline"


def test_it_writes_a_module_scenarios_a_test_and_a_page(airline: Path) -> None:
    assert sorted(file.name for file in airline.iterdir() if file.is_file()) == ["README.md", "airline.py", "scenarios.yaml", "test_airline.py"]
    assert len((airline / "test_airline.py").read_text(encoding="utf-8").splitlines()) <= 15
    kinds = [line.split()[-1] for line in (airline / "scenarios.yaml").read_text(encoding="utf-8").splitlines() if "kind:" in line]
    assert set(kinds) == {"control", "reveal", "revision", "switch"}


def test_it_writes_over_nothing_unless_told(airline: Path) -> None:
    refused = run("init", str(TOOLS), "--name", "airline", where=airline.parent)
    assert refused.returncode == 2
    assert "--force" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_most_tools_are_guessed_right_and_few_are_asked_about(airline: Path) -> None:
    """What changes the world at this airline is known: nine tools in ten have to be right, and less than a third asked about."""
    right = {
        "book_reservation", "cancel_reservation", "send_certificate", "update_reservation_baggages", "update_reservation_flights",
        "update_reservation_passengers",
    }  # fmt: skip
    names = {tool.get("function", tool)["name"] for tool in json.loads(TOOLS.read_text(encoding="utf-8"))}
    code = "import json, airline; print(json.dumps([t.name for t in airline.airline.tools if t.effect]))"
    found = subprocess.run([sys.executable, "-c", code], cwd=airline, capture_output=True, text=True, check=True)
    effectful = set(json.loads(found.stdout))
    assert len(effectful ^ right) <= len(names) / 10
    asked = [line for line in (airline / "airline.py").read_text(encoding="utf-8").splitlines() if "QUESTION" in line and "change" in line]
    assert len(asked) < len(names) / 3


def test_its_scenarios_are_green_and_a_mistaken_model_is_red(airline: Path) -> None:
    good = run("run", "--domain", "airline:airline", "--scenarios", "scenarios.yaml", "--memory", "chat", where=airline)
    assert good.returncode == 0, good.stdout
    bad = run("run", "--domain", "airline:airline", "--scenarios", "scenarios.yaml", "--memory", "chat", "--model", "mistaken", where=airline)
    assert bad.returncode == 1


def test_a_planted_stale_argument_is_found_by_one_command(airline: Path) -> None:
    proved = run("verify", "airline:airline", "--only", "old_argument", "--chains", "4", "--json", where=airline)
    assert proved.returncode == 0, proved.stdout
    assert '"killed"' in proved.stdout


def test_doctor_says_what_is_open(airline: Path) -> None:
    said = run("doctor", "airline:airline", where=airline)
    assert said.returncode == 1
    assert "Questions in the source" in said.stdout
    assert run("doctor", "airline:nothing", where=airline).returncode == 2


@pytest.mark.parametrize(("text", "says"), [("", "empty"), ("{", "JSON"), ("[]", "tool"), ("7", "7")])
def test_what_is_no_list_of_tools_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "tools.json").write_text(text, encoding="utf-8")
    refused = run("init", "tools.json", where=tmp_path)
    assert refused.returncode == 2
    assert says in refused.stderr
    assert "tools.json" in refused.stderr
    assert "Traceback" not in refused.stderr
