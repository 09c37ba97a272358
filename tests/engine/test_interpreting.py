"""Where rules are not compiled yet, another process interprets them, and nobody can tell."""

from __future__ import annotations

import concurrent.futures
import random
from collections.abc import Iterator

import pytest

import petteia
from petteia.bots import Bot
from petteia.engine import interpreting
from petteia.engine.records import copied, new
from petteia.games import NAMES, find
from petteia.match import Match


@pytest.fixture
def games() -> Iterator[list[str]]:
    """Games are interpreted from the moment when they are added."""
    begun: list[str] = []
    yield begun
    interpreting.end(*map(find, begun))


def interpret(games: list[str], name: str) -> None:
    games.append(name)
    interpreting.begin(find(name))


def told(match: Match) -> tuple[object, ...]:
    """All that whoever decides is told of a position."""
    return match.state.tobytes(), match.legal_ids, match.to_move, match.news, match.view(match.to_move)


@pytest.mark.parametrize("game", NAMES)
def test_it_changes_over_in_mid_game(game: str, games: list[str]) -> None:
    dice = random.Random(f"changing over in {game}")
    for seats in find(game).seats[:3]:
        compiled = petteia.new(game, seats=seats, seed=seats)
        expected, choices = [told(compiled)], []
        for _ in range(40):
            if not compiled.over:
                choices.append(dice.choice(compiled.legal_ids))
                compiled.play(choices[-1])
                expected.append(told(compiled))
        change = dice.randrange(len(choices))
        interpret(games, game)
        match = petteia.new(game, seats=seats, seed=seats)
        for move, choice in enumerate(choices):
            assert told(match) == expected[move]
            if move == change:
                assert interpreting.concerns((match.array,))
                interpreting.end(find(game))
                assert not interpreting.concerns((match.array,))
            match.play(choice)
        assert told(match) == expected[-1]


@pytest.mark.parametrize("game", NAMES)
def test_bots_and_redraws_are_the_same(game: str, games: list[str]) -> None:
    def thoughts() -> list[object]:
        match, bot, found = petteia.new(game, seats=2, seed=8), Bot("greedy", 3), []
        for _ in range(12):
            found += [bot.choose(match), match.hidden(0, 5).state.tobytes(), match.why_not(0)]
            match.play(found[-3])
        return found

    compiled = thoughts()
    interpret(games, game)
    assert thoughts() == compiled


def test_other_games_stay_compiled(games: list[str]) -> None:
    interpret(games, "hellas")
    assert not interpreting.concerns((find("peloponnes").box.record,))
    assert interpreting.concerns((find("hellas").box.record,))
    with interpreting.compiled_here():
        assert not interpreting.concerns((find("hellas").box.record,))


def test_a_process_that_died_is_replaced(games: list[str]) -> None:
    interpret(games, "hellas")
    match = petteia.new("hellas", seats=2, seed=1)
    before = match.state.tobytes()
    for one in interpreting._free:
        one._process.kill()
        one._process.wait()
    match.play(match.legal_ids[0])
    assert match.state.tobytes() != before


def test_a_mistake_there_is_heard_of_here(games: list[str]) -> None:
    interpret(games, "hellas")
    with pytest.raises(AttributeError, match="no_such_driver"):
        interpreting.run("petteia.desk", "no_such_driver", (1,))


def test_several_threads_may_ask_at_once(games: list[str]) -> None:
    interpret(games, "peloponnes")

    def played(seed: int) -> bytes:
        match = petteia.new("peloponnes", seats=2, seed=seed)
        for _ in range(5):
            match.play(match.legal_ids[-1])
        return bytes(match.state.tobytes())

    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        found = list(threads.map(played, range(8)))
    assert len(interpreting._free) <= interpreting.MOST_PROCESSES
    interpreting.end(find("peloponnes"))
    assert not interpreting._free
    assert found == [played(seed) for seed in range(8)]


def test_a_box_is_sent_once(games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(games, "hellas")
    printed = find("hellas").box.record
    other = copied(printed)
    other["palaces"] += 1
    interpreter = interpreting._free[0]
    sent = [interpreter._packed(box) for box in (printed, other, printed, other)]
    assert [one.number for one in sent] == [0, 1, 0, 1]
    assert [one.sent is None for one in sent] == [False, False, True, True]
    monkeypatch.setattr(interpreting, "_printed", {})
    there = [interpreting._opened(one) for one in sent]
    assert [one.tobytes() for one in there] == [box.tobytes() for box in (printed, other, printed, other)]
    state = new(find("hellas").state)
    assert interpreter._packed(state).raw == state.tobytes()  # which changes
