"""Tables of Hellas for tests: any position in a few words, played on by typing.

Spaces, quarries and temples go by their names on the map (D5), tiles by their numbers.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import petteia
from petteia.games.hellas import box as boxes

GAME = petteia.games.find("hellas")
NUMBERS = [row["number"] for row in GAME.box.data["tile"]]
ACTIONS = GAME.box.lists["action"]
PLACED = ("space", "quarry", "temple")  # arguments that are places on the map
PIECES = ("houses", "plazas", "palaces")

# Three active quarries and the worker where the maps have them; tests that do not care leave them so.
USUAL = {
    "Minotaur": ({"E14": 31, "G1": 32, "I8": 33}, "C7"),
    "Pegasus": ({"B2": 31, "F2": 32, "J3": 33}, "G8"),
}


class Table:
    """A match with the words of the tests around it."""

    def __init__(self, match: petteia.Match) -> None:
        self.match = match
        self.happened = match.news

    def play(self, *choices: str | int) -> Table:
        """Plays choices one after another; `told` then speaks of all of them."""
        self.happened = []
        for choice in choices:
            self.match.play(choice)
            self.happened += self.match.news
        return self

    @property
    def choices(self) -> list[str]:
        """The legal choices as people type them: places by name."""
        return [self.typed(choice) for choice in self.match.choices]

    def typed(self, choice: Any) -> str:
        lists = self.match.typed
        words = [lists[name][int(value) - 1] for name, value in choice.parameters.items()]
        return " ".join([choice.name, *words])

    def where(self, kind: str) -> set[str]:
        """The places at which a kind of choice is legal."""
        return {choice.split()[1] for choice in self.choices if choice.split()[0] == kind}

    def why_not(self, choice: str | int) -> str | None:
        """The number of the clause that forbids a choice; None for those, and only those, that are offered."""
        clause = self.match.why_not(choice)
        number = self.match.game.space.parse(choice, self.match.typed) if isinstance(choice, str) else choice
        offered = number in self.match.legal_ids
        assert offered == (clause is None), f"{choice} is {'' if offered else 'not '}offered, but {clause}"
        return clause.number if clause else None

    def told(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The news of a kind (of one seat): its arguments with names for places; what is 0 is left out."""
        return [self._arguments(n) for n in self.happened if n.kind == kind and seat in (None, n.seat)]

    def _arguments(self, news: Any) -> dict[str, Any]:
        names = self.match.game.names(self.match.box)
        found: dict[str, Any] = {"forced": True} if news.forced else {}
        for name, value in news.arguments.items():
            if name in PLACED or name == "action":
                found[name] = names[name][value]
            elif name == "tile":
                found[name] = int(names[name][value])
            elif value:
                found[name] = value
        return found

    @property
    def kinds(self) -> list[str]:
        return [news.kind for news in self.happened]

    @property
    def step(self) -> str:
        return GAME.lists["step"][int(self.match.facts["step"])]

    @property
    def to_move(self) -> int | None:
        return self.match.to_move

    @property
    def quarries(self) -> dict[str, int]:
        """The active quarries with their top tiles."""
        names = self.match.typed["quarry"]
        s = self.match.facts
        return {
            names[q]: int(self.match.box.lists["tile"][s["tops"][q]])
            for q in range(len(s["tops"]))
            if int(s["active"]) >> q & 1
        }

    @property
    def closed(self) -> set[str]:
        s = self.match.facts
        found = (q for q in range(len(s["tops"])) if s["heights"][q] and not int(s["active"]) >> q & 1)
        return {self.match.typed["quarry"][q] for q in found}

    @property
    def worker(self) -> str | None:
        number = int(self.match.facts["worker"])
        return self.match.typed["quarry"][number] if number >= 0 else None

    @property
    def columns(self) -> dict[str, int]:
        s = self.match.facts
        return {name: int(n) for name, n in zip(self.match.typed["temple"], s["columns"], strict=True) if n}

    @property
    def marble(self) -> list[int]:
        return [self.match.facts["players"][seat]["marble"] for seat in range(self.match.seats)]

    def __getattr__(self, name: str) -> int:
        """A number of the table: phase, starter, chooser…"""
        return int(self.match.facts[name])

    def __getitem__(self, seat: int) -> SimpleNamespace:
        """A player."""
        seen = json.loads(self.match.written(self.match.array))["players"][seat]
        names = self.match.typed["space"]
        return SimpleNamespace(
            marble=seen["marble"],
            rings=seen["rings"],
            **{piece: {names[place - 1] for place in seen[piece]} for piece in PIECES},
        )


def new(seats: int, seed: int = 1, box: Any = None, **options: Any) -> Table:
    """A fresh deal."""
    return Table(petteia.new("hellas", seats=seats, seed=seed, options=options, box=box))


