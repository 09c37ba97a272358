"""Questions about the game: what is printed, why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia import pages
from petteia.match import Match
from petteia.server import models, views
from petteia.server.catalogue import clause_in
from petteia.server.rooms import Json, Room
from petteia.server.tables.checks import read_choice
from petteia.server.words import server_words

MOST_SENTENCES = 2  # of an answer: it stands in the bar


def printed(room: Room, lang: str) -> Mapping[str, Any]:
    """What is printed in the box of a table."""
    match = room.match
    if match is None:
        blank = room.game.blank(room.row["options"], len(room.seats), room.box)
        match = Match(room.game, room.box, blank, len(room.seats), bytes(32), deal=False)
    return pages.page(room.game.name).printed(match, lang)


def _when(match: Match, candidates: list[int], lang: str) -> str:
    """When such choices are asked for, where they are not now, in two sentences at most."""
    when, seldom = match.texts(lang).groups["when"], pages.page(match.game.name).SELDOM
    kinds = dict.fromkeys(match.game.space.pick(choice).name for choice in candidates)
    usual = [kind for kind in kinds if kind not in seldom]
    return " ".join(list(dict.fromkeys(when[kind] for kind in usual or kinds))[:MOST_SENTENCES])


def _asked_for(match: Match, candidates: list[int]) -> list[int]:
    """Those of a kind that can be chosen now: what forbids another kind says nothing about the thing."""
    kinds = {match.game.space.pick(choice).name for choice in match.legal_ids}
    return [choice for choice in candidates if match.game.space.pick(choice).name in kinds]


def why(room: Room, person: int | None, wish: models.Why, lang: str) -> Json:
    """Why a choice, or anything with a thing on the table, cannot be chosen now."""
    words = server_words(lang)
    if wish.seat not in room.seats_of(person):
        return {"words": words["watching"], "clause": None}
    if room.match is None:
        return {"words": words["not_begun"], "clause": None}
    if room.status != "playing" or room.match.over:
        return {"words": words["over"], "clause": None}
    match = room.match
    mover = match.to_move
    assert mover is not None
    if mover != wish.seat:
        return {"words": words["not_yours"].format(who=views.names(room, lang)[mover]), "clause": None}
    if wish.choice is not None:
        candidates = [read_choice(match, wish.choice)]
    else:
        of = pages.page(room.game.name)
        picks = (room.game.space.pick(choice) for choice in range(room.game.space.size))
        candidates = [picked.id for picked in picks if of.target(match.facts, picked) == wish.target]
        candidates = _asked_for(match, candidates) or candidates
    reasons = [match.why_not(choice) for choice in candidates]
    if None in reasons:
        return {"words": words["possible"], "clause": None}
    # The last section of a rulebook is about choosing as such; a clause before it says more.
    clauses = sorted((clause for clause in reasons if clause is not None), key=lambda clause: clause.code)
    if not clauses:
        return {"words": words["nothing"], "clause": None}
    telling = [clause for clause in clauses if clause.section != match.game.rulebook.clauses[-1].section]
    if not telling:
        return {"words": _when(match, candidates, lang), "clause": None}
    too_dear = [clause for clause in telling if clause.number in room.game.means]
    found = too_dear or telling
    clause = clause_in(room.game, lang, max(found, key=found.count).number)  # what forbids most of them
    return {"words": clause["words"], "clause": clause}
