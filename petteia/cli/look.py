"""Colours and marks of the terminal.

The hues are those of the browser's tables; their lightness is halfway between black and white, so that each has a
contrast of at least 4.5 on a dark terminal and on a light one. Everything else is left in the terminal's own colours.
"""

from __future__ import annotations

TERRACOTTA = "#C15532"  # action, whose turn
AEGEAN = "#237F9E"  # information, what comes every round
OLIVE = "#6B7C37"  # good, gains
GOLD = "#986F23"  # coins, prestige
WINE = "#C54D5F"  # danger, loss
QUIET = "#847262"  # what can be read later

SEATS = ("#C54E5B", "#2E78BF", "#6D7C3B", "#8A65AF", "#9E6C15")
EMBLEMS = ("▲", "◆", "■", "♣", "♥")  # always with the seat's colour, so that no colour stands alone
