"""The rules of the card game, a file for each section of the rulebook. Clauses (§) refer to rulebook.md.

`play` records a choice, then `go_on` runs through the steps until somebody is asked. Every step function returns true
where it waits. What can be chosen is written twice, apart from each other: in legal.py and in forbids.py; here stand
the few questions that the flow of the game itself has to ask. Whether somebody is asked depends only on what all can
see (§14.4)."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News
from petteia.engine.verbs import OVER
from petteia.games.peloponnes_card.box import Box
from petteia.games.peloponnes_card.choices import Chosen, parts_of
from petteia.games.peloponnes_card.rules.bids import (
    bid,
    bidding,
    displaced,
    fill_on,
    move,
    pass_bids,
    pick,
    turn_order,
    withdraw,
)
from petteia.games.peloponnes_card.rules.common import FREELY
from petteia.games.peloponnes_card.rules.disasters import cover, cover_step, strike, strike_card, tear
from petteia.games.peloponnes_card.rules.income import income
from petteia.games.peloponnes_card.rules.paying import fill_payment, give_in_payment, still_short
from petteia.games.peloponnes_card.rules.revealing import begin_round, reveal
from petteia.games.peloponnes_card.rules.score import final_score
from petteia.games.peloponnes_card.rules.setup import (
    blank_table,
    deal_civilizations,
    deal_coins,
    first_order,
    lay_deck,
)
from petteia.games.peloponnes_card.rules.supply import (
    abandon,
    desert,
    feed,
    feed_one,
    finish_redeeming,
    give_inhabitant,
    redeem,
    redeem_paid,
    redeem_step,
    starve,
    stop_feeding,
)
from petteia.games.peloponnes_card.rules.taking import build, mortgage, pay_building, take
from petteia.games.peloponnes_card.state import State, Step


@large_rule
def deal(box: Box, s: State, news: News, seats: int) -> None:
    """Sets up a game in a blank state that has its options and its generator."""
    s.seats = seats
    s.open_row = min(seats, box.cards_shown)
    news.count = 0
    blank_table(s)
    lay_deck(box, s, s.rng)
    deal_civilizations(box, s, news)
    first_order(box, s)
    deal_coins(box, s, news)
    begin_round(s, news, 1)
    go_on(box, s, news)


@rule
def to_move(s: State) -> int:
    return OVER if s.step == Step.OVER else s.seat


@large_rule
def play(box: Box, s: State, news: News, choice: int) -> None:
    """Makes a legal choice, then runs on to the next decision."""
    news.count = 0
    choose(box, s, news, choice)
    go_on(box, s, news)


@rule
def choose(box: Box, s: State, news: News, choice: int) -> None:
    """Does what was chosen, and nothing more."""
    kind, a, b = parts_of(choice)
    if kind == Chosen.PASS:
        pass_bids(box, s, news, FREELY)
    elif kind == Chosen.BID:
        bid(box, s, news, a, b)
    elif kind == Chosen.PICK:
        pick(s, news, a)
    elif kind == Chosen.MOVE:
        move(s, news, a)
    elif kind == Chosen.WITHDRAW:
        withdraw(box, s, news, FREELY)
    elif kind == Chosen.PAY:
        pay_building(box, s, news)
    elif kind == Chosen.MORTGAGE:
        mortgage(box, s, news, a, FREELY)
    elif kind == Chosen.GIVE:
        give(box, s, news, a)
    elif kind == Chosen.DONE:
        done(box, s, news)
    elif kind == Chosen.STRIKE:
        strike_card(s, news, a, FREELY)
    elif kind == Chosen.COVER:
        cover(box, s, news, a)
    elif kind == Chosen.TEAR:
        tear(s, news, FREELY)
    elif kind == Chosen.ABANDON:
        abandon(box, s, news, a, FREELY)
    elif kind == Chosen.DESERT:
        desert(box, s, news, FREELY)
    elif kind == Chosen.REDEEM:
        redeem(box, s, news, a)


@rule
def give(box: Box, s: State, news: News, what: int) -> None:
    """One card or luxury: grain in a feeding, an inhabitant for one who is not fed, else in a payment."""
    if s.step == Step.FEED:
        feed_one(s, news, what)
    elif s.step == Step.STARVE:
        give_inhabitant(s, news)
    else:
        give_in_payment(s, s.players[s.seat], what)
        if still_short(s) == 0:
            finish_payment(box, s, news)


@rule
def done(box: Box, s: State, news: News) -> None:
    """Nothing more, or the rest as usual."""
    if s.step == Step.PICK:
        fill_on(s, news)
    elif s.step == Step.FEED:
        stop_feeding(s)
    elif s.step == Step.REDEEM:
        finish_redeeming(box, s, news)
    else:
        fill_payment(s, s.players[s.seat])
        finish_payment(box, s, news)


@rule
def finish_payment(box: Box, s: State, news: News) -> None:
    if s.paid_from == Step.TAKE:
        s.step = Step.TAKE
        build(box, s, news, FREELY)
    else:
        redeem_paid(box, s, news)


@large_rule
def go_on(box: Box, s: State, news: News) -> None:
    """Runs through the steps until somebody is asked, or the game is over."""
    waiting = False
    while not waiting:
        step = s.step
        if step == Step.BID:
            waiting = bidding(box, s, news)
        elif step == Step.DISPLACED:
            waiting = displaced(box, s, news)
        elif step == Step.TURN_ORDER:
            waiting = turn_order(box, s, news)
        elif step == Step.TAKE:
            waiting = take(box, s, news)
        elif step == Step.INCOME:
            waiting = income(box, s, news)
        elif step == Step.REVEAL:
            waiting = reveal(box, s, news)
        elif step == Step.STRIKE:
            waiting = strike(box, s, news)
        elif step == Step.COVER:
            waiting = cover_step(box, s, news)
        elif step == Step.FEED:
            waiting = feed(box, s, news)
        elif step == Step.STARVE:
            waiting = starve(box, s, news)
        elif step == Step.REDEEM:
            waiting = redeem_step(box, s, news)
        elif step == Step.SCORE:
            waiting = final_score(box, s, news)
        else:  # PICK and PAY always ask; OVER is over
            waiting = True
