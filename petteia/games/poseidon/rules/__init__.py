"""The rules of Poseidon, a file for each part of the rulebook. Clauses (§) refer to rulebook.md.

`play` records a choice, then `go_on` runs through the steps until somebody has a real decision. Every step function
returns true where it waits for one. What can be chosen is written twice, apart from each other: in legal.py and in
forbids.py; here stand the questions that the flow of the game itself has to ask."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News
from petteia.engine.verbs import OVER
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import FROM_HOME, MOST_CARDS, Chosen, parts_of
from petteia.games.poseidon.rules.common import FREELY
from petteia.games.poseidon.rules.discovery import build_post, discovering, end_discovery, move, settle
from petteia.games.poseidon.rules.exploration import (
    give_culture,
    income,
    keep_card,
    next_nation,
    offering_purses,
    swap_archon,
    take_purse,
    using_powers,
)
from petteia.games.poseidon.rules.forced import force, raising_money
from petteia.games.poseidon.rules.founding import (
    found,
    put_up,
    putting_up,
    set_prestige,
    setting_prestige,
    take,
    taking,
)
from petteia.games.poseidon.rules.kings import looking_at_kings, take_crown, tolerate
from petteia.games.poseidon.rules.league import mark, marking, use_league
from petteia.games.poseidon.rules.market import begin_round, buy, end_turn, sell, sell_in_turn, trading
from petteia.games.poseidon.rules.phases import issue, issuing
from petteia.games.poseidon.rules.revenue import (
    DOUBLED,
    REFUSED,
    answer_for_poseidon,
    donate,
    pay,
    sail,
    sail_best,
    sail_by,
    sail_to,
    sailing,
    stay_home,
)
from petteia.games.poseidon.rules.score import final_score
from petteia.games.poseidon.rules.setup import (
    blank_table,
    buy_card,
    choosing_card,
    deal_cash,
    first_player,
    map_in_use,
    stack_ships,
)
from petteia.games.poseidon.rules.ships import (
    accept,
    buy_ship,
    buying_ships,
    end_ships,
    make_offer,
    name_drachmas,
    name_hundreds,
    naming_drachmas,
    naming_hundreds,
    refuse,
    trade_in,
)
from petteia.games.poseidon.state import State, Step


@large_rule
def deal(box: Box, s: State, news: News, seats: int) -> None:
    """Sets up a game in a blank state that has its options and its generator."""
    news.count = 0
    s.seats = seats
    s.map = map_in_use(box, s)
    blank_table(box, s)
    deal_cash(box, s, news)
    stack_ships(box, s)
    first_player(s, news)
    s.offered = (1 << MOST_CARDS) - 1
    s.step = Step.CARD
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
    if kind == Chosen.CARD:
        buy_card(box, s, news, a, FREELY)
    elif kind == Chosen.FOUND:
        found(s, a)
    elif kind == Chosen.PRESTIGE:
        set_prestige(box, s, news, a, FREELY)
    elif kind == Chosen.MERCHANTS:
        put_up(box, s, news, a, FREELY)
    elif kind == Chosen.TAKE:
        take(box, s, news, a, FREELY)
    elif kind == Chosen.BUY:
        buy(box, s, news, a)
    elif kind == Chosen.SELL:
        if s.step == Step.TURN:
            sell_in_turn(box, s, news, a, b)
        else:
            sell(box, s, news, a, b, FREELY)
    elif kind == Chosen.CROWN:
        take_crown(s, news)
    elif kind == Chosen.LEAGUE:
        use_league(s, a)
    elif kind == Chosen.MARK:
        mark(s, news, a, FREELY)
    elif kind == Chosen.CULTURE:
        give_culture(box, s, news, a)
    elif kind == Chosen.ARCHON:
        swap_archon(s, news, a)
    elif kind == Chosen.POSEIDON:
        answer_for_poseidon(s, DOUBLED)
    elif kind == Chosen.PURSE:
        take_purse(box, s, news)
    elif kind == Chosen.MOVE:
        move(s, news, a)
    elif kind == Chosen.POST:
        build_post(s, news, a)
    elif kind == Chosen.NEW_HOME:
        settle(s, news, a)
    elif kind == Chosen.HOME:
        stay_home(box, s, news)
    elif kind == Chosen.BEST:
        sail_best(box, s, news, a)
    elif kind == Chosen.SAIL:
        sail(box, s, news, box.nations[s.nation].home if a == FROM_HOME else s.nations[s.nation].new_home)
    elif kind == Chosen.STEP:
        sail_to(box, s, news, a)
    elif kind == Chosen.DONATE:
        donate(box, s, news)
    elif kind == Chosen.SHIP:
        buy_ship(box, s, news, FREELY)
    elif kind == Chosen.TRADE:
        trade_in(box, s, news, a)
    elif kind == Chosen.OFFER:
        make_offer(s, a, b)
    elif kind == Chosen.HUNDREDS:
        name_hundreds(s, a)
    elif kind == Chosen.DRACHMAS:
        name_drachmas(s, news, a)
    elif kind == Chosen.ACCEPT:
        accept(s, news, FREELY)
    elif kind == Chosen.ISSUE:
        issue(box, s, news, a)
    elif kind == Chosen.FORCE:
        force(box, s, news, FREELY)
    elif kind == Chosen.DECLINE:
        decline(s, news)
    else:
        be_done(box, s, news)


@large_rule
def decline(s: State, news: News) -> None:
    if s.step == Step.CROWN:
        tolerate(s, news)
    elif s.step == Step.POWERS:
        keep_card(s)
    elif s.step == Step.POSEIDON:
        answer_for_poseidon(s, REFUSED)
    elif s.step == Step.DONATE:
        sail_by(s)
    elif s.step == Step.ANSWER:
        refuse(s, news)
    # Of a purse nothing has to be said: its nation has been asked.


@large_rule
def be_done(box: Box, s: State, news: News) -> None:
    if s.step == Step.TURN:
        end_turn(s, news, FREELY)
    elif s.step == Step.DISCOVER:
        end_discovery(box, s, news)
    elif s.step == Step.SAIL:
        pay(box, s, news)
    else:
        end_ships(box, s, news)


@large_rule
def go_on(box: Box, s: State, news: News) -> None:
    """Runs through the steps until somebody has a real decision, or the game is over."""
    waiting = False
    while not waiting:
        step = s.step
        if step == Step.DISCOVER:
            waiting = discovering(box, s, news)
        elif step == Step.SAIL:
            waiting = sailing(box, s, news)
        elif step == Step.SHIPS:
            waiting = buying_ships(box, s, news)
        elif step == Step.NATION:
            waiting = next_nation(box, s, news)
        elif step == Step.TURN:
            waiting = trading(box, s, news)
        elif step == Step.PURSE:
            waiting = offering_purses(box, s, news)
        elif step == Step.POWERS:
            waiting = using_powers(box, s, news)
        elif step == Step.INCOME:
            waiting = income(box, s, news)
        elif step == Step.CARD:
            waiting = choosing_card(box, s, news)
        elif step == Step.ROUND:
            waiting = begin_round(box, s, news)
        elif step == Step.PRESTIGE:
            waiting = setting_prestige(box, s, news)
        elif step == Step.MERCHANTS:
            waiting = putting_up(box, s, news)
        elif step == Step.TAKE:
            waiting = taking(box, s, news)
        elif step == Step.CROWN:
            waiting = looking_at_kings(box, s, news)
        elif step == Step.HUNDREDS:
            waiting = naming_hundreds(s)
        elif step == Step.DRACHMAS:
            waiting = naming_drachmas(s, news)
        elif step == Step.ISSUE:
            waiting = issuing(box, s, news)
        elif step == Step.FORCED:
            waiting = raising_money(box, s, news)
        elif step == Step.MARK:
            waiting = marking(box, s, news)
        elif step == Step.SCORE:
            waiting = final_score(box, s, news)
        else:  # Step.FLEET, POSEIDON, DONATE, ANSWER always leave a choice
            waiting = True
