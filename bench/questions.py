"""How many decisions a person is asked for in a game, with standing answers and without.

    .venv/bin/python bench/questions.py poseidon --seats 3 --games 100

Everybody plays like `greedy`; the person on the first seat gives his standing answers at the beginning, and again as
soon as he is asked what one that has ended would answer. `--answers` says which, all by default. Steps of a discovery
ship in a row are one question: one touches where it shall go.
"""

from __future__ import annotations

import argparse

import petteia
from petteia import bots, standing
from petteia.match import Match


def sails_on(match: Match, choice: int) -> bool:
    """Whether a choice is another step of a discovery ship that has just made one."""
    made = match.history[-1:]
    return match.game.space.pick(choice).name == "move" and bool(made) and made[0].name == "move"


def asked(match: Match, seed: int, wanted: set[str]) -> tuple[int, int, int, int]:
    """Plays a game: how often the first seat decides, is asked, has its standing answers decide, and would have chosen
    what they did."""
    bot, given = bots.Bot("greedy", seed), set(wanted)
    decisions = questions = answered = alike = 0
    while not match.over:
        choice = bot.choose(match)
        if match.to_move == 0:
            decisions += 1
            if (stood := standing.answer(match, given)) is not None:
                answered += 1
                alike += stood[0] == choice
                choice = stood[0]
                given -= {stood[1].name} if stood[1].once else set()
            else:
                questions += not sails_on(match, choice)
                given |= {one.name for made, one in standing.answering(match) if made == choice} & wanted
        match.play(choice)
        given -= set(standing.ended_by(match, given))
    return decisions, questions, answered, alike


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--answers", default=None)
    given = parser.parse_args()
    known = standing.standing_answers(given.game)
    wanted = set(known if given.answers is None else given.answers.split(","))
    for answers in (set[str](), wanted):
        counts = [
            asked(petteia.new(given.game, seats=given.seats, seed=seed), seed, answers) for seed in range(given.games)
        ]
        decisions, questions, answered, alike = (sum(column) / given.games for column in zip(*counts, strict=True))
        print(f"{', '.join(sorted(answers)) or 'no standing answers'}: {decisions:.1f} decisions a game, ", end="")
        print(f"asked for {questions:.1f}" + (f"; {alike / answered:.0%} of the answers as greedy" if answered else ""))


if __name__ == "__main__":
    main()
