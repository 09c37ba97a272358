"""Every choice a player of the card game can make, as numbers."""

from __future__ import annotations

from petteia.engine.choices import Kind, KindsOfChoices, Numbered, Space

SLOTS = 6  # power cards on offer in a round
MOST_COINS = 72  # coin cards in a box, so the highest bid
MOST_CARDS = 10  # power cards of one player: one a round
FACES = ("wood", "stone", "grain", "inhabitant")
WITH_LUXURY = (*FACES, "luxury")  # a card by its face, or one drawn for luxury; a good, or luxury in its place


class Chosen(KindsOfChoices):
    """What can be chosen, and its parameters."""

    # bids
    PASS = Kind()
    BID = Kind(slot=Numbered(SLOTS), cards=range(1, MOST_COINS + 1))
    # the cards of the bid
    PICK = Kind(coin=WITH_LUXURY)
    # displaced
    MOVE = Kind(slot=Numbered(SLOTS))
    WITHDRAW = Kind()
    # taking a building
    PAY = Kind()
    MORTGAGE = Kind(coin=WITH_LUXURY)
    # what is short in a payment or a feeding, one after another; inhabitants in the hand for those who are not fed
    GIVE = Kind(coin=WITH_LUXURY)
    # enough chosen: the rest of a bid or payment is filled, nobody more is fed, nothing more redeemed
    DONE = Kind()
    # disasters
    STRIKE = Kind(card=Numbered(MOST_CARDS))
    COVER = Kind(coin=WITH_LUXURY)
    TEAR = Kind()
    # inhabitants who are not fed
    ABANDON = Kind(card=Numbered(MOST_CARDS))
    DESERT = Kind()
    # redeeming
    REDEEM = Kind(card=Numbered(MOST_CARDS))


SPACE = Space(Chosen)
choice_of, parts_of = SPACE.choice_of, SPACE.parts_of
