"""Every choice a player of Peloponnes can make, as numbers."""

from __future__ import annotations

from petteia.engine.choices import Kind, KindsOfChoices, Numbered, Space

SLOTS = 5  # tiles on offer in a round
HIGHEST_BID = 70  # the value of all coins in the box (§16.5)
MOST_FED = 40  # inhabitants that luxury can feed at once; a box file cannot give anybody more inhabitants
MOST_TILES = 10  # tiles of one player: one a round
CIVILIZATIONS = 16
GOODS = ("wood", "stone", "food", "coins")


class Chosen(KindsOfChoices):
    """What can be chosen, and its parameters."""

    # the auction
    PASS = Kind()
    BID = Kind(slot=Numbered(SLOTS), coins=range(1, HIGHEST_BID + 1))
    # displaced
    MOVE = Kind(slot=Numbered(SLOTS))
    WITHDRAW = Kind()
    # taking a building
    PAY = Kind()
    MARK = Kind()
    # income of Port and Temple of Apollo
    PRODUCE = Kind(good=GOODS)
    # earthquake and tempest: the tile that is asked about
    SAVE = Kind()
    ABANDON = Kind()
    # supply round
    FEED = Kind(extra=range(MOST_FED + 1))
    COMPLETE = Kind(building=Numbered(MOST_TILES))
    DISCARD = Kind()
    # setting up a solo game
    CIVILIZATION = Kind(civilization=Numbered(CIVILIZATIONS))
    INCOME = Kind(good=GOODS[:3])


SPACE = Space(Chosen)
choice_of, parts_of = SPACE.choice_of, SPACE.parts_of
