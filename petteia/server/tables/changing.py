"""Changing what is stored about a table or its seats, and telling everybody.

A change is made from what somebody saw of the table, all of it in one transaction, and only where nobody has changed
the table since, here or at another worker. Else whoever wanted it looks again.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, ParamSpec, TypeVar, Unpack

from petteia.server.problems import damaged, not_now
from petteia.server.rooms import Room
from petteia.server.store import Outdated, Statement
from petteia.server.store.rows import TableChanges
from petteia.server.tables.following import follow, refresh, stored
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_table

LOOKS = 50  # that somebody takes at a table which others keep changing

P = ParamSpec("P")
R = TypeVar("R")


class Change:
    """What is to change about a table."""

    def __init__(self) -> None:
        self.values: TableChanges = {}
        self.also: list[Statement] = []
        self.person: int | None = None  # who sits down

    def set(self, **values: Unpack[TableChanges]) -> None:
        """Of the table itself."""
        self.values.update(values)

    def do(self, *statements: Statement) -> None:
        """Of its seats, and whatever else belongs to it."""
        self.also += statements

    def seat(self, person: int, *statements: Statement) -> None:
        """Somebody sits down, unless he goes for good at the same moment."""
        self.person = person
        self.do(*statements)


@contextlib.asynccontextmanager
async def changing(hall: Hall, room: Room) -> AsyncIterator[Change]:
    """Changes a table, alone: nobody sees anything in between. Afterwards everybody is told, here and at other
    workers. Raises Outdated where another worker was faster: see `looking_again`."""
    change = Change()
    if room.is_damaged:
        raise damaged()
    async with room.lock:
        await refresh(hall.store, room)
        try:
            yield change
            if change.values or change.also:
                told = hall.store.notices.telling(hall.notice(room, "table"))
                also = [*change.also, *told]
                await hall.store.tables.change(room.id, room.row["version"], change.values, also, change.person)
        except Outdated:
            await follow(hall.store, room)
            raise
        room.update(*await stored(hall.store, room.id))
    tell_table(room)
    hall.gathering.share(room)  # whoever watched may have sat down


def looking_again(action: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Does something at a table, from the beginning again where others changed the table meanwhile: what it did until
    then has not happened."""

    @functools.wraps(action)
    async def acting(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(LOOKS):
            with contextlib.suppress(Outdated):
                return await action(*args, **kwargs)
        raise not_now("changed_meanwhile")

    return acting
