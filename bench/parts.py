"""Where the time of a random game goes: dealing, listing choices, playing.  python bench/parts.py [GAME] [SEATS]"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from petteia.engine.chance import draw, seed_stream
from petteia.engine.compiling import driver
from petteia.engine.drivers import begin_stream
from petteia.engine.news import listening, muted
from petteia.engine.records import new
from petteia.engine.verbs import forbids, hide, legal, play, redact, to_move
from petteia.games import find

GAMES = 20_000


@driver
def games(
    box: Any, blank: Any, s: Any, other: Any, news: Any, out: Any, rng: Any, seats: int, n_games: int, again: Any
) -> int:
    """Plays random games, doing each part of the work `again[part]` times more than needed."""
    decisions = 0
    for game in range(n_games):
        for _ in range(again[0]):
            begin_stream(box, blank, other, news, seats, 1, game)
        begin_stream(box, blank, s, news, seats, 1, game)
        seed_stream(rng, 2, game)
        while True:
            n = legal(box[0], s[0], out)
            if n == 0:
                break
            choice = out[draw(rng, n)]
            for _ in range(again[1]):
                legal(box[0], s[0], out)
            for _ in range(again[2]):
                other[0] = s[0]
                play(box[0], other[0], news[0], choice)
            for _ in range(again[3]):
                forbids(box[0], s[0], choice)
            for _ in range(again[4]):
                other[0] = s[0]
                hide(box[0], other[0], 1 << to_move(s[0]), rng)
            for _ in range(again[5]):
                redact(box[0], s[0], to_move(s[0]), other)
            play(box[0], s[0], news[0], choice)
            decisions += 1
    return decisions


def main(name: str = "peloponnes", seats: str = "4") -> None:
    game = find(name)
    blank, s, other = game.blank({}, int(seats), game.box), new(game.state), new(game.state)
    out, rng = np.zeros(game.space.size, np.int32), np.zeros(4, np.uint64)

    def run(again: list[int], news: np.ndarray[Any, Any]) -> float:
        arguments = (game.box.record, blank, s, other, news, out, rng, int(seats), GAMES, np.array(again))
        return best(lambda: games(*arguments)) / GAMES * 1e6

    run([0] * 6, muted())
    plain = run([0] * 6, muted())
    decisions = games(game.box.record, blank, s, other, muted(), out, rng, int(seats), GAMES, np.zeros(6, np.int64))
    print(f"a game of {decisions / GAMES:.1f} decisions: {plain:.2f} µs")
    for part, words in enumerate(("deal", "legal", "play", "forbids, of one choice", "hide", "redact")):
        again = [0] * 6
        again[part] = 4
        took = (run(again, muted()) - plain) / 4
        print(f"{words:>24}: {took:6.2f} µs a game, {took / plain:4.0%}")
    print(f"{'with news told':>24}: {run([0] * 6, listening()):6.2f} µs a game")


def best(work: Callable[[], Any]) -> float:
    times = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


if __name__ == "__main__":
    main(*sys.argv[1:])
