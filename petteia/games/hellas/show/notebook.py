"""The table of Hellas in a notebook: the island with everybody's buildings, temples, quarries and the worker."""

from __future__ import annotations

from petteia.games.hellas.box import PHASES, Spot, spots
from petteia.notebook.paint import (
    EMBLEMS,
    INK,
    PAPER,
    PLAYERS,
    PLAYERS_INK,
    RADIUS,
    TERRACOTTA,
    WIDE,
    Html,
    centre,
    dots,
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
GROUNDS = {"coast": "#E9D6A8", "mountain": "#CDBD9C", "quarry": "#B9B4A6", "temple": "#F1E4C4"}
EDGE = "#8D7A5C"
QUIET_INK = "#5F5244"
MARBLE = "#FBF9F4"
GILT = "#B8862B"
PIECES = ("houses", "plazas", "palaces")
WIDEST = 900


def when(scene: Scene) -> str:
    return scene.word("phase", phase=scene.state["phase"], phases=PHASES)


def players(scene: Scene) -> Html:
    heads = [
        scene.word("player"),
        *(scene.word(key) for key in ("marble", "rings", "house", "plaza", "palace", "score")),
    ]
    rows = []
    for seat, own in enumerate(scene.players):
        marble = str(own["marble"]) if own["marble"] >= 0 else "?"
        counts = [str(own[f"{piece[:-1]}_count"]) for piece in PIECES]
        rows.append([scene.who(seat), marble, str(own["rings"]), *counts, _points(scene, seat)])
    return tag("div", table(heads, rows), _actions(scene))


def _points(scene: Scene, seat: int) -> Html:
    """Points; without those for marble where it lies behind a screen."""
    known = scene.players[seat]["marble"] >= 0
    return joined([scene.points(seat), "" if known else quiet("+")])


def _actions(scene: Scene) -> Html:
    """The action track: free spaces, those with a stone, and the one that is carried out."""
    if scene.view["over"]:
        return Html()
    found: list[str] = [quiet(scene.word("actions"))]
    for place, row in enumerate(scene.data["action"], 1):
        name = f"{place} {scene.texts.name('action', place - 1)}"
        if row["id"] == scene.state["action"]:
            found.append(inked(f"{name} ▶", TERRACOTTA, bold=True))
        elif place in scene.state["used"]:
            found.append(joined([quiet(name), dots(1, 0)]))
        else:
            found.append(joined([name, dots(0, 1)]))
    spans = [tag("span", part, style="white-space:nowrap") for part in found]
    return tag("div", *spans, style="font-size:13px;display:flex;flex-wrap:wrap;gap:2px 14px;padding:6px 10px 0")


# -- the island --------------------------------------------------------------------------------------------------------


def board(scene: Scene) -> Html:
    number = scene.texts.lists["board"].index(scene.state["board"])
    island = spots(scene.data["board"][number]["map"])
    # Land first, so that no edge lies over a piece.
    parts = [_ground(spot) for spot in island] + [_space(scene, place, spot) for place, spot in enumerate(island, 1)]
    wide = (max(spot.column for spot in island) + 2) * WIDE / 2
    high = 2 * RADIUS + max(spot.row for spot in island) * 1.5 * RADIUS
    name = scene.texts.name("board", number)
    return drawing(parts, (-40, -40, wide + 80, high + 80), name, SEA, WIDEST)


def _ground(spot: Spot) -> Html:
    x, y = centre(spot.row, spot.column)
    return hexagon(x, y, RADIUS + 0.5, fill=GROUNDS[spot.kind], stroke=EDGE, stroke_width=1.5)


def _space(scene: Scene, place: int, spot: Spot) -> Html:
    """A space: its name below, and what stands on it."""
    x, y = centre(spot.row, spot.column)
    drawn, words = _piece(scene, place, spot, x, y - 8)
    name = written(spot.name, x, y + 34, 21, QUIET_INK)
    return tag("g", tag("title", f"{spot.name}: {words or scene.word(spot.kind)}"), drawn, name)


def _piece(scene: Scene, place: int, spot: Spot, x: float, y: float) -> tuple[Html, str]:
    """What stands on a space, drawn and in words."""
    for seat, own in enumerate(scene.players):
        for kind in PIECES:
            if place in own[kind]:
                return _building(kind, seat, x, y), f"{scene.word(kind[:-1])}, {scene.names[seat]}"
    if place in scene.state["statues"]:
        return _statue(x, y), scene.word("statue")
    if spot.kind == "temple":
        return _temple(scene, spot, x, y)
    if spot.kind == "quarry":
        return _quarry(scene, spot, x, y)
    return (_peak(x, y) if spot.kind == "mountain" else Html()), ""


def _shape(points: str, x: float, y: float, **attributes: object) -> Html:
    return tag("path", d=points, transform=f"translate({x:.1f} {y:.1f})", stroke_linejoin="round", **attributes)


# Outlines around the middle of a space.
OUTLINES = {
    "houses": "M-21 22V-3L0 -23L21 -3V22Z",
    "plazas": "M-25 -18H25V20H-25Z M-18 -11V13H18V-11Z",
    "palaces": "M-27 23V-20H-17V-11H-9V-27H9V-11H17V-20H27V23Z",
}


def _building(kind: str, seat: int, x: float, y: float) -> Html:
    colour, ink = PLAYERS[seat], PLAYERS_INK[seat]
    shape = _shape(OUTLINES[kind], x, y, fill=colour, fill_rule="evenodd", stroke=INK, stroke_width=2)
    sign = colour if kind == "plazas" else ink
    return joined([shape, written(EMBLEMS[seat], x, y + 7, 20, sign)])


def _statue(x: float, y: float) -> Html:
    body = "M-12 24H12L8 16H-8Z M-8 14C-10 0 -7 -6 0 -8C7 -6 10 0 8 14Z"
    return joined(
        [
            _shape(body, x, y, fill=GILT, stroke=INK, stroke_width=1.5),
            tag("circle", cx=x, cy=y - 16, r=8, fill=GILT, stroke=INK, stroke_width=1.5),
        ]
    )


def _peak(x: float, y: float) -> Html:
    return _shape("M-17 10L-5 -10L2 1L8 -7L18 10", x, y, fill="none", stroke="#A8946E", stroke_width=2.5)


def _temple(scene: Scene, spot: Spot, x: float, y: float) -> tuple[Html, str]:
    """A roof over its columns: those that stand are gilt."""
    size = int(spot.sign)
    built = scene.state["columns"][scene.match.typed["temple"].index(spot.name)]
    step = 52 / size
    columns = [
        tag(
            "rect",
            x=x - 26 + step * (place + 0.2),
            y=y - 6,
            width=step * 0.6,
            height=26,
            fill=GILT if place < built else MARBLE,
            stroke=INK,
            stroke_width=1,
        )
        for place in range(size)
    ]
    roof = _shape("M-32 -8L0 -27L32 -8Z M-32 22H32V27H-32Z", x, y, fill=MARBLE, stroke=INK, stroke_width=1.5)
    return joined([roof, *columns]), f"{scene.word('temple')} {built}/{size}"


def _quarry(scene: Scene, spot: Spot, x: float, y: float) -> tuple[Html, str]:
    """Its tile where it pays, the worker, or a cross where it has closed."""
    state, number = scene.state, scene.match.typed["quarry"].index(spot.name)
    stones = _shape("M-24 20L-12 2L0 20Z M0 20L12 2L24 20Z M-12 0L0 -18L12 0Z", x, y, fill="#938D80", opacity="0.55")
    if number + 1 in state["active"]:
        tile = tag("rect", x=x - 19, y=y - 21, width=38, height=38, rx=5, fill=PAPER, stroke=INK, stroke_width=2)
        words = f"{scene.word('quarry_active')}, {state['tops'][number]}"
        return joined([stones, tile, written(state["tops"][number], x, y - 2, 22, INK, bold=True)]), words
    if state["heights"][number]:
        return joined([stones, written("✗", x, y, 30, QUIET_INK)]), scene.word("quarry_closed")
    if state["worker"] == number:
        worker = "M-11 24L-8 2H8L11 24Z"
        head = tag("circle", cx=x, cy=y - 10, r=9, fill=TERRACOTTA, stroke=INK, stroke_width=1.5)
        body = _shape(worker, x, y, fill=TERRACOTTA, stroke=INK, stroke_width=1.5)
        return joined([stones, body, head]), scene.word("worker")
    return stones, ""
