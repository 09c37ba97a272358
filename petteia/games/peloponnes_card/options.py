"""The options of the card game: what each of them can be."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.records import OneOf, Record, i1, record


class Reshuffle(IntEnum):
    AT_ONCE = 0
    WHEN_NEEDED = 1


class DisastersStrike(IntEnum):
    AFTER_REVEALING = 0
    AT_ONCE = 1


class ConquestBid(IntEnum):
    AT_LEAST = 0
    EXACT = 1


class DisplacedBid(IntEnum):
    ANY_ROW = 0
    OPEN_ROW = 1


class HalfMinimum(IntEnum):
    NO_HELP = 0
    HELPS = 1


class TurnOrderBid(IntEnum):
    CARDS = 0
    WITH_DISCOUNT = 1


class Mortgaging(IntEnum):
    FREE = 0
    ONLY_IF_UNABLE = 1


class SurplusAfterLuxury(IntEnum):
    NONE = 0
    THE_REST = 1


class SurplusWhenMortgaging(IntEnum):
    NONE = 0
    LUXURY = 1


class IncomeOrder(IntEnum):
    TOGETHER = 0
    ONE_TIME_FIRST = 1


class LostBuildingIncome(IntEnum):
    NONE = 0
    RECEIVED = 1


class Feeding(IntEnum):
    FREE = 0
    AS_MANY_AS_POSSIBLE = 1


class Starving(IntEnum):
    WITH_INHABITANTS = 0
    ANY_CARD = 1


class GivenUpBuilding(IntEnum):
    PRODUCES = 0
    WHEN_REDEEMED = 1


class RedeemedCoin(IntEnum):
    HAND = 0
    DISCARD = 1


class MortgageCardPays(IntEnum):
    NO = 0
    YES = 1


class Thirds(IntEnum):
    ALL_CARDS = 0
    UNCOVERED_FIRST = 1


class CoveredCard(IntEnum):
    UPPER_SIGNS = 0
    SYMBOL_ONLY = 1


class Covering(IntEnum):
    EACH_CARD = 0
    ALL_ALIKE = 1


class DroughtStrikes(IntEnum):
    VISIBLE = 0
    PRINTED = 1


class DeclineLuxury(IntEnum):
    LOST_FIRST = 0
    MAY_COVER = 1


class TornMortgage(IntEnum):
    DISCARD = 0
    HAND = 1


class CoverFaces(IntEnum):
    DOWN = 0
    UP = 1


class CoveredProtection(IntEnum):
    NONE = 0
    PROTECTS = 1


class LateProtection(IntEnum):
    REPEATED = 0
    ONCE = 1


class FinalIncome(IntEnum):
    ROUND = 0
    EXTRA = 1


class InhabitantCards(IntEnum):
    ALL = 0
    BEST = 1


@record
class Options(Record):
    """The disputed rules. The first word is the default."""

    reshuffle: Annotated[i1, OneOf(Reshuffle), "§1.4 when discarded coin cards are shuffled"]
    disasters_strike: Annotated[i1, OneOf(DisastersStrike), "§3.4 when a disaster strikes"]
    conquest_bid: Annotated[i1, OneOf(ConquestBid), "§4.7 a bid in the conquest row may be higher, or not"]
    displaced_bid: Annotated[i1, OneOf(DisplacedBid), "§4.9 where a displaced bid may move"]
    half_minimum: Annotated[i1, OneOf(HalfMinimum), "§4.13 Market and Agora for a minimum"]
    turn_order_bid: Annotated[i1, OneOf(TurnOrderBid), "§5.3 the conquest discount in the turn order"]
    mortgaging: Annotated[i1, OneOf(Mortgaging), "§6.5 mortgaging what one could pay"]
    surplus_after_luxury: Annotated[i1, OneOf(SurplusAfterLuxury), "§6.11 surplus where luxury was spent"]
    surplus_when_mortgaging: Annotated[i1, OneOf(SurplusWhenMortgaging), "§6.12 surplus when mortgaging"]
    income_order: Annotated[i1, OneOf(IncomeOrder), "§7.1 the order of incomes"]
    lost_building_income: Annotated[i1, OneOf(LostBuildingIncome), "§7.3 one-time income of a lost building"]
    feeding: Annotated[i1, OneOf(Feeding), "§9.5 whether one may feed fewer"]
    starving: Annotated[i1, OneOf(Starving), "§9.7 cards that may be torn down for hunger"]
    given_up_building: Annotated[i1, OneOf(GivenUpBuilding), "§9.10 production of mortgaged buildings"]
    redeemed_coin: Annotated[i1, OneOf(RedeemedCoin), "§9.12 where the coin card of a redeemed building goes"]
    mortgage_card_pays: Annotated[i1, OneOf(MortgageCardPays), "§9.13 whether it may help to pay"]
    thirds: Annotated[i1, OneOf(Thirds), "§10.8 covered cards in earthquake and tempest"]
    covered_card: Annotated[i1, OneOf(CoveredCard), "§10.9 what counts on a covered card"]
    covering: Annotated[i1, OneOf(Covering), "§10.10 covering some and tearing down others"]
    drought_strikes: Annotated[i1, OneOf(DroughtStrikes), "§10.11 covered cards in a drought"]
    decline_luxury: Annotated[i1, OneOf(DeclineLuxury), "§10.12 luxury for covering the luxury card"]
    torn_mortgage: Annotated[i1, OneOf(TornMortgage), "§10.13 the coin card of a mortgaged building torn down"]
    cover_faces: Annotated[i1, OneOf(CoverFaces), "§10.14 how covering cards lie"]
    covered_protection: Annotated[i1, OneOf(CoveredProtection), "§11.3 the shield of a covered building"]
    late_protection: Annotated[i1, OneOf(LateProtection), "§11.5 late protection by uncovered buildings"]
    final_income: Annotated[i1, OneOf(FinalIncome), "§12.1 an income after the last round"]
    inhabitant_cards: Annotated[i1, OneOf(InhabitantCards), "§13.5 inhabitant cards at the end"]
