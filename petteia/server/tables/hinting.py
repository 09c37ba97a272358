"""Hints: what a strong bot would do and why, thought out away from the event loop and given up once nobody waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

from petteia import hints, pages
from petteia.hints import Hint, NoHint, Prospect
from petteia.match import IllegalChoice, Match
from petteia.server import models, views
from petteia.server.problems import Forbidden, already_moved, not_now
from petteia.server.rooms import Json, Room
from petteia.server.tables.bot_turns import GLANCE, passing
from petteia.server.tables.checks import check_holds, read_choice, running_match
from petteia.server.tables.hall import Hall

LEAST = 0.2  # seconds of thinking for whoever had to wait until a thread was free

Gone = Callable[[], Awaitable[bool]]  # whether whoever asked has gone


async def hint(hall: Hall, room: Room, person: int, wish: models.HintWish, lang: str, gone: Gone) -> Json:
    """What a strong bot would do on a seat that has to decide; asked again, it says the same."""
    check_holds(room, person, wish.seat)
    match = running_match(room)
    if match.to_move != wish.seat:
        raise not_now("not_your_turn")
    pointed = None if wish.choice is None else read_choice(match, wish.choice)
    copy, passed = match.at(match.move_number), passing(hall, room)
    copy.people = views.names(room, lang)
    try:
        found = await _think(hall, room, person, copy, pointed, lang, passed, gone)
    except IllegalChoice as problem:
        raise Forbidden(room.game, problem.clause.number) from None
    except NoHint:
        raise (already_moved() if passed() else not_now("asked_again")) from None
    return _as_json(found, copy)


async def _think(
    hall: Hall,
    room: Room,
    person: int,
    match: Match,
    pointed: int | None,
    lang: str,
    passed: Callable[[], bool],
    gone: Gone,
) -> Hint:
    """The hint, within its time from now on, of which many who wait leave a part. It is given up when the decision has
    passed, whoever asked has gone, or a newer wish for the same seat has come."""
    assert match.to_move is not None
    seat, left, until = match.to_move, threading.Event(), time.monotonic() + hints.SECONDS
    room.hints[seat] = left

    def idle() -> bool:
        return left.is_set() or passed() or room.hints.get(seat) is not left

    def think(part: float) -> Hint:
        seconds = max(LEAST, (until - time.monotonic()) * part)
        return hints.hint(match, pointed=pointed, lang=lang, seconds=seconds, stop=idle)

    quick = not hints.adviser(match).searches(match.game.name)
    thinkers = hall.quick_bots if quick else hall.slow_bots
    thinking = thinkers.think(person, think, source=hall.sources.get(person), first=True)
    while not thinking.done():
        await asyncio.wait([thinking], timeout=GLANCE)
        if await gone():
            left.set()
    return thinking.result()


def _as_json(found: Hint, match: Match) -> Json:
    """A `models.Hint`."""
    return {
        "choice": found.choice.words,
        "text": found.prospects[0].text,
        "bot": found.bot,
        "goes_on_like": found.goes_on_like,
        "futures": found.futures,
        "prospects": [_prospect(one, match) for one in found.prospects],
        "pointed": None if found.pointed is None else _prospect(found.pointed, match),
        "sure": found.sure,
        "sure_text": found.sure_text,
        "basis": found.basis,
        "chance_of": found.chance_of,
        "unit": found.unit,
    }


def _prospect(one: Prospect, match: Match) -> Json:
    """A `models.Prospect`."""
    target = pages.page(match.game.name).target(match.facts, one.choice)
    return {
        "choice": one.choice.words,
        "text": one.text,
        "targets": [] if target is None else [target],
        "chance": one.chance,
        "chance_error": one.chance_error,
        "points": one.points,
        "points_error": one.points_error,
        "beside": one.beside,
        "reasons": list(one.reasons),
    }
