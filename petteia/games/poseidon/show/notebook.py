"""The table of Poseidon in a notebook: the Aegean with posts, ships and homes, and the charters of the nations."""

from __future__ import annotations

import itertools
import math
from typing import Any

from petteia.games.poseidon.box import MARKET, Spot, at, spots
from petteia.games.poseidon.show.insight import order, prices
from petteia.games.poseidon.show.runs import printed_worth
from petteia.games.poseidon.show.terminal import marks
from petteia.games.poseidon.show.words import fleet
from petteia.notebook.paint import (
    GOLD,
    INK,
    RADIUS,
    WIDE,
    Html,
    centre,
    drawing,
    hexagon,
    inked,
    joined,
    quiet,
    table,
    tag,
    written,
)
from petteia.notebook.scene import Scene

SEA = "#0E3B4F"
WAVE = "#1C5068"
GROUNDS = {
    "sea": "#13465C",
    "port": "#E9D6A8",
    "home": "#F1E4C4",
    "temple": "#F4EEDD",
    "culture": "#E3C887",
    "new_world": "#D8C7B0",
}
EDGE = "#0A2C3B"
DARK_LINE = "#E07A52"
QUIET_INK = "#5F5244"
GILT = "#8A6214"
WIDEST = 900

# The printed colours of the nations, and what is written on them.
NATIONS = {
    "red": ("#B3272D", "#FFF4EA"),
    "blue": ("#1F5FA8", "#FFF6EA"),
    "yellow": ("#E7C22F", "#2A2004"),
    "grey": ("#8B9299", "#14181B"),
    "orange": ("#DD7A1F", "#241304"),
    "green": ("#2F7D46", "#F4FFF4"),
    "purple": ("#6D3F94", "#FFF4FF"),
    "black": ("#26211E", "#FFF4E2"),
}


def when(scene: Scene) -> str:
    number = scene.state["round_number"]
    printed = scene.match.box.record[0]
    kinds = [int(kind) == MARKET for kind in printed["rounds"][: int(printed["round_count"])]]
    phase = scene.word("phase", phase=scene.state["phase"])
    if number < 0:
        return f"{scene.word('poseidon_round')}, {phase}"
    number = min(number, len(kinds) - 1)
    alike = [place for place, kind in enumerate(kinds) if kind == kinds[number]]
    key = "market" if kinds[number] else "exploration"
    return f"{scene.word(key, number=alike.index(number) + 1, rounds=len(alike))}, {phase}"


def players(scene: Scene) -> Html:
    """Everybody's cash and merchants, then the charters of the nations that were founded."""
    founded = order(scene.match)
    heads = [
        scene.word("player"),
        scene.word("cash"),
        *(_mark(scene, nation) for nation in founded),
        scene.word("worth"),
    ]
    rows = [
        [scene.who(seat), str(own["cash"]), *(_held(scene, seat, nation) for nation in founded), scene.points(seat)]
        for seat, own in enumerate(scene.players)
    ]
    parts = [table(heads, rows)]
    if founded:
        keys = ("nation", "price", "pool", "coffers", "fleet", "potentials")
        parts.append(table([scene.word(key) for key in keys], [_charter(scene, nation) for nation in founded]))
    return tag("div", *parts, style="display:flex;flex-wrap:wrap;gap:10px 28px")


def _held(scene: Scene, seat: int, nation: int) -> Html:
    count = scene.players[seat]["merchants"][nation]
    king = scene.state["nations"][nation]["king"] == seat
    return joined([str(count) if count else quiet("–"), inked("♔", GOLD) if king else ""])


def _charter(scene: Scene, nation: int) -> list[str]:
    own = scene.state["nations"][nation]
    ships = fleet(scene.match.box, scene.match.facts["nations"][nation])
    name = joined([_mark(scene, nation), f" {scene.texts.lists['nation'][nation]}"])
    price = inked(str(prices(scene.match)[nation]), GOLD, bold=True)
    return [name, price, str(own["pool"]), str(own["coffers"]), ships, str(own["potentials"])]


def _colours(scene: Scene, nation: int) -> tuple[str, str]:
    return NATIONS.get(scene.data["nation"][nation]["colour"], (INK, "#FFF4E2"))


def _letter(scene: Scene, nation: int) -> str:
    return marks(scene.texts.lists["nation"])[nation]


def _mark(scene: Scene, nation: int) -> Html:
    ground, ink = _colours(scene, nation)
    style = f"display:inline-block;width:1.5em;text-align:center;border-radius:50%;background:{ground};color:{ink}"
    return tag("span", _letter(scene, nation), style=f"{style};font-weight:600;line-height:1.5")


# -- the Aegean --------------------------------------------------------------------------------------------------------


def board(scene: Scene) -> Html:
    number = scene.texts.lists["map"].index(scene.state["map"])
    closed = set(scene.data["map"][number]["closed"])
    places = spots(scene.data["hex"])
    cells = [
        (place, spot, hexagon_)
        for place, spot in enumerate(places)
        for hexagon_ in spot.hexes
        if hexagon_ not in closed
    ]
    grounds = [_ground(spot, cell) for _, spot, cell in cells]
    lines = [
        _dark_line(*barrier["between"]) for barrier in scene.data["barrier"] if not closed & set(barrier["between"])
    ]
    contents = [_place(scene, place, spot) for place, spot, cell in cells if cell == spot.id]
    points = [centre(*at(cell)) for *_, cell in cells]
    left, right = min(x for x, _ in points) - WIDE / 2, max(x for x, _ in points) + WIDE / 2
    top, bottom = min(y for _, y in points) - RADIUS, max(y for _, y in points) + RADIUS
    box = (left - 20, top - 20, right - left + 40, bottom - top + 40)
    return drawing([*grounds, *lines, *contents], box, scene.match.game.title, SEA, WIDEST)


