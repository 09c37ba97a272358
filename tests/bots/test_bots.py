"""Bots play by what their seat may see, the same with the same seed; the greedy one punishes the random one."""

from __future__ import annotations

import random
from typing import Any

import pytest

import petteia
from petteia.arena.simulate import simulate
from petteia.bots import FOLDER, LEVELS, NAMES, Bot, UnknownBot, described, names
from petteia.engine.texts import LANGUAGES, NoLanguage, load


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bot_is_described_in_every_language(lang: str) -> None:
    assert list(load(FOLDER, lang)) == [level.name for level in LEVELS]
    found = described(lang)
    assert [bot["name"] for bot in found] == list(NAMES)
    assert all(set(bot) == {"name", "title", "about"} and all(bot.values()) for bot in found)
    assert len({bot["title"] for bot in found}) == len(NAMES)
    assert lang == "en" or all(
        ours["about"] != theirs["about"] for ours, theirs in zip(found, described(), strict=True)
    )


@pytest.mark.parametrize("game", petteia.games.NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_level_of_a_game_has_words_and_a_face(game: str, lang: str) -> None:
    found = described(lang, game)
    levels = ["random", "easy", "greedy", "middle", "hard", "master"]
    assert [bot["name"] for bot in found] == levels == names(game)[: len(levels)], "then come those of others"
    assert all(set(bot) == {"name", "title", "about", "face"} and all(bot.values()) for bot in found)
    assert len({bot["face"] for bot in found}) == len({bot["title"] for bot in found}) == len(found)


def test_bots_are_not_described_in_other_languages() -> None:
    with pytest.raises(NoLanguage, match="there are en, de, it"):
        described("fr")


@pytest.mark.parametrize("line_up", ["greedy,random", "random,greedy"])
def test_greedy_wins_nine_of_ten_against_random(line_up: str) -> None:
    result = simulate("peloponnes", 2, 2000, line_up, seed=17)
    assert result.win_rates[result.bots.index("greedy")] >= 0.9


@pytest.mark.parametrize("seats", range(3, 6))
def test_greedy_stands_above_a_table_of_random_ones(seats: int) -> None:
    result = simulate("peloponnes", seats, 1000, ",".join(["random"] * (seats - 1) + ["greedy"]), seed=17)
    assert result.win_rates[-1] > 0.7
    assert result.mean_scores[-1] > max(result.mean_scores[:-1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_hardly_ever_loses_hellas_to_random_ones(seats: int) -> None:
    result = simulate("hellas", seats, 200, ",".join(["random"] * (seats - 1) + ["greedy"]), seed=17)
    assert result.win_rates[-1] > 0.95
    assert result.mean_scores[-1] > 5 * max(result.mean_scores[:-1])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_greedy_stands_above_random_ones_in_the_card_game(seats: int) -> None:
    result = simulate("peloponnes_card", seats, 400, ",".join(["random"] * (seats - 1) + ["greedy"]), seed=17)
    assert result.win_rates[-1] > 0.75
    assert result.mean_scores[-1] > 2 * max(result.mean_scores[:-1])


def test_greedy_scores_more_than_random_alone() -> None:
    alone = [simulate("peloponnes", 1, 500, bot, seed=1).mean_scores[0] for bot in ("random", "greedy")]
    assert alone[1] > 1.5 * alone[0]


REDRAWS = {"poseidon": 1}  # at each decision, of a game that has very many; else four
SEARCHES = ("easy", "middle:simulations=12", "hard:simulations=24:candidates=4", "master:simulations=24")


@pytest.mark.parametrize("name", [*NAMES, *SEARCHES])
@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in petteia.games.NAMES for seats in petteia.games.find(game).seats]
)
def test_a_choice_does_not_depend_on_what_is_hidden(name: str, game: str, seats: int) -> None:
    match = petteia.new(game, seats=seats, seed=seats)
    dice = random.Random(seats)
    redraws = REDRAWS.get(game, 4) if name in NAMES else 1
    often = 1.0 if name in NAMES else 0.02 if game == "poseidon" else 0.25  # those that search take their time
    asked = 0
    while not match.over:
        seat, bot_seed = match.to_move, dice.randrange(2**32)
        chosen = dice.choice(match.legal_ids)
        if dice.random() < often:
            chosen = Bot(name, bot_seed).choose(match)
            for redraw in range(redraws):
                assert Bot(name, bot_seed).choose(match.hidden(seat, redraw)) == chosen
            asked += 1
        match.play(dice.choice([chosen, dice.choice(match.legal_ids)]))
    assert asked > 1


@pytest.mark.parametrize("name", [*NAMES, *SEARCHES])
def test_bots_choose_legally_and_leave_the_match_alone(name: str) -> None:
    match = petteia.new("peloponnes", seats=3, seed=5)
    bot = Bot(name, 1)
    while not match.over:
        before = match.state.tobytes()
        chosen = bot.choose(match)
        assert match.state.tobytes() == before
        assert match.mask[chosen]
        match.play(chosen)
    assert bot.choose(match) == -1


@pytest.mark.parametrize("name", [*NAMES, *SEARCHES])
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    def game(bot_seed: int) -> list[int]:
        match, bot = petteia.new("peloponnes", seats=4, seed=2), Bot(name, bot_seed)
        while not match.over:
            match.play(bot.choose(match))
        return [choice.id for choice in match.history]

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_random_makes_every_choice() -> None:
    match, bot = petteia.new("peloponnes", seats=2, seed=1), Bot("random", 1)
    assert {bot.choose(match) for _ in range(2000)} == {choice.id for choice in match.choices}


@pytest.mark.parametrize("name", ["", "Greedy", "human", None, 3])
def test_an_unknown_bot_is_refused(name: Any) -> None:
    with pytest.raises(UnknownBot, match=r"there is no bot .*there are random, easy, greedy, middle, hard"):
        Bot(name)


@pytest.mark.parametrize("seed", ["x", 3.5, True])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(petteia.BadSeed):
        Bot("random", seed)
