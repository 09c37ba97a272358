"""Makes notebook.svg, a board as a notebook draws it, for docs/student.md: python docs/pictures/make_notebook.py"""

from __future__ import annotations

import pathlib

import petteia
from petteia.bots import Bot
from petteia.notebook import painter
from petteia.notebook.scene import Scene

match, bot = petteia.new("hellas", seats=3, seed=7), Bot("greedy", seed=1)
while match.state.phase < 3:
    match.play(bot.choose(match))
picture = painter("hellas").board(Scene(match, None, "en"))
pathlib.Path(__file__).with_name("notebook.svg").write_text(f"{picture}\n", encoding="utf-8")
