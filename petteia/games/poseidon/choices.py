"""Every choice a player of Poseidon can make, as numbers."""

from __future__ import annotations

from petteia.engine.choices import Kind, Space

MOST_CARDS = 6
MOST_NATIONS = 8
MOST_SPACES = 24  # of the prestige track
MOST_PLACES = 96  # of the board
MOST_SHIPS = 8  # kinds of ships
MOST_MERCHANTS = 24  # of a nation that somebody can hold
MOST_DONATED = 250  # in one run, in steps of DONATION
DONATION = 10
MOST_ISSUED = 8

_NATIONS = range(1, MOST_NATIONS + 1)
_PLACES = range(1, MOST_PLACES + 1)
_SHIPS = range(1, MOST_SHIPS + 1)

SPACE = Space(
    # the Poseidon round
    Kind("card", card=range(1, MOST_CARDS + 1)),
    # merchant rounds: founding a nation, its prestige, merchants for sale, merchants taken; buying and selling
    Kind("found", nation=_NATIONS),
    Kind("prestige", space=range(1, MOST_SPACES + 1)),
    Kind("merchants", count=range(1, MOST_MERCHANTS + 1)),
    Kind("take", count=range(1, MOST_MERCHANTS + 1)),
    Kind("buy", nation=_NATIONS),
    Kind("sell", nation=_NATIONS, count=range(1, MOST_MERCHANTS + 1)),
    Kind("crown"),
    # special cards, and the king's purse
    Kind("league", nation=_NATIONS),
    Kind("mark", place=_PLACES),
    Kind("culture", nation=_NATIONS),
    Kind("archon", nation=_NATIONS),
    Kind("poseidon"),
    Kind("purse"),
    # the discovery ship
    Kind("move", place=_PLACES),
    Kind("post", place=_PLACES),
    Kind("new_home", place=_PLACES),
    # revenue
    Kind("home"),
    Kind("best", donation=range(0, MOST_DONATED + 1, DONATION)),
    Kind("sail", start=("home", "new_home")),
    Kind("step", place=_PLACES),
    Kind("donate"),
    # ships
    Kind("ship"),
    Kind("trade", ship=_SHIPS),
    Kind("offer", nation=_NATIONS, ship=_SHIPS),
    Kind("hundreds", hundreds=range(100)),
    Kind("drachmas", drachmas=range(100)),
    Kind("accept"),
    Kind("issue", merchants=range(MOST_ISSUED + 1)),
    Kind("force"),
    # not doing what is asked; being done, or passing
    Kind("decline"),
    Kind("done"),
)

CARD = SPACE.first("card")
FOUND = SPACE.first("found")
PRESTIGE = SPACE.first("prestige")
MERCHANTS = SPACE.first("merchants")
TAKE = SPACE.first("take")
BUY = SPACE.first("buy")
SELL = SPACE.first("sell")
CROWN = SPACE.first("crown")
LEAGUE = SPACE.first("league")
MARK = SPACE.first("mark")
CULTURE = SPACE.first("culture")
ARCHON = SPACE.first("archon")
POSEIDON = SPACE.first("poseidon")
PURSE = SPACE.first("purse")
MOVE = SPACE.first("move")
POST = SPACE.first("post")
NEW_HOME = SPACE.first("new_home")
HOME = SPACE.first("home")
BEST = SPACE.first("best")
SAIL = SPACE.first("sail")
STEP = SPACE.first("step")
DONATE = SPACE.first("donate")
SHIP = SPACE.first("ship")
TRADE = SPACE.first("trade")
OFFER = SPACE.first("offer")
HUNDREDS = SPACE.first("hundreds")
DRACHMAS = SPACE.first("drachmas")
ACCEPT = SPACE.first("accept")
ISSUE = SPACE.first("issue")
FORCE = SPACE.first("force")
DECLINE = SPACE.first("decline")
DONE = SPACE.first("done")
END = SPACE.size
