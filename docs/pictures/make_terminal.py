"""Makes terminal.svg, the picture of `petteia play` in the README: python docs/pictures/make_terminal.py"""

from __future__ import annotations

import io
import pathlib
import re

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import petteia
from petteia.bots import Bot
from petteia.cli.look import TERRACOTTA
from petteia.cli.menu import Menu
from petteia.games.peloponnes import terminal

SEED, SEATS, WIDTH, ROUND = 230, 3, 110, 6
PAPER = TerminalTheme((251, 246, 236), (31, 26, 23), [(31, 26, 23)] * 8, [(107, 93, 80)] * 8)
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"  # of the reader's machine; none is fetched


def late_position() -> petteia.Match:
    """A decision of the first seat in the auction of a late round, after others have bid."""
    match = petteia.new("peloponnes", seats=SEATS, seed=SEED)
    bot = Bot("greedy", SEED)
    while not match.over:
        state = match.view(0)["state"]
        bids = sum(bidder >= 0 for bidder in state["bidder"])
        if state["round_number"] >= ROUND and match.to_move == 0 and state["step"] == "auction" and bids:
            return match
        match.play(bot.choose(match))
    raise SystemExit("the first seat has no such decision in this game: choose another seed")


def picture(match: petteia.Match) -> str:
    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text("$ petteia play peloponnes"), highlight=False)
    console.print(terminal.draw(match, 0, "en", WIDTH, ["you", *["greedy"] * (SEATS - 1)]))
    console.print()
    console.print(Text(match.prompt(), style=f"bold {TERRACOTTA}"))
    for entry in Menu(match, terminal, "en").entries:
        console.print(Text(f"{entry.number:>3}", style=f"bold {TERRACOTTA}"), Text(f" {entry.text}"))
    console.print("> ▁", highlight=False)
    no_fonts = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    look = no_fonts.replace("Fira Code, monospace", FONTS)
    return console.export_svg(title="petteia", theme=PAPER, code_format=look, unique_id="petteia")


if __name__ == "__main__":
    target = pathlib.Path(__file__).with_name("terminal.svg")
    target.write_text(picture(late_position()), encoding="utf-8")
    print(f"{target.name} is made")
