"""Apostrophes in all that people read are those of books; only files for programs have the typewriter's."""

from __future__ import annotations

import pathlib
import re

import petteia

PACKAGE = pathlib.Path(petteia.__file__).parent
STRAIGHT = re.compile(r"\w'\w|s' ")


def test_apostrophes_are_those_of_books() -> None:
    texts = [*PACKAGE.rglob("text/*.toml"), *PACKAGE.glob("games/*/rulebook*.md"), *PACKAGE.glob("games/*/show/*/*.md")]
    assert len(texts) > 30
    for path in texts:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if not line.startswith("#") and STRAIGHT.search(line)], path
