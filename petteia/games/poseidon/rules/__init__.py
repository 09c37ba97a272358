"""The rules of Poseidon, a file for each part of the rulebook. Clauses (§) refer to rulebook.md.

`play` records a choice, then `go_on` runs through the steps until somebody has a real decision. Every step function
returns true where it waits for one. What can be chosen is written twice, apart from each other: in legal.py and in
forbids.py; here stand the questions that the flow of the game itself has to ask."""

from __future__ import annotations

from petteia.engine.compiling import apart, rule
from petteia.engine.news import News
from petteia.engine.verbs import OVER
from petteia.games.poseidon import choices
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import DONATION, MOST_CARDS, MOST_MERCHANTS, MOST_SHIPS
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


@apart
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


@apart
def play(box: Box, s: State, news: News, choice: int) -> None:
    """Makes a legal choice, then runs on to the next real decision."""
    news.count = 0
    if choice < choices.MOVE:
        choose_as_player(box, s, news, choice)
    else:
        choose_as_king(box, s, news, choice)
    go_on(box, s, news)


@apart
def choose_as_player(box: Box, s: State, news: News, choice: int) -> None:
    """Cards, the market, crowns: does what was chosen, and nothing more."""
    if choice < choices.FOUND:
        buy_card(box, s, news, choice - choices.CARD, FREELY)
    elif choice < choices.PRESTIGE:
        found(s, choice - choices.FOUND)
    elif choice < choices.MERCHANTS:
        set_prestige(box, s, news, choice - choices.PRESTIGE, FREELY)
    elif choice < choices.TAKE:
        put_up(box, s, news, choice - choices.MERCHANTS + 1, FREELY)
    elif choice < choices.BUY:
        take(box, s, news, choice - choices.TAKE + 1, FREELY)
    elif choice < choices.SELL:
        buy(box, s, news, choice - choices.BUY)
    elif choice < choices.CROWN:
        nation, merchants = (choice - choices.SELL) // MOST_MERCHANTS, (choice - choices.SELL) % MOST_MERCHANTS + 1
        if s.step == Step.TURN:
            sell_in_turn(box, s, news, nation, merchants)
        else:
            sell(box, s, news, nation, merchants, FREELY)
    elif choice < choices.LEAGUE:
        take_crown(s, news)
    elif choice < choices.MARK:
        use_league(s, choice - choices.LEAGUE)
    elif choice < choices.CULTURE:
        mark(s, news, choice - choices.MARK, FREELY)
    elif choice < choices.ARCHON:
        give_culture(box, s, news, choice - choices.CULTURE)
    elif choice < choices.POSEIDON:
        swap_archon(s, news, choice - choices.ARCHON)
    elif choice < choices.PURSE:
        answer_for_poseidon(s, DOUBLED)
    else:
        take_purse(box, s, news)


@apart
def choose_as_king(box: Box, s: State, news: News, choice: int) -> None:
    """The discovery ship, the fleet and its ships; and what ends a decision."""
    if choice < choices.POST:
        move(s, news, choice - choices.MOVE)
    elif choice < choices.NEW_HOME:
        build_post(s, news, choice - choices.POST)
    elif choice < choices.HOME:
        settle(s, news, choice - choices.NEW_HOME)
    elif choice < choices.BEST:
        stay_home(box, s, news)
    elif choice < choices.SAIL:
        sail_best(box, s, news, (choice - choices.BEST) * DONATION)
    elif choice < choices.STEP:
        own = s.nations[s.nation]
        sail(box, s, news, box.nations[s.nation].home if choice == choices.SAIL else own.new_home)
    elif choice < choices.DONATE:
        sail_to(box, s, news, choice - choices.STEP)
    elif choice < choices.SHIP:
        donate(box, s, news)
    elif choice < choices.TRADE:
        buy_ship(box, s, news, FREELY)
    elif choice < choices.OFFER:
        trade_in(box, s, news, choice - choices.TRADE)
    elif choice < choices.HUNDREDS:
        make_offer(s, (choice - choices.OFFER) // MOST_SHIPS, (choice - choices.OFFER) % MOST_SHIPS)
    elif choice < choices.DRACHMAS:
        name_hundreds(s, choice - choices.HUNDREDS)
    elif choice < choices.ACCEPT:
        name_drachmas(s, news, choice - choices.DRACHMAS)
    elif choice < choices.ISSUE:
        accept(s, news, FREELY)
    elif choice < choices.FORCE:
        issue(box, s, news, choice - choices.ISSUE)
    elif choice < choices.DECLINE:
        force(box, s, news, FREELY)
    elif choice < choices.DONE:
        decline(s, news)
    else:
        be_done(box, s, news)


@apart
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


@apart
def be_done(box: Box, s: State, news: News) -> None:
    if s.step == Step.TURN:
        end_turn(s, news, FREELY)
    elif s.step == Step.DISCOVER:
        end_discovery(box, s, news)
    elif s.step == Step.SAIL:
        pay(box, s, news)
    else:
        end_ships(box, s, news)


@apart
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
