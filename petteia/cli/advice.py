"""A hint in the terminal: the choices with what is typed for them, chances and points below each other, and reasons."""

from __future__ import annotations

from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

from petteia.cli.menu import Menu
from petteia.cli.words import Words
from petteia.hints import Hint, Prospect
from petteia.hints.words import Words as HintWords
from petteia.signs import AEGEAN, QUIET, TERRACOTTA


def drawn(hint: Hint, menu: Menu, words: Words) -> Group:
    """The whole hint, the reasons for its first choice indented below the choices."""
    said = HintWords(hint.lang)
    best = hint.prospects[0]
    beside = [Text(said.say("beside", text=best.beside))] if best.reasons else []
    sure = [Text(hint.sure_text, style=f"bold {AEGEAN}")] if hint.sure_text else []
    return Group(_choices(hint, menu, words, said), *beside, _why(best), *sure, Text(hint.basis, style=QUIET))


def _why(one: Prospect) -> Table:
    """A reason goes on below its own words."""
    table = Table.grid(Column(width=3, justify="right"), Column(), padding=(0, 1, 0, 0), pad_edge=False)
    for reason in one.reasons:
        table.add_row("–", reason)
    return table


def _choices(hint: Hint, menu: Menu, words: Words, said: HintWords) -> Table:
    table = Table.grid(Column(), Column(), *_numbers(), padding=(0, 2, 0, 0), pad_edge=False)
    known = hint.futures > 0
    chance = hint.chance_of if known and hint.prospects[0].chance is not None else ""
    table.add_row("", words.say("hint"), chance, hint.unit if known else "", style=QUIET)
    for one in hint.shown:
        text = one.text if one in hint.prospects else words.say("hint_asked", text=one.text)
        typed = Text(menu.typed(one.choice.id), style=f"bold {TERRACOTTA}")
        table.add_row(typed, text, said.chance(one), said.points(one))
    return table


def _numbers() -> list[Column]:
    return [Column(justify="right", min_width=width) for width in (9, 11)]  # "100 % ± 1", "12345 ± 123"
