"""What has to hold before somebody may do something."""

from __future__ import annotations

from petteia.engine.choices import UnknownChoice
from petteia.match import Match
from petteia.server.moments import SEPARATOR
from petteia.server.problems import nobody, not_now, not_your_seat, wrong
from petteia.server.rooms import Room


def check_holds(room: Room, person: int | None, seat: int) -> None:
    """Somebody may act for the seats that he holds."""
    if person is None:
        raise nobody()
    if seat >= len(room.seats) or seat not in room.seats_of(person):
        raise not_your_seat()


def running_match(room: Room) -> Match:
    """The game, while it is being played."""
    if room.status == "open" or room.match is None:
        raise not_now("not_begun")
    if room.status != "playing":
        raise not_now("over")
    return room.match


def read_choice(match: Match, words: str) -> int:
    """The choice that somebody means, of several in a row the first. The match reads it: the same name may be another
    place on another board."""
    try:
        return match.read(words.split(SEPARATOR, maxsplit=1)[0])
    except UnknownChoice as problem:
        raise wrong("no_choice", cause=str(problem)) from None
