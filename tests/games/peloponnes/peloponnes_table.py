"""A builder of positions for the rule tests: say what matters, the rest is filled in so that it is a possible one.

    t = table([{"coins": 5, "tiles": ["A13"]}, {"coins": 7}], row=["A01", "A07"])
    t.play("bid 1 3", "pass")
    assert t[0].coins == 2

Every position goes through `petteia.position`, which checks it. Players start with 10 coins, 3 inhabitants and nothing
else; slots and buildings are numbered from 1 as in the choices, seats from 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import petteia

GAME = petteia.games.find("peloponnes")
DISASTERS = ("earthquake", "drought", "plague", "tempest", "decline")
CHITS = [kind for kind in DISASTERS for _ in range(3)] + ["blank"]
TILES = [f"{deck}{number:02}" for deck, last in (("A", 15), ("B", 15), ("C", 10)) for number in range(1, last + 1)]
LANDS = {*TILES[:10], "B04", "B05", "B06", "B07", "B09", "B10", "B11", "C03", "C04", "C05"}
SUPPLY = ("B05", "C04")
DECK_OF_ROUND = "AAABBBCC"
CIVILIZATIONS = ("Messene", "Patras", "Korinth", "Sparta", "Pylos", "Argos", "Arkadia")
NAMED = {"tile": "tile", "disaster": "disaster", "good": "good", "civilization": "civilization"}


class Table:
    """A match, with what tests ask of it in short."""

    def __init__(self, match: petteia.Match) -> None:
        self.match = match
        self.names = match.game.names(match.box)
        self.happened = list(match.news)

    def play(self, *choices: str) -> Table:
        """Plays choices one after another; `told` then speaks of all of them."""
        self.happened = []
        for choice in choices:
            self.match.play(choice)
            self.happened += self.match.news
        return self

    @property
    def choices(self) -> list[str]:
        """The legal choices as one types them."""
        return [choice.words for choice in self.match.choices]

    def why_not(self, choice: str | int) -> str | None:
        """The number of the clause that forbids a choice; None for those, and only those, that are offered."""
        clause = self.match.why_not(choice)
        number = self.match.game.space.parse(choice, self.match.box.lists) if isinstance(choice, str) else choice
        offered = number in [legal.id for legal in self.match.choices]
        assert offered == (clause is None), f"{choice} is {'' if offered else 'not '}offered, but {clause}"
        return clause.number if clause else None

    def told(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The news of a kind (of one seat): its arguments with names for tiles; what is 0 is left out."""
        return [
            self._arguments(news) for news in self.happened if news.kind == kind and (seat is None or news.seat == seat)
        ]

    def _arguments(self, news: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"forced": True} if news.forced else {}
        for name, value in news.arguments.items():
            if name in NAMED:
                found[name] = self.names[NAMED[name]][value]
            elif value:
                found[name] = value
        return found

    @property
    def kinds(self) -> list[str]:
        """The kinds of news in their order."""
        return [news.kind for news in self.happened]

    @property
    def to_move(self) -> int | None:
        return self.match.to_move

    @property
    def step(self) -> str:
        return self.names["step"][int(self.match.state["step"])]

    @property
    def order(self) -> list[int]:
        return self.match.state["order"][: self.match.seats].tolist()

    @property
    def row(self) -> list[str | None]:
        """The tiles on offer by slot."""
        return [self._tile(number) for number in self.match.state["row"]]

    @property
    def gone(self) -> list[str]:
        """The tiles that left the game."""
        mask = int(self.match.state["gone"])
        return [name for place, name in enumerate(self.names["tile"]) if mask >> place & 1]

    def __getattr__(self, name: str) -> int:
        """A number of the table: bank, round_number…"""
        return int(self.match.state[name])

    def __getitem__(self, seat: int) -> SimpleNamespace:
        """A player's mat."""
        p = self.match.state["players"][seat]
        numbers = ("coins", "bid", "wood", "stone", "food", "luxury", "population", "half_coins")
        tiles = [self._tile(number) for number in p["tiles"][: p["tile_count"]]]
        return SimpleNamespace(
            **{name: int(p[name]) for name in numbers},
            goods=tuple(int(p[name]) for name in ("wood", "stone", "food")),
            civilization=self.names["civilization"][int(p["civilization"])],
            tiles=tiles,
            marked=[tile for place, tile in enumerate(tiles) if int(p["marked"]) >> place & 1],
            extra=p["extra"].tolist(),
        )

    def _tile(self, number: int) -> str | None:
        return self.names["tile"][int(number)] if number >= 0 else None


