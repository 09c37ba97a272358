"""Everything on the table of the card game."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.news import KindsOfNews, secret
from petteia.engine.records import (
    KEPT,
    NOBODY,
    OWNER,
    PARTLY,
    SEAT,
    SEATS,
    Array,
    Mask,
    Names,
    Record,
    i1,
    i2,
    i4,
    record,
    u8,
)
from petteia.games.peloponnes_card.box import DISASTERS, FACE_COUNT
from petteia.games.peloponnes_card.choices import FACES, MOST_CARDS, SLOTS
from petteia.games.peloponnes_card.options import Options

MOST_SEATS = 5
OUT = -2  # `Player.slot` after passing or taking a bid back
IN_USE = MOST_CARDS * SLOTS  # power cards that a game can turn up
STRIKES = SLOTS  # disasters that one round can bring
FACE_DOWN = FACE_COUNT  # in a redacted state: a card whose face the seat has not seen
ALL_SEATS = (1 << MOST_SEATS) - 1
# What is kept of shuffles (§1.6): rules/ages.py says how it is written.
AGES = 14  # of coin cards: the first stack, and shuffles that are kept apart
LOG = 64  # entries in `Player.log`: games of five greedy bots have needed up to 49
ONE_AGE, GAVE, BACK, LATER = 128, 1024, 2048, 2048  # what an entry is
IN_LOG = 6  # what `Coin.age` is


class Step(IntEnum):
    """Where the game stands: the rulebook's steps. Those in which a seat may have to decide say so."""

    REVEAL = 0  # §3
    STRIKE = 1  # §10.4 to §10.6: which card a disaster strikes (decides)
    COVER = 2  # §10.2: covering it, or tearing it down (decides)
    FEED = 3  # §9.4 (decides)
    STARVE = 4  # §9.6 (decides)
    REDEEM = 5  # §9.9 (decides)
    BID = 6  # §4.1: the first bid of each player (decides)
    PICK = 7  # §4.17: the cards of the bid (decides)
    DISPLACED = 8  # §4.8 (decides)
    TURN_ORDER = 9  # §5
    TAKE = 10  # §6.3: paying or mortgaging a building (decides)
    PAY = 11  # §6.9: cards or luxury for what is short (decides)
    INCOME = 12  # §7
    SCORE = 13  # §12, §13
    OVER = 14


@record
class Coin(Record):
    """A coin card that lies by itself: under a mortgaged building, or on something covered. It carries who has seen its
    face since it last was shuffled (§1.3); what a seat is shown and what is redrawn for it follow from that."""

    face: Annotated[i1, Names("face"), PARTLY, "NONE where no card lies; open to those who have seen it"]
    seen: Annotated[i1, SEATS, "bit mask of the seats that have seen its face"]
    age: Annotated[i1, KEPT, "its age; IN_LOG + an entry of its owner's `log` where only that says it"]


