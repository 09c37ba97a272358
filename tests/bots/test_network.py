"""What a learned network makes of a position: the same as plain arithmetic, and a player that is better for it."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as np
import pytest

import petteia
from petteia.bots import Bot, search
from petteia.bots.network import ENTRIES, FIRST, MOST_APART, Network, drop_anchor, judge
from petteia.bots.roster import find, networks
from petteia.bots.roster.levels import BY_NETWORK, LEVELS, row_of
from petteia.bots.roster.minds import Mind
from petteia.bots.roster.players import row_for
from petteia.engine import chance
from petteia.engine.compiling import driver
from petteia.engine.encoding import MOST_SEATS, plan_of
from petteia.engine.encoding import row_of as encoded
from petteia.engine.verbs import value
from petteia.match import Match

Array = np.ndarray[Any, Any]
LEARNED = sorted(path.stem for path in networks.FOLDER.glob("*.npz"))


@driver
def value_of(box: Any, s: Any, seat: int) -> float:
    return value(box[0], s[0], seat)


@driver
def anchor_at(box: Any, s: Any, seat: int, seats: int, *network: Any) -> None:
    drop_anchor(box[0], s[0], seat, seats, Network(*network))


@driver
def judged(box: Any, s: Any, seat: int, seats: int, *network: Any) -> float:
    chances = np.zeros(5)
    judge(box[0], s[0], seat, seats, Network(*network), chances)
    return float(chances[seat])


def values_seen(match: Match, seat: int) -> list[float]:
    """The `value` of every player as far as a seat can tell, its own first."""
    order = [(seat + place) % match.seats for place in range(match.seats)]
    return [value_of(match.box.record, match.redacted(seat), other) for other in order]


def by_plain_arithmetic(match: Match, seat: int, values: list[float]) -> Array:
    """The chances of all seats, as NumPy has them."""
    plan = plan_of(match.game, match.box)
    w = networks.read(networks.FOLDER / f"{match.game.name}.npz", plan)
    own = np.array(values)
    inputs = np.zeros(2 * MOST_SEATS)
    inputs[: len(own)] = (own - own.mean()) / w["value_scale"]
    inputs[MOST_SEATS : MOST_SEATS + len(own)] = own / w["value_scale"]
    inputs = inputs.clip(-MOST_APART, MOST_APART)
    x = encoded(plan, match.redacted(seat).tobytes(), seat, match.seats).astype(float) @ w["first"]
    x = np.maximum(x + inputs @ w["values"] + w["first_bias"], 0)
    x = np.maximum(x @ w["second"] + w["second_bias"], 0)
    x = np.maximum(x @ w["third"] + w["third_bias"], 0)
    logits = w["learned"] * (x @ w["win"] + w["win_bias"]) + w["trust"][0] * inputs[:MOST_SEATS]
    logits = logits[: match.seats]
    chances = np.exp(logits - logits.max())
    return np.roll(chances / chances.sum(), seat)


@pytest.mark.parametrize("game", LEARNED)
def test_it_is_the_same_as_plain_arithmetic(game: str) -> None:
    match, bot = petteia.new(game, seats=3, seed=4), Bot("greedy", 1)
    mind = Mind(match.game, row_of({"kind": "tree", "depth": 0, "network": search.LEAVES})[np.newaxis], match.box)
    for _ in range(12):
        for _ in range(3):
            match.play(bot.choose(match))
        seat = match.to_move
        assert seat is not None
        redrawn = match.hidden(seat, 5)
        found = mind.estimate(match.box, redrawn.array, 0b111, np.array([1, 2, 3, 4], np.uint64), 1)[:3]
        assert found == pytest.approx(by_plain_arithmetic(redrawn, seat, values_seen(redrawn, seat)), abs=2e-3)
        assert sum(found) == pytest.approx(1)


@pytest.mark.parametrize("game", LEARNED)
def test_files_are_small_and_say_how_they_came_to_be(game: str) -> None:
    path = networks.FOLDER / f"{game}.npz"
    assert path.stat().st_size < 4_000_000
    known = json.loads(path.with_suffix(".json").read_text())
    assert known["runs"][0]["game"] == game
    assert known["curve"][-1]["decisions"] > 0
    weights = networks.weights_of(game)
    assert weights is not None
    assert len(weights) == ENTRIES + plan_of(petteia.games.find(game), petteia.games.find(game).box).width * FIRST


def test_a_run_that_is_interrupted_while_it_keeps_a_network_leaves_the_one_before(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(petteia.games.find("hellas"), petteia.games.find("hellas").box)
    path, used = tmp_path / "hellas.npz", np.arange(plan.width) < 3
    parts = {"first": np.ones((plan.width, FIRST), np.float32)}
    networks.write(path, plan, parts, used)
    before = path.read_bytes()

    def interrupted(file: Any, **arrays: Any) -> None:
        pathlib.Path(file).write_bytes(b"half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        networks.write(path, plan, parts, used)
    assert path.read_bytes() == before


def test_a_master_has_a_network() -> None:
    (master,) = [level for level in LEVELS if level.name == "master"]
    assert set(master.games) <= set(LEARNED)


def test_another_box_has_none(tmp_path: Any) -> None:
    match = petteia.new("peloponnes", seats=2, seed=1)
    (tmp_path / "dear.toml").write_text(match.box.text.replace("prestige = 4", "prestige = 5", 1))
    other = petteia.new("peloponnes", seats=2, seed=1, box=tmp_path / "dear.toml")
    assert len(networks.network_for(match.game, match.box).weights)
    assert not len(networks.network_for(other.game, other.box).weights)


def test_with_a_network_alone_one_beats_the_greedy_bot() -> None:
    """Looking one choice ahead, as the greedy bot does, with a better judgement."""
    from petteia.arena.simulate import simulate

    found = simulate(
        "peloponnes", 2, 200, f"hard:candidates=1:looks=2:network={search.ALL},greedy", seed=3, rotate=True
    )
    assert found.win_rates[0] > 0.68


def test_the_networks_word_counts_as_playouts() -> None:
    """Believed without end, it decides alone; believed a little, it does not."""
    alone, believing = Bot("hard:candidates=1:network=2", 1), Bot("hard:network=2:belief=1000000", 1)
    a_little, moved = Bot("hard:network=2:belief=1", 1), Bot("greedy", 1)
    match, other = petteia.new("peloponnes", seats=2, seed=5), 0
    while not match.over:
        choice = alone.choose(match)
        assert believing.choose(match, simulations=64) == choice
        other += a_little.choose(match, simulations=64) != choice
        match.play(moved.choose(match))
    assert other > 0


def test_at_the_leaves_of_a_tree_the_networks_word_counts_beside_a_playout() -> None:
    match = petteia.new("peloponnes_card", seats=3, seed=8)

    def found(**settings: float) -> float:
        """What one way down a tree brings its seat."""
        row = row_of({**BY_NETWORK, **settings})[np.newaxis].copy()
        mind = Mind(match.game, row, match.box)
        mind.begin(match.box, match.array, chance.seeded_rng(bytes(range(32))))
        mind.go_on(match.box, 1)
        (vote,) = mind.votes().values()
        return 2 * (vote - 1)

    looked, played = found(), found(depth=-1)
    assert 0 < looked < 1
    assert played in (0, 0.5, 1)
    assert found(depth=-1, belief=1) == pytest.approx((played + looked) / 2)
    assert found(depth=-1, belief=3) == pytest.approx((played + 3 * looked) / 4)


@pytest.mark.parametrize("game", LEARNED)
def test_a_masters_chances_and_choice(game: str) -> None:
    match = petteia.new(game, seats=3, seed=8)
    chances = Bot("master", 1).chances(match)
    assert sum(chances) == pytest.approx(1)
    choice = Bot("master", 1).choose(match, simulations=50)
    assert choice in [picked.id for picked in match.choices]
    assert choice == Bot("master", 1).choose(match.hidden(match.to_move, 9), simulations=50)


def test_what_differs_from_the_anchor_is_all_that_counts() -> None:
    """A position is judged alike wherever the search began."""
    match, bot = petteia.new("hellas", seats=2, seed=4), Bot("greedy", 1)
    seat = match.to_move
    assert seat is not None
    network = networks.network_for(match.game, match.box)
    found = []
    for _ in range(9):
        anchor_at(match.box.record, match.array, seat, 2, *network)
        found.append((match.array.copy(), judged(match.box.record, match.array, seat, 2, *network)))
        match.play(bot.choose(match))
    for state, chances in found:  # now from the last anchor
        assert judged(match.box.record, state, seat, 2, *network) == pytest.approx(chances, abs=1e-5)
    assert len({round(chances, 6) for _, chances in found}) > 3


def test_who_plays_alone_goes_for_points() -> None:
    row = row_for(find("master"), "peloponnes", 1)
    assert row[search.NETWORK] == 0
    assert row[search.MARGIN] > 0
    match = petteia.new("peloponnes", seats=1, seed=8)
    assert Bot("master", 1).choose(match, simulations=50) in [picked.id for picked in match.choices]
