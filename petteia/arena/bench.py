"""Measuring speed on one core, beside other systems in the same run, since machines differ.

`open_spiel` and `catanatron` come with `pip install petteia[bench]`; what is not installed is left out and said.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.table import Table

from petteia.arena.simulate import simulate
from petteia.batch import Batch
from petteia.engine.chance import draw
from petteia.engine.compiling import driver
from petteia.engine.records import new
from petteia.games import NAMES, find
from petteia.match import new_match

SEATS = 4
BATCH = 1024
RIVALS = ("hearts", "dou_dizhu")  # of open_spiel: card games of about as many decisions and choices
ROLLOUTS = 200


@dataclasses.dataclass
class Figures:
    """What was measured, in order."""

    game: str
    figures: list[tuple[str, str, float, str]] = dataclasses.field(default_factory=list)  # key, words, value, unit
    missing: list[str] = dataclasses.field(default_factory=list)

    def add(self, key: str, words: str, value: float, unit: str) -> None:
        self.figures.append((key, words, value, unit))

    def as_json(self) -> dict[str, Any]:
        return {"game": self.game, **{key: value for key, _, value, _ in self.figures}, "missing": self.missing}

    def table(self) -> Table:
        table = Table(
            title=f"one core; {self.game} where no row names another game", title_justify="left", header_style="dim"
        )
        table.add_column("measured")
        table.add_column("value", justify="right")
        table.add_column("unit")
        for _, words, value, unit in self.figures:
            digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3
            table.add_row(words, f"{value:,.{digits}f}", unit)
        for name in self.missing:
            table.add_row(f"{name}: not installed", "–", "pip install petteia[bench]")
        return table


def bench(game: str, seconds: float, say: Callable[[str], None]) -> Figures:
    """Measures everything; each measurement takes about `seconds`."""
    find(game)  # a name that is no game's is said at once
    figures = Figures(game)
    say("starting: first compilation and cached start")
    starts(figures, game)
    say("random playouts")
    ours = playouts(figures, game, seconds)
    for name in NAMES:
        if name != game:
            say(f"random playouts of {name}")
            other_game(figures, name, seconds)
    say("states, matches, batches")
    state_copies(figures, game)
    through_match(figures, game, seconds)
    through_batch(figures, game, seconds)
    for name in RIVALS:
        say(f"open_spiel {name}")
        against_open_spiel(figures, name, seconds, ours)
    say("catanatron")
    against_catanatron(figures, seconds, ours)
    return figures


def starts(figures: Figures, game: str) -> None:
    """The whole command, with an empty cache and with a full one."""
    command = [sys.executable, "-m", "petteia", "simulate", game, "--games", "1", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PETTEIA_CACHE_DIR": folder}
        for key, words in (("first_start_s", "simulate --games 1, compiling"), ("cached_start_s", "the same, cached")):
            began = time.perf_counter()
            subprocess.run(command, env=environment, check=True, capture_output=True)
            figures.add(key, words, time.perf_counter() - began, "s")


def _measured(game: str, seconds: float) -> dict[str, Any]:
    """Random games, as many as take about the time."""
    games = 2000
    while True:
        result = simulate(game, SEATS, games)
        if result.seconds > seconds / 2:
            return result.as_json()
        games *= 2


def other_game(figures: Figures, game: str, seconds: float) -> None:
    """A game that is not the one measured: its speed alone."""
    numbers = _measured(game, seconds)
    figures.add(f"{game}_games_per_s", f"{game}, random {SEATS}-player games", numbers["games_per_s"], "games/s")
    figures.add(f"{game}_decisions_per_s", f"{game}, decisions in them", numbers["decisions_per_s"], "decisions/s")


def playouts(figures: Figures, game: str, seconds: float) -> tuple[float, float]:
    numbers = _measured(game, seconds)
    figures.add("games_per_s", f"random {SEATS}-player games", numbers["games_per_s"], "games/s")
    figures.add("decisions_per_s", "decisions in them", numbers["decisions_per_s"], "decisions/s")
    figures.add("decisions_per_game", "decisions a game", numbers["decisions_per_game"], "")
    return numbers["games_per_s"], numbers["decisions_per_s"]


@driver
def _copy_states(states: Any, copies: Any, times: int) -> None:
    for i in range(times):
        copies[i % len(copies)] = states[i * 7 % len(states)]


def state_copies(figures: Figures, game: str) -> None:
    state = find(game).state
    figures.add("state_bytes", "a state, without news", state.dtype.itemsize, "bytes")
    states, copies = new(state, 64), new(state, 64)
    _copy_states(states, copies, 1)
    times = 5_000_000
    began = time.perf_counter()
    _copy_states(states, copies, times)
    spent = time.perf_counter() - began
    figures.add("copy_us", "copying it", spent / times * 1e6, "µs")
    figures.add("copies_per_s", "copies", times / spent, "copies/s")


def through_match(figures: Figures, game: str, seconds: float) -> None:
    """Games that were recorded before, played again one choice at a time from Python."""
    dice = random.Random(1)
    recorded = []
    for seed in range(20):
        match = new_match(game, SEATS, seed)
        while not match.over:
            match.play(int(dice.choice(np.flatnonzero(match.mask))))
        recorded.append((seed, [choice.id for choice in match.history]))
    spent, decisions = 0.0, 0
    while spent < seconds:
        for seed, choices in recorded:
            match = new_match(game, SEATS, seed)
            began = time.perf_counter()
            for choice in choices:
                match.play(choice)
            spent += time.perf_counter() - began
            decisions += len(choices)
    figures.add("match_us", "a decision through Match (play, then list what is legal)", spent / decisions * 1e6, "µs")


@driver
def _pick(masks: Any, out: Any, chosen: Any, rng: Any) -> None:
    """A random legal choice in every game of a batch."""
    for i in range(len(masks)):
        n = 0
        for choice in range(masks.shape[1]):
            if masks[i, choice]:
                out[n] = choice
                n += 1
        chosen[i] = out[draw(rng, n)]


def through_batch(figures: Figures, game: str, seconds: float) -> None:
    batch = Batch(game, SEATS, BATCH)
    out, chosen = np.zeros(batch.masks.shape[1], np.int32), np.zeros(BATCH, np.int32)
    rng = np.array([1, 2, 3, 4], np.uint64)
    _pick(batch.masks, out, chosen, rng)
    batch.step(chosen)  # compiles
    spent, decisions = 0.0, 0
    while spent < seconds:
        _pick(batch.masks, out, chosen, rng)
        began = time.perf_counter()
        batch.step(chosen)
        spent += time.perf_counter() - began
        decisions += BATCH
    figures.add("batch_us", f"a decision through Batch of {BATCH}", spent / decisions * 1e6, "µs")


def against_open_spiel(figures: Figures, name: str, seconds: float, ours: tuple[float, float]) -> None:
    """Random playouts inside its C++: rollouts of its search, counted at the root. (Driven from Python it is much
    slower.)"""
    if importlib.util.find_spec("pyspiel") is None:
        figures.missing.append(f"open_spiel {name}")
        return
    import pyspiel

    dice = random.Random(1)
    loaded = pyspiel.load_game(name)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.choice(state.chance_outcomes())[0])
    length = _mean_length(state, dice)
    bot = pyspiel.MCTSBot(loaded, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2.0, 8, 100, False, 1, False)
    playouts, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        playouts += bot.mcts_search(state).explore_count * ROLLOUTS
    per_second = playouts / (time.perf_counter() - began)
    figures.add(f"open_spiel_{name}_games_per_s", f"open_spiel {name}, C++ playouts", per_second, "games/s")
    figures.add(f"open_spiel_{name}_decisions_per_game", f"open_spiel {name}", length, "decisions a game")
    figures.add(f"ratio_games_open_spiel_{name}", f"our games to {name}'s", ours[0] / per_second, "×")
    figures.add(
        f"ratio_decisions_open_spiel_{name}", f"our decisions to {name}'s", ours[1] / (per_second * length), "×"
    )


def _mean_length(state: Any, dice: random.Random) -> float:
    decisions = 0
    for _ in range(50):
        game = state.clone()
        while not game.is_terminal():
            if game.is_chance_node():
                game.apply_action(dice.choice(game.chance_outcomes())[0])
                continue
            game.apply_action(dice.choice(game.legal_actions()))
            decisions += 1
    return decisions / 50


def against_catanatron(figures: Figures, seconds: float, ours: tuple[float, float]) -> None:
    if importlib.util.find_spec("catanatron") is None:
        figures.missing.append("catanatron")
        return
    from catanatron import Color, Game, RandomPlayer

    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]).play()
        games += 1
    per_second = games / (time.perf_counter() - began)
    figures.add("catanatron_games_per_s", "catanatron, four random players", per_second, "games/s")
    figures.add("ratio_games_catanatron", "our games to catanatron's", ours[0] / per_second, "×")