@record
class Player(Record):
    """A player's cards. Cards of the same face in the same place cannot be told apart, so they are counted; each such
    count has been seen by the same seats: hand and `bid_faces` by their owner, `unseen_faces` by nobody."""

    civilization: Annotated[i1, Names("civilization"), "the civilization"]
    civilization_torn: Annotated[i1, "1 where it was torn down"]
    civilization_cover: Annotated[Coin, "after a plague"]
    luxury: Annotated[i1, "on the luxury card"]
    luxury_torn: Annotated[i1, "1 where the luxury card was torn down"]
    luxury_cover: Annotated[Coin, "after a decline"]
    slot: Annotated[i1, "where his bid lies (0 to 5); NONE before his bid, OUT (-2) after passing or taking it back"]
    taken: Annotated[i1, Names("card"), "the card whose one-time income is to come"]
    bid: Annotated[i1, "coin cards in his bid; while he chooses them, as many as he has said"]
    unseen: Annotated[i1, "how many of them were drawn unseen for luxury"]
    hand_count: Annotated[i1, "coin cards in his hand; while he chooses those of a bid, with them"]
    hand: Annotated[Array[i1], FACE_COUNT, OWNER, "coin cards in his hand by face"]
    bid_faces: Annotated[Array[i1], FACE_COUNT, OWNER, "coin cards in his bid that he has chosen, by face"]
    unseen_faces: Annotated[Array[i1], FACE_COUNT, NOBODY, "coin cards in his bid drawn for luxury, by face"]
    picked_luxury: Annotated[i1, OWNER, "while he chooses the cards of a bid: how many shall be drawn for luxury"]
    filling: Annotated[i1, OWNER, "while he chooses them: 1 where he has left the rest to be filled"]
    log_count: Annotated[i1, KEPT, "entries in his `log`"]
    log: Annotated[Array[i2], LOG, KEPT, "cards that came into hand or bid, by age, and left it where all may be which"]
    age_faces: Annotated[Array[i1], AGES * FACE_COUNT, PARTLY, KEPT, "the cards that came by `log`, by age and face"]
    no_grain: Annotated[i1, KEPT, "1 where all know that he holds no grain: he could not feed, and has not drawn since"]
    unable_wood: Annotated[i1, KEPT, "wood that was short where he could not pay and had to mortgage; until he draws"]
    unable_stone: Annotated[i1, KEPT, "stone that was"]
    unable_luxury: Annotated[i1, KEPT, "and the luxury that he had then"]
    age_unseen: Annotated[Array[i1], AGES * FACE_COUNT, PARTLY, KEPT, "his `unseen_faces` by age and face"]
    card_count: Annotated[i1, "power cards owned"]
    cards: Annotated[Array[i1], MOST_CARDS, Names("card"), "his power cards in the order they were taken"]
    under: Annotated[Array[Coin], MOST_CARDS, "the coin card under each, where it is a mortgaged building"]
    cover: Annotated[Array[Coin], MOST_CARDS, "the coin card on each after earthquake or tempest"]
    dried: Annotated[Array[Coin], MOST_CARDS, "the coin card on each after a drought"]


@record
class State(Record):
    """The table. What is not marked otherwise is open to all."""

    rng: Annotated[Array[u8], 4, NOBODY, "the random generator"]
    gone: Annotated[u8, "bit mask of the power cards that left the game"]
    options: Annotated[Options, "the rules in use"]
    reveals: Annotated[i4, "goes up with every card turned up or drawn; the undo policy reads it"]
    chosen: Annotated[i2, Mask(MOST_CARDS), "bit mask over the struck player's cards: struck already by this disaster"]
    redeemed: Annotated[i2, Mask(MOST_CARDS), "bit mask over the cards of who redeems: redeemed in this supply"]
    step: Annotated[i1, Names("step"), "where the game stands"]
    after: Annotated[i1, Names("step"), "where it goes on after a supply"]
    paid_from: Annotated[i1, Names("step"), "whether a payment is for a new building (take) or a redemption (redeem)"]
    seats: Annotated[i1, "players"]
    seat: Annotated[i1, SEAT, "who decides now"]
    turn: Annotated[i1, "whose turn it is in this step, as a place in `order`"]
    begun: Annotated[i1, "1 once this turn's first question was put"]
    left: Annotated[i1, "cards still to be struck, of who suffers a disaster; inhabitants not fed, in a supply"]
    place: Annotated[i1, "the card that is asked about, as a place in `cards`"]
    alike: Annotated[i1, "option `covering`: 1 where all are covered, 2 where all are torn down"]
    short_wood: Annotated[i1, "of a payment: wood still short"]
    short_stone: Annotated[i1, "of a payment: stone still short"]
    spent_luxury: Annotated[i1, "of a payment: luxury given"]
    pool_wood: Annotated[i1, "production of wood left for redeeming"]
    pool_stone: Annotated[i1, "production of stone left for redeeming"]
    supply: Annotated[i1, "1 where a card turned up in this round brings a supply"]
    round_number: Annotated[i1, "1 to 8"]
    disaster: Annotated[i1, Names("disaster"), "the disaster that is striking, or NO"]
    strikes: Annotated[Array[i1], STRIKES, Names("disaster"), "disasters of this round, in their order"]
    strike_count: Annotated[i1, "how many they are"]
    struck: Annotated[i1, "how many of them have struck"]
    markers: Annotated[Array[i1], len(DISASTERS), "fields that each disaster marker has moved"]
    order: Annotated[Array[i1], MOST_SEATS, SEAT, "the seats in turn order"]
    open_row: Annotated[i1, "how many slots are the open row; the others are the conquest row"]
    shown: Annotated[i1, "power cards turned up in this round so far"]
    row: Annotated[Array[i1], SLOTS, Names("card"), "the power cards on offer"]
    bidder: Annotated[Array[i1], SLOTS, SEAT, "the seat whose bid lies on the card, or NONE"]
    drawn: Annotated[i1, "power cards turned up in this game"]
    deck: Annotated[Array[i1], IN_USE, Names("card"), PARTLY, "power cards in their order; open up to `drawn`"]
    stack_count: Annotated[i1, "coin cards in the stack"]
    stack: Annotated[Array[i1], FACE_COUNT, NOBODY, "by face; a shuffled stack is drawn from at random"]
    discard: Annotated[Array[i1], FACE_COUNT, "coin cards on the discard pile by face"]
    players: Annotated[Array[Player], MOST_SEATS, "the players' cards"]
    ages: Annotated[i1, KEPT, "the age of cards in the stack: shuffles kept in mind; 0 before, and where nobody did"]
    heaps: Annotated[Array[i1], AGES * FACE_COUNT, KEPT, "cards of each age by face, but for those surely discarded"]
    heaps_left: Annotated[Array[i1], AGES * FACE_COUNT, NOBODY, KEPT, "those not yet dealt, during a redraw; else 0"]
    held: Annotated[Array[i1], AGES, NOBODY, KEPT, "cards of each age in a hand, during a redraw; else 0"]


