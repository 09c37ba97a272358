"""What was made and may be needed again, up to a number: boxes that people bring are without end, memory is not."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

BOXES = 64  # things that belong to a box are remembered of so many


class Remembered(Generic[Key, Value]):
    """Values by their keys; that which nobody asked for longest goes first. Threads may share it."""

    def __init__(self, most: int = BOXES) -> None:
        self.most = most
        self._known: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """What is known under a key, or is made now."""
        found = self.find(key)
        return self.put(key, make()) if found is None else found

    def find(self, key: Key) -> Value | None:
        """What is known under a key, if anything is."""
        with self._lock:
            if key not in self._known:
                return None
            self._known.move_to_end(key)
            return self._known[key]

    def put(self, key: Key, made: Value) -> Value:
        """Remembers what was made; where another was faster, that one counts."""
        with self._lock:
            found = self._known.setdefault(key, made)
            if len(self._known) > self.most:
                self._known.popitem(last=False)
        return found

    def __len__(self) -> int:
        return len(self._known)
