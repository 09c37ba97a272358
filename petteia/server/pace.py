"""How fast one connection talks."""

from __future__ import annotations

import time


class Pace:
    """Counts how fast somebody talks: a bucket that fills with time and loses one for each message."""

    def __init__(self, each_second: float, burst: float) -> None:
        self.each_second, self.burst = each_second, burst
        self.left, self.at = burst, time.monotonic()

    def allows(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.each_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
