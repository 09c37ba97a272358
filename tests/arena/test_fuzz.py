"""The fuzzer finds nothing where nothing is wrong, and finds what is wrong."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import petteia
from petteia.arena.fuzz import Fuzzer, fuzz

PACKAGE = pathlib.Path(petteia.__file__).parent


GAMES = {"peloponnes": 1000, "peloponnes_card": 100, "hellas": 250, "poseidon": 30}  # the longer one takes, the fewer


@pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name in petteia.games.NAMES for seats in (None, *petteia.games.find(name).seats)],
)
def test_nothing_is_found(game: str, seats: int | None) -> None:
    games = GAMES[game]
    report = fuzz(game, games, seats=seats, seed=11)
    assert report.findings == []
    assert report.games == games
    assert report.checks > 400 * report.decisions > 0


def test_every_seat_count_level_and_option_comes_up() -> None:
    fuzzer = Fuzzer("peloponnes", 0, None)
    seen: dict[str, set[object]] = {}
    for block in range(400):
        seats, options = fuzzer.set_up(block)
        seen.setdefault("seats", set()).add(seats)
        for name, value in options.items():
            seen.setdefault(name, set()).add(str(value))
    assert seen["seats"] == {1, 2, 3, 4, 5}
    assert seen["solo_level"] == {"0", "1", "2", "3", "4", "5"}
    for name, field in fuzzer.game.options.fields.items():
        if hasattr(field.meaning, "words"):
            assert seen[name] == set(field.meaning.words), name


# One line of the rules changed each; the fuzzer must see it.
BROKEN = {
    "peloponnes: forbids forgets the conquest row's price": (
        "forbids.py",
        "price = least + box.conquest_surcharge",
        "price = least",
    ),
    "peloponnes: face-down chits can be seen": (
        "secrets.py",
        "range(s.turned, MOST_CHITS)",
        "range(s.turned + 1, MOST_CHITS)",
    ),
    "peloponnes_card: power cards can be seen before they are turned up": (
        "secrets.py",
        "for i in range(s.drawn, IN_USE)",
        "for i in range(s.drawn + 1, IN_USE)",
    ),
    "peloponnes_card: the faces of hands can be seen": (
        "../../engine/sight.py",
        "field.sight in (OWNER, SCREENED)",
        "field.sight in (SCREENED,)",
    ),
    "hellas: marble behind screens can be seen": (
        "../../engine/sight.py",
        "field.sight in (OWNER, SCREENED)",
        "field.sight in (OWNER,)",
    ),
    "hellas: what is observed is not redacted": (
        "../../engine/drivers.py",
        "    observe(seen[0], int(eyes), row)",
        "    observe(s, int(eyes), row)",
    ),
    "peloponnes_card: of a long observation neither": (
        "../../engine/drivers.py",
        "    redact(box, s, eyes, seen)\n    row[:] = 0\n",
        "    seen[0] = s\n    row[:] = 0\n",
    ),
    "poseidon: an observed seat is not counted from the one that looks": (
        "../../engine/compact.py",
        "(seat - eyes) % seats if",
        "seat - eyes if",
    ),
    "hellas: rings, which all may see, are blanked": (
        "secrets.py",
        "        seen.deck[i] = NONE\n",
        "        seen.deck[i] = NONE\n    seen.rings = 0\n",
    ),
    "hellas: a finished temple pays with a ring from nowhere": ("rules/temples.py", "    s.rings -= 1\n", ""),
    "poseidon: a post is built out of nothing": (
        "rules/discovery.py",
        "    s.nations[s.nation].potentials -= 1\n",
        "",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_rule_is_found(broken: str, tmp_path: pathlib.Path) -> None:
    file, right, wrong = BROKEN[broken]
    copy = tmp_path / "petteia"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    game = broken.partition(":")[0]
    path = copy / "games" / game / file
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "petteia", "fuzz", game, "--games", "10" if game == "peloponnes" else "1"],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path)},  # to compile it would take longer
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "found:" in run.stdout
    assert f"again: petteia fuzz {game} --seed 0 --first" in run.stdout
