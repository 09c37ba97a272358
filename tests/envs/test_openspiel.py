"""OpenSpiel's own checks, algorithms and bots on our games, and ours among them."""

from __future__ import annotations

import os
import pathlib
from typing import Any

import numpy as np
import pytest

import petteia
from petteia.games import NAMES

pyspiel = pytest.importorskip("pyspiel", reason="pip install open_spiel")

import petteia.envs.openspiel as ours  # noqa: E402

PLAYERS = {"peloponnes": 3, "peloponnes_card": 3, "hellas": 2, "poseidon": 2}


def load(game: str, **settings: Any) -> Any:
    words = ",".join(f"{name}={value}" for name, value in {"players": PLAYERS[game], **settings}.items())
    return pyspiel.load_game(f"petteia_{game}({words})")


def dealt(game: Any, deal: int) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


@pytest.mark.parametrize("game", NAMES)
def test_it_passes_the_random_simulations(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("settings", [{"players": 3, "reward": "points"}, {"observe": "entries", "reward": "rank"}])
def test_it_passes_them_with_other_settings(settings: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load("hellas", **settings), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", NAMES)
def test_it_passes_the_playthrough_check(game: str, tmp_path: pathlib.Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    path = tmp_path / f"{game}.txt"
    path.write_text(generate_playthrough.playthrough(str(load(game, deals=7)), None, seed=3), encoding="utf-8")
    expected, actual = generate_playthrough.replay(os.fspath(path))
    assert expected == actual
    assert "InformationStateString(0)" in actual
    assert "ObservationTensor(1)" in actual


@pytest.mark.parametrize("game", NAMES)
def test_it_plays_the_game_that_petteia_deals(game: str) -> None:
    state, match = dealt(load(game), 17), petteia.new(game, seats=PLAYERS[game], seed=17)
    dice = np.random.default_rng(1)
    while not state.is_terminal():
        assert state.current_player() == match.to_move
        assert state.legal_actions() == sorted(match.legal_ids)
        if len(match.played) % 9 == 0:
            for seat in range(match.seats):
                assert (np.array(state.observation_tensor(seat)) == match.observe(seat)).all()
        choice = int(dice.choice(match.legal_ids))
        assert state.action_to_string(choice) == match.game.space.pick(choice).words
        state.apply_action(choice)
        match.play(choice)
    assert match.over
    shares = [(rank == 1) / match.ranks.count(1) for rank in match.ranks]
    assert state.returns() == pytest.approx([(match.seats * share - 1) / (match.seats - 1) for share in shares])
    assert sum(state.returns()) == pytest.approx(0)
    assert state.match.digest() == match.digest()
    assert state.match.played == match.played


@pytest.mark.parametrize("game", ["peloponnes_card", "hellas"])
def test_nothing_that_a_player_knows_depends_on_what_is_hidden(game: str) -> None:
    spiel = load(game)
    state, dice, differed = dealt(spiel, 5), np.random.default_rng(1), 0
    np.random.seed(1)
    for _ in range(60):
        if state.is_terminal():
            break
        player = state.current_player()
        other = spiel.resample(state, player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert (other.current_player(), other.legal_actions()) == (player, state.legal_actions())
        differed += str(other) != str(state)
        choice = int(dice.choice(state.legal_actions()))
        other.apply_action(choice)
        state.apply_action(choice)
    assert differed > 30


def test_information_states_remember_what_was_seen_and_chosen() -> None:
    game = load("hellas")
    one = dealt(game, 3)
    player, (first, second) = one.current_player(), one.legal_actions()[:2]
    other = one.clone()
    assert one.information_state_string(player) == other.information_state_string(player)
    one.apply_action(first)
    other.apply_action(second)
    assert one.information_state_string(player) != other.information_state_string(player)
    assert dealt(game, 3).information_state_string(0) != dealt(game, 4).information_state_string(0)
    known = game.deserialize_state(one.serialize())
    assert known.information_state_string(player) == one.information_state_string(player)


def test_an_illegal_choice_is_refused_with_its_clause() -> None:
    state = dealt(load("hellas"), 1)
    wrong = next(choice for choice in range(1000) if choice not in state.legal_actions())
    with pytest.raises(petteia.IllegalChoice, match="§"):
        state.apply_action(wrong)


@pytest.mark.parametrize(
    "wrong", [{"players": 9}, {"deals": 0}, {"reward": "money"}, {"observe": "all"}, {"options": "marble"}]
)
def test_settings_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(petteia.BadOption):
        load("hellas", **wrong)


def test_options_are_those_of_the_game() -> None:
    state = dealt(load("hellas", options="marble:open"), 1)
    assert state.match.options == {"marble": "open"}


def play(game: Any, deal: int, bots: list[Any]) -> list[float]:
    state = dealt(game, deal)
    while not state.is_terminal():
        state.apply_action(int(bots[state.current_player()].step(state)))
    returns: list[float] = state.returns()
    return returns


def test_its_search_its_regret_minimisation_and_our_bots_play_each_other() -> None:
    from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

    game = load("hellas", players=3, deals=2)
    np.random.seed(1)
    search = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 3, random_state=np.random.RandomState(1)
    )
    search.set_resampler(game.resample)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    policy = solver.average_policy()
    assert len(solver._infostates) > 10  # where it has been

    class Sampled:
        def step(self, state: Any) -> int:
            chances = policy.action_probabilities(state)
            assert sum(chances.values()) == pytest.approx(1)
            return int(np.random.choice(list(chances), p=list(chances.values())))

    returns = play(game, 1, [search, Sampled(), ours.PetteiaBot("greedy", seed=1)])
    assert sum(returns) == pytest.approx(0)
    assert returns[2] == max(returns)  # the other two have hardly thought


def test_our_bots_are_bots_of_openspiel() -> None:
    game = load("hellas", players=2)
    wins = sum(
        play(game, deal, [ours.PetteiaBot("random", seed=1), ours.PetteiaBot("greedy", seed=1)])[1] for deal in range(6)
    )
    assert wins == 6
