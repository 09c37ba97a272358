"""Learning goes its way in small on the processor. (It takes the extra [learn], which is too large for every check.)"""

from __future__ import annotations

import dataclasses
import json
import pathlib
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'petteia[learn]'")

from petteia.bots.network import FIRST  # noqa: E402
from petteia.bots.roster import networks  # noqa: E402
from petteia.engine.game import BadOption  # noqa: E402
from petteia.games import find  # noqa: E402
from petteia.learn.keeping import keep, take_up  # noqa: E402
from petteia.learn.model import Model  # noqa: E402
from petteia.learn.selfplay import Games  # noqa: E402
from petteia.learn.training import Settings, Training, as_seen, check, targets, units_of  # noqa: E402


def small(**given: Any) -> Settings:
    settings = Settings("peloponnes", [2, 3], 32, 24, 2, 4.0, 256, device="cpu", evaluated=32, evaluations=1)
    return dataclasses.replace(settings, **given)


def test_a_run_leaves_a_network_and_can_be_taken_up(tmp_path: pathlib.Path) -> None:
    parts = []
    Training(small()).run(tmp_path, lambda part, row: parts.append(part))
    known = json.loads((tmp_path / "peloponnes.json").read_text())
    assert parts[0] < 0.01
    assert parts[-1] == 1
    assert known["curve"][-1]["rounds"] > 0
    later = Training(small(seed=2, seconds=1), tmp_path / "peloponnes.npz")
    assert later.rounds == known["curve"][-1]["rounds"]
    later.run(tmp_path, lambda part, row: None)
    assert len(json.loads((tmp_path / "peloponnes.json").read_text())["runs"]) == 2


def test_untrained_it_plays_as_the_greedy_bot_does() -> None:
    games = Games(find("peloponnes"), 64, [2], 5, "cpu")
    _, shares, _ = games.against_greedy(Model(units_of(games.plan), 6.0, 6.0))
    assert 0.25 < float(shares.mean()) < 0.75


def test_what_is_kept_is_what_was_learned(tmp_path: pathlib.Path) -> None:
    games = Games(find("hellas"), 8, [3], 1, "cpu")
    model = Model(units_of(games.plan), 6.0, 8.0)
    torch.nn.init.normal_(model.win.weight)
    model.used[:] = True
    keep(model, games.plan, tmp_path / "hellas.npz")
    other = Model(units_of(games.plan), 1.0, 1.0)
    take_up(other, games.plan, tmp_path / "hellas.npz")
    games.see()
    seen = games.rows[:8], games.values[:8], games.seats
    for one, two in zip(model(*seen), other(*seen), strict=True):
        assert torch.allclose(one, two, atol=0.02)
    assert networks.read(tmp_path / "hellas.npz", games.plan)["first"].shape == (games.plan.width, FIRST)


def test_a_position_is_worth_what_came_of_it() -> None:
    """The result where its game ended, what was thought later where not, and nothing of the next game."""
    games = Games(find("peloponnes"), 4, [2], 1, "cpu")
    seen = games.collect(Model(units_of(games.plan), 6.0, 6.0), 3, 2, 0.1)
    seen.ended[:] = False
    seen.ended[1, 1] = True
    seen.shares[1, 1] = torch.tensor([1.0, 0, 0, 0, 0])
    win, _ = targets(seen, 0.75, 1.0)
    assert torch.equal(win[2], seen.win[2])
    assert torch.allclose(win[1], seen.win[2])
    assert torch.allclose(win[0, 0], 0.75 * seen.win[2, 0] + 0.25 * seen.win[1, 0])
    assert win[0, 1].tolist() == [1, 0, 0, 0, 0]
    turned = as_seen(torch.tensor([[1.0, 2, 3, 0, 0]]), torch.tensor([2]), torch.tensor([3]))
    assert turned.tolist() == [[3, 1, 2, 0, 0]]


@pytest.mark.parametrize("seats", ["two", "2,,3", "9", "1"])
def test_seats_that_cannot_be(seats: str) -> None:
    with pytest.raises(BadOption):
        check("peloponnes", seats, 16, None)


def test_choices_come_from_the_rules() -> None:
    games = Games(find("peloponnes"), 16, [2, 3, 4, 5], 3, "cpu")
    model = Model(units_of(games.plan), 6.0, 6.0)
    for _ in range(5):
        chosen = games.choose(model, 0.1)
        legal = [set(row[:count].tolist()) for row, count in zip(games.choices, games.counts, strict=True)]
        assert all(choice in some for choice, some in zip(chosen.tolist(), legal, strict=True))
        games.play(chosen)
    assert np.isfinite(games.worths.numpy()).all()
