"""A long match between bots that can be interrupted: what `petteia simulate … --rotate` plays, kept deal by deal.

    .venv/bin/python bench/match.py poseidon master,hard,hard --games 60 --seed 61 --workers 2 --kept match.jsonl

Called again with the same file, it plays what is missing. Every deal is played once from each seat, and depends on seed
and number alone, so that the file can be made on one machine and finished on another. What it prints in the end is a
row of bench/bots.jsonl: what `petteia simulate` says of the same match, and how long the processor took.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import numpy as np

from petteia.arena.simulate import CONFIDENCE, Contest, confidence, margins_of
from petteia.bots.roster import find_all
from petteia.games import find

TOLD_EVERY = 10  # deals


def play(contest: Contest, deal: int) -> dict[str, Any]:
    began = time.thread_time()
    decisions, scores, wins = contest.play(deal * contest.seats, contest.seats)
    took = time.thread_time() - began
    return {"deal": deal, "decisions": decisions, "scores": scores.tolist(), "wins": wins.tolist(), "seconds": took}


def row_of(command: str, bots: str, seed: int, deals: list[dict[str, Any]]) -> dict[str, Any]:
    scores, wins = (np.concatenate([np.array(deal[name]) for deal in deals]) for name in ("scores", "wins"))
    games, margins = len(wins), margins_of(scores)
    mean, half = margins.mean(0), CONFIDENCE * margins.std(0) / np.sqrt(games)
    return {
        "command": command,
        "processor_seconds": round(sum(deal["seconds"] for deal in deals), 1),
        "bots": bots.split(","),
        "games": games,
        "seed": seed,
        "decisions": sum(deal["decisions"] for deal in deals),
        "mean_scores": scores.mean(0).tolist(),
        "win_rates": wins.mean(0).tolist(),
        "win_rate_ci": [list(confidence(float(rate), games)) for rate in wins.mean(0)],
        "margins": mean.tolist(),
        "margin_ci": np.stack([mean - half, mean + half], 1).tolist(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bots", help="one for each seat")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kept", type=pathlib.Path, required=True, help="the deals that were played")
    chosen = parser.parse_args()
    game, bots = find(chosen.game), find_all(chosen.bots, chosen.game)
    contest = Contest(game, game.box, game.blank({}, len(bots), game.box), bots, chosen.seed, rotate=True)
    chosen.kept.touch()
    played = {deal["deal"]: deal for deal in map(json.loads, chosen.kept.read_text().splitlines())}
    missing = [deal for deal in range(-(-chosen.games // contest.seats)) if deal not in played]
    if missing:  # compiled once, before threads begin
        quick = find_all(",".join(["hard:simulations=1"] * contest.seats), chosen.game)
        Contest(game, game.box, contest.blank, quick, chosen.seed, rotate=True).play(0, 1)
    with ThreadPoolExecutor(chosen.workers) as pool:
        for done in as_completed([pool.submit(play, contest, deal) for deal in missing]):
            played[done.result()["deal"]] = done.result()
            with chosen.kept.open("a") as file:
                file.write(json.dumps(done.result()) + "\n")
            if len(played) % TOLD_EVERY == 0:
                rate = np.mean([np.array(deal["wins"])[:, 0].mean() for deal in played.values()])
                print(f"{len(played) * contest.seats} games: {bots[0].words} wins {rate:.1%}", flush=True)
    games = len(played) * contest.seats
    command = f"petteia simulate {chosen.game} --seats {contest.seats} --bots {chosen.bots} --rotate --games {games}"
    deals = [played[deal] for deal in sorted(played)]
    print(json.dumps(row_of(f"{command} --seed {chosen.seed} --json", chosen.bots, chosen.seed, deals)))


if __name__ == "__main__":
    main()
