"""What a seat may know as arrays: all that it sees by name, nothing else, itself first."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import petteia
from petteia import Batch, Match, Observer
from petteia.engine.compact import LEAST, MOST
from petteia.engine.records import UNKNOWN, SeatMark, facts_of
from petteia.observing import COMPACT, ENTRIES, FORMS

GAMES = petteia.games.NAMES
Array = np.ndarray[Any, Any]


def played(game: str, seats: int, seed: int, moves: int) -> Match:
    match, dice = petteia.new(game, seats=seats, seed=seed), random.Random(seed)
    for _ in range(moves):
        if not match.over:
            match.play(dice.choice(match.legal_ids))
    return match


def observer_of(match: Match, form: str = COMPACT) -> Observer:
    return Observer(match.game, match.seats, match.box, form)


def random_choices(batch: Batch, dice: np.random.Generator) -> Array:
    return (dice.random(batch.masks.shape) * batch.masks).argmax(1).astype(np.int32)


# -- what rows are -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_name_of_its_own_and_bounds(game: str, form: str) -> None:
    for seats in petteia.games.find(game).seats:
        observer = Observer(game, seats, form=form)
        assert len(set(observer.names)) == observer.width == len(observer.low) == len(observer.high)
        assert (observer.low < observer.high).all()
        assert observer.low.dtype == observer.high.dtype == observer.dtype == observer.blank().dtype
        assert observer.blank(2, 3).shape == (2, 3, observer.width)
        assert all(entry.high >= len(entry.words) - 1 for entry in observer.entries)


@pytest.mark.parametrize("game", GAMES)
def test_compact_rows_of_fewer_seats_are_beginnings_of_those_of_more(game: str) -> None:
    seats = petteia.games.find(game).seats
    most = Observer(game).names
    for fewer in seats:
        names = Observer(game, fewer).names
        assert names == most[: len(names)]
        assert any(name.startswith(f"players.{fewer - 1}.") for name in names)
        assert not any(name.startswith(f"players.{fewer}.") for name in names)


def test_entries_are_those_of_the_learned_networks() -> None:
    from petteia.engine.encoding import plan_of, row_of

    match = played("hellas", 3, 2, 30)
    plan = plan_of(match.game, match.box)
    assert observer_of(match, ENTRIES).names == plan.entries
    for seat in range(3):
        expected = row_of(plan, match.redacted(seat).tobytes(), seat, 3)
        assert match.observe(seat, ENTRIES).tolist() == expected.tolist()


@pytest.mark.parametrize("form", FORMS)
def test_numbers_are_small(form: str) -> None:
    assert Observer("peloponnes", form=form).dtype == (np.int8 if form == ENTRIES else np.int16)


# -- what stands in them -----------------------------------------------------------------------------------------------


def number_in(facts: Any, name: str, eyes: int, match: Match) -> int:
    """What a compact row should say under a name, in plain Python."""
    path, _, member = name.partition(" has ")
    found, field, cls = facts, None, match.game.state
    for part in re.findall(r"\w+", path):
        if part.isdigit():
            index = int(part)
            found = found[(index + eyes) % match.seats if field is not None and field.name == "players" else index]
        else:
            field = cls.fields[part]
            cls = field.type if field.nested else cls
            found = found[part]
    assert field is not None
    if field.seats == SeatMark.SET:
        place = int(member.removeprefix("+"))
        return found >> (eyes + place) % match.seats & 1 if place < match.seats else 0
    if field.seats == SeatMark.ONE:
        return (found - eyes) % match.seats if found >= 0 else found
    if member:
        names = match.game.names(match.box).get(getattr(field.meaning, "of", "") if not member.isdigit() else "", ())
        bit = names.index(member) if member in names else int(member)
        masks, bits = found if field.length else [found], 8 * field.plain.itemsize
        return int(masks[bit // bits]) >> bit % bits & 1
    return max(LEAST, min(MOST, int(found)))


@pytest.mark.parametrize("game", GAMES)
def test_every_number_is_that_of_the_redacted_record(game: str) -> None:
    for seats, moves in ((2, 25), (petteia.games.find(game).seats[-1], 90)):
        match = played(game, seats, 4, moves)
        names = observer_of(match).names
        for seat in range(seats):
            facts = facts_of(match.game.state, match.redacted(seat).tobytes())
            expected = [number_in(facts, name, seat, match) for name in names]
            row = match.observe(seat).tolist()
            assert [*zip(names, row, strict=True)] == [*zip(names, expected, strict=True)]


def test_a_row_says_what_the_view_says() -> None:
    match = played("peloponnes_card", 3, 5, 60)
    names = observer_of(match).names
    for seat in range(3):
        row, view = dict(zip(names, match.observe(seat).tolist(), strict=True)), match.view(seat)["state"]
        for place in range(3):
            player = view["players"][(seat + place) % 3]
            assert [row[f"players.{place}.hand[{face}]"] for face in range(4)] == player["hand"]
            assert row[f"players.{place}.hand_count"] == player["hand_count"]
            assert (row[f"players.{place}.hand[0]"] == UNKNOWN) == (place != 0)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_whoever_looks_sees_the_same_public_things_from_his_own_seat(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(("peloponnes", "hellas")))
    seats = data.draw(st.sampled_from(petteia.games.find(game).seats[1:]))
    match = played(game, seats, data.draw(st.integers(0, 2**32)), data.draw(st.integers(0, 80)))
    one, other = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(0, seats - 1))
    names = observer_of(match).names
    seen, seen_too = (dict(zip(names, match.observe(seat).tolist(), strict=True)) for seat in (one, other))
    assert (seen["seat"] + one) % seats == (seen_too["seat"] + other) % seats == match.to_move or match.over
    for name, number in seen.items():
        if name.endswith("marble"):
            continue  # behind a screen
        if moved := re.match(r"players\.(\d)\.(.*)", name):
            place = (int(moved[1]) + one - other) % seats
            assert seen_too[f"players.{place}.{moved[2]}"] == number, name
        elif not re.match(r"seat\b|order|bidder|starter|next_starter|chooser", name):
            assert seen_too[name] == number, name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_depends_on_what_is_hidden(game: str, form: str) -> None:
    """The fuzzer asks this at every decision; here all three ways to a row are asked."""
    seats = petteia.games.find(game).seats[-1]
    batch, dice = Batch(game, seats=seats, games=6, seed=3, observe=form), np.random.default_rng(1)
    for _ in range(12):
        for _ in range(4):
            batch.step(random_choices(batch, dice))
        redrawn = batch.hidden(seed=7, copies=2)
        assert redrawn.states.tobytes() != np.repeat(batch.states, 2).tobytes()
        assert (redrawn.observations == batch.observations.repeat(2, 0)).all()
        assert (redrawn.masks == batch.masks.repeat(2, 0)).all()
        rows = redrawn.observer.rows(redrawn.states, batch.to_move.repeat(2))
        assert (rows == redrawn.observations).all()
    match = played(game, seats, 3, 40)
    for seat in range(seats):
        assert (match.hidden(seat, 5).observe(seat, form) == match.observe(seat, form)).all()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_all_numbers_stay_within_their_bounds(game: str, form: str) -> None:
    for seats in (2, petteia.games.find(game).seats[-1]):
        batch = Batch(game, seats=seats, games=64, seed=seats, observe=form)
        observer, dice = batch.observer, np.random.default_rng(seats)
        low, high = batch.observations.min(0), batch.observations.max(0)
        for _ in range(100):
            batch.step(random_choices(batch, dice))
            low, high = np.minimum(low, batch.observations.min(0)), np.maximum(high, batch.observations.max(0))
        assert [observer.names[i] for i in np.flatnonzero((low < observer.low) | (high > observer.high))] == []
        assert (low < high).mean() > 0.02


# -- asking ------------------------------------------------------------------------------------------------------------


def test_who_is_asked_without_a_seat_is_the_one_to_move() -> None:
    match = played("peloponnes", 3, 1, 20)
    assert (match.observe() == match.observe(match.to_move)).all()
    assert (match.observe() != match.observe((match.to_move + 1) % 3)).any()
    while not match.over:
        match.play(match.legal_ids[0])
    assert match.observe(0).shape == (observer_of(match).width,)
    with pytest.raises(petteia.BadOption, match="nobody is to move: say whose"):
        match.observe()


def test_rows_are_their_own_memory() -> None:
    match = petteia.new("peloponnes", seats=2, seed=1)
    row = match.observe()
    row[:] = 9
    assert (match.observe() != 9).any()


def test_one_observer_serves_many_games() -> None:
    matches = [played("peloponnes", 4, seed, 10) for seed in range(5)]
    observer = Observer("peloponnes", seats=4)
    rows = observer.rows(np.concatenate([match.array for match in matches]), [match.to_move for match in matches])
    assert (rows == np.stack([match.observe() for match in matches])).all()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"form": "pixels"}, "observations are 'compact' or 'entries', not 'pixels'"),
        ({"seats": 6}, "1 to 5 players"),
        ({"seats": "2"}, "1 to 5 players"),
    ],
)
def test_observers_that_cannot_be(given: dict[str, Any], said: str) -> None:
    with pytest.raises(petteia.BadOption, match=said):
        Observer("peloponnes", **given)


def test_matches_refuse_what_cannot_be_observed() -> None:
    match = petteia.new("peloponnes", seats=2, seed=1)
    with pytest.raises(petteia.BadOption, match="there is no seat 2"):
        match.observe(2)
    with pytest.raises(petteia.BadOption, match="not 'pixels'"):
        match.observe(0, "pixels")
    with pytest.raises(petteia.UnknownGame):
        Observer("chess")
