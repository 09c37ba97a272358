"""What a guided game says at a decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from petteia.engine import guide
from petteia.engine.choices import UnknownChoice
from petteia.server.rooms import Json, Room


def lesson(room: Room, seat: int, lang: str) -> Json | None:
    """A `models.Lesson` for the decision that a seat has to make now; None where nothing is said about it."""
    match, game = room.match, room.game
    assert match is not None
    found = guide.read(game.folder)
    number = found.due(_asked(room, seat), game.lists["step"])
    if number is None:
        return None
    due, said = found.lessons[number], guide.words(game.folder, lang, game.box.data)[number]
    return {
        "number": number + 1,
        "of": len(found.lessons),
        "title": said.title,
        "words": [block.words for block in said.blocks],
        "targets": [list(due.lit(paragraph)) for paragraph in range(len(said.blocks))],
        "choice": due.choice if _possible(room, due.choice) else None,
    }


def _asked(room: Room, seat: int) -> Iterator[Any]:
    """The states in which the seat was asked, the present one last."""
    match = room.match
    assert match is not None
    for index, number in enumerate(room.course[1:]):
        if room.entries[number].seat == seat:
            yield match.state_at(match.first_move + index)[0]
    yield match.state_at(match.move_number)[0]


def _possible(room: Room, choice: str | None) -> bool:
    """Whoever chose otherwise before may find that a suggestion cannot be followed any more."""
    assert room.match is not None
    if choice is None:
        return False
    try:
        return room.match.read(choice) in room.match.legal_ids
    except UnknownChoice:
        return False
