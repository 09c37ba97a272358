"""Tables of Poseidon for tests: any position in a few words, played on by typing.

Places go by their hexes (F12), nations by their names, prestige by its value, cards and ships by what they are called.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import petteia
from petteia.engine.views import places_of

GAME = petteia.games.find("poseidon")
NATIONS = GAME.box.lists["nation"]
PLACES = GAME.box.lists["place"]
SHIPS = tuple(row["name"] for row in GAME.box.data["ship"])  # typed as 2-ship, called 2 in tests
CARDS = GAME.box.lists["card"]
TRACK = GAME.box.data["prestige"]["track"]
ROUNDS = GAME.box.data["rounds"]["order"].split()
HOMES = {row["name"]: row["home"] for row in GAME.box.data["nation"]}
NAMED = {"nation": NATIONS, "seller": NATIONS, "place": PLACES, "ship": SHIPS, "card": CARDS}


def number_of(round_: str) -> int:
    """The place of a round, as ER3, in the order of all."""
    kind, number = round_[:2], int(round_[2:])
    return [place for place, name in enumerate(ROUNDS) if name == kind][number - 1]


class Table:
    """A match with the words of the tests around it."""

    def __init__(self, match: petteia.Match) -> None:
        self.match = match
        self.happened = match.news

    def play(self, *choices: str | int) -> Table:
        """Plays choices one after another; `told` then speaks of all of them."""
        self.happened = []
        for choice in choices:
            self.match.play(self.said(choice))
            self.happened += self.match.news
        return self

    def said(self, choice: str | int) -> str | int:
        """Ships as tests call them."""
        return f"{choice}-ship" if isinstance(choice, str) and choice.split()[0] in ("trade", "offer") else choice

    @property
    def choices(self) -> list[str]:
        """The legal choices as people type them: places, nations and ships by name."""
        return [self.typed(choice) for choice in self.match.choices]

    def typed(self, choice: Any) -> str:
        lists = {**NAMED, "space": tuple(str(value) for value in self.match.box.data["prestige"]["track"])}
        words = [
            lists[name][int(value) - 1] if name in lists else str(value) for name, value in choice.parameters.items()
        ]
        return " ".join([choice.name, *words])

    def which(self, kind: str) -> list[str]:
        """What a kind of choice is legal for."""
        return [choice.partition(" ")[2] for choice in self.choices if choice.split()[0] == kind]

    def why_not(self, choice: str | int) -> str | None:
        """The number of the clause that forbids a choice; None for those, and only those, that are offered."""
        choice = self.said(choice)
        clause = self.match.why_not(choice)
        number = self.match.game.space.parse(choice, self.match.typed) if isinstance(choice, str) else choice
        offered = number in self.match.legal_ids
        assert offered == (clause is None), f"{choice} is {'' if offered else 'not '}offered, but {clause}"
        return clause.number if clause else None

    def told(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The news of a kind (of one seat): its arguments with names; what is 0 is left out."""
        return [self._arguments(n) for n in self.happened if n.kind == kind and seat in (None, n.seat)]

    def _arguments(self, news: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"forced": True} if news.forced else {}
        for name, value in news.arguments.items():
            if name in NAMED:
                found[name] = NAMED[name][value]
            elif name == "space":
                found[name] = TRACK[value]
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
    def acting(self) -> str | None:
        number = int(self.match.facts["nation"])
        return NATIONS[number] if number >= 0 else None

    @property
    def bank(self) -> dict[str, int]:
        return {name: int(n) for name, n in zip(SHIPS, self.match.facts["bank"], strict=False)}

    def __getattr__(self, name: str) -> int:
        """A number of the table: phase, starter, left…"""
        return int(self.match.facts[name])

    def __getitem__(self, key: int | str) -> SimpleNamespace:
        """A player by his seat, or a nation by its name."""
        if isinstance(key, int):
            p = self.match.facts["players"][key]
            return SimpleNamespace(
                cash=int(p["cash"]),
                merchants={name: int(n) for name, n in zip(NATIONS, p["merchants"], strict=False) if n},
                cards=[name for i, name in enumerate(CARDS) if int(p["cards"]) >> i & 1],
            )
        n = self.match.facts["nations"][NATIONS.index(key)]
        place = lambda number: PLACES[int(number)] if int(number) >= 0 else None  # noqa: E731
        return SimpleNamespace(
            king=int(n["king"]),
            prestige=TRACK[int(n["prestige"])] if int(n["prestige"]) >= 0 else None,
            above=int(n["above"]),
            coffers=int(n["coffers"]),
            pool=int(n["pool"]),
            potentials=int(n["potentials"]),
            at=place(n["explorer"]),
            new_home=place(n["new_home"]),
            culture=place(n["culture"]),
            posts={PLACES[i - 1] for i in places_of(n["posts"], 64)},
            fleet=[name for name, count in zip(SHIPS, n["fleet"], strict=False) for _ in range(int(count))],
        )


def new(seats: int, seed: int = 1, box: Any = None, **options: Any) -> Table:
    """A fresh deal."""
    return Table(petteia.new("poseidon", seats=seats, seed=seed, options=options, box=box))


def started(seats: int, seed: int = 1, cards: Sequence[str] = (), box: Any = None, **options: Any) -> Table:
    """A game after its Poseidon round, in which the cards named were bought first, in their order."""
    t = new(seats, seed, box, **options)
    wanted = list(cards)
    while t.step == "card":
        t.play(f"card {wanted.pop(0)}" if wanted else t.choices[0])
    return t


