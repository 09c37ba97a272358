"""Every choice a player of the card game can make, as numbers."""

from __future__ import annotations

from petteia.engine.choices import Kind, Space
from petteia.engine.compiling import rule

SLOTS = 6  # power cards on offer in a round
MOST_COINS = 72  # coin cards in a box, so the highest bid
MOST_CARDS = 10  # power cards of one player: one a round
FACES = ("wood", "stone", "grain", "inhabitant")
WITH_LUXURY = (*FACES, "luxury")  # a card by its face, or one drawn for luxury; a good, or luxury in its place

SPACE = Space(
    # bids
    Kind("pass"),
    Kind("bid", slot=range(1, SLOTS + 1), cards=range(1, MOST_COINS + 1)),
    # the cards of the bid
    Kind("pick", coin=WITH_LUXURY),
    # displaced
    Kind("move", slot=range(1, SLOTS + 1)),
    Kind("withdraw"),
    # taking a building
    Kind("pay"),
    Kind("mortgage", coin=WITH_LUXURY),
    # what is short in a payment or a feeding, one after another; inhabitants in the hand for those who are not fed
    Kind("give", coin=WITH_LUXURY),
    # enough chosen: the rest of a bid or payment is filled, nobody more is fed, nothing more redeemed
    Kind("done"),
    # disasters
    Kind("strike", card=range(1, MOST_CARDS + 1)),
    Kind("cover", coin=WITH_LUXURY),
    Kind("tear"),
    # inhabitants who are not fed
    Kind("abandon", card=range(1, MOST_CARDS + 1)),
    Kind("desert"),
    # redeeming
    Kind("redeem", card=range(1, MOST_CARDS + 1)),
)

PASS = SPACE.first("pass")
BID = SPACE.first("bid")
PICK = SPACE.first("pick")
MOVE = SPACE.first("move")
WITHDRAW = SPACE.first("withdraw")
PAY = SPACE.first("pay")
MORTGAGE = SPACE.first("mortgage")
GIVE = SPACE.first("give")
DONE = SPACE.first("done")
STRIKE = SPACE.first("strike")
COVER = SPACE.first("cover")
TEAR = SPACE.first("tear")
ABANDON = SPACE.first("abandon")
DESERT = SPACE.first("desert")
REDEEM = SPACE.first("redeem")
END = SPACE.size


@rule
def bid(slot: int, cards: int) -> int:
    """The choice to bid so many coin cards on the power card at a slot (0 to 5)."""
    return BID + slot * MOST_COINS + cards - 1


@rule
def bid_slot(choice: int) -> int:
    return (choice - BID) // MOST_COINS


@rule
def bid_cards(choice: int) -> int:
    return (choice - BID) % MOST_COINS + 1
