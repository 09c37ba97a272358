"""What goes on in this server, in numbers that Prometheus reads.

Whoever has something to count calls one of the instruments below (`MOVES.add()`, `FAILURES.add("background")`), on the
event loop's thread; that costs a microsecond. How they are told, also by several workers: `reporting`.
"""

from __future__ import annotations

import abc
import bisect
import contextlib
import itertools
import time
from collections.abc import Callable, Iterator

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds

Labels = tuple[str, ...]


class Instrument(abc.ABC):
    """Something that is counted or measured, by the values of its labels."""

    kind = "untyped"

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = f"petteia_{name}", about, labels
        INSTRUMENTS[self.name] = self

    @abc.abstractmethod
    def lines(self, worker: str) -> list[str]:
        """As Prometheus reads them."""

    def _line(self, values: Labels, worker: str, number: float, ending: str = "", more: str = "") -> str:
        named = [*zip(self.labels, values, strict=True), ("worker", worker)]
        inside = ",".join(f'{label}="{_escaped(value)}"' for label, value in named)
        return f"{self.name}{ending}{{{inside}{more}}} {number:.10g}"


class Counter(Instrument):
    kind = "counter"

    def __init__(self, name: str, about: str, *labels: str) -> None:
        super().__init__(name, about, *labels)
        self._counts: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *values: str, by: float = 1) -> None:
        self._counts[values] = self._counts.get(values, 0) + by

    def lines(self, worker: str) -> list[str]:
        return [self._line(values, worker, count) for values, count in self._counts.items()]


class Histogram(Instrument):
    """How long something takes."""

    kind = "histogram"

    def __init__(self, name: str, about: str, *labels: str) -> None:
        super().__init__(name, about, *labels)
        self._seen: dict[Labels, list[float]] = {} if labels else {(): _nothing()}

    def observe(self, seconds: float, *values: str) -> None:
        seen = self._seen.get(values)
        if seen is None:
            seen = self._seen[values] = _nothing()
        seen[bisect.bisect_left(STEPS, seconds)] += 1
        seen[-1] += seconds

    @contextlib.contextmanager
    def time(self, *values: str) -> Iterator[None]:
        """Measures what is done, also where it fails."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - began, *values)

    def lines(self, worker: str) -> list[str]:
        found = []
        for values, (*counts, total) in self._seen.items():
            for step, sofar in zip((*STEPS, "+Inf"), itertools.accumulate(counts), strict=True):
                found.append(self._line(values, worker, sofar, "_bucket", f',le="{step}"'))
            found.append(self._line(values, worker, total, "_sum"))
            found.append(self._line(values, worker, sum(counts), "_count"))
        return found


class Gauge(Instrument):
    """Something that goes up and down, looked at when it is asked for."""

    kind = "gauge"

    def __init__(self, name: str, about: str, *labels: str) -> None:
        super().__init__(name, about, *labels)
        self.look: Callable[[], dict[Labels, float]] = dict

    def lines(self, worker: str) -> list[str]:
        return [self._line(values, worker, number) for values, number in self.look().items()]


class Total(Gauge):
    """Something that only goes up, and is counted elsewhere."""

    kind = "counter"


def _nothing() -> list[float]:
    return [0.0] * (len(STEPS) + 2)  # a count for each step and for all above, and the sum


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


INSTRUMENTS: dict[str, Instrument] = {}

REQUESTS = Counter("requests_total", "Requests over HTTP, by what was answered", "method", "route", "status")
REQUEST_SECONDS = Histogram("request_seconds", "Time until a request over HTTP was answered", "route")
MOVES = Counter("moves_total", "Moves that people and bots made")
MOVE_SECONDS = Histogram("move_seconds", "Time from a person's move to its acknowledgement: it is on the disk then")
REFUSALS = Counter("refusals_total", "What was asked for and refused, by its kind", "kind")
FAILURES = Counter("failures_total", "What should never happen: an exception that nobody expected", "where")
LIVE_OPENED = Counter("live_connections_opened_total", "Live connections that were opened")
LIVE_CLOSED = Counter("live_connections_closed_total", "Live connections that the server closed, by the code", "code")
THOUGHT_SECONDS = Histogram("bot_thought_seconds", "Time that a thought of a bot took, from its beginning", "pace")
THOUGHT_WAIT = Histogram("bot_wait_seconds", "Time that a thought of a bot waited for a thread", "pace")
DATABASE_SECONDS = Histogram("database_seconds", "Time of the database: statements, commits of entries", "what")
DATABASE_ERRORS = Counter("database_errors_total", "What the database refused or did not answer", "kind")
LOOP_LAG = Histogram("loop_lag_seconds", "How late the event loop comes round: everybody waits as long")

THOUGHTS = Total("bot_thoughts_total", "Thoughts of bots, hints among them", "pace")
ROOMS = Gauge("rooms", "Tables in memory, by their status", "status")
LIVE = Gauge("live_connections", "Live connections that are open")
BOTS_WAITING = Gauge("bots_waiting", "Thoughts of bots that wait for a thread", "pace")
BOTS_THINKING = Gauge("bots_thinking", "Thoughts of bots that go on", "pace")
CONNECTIONS = Gauge("database_connections", "Connections to the database that are in use")
COMPILED = Gauge("game_compiled", "1 where the rules of a game are compiled and loaded", "game")
RELEASE = Gauge("release", "Always 1: the release is a label", "version")
MEMORY = Gauge("memory_bytes", "Memory that the worker holds (resident set)")
FILES = Gauge("open_files", "Files and sockets that the worker has open")
PROCESSOR = Total("cpu_seconds_total", "Time of the processor that the worker used")
