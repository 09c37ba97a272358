"""Which tests show which clause of a rulebook: read from the marks in the test files, without running them."""

from __future__ import annotations

import ast
import pathlib

from petteia.engine.errors import PetteiaError


class NoTests(PetteiaError):
    """A folder without tests."""


def tests_of_clauses(folder: pathlib.Path, game: str) -> dict[str, list[str]]:
    """Test names by clause, from `@pytest.mark.shows("§4.2", …)` on tests under `folder`/games/`game`."""
    home = folder / "games" / game
    files = sorted(home.rglob("test_*.py"))
    if not files:
        raise NoTests(f"there are no tests in {home}; run this in the project's folder, or name it with --tests")
    found: dict[str, list[str]] = {}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in _marks(node):
                    found.setdefault(clause, []).append(f"{file.name}::{node.name}")
    return found


def _marks(test: ast.FunctionDef) -> list[str]:
    clauses = []
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "shows":
            clauses += [
                word.value for word in mark.args if isinstance(word, ast.Constant) and isinstance(word.value, str)
            ]
    return clauses
