"""No byte that goes to a seat depends on what is hidden from it, over thousands of moments of random games.

For each moment everything that a seat cannot know is redrawn, from where something was last revealed, and the same
choices are made again: all that would be sent must be the same to the last byte.
PETTEIA_SECRECY_GAMES says how many games are played.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from made_rooms import FIRST, NOBODY, room_of

import petteia
from petteia import pages
from petteia.games import NAMES, find
from petteia.games.peloponnes_card.state import Step
from petteia.match import Match
from petteia.server import moments, rooms, saves, views

GAMES = int(os.environ.get("PETTEIA_SECRECY_GAMES", "64"))
LANGUAGES = ("en", "de", "it")
LOOKS = {"poseidon": 0.03}  # of the moments of a game, for one that has very many; else all
TRIES = 12  # to find another deal that goes with what a seat has seen


def redrawn(match: Match, seat: int | None, seed: int) -> Match:
    """The same game as far as a seat can tell: since something was last revealed, all that is hidden is another. Where
    others may have chosen by what they hold, redraws are tried in which they could have chosen the same, and the seat
    would have seen the same; else only the present is another."""
    reveals = [int(match.state_at(move)[0]["reveals"]) for move in range(match.move_number + 1)]
    begin = reveals.index(reveals[-1])
    for attempt in range(TRIES):
        other = match.at(begin).hidden(seat, seed + attempt)
        if played_alike(match, other, begin, seat):
            break
        assert match.game.lone_choices, "a choice that is not legal there too tells something"
    else:
        begin = match.move_number
        other = match.hidden(seat, seed)
    states = [*match.states[:begin], *other.states]
    choices = [choice.id for choice in match.history]
    return Match.resumed(match.game, match.box, match.blank, match.seats, match.seed, states, choices)


def played_alike(match: Match, other: Match, begin: int, seat: int | None) -> bool:
    """Plays the same choices from a moment on; whether they are legal, and look the same to a seat."""
    for choice in match.history[begin:]:
        if choice.id not in other.legal_ids:
            return False
        other.play(choice.id)
        then = match.at(other.move_number)
        if other.redacted(seat).tobytes() != then.redacted(seat).tobytes() or other.told(seat) != then.told(seat):
            return False
    return True


def sent(room: rooms.Room, seat: int | None, lang: str, *, everything: bool) -> bytes:
    """All that a person on a seat, or a spectator, gets to see."""
    person = NOBODY if seat is None else FIRST + seat
    assert room.match is not None
    found: dict[str, Any] = {"moment": views.moment(room, person, seat, lang), "table": views.table(room, person)}
    if everything:
        found["past"] = [
            views.moment(room, person, seat, lang, move)
            for move in range(max(0, room.match.move_number - 6), room.match.move_number)
        ]
        found["log"] = views.log(room, seat, lang)
        found["sheet"] = moments.sheet(room.match, lang, views.names(room, lang))
        found["printed"] = pages.page(room.game.name).printed(room.match, lang)
    return orjson.dumps(found, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS)


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", NAMES)
def test_nothing_hidden_goes_out(game: str, part: int) -> None:
    compared, changed = 0, 0
    numbers = find(game).seats
    for number in range(part, GAMES if game == NAMES[0] else GAMES // 8, 4):  # the first stands for what all share
        dice = random.Random(number)
        seats = numbers[number % len(numbers)]
        match = petteia.new(game, seats=seats, seed=number)
        while True:
            if dice.random() >= LOOKS.get(game, 1):
                if match.over:
                    break
                match.play(dice.choice(match.choices))
                continue
            seat = dice.choice([None, match.to_move, dice.randrange(seats)])
            other = redrawn(match, seat, dice.randrange(2**32))
            changed += other.state.tobytes() != match.state.tobytes()
            everything = dice.random() < 0.08
            lang = dice.choice(LANGUAGES)
            a, b = room_of(match, seats), room_of(other, seats)
            assert sent(a, seat, lang, everything=everything) == sent(b, seat, lang, everything=everything), (
                number,
                match.move_number,
                seat,
            )
            compared += 1
            if match.over:
                break
            match.play(dice.choice(match.choices))
    assert compared >= 5 * (GAMES // 20)
    assert changed > compared / 2  # something was hidden indeed


@pytest.mark.parametrize("game", NAMES)
def test_a_save_before_the_end_tells_nothing(game: str) -> None:
    """Neither the seed, nor a mark of the true state, nor anything of the past that would tell the deal."""
    changed: list[bool] = []
    numbers = [seats for seats in find(game).seats if seats > 1]
    for number in range(12):
        dice = random.Random(number)
        seats = numbers[number % len(numbers)]
        match = petteia.new(game, seats=seats, seed=number)
        for _ in range(dice.randrange(1, 25)):
            if len(match.choices) and not match.over:
                match.play(dice.choice(match.choices))
        if match.over:
            continue
        room = room_of(match, seats)
        digests = {match.at(move).digest() for move in range(match.move_number + 1)}
        secret = "rng" if game == "poseidon" else "deck"  # where nothing else is hidden
        hidden = match.state[secret].tolist()
        for person in (NOBODY, FIRST):
            written = saves.written(room, person)
            data = json.loads(written)
            assert match.seed.hex() not in written.decode()
            assert room.row["secret"].hex() not in written.decode()
            assert "proof" not in data
            assert data["choices"] == []
            assert data["start"] not in digests
            loaded = petteia.match.files._begin_save(data)
            changed.append(loaded.state[secret].tolist() != hidden)
            assert loaded.view(None)["state"] == match.view(None)["state"]
    assert sum(changed) > 0.8 * len(changed)  # now and then the few last tiles are drawn again as they were


def picked(match: Match) -> Iterator[Match]:
    """All ways to choose the cards of a bid, none of them drawn for luxury."""
    if int(match.state["step"]) != Step.PICK:
        yield match
        return
    for choice in match.choices:
        if choice.words != "pick luxury":
            after = match.fork()
            after.play(choice)
            yield from picked(after)


def test_how_a_bid_was_put_together_is_not_told() -> None:
    """§14.5 of the card game: whichever cards somebody picks, and whether he leaves the rest to be filled, others get
    the same to the last byte: moments and their numbers, and the log."""
    dice = random.Random(3)
    met = 0
    for seed in range(8):
        match = petteia.new("peloponnes_card", 3, seed)
        while not (int(match.state["step"]) == Step.PICK and int(match.state["turn"]) < 2):
            match.play(dice.choice([c for c in match.choices if c.name != "bid" or 2 <= c.cards <= 4]))
        mover = match.to_move
        ways = list(picked(match))
        assert len(ways) > 4
        assert {way.move_number for way in ways} == {match.move_number + int(match.state["players"][mover]["bid"])}
        for seat in (None, *(other for other in range(3) if other != mover)):
            assert len({sent(room_of(way, 3), seat, "en", everything=True) for way in ways}) == 1
        met += any(way.history[-1].name == "done" for way in ways)
    assert met > 4
