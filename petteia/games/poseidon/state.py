"""Everything on the table of Poseidon."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.news import Kind
from petteia.engine.records import NOBODY, Array, Bits, Names, OneOf, Record, i1, i2, i4, record, u8
from petteia.games.poseidon.box import MOST_SEATS, WORDS
from petteia.games.poseidon.choices import MOST_NATIONS, MOST_SHIPS

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
class Options(Record):
    """The reconstructed and disputed things. The first word is the default, unless another is named."""

    map: Annotated[i1, range(4), "§2.1 the map; 0 goes by the number of players"]
    poseidon_round: Annotated[
        i1, OneOf("snake", "in_turn", default="in_turn"), "§3.2 the order of two players in the Poseidon round"
    ]
    league: Annotated[i1, OneOf("any_time", "round_start"), "§3.6 when the Delian League may be used"]
    league_culture: Annotated[i1, OneOf("allowed", "forbidden"), "§3.6 whether it may double a high culture"]
    capital: Annotated[i1, OneOf("all", "taken"), "§5.5 for which merchants a new nation is paid"]
    rebuy: Annotated[
        i1,
        OneOf("forbidden", "allowed", default="allowed"),
        "§4.9 buying where one has sold in the same merchant round",
    ]
    king_sells: Annotated[i1, OneOf("once", "each"), "§6.2 how often prestige drops for a king's sales in a turn"]
    order: Annotated[i1, OneOf("running", "fixed"), "§8.5 whether the order of nations follows prestige as it moves"]
    dark_lines: Annotated[i1, OneOf("all", "fleets"), "§9.3 whom the dark lines stop"]
    discard_opens: Annotated[i1, OneOf("no", "yes"), "§12.6 whether a ship that leaves after a round opens a phase"]
    emergency: Annotated[i1, OneOf("once", "each"), "§13.2 how far prestige drops in an emergency issue"]
    bankruptcy: Annotated[i1, OneOf("this_round", "next_round"), "§13.7 when the game ends after a bankruptcy"]


@record
class Player(Record):
    cash: Annotated[i4, "drachmas"]
    sold: Annotated[i2, Bits(), "the nations whose merchants he sold in this merchant round"]
    cards: Annotated[i1, Bits(), "his special cards"]
    merchants: Annotated[Array[i1], MOST_NATIONS, "of each nation, those on a king's card included"]


@record
class Nation(Record):
    posts: Annotated[Array[u8], WORDS, Bits(), "the places with its posts, a high culture included"]
    coffers: Annotated[i4, "drachmas"]
    king: Annotated[i1, "the seat of its king, NONE before it is founded"]
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
    touched: Annotated[Array[u8], WORDS, Bits(), "the places that the acting nation's discovery ship touched"]
    visited: Annotated[Array[u8], WORDS, Bits(), "the places that count in the run under way"]
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
    seat: Annotated[i1, "who decides now"]
    starter: Annotated[i1, "the start player"]
    map: Annotated[i1, Names("map"), "the map that is played on"]
    round_number: Annotated[i1, "the round in the order of the box, from 0; NONE in the Poseidon round"]
    phase: Annotated[i1, "1 to 4"]
    offered: Annotated[i1, Bits(), "special cards that can still be bought"]
    turn: Annotated[i1, "cards bought in the Poseidon round"]
    passed: Annotated[i1, "players who have passed in a row"]
    did: Annotated[i1, "what the player did in his turn: 1 bought, 2 sold"]
    asked: Annotated[i1, Bits(), "seats that let the king stay in office"]
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
    bankrupt: Annotated[i1, Bits(), "seats that went bankrupt"]
    ending: Annotated[i1, "rounds of exploration still to play after a bankruptcy, this one included; 0 without one"]
    past_count: Annotated[i2, "turns in this merchant round since something changed for good"]
    bank: Annotated[Array[i1], MOST_SHIPS, "ships of each kind that can still be bought"]
    queue: Annotated[Array[i1], MOST_NATIONS, "the order of the nations, where the option `order` fixes it"]
    refused: Annotated[
        Array[i2], MOST_NATIONS * MOST_SHIPS, "the highest price refused in this turn, by nation and ship"
    ]
    nations: Annotated[Array[Nation], MOST_NATIONS]
    players: Annotated[Array[Player], MOST_SEATS, "the players"]


class Happened(IntEnum):
    """Kinds of news, in the order of NEWS."""

    START = 0
    FIRST = 1
    CARD = 2
    CARDS_LEAVE = 3
    MARKET = 4
    EXPLORATION = 5
    FOUNDED = 6
    FOR_SALE = 7
    TAKEN = 8
    BOUGHT = 9
    SOLD = 10
    ROSE = 11
    DROPPED = 12
    DROPPED_IN_NEED = 13
    PASSED = 14
    REPEATED = 15
    CROWNED = 16
    TOLERATED = 17
    SHIP_LEAVES = 18
    STARTER = 19
    LEAGUE = 20
    CULTURE = 21
    ARCHON = 22
    INCOME = 23
    PURSE = 24
    ACTS = 25
    MOVED = 26
    POST = 27
    NEW_HOME = 28
    POSEIDON = 29
    NO_FLEET = 30
    STAYED = 31
    SAILED = 32
    STOP = 33
    DONATED = 34
    REVENUE = 35
    PAID = 36
    SHIP = 37
    TRADED = 38
    OFFERED = 39
    REFUSED = 40
    SHIP_SOLD = 41
    NO_SHIPS = 42
    PHASE = 43
    ISSUED = 44
    SCRAPPED = 45
    EMERGENCY = 46
    KING_PAYS = 47
    BANKRUPT = 48
    ENDS = 49
    SCORED = 50


NEWS = (
    Kind("start", "§2.2", ("drachmas",)),
    Kind("first", "§2.4", ()),
    Kind("card", "§3.1", ("card", "drachmas")),
    Kind("cards_leave", "§3.4", ("cards",)),
    Kind("market", "§4.1", ("number",)),
    Kind("exploration", "§8.1", ("number",)),
    Kind("founded", "§5.1", ("nation", "space")),
    Kind("for_sale", "§5.5", ("nation", "merchants", "drachmas")),
    Kind("taken", "§5.6", ("nation", "merchants", "drachmas")),
    Kind("bought", "§4.4", ("nation", "drachmas")),
    Kind("sold", "§4.6", ("nation", "merchants", "drachmas")),
    Kind("rose", "§6.1", ("nation", "space")),
    Kind("dropped", "§6.2", ("nation", "space")),
    Kind("dropped_in_need", "§13.2", ("nation", "space")),
    Kind("passed", "§4.3", ()),
    Kind("repeated", "§4.9", ()),
    Kind("crowned", "§7.3", ("nation",)),
    Kind("tolerated", "§7.4", ("nation",)),
    Kind("ship_leaves", "§4.11", ("ship",)),
    Kind("starter", "§4.12", ()),
    Kind("league", "§3.6", ("nation", "place")),
    Kind("culture", "§3.7", ("nation", "place", "card")),
    Kind("archon", "§3.9", ("nation",)),
    Kind("income", "§8.3", ("drachmas",)),
    Kind("purse", "§8.4", ("nation", "drachmas")),
    Kind("acts", "§8.5", ("nation",)),
    Kind("moved", "§9.1", ("nation", "place")),
    Kind("post", "§9.4", ("nation", "place")),
    Kind("new_home", "§9.8", ("nation", "place")),
    Kind("poseidon", "§3.8", ("nation", "reach")),
    Kind("no_fleet", "§10.1", ("nation",)),
    Kind("stayed", "§10.2", ("nation", "drachmas")),
    Kind("sailed", "§10.3", ("nation", "place")),
    Kind("stop", "§10.5", ("nation", "place", "value")),
    Kind("donated", "§10.6", ("nation", "place", "drachmas")),
    Kind("revenue", "§10.10", ("nation", "value")),
    Kind("paid", "§10.10", ("drachmas", "merchants", "nation")),
    Kind("ship", "§11.1", ("nation", "ship", "drachmas")),
    Kind("traded", "§11.4", ("nation", "ship", "drachmas")),
    Kind("offered", "§11.6", ("nation", "ship", "drachmas", "seller")),
    Kind("refused", "§11.8", ("nation", "ship", "drachmas", "seller")),
    Kind("ship_sold", "§11.8", ("nation", "ship", "drachmas", "seller")),
    Kind("no_ships", "§11.10", ("nation",)),
    Kind("phase", "§12.1", ("phase",)),
    Kind("issued", "§12.3", ("nation", "merchants", "drachmas")),
    Kind("scrapped", "§12.4", ("nation", "ships", "ship")),
    Kind("emergency", "§13.2", ("nation", "merchants", "drachmas")),
    Kind("king_pays", "§13.3", ("nation", "drachmas")),
    Kind("bankrupt", "§13.5", ("nation",)),
    Kind("ends", "§13.7", ()),
    Kind("scored", "§14.1", ("worth", "cash", "merchants")),
)
