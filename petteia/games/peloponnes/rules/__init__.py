"""The rules of Peloponnes, a file for each section of the rulebook. Clauses (§) refer to rulebook.md.

`play` records a choice, then `go_on` runs through the steps until somebody has a real decision. Every step function
returns true where it waits for one. What can be chosen is written twice, apart from each other: in legal.py and in
forbids.py; here stand the few questions that the flow of the game itself has to ask."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News
from petteia.engine.records import NONE
from petteia.engine.verbs import OVER
from petteia.games.peloponnes.box import MOST_CHITS, Box, Disaster
from petteia.games.peloponnes.choices import HIGHEST_BID, SLOTS, Chosen, parts_of
from petteia.games.peloponnes.rules.auction import auction, bid, displaced, move, pass_auction, turn_order, withdraw
from petteia.games.peloponnes.rules.chits import chits
from petteia.games.peloponnes.rules.common import FREELY, begin
from petteia.games.peloponnes.rules.disasters import abandon, rescue, save
from petteia.games.peloponnes.rules.income import gains, income, produce, producing
from petteia.games.peloponnes.rules.revealing import begin_round, reveal
from petteia.games.peloponnes.rules.score import final_score
from petteia.games.peloponnes.rules.setup import (
    auction_slots,
    blank_player,
    deal_civilizations,
    first_order,
    lay_chits,
    lay_tiles,
)
from petteia.games.peloponnes.rules.solo import (
    choose_civilization,
    choose_extra_income,
    choosing_civilization,
    choosing_extra_income,
)
from petteia.games.peloponnes.rules.supply import complete, completing, discard_marked, feed, feed_with_luxury
from petteia.games.peloponnes.rules.taking import build, mark, take
from petteia.games.peloponnes.state import IN_USE, MOST_SEATS, State, Step


@large_rule
def deal(box: Box, s: State, news: News, seats: int) -> None:
    """Sets up a game in a blank state that has its options and its generator."""
    s.seats = seats
    s.bank = HIGHEST_BID
    s.disaster = Disaster.BLANK
    s.auction_row = auction_slots(box, s)
    for i in range(SLOTS):
        s.row[i] = NONE
        s.bidder[i] = NONE
    for i in range(IN_USE):
        s.deck[i] = NONE
    for i in range(MOST_CHITS):
        s.chits[i] = NONE
    for i in range(MOST_SEATS):
        s.order[i] = NONE
        blank_player(s.players[i])
    news.count = 0
    lay_tiles(box, s, s.rng)
    lay_chits(box, s, s.rng)
    if s.seats == 1:
        s.order[0] = 0
        begin(s, Step.CIVILIZATION)
    else:
        deal_civilizations(box, s, news)
        first_order(box, s)
        begin_round(s, news, 1)
    go_on(box, s, news)


@rule
def to_move(s: State) -> int:
    return OVER if s.step == Step.OVER else s.seat


@large_rule
def play(box: Box, s: State, news: News, choice: int) -> None:
    """Makes a legal choice, then runs on to the next real decision."""
    news.count = 0
    choose(box, s, news, choice)
    go_on(box, s, news)


@rule
def choose(box: Box, s: State, news: News, choice: int) -> None:
    """Does what was chosen, and nothing more."""
    kind, a, b = parts_of(choice)
    if kind == Chosen.PASS:
        pass_auction(box, s, news, FREELY)
    elif kind == Chosen.BID:
        bid(box, s, news, a, b)
    elif kind == Chosen.MOVE:
        move(box, s, news, a)
    elif kind == Chosen.WITHDRAW:
        withdraw(box, s, news, FREELY)
    elif kind == Chosen.PAY:
        build(box, s, news, FREELY)
    elif kind == Chosen.MARK:
        mark(box, s, news, FREELY)
    elif kind == Chosen.PRODUCE:
        produce(box, s, news, a)
    elif kind == Chosen.SAVE:
        save(box, s, news)
    elif kind == Chosen.ABANDON:
        abandon(box, s, news, FREELY)
    elif kind == Chosen.FEED:
        feed_with_luxury(box, s, news, a)
    elif kind == Chosen.COMPLETE:
        complete(box, s, news, a, FREELY)
    elif kind == Chosen.DISCARD:
        discard_marked(box, s, news, FREELY)
    elif kind == Chosen.CIVILIZATION:
        choose_civilization(box, s, news, a, FREELY)
    elif kind == Chosen.INCOME:
        choose_extra_income(box, s, news, a)


@large_rule
def go_on(box: Box, s: State, news: News) -> None:
    """Runs through the steps until somebody has a real decision, or the game is over."""
    waiting = False
    while not waiting:
        step = s.step
        if step == Step.AUCTION:
            waiting = auction(box, s, news)
        elif step == Step.DISPLACED:
            waiting = displaced(box, s, news)
        elif step == Step.TURN_ORDER:
            waiting = turn_order(box, s, news)
        elif step == Step.TAKE:
            waiting = take(box, s, news)
        elif step == Step.GAINS:
            waiting = gains(box, s, news)
        elif step == Step.INCOME:
            waiting = income(box, s, news)
        elif step == Step.PRODUCE:
            waiting = producing(box, s)
        elif step == Step.CHITS:
            waiting = chits(box, s, news)
        elif step == Step.RESCUE:
            waiting = rescue(box, s, news)
        elif step == Step.REVEAL:
            waiting = reveal(box, s, news)
        elif step == Step.FEED:
            waiting = feed(box, s, news)
        elif step == Step.COMPLETE:
            waiting = completing(box, s, news)
        elif step == Step.SCORE:
            waiting = final_score(box, s, news)
        elif step == Step.CIVILIZATION:
            waiting = choosing_civilization(box, s, news)
        elif step == Step.EXTRA_INCOME:
            waiting = choosing_extra_income(box, s, news)
        else:
            waiting = True
