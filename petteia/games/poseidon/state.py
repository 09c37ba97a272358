"""Everything on the table of Poseidon."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.news import KindsOfNews
from petteia.engine.records import NOBODY, SEAT, SEATS, Array, Bits, Names, Record, i1, i2, i4, record, u8
from petteia.engine.sets import MASKS
from petteia.games.poseidon.box import MOST_SEATS
from petteia.games.poseidon.choices import MOST_NATIONS, MOST_SHIPS
from petteia.games.poseidon.options import Options

COLOURS = ("red", "blue", "green", "violet", "ochre")  # of the seats
PAST = 64  # turns of a merchant round that are remembered, where the option `rebuy` allows circles
MOST_TURNS = 250  # of such a round


class Step(IntEnum):
    """Where the game stands: the rulebook's steps. Those in which a seat may have to decide say so."""

    CARD = 0  # §3: the Poseidon round (decides)
    ROUND = 1  # §1.3: the next round
    TURN = 2  # §4: a player's turn in a merchant round (decides)
    PRESTIGE = 3  # §5.3: founding (decides)
    MERCHANTS = 4  # §5.4 (decides)
    TAKE = 5  # §5.6 (decides)
    CROWN = 6  # §7: change of king (decides)
    POWERS = 7  # §8.2: special cards are used (decides)
    INCOME = 8  # §8.3
    PURSE = 9  # §8.4 (decides)
    NATION = 10  # §8.5: the next nation
    DISCOVER = 11  # §9 (decides)
    POSEIDON = 12  # §10.9: somebody else's Poseidon card (decides)
    FLEET = 13  # §10 (decides)
    SAIL = 14  # §10.4: a run step by step (decides)
    DONATE = 15  # §10.6 (decides)
    SHIPS = 16  # §11 (decides)
    HUNDREDS = 17  # §11.7: an offer's price (decides)
    DRACHMAS = 18  # §11.7 (decides)
    ANSWER = 19  # §11.8 (decides)
    ISSUE = 20  # §12.3: at a change of phase (decides)
    FORCED = 21  # §13: the king pays, and sells for it (decides)
    MARK = 22  # §3.6: where the Delian League's marker goes (decides)
    SCORE = 23  # §14
    OVER = 24


@record
class Player(Record):
    cash: Annotated[i4, "drachmas"]
    sold: Annotated[i2, Bits(), "the nations whose merchants he sold in this merchant round"]
    cards: Annotated[i1, Bits(), "his special cards"]
    merchants: Annotated[Array[i1], MOST_NATIONS, "of each nation, those on a king's card included"]


@record
class Nation(Record):
    posts: Annotated[Array[u8], MASKS, Bits(), "the places with its posts, a high culture included"]
    coffers: Annotated[i4, "drachmas"]
    king: Annotated[i1, SEAT, "the seat of its king, NONE before it is founded"]
    prestige: Annotated[i1, "the space of its marker on the track, from 0; NONE before it is founded"]
    above: Annotated[i1, "markers that lie above it on its space"]
    pool: Annotated[i1, "merchants for sale"]
    potentials: Annotated[i1, "disks on its charter"]
    explorer: Annotated[i1, Names("place"), "where its discovery ship is"]
    new_home: Annotated[i1, Names("place"), "where its New Home is"]
    culture: Annotated[i1, Names("place"), "its high culture"]
    fleet: Annotated[Array[i1], MOST_SHIPS, "its ships of each kind"]


