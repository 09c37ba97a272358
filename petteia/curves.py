"""How a game went: curves over its rounds, and the events that bent them, each with the choice that made it happen.

A game gives every value after every choice. What is drawn are those at the beginnings of its rounds, and where a line
bent most, what happened there, in the words of the log as a spectator may read them."""

from __future__ import annotations

import bisect
import dataclasses
import itertools
from collections.abc import Callable, Collection, Iterator, Sequence

from petteia.engine.news import Happening
from petteia.match import Match
from petteia.pages import Bend, Curve, CurveLine, fits

MOST_BENDS = 5  # of one plot: more would hide its lines

Values = Sequence[int | None]  # of one line, after each choice from the first moment on


def _seat(happening: Happening) -> int | None:
    return happening.seat


@dataclasses.dataclass(frozen=True)
class Plotter:
    """Draws the curves of one match. `stops` are the choices after which values are drawn, counted from the first
    moment that is known. A game whose news say when a round begins gives what its `times` are called, too: then a bend
    is told with the round that the log tells it in, which a choice of the round before may have led to."""

    match: Match
    lang: str
    stops: Sequence[int]
    times: Sequence[str] = ()

    def curve(
        self,
        name: str,
        label: str,
        course: Sequence[Values],
        kinds: Collection[str],
        lines: Sequence[CurveLine] = (),
        whose: Callable[[Happening], int | None] = _seat,
        piecemeal: Collection[str] = (),
    ) -> Curve:
        """A curve of several lines. `kinds` are all happenings that change its values, named like those that weigh
        (`fits`): of that line which they are about by `whose`, or of all where they are about none. What choices one
        after the other make happen of those in `piecemeal`, like the losses to one disaster, bends a line once."""
        return {
            "name": name,
            "label": label,
            "values": [[line[stop] for stop in self.stops] for line in course],
            "lines": list(lines),
            "bends": sorted(
                self._bends(course, kinds, whose, piecemeal), key=lambda bend: (bend["move"], bend["line"])
            ),
        }

    def _bends(
        self,
        course: Sequence[Values],
        kinds: Collection[str],
        whose: Callable[[Happening], int | None],
        piecemeal: Collection[str],
    ) -> list[Bend]:
        def told(choice: int, line: int) -> list[tuple[Happening, str, str]]:
            return [one for one in self._told(choice, kinds) if whose(one[0]) in (None, line)]

        def one_of_several(choice: int, line: int) -> bool:
            found = {happening.kind for happening, _, _ in told(choice, line)}
            return bool(found) and found.issubset(piecemeal)

        found: list[Bend] = []
        for first, last, line in _jumps(course, one_of_several if piecemeal else _alone):
            if first <= self.stops[0]:
                continue  # before the first point of time nothing is drawn
            before, value = course[line][first - 1], course[line][last]
            happened = [one for choice in range(first, last + 1) for one in told(choice, line)]
            if happened and before is not None and value is not None:
                bend: Bend = {
                    "line": line,
                    "move": self.match.first_move + first,
                    "text": " ".join(words for _, _, words in happened),
                    "began": self._time(first - 1),
                    "before": before,
                    "ended": self._time(last),
                    "after": value,
                }
                if self.times:
                    bend["when"] = "–".join(dict.fromkeys(when for _, when, _ in happened))
                found.append(bend)
            if len(found) == MOST_BENDS:
                break
        return found

    def _told(self, choice: int, kinds: Collection[str]) -> Iterator[tuple[Happening, str, str]]:
        """What a choice made happen, with its round and its words. Rules that have changed since may lead elsewhere:
        then nothing is known of it."""
        then = self.match.at(self.match.first_move + choice)
        if not then.led_here:
            return
        when = self.times[int(self._time(choice - 1))] if self.times else ""
        for happening in then.told(None):
            if happening.kind == "round" and self.times:
                when = str(happening.arguments["round"])
            if any(fits(name, happening.kind, happening.arguments) for name in kinds):
                plain = dataclasses.replace(happening, forced=False)  # what happened, whether or not it had to
                yield happening, when, then.tell(plain, then.names(self.lang), self.lang)

    def _time(self, choice: int) -> float:
        """Where a choice lies between the points of time, the first of which is 0."""
        if choice <= self.stops[0]:
            return 0.0
        after = bisect.bisect_left(self.stops, choice)
        low, high = self.stops[after - 1], self.stops[after]
        return after - 1 + (choice - low) / (high - low)


def _alone(choice: int, line: int) -> bool:
    return False


def _jumps(course: Sequence[Values], one_of_several: Callable[[int, int], bool]) -> list[tuple[int, int, int]]:
    """The first and the last choice at which a line jumped, with the line: the highest jump first. They are two choices
    where several jumps of a line, one right after the other and in the same direction, are one."""
    sizes: dict[tuple[int, int], tuple[int, int]] = {}  # by first choice and line: how far, and the last choice
    for line, values in enumerate(course):
        first = 0
        for choice, (before, after) in enumerate(itertools.pairwise(values), 1):
            if before is None or after is None or before == after:
                continue
            far, last = sizes.get((first, line), (0, 0))
            goes_on = last == choice - 1 and far * (after - before) > 0
            if not (goes_on and one_of_several(last, line) and one_of_several(choice, line)):
                first, far = choice, 0
            sizes[first, line] = far + after - before, choice
    return [
        (first, sizes[first, line][1], line) for first, line in sorted(sizes, key=lambda at: (-abs(sizes[at][0]), at))
    ]
