"""What can go wrong, in words for people; answered as problem JSON (RFC 9457)."""

from __future__ import annotations

from typing import Any

from petteia.engine.errors import PetteiaError


class Refusal(PetteiaError):
    """A request that is not done. `kind` is its name for programs."""

    def __init__(self, status: int, kind: str, title: str, detail: str = "", clause: str | None = None) -> None:
        self.status, self.kind, self.title, self.detail, self.clause = status, kind, title, detail, clause
        super().__init__(title)

    def as_json(self) -> dict[str, Any]:
        detail = self.detail.encode(errors="replace").decode()  # half a character out of somebody's JSON is no text
        return {
            "type": self.kind,
            "title": self.title,
            "status": self.status,
            "detail": detail,
            "clause": self.clause,
        }


def nobody() -> Refusal:
    return Refusal(401, "no-person", "You are not known here yet.", "Give a name first: POST /api/people.")


def no_table() -> Refusal:
    return Refusal(
        404, "no-table", "There is no such table, or it is private.", "Ask whoever opened it for an invitation link."
    )


def already_moved() -> Refusal:
    return Refusal(409, "already-moved", "This decision has been made already.", "Look at the table as it stands now.")


def not_your_seat() -> Refusal:
    return Refusal(403, "not-your-seat", "This seat is not yours.", "Act for a seat that you hold.")


def no_database() -> Refusal:
    return Refusal(503, "no-database", "The database does not answer.", "Nothing confirmed is lost. Try again soon.")


def not_now(title: str, detail: str = "") -> Refusal:
    return Refusal(409, "not-now", title, detail)


def wrong(title: str, detail: str = "") -> Refusal:
    return Refusal(422, "wrong-input", title, detail)
