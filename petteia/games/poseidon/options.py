"""The options of Poseidon: what each of them can be."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.records import OneOf, Record, i1, record


class PoseidonRound(IntEnum):
    SNAKE = 0
    IN_TURN = 1


class League(IntEnum):
    ANY_TIME = 0
    ROUND_START = 1


class LeagueCulture(IntEnum):
    ALLOWED = 0
    FORBIDDEN = 1


class Capital(IntEnum):
    ALL = 0
    TAKEN = 1


class Rebuy(IntEnum):
    FORBIDDEN = 0
    ALLOWED = 1


class KingSells(IntEnum):
    ONCE = 0
    EACH = 1


class Order(IntEnum):
    RUNNING = 0
    FIXED = 1


class DarkLines(IntEnum):
    ALL = 0
    FLEETS = 1


class DiscardOpens(IntEnum):
    NO = 0
    YES = 1


class Emergency(IntEnum):
    ONCE = 0
    EACH = 1


class Bankruptcy(IntEnum):
    THIS_ROUND = 0
    NEXT_ROUND = 1


@record
class Options(Record):
    """The reconstructed and disputed things. The first word is the default, unless another is named."""

    map: Annotated[i1, range(4), "§2.1 the map; 0 goes by the number of players"]
    poseidon_round: Annotated[
        i1, OneOf(PoseidonRound, default=PoseidonRound.IN_TURN), "§3.2 the order of two players in the Poseidon round"
    ]
    league: Annotated[i1, OneOf(League), "§3.6 when the Delian League may be used"]
    league_culture: Annotated[i1, OneOf(LeagueCulture), "§3.6 whether it may double a high culture"]
    capital: Annotated[i1, OneOf(Capital), "§5.5 for which merchants a new nation is paid"]
    rebuy: Annotated[
        i1, OneOf(Rebuy, default=Rebuy.ALLOWED), "§4.9 buying where one has sold in the same merchant round"
    ]
    king_sells: Annotated[i1, OneOf(KingSells), "§6.2 how often prestige drops for a king's sales in a turn"]
    order: Annotated[i1, OneOf(Order), "§8.5 whether the order of nations follows prestige as it moves"]
    dark_lines: Annotated[i1, OneOf(DarkLines), "§9.3 whom the dark lines stop"]
    discard_opens: Annotated[i1, OneOf(DiscardOpens), "§12.6 whether a ship that leaves after a round opens a phase"]
    emergency: Annotated[i1, OneOf(Emergency), "§13.2 how far prestige drops in an emergency issue"]
    bankruptcy: Annotated[i1, OneOf(Bankruptcy), "§13.7 when the game ends after a bankruptcy"]
