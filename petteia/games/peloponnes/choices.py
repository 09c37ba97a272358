"""Every choice a player of Peloponnes can make, as numbers."""

from __future__ import annotations

from petteia.engine.choices import Kind, Space
from petteia.engine.compiling import rule

SLOTS = 5  # tiles on offer in a round
HIGHEST_BID = 70  # the value of all coins in the box (§16.5)
MOST_FED = 40  # inhabitants that luxury can feed at once; a box file cannot give anybody more inhabitants
MOST_TILES = 10  # tiles of one player: one a round
CIVILIZATIONS = 16
GOODS = ("wood", "stone", "food", "coins")

SPACE = Space(
    # the auction
    Kind("pass"),
    Kind("bid", slot=range(1, SLOTS + 1), coins=range(1, HIGHEST_BID + 1)),
    # displaced
    Kind("move", slot=range(1, SLOTS + 1)),
    Kind("withdraw"),
    # taking a building
    Kind("pay"),
    Kind("mark"),
    # income of Port and Temple of Apollo
    Kind("produce", good=GOODS),
    # earthquake and tempest: the tile that is asked about
    Kind("save"),
    Kind("abandon"),
    # supply round
    Kind("feed", extra=range(MOST_FED + 1)),
    Kind("complete", building=range(1, MOST_TILES + 1)),
    Kind("discard"),
    # setting up a solo game
    Kind("civilization", civilization=range(1, CIVILIZATIONS + 1)),
    Kind("income", good=GOODS[:3]),
)

PASS = SPACE.first("pass")
BID = SPACE.first("bid")
MOVE = SPACE.first("move")
WITHDRAW = SPACE.first("withdraw")
PAY = SPACE.first("pay")
MARK = SPACE.first("mark")
PRODUCE = SPACE.first("produce")
SAVE = SPACE.first("save")
ABANDON = SPACE.first("abandon")
FEED = SPACE.first("feed")
COMPLETE = SPACE.first("complete")
DISCARD = SPACE.first("discard")
CIVILIZATION = SPACE.first("civilization")
INCOME = SPACE.first("income")
END = SPACE.size


@rule
def bid(slot: int, coins: int) -> int:
    """The choice to bid so many coins on the tile at a slot (0 to 4)."""
    return BID + slot * HIGHEST_BID + coins - 1


@rule
def bid_slot(choice: int) -> int:
    return (choice - BID) // HIGHEST_BID


@rule
def bid_coins(choice: int) -> int:
    return (choice - BID) % HIGHEST_BID + 1
