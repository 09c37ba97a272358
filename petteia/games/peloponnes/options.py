"""The options of Peloponnes: what each of them can be."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.records import OneOf, Record, SetOf, i1, i4, record


class ConquestBid(IntEnum):
    AT_LEAST = 0
    EXACT = 1


class DisplacedBid(IntEnum):
    MAY_DISPLACE = 0
    FREE_TILES = 1


class TwoHalves(IntEnum):
    ADD_UP = 0
    COUNT_ONCE = 1


class UnplaceableLand(IntEnum):
    LOST = 0
    REFUNDED = 1
    GAINS = 2


class InhabitantsReturn(IntEnum):
    ALWAYS = 0
    LATER_ROUND = 1


class PopulationLimit(IntEnum):
    NONE = 0
    TRACK_END = 1


class MarkerCoin(IntEnum):
    RETURNED = 0
    LOST = 1


class LuxuryForFood(IntEnum):
    MAY = 0
    MUST = 1


class Completing(IntEnum):
    MUST = 0
    MAY = 1


class LuxuryInDisasters(IntEnum):
    ALLOWED = 0
    FORBIDDEN = 1


class LastIncome(IntEnum):
    FULL = 0
    NONE = 1
    TILES_ALONE = 2


class SoloPass(IntEnum):
    PAYS = 0
    PAYS_NOTHING = 1


@record
class Options(Record):
    """The disputed rules and the solo game. The first word is the default."""

    conquest_bid: Annotated[i1, OneOf(ConquestBid), "§4.7 a bid in the conquest row may be higher, or not"]
    displaced_bid: Annotated[i1, OneOf(DisplacedBid), "§4.9 where a displaced bid may move"]
    two_halves: Annotated[i1, OneOf(TwoHalves), "§4.13 Market and Agora together"]
    unplaceable_land: Annotated[i1, OneOf(UnplaceableLand), "§6.4 a land that cannot be placed"]
    inhabitants_return: Annotated[i1, OneOf(InhabitantsReturn), "§7.3 when the inhabitant of Tiryns returns"]
    population_limit: Annotated[i1, OneOf(PopulationLimit), "§8.5 inhabitants above the track"]
    marker_coin: Annotated[i1, OneOf(MarkerCoin), "§10.8 the coin on a building an earthquake takes"]
    luxury_for_food: Annotated[i1, OneOf(LuxuryForFood), "§11.3 whether luxury must feed"]
    completing: Annotated[i1, OneOf(Completing), "§11.6 whether a payable building must be completed"]
    luxury_in_disasters: Annotated[i1, OneOf(LuxuryInDisasters), "§12.4 luxury in earthquake and tempest"]
    last_income: Annotated[i1, OneOf(LastIncome), "§13.1 the income of the last round"]
    solo_pass: Annotated[i1, OneOf(SoloPass), "§15.3 passing in the solo game"]
    solo_level: Annotated[i1, range(6), "§15.4 level of the solo game; 0 for none"]
    used_civilizations: Annotated[i4, SetOf("civilization"), "§15.6 those the solo player cannot choose any more"]
