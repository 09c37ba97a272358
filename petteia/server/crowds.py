"""Who looks at a table: counted as browsers come and go, so that it costs the same however many look."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from petteia.server.rooms import Socket

MOST_OF_ONE = 100  # browsers at a table, of one address that watches or of one person who sits there
MOST_WATCHING = 10_000  # at a table, of one worker


class Seen(NamedTuple):
    """How many watch, and the seats whose people look at the table."""

    watching: int
    seats: frozenset[int]

    def written(self) -> str:
        return f"{self.watching} {','.join(map(str, sorted(self.seats)))}"

    @classmethod
    def read(cls, words: str) -> Seen:
        watching, _, seats = words.partition(" ")
        return cls(int(watching), frozenset(int(seat) for seat in seats.split(",") if seat))


NOBODY = Seen(0, frozenset())


class Crowd:
    """Everybody who looks at one table. Those who hold its seats are few; all others are only counted."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.unheard: deque[tuple[Socket, bytes]] = deque()  # what those who watch are still to be told (`telling`)
        self.told = 0.0  # when everybody was last told who is there
        self.elsewhere: dict[str, Seen] = {}  # by worker
        self.shared: Seen | None = NOBODY  # what other workers were told last; none: one of them does not know
        self._people: Counter[int | None] = Counter()  # how many browsers each has open
        self._places: Counter[int | str] = Counter()  # connections, by who takes one up

    def enter(self, socket: Socket) -> bool:
        """Says whether the browser was not here before."""
        if socket in self.sockets:
            return False
        self.sockets.add(socket)
        self._people[socket.person] += 1
        return True

    def leave(self, socket: Socket) -> bool:
        """Says whether the browser was here."""
        if socket not in self.sockets:
            return False
        self.sockets.discard(socket)
        _take_one(self._people, socket.person)
        return True

    def here(self, holders: Mapping[int, Collection[int]]) -> Seen:
        """Those who look through this worker; `holders` are the people of each seat."""
        seats = frozenset(seat for seat, people in holders.items() if any(one in self._people for one in people))
        sitting = {one for seat in seats for one in holders[seat]}
        return Seen(len(self.sockets) - sum(self._people[one] for one in sitting), seats)

    def seen(self, holders: Mapping[int, Collection[int]]) -> Seen:
        """Those who look through any worker."""
        all_of_them = [self.here(holders), *self.elsewhere.values()]
        watching = sum(one.watching for one in all_of_them)
        return Seen(watching, frozenset(seat for one in all_of_them for seat in one.seats))

    def admit(self, place: int | str, strictness: float) -> bool:
        """Takes up a place, by the person for one who sits here, else by the address; says no where too many are taken.
        Those who sit here come in however many watch. `strictness` is `Settings.rate`."""
        sits = isinstance(place, int)
        crowded = not sits and len(self.sockets) >= MOST_WATCHING * strictness
        if strictness and (crowded or self._places[place] >= MOST_OF_ONE * strictness):
            return False
        self._places[place] += 1
        return True

    def give_up(self, place: int | str) -> None:
        _take_one(self._places, place)


def _take_one(counted: Counter[Any], key: Any) -> None:
    """One fewer; what is counted down is forgotten."""
    counted[key] -= 1
    if counted[key] <= 0:
        del counted[key]
