"""The process that reads files from outside: saves, and boxes that are not the printed ones.

Nobody can foresee what a file costs that was written to cost much. So each is read by a child of this process, which
the system ends when its processor time is up; the server goes on meanwhile, and is handed what it needs without having
to read anything again. This process itself has loaded the rules, so a child begins at once. Where there are no children
(Windows), it reads by itself, and the server ends it when it takes too long.

Questions and answers are pickled, each behind its length. The process ends when nobody can ask any more, also where the
server was killed.
"""

from __future__ import annotations

import dataclasses
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple

from petteia.engine.boxes import BadBox, Box
from petteia.engine.compiling import INTERPRETED
from petteia.engine.interpreting import Sent
from petteia.games import NAMES, find
from petteia.match import BadSave, Match, OldSave, load_bytes, new_match
from petteia.pages import page
from petteia.preparing import BEHIND, stand_back
from petteia.server.showing import takes_long

SECONDS = 1.0  # of processor time that a file may take; those of the longest games take a quarter of it
INTERPRETED_SECONDS = 5.0  # the same while the rules are not compiled yet
LENGTH = 8  # bytes that say how long a message is
LONGEST_CAUSE = 1000  # characters of what is said about a file


class Step(NamedTuple):
    """A moment of a game: who made the choice that led to it, in words; nobody did to the first one."""

    seat: int | None
    words: str | None
    state: bytes


def course_of(match: Match) -> list[Step]:
    """A game as the moments it came through."""
    words = [choice.words for choice in match.history]
    movers = [match.at(move).to_move for move in range(match.first_move, match.move_number)]
    return [Step(*made) for made in zip([None, *movers], [None, *words], match.states, strict=True)]


@dataclasses.dataclass(frozen=True)
class SentBox:
    """A box on its way. NumPy's own way would describe every field of its record."""

    parts: dict[str, Any]
    record: Sent

    @staticmethod
    def of(box: Box) -> SentBox:
        parts = {field.name: getattr(box, field.name) for field in dataclasses.fields(box) if field.name != "record"}
        return SentBox(parts, Sent.of(box.record))

    def opened(self) -> Box:
        return Box(record=self.record.opened(), **self.parts)


@dataclasses.dataclass(frozen=True)
class ReadSave:
    """What a table needs of a save file."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: bytes
    first_move: int
    dealt: bool
    box: SentBox | None  # none where it is the printed one
    course: list[Step]


@dataclasses.dataclass(frozen=True)
class Unreadable:
    """What is wrong with a file, and at which move where it is a save; None where it is no save at all."""

    cause: str
    move: int | None = None


@dataclasses.dataclass(frozen=True)
class TookTooLong:
    """The answer of whoever had to be ended."""


Question = tuple[str, tuple[Any, ...]]  # the name of a function in ANSWERS, and its arguments
Answer = ReadSave | SentBox | Unreadable | TookTooLong


def read_save(data: bytes) -> ReadSave | Unreadable | TookTooLong:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OldSave)
        try:
            match = load_bytes(data, "the file")
        except BadSave as problem:
            return Unreadable(str(problem)[:LONGEST_CAUSE], problem.move)
    allow_as_long_again()
    if not INTERPRETED and not is_quick_to_show(match):
        return TookTooLong()
    printed = match.box.fingerprint == match.game.box.fingerprint
    return ReadSave(
        game=match.game.name,
        seats=match.seats,
        options=match.options,
        seed=match.seed,
        first_move=match.first_move,
        dealt=match.dealt,
        box=None if printed else SentBox.of(match.box),
        course=course_of(match),
    )


def allow_as_long_again() -> None:
    """What follows may take as long as what came before, where something ends it in time."""
    if hasattr(signal, "getitimer") and any(signal.getitimer(signal.ITIMER_PROF)):
        signal.setitimer(signal.ITIMER_PROF, INTERPRETED_SECONDS if INTERPRETED else SECONDS)


def is_quick_to_show(match: Match) -> bool:
    """Whether a table could show every moment without keeping everybody waiting."""
    return not any(takes_long(match.at(move)) for move in range(match.first_move, match.move_number + 1))


def read_box(game: str, file: str, text: str) -> SentBox | Unreadable:
    try:
        return SentBox.of(find(game).read_box(file, text))
    except BadBox as problem:
        return Unreadable(str(problem)[:LONGEST_CAUSE])


ANSWERS: dict[str, Callable[..., Answer]] = {"save": read_save, "box": read_box}


# -- the process -------------------------------------------------------------------------------------------------------


def serve() -> None:
    """Answers questions until nobody asks any more."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # so that nothing that is printed disturbs the answers
    stand_back(os.getpid(), BEHIND)
    for name in NAMES:
        match = new_match(name, 2, seed=1)  # loads all that a child would have to load
        match.play(match.legal_ids[0])
        page(name).extras(match)
    tell(answers, "ready")
    while (question := heard(questions)) is not None:
        if hasattr(os, "fork"):
            _answer_by_child(question, answers)
        else:
            tell(answers, _answer(question))


def _answer_by_child(question: Question, answers: BinaryIO) -> None:
    child = os.fork()
    if child == 0:
        _answer_in_time(question, answers)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        tell(answers, TookTooLong())
    elif status:
        tell(answers, Unreadable("reading it failed"))


def _answer_in_time(question: Question, answers: BinaryIO) -> None:
    """Answers and ends; or is ended before it has said anything."""
    code = 1
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends a process, whatever Python does just now
        signal.setitimer(signal.ITIMER_PROF, INTERPRETED_SECONDS if INTERPRETED else SECONDS)
        message = packed(_answer(question))
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(message)
        answers.flush()
        code = 0
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(code)


def _answer(question: Question) -> Answer:
    name, arguments = question
    return ANSWERS[name](*arguments)


def packed(message: object) -> bytes:
    """A message behind its length."""
    content = pickle.dumps(message)
    return len(content).to_bytes(LENGTH, "big") + content


def tell(stream: BinaryIO, message: object) -> None:
    stream.write(packed(message))
    stream.flush()


def heard(stream: BinaryIO) -> Any:
    """The next message; None where nobody says any more."""
    length = stream.read(LENGTH)
    if len(length) < LENGTH:
        return None
    content = stream.read(int.from_bytes(length, "big"))
    return pickle.loads(content)
