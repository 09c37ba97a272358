"""The options of Hellas: what each of them can be."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.records import OneOf, Record, i1, record
from petteia.games.hellas.box import Yields

MOST_START = 20  # marble that the option `start_marble` can give


class Marble(IntEnum):
    HIDDEN = 0
    OPEN = 1


class Compensation(IntEnum):
    NONE = 0
    BY_SEAT = 1


class TieBreak(IntEnum):
    SHARED = 0
    MARBLE = 1


@record
class Options(Record):
    """The reconstructed and disputed things. The first word is the default."""

    marble: Annotated[i1, OneOf(Marble), "§1.3 whether marble lies behind screens"]
    yields: Annotated[i1, OneOf(Yields), "§6.3 what the quarry tiles show"]
    start_marble: Annotated[i1, range(MOST_START + 1), "§2.2 marble at the start; 0 as the box says"]
    compensation: Annotated[i1, OneOf(Compensation), "§2.3 more marble for those who begin later"]
    tie_break: Annotated[i1, OneOf(TieBreak), "§10.8 whether left-over marble breaks a tie"]
    board: Annotated[i1, range(3), "§2.1 the board; 0 goes by the number of players"]
