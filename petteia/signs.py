"""Colours and signs for the terminal and for notebooks.

The hues are those of the browser's tables; their lightness is halfway between black and white, so that each has a
contrast of at least 4.5 on a dark terminal and on a light one. Everything else is left in the terminal's own colours.
"""

from __future__ import annotations

import codecs
import contextlib
import unicodedata
from typing import TextIO

TERRACOTTA = "#C15532"  # action, whose turn
AEGEAN = "#237F9E"  # information, what comes every round
OLIVE = "#6B7C37"  # good, gains
GOLD = "#986F23"  # coins, prestige
WINE = "#C54D5F"  # danger, loss
QUIET = "#847262"  # what can be read later

SEATS = ("#C54E5B", "#2E78BF", "#6D7C3B", "#8A65AF", "#9E6C15")
EMBLEMS = ("▲", "◆", "■", "♣", "♥")  # always with the seat's colour, so that no colour stands alone

# What stands in for signs that a terminal's encoding does not have. One for one, so that nothing is moved.
PLAINER = str.maketrans(
    "★−↻◉▤½≈●○✓✗▶›·▲◆■♣♥▌┏┓┗┛╭╮╰╯│─╔╗╚╝║═…–„“”«»’§ß×▁⌂▢♜♟♔◇┃━²∞◂Π±",
    '*-@&=/~o.+x>>-^$#%<|+-+-++++|-####|=.-"""""\'#sx_hpPSK@|=28<T~',
)
_PLAIN = "petteia_plain"


def _plainer(problem: UnicodeError) -> tuple[str, int]:
    """Signs in their plainer form, letters without their accents, anything else as a question mark."""
    assert isinstance(problem, UnicodeEncodeError)
    found = ""
    for sign in problem.object[problem.start : problem.end]:
        plain = unicodedata.normalize("NFKD", sign.translate(PLAINER))[0]
        found += plain if plain.isascii() else "?"
    return found, problem.end


codecs.register_error(_PLAIN, _plainer)


def in_plain_signs(stream: TextIO) -> None:
    """Lets a stream write plainer signs where its encoding lacks those that were meant."""
    with contextlib.suppress(AttributeError):
        stream.reconfigure(errors=_PLAIN)  # type: ignore[attr-defined]