def new(seats: int, seed: int = 1, **options: Any) -> Table:
    """A fresh deal."""
    return Table(petteia.new("peloponnes", seats=seats, seed=seed, options=options))


def table(
    players: Sequence[dict[str, Any]] = ({}, {}, {}),
    *,
    row: Sequence[str] = (),
    order: Sequence[int] | None = None,
    round_number: int | None = None,
    step: str = "auction",
    to_move: int | None = None,
    next_tiles: Sequence[str] = (),
    third: str | None = None,
    chits: Sequence[str] = (),
    before: Sequence[str] = (),
    last: bool = False,
    box: Any = None,
    **options: Any,
) -> Table:
    """A table with these players.

    row          the first tiles on offer; in a supply round (`step` feed or complete) those turned up so far
    round_number the earliest one in which everybody can have his tiles, where it does not matter
    next_tiles   the tiles that are turned up next
    third        the disaster that the next chit brings; or `chits`, the next ones, and `before`, some of the earlier
    last         in the feeding of the end of the game, not in one that a tile has brought
    box          a box of one's own, of the same tiles, civilizations and chits
    """
    seats = len(players)
    order = list(order or range(seats))
    supply = step in ("feed", "complete")
    owned = [tile for player in players for tile in player.get("tiles", ())]
    most = max(len(player.get("tiles", ())) for player in players)
    if third:
        chits, before = [third, "blank"], [third, third]
    if supply and not last and not row:
        row = ["C04" if any(tile[0] == "C" for tile in owned) else "B05"]
    if last:
        round_number = 8
    shown = len(row) if supply and not last else 5
    round_number = round_number or _earliest(owned, most, row, shown, before)
    drawn = (round_number - 1) * 5 + shown
    if step == "auction":
        row = _filled(row, 5, DECK_OF_ROUND[round_number - 1], {*owned, *next_tiles})
    deck = _lay_deck(drawn, owned, row, next_tiles)
    gone = [tile for tile in deck[:drawn] if tile not in owned and tile not in row]
    turned = 16 if last else (round_number - 1) * 2 + (step == "rescue")
    if step == "rescue" and third:
        chits, before = ["blank"], [third] * 3
    laid = _lay_chits(turned, chits, before)

    spent = sum(p.get("coins", 10) + p.get("bid", (0, 0))[1] + len(p.get("marked", ())) for p in players)
    mover = _first_to_bid(players, order) if step == "auction" else order[0] if to_move is None else to_move
    lines: dict[str, Any] = {
        "game": "peloponnes",
        "seats": seats,
        "seed": 1,
        **{f"options.{name}": value for name, value in options.items()},
        "step": step,
        "round_number": round_number,
        "order": order,
        "turn": order.index(mover),
        "seat": mover,
        "bank": 70 - spent,
        "shown": shown,
        "drawn": drawn,
        "deck": deck,
        "row": [*row, *["none"] * (5 - len(row))],
        "bidder": _bidders(players),
        "gone": f"{sum(1 << TILES.index(tile) for tile in gone):#x}",
        "turned": turned,
        "chits": laid,
        "struck": [laid[:turned].count(kind) for kind in (*DISASTERS, "blank")],
    }
    if box is not None:
        lines["box"] = box.fingerprint
    if supply:
        lines["after"] = "score" if last else "reveal"
    if step == "rescue":
        lines["disaster"] = third
        mine = players[mover]["tiles"]
        lines["asked"] = next(i for i, tile in enumerate(mine) if (tile in LANDS) == (third == "tempest"))
    taken_names = {player.get("civilization") for player in players}
    spare = iter([name for name in CIVILIZATIONS if name not in taken_names])
    for seat, player in enumerate(players):
        lines |= {f"players.{seat}.{name}": value for name, value in _mat(player, spare).items()}
    text = "\n".join(f"{path} = {json.dumps(value)}" for path, value in lines.items())
    return Table(petteia.position(text, box))


def _mat(player: dict[str, Any], spare: Iterator[str]) -> dict[str, Any]:
    """A player's mat in the words of a position."""
    player = dict(player)
    tiles = player.pop("tiles", [])
    marked = player.pop("marked", [])
    slot, bid = player.pop("bid", (0, 0))
    mat = {
        "civilization": player.pop("civilization", None) or next(spare),
        "coins": player.pop("coins", 10),
        "population": player.pop("population", 3),
        **{good: player.pop(good, 0) for good in ("wood", "stone", "food", "luxury")},
        "tile_count": len(tiles),
        "tiles": tiles,
        "marked": sum(1 << tiles.index(tile) for tile in marked),
        "half_coins": len({"A13", "B02"} & set(tiles)),
        "taken": player.pop("taken", "none"),
        "slot": -2 if player.pop("out", False) else slot - 1,
        "bid": bid,
        "extra": player.pop("extra", [0, 0, 0]),
    }
    assert not player, f"a player has no {', '.join(player)}"
    return mat


