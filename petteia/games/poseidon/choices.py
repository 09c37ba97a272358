"""Every choice a player of Poseidon can make, as numbers."""

from __future__ import annotations

from petteia.engine.choices import Kind, KindsOfChoices, Numbered, Space

MOST_CARDS = 6
MOST_NATIONS = 8
MOST_SPACES = 24  # of the prestige track
MOST_PLACES = 96  # of the board
MOST_SHIPS = 8  # kinds of ships
MOST_MERCHANTS = 24  # of a nation that somebody can hold
MOST_DONATED = 250  # in one run, in steps of DONATION
DONATION = 10
MOST_ISSUED = 8
STARTS = ("home", "new_home")  # of a run
FROM_HOME, FROM_NEW_HOME = range(len(STARTS))


class Chosen(KindsOfChoices):
    """What can be chosen, and its parameters."""

    # the Poseidon round
    CARD = Kind(card=Numbered(MOST_CARDS))
    # merchant rounds: founding a nation, its prestige, merchants for sale, merchants taken; buying and selling
    FOUND = Kind(nation=Numbered(MOST_NATIONS))
    PRESTIGE = Kind(space=Numbered(MOST_SPACES))
    MERCHANTS = Kind(count=range(1, MOST_MERCHANTS + 1))
    TAKE = Kind(count=range(1, MOST_MERCHANTS + 1))
    BUY = Kind(nation=Numbered(MOST_NATIONS))
    SELL = Kind(nation=Numbered(MOST_NATIONS), count=range(1, MOST_MERCHANTS + 1))
    CROWN = Kind()
    # special cards, and the king's purse
    LEAGUE = Kind(nation=Numbered(MOST_NATIONS))
    MARK = Kind(place=Numbered(MOST_PLACES))
    CULTURE = Kind(nation=Numbered(MOST_NATIONS))
    ARCHON = Kind(nation=Numbered(MOST_NATIONS))
    POSEIDON = Kind()
    PURSE = Kind()
    # the discovery ship
    MOVE = Kind(place=Numbered(MOST_PLACES))
    POST = Kind(place=Numbered(MOST_PLACES))
    NEW_HOME = Kind(place=Numbered(MOST_PLACES))
    # revenue
    HOME = Kind()
    BEST = Kind(donation=range(0, MOST_DONATED + 1, DONATION))
    SAIL = Kind(start=STARTS)
    STEP = Kind(place=Numbered(MOST_PLACES))
    DONATE = Kind()
    # ships
    SHIP = Kind()
    TRADE = Kind(ship=Numbered(MOST_SHIPS))
    OFFER = Kind(nation=Numbered(MOST_NATIONS), ship=Numbered(MOST_SHIPS))
    HUNDREDS = Kind(hundreds=range(100))
    DRACHMAS = Kind(drachmas=range(100))
    ACCEPT = Kind()
    ISSUE = Kind(merchants=range(MOST_ISSUED + 1))
    FORCE = Kind()
    # not doing what is asked; being done, or passing
    DECLINE = Kind()
    DONE = Kind()


SPACE = Space(Chosen)
choice_of, parts_of = SPACE.choice_of, SPACE.parts_of