def _ground(spot: Spot, cell: str) -> Html:
    x, y = centre(*at(cell))
    ground = hexagon(x, y, fill=GROUNDS[spot.kind], stroke=EDGE, stroke_width=2)
    if spot.kind != "sea":
        return ground
    wave = f"M{x - 24:.0f} {y:.0f}q8 -9 16 0t16 0t16 0"
    return joined([ground, tag("path", d=wave, fill="none", stroke=WAVE, stroke_width=3, stroke_linecap="round")])


def _dark_line(one: str, other: str) -> Html:
    """The side that two hexes share."""
    (x, y), (to_x, to_y) = centre(*at(one)), centre(*at(other))
    angle = math.atan2(to_y - y, to_x - x)
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
    aside_x, aside_y = -math.sin(angle) * RADIUS / 2, math.cos(angle) * RADIUS / 2
    ends = {"x1": middle_x - aside_x, "y1": middle_y - aside_y, "x2": middle_x + aside_x, "y2": middle_y + aside_y}
    return tag("line", **ends, stroke=DARK_LINE, stroke_width=7, stroke_linecap="round")


def _place(scene: Scene, place: int, spot: Spot) -> Html:
    """A place: its name and worth, and what lies there."""
    x, y = centre(*at(spot.id))
    parts: list[Html] = []
    ships = [n for n, own in enumerate(scene.state["nations"]) if own["explorer"] == spot.id]
    if spot.kind == "sea":
        parts += _ships(scene, ships, x, y)
        return tag("g", tag("title", spot.id), *parts)
    parts.append(written(_short(spot.name), x, y - 28, 16, INK))
    nation = _home(scene, spot)
    if nation is not None:
        parts += _homestead(scene, nation, x, y)
    else:
        worth = str(printed_worth(scene.match.box, scene.match.facts, place))
        parts.append(written(worth, x, y - 9, 21, GILT, bold=True))
        parts += _temple(x, y) if spot.kind == "temple" else _posts(scene, place, spot, x, y + 13)
    parts += _ships(scene, ships, x, y + 36)
    return tag("g", tag("title", _told(scene, place, spot)), *parts)


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def _told(scene: Scene, place: int, spot: Spot) -> str:
    names = scene.texts.lists["nation"]
    posts = [names[n] for n, own in enumerate(scene.state["nations"]) if place + 1 in own["posts"]]
    return f"{spot.id} {spot.name}" + (f": {', '.join(posts)}" if posts else "")


def _home(scene: Scene, spot: Spot) -> int | None:
    """The nation whose home or New Home a place is."""
    settled = (n for n, own in enumerate(scene.state["nations"]) if own["new_home"] == spot.id)
    homes = (n for n, row in enumerate(scene.data["nation"]) if row["home"] == spot.id)
    return next(itertools.chain(settled, homes), None)


def _homestead(scene: Scene, nation: int, x: float, y: float) -> list[Html]:
    """A house in the colour of the nation; pale before it is founded."""
    ground, ink = _colours(scene, nation)
    founded = scene.state["nations"][nation]["king"] >= 0
    outline = f"M{x - 22:.0f} {y + 22:.0f}v-20l22 -18l22 18v20z"
    shade: dict[str, Any] = {"fill": ground, "stroke": INK, "stroke_width": 1.5}
    house = tag("path", d=outline, **shade, opacity=None if founded else "0.45")
    return [house, written(_letter(scene, nation), x, y + 7, 22, ink if founded else INK, bold=True)]


def _temple(x: float, y: float) -> list[Html]:
    roof = f"M{x - 20:.0f} {y + 10:.0f}l20 -9l20 9z"
    columns = [f"M{x + step:.0f} {y + 13:.0f}v12" for step in (-13, -4, 5, 14)]
    base = f"M{x - 20:.0f} {y + 28:.0f}h40"
    return [
        tag("path", d=roof, fill=GILT),
        tag("path", d="".join([*columns, base]), fill="none", stroke=GILT, stroke_width=3.5),
    ]


def _posts(scene: Scene, place: int, spot: Spot, x: float, y: float) -> list[Html]:
    """A disk for each post, and a ring for each circle that is free."""
    built = [n for n, own in enumerate(scene.state["nations"]) if place + 1 in own["posts"]]
    circles = max(int(spot.row["circles"]), len(built))
    step = min(26.0, 84 / max(circles, 1))
    found = []
    for number in range(circles):
        middle = x + (number - (circles - 1) / 2) * step
        if number >= len(built):
            found.append(tag("circle", cx=middle, cy=y, r=8, fill="none", stroke=QUIET_INK, stroke_width=1.5))
            continue
        ground, ink = _colours(scene, built[number])
        found.append(tag("circle", cx=middle, cy=y, r=12, fill=ground, stroke=INK, stroke_width=1.5))
        found.append(written(_letter(scene, built[number]), middle, y, 15, ink, bold=True))
    return found


def _ships(scene: Scene, nations: list[int], x: float, y: float) -> list[Html]:
    """Discovery ships, beside each other."""
    found = []
    for number, nation in enumerate(nations):
        ground, _ = _colours(scene, nation)
        left = x + (number - (len(nations) - 1) / 2) * 26
        hull = f"M{left - 12:.0f} {y + 2:.0f}h24l-5 8h-14z M{left - 1:.0f} {y:.0f}v-13l10 11z"
        found.append(tag("path", d=hull, fill=ground, stroke="#FFF6EA", stroke_width=1.5, stroke_linejoin="round"))
    return found
