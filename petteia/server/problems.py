"""What can go wrong, in words for people; answered as problem JSON (RFC 9457)."""

from __future__ import annotations

from typing import Any

from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game
from petteia.server.store import Damaged, NoDatabase, NoRoom
from petteia.server.words import server_words


class Refusal(PetteiaError):
    """A request that is not done. `kind` is its name for programs; `words` names its title and its detail among the
    server's texts, which are chosen only when it is known who hears them; `cause` is for whoever writes programs."""

    def __init__(self, status: int, kind: str, words: str, *, cause: str = "", **values: object) -> None:
        self.status, self.kind, self.words, self.cause, self.values = status, kind, words, cause, values
        super().__init__(words)

    def as_json(self, lang: str) -> dict[str, Any]:
        title, detail = (text.format(**self.values) for text in server_words(lang)["problems"][self.words])
        return {
            "type": self.kind,
            "title": title,
            "status": self.status,
            "detail": detail,
            "cause": self.cause.encode(errors="replace").decode(),  # half a character of somebody's JSON is no text
            "clause": None,
        }


class Forbidden(Refusal):
    """A choice that a clause of the rulebook forbids."""

    def __init__(self, game: Game, clause: str) -> None:
        super().__init__(409, "illegal-choice", "illegal")
        self.game, self.clause = game, clause

    def as_json(self, lang: str) -> dict[str, Any]:
        clause = self.game.rulebook_in(lang)[self.clause]
        return {**super().as_json(lang), "detail": clause.words, "clause": clause.number}


def nobody() -> Refusal:
    return Refusal(401, "no-person", "nobody", cause="Give a name first: POST /api/people.")


def no_table() -> Refusal:
    return Refusal(404, "no-table", "no_table")


def already_moved() -> Refusal:
    return Refusal(409, "already-moved", "already_moved")


def not_your_seat() -> Refusal:
    return Refusal(403, "not-your-seat", "not_your_seat")


def not_host(words: str) -> Refusal:
    return Refusal(403, "not-host", words)


def unstored(problem: NoDatabase) -> Refusal:
    """What is said to people when something is wrong with the database."""
    if isinstance(problem, NoRoom):
        return Refusal(507, "no-room", "no_room")
    return damaged() if isinstance(problem, Damaged) else Refusal(503, "no-database", "no_database")


def damaged() -> Refusal:
    return Refusal(503, "damaged", "damaged")


def not_now(words: str) -> Refusal:
    return Refusal(409, "not-now", words)


def wrong(words: str, *, cause: str = "", **values: object) -> Refusal:
    return Refusal(422, "wrong-input", words, cause=cause, **values)
