"""Plays a sample of games with every check that needs Python, and prints one line for each: what became of it.

Run as a program, so that the same games can be played compiled, interpreted (NUMBA_DISABLE_JIT=1) and with bounds
checking (NUMBA_BOUNDSCHECK=1), and the lines compared:  python sample_games.py GAME FIRST COUNT
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import random
import sys
import tempfile

import petteia
from petteia import match as matches
from petteia.arena.fuzz import random_options
from petteia.observing import FORMS


def play(name: str, number: int) -> petteia.Match:
    """A random game with random seats and options; also checks what can be checked on the way."""
    dice = random.Random(f"sample {name} {number}")
    game = petteia.games.find(name)
    seats = game.seats[number % len(game.seats)]
    match = petteia.new(name, seats, number, random_options(game, seats, dice))
    while not match.over:
        choices = match.choices
        cheap = [c for c in choices if c.name != "bid" or not any(o.id == c.id - 1 for o in choices)]
        choice = dice.choice(cheap if dice.random() < 0.7 else choices)
        before = match.state_bytes
        match.play(choice)
        if dice.random() < 0.1:
            after = match.state_bytes
            match.undo()
            assert match.state_bytes == before
            match.redo()
            assert match.state_bytes == after
            assert match.fork().state_bytes == after
        if dice.random() < 0.05:
            check_secrets(match, dice)
    return match


def check_secrets(match: petteia.Match, dice: random.Random) -> None:
    """What a seat gets to see, read or choose from is the same when all that it cannot know is redrawn."""
    for seat in [None, *range(match.seats)]:
        other = match.hidden(seat, dice.randrange(2**32))
        assert other.state_bytes != match.state_bytes
        assert json.dumps(other.view(seat)) == json.dumps(match.view(seat))
        assert seat is None or observed(other, seat) == observed(match, seat)
        for lang in ("en", "de", "it"):
            assert other.prompt(lang) == match.prompt(lang)
            here = [match.tell(happening, match.names(lang), lang) for happening in match.told(seat)]
            assert [match.tell(happening, other.names(lang), lang) for happening in other.told(seat)] == here
        if seat == match.to_move:
            assert [c.text("de") for c in other.choices] == [c.text("de") for c in match.choices]


def observed(match: petteia.Match, seat: int) -> bytes:
    """What a seat may know, in both forms."""
    return b"".join(match.observe(seat, form).tobytes() for form in FORMS)


def check_saving(match: petteia.Match) -> None:
    """Saved and loaded, taken back and played again, everything comes out the same."""
    end = match.digest()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "game.json"
        match.save(path)
        again = matches.load(path)
    assert again.digest() == end
    assert again.log("it") == match.log("it")
    assert match.verify()
    moves = match.move_number
    for _ in range(moves):
        again.undo()
    for _ in range(moves):
        again.redo()
    assert again.digest() == end


def main(name: str, first: int, count: int) -> None:
    for number in range(first, first + count):
        match = play(name, number)
        if number % 5 == 0 or number % 7 == 0:
            check_saving(match)
        seen = [observed(match.at(move), move % match.seats) for move in range(0, match.move_number, 10)]
        states = hashlib.sha256(b"".join([*match.states, *seen])).hexdigest()[:16]
        print(number, match.seats, match.move_number, match.scores, match.ranks, match.digest(), states, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
