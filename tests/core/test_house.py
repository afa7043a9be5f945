"""What must stay true of the house: the core is pure, holds no word of any domain, and loads nothing heavy."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from tests.domains.travel import travel

HOUSE = Path(__file__).parents[2] / "intentprops"
CORE = ["changes", "correct", "domain", "errors", "fields", "findings", "guard", "ledger", "oracle", "schema", "score", "state", "tools", "trace", "transitions"]


def modules() -> list[Path]:
    """The library without its domains."""
    parts = [*HOUSE.glob("*.py"), *(p for name in ("checks", "language", "reading", "running", "adapters", "reports", "cli") for p in (HOUSE / name).rglob("*.py"))]
    return sorted(p for p in parts if p.name != "__init__.py" or p.parent != HOUSE)


def domain_names() -> set[str]:
    """The names of fields, goals, tools, results and ids: what only a domain may speak of."""
    names: set[str] = set()
    for domain in (rooms, mail, travel):
        names |= {*domain.field, *domain.goal, *domain.tool, *domain.result, *map(str, domain.items)}
        names |= {str(choice) for field in domain.field.values() for choice in field.choices}
    return {name for name in names if len(name) > 3} - {"search", "compare", "hold", "answer", "refund", "draft", "message", "limit", "back", "team", "room",
                                                        "booking", "delay", "formal", "owner", "business", "flight", "ticket", "origin", "topic"}  # fmt: skip


@pytest.mark.parametrize("module", modules(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_module_holds_a_name_of_a_domain(module: Path) -> None:
    """In code; docstrings and comments may give examples."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docs = {id(node.body[0].value) for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    docs |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    words = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs}
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    text = "\n".join(words | names)
    found = {name for name in domain_names() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)}
    assert not found


@pytest.mark.parametrize("name", CORE)
def test_the_core_is_pure(name: str) -> None:
    """No I/O, no clock, no network, no Hypothesis, no pytest; nothing from the floors above."""
    tree = ast.parse((HOUSE / f"{name}.py").read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    forbidden = {"hypothesis", "pytest", "socket", "time", "random", "subprocess", "asyncio", "threading", "rich", "typer", "yaml", "jinja2"}
    assert not {module.split(".")[0] for module in imported} & forbidden
    above = ("running", "reports", "cli", "adapters", "strategies", "mutants", "domains", "reading")
    assert not [m for m in imported if m.startswith(tuple(f"intentprops.{floor}" for floor in above))]


def test_importing_the_library_loads_nothing_heavy() -> None:
    code = "import intentprops, intentprops.adapters, sys; print(' '.join(sorted(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"hypothesis", "pytest", "jinja2", "rich", "typer", "yaml", "pymorphy3", "simplemma", "jsonschema"}
    heavy |= {"langgraph", "langchain_core", "pydantic_ai", "agents", "openai", "anthropic", "mcp", "httpx", "tenacity"}
    assert not heavy & {name.split(".")[0] for name in loaded}


def test_the_two_links_give_their_folders_their_import_names() -> None:
    import intentprops.mutants
    import intentprops.strategies

    for package in (intentprops.mutants, intentprops.strategies):
        assert Path(package.__file__ or "").resolve().parent.parent == HOUSE.parent.resolve()


def test_mutmut_in_the_root_touches_nothing(tmp_path: Path) -> None:
    """It would keep its work in our ``mutants/``; the settings there make it stop and name the right command."""
    pytest.importorskip("mutmut")
    shutil.copy(HOUSE.parent / "pyproject.toml", tmp_path)
    for package in ("intentprops", "mutants", "tests"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("def one() -> int:\n    return 1\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    ran = subprocess.run([sys.executable, "-m", "mutmut", "run"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode != 0
    assert "run python -m audit, which works in a copy" in ran.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
