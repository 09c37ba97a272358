"""Standing answers: what somebody wants to answer whenever a kind of question comes, without being asked each time.

What can be answered so is declared by each game (its show/standing.py). A standing answer never decides what nobody
could foresee: it names all kinds of choices that it was meant to decide among, and where another one is possible as
well, the question is asked; and it may end with news that makes the question a new one."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from petteia.engine.choices import Picked

if TYPE_CHECKING:
    from petteia.match import Match


Answer = Callable[[Any, Sequence[Picked]], Picked | None]  # by facts, one of some choices, or none of them


def the_first(name: str) -> Answer:
    """Answers with the first choice of a kind: the only one, or the lowest."""
    return lambda s, choices: next((choice for choice in choices if choice.name == name), None)


def the_last(name: str) -> Answer:
    """Answers with the last choice of a kind: the highest."""
    return lambda s, choices: next((choice for choice in reversed(choices) if choice.name == name), None)


def _always(s: Any) -> bool:
    return True


class Standing(NamedTuple):
    """An answer to all questions of a kind. Its words are in the game's texts (`standing`), by its name."""

    name: str
    steps: Set[str]  # in which it answers
    among: Set[str]  # the kinds of choices that it decides among
    answer: Answer
    until: Set[str] = frozenset()  # the kinds of news that end it
    once: bool = False  # it answers one question, and is over
    where: Callable[[Any], bool] = _always  # what else has to hold, of the state as facts
    instead_of: Set[str] = frozenset()  # other answers to the same questions, which it takes off


class Declared(Protocol):
    """What a game's show/standing.py declares."""

    STANDING: Sequence[Standing]


@functools.cache
def standing_answers(game: str) -> dict[str, Standing]:
    """The standing answers that can be given in a game, by their names."""
    declared: Declared = importlib.import_module(f"petteia.games.{game}.show.standing")
    return {one.name: one for one in declared.STANDING}


def with_answer(game: str, given: Collection[str], name: str, on: bool) -> list[str]:
    """The standing answers that hold when one more is given, or one is taken off, in their order."""
    known = standing_answers(game)
    gone = {name} | (known[name].instead_of if on else set())
    return [one for one in known if (one in given and one not in gone) or (on and one == name)]


def answering(match: Match) -> list[tuple[int, Standing]]:
    """The standing answers that would decide now, each with the choice that it makes."""
    game, facts = match.game, match.facts
    step = game.lists["step"][facts["step"]]
    asked = [one for one in standing_answers(game.name).values() if step in one.steps]
    if match.over or not asked:
        return []
    legal = [game.space.pick(choice) for choice in match.legal_ids]
    kinds = {choice.name for choice in legal}
    fitting = [(one.answer(facts, legal), one) for one in asked if kinds <= one.among and one.where(facts)]
    return [(choice.id, one) for choice, one in fitting if choice is not None]


def answer(match: Match, given: Collection[str]) -> tuple[int, Standing] | None:
    """The choice that one of the standing answers that were given makes now, where one does."""
    if not given:
        return None
    return next(((choice, one) for choice, one in answering(match) if one.name in given), None)


def ended_by(match: Match, given: Collection[str]) -> list[str]:
    """Those of the standing answers that were given which end with what the last choice made happen."""
    if not given:
        return []
    happened = {happening.kind for happening in match.told()}
    known = standing_answers(match.game.name)
    return [name for name in given if name in known and known[name].until & happened]
