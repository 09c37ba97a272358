"""Turns: of one address few requests are worked on at a time, so that whoever asks for much at once waits for himself,
and nobody else does."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator

from petteia.server.reaching import source_of

AT_ONCE = 3  # of one address


@dataclasses.dataclass
class _Line:
    places: asyncio.Semaphore = dataclasses.field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    many: int = 0


class Turns:
    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    @contextlib.asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Waits until few enough of the same address are at work."""
        source = source_of(host)
        line = self._lines.setdefault(source, _Line())
        line.many += 1
        try:
            async with line.places:
                yield
        finally:
            line.many -= 1
            if not line.many:
                del self._lines[source]
