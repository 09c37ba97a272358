"""Standing answers decide what they were given for, and nothing else."""

from __future__ import annotations

import pytest

import petteia
from petteia import bots, standing
from petteia.engine.texts import LANGUAGES
from petteia.games import NAMES, find
from petteia.match import Match

pytestmark = pytest.mark.parametrize("game", NAMES)


def whole_game(game: str, seed: int, level: str = "greedy") -> Match:
    match, bot = petteia.new(game, seats=3, seed=seed), bots.Bot(level, seed)
    while not match.over:
        match.play(bot.choose(match))
    return match


def test_they_name_what_there_is(game: str) -> None:
    space, of = find(game).space, find(game)
    choices = {space.pick(choice).name for choice in range(space.size)}
    steps, news = set(of.lists["step"]), {kind.name for kind in of.news}
    for one in standing.standing_answers(game).values():
        assert one.steps <= steps, one.name
        assert one.among <= choices, one.name
        assert one.until <= news, one.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_words_and_says_how_long_it_holds(game: str, language: str) -> None:
    names = standing.standing_answers(game)
    words = find(game).texts(language).groups["standing"]
    assert words.keys() == {*names, *(f"{name}_more" for name in names)}


def test_they_choose_what_is_legal_among_what_they_were_meant_for(game: str) -> None:
    met = set()
    for seed in range(6):
        match = whole_game(game, seed)
        for move in range(match.move_number):
            then = match.at(move)
            legal = {choice.id: choice.name for choice in then.choices}
            for choice, one in standing.answering(then):
                met.add(one.name)
                assert choice in legal
                assert set(legal.values()) <= one.among
                assert standing.answer(then, [one.name]) == (choice, one)
                assert standing.answer(then, ()) is None
    # Each would have answered something in six games.
    assert {*standing.standing_answers(game)} == met


def test_news_end_them(game: str) -> None:
    given = list(standing.standing_answers(game))
    ended = set()
    match = whole_game(game, 1, "random")
    for move in range(1, match.move_number + 1):
        after = match.at(move)
        happened = {happening.kind for happening in after.told()}
        found = standing.ended_by(after, given)
        for name in given:
            assert (name in found) == bool(standing.standing_answers(game)[name].until & happened)
        ended.update(found)
    assert ended == {name for name, one in standing.standing_answers(game).items() if one.until}


def test_an_answer_takes_off_those_that_it_stands_instead_of(game: str) -> None:
    known = standing.standing_answers(game)
    for name, one in known.items():
        assert all(name in known[other].instead_of for other in one.instead_of), name  # and the other way round
        held = standing.with_answer(game, list(known), name, True)
        assert {*known} - {*held} == one.instead_of
        assert name not in standing.with_answer(game, list(known), name, False)
    if game == "poseidon":
        assert standing.with_answer(game, ["post", "best_run"], "richest_run", True) == ["post", "richest_run"]
        assert standing.with_answer(game, ["post"], "no_post", True) == ["post", "no_post"]  # one after the other