_FACES = secret(*FACES, "seen")
_COIN = secret("face", "seen")


class Happened(KindsOfNews):
    """What can happen: the clause that lets it, and what is told of it."""

    DEALT = "§2.1", "civilization"
    DREW = "§1.3", "count", *_FACES
    SHUFFLED = "§1.4", "count"
    ROUND = "§3.1", "round"
    REVEALED = "§3.1", "card", "conquest"
    MARKER = "§3.2", "disaster", "field", "last"
    DISASTER = "§3.4", "disaster"
    SPARED = "§11.1", "disaster"
    UNTOUCHED = "§10.15", "disaster"
    STRUCK = "§10.2", "card", "disaster"
    COVERED = "§10.2", "card", "luxury", *_COIN
    TORN = "§10.2", "card"
    CIVILIZATION_COVERED = "§10.3", "luxury", *_COIN
    CIVILIZATION_TORN = "§10.3"
    LUXURY_LOST = "§10.7", "luxury"
    LUXURY_COVERED = "§10.7", "luxury", *_COIN
    LUXURY_TORN = "§10.7"
    SUPPLY = "§3.5"
    FED = "§9.3", "inhabitants", "production", "luxury"
    GAVE = "§9.4", "cards", "luxury"
    STARVED = "§9.6", "card", "civilization", "hand"
    REDEEMED = "§9.9", "card", "wood", "stone", "luxury"
    RETURNED = "§9.12", "card", *_COIN
    GIVEN_UP = "§9.11", "card", "face"
    BID = "§4.1", "card", "count"
    PICKED = "§4.18", "luxury"
    DISPLACED = "§4.4", "card"
    MOVED = "§4.8", "card", "count"
    WITHDREW = "§4.10", "count"
    PASSED = "§4.11", "count", *_FACES
    UNSOLD = "§4.15", "card"
    TURNED_UP = "§6.1", *FACES
    ORDER = "§5.1", "seat_1", "seat_2", "seat_3", "seat_4", "seat_5"
    PLACED = "§6.2", "card"
    BUILT = "§6.3", "card", "wood", "stone", "luxury"
    MORTGAGED = "§6.4", "card", "luxury", *_COIN
    LOST = "§6.6", "card"
    LUXURY = "§6.10", "luxury"
    INCOME = "§7.4", "count", *_FACES
    RICHES = "§7.4", "luxury"
    UNCOVERED = "§11.4", "disaster", "card", "civilization", "luxury"
    SCORED = "§13.3", "points", "power_points", "population_points"
    LAST_SUPPLY = "§12.2"
    COIN_DISCARDED = "§9.12", "card", "face"
