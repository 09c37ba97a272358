"""A connection to nobody, on which what knows Uvicorn from inside is tried out before anybody is served."""

from __future__ import annotations

import asyncio
from typing import Any

_STEPS = 20  # of the event loop; what works takes three or four


class Kept(asyncio.Transport):
    """Keeps what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closing = False
        self._protocol: Any = None

    def write(self, data: Any) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def get_write_buffer_size(self) -> int:
        return 0

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol


async def settle() -> None:
    """Lets everything happen that was begun."""
    for _ in range(_STEPS):
        await asyncio.sleep(0)
