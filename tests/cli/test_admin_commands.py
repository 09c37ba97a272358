"""`petteia admin` at the terminal: beside a running server, and on the database alone."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import subprocess
import sys

import pytest
from rich.console import Console

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "server"))

from table_clients import Person, Server, close_all, petteia, serving

from petteia.cli import admin as commands
from petteia.cli import main


def admin(database: str, *words: str, code: int = 0, typed: str = "") -> str:
    """What a command says, on standard output or, where it fails, on standard error."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as done:
            main(["admin", "--database", database, *words])
    assert done.value.code == code, out.getvalue() + err.getvalue()
    return out.getvalue() if code == 0 else err.getvalue()


def test_the_command_is_there_in_a_terminal(tmp_path: pathlib.Path) -> None:
    words = [*petteia(), "admin", "--database", f"sqlite:///{tmp_path / 'none.db'}", "people"]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False, timeout=600)
    assert done.returncode == 2
    assert "no database" in done.stderr


def test_a_server_is_looked_after_from_the_terminal(tmp_path: pathlib.Path) -> None:
    database = f"sqlite:///{tmp_path / 'petteia.db'}"
    assert "no database" in admin(database, "people", code=2)
    with serving(database, tmp_path) as server:
        kleon, table = _at_a_table(server)
        who = str(kleon.id)
        assert "Kleon" in admin(database, "people", "kle")
        assert json.loads(admin(database, "people", who, "--json"))["people"][0]["name"] == "Kleon"
        (found,) = json.loads(admin(database, "tables", "--person", who, "--json"))["tables"]
        assert found["id"] == table
        assert "done" in admin(database, "mute", who, "--hours", "2", "--why", "[bold]spam")
        assert kleon.post(f"tables/{table}/chat", 403, text="hello")["type"] == "muted"
        assert "[bold]spam" in admin(database, "people", "kleon")  # is no markup
        assert "done" in admin(database, "lift", who, "--why", "he is sorry")
        kleon.post(f"tables/{table}/chat", text="hello")
        (report,) = json.loads(admin(database, "reports", "--json"))["reports"]
        assert "done" in admin(database, "handle", str(report["id"]), "all is well")
        assert "none" in admin(database, "reports")
        assert "why" in admin(database, "ban", who, code=2)  # nothing without a reason
        assert "There is no such person" in admin(database, "ban", "999999", "--why", "nobody", code=2)
        assert "entries" in admin(database, "storage")
        assert "now" in admin(database, "vacuum")
        close_all()
    said = admin(database, "delete-person", who, "--why", "he asked for it", code=2, typed="n\n")
    assert "nothing was done" in said
    assert "Kleon" in admin(database, "people", who)
    assert "done" in admin(database, "delete-person", who, "--why", "he asked for it", "--yes")
    assert "none" in admin(database, "people", "Kleon")
    assert "There is no such person" in admin(database, "delete-person", who, "--why", "again", "--yes", code=2)
    assert "nothing was done" in admin(database, "delete-table", table, "--why", "too old", code=2, typed="n\n")
    assert "done" in admin(database, "delete-table", table, "--why", "too old", "--yes")
    assert json.loads(admin(database, "tables", "--json")) == {"tables": []}
    assert "1 box dropped" in admin(database, "boxes", "--drop-unused", "no table is left")
    deeds = [row["what"] for row in json.loads(admin(database, "log", "--json"))["log"]]
    assert deeds == ["drop_boxes", "delete", "delete", "vacuum", "handle", "lift", "mute"]


def test_names_of_tables_are_not_broken(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """They go into the next command; and in a file each table has one line, whatever it tells."""
    name = "wnjhbtbxnh7t"
    row = dict.fromkeys(commands._TABLES, "Anna, Kleon, Zeno, Solon") | {"id": name, "changed": 0.0, "bytes": 448}
    commands._print([row], False, "tables", **commands._TABLES)
    title, line = capsys.readouterr().out.splitlines()
    assert title.startswith("table ")
    assert line.startswith(f"{name} ")
    monkeypatch.setattr(commands, "out", Console(file=io.StringIO(), force_terminal=True, width=80))
    commands._print([row], False, "tables", **commands._TABLES)
    assert name in commands.out.file.getvalue()  # type: ignore[attr-defined]


def _at_a_table(server: Server) -> tuple[Person, str]:
    """Kleon at a table where he is reported."""
    anna, kleon = server.person("Anna"), server.person("Kleon")
    table: str = anna.open("me", "open", listed=True)["id"]
    kleon.post(f"tables/{table}/join")
    anna.post(f"tables/{table}/report", seat=1, why="a rude name")
    return kleon, table


@pytest.mark.parametrize("token", ["x" * 24, ""])
def test_a_server_elsewhere_wants_its_token(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    database = f"sqlite:///{tmp_path / 'petteia.db'}"
    with serving(database, tmp_path, ready=False, admin_token="y" * 24) as server:
        for word, code in (("y" * 24, 0), (token, 2)):
            monkeypatch.setenv("PETTEIA_ADMIN_TOKEN", word)
            admin(database, "--server", server.address, "people", code=code)