def _bidders(players: Sequence[dict[str, Any]]) -> list[int]:
    bidders = [-1] * 5
    for seat, player in enumerate(players):
        if player.get("bid"):
            bidders[player["bid"][0] - 1] = seat
    return bidders


def _first_to_bid(players: Sequence[dict[str, Any]], order: Sequence[int]) -> int:
    return next(seat for seat in order if not players[seat].get("bid") and not players[seat].get("out"))


def _places(drawn: int) -> dict[str, int]:
    """How many tiles of each deck are turned up."""
    return {"A": min(drawn, 15), "B": min(max(drawn - 15, 0), 15), "C": max(drawn - 30, 0)}


def _earliest(owned: Sequence[str], most: int, row: Sequence[str], shown: int, before: Sequence[str]) -> int:
    for number in range(1, 9):
        if row and row[0][0] != DECK_OF_ROUND[number - 1]:
            continue
        if most > number + 1:  # positions leave room for one more tile in each round to come
            continue
        there = _places((number - 1) * 5 + (0 if row or shown == 5 else shown))
        if all(sum(t[0] == deck for t in owned) <= there[deck] for deck in "ABC") and len(before) <= 2 * (number - 1):
            return number
    raise AssertionError("there is no such round")


def _filled(tiles: Sequence[str], length: int, deck: str, but: Iterable[str]) -> list[str]:
    """Tiles, and others of the deck up to this length; those with the supply symbol last."""
    spare = [tile for tile in TILES if tile[0] == deck and tile not in tiles and tile not in but]
    spare.sort(key=lambda tile: tile in SUPPLY)
    return [*tiles, *spare[: length - len(tiles)]]


def _lay_deck(drawn: int, owned: Sequence[str], row: Sequence[str], next_tiles: Sequence[str]) -> list[str]:
    """All tiles in the order in which they come."""
    places: list[str | None] = [None] * 40
    for i, tile in enumerate(row):
        places[drawn - len(row) + i] = tile
    for i, tile in enumerate(next_tiles):
        places[drawn + i] = tile
    waiting = [*owned, *(tile for tile in TILES if tile not in places and tile not in owned)]
    for i, start in enumerate("A" * 15 + "B" * 15 + "C" * 10):
        if places[i] is None:
            # Supply rounds that nobody asked for are over, or far away.
            waiting.sort(key=lambda tile: (tile not in owned, (tile in SUPPLY) == (i >= drawn)))
            found = next(tile for tile in waiting if tile[0] == start)
            places[i] = found
            waiting.remove(found)
    return [str(tile) for tile in places]


def _lay_chits(turned: int, chits: Sequence[str], before: Sequence[str]) -> list[str]:
    """All chits in their order: those turned up, which hold `before`, then `chits`, then the rest. Unless somebody
    says otherwise a blank and a decline come next, which do nothing to people without luxury."""
    pool = list(CHITS)
    coming = list(chits) or ["blank", "decline"][: 16 - turned]
    for chit in (*coming, *before):
        pool.remove(chit)
    pool.sort(key=lambda chit: chit in before or chit in coming)
    past = [*before, *pool[: turned - len(before)]]
    return [*past, *coming, *pool[turned - len(before) :]]


# -- a moment before something happens ---------------------------------------------------------------------------------


def alone(player: dict[str, Any], **changes: Any) -> Table:
    """Seat 0 is the last to bid; the other player has passed. One choice leads on to taking tiles and income."""
    return table([player, {"out": True}], order=[1, 0], **changes)


def strike(disaster: str, *players: dict[str, Any], **changes: Any) -> Table:
    """A disaster strikes these players, who have had their income. (One more, first in turn order and owner of a Port,
    has made the last choice before it.)"""
    porter = {"coins": 10, "population": 0, "tiles": ["A15"]}
    seat = len(players)
    changes = {"third": disaster, "order": [seat, *range(seat)], **changes}
    return table([*players, porter], step="produce", to_move=seat, **changes).play("produce coins")


def feed(*players: dict[str, Any], **changes: Any) -> Table:
    """These players come to a supply round. (One more, first in turn order, has let his only inhabitant starve.)"""
    careless = {"coins": 10, "population": 1, "luxury": 2}
    order = [len(players), *range(len(players))]
    return table([*players, careless], step="feed", order=order, **changes).play("feed 0")
