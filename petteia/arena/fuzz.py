"""Fuzzing: random games in which everything that must hold is asked after every choice, compiled.

At every decision of every game, with random numbers of seats and random options:

- `legal` lists at least two different choices (one where the game asks so as not to betray a hand), and `forbids`
  agrees on every id of the space and beyond its ends;
- `flaw` finds nothing: components are conserved, nothing is out of its range;
- what each seat and a spectator see does not change when what is hidden from them is redrawn, nor do the choices of
  the seat to move; the redraw differs from the truth, and is a sound position with a decision itself; and over the
  whole run every hidden byte is redrawn at some time;
- nor do their observations, in either form (the longer one of one seat in turn), and every number of them lies within
  its bounds;
- every field is seen by those who may see it by its declaration, and whatever lies in it, nothing of it by others;
- the news has not overflowed, and the game ends.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from petteia.arena.simulate import MOST_GAMES
from petteia.bots.greedy import BOTS, GREEDY, RANDOM, choose
from petteia.engine import news
from petteia.engine.chance import draw, seed_stream
from petteia.engine.compiling import driver, rule
from petteia.engine.drivers import begin_stream, tell_compact, tell_entries
from petteia.engine.game import BadOption, Game
from petteia.engine.records import NOBODY, OWNER, PARTLY, SCREENED, Field, OneOf, Record, SetOf, as_bytes, new
from petteia.engine.verbs import OVER, SPECTATOR, flaw, forbids, hide, legal, open_to_all, play, redact, to_move
from petteia.games import find
from petteia.match import Match
from petteia.observing import FORMS, Array, Observer

BLOCK = 50  # games with the same seats and options
ENDLESS = 5000  # decisions after which a game is said not to end
OFTEN = 2000  # times that something must have been hidden before it is suspicious that it was never redrawn
VISIBLE, IN_PART, HIDDEN, CLOSED = range(4)  # what a byte is to a seat; what is closed stays so when all lies open
OTHER = 0b01010101  # the bits that are other in what a seat may not see
EDGE = 3  # numbers beyond both ends of the choice space that are asked too

NOTHING, TOO_FEW, DOUBLE, DISAGREE, FLAWED, LEAK, SAME, CHOICES, UNSOUND, OVERFLOW = range(10)
LONG, WITHHELD, SHOWN, OBSERVED, OUTSIDE = range(10, 15)

FINDINGS = {
    TOO_FEW: "a decision with too few legal choices",
    DOUBLE: "a choice that is listed twice, or lies outside the space",
    DISAGREE: "legal and forbids disagree",
    FLAWED: "the state is broken",
    LEAK: "what the seat sees depends on what is hidden from it",
    SAME: "a redraw of what is hidden is the truth itself",
    CHOICES: "the legal choices depend on what is hidden from the seat to move",
    UNSOUND: "a redraw of what is hidden is no position with a decision",
    OVERFLOW: "the news overflowed",
    LONG: "the game does not end",
    WITHHELD: "something is blank that the seat may see by its declaration",
    SHOWN: "something is to be seen that the seat may not see by its declaration",
    OBSERVED: "what the seat observes depends on what is hidden from it",
    OUTSIDE: "a number of an observation lies outside its bounds",
}


@rule
def _equal(one: Any, other: Any) -> bool:
    for i in range(len(one)):
        if one[i] != other[i]:
            return False
    return True


@rule
def _check_choices(box: Any, s: Any, out: Any, mask: Any, least: int, found: Any) -> int:
    """legal and forbids, on every id."""
    size = len(mask)
    n = legal(box, s, out)
    if n < least:
        found[1] = n
        return TOO_FEW
    mask[:] = False
    for i in range(n):
        found[1] = out[i]
        if not 0 <= out[i] < size or mask[out[i]]:
            return DOUBLE
        mask[out[i]] = True
    for choice in range(-EDGE, size + EDGE):
        allowed = 0 <= choice < size and mask[choice]
        clause = forbids(box, s, choice)
        if (clause == 0) != allowed:
            found[1], found[2] = choice, clause
            return DISAGREE
    return NOTHING


@rule
def _check_secrets(
    box: Any,
    s: Any,
    whole: Any,
    other: Any,
    other_whole: Any,
    seen: Any,
    seen_bytes: Any,
    hidden: Any,
    redrawn: Any,
    out: Any,
    mask: Any,
    rng: Any,
    least: int,
    found: Any,
) -> int:
    """redact and hide, for every seat and a spectator. `mask` holds the legal choices; `hidden` and `redrawn` count
    how often each byte was blanked, and how often a redraw changed it."""
    mover = to_move(s)
    for seat in range(SPECTATOR, s.seats):
        found[1] = seat
        other[0] = s
        hide(box, other[0], 1 << seat if seat >= 0 else 0, rng)
        redact(box, s, seat, seen[0:1])
        redact(box, other[0], seat, seen[1:2])
        if not _equal(seen_bytes[0], seen_bytes[1]):
            return LEAK
        if _equal(whole, other_whole):
            return SAME
        for i in range(len(whole)):
            hidden[i] += whole[i] != seen_bytes[0, i]
            redrawn[i] += whole[i] != other_whole[i]
        n = legal(box, other[0], out)
        if n < least or flaw(box, other[0]) != 0:
            return UNSOUND
        if seat == mover:
            there = 0
            for i in range(len(mask)):
                there += mask[i]
            if n != there:
                return CHOICES
            for i in range(n):
                if not mask[out[i]]:
                    return CHOICES
    return NOTHING


@rule
def _compare(rows: Any, bounds: Any, found: Any) -> int:
    """Two rows of the same seat, and what their numbers can be."""
    for i in range(rows.shape[1]):
        found[2] = i
        if rows[0, i] != rows[1, i]:
            return OBSERVED
        if not bounds[0, i] <= rows[0, i] <= bounds[1, i]:
            return OUTSIDE
    return NOTHING


@rule
def _check_observations(
    box: Any,
    s: Any,
    other: Any,
    seen: Any,
    seen_bytes: Any,
    short: Any,
    short_bounds: Any,
    long: Any,
    long_bounds: Any,
    lines: Any,
    entries: Any,
    amounts: Any,
    rng: Any,
    found: Any,
) -> int:
    """Observations of every seat, before and after all is redrawn that it cannot know: the compact ones, and of one
    seat in turn the long ones."""
    for seat in range(s.seats):
        found[1] = seat
        other[0] = s
        hide(box, other[0], 1 << seat, rng)
        tell_compact(box, s, seat, seen[0:1], short[0])
        tell_compact(box, other[0], seat, seen[0:1], short[1])
        problem = _compare(short, short_bounds, found)
        if problem == NOTHING and found[3] % s.seats == seat:
            raw = seen_bytes[0]
            tell_entries(box, s, seat, seen[0:1], raw, lines, entries, amounts, long[0])
            tell_entries(box, other[0], seat, seen[0:1], raw, lines, entries, amounts, long[1])
            problem = _compare(long, long_bounds, found)
        if problem != NOTHING:
            return problem
    return NOTHING


@rule
def _check_sight(
    box: Any,
    s: Any,
    whole: Any,
    other: Any,
    other_whole: Any,
    seen: Any,
    seen_bytes: Any,
    sights: Any,
    found: Any,
) -> int:
    """What fields declare about who may see them, for every seat and a spectator. Other values in what is hidden by
    its declaration make no difference to what is seen."""
    hidden = CLOSED if open_to_all(s) else HIDDEN
    for seat in range(SPECTATOR, s.seats):
        found[1] = seat
        other[0] = s
        for i in range(len(whole)):
            if sights[seat + 1, i] >= hidden:
                other_whole[i] = whole[i] ^ np.uint8(OTHER)
        redact(box, s, seat, seen[0:1])
        redact(box, other[0], seat, seen[1:2])
        for i in range(len(whole)):
            found[2] = i
            if sights[seat + 1, i] == VISIBLE and seen_bytes[0, i] != whole[i]:
                return WITHHELD
            if seen_bytes[0, i] != seen_bytes[1, i]:
                return SHOWN
    return NOTHING


@driver
def fuzz_games(
    box: Any,
    blank: Any,
    s: Any,
    whole: Any,
    other: Any,
    other_whole: Any,
    seen: Any,
    seen_bytes: Any,
    hidden: Any,
    redrawn: Any,
    sights: Any,
    short: Any,
    short_bounds: Any,
    long: Any,
    long_bounds: Any,
    lines: Any,
    entries: Any,
    amounts: Any,
    told: Any,
    muted: Any,
    out: Any,
    mask: Any,
    work: Any,
    rng: Any,
    least: int,
    seats: int,
    seed: int,
    first: int,
    games: int,
    found: Any,
) -> int:
    """Plays games and checks everything at every decision; returns what was found first. `found` then says: 0 the
    game, 1 and 2 what about, 3 the move; 4 counts decisions, 5 checks."""
    for game in range(first, first + games):
        begin_stream(box, blank, s, told, seats, seed, game)
        seed_stream(rng, BOTS - seed, game)
        found[0], found[3] = game, 0
        cleverness = draw(rng, 3)  # of some games many choices are a greedy player's: they come farther
        while True:
            if told[0].count > told[0].limit:
                return OVERFLOW
            if flaw(box[0], s[0]) != 0:
                found[1] = flaw(box[0], s[0])
                return FLAWED
            if to_move(s[0]) == OVER:
                break
            problem = _check_choices(box[0], s[0], out, mask, least, found)
            if problem == NOTHING:
                problem = _check_secrets(
                    box[0],
                    s[0],
                    whole,
                    other,
                    other_whole,
                    seen,
                    seen_bytes,
                    hidden,
                    redrawn,
                    out,
                    mask,
                    rng,
                    least,
                    found,
                )
            if problem == NOTHING:
                luck = rng[0], rng[1], rng[2], rng[3]  # so that games go on as without this check
                problem = _check_observations(
                    box[0],
                    s[0],
                    other,
                    seen,
                    seen_bytes,
                    short,
                    short_bounds,
                    long,
                    long_bounds,
                    lines,
                    entries,
                    amounts,
                    rng,
                    found,
                )
                rng[0], rng[1], rng[2], rng[3] = luck
            if problem == NOTHING:
                problem = _check_sight(box[0], s[0], whole, other, other_whole, seen, seen_bytes, sights, found)
            if problem != NOTHING:
                return problem
            if found[3] == ENDLESS:
                return LONG
            kind = GREEDY if draw(rng, 4) < cleverness else RANDOM
            play(box[0], s[0], told[0], choose(box[0], s[0], muted[0], out, work, rng, kind))
            found[3] += 1
            found[4] += 1
            found[5] += len(mask) + 2 * EDGE + 4 * (seats + 1) + seats + 4
    return NOTHING


@dataclasses.dataclass
class Finding:
    """Something that must hold and does not, with all that is needed to see it again."""

    what: str
    seed: int
    game_number: int
    move: int
    seats: int
    options: dict[str, Any]
    position: str
    command: str

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclasses.dataclass
class Report:
    game: str
    games: int
    decisions: int
    checks: int
    findings: list[Finding]

    def as_json(self) -> dict[str, Any]:
        return {**dataclasses.asdict(self), "findings": [finding.as_json() for finding in self.findings]}


def random_options(game: Game, seats: int, dice: random.Random) -> dict[str, Any]:
    """Options drawn at random, half of the time the default; what the game refuses is drawn again."""
    while True:
        drawn: dict[str, Any] = {}
        for field in game.options.fields.values():
            if dice.random() < 0.5:
                continue
            if isinstance(field.meaning, OneOf):
                drawn[field.name] = dice.choice(field.meaning.words)
            elif isinstance(field.meaning, SetOf):
                names = game.box.lists[field.meaning.of]
                drawn[field.name] = dice.sample(names, dice.randrange(len(names)))
            elif isinstance(field.meaning, range):
                drawn[field.name] = dice.choice(field.meaning)
        try:
            game.blank(drawn, seats, game.box)
        except BadOption:
            continue
        return drawn


def sights_of(state: type[Record], seats: int) -> np.ndarray[Any, Any]:
    """What every byte of a state is to a spectator (first) and to each seat, by the declarations of the fields."""
    sights = np.zeros((seats + 1, state.dtype.itemsize), np.uint8)
    for _, field, owner, start, end in _fields(state):
        for seat in range(SPECTATOR, seats):
            if field.name == "rng":
                sights[seat + 1, start:end] = CLOSED
            elif field.sight == PARTLY:
                sights[seat + 1, start:end] = IN_PART
            elif field.sight == NOBODY or (field.sight in (OWNER, SCREENED) and owner != seat):
                nobody_there = owner is not None and owner >= seats
                sights[seat + 1, start:end] = IN_PART if nobody_there else HIDDEN
    return sights


def _fields(
    cls: type[Record], start: int = 0, inside: str = "", owner: int | None = None
) -> Iterator[tuple[str, Field, int | None, int, int]]:
    """Every field that is no record itself: its whole name, its seat, if it has one, and the bytes it lies in."""
    for field in cls.fields.values():
        offset = start + cls.plain.fields[field.name][1]  # type: ignore[index]
        size, name = field.plain.itemsize, inside + field.name
        if field.nested:
            for index in range(field.length or 1):
                whose = index if field.name == "players" else owner
                yield from _fields(field.type, offset + index * size, f"{name}.", whose)
        else:
            yield name, field, owner, offset, offset + size * (field.length or 1)


class Fuzzer:
    """The buffers of a fuzzing run."""

    def __init__(self, name: str, seed: int, seats: int | None) -> None:
        self.game = find(name)
        if seats is not None:
            self.game.blank({}, seats, self.game.box)
        if not 0 <= seed < 2**63:
            raise BadOption(f"the seed is a whole number from 0 to 2**63 - 1, not {seed}")
        self.seed, self.seats = seed, seats
        self.found = np.zeros(6, np.int64)
        state = self.game.state
        self.s, self.other, self.seen = new(state), new(state), new(state, 2)
        size = self.game.space.size
        self.hidden, self.redrawn = np.zeros((2, state.dtype.itemsize), np.int64)
        self.buffers = (
            self.s,
            as_bytes(self.s),
            self.other,
            as_bytes(self.other),
            self.seen,
            as_bytes(self.seen).reshape(2, -1),
            self.hidden,
            self.redrawn,
        )
        self.work = (
            news.listening(),
            news.muted(),
            np.zeros(size, np.int32),
            np.zeros(size, np.bool_),
            new(state, 2),
            np.zeros(4, np.uint64),
        )

    def set_up(self, block: int) -> tuple[int, dict[str, Any]]:
        """Seats and options of a block of games."""
        dice = random.Random(f"{self.seed}/{block}")
        seats = self.seats or dice.choice(self.game.seats)
        return seats, random_options(self.game, seats, dice)

    def run(self, first: int, games: int) -> Finding | None:
        """Plays games of one block."""
        seats, options = self.set_up(first // BLOCK)
        blank = self.game.blank(options, seats, self.game.box)
        least = 1 if self.game.lone_choices else 2
        sights = sights_of(self.game.state, seats)
        problem = fuzz_games(
            self.game.box.record,
            blank,
            *self.buffers,
            sights,
            *self.observed(seats),
            *self.work,
            least,
            seats,
            self.seed,
            first,
            games,
            self.found,
        )
        return None if problem == NOTHING else self.finding(problem, seats, options)

    def observed(self, seats: int) -> tuple[Array, Array, Array, Array, Array, Array, Array]:
        """Room for two observations of each form, their bounds, and what the long ones are made with."""
        short, long = (Observer.of(self.game, seats, self.game.box, form) for form in FORMS)
        _, _, lines, entries, amounts = long.desk()
        bounds = [np.stack([one.low, one.high]) for one in (short, long)]
        return short.blank(2), bounds[0], long.blank(2), bounds[1], lines, entries, amounts

    def never_redrawn(self) -> list[str]:
        """Fields with a byte that was hidden often and never redrawn: `hide` has forgotten it. What lies behind a
        screen is not redrawn: everybody could have kept count of it."""
        names = set()
        for name, field, _, start, end in _fields(self.game.state):
            if field.sight != SCREENED and np.any((self.hidden[start:end] >= OFTEN) & (self.redrawn[start:end] == 0)):
                names.add(name)
        return sorted(names)

    def finding(self, problem: int, seats: int, options: dict[str, Any]) -> Finding:
        number, about, clause, move = (int(i) for i in self.found[:4])
        what = FINDINGS[problem]
        if problem == DISAGREE:
            space = self.game.space
            choice = space.pick(about).words if 0 <= about < space.size else str(about)
            said = f"forbidden by §{clause // 100}.{clause % 100}" if clause else "allowed by forbids"
            what = f"{what} on '{choice}' ({said})"
        elif problem == FLAWED:
            what = f"{what}: {self.game.flaws[about - 1]}"
        elif problem in (LEAK, UNSOUND):
            what = f"{what} (seat {about})"
        elif problem in (WITHHELD, SHOWN):
            name = next(name for name, *_, start, end in _fields(self.game.state) if start <= clause < end)
            what = f"{what}: {name} (seat {about})"
        elif problem in (OBSERVED, OUTSIDE):
            what = f"{what} (seat {about}, number {clause})"
        blank = self.game.blank(options, seats, self.game.box)
        match = Match(self.game, self.game.box, blank, seats, bytes(31) + b"\1")
        command = f"petteia fuzz {self.game.name} --seed {self.seed} --first {number} --games 1"
        if self.seats:
            command += f" --seats {self.seats}"
        return Finding(what, self.seed, number, move, seats, options, match.position_of(self.s[0]), command)


def fuzz(
    game: str,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    first: int = 0,
    most_findings: int = 5,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Fuzzes games `first` to `first + games - 1` of a seed's series; stops after a few findings."""
    if not (1 <= games <= MOST_GAMES and 0 <= first <= MOST_GAMES):
        raise BadOption(f"1 to {MOST_GAMES:,} games can be played, and they are numbered from 0")
    fuzzer = Fuzzer(game, seed, seats)
    findings: list[Finding] = []
    at, end = first, first + games
    while at < end and len(findings) < most_findings:
        block_end = min(end, (at // BLOCK + 1) * BLOCK)
        finding = fuzzer.run(at, block_end - at)
        if finding is None:
            progress(block_end - at)
            at = block_end
        else:
            findings.append(finding)
            progress(finding.game_number + 1 - at)
            at = finding.game_number + 1
    for name in fuzzer.never_redrawn():
        command = f"petteia fuzz {game} --seed {seed} --first {first} --games {games}"
        findings.append(Finding(f"{name}: hidden, but never redrawn", seed, first, 0, seats or 0, {}, "", command))
    return Report(game, at - first, int(fuzzer.found[4]), int(fuzzer.found[5]), findings)
