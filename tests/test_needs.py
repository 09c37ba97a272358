"""What the checks need is tried before they begin, and what is missing is said in one sentence."""

from __future__ import annotations

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "scripts"))

import needs

WORKS, LACKS_A_LIBRARY = "exit 0", "echo 'error while loading shared libraries' >&2; exit 127"


def program(folder: pathlib.Path, name: str, does: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def bare(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A machine with a shell and nothing else, where nothing can be fetched: the folder of its programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(tmp_path / "node"))
    monkeypatch.setattr(needs, "VENV", tmp_path / "venv")
    monkeypatch.setattr(needs, "_playwrights_chromium", lambda: str(tmp_path / "playwright" / "chrome"))
    monkeypatch.setattr(needs, "_call", lambda *command: None)
    monkeypatch.setattr(needs, "_postgres_folders", lambda: iter([tmp_path]))
    return tmp_path


def test_a_browser_that_lacks_a_library_is_none(bare: pathlib.Path) -> None:
    program(bare, "chromium", LACKS_A_LIBRARY)
    chrome = program(bare, "google-chrome", WORKS)
    assert needs.chromium() == chrome


def test_where_no_browser_runs_the_command_to_run_is_said(bare: pathlib.Path) -> None:
    program(bare, "chromium", LACKS_A_LIBRARY)
    with pytest.raises(needs.Missing, match=r"need Chromium and its libraries: run `.*apt install chromium`"):
        needs.chromium()
    program(bare, "dnf", WORKS)
    with pytest.raises(needs.Missing, match="dnf install chromium"):
        needs.chromium()


def test_another_node_runs_playwright_where_its_own_lacks_a_library(
    bare: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", program(bare, "playwrights-node", LACKS_A_LIBRARY))
    with pytest.raises(needs.Missing, match="apt install libatomic1"):
        needs.use_node_that_runs()
    node = program(bare, "node", WORKS)
    needs.use_node_that_runs()
    assert os.environ["PLAYWRIGHT_NODEJS_PATH"] == node
    (bare / "venv" / "bin").mkdir(parents=True)
    ours = program(bare / "venv" / "bin", "node", WORKS)
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(bare / "playwrights-node"))
    needs.use_node_that_runs()
    assert os.environ["PLAYWRIGHT_NODEJS_PATH"] == ours


def test_programs_of_postgresql_have_to_run(bare: pathlib.Path) -> None:
    program(bare, "initdb", WORKS)
    program(bare, "postgres", LACKS_A_LIBRARY)
    with pytest.raises(needs.Missing, match="apt install postgresql"):
        needs.postgres_programs()
    program(bare, "postgres", WORKS)
    assert needs.postgres_programs() == bare


def test_what_is_missing_ends_it_with_one_sentence(bare: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        needs.main()
    assert str(end.value).count("\n") == 0
    assert str(end.value).endswith("apt install postgresql`, then this again.")
    assert capsys.readouterr().out == ""


def test_the_browser_is_all_that_is_printed(bare: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("initdb", "postgres", "node"):
        program(bare, name, WORKS)
    found = program(bare, "chromium", WORKS)
    needs.main()
    assert capsys.readouterr().out == f"{found}\n"
