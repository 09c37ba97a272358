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
from petteia.games import NAMES, find  # noqa: E402
from petteia.learn.keeping import keep, take_up  # noqa: E402
from petteia.learn.model import Model  # noqa: E402
from petteia.learn.selfplay import Games  # noqa: E402
from petteia.learn.steps import Do  # noqa: E402
from petteia.learn.studying import Studying  # noqa: E402
from petteia.learn.training import Settings, Training, as_seen, check, targets, units_of  # noqa: E402
from petteia.learn.watching import Watching, joined  # noqa: E402


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


def test_broken_off_a_run_keeps_what_was_learned(tmp_path: pathlib.Path) -> None:
    course = Training(small(seconds=3600))

    def told(part: float, row: dict[str, Any] | None) -> None:
        if course.rounds == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        course.run(tmp_path, told)
    assert [row["rounds"] for row in json.loads((tmp_path / "peloponnes.json").read_text())["curve"]] == [0, 2]
    assert Training(small(), tmp_path / "peloponnes.npz").rounds == 2


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


DEVICES = ("cpu", "cuda")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no graphics card here")
@pytest.mark.parametrize("game", NAMES)
def test_a_graphics_card_deals_plays_and_sees_the_same(game: str) -> None:
    """(`test_on_gpu.py` has the same kernel in a simulator.)"""
    both = [Games(find(game), 64, [2, 3], 5, device) for device in DEVICES]
    for step in range(30):
        for games in both:
            games.do(Do.LOOK, games.many)
            which = (7 * step) % games.counts.clamp(min=1)
            chosen = games.choices.gather(1, which.long()[:, None])[:, 0]
            games.play(torch.where(games.counts > 0, chosen, -1).int())
            games.eyes = torch.full_like(games.eyes, step % 2)
            games.see()
        here, there = both
        assert torch.equal(here.rows[: here.many], there.rows[: there.many].cpu())
        assert torch.allclose(here.values[: here.many], there.values[: there.many].cpu(), rtol=1e-4)


def test_lists_of_entries_are_judged_as_whole_rows_are() -> None:
    watching = Watching("peloponnes", [2, 3], 1, 4, 1)
    tried = joined(list(watching.watch(2, None)))
    seen = tried.some(tried.seats > 0)
    model = Model(units_of(watching.plan), 6.0, 6.0)
    torch.nn.init.normal_(model.win.weight)
    rows = torch.zeros(len(seen), watching.plan.width).scatter_add_(
        1, torch.from_numpy(seen.entries).long(), torch.from_numpy(seen.amounts).float()
    )
    told = torch.from_numpy(seen.values), torch.from_numpy(seen.seats)
    by_rows = model(rows, *told)
    by_entries = model.of_entries(torch.from_numpy(seen.entries).int(), torch.from_numpy(seen.amounts).float(), *told)
    for one, two in zip(by_rows, by_entries, strict=True):
        assert torch.allclose(one, two, atol=1e-4)


def test_what_is_watched_is_told_from_the_seat_that_sees_it() -> None:
    watching = Watching("peloponnes", [3], 1, 4, 2)
    tried = joined(list(watching.watch(2, None)))
    assert (tried.seats[:, :2] == 3).mean() > 0.9, "nearly always at least two choices that do not end the game"
    seen = tried.some(tried.seats > 0)
    assert np.allclose(seen.win.sum(1), 1)
    assert np.allclose(seen.points.sum(1), 0, atol=1e-4)
    assert (seen.win[:, 3:] == 0).all()
    assert ((seen.points[:, :3] * seen.win[:, :3]).sum(1) > 0).mean() > 0.95, "winners have more points than the mean"
    again = joined(list(Watching("peloponnes", [3], 1, 4, 1).watch(2, None)))
    assert np.array_equal(tried.entries, again.entries), "whatever the number of threads"


def test_choices_are_compared_with_those_of_the_same_decision_alone() -> None:
    course = Studying(small(steps=4, evaluated=12))
    there = torch.tensor([[True, True, False, True], [True, True, True, False]])  # the last is no choice
    tried = there.clone()
    tried[:, 3] = False
    found = torch.tensor([0.2, 0.4, 0.9, 0.5, 0.6, 0.7])
    luck = torch.tensor([0.3, 0.3, 0.8, -0.1, -0.1, -0.1])  # that is common to all choices of a decision
    assert float(course.compared(found + luck, found, there, tried)) == pytest.approx(0, abs=1e-6)
    assert float(course.compared(found.flip(0), found, there, tried)) > 0.01


def test_a_network_that_watches_learns_who_wins(tmp_path: pathlib.Path) -> None:
    course = Studying(small(seconds=1, steps=4, evaluated=12, batch=256, rate=0.002))
    first = course.round(0.0)
    for _ in range(3):
        last = course.round(0.0)
    assert last < first
    course.round(0.9)  # now it plays itself
    weights, course.model.learned = course.weights(), torch.tensor(0.5)
    assert not np.allclose(course.weights(), weights), "what was learned counts half"
    course.run(tmp_path, lambda part, row: None)
    assert json.loads((tmp_path / "peloponnes.json").read_text())["curve"][-1]["against greedy, 2 seats"]["games"] == 12
