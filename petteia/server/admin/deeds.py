"""Everything that an administrator does is written down: who, when, what, about what, and why."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import AsyncIterator

from petteia.server.tables.hall import Hall


@dataclasses.dataclass(frozen=True)
class Actor:
    """Who acts: a person with the admin mark, or somebody at the command line."""

    person: int | None
    who: str


@contextlib.asynccontextmanager
async def deed(hall: Hall, actor: Actor, what: str, about: str, why: str) -> AsyncIterator[None]:
    """Written down before it is done, so that nothing is done unwritten; and again when it is done."""
    number = await hall.store.deeds.add(actor.person, actor.who[:80], what, about[:120], why)
    yield
    await hall.store.deeds.done(number)
