"""The rules of Hellas, a file for each part of the rulebook. Clauses (§) refer to rulebook.md.

`play` records a choice, then `go_on` runs through the steps until somebody has a real decision. Every step function
returns true where it waits for one. What can be chosen is written twice, apart from each other: in legal.py and in
forbids.py; here stand the few questions that the flow of the game itself has to ask."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News
from petteia.engine.verbs import OVER
from petteia.games.hellas.box import Box
from petteia.games.hellas.choices import Chosen, parts_of
from petteia.games.hellas.rules.building import build, building, decline, decline_alone, marble, statue
from petteia.games.hellas.rules.common import FREELY
from petteia.games.hellas.rules.phases import begin_phase, choosing_action, next_turn, take_action
from petteia.games.hellas.rules.quarries import close_highest, income, lay, laying, move_worker, moving_worker, turn_up
from petteia.games.hellas.rules.score import final_score
from petteia.games.hellas.rules.setup import (
    blank_table,
    board_in_use,
    deal_marble,
    first_player,
    first_quarries,
    lay_tiles,
)
from petteia.games.hellas.rules.temples import build_column, temple
from petteia.games.hellas.state import State, Step


@large_rule
def deal(box: Box, s: State, news: News, seats: int) -> None:
    """Sets up a game in a blank state that has its options and its generator."""
    news.count = 0
    s.seats = seats
    s.board = board_in_use(box, s)
    s.rings = box.rings
    blank_table(s)
    first_player(s, news)
    deal_marble(box, s, news)
    lay_tiles(box, s, s.rng)
    first_quarries(box, s, news)
    begin_phase(box, s, news, 1, s.starter)
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
    kind, a, _ = parts_of(choice)
    if kind == Chosen.ACTION:
        take_action(box, s, news, a, FREELY)
    elif kind == Chosen.HOUSE or kind == Chosen.PLAZA or kind == Chosen.PALACE or kind == Chosen.STATUE:
        build(box, s, news, kind, a)
    elif kind == Chosen.COLUMN:
        build_column(box, s, news, a, FREELY)
    elif kind == Chosen.TILE:
        lay(s, news, a, FREELY)
    elif kind == Chosen.WORKER:
        move_worker(s, news, a, FREELY)
    elif s.step == Step.TEMPLE or s.step == Step.STATUE:
        decline_alone(s, news, FREELY, 0)
    else:
        decline(s, news)


@large_rule
def go_on(box: Box, s: State, news: News) -> None:
    """Runs through the steps until somebody has a real decision, or the game is over."""
    waiting = False
    while not waiting:
        step = s.step
        if step == Step.HOUSE or step == Step.HOUSE_PLAZA or step == Step.PALACE:
            waiting = building(box, s, news)
        elif step == Step.NEXT:
            waiting = next_turn(box, s, news)
        elif step == Step.ACTION:
            waiting = choosing_action(box, s, news)
        elif step == Step.INCOME:
            waiting = income(box, s, news)
        elif step == Step.TURN_UP:
            waiting = turn_up(box, s, news)
        elif step == Step.LAY:
            waiting = laying(box, s, news)
        elif step == Step.WORKER:
            waiting = moving_worker(box, s, news)
        elif step == Step.CLOSE:
            waiting = close_highest(box, s, news)
        elif step == Step.TEMPLE:
            waiting = temple(box, s, news)
        elif step == Step.STATUE:
            waiting = statue(box, s, news)
        elif step == Step.MARBLE:
            waiting = marble(box, s, news)
        elif step == Step.SCORE:
            waiting = final_score(box, s, news)
        else:
            waiting = True
