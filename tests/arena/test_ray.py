"""The machines of a Ray cluster play what threads here would play, also where one of them dies. Here they are two
groups of processes. (It takes the extra [ray], which is too large for every check.)"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import psutil
import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'petteia[ray]'")

from ray.cluster_utils import Cluster  # noqa: E402

from petteia.arena import crew as crews  # noqa: E402
from petteia.arena.crew import LostCrew  # noqa: E402
from petteia.arena.ladder import ladder  # noqa: E402
from petteia.arena.simulate import simulate  # noqa: E402
from petteia.learn.watching import FIELDS, Watching, joined  # noqa: E402

pytestmark = [
    # Those of Ray itself, whose processes, files and connections outlive those who opened them.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MEMORY = 80_000_000  # of a machine's store of objects
GAMES = 400_000


def patiently(start: Callable[[], Any]) -> None:
    """Ray gives a machine half a minute to start, which is not enough where this one is very busy."""
    for left in range(9, -1, -1):
        try:
            start()
            return
        except Exception:
            if not left:
                raise


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two machines of one core each, which this process is connected to as any library user may be."""
    found = Cluster()
    try:
        patiently(lambda: found.add_node(num_cpus=1, object_store_memory=MEMORY, include_dashboard=False))
        patiently(lambda: found.add_node(num_cpus=1, object_store_memory=MEMORY))
        ray.init(found.address, log_to_driver=False)
        yield found
    finally:
        ray.shutdown()
        found.shutdown()


def outcome(**more: Any) -> dict[str, Any]:
    """What does not depend on who plays, and when."""
    asked = {"game": "peloponnes", "seats": 3, "games": 50_007, "bots": "random", "seed": 1, **more}
    found = simulate(**asked).as_json()
    return {key: found[key] for key in ("games", "decisions", "mean_scores", "win_rates", "win_rate_ci")}


def test_a_cluster_plays_what_threads_play(cluster: Cluster) -> None:
    done: list[int] = []
    assert outcome(ray=cluster.address, progress=done.append) == outcome()
    assert sum(done) == 50_007
    assert len(cluster.list_all_nodes()) == 2


def test_a_ladder_is_the_same_on_a_cluster(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    asked: dict[str, Any] = {"game": "peloponnes", "seats": 3, "bots": "random,greedy", "deals": 6, "seed": 3}
    assert ladder(**asked, results=there, ray=cluster.address) == ladder(**asked, results=here)
    assert sorted(there.read_text().splitlines()) == sorted(here.read_text().splitlines())


def test_what_is_tried_is_the_same_on_a_cluster(cluster: Cluster) -> None:
    found = []
    for address in (cluster.address, None):
        watching = Watching("peloponnes", [2, 3], 1, 4, 1, address)
        with watching.crew:
            found.append(joined(list(watching.watch(4, None))))
    assert len(found[0]) == len(found[1]) > 0
    assert all(np.array_equal(getattr(found[0], field), getattr(found[1], field)) for field in FIELDS)


def test_another_version_is_said(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    own = crews._own_marks()
    monkeypatch.setattr(crews, "_own_marks", lambda: {**own, "Petteia": "9.9"})
    with pytest.raises(LostCrew, match=f"it has Petteia {own['Petteia']}, and the machine that asks has 9.9"):
        simulate("peloponnes", 2, 10, ray=cluster.address)


def test_the_command_connects_and_prints_results_alone(cluster: Cluster) -> None:
    words = ["simulate", "peloponnes", "--seats", "3", "--games", "50007", "--seed", "1", "--json"]
    command = [sys.executable, "-m", "petteia", *words, "--ray", cluster.address]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert {key: found[key] for key in outcome()} == outcome()
    assert found["workers"] == 2


def playing_on(node: Any) -> list[psutil.Process]:
    """The processes of a machine that play a piece now."""
    raylet = psutil.Process(node.all_processes[ray._private.ray_constants.PROCESS_TYPE_RAYLET][0].process.pid)
    return [one for one in raylet.children(recursive=True) if "play_there" in " ".join(one.cmdline())]


def test_who_dies_is_replaced_and_nothing_counts_twice(cluster: Cluster) -> None:
    """First a process dies in the middle of a piece, then the other machine."""
    first, second = cluster.head_node, next(iter(cluster.worker_nodes))
    killed: list[str] = []
    done: list[int] = []

    def progress(games: int) -> None:
        done.append(games)
        if not killed:
            for process in playing_on(first)[:1]:
                process.kill()
                killed.append("process")
        elif len(killed) == 1 and playing_on(second):
            cluster.remove_node(second, allow_graceful=False)
            killed.append("machine")

    found = outcome(games=GAMES, ray=cluster.address, progress=progress)
    assert killed == ["process", "machine"]
    assert sum(done) == GAMES
    assert found == outcome(games=GAMES)
    assert sum(node["Alive"] for node in ray.nodes()) == 1
