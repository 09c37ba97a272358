"""Makes terminal.svg, the picture of `petteia play` in docs/player.md: python docs/pictures/make_terminal.py"""

from __future__ import annotations

import io
import pathlib
import re
from typing import Any

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import petteia
from petteia.bots import Bot
from petteia.cli.menu import Menu
from petteia.games.peloponnes.show import terminal
from petteia.signs import TERRACOTTA

SEATS, WIDTH, ROUND = 3, 110, 6
PAPER = TerminalTheme((251, 246, 236), (31, 26, 23), [(31, 26, 23)] * 8, [(107, 93, 80)] * 8)
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"  # of the reader's machine; none is fetched


def late_position() -> petteia.Match:
    """The first seat's decision in a late auction in which there is something to see: the first game that has one."""
    for seed in range(10_000):
        match = petteia.new("peloponnes", seats=SEATS, seed=seed)
        bot = Bot("greedy", seed)
        while not match.over:
            state = match.view(0)["state"]
            if match.to_move == 0 and state["step"] == "auction" and state["round_number"] >= ROUND and telling(state):
                return match
            match.play(bot.choose(match))
    raise SystemExit("there is no such game")


def telling(state: dict[str, Any]) -> bool:
    """Two bids, a disaster that has struck, an unfinished building, and well-filled rows."""
    players = state["players"][:SEATS]
    return (
        sum(bidder >= 0 for bidder in state["bidder"]) == 2
        and any(count >= 3 for count in state["struck"])
        and any(player["marked"] for player in players)
        and min(player["tile_count"] for player in players) >= 4
    )


def picture(match: petteia.Match) -> str:
    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text("$ petteia play peloponnes"), highlight=False)
    console.print(terminal.draw(match, 0, "en", WIDTH, ["you", *["greedy"] * (SEATS - 1)]))
    console.print()
    console.print(Text(match.prompt(), style=f"bold {TERRACOTTA}"))
    for item in Menu(match, terminal, "en").items:
        console.print(item.drawn())
    console.print("> ▁", highlight=False)
    no_fonts = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    look = no_fonts.replace("Fira Code, monospace", FONTS)
    return console.export_svg(title="petteia", theme=PAPER, code_format=look, unique_id="petteia")


if __name__ == "__main__":
    target = pathlib.Path(__file__).with_name("terminal.svg")
    target.write_text(picture(late_position()), encoding="utf-8")
    print(f"{target.name} is made")