def table(
    players: Sequence[Mapping[str, Any]],
    nations: Mapping[str, Mapping[str, Any]],
    *,
    step: str = "turn",
    nation: str | None = None,
    seat: int | None = None,
    round_: str | None = None,
    phase: int = 1,
    ship: str | None = None,
    left: int | None = None,
    starter: int = 0,
    acted: Sequence[str] = (),
    marker: tuple[str, str] | None = None,
    lines: Mapping[str, Any] | None = None,
    box: Any = None,
    **options: Any,
) -> Table:
    """A table at which somebody decides.

    players  cash (1000 unless said), merchants by nation, cards
    nations  those founded: king (0), prestige (100), coffers (0), pool (0), fleet, posts, at, new_home, culture, above
    step     where the game stands; in steps of a nation `nation` acts
    ship     the kind on top of the stack, `left` so many of it
    marker   whose post the Delian League doubles, and where
    lines    more of the position, as it is written
    """
    seats = len(players)
    match = petteia.new("poseidon", seats=seats, seed=1, options=options, box=box)
    track = match.box.data["prestige"]["track"]
    exploring = step not in ("turn", "crown")
    fields: dict[str, Any] = {
        "game": "poseidon",
        "seats": seats,
        "seed": 1,
        **({"box": match.box.fingerprint} if match.box.fingerprint != GAME.box.fingerprint else {}),
        **{f"options.{name}": value for name, value in options.items()},
        "step": step,
        "phase": phase,
        "starter": starter,
        "round_number": number_of(round_ or ("ER1" if exploring else "MR1")),
        "offered": [],
        "turn": seats * {2: 3, 3: 2, 4: 1, 5: 1}[seats],
        "card": 0,
    }
    held = [dict(player.get("merchants", {})) for player in players]
    sailing = dict.fromkeys(SHIPS, 0)
    spaces: dict[int, int] = {}
    for name, own in nations.items():
        unknown = set(own) - {
            "king", "prestige", "coffers", "pool", "fleet", "posts", "at", "new_home", "culture", "above", "potentials"
        }  # fmt: skip
        assert not unknown, f"a nation has no {unknown}"
        i, king = NATIONS.index(name), own.get("king", 0)
        held[king].setdefault(name, 3)
        space = track.index(own.get("prestige", 100))
        posts = [*own.get("posts", ()), *([own["culture"]] if own.get("culture") else [])]
        disks = match.box.data["nation"][i]["potentials"]
        used = own.get("pool", 0) + len(own.get("posts", ())) + sum(merchants.get(name, 0) for merchants in held)
        if "potentials" in own:  # whatever is missing went into the pool
            fields[f"nations.{i}.pool"] = disks - used - own["potentials"] + own.get("pool", 0)
        else:
            fields[f"nations.{i}.pool"] = own.get("pool", 0)
        fleet = [0] * 8
        for kind in own.get("fleet", ()):
            fleet[SHIPS.index(kind)] += 1
            sailing[kind] += 1
        fields |= {
            f"nations.{i}.king": king,
            f"nations.{i}.prestige": space,
            f"nations.{i}.above": own.get("above", spaces.get(space, 0)),
            f"nations.{i}.coffers": own.get("coffers", 0),
            f"nations.{i}.potentials": own.get("potentials", disks - used),
            f"nations.{i}.explorer": own.get("at", HOMES[name]),
            f"nations.{i}.new_home": own.get("new_home", "none"),
            f"nations.{i}.culture": own.get("culture", "none"),
            f"nations.{i}.posts": sorted(PLACES.index(post) + 1 for post in posts),
            f"nations.{i}.fleet": fleet,
        }
        spaces[space] = spaces.get(space, 0) + 1
    for number, player in enumerate(players):
        unknown = set(player) - {"cash", "merchants", "cards"}
        assert not unknown, f"a player has no {unknown}"
        fields[f"players.{number}.cash"] = player.get("cash", 1000)
        fields[f"players.{number}.merchants"] = [held[number].get(name, 0) for name in (*NATIONS,)]
        fields[f"players.{number}.cards"] = sorted(CARDS.index(card) + 1 for card in player.get("cards", ()))
    # The stack: nothing of the kinds before the one on top, all of those after it.
    ship = ship or max(
        {1: "2", 2: "4", 3: "6", 4: "E"}[phase], *(kind for kind in SHIPS if sailing[kind]), key=SHIPS.index
    )
    full = [row["count"] - (row["less_with_two"] if seats == 2 else 0) for row in match.box.data["ship"]]
    top = SHIPS.index(ship)
    bank = [0] * 8
    for kind, name in enumerate(SHIPS):
        bank[kind] = 0 if kind < top else full[kind] - (sailing[name] if kind == top else 0)
    if left is not None:
        bank[top] = left
    fields["bank"] = bank
    mover = starter
    if nation is not None:
        i = NATIONS.index(nation)
        fields["nation"] = nation
        mover = nations[nation].get("king", 0)
        fields["acted"] = sorted(NATIONS.index(name) + 1 for name in {nation, *acted})
        if step == "discover":
            at = nations[nation].get("at", HOMES[nation])
            fields["touched"] = [PLACES.index(at) + 1]
            fields["left"] = match.box.data["phase"][phase - 1]["discovery"]
    if marker:
        fields["league_nation"], fields["league_place"] = marker
    fields["seat"] = mover if seat is None else seat
    fields |= lines or {}
    text = "\n".join(f"{path} = {json.dumps(value)}" for path, value in fields.items())
    return Table(petteia.position(text, match.box))


def edited(folder: pathlib.Path, *changes: tuple[str, str]) -> pathlib.Path:
    """The box with some of its text replaced."""
    text = GAME.box.text
    for old, new_ in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new_, 1)
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path
