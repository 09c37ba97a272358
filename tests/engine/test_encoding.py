"""What a seat may know as a row of small numbers: everything it sees is in it, nothing else, and it comes first."""

from __future__ import annotations

import random

import numpy as np
import pytest

import petteia
from petteia.bots import Bot
from petteia.engine.encoding import EXACT, LOWEST, MARKS, SEAT_ENTRIES, Plan, plan_of, row_of
from petteia.engine.records import UNKNOWN
from petteia.match import Match

GAMES = petteia.games.NAMES


def plan_for(match: Match) -> Plan:
    return plan_of(match.game, match.box)


def seen_by(match: Match, seat: int) -> dict[str, int]:
    """The entries that are not 0, by name."""
    plan = plan_for(match)
    row = row_of(plan, match.redacted(seat).tobytes(), seat, match.seats)
    return {plan.entries[i]: int(row[i]) for i in np.flatnonzero(row)}


def played(game: str, seats: int, seed: int, decisions: int) -> Match:
    match, bot = petteia.new(game, seats=seats, seed=seed), Bot("greedy", seed)
    for _ in range(decisions):
        if not match.over:
            match.play(bot.choose(match))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_has_a_name_of_its_own(game: str) -> None:
    plan = plan_of(petteia.games.find(game), petteia.games.find(game).box)
    assert len(set(plan.entries)) == plan.width > 1000


def test_a_row_tells_numbers_names_and_seats() -> None:
    match = played("peloponnes", 3, 5, 20)
    seat = match.to_move
    assert seat is not None
    seen, own = seen_by(match, seat), match.facts["players"][seat]
    assert seen.get("players.0.coins", 0) == own["coins"]
    assert seen[f"players.0.coins = mark {min(own['coins'], EXACT) - LOWEST}"] == 1 or own["coins"] > EXACT
    assert seen["seat = +0"] == 1
    names = match.game.names(match.box)
    assert seen[f"step = {names['step'][match.facts['step']]}"] == 1
    for tile in own["tiles"][: own["tile_count"]]:
        assert seen[f"players.0.tiles has {names['tile'][tile]}"] == 1
    assert sum(1 for name in seen if name.startswith("players.0.tiles has")) == own["tile_count"]
    assert not any(name.startswith("players.3") for name in seen)


def test_players_are_counted_from_the_seat_that_looks() -> None:
    match = played("peloponnes", 4, 2, 30)
    for eyes in range(4):
        seen = seen_by(match, eyes)
        for place in range(4):
            assert seen.get(f"players.{place}.food", 0) == match.facts["players"][(eyes + place) % 4]["food"]
        assert seen[f"order[0] = +{(match.facts['order'][0] - eyes) % 4}"] == 1


def test_sets_of_places_and_of_seats() -> None:
    match = played("hellas", 3, 1, 60)
    houses = match.facts["players"][1]["houses"]
    places = {place for place in range(128) if houses[place // 64] >> (place % 64) & 1}
    assert places
    told = {name for name in seen_by(match, 1) if name.startswith("players.0.houses has")}
    assert told == {f"players.0.houses has {place}" for place in places}


def test_large_numbers_have_a_mark_and_a_logarithm() -> None:
    match = played("poseidon", 3, 1, 40)
    cash = match.facts["players"][0]["cash"] // 32
    seen = seen_by(match, 0)
    assert seen["players.0.cash"] == min(cash, 127)
    assert seen["players.0.cash log"] == pytest.approx(8 * np.log2(cash + 1), abs=1)
    assert sum(1 for name in seen if name.startswith("players.0.cash = mark")) == 1
    assert MARKS > EXACT - LOWEST + 1
    assert match.seats < SEAT_ENTRIES


@pytest.mark.parametrize("game", GAMES)
def test_nothing_depends_on_what_is_hidden(game: str) -> None:
    """Rows are the same in every redraw of what a seat cannot know, and another seat's screen shows as unknown."""
    dice = random.Random(7)
    for seats in (2, petteia.games.find(game).seats[-1]):
        match = petteia.new(game, seats=seats, seed=11)
        differed = False
        for step in range(60):
            if match.over:
                break
            match.play(dice.choice(match.choices))
            if step % 6:
                continue
            for seat in range(seats):
                redrawn = match.hidden(seat, 100 + step)
                assert seen_by(redrawn, seat) == seen_by(match, seat)
                differed |= redrawn.array.tobytes() != match.array.tobytes()
        assert differed or not match.game.conceals
    if game == "hellas":
        assert seen_by(match, 0)["players.1.marble"] == UNKNOWN