@record
class State(Record):
    """The table. All is open (§1.2)."""

    rng: Annotated[Array[u8], 4, NOBODY, "the random generator"]
    touched: Annotated[Array[u8], MASKS, Bits(), "the places that the acting nation's discovery ship touched"]
    visited: Annotated[Array[u8], MASKS, Bits(), "the places that count in the run under way"]
    past: Annotated[Array[u8], PAST, "positions of this merchant round, where the option `rebuy` allows circles"]
    options: Annotated[Options, "the rules in use"]
    reveals: Annotated[i4, "goes up with everything turned up; here nothing is"]
    tied: Annotated[i4, "money from a forced purchase, which buys no ships of other nations (§13.6)"]
    price: Annotated[i2, "the price of the offer under way"]
    left: Annotated[i2, "steps left to the discovery ship, or to the fleet"]
    gain: Annotated[i2, "what the run under way is worth so far, for each merchant"]
    fresh: Annotated[i2, Bits(), "nations founded in this merchant round"]
    dropped: Annotated[i2, Bits(), "nations whose prestige has dropped for sales of this turn"]
    acted: Annotated[i2, Bits(), "nations that had their turn in this step"]
    issued: Annotated[i2, Bits(), "nations that were asked for merchants at this change of phase"]
    step: Annotated[i1, Names("step"), "where the game stands"]
    back: Annotated[i1, Names("step"), "the step that goes on when the Delian League's marker lies"]
    seats: Annotated[i1, "players"]
    seat: Annotated[i1, SEAT, "who decides now"]
    starter: Annotated[i1, SEAT, "the start player"]
    map: Annotated[i1, Names("map"), "the map that is played on"]
    round_number: Annotated[i1, "the round in the order of the box, from 0; NONE in the Poseidon round"]
    phase: Annotated[i1, "1 to 4"]
    offered: Annotated[i1, Bits(), "special cards that can still be bought"]
    turn: Annotated[i1, "cards bought in the Poseidon round"]
    passed: Annotated[i1, "players who have passed in a row"]
    did: Annotated[i1, "what the player did in his turn: 1 bought, 2 sold"]
    asked: Annotated[i1, SEATS, Bits(), "seats that let the king stay in office"]
    card: Annotated[i1, "the special card that is asked for"]
    nation: Annotated[i1, Names("nation"), "the nation that acts, or is asked about"]
    issuer: Annotated[i1, Names("nation"), "the nation that is asked for merchants at a change of phase"]
    count: Annotated[i1, "merchants put up for sale by the founder"]
    place: Annotated[i1, Names("place"), "where the fleet is"]
    doubled: Annotated[i1, "the Poseidon card for this run: 0 not asked, 1 no, 2 its range is doubled"]
    poseidon_used: Annotated[i1, "1 when the Poseidon card was used in this phase"]
    league_nation: Annotated[i1, Names("nation"), "whose post the Delian League's marker doubles"]
    league_place: Annotated[i1, Names("place"), "where it lies"]
    seller: Annotated[i1, Names("nation"), "the nation that an offer is made to"]
    wanted: Annotated[i1, Names("ship"), "the ship that is offered for"]
    bankrupt: Annotated[i1, SEATS, Bits(), "seats that went bankrupt"]
    ending: Annotated[i1, "rounds of exploration still to play after a bankruptcy, this one included; 0 without one"]
    past_count: Annotated[i2, "turns in this merchant round since something changed for good"]
    bank: Annotated[Array[i1], MOST_SHIPS, "ships of each kind that can still be bought"]
    queue: Annotated[Array[i1], MOST_NATIONS, "the order of the nations, where the option `order` fixes it"]
    refused: Annotated[
        Array[i2], MOST_NATIONS * MOST_SHIPS, "the highest price refused in this turn, by nation and ship"
    ]
    nations: Annotated[Array[Nation], MOST_NATIONS]
    players: Annotated[Array[Player], MOST_SEATS, "the players"]


class Happened(KindsOfNews):
    """What can happen: the clause that lets it, and what is told of it."""

    START = "§2.2", "drachmas"
    FIRST = "§2.4"
    CARD = "§3.1", "card", "drachmas"
    CARDS_LEAVE = "§3.4", "cards"
    MARKET = "§4.1", "number"
    EXPLORATION = "§8.1", "number"
    FOUNDED = "§5.1", "nation", "space"
    FOR_SALE = "§5.5", "nation", "merchants", "drachmas"
    TAKEN = "§5.6", "nation", "merchants", "drachmas"
    BOUGHT = "§4.4", "nation", "drachmas"
    SOLD = "§4.6", "nation", "merchants", "drachmas"
    ROSE = "§6.1", "nation", "space"
    DROPPED = "§6.2", "nation", "space"
    DROPPED_IN_NEED = "§13.2", "nation", "space"
    PASSED = "§4.3"
    REPEATED = "§4.9"
    CROWNED = "§7.3", "nation"
    TOLERATED = "§7.4", "nation"
    SHIP_LEAVES = "§4.11", "ship"
    STARTER = "§4.12"
    LEAGUE = "§3.6", "nation", "place"
    CULTURE = "§3.7", "nation", "place", "card"
    ARCHON = "§3.9", "nation"
    INCOME = "§8.3", "drachmas"
    PURSE = "§8.4", "nation", "drachmas"
    ACTS = "§8.5", "nation"
    MOVED = "§9.1", "nation", "place"
    POST = "§9.4", "nation", "place"
    NEW_HOME = "§9.8", "nation", "place"
    POSEIDON = "§3.8", "nation", "reach"
    NO_FLEET = "§10.1", "nation"
    STAYED = "§10.2", "nation", "drachmas"
    SAILED = "§10.3", "nation", "place"
    STOP = "§10.5", "nation", "place", "value"
    DONATED = "§10.6", "nation", "place", "drachmas"
    REVENUE = "§10.10", "nation", "value"
    PAID = "§10.10", "drachmas", "merchants", "nation"
    SHIP = "§11.1", "nation", "ship", "drachmas"
    TRADED = "§11.4", "nation", "ship", "drachmas"
    OFFERED = "§11.6", "nation", "ship", "drachmas", "seller"
    REFUSED = "§11.8", "nation", "ship", "drachmas", "seller"
    SHIP_SOLD = "§11.8", "nation", "ship", "drachmas", "seller"
    NO_SHIPS = "§11.10", "nation"
    PHASE = "§12.1", "phase"
    ISSUED = "§12.3", "nation", "merchants", "drachmas"
    SCRAPPED = "§12.4", "nation", "ships", "ship"
    EMERGENCY = "§13.2", "nation", "merchants", "drachmas"
    KING_PAYS = "§13.3", "nation", "drachmas"
    BANKRUPT = "§13.5", "nation"
    ENDS = "§13.7"
    SCORED = "§14.1", "worth", "cash", "merchants"