def table(
    players: Sequence[Mapping[str, Any]] = ({}, {}),
    *,
    quarries: Mapping[str, int] | None = None,
    closed: Mapping[str, int] | None = None,
    worker: str | None = None,
    next_tiles: Sequence[int] = (),
    columns: Mapping[str, int] | None = None,
    statues: Sequence[str] = (),
    used: Sequence[str] = (),
    phase: int = 1,
    mover: int = 0,
    next_starter: int | None = None,
    box: Any = None,
    **options: Any,
) -> Table:
    """A table at which `mover` is to put down a stone.

    players     marble (10 each unless said), rings, houses, plazas and palaces by the names of their spaces
    quarries    the active ones with their tiles; `closed` those that pay no more
    next_tiles  the tiles that are turned up next
    used        the action spaces that have a stone
    """
    seats = len(players)
    match = petteia.new("hellas", seats=seats, seed=1, options=options, box=box)
    lists = match.typed
    usual = USUAL.get(match.box.lists["board"][int(match.facts["board"])], ({}, None))
    quarries = usual[0] if quarries is None else quarries
    closed = closed or {}
    worker = worker or usual[1]
    numbers = [row["number"] for row in match.box.data["tile"]]
    lying = [*closed.values(), *quarries.values()]
    rest = [number for number in numbers if number not in lying and number not in next_tiles]
    deck = [str(number) for number in [*lying, *next_tiles, *rest]]
    on = {**closed, **quarries}
    places = {of: {name: place for place, name in enumerate(lists[of]) if name} for of in PLACED}
    tops = ["none"] * len(match.facts["tops"])
    heights = [0] * len(tops)
    for name, number in on.items():
        tops[places["quarry"][name]] = str(number)
        heights[places["quarry"][name]] = 1
    standing = [0] * 8
    for name, count in (columns or {}).items():
        standing[places["temple"][name]] = count
    if next_starter is None and any(name.startswith("temple") for name in used):
        next_starter = 0

    def spaces(names: Sequence[str]) -> list[int]:
        return sorted(places["space"][name] + 1 for name in names)

    built = [name for player in players for piece in PIECES for name in player.get(piece, ())] + list(statues)
    lines: dict[str, Any] = {
        "game": "hellas",
        "seats": seats,
        "seed": 1,
        **({"box": match.box.fingerprint} if match.box.fingerprint != GAME.box.fingerprint else {}),
        **{f"options.{name}": value for name, value in options.items()},
        "built": spaces(built),
        "statues": spaces(statues),
        "used": [match.box.lists["action"].index(name) + 1 for name in used],
        "active": sorted(places["quarry"][name] + 1 for name in quarries),
        "phase": phase,
        "starter": (mover - len(used)) % seats,
        "chooser": mover,
        "seat": mover,
        "next_starter": -1 if next_starter is None else next_starter,
        "worker": places["quarry"][worker] if worker else -1,
        "drawn": len(on),
        "columns": standing,
        "tops": tops,
        "heights": heights,
        "deck": deck,
        "rings": match.box.data["supply"]["rings"] - sum(player.get("rings", 0) for player in players),
    }
    for seat, player in enumerate(players):
        unknown = set(player) - {"marble", "rings", *PIECES}
        assert not unknown, f"a player has no {unknown}"
        lines[f"players.{seat}.marble"] = player.get("marble", 10)
        lines[f"players.{seat}.rings"] = player.get("rings", 0)
        for piece in PIECES:
            lines[f"players.{seat}.{piece}"] = spaces(player.get(piece, ()))
            lines[f"players.{seat}.{piece[:-1]}_count"] = len(player.get(piece, ()))
    text = "\n".join(f"{path} = {json.dumps(value)}" for path, value in lines.items())
    return Table(petteia.position(text, match.box))


def last_turn(players: Sequence[Mapping[str, Any]], **more: Any) -> Table:
    """The last turn of the game is seat 0's; only marble, a statue and the largest temple are left of what it needs.
    (`play("action statue")` without marble for it ends the game at once.)"""
    seats = len(players)
    stones = {2: 10, 3: 9, 4: 8}[seats]
    used = [name for name in ACTIONS if name not in ("statue", "marble", "temple_5")][: stones - 1]
    return table(players, phase=3, used=used, mover=0, **more)


def beside(name: str, board: int = 0) -> set[str]:
    """The names of a space's neighbours."""
    spots = boxes.spots(GAME.box.data["board"][board]["map"])
    near = boxes.neighbours(spots)
    place = next(place for place, spot in enumerate(spots) if spot.name == name)
    return {spots[other].name for other in near[place]}


def of_kind(kind: str, board: int = 0) -> set[str]:
    """The names of all spaces of a kind: coast, mountain, quarry, temple."""
    return {spot.name for spot in boxes.spots(GAME.box.data["board"][board]["map"]) if spot.kind == kind}


def edited(folder: pathlib.Path, *changes: tuple[str, str]) -> pathlib.Path:
    """The box with some of its text replaced."""
    text = GAME.box.text
    for old, new_ in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new_)
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path
