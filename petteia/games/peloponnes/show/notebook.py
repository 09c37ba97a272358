"""The table of Peloponnes in a notebook: the tiles on offer with the bids on them, the chits, and everybody's mat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia.notebook.paint import (
    PAPER_GOLD,
    PAPER_QUIET,
    PLAYERS,
    PLAYERS_TEXT,
    TERRACOTTA,
    WINE,
    Html,
    card,
    cards,
    dots,
    inked,
    joined,
    quiet,
    table,
    tag,
)
from petteia.notebook.scene import Scene

STORED = ("wood", "stone", "food")
OFFERED = ("auction", "displaced")  # steps in which all tiles lie on the table


def when(scene: Scene) -> str:
    rounds = sum(scene.data["rounds"][deck] for deck in "ABC")
    number = scene.state["round_number"]
    return scene.word("round", round=number, rounds=rounds) if number else scene.word("civilizations")


def board(scene: Scene) -> Html:
    return tag("div", _offer(scene), _chits(scene), style="display:flex;flex-direction:column;gap:8px")


def players(scene: Scene) -> Html:
    stores = ("coins", *STORED, "luxury", "inhabitants")
    heads = [scene.word("civilization"), *(scene.word(key) for key in stores), scene.word("score"), ""]
    rows = [
        [scene.who(seat), *_stores(scene, own), scene.points(seat), _tiles(scene, own)]
        for seat, own in enumerate(scene.players)
    ]
    return table(heads, rows)


def _stores(scene: Scene, own: dict[str, Any]) -> list[Html]:
    coins = [str(own["coins"]), inked(f"+{own['bid']}", TERRACOTTA) if own["bid"] else ""]
    limits = scene.data["stores"]
    stored = [joined([str(own[good]), quiet(f"/{limits[good]}")]) for good in STORED]
    return [joined(coins), *stored, joined([str(own["luxury"])]), joined([str(own["population"])])]


def _tiles(scene: Scene, own: dict[str, Any]) -> Html:
    """His tiles by name; unfinished buildings say so."""
    found: list[str] = []
    for place, tile in enumerate(own["tiles"][: own["tile_count"]]):
        found += [quiet(" · ") if found else "", scene.named("tile", tile)]
        if own["marked"] >> place & 1:
            found.append(inked(f" ({scene.word('unfinished')})", WINE))
    return tag("div", *found, style="text-align:left;white-space:normal;min-width:160px")


# -- what lies on the table --------------------------------------------------------------------------------------------


def _offer(scene: Scene) -> Html:
    """The tiles on offer; after the auction those still to be taken."""
    state, slots = scene.state, range(scene.data["game"]["tiles_shown"])
    if state["step"] in OFFERED:
        first = [_tile(scene, slot) for slot in slots if slot < state["auction_row"]]
        second = [_tile(scene, slot) for slot in slots if slot >= state["auction_row"]]
        surcharge = scene.data["game"]["conquest_surcharge"]
        rows = [cards(scene.word("auction_row"), first)] if first else []
        rows += [cards(scene.word("conquest_row", surcharge=surcharge), second)] if second else []
        return tag("div", *rows, style="display:flex;flex-wrap:wrap;gap:12px")
    left = [_tile(scene, slot) for slot in slots if state["row"][slot]]
    return cards(scene.word("to_take"), left) if left and not scene.view["over"] else Html()


def _tile(scene: Scene, slot: int) -> Html:
    printed = next((row for row in scene.data["tile"] if row["id"] == scene.state["row"][slot]), None)
    conquest = slot >= scene.state["auction_row"]
    if printed is None:
        return card("", "", [inked(scene.word("face_down"), PAPER_QUIET)], strong=conquest)
    least = printed["min_bid"] + (scene.data["game"]["conquest_surcharge"] if conquest else 0)
    people = printed["population"]
    goods = (
        ("−", {**printed["cost"], "population": max(-people, 0)}),
        ("+", {"population": max(people, 0), **printed["gain"]}),
        ("↻", printed["production"]),
    )
    lines = [f"{sign} {words}" for sign, amounts in goods if (words := _goods(scene, amounts))]
    if printed["protects"]:
        lines.append(f"◉ {scene.named('disaster', printed['protects'])}")
    lines += [scene.word(key) for key in (printed["power"], "supply" if printed["supply"] else "") if key]
    bidder = scene.state["bidder"][slot]
    foot = bid(scene, bidder) if bidder >= 0 else ""
    price = f"{scene.word(printed['kind'])} · {scene.word('price', coins=least)}"
    head = joined([tag("span", price), inked(f"★ {printed['prestige']}", PAPER_GOLD, bold=True)])
    colour = PLAYERS[bidder] if bidder >= 0 else ""
    return card(scene.named("tile", printed["id"]), head, lines, foot, colour=colour, strong=conquest)


def bid(scene: Scene, seat: int) -> Html:
    """Who bids, and how much."""
    return inked(f"{scene.names[seat]} {scene.players[seat]['bid']}", PLAYERS_TEXT[seat], bold=True)


def _goods(scene: Scene, amounts: Mapping[str, int]) -> str:
    """Amounts in words, those that are 0 left out."""
    found = []
    for good, amount in amounts.items():
        if amount and good == "population":
            found.append(f"{amount} {scene.word('inhabitants')}")
        elif amount and good == "any":
            found.append(scene.word("any", amount=amount))
        elif amount:
            found.append(scene.texts.count(amount, good))
    return ", ".join(found)


def _chits(scene: Scene) -> Html:
    """Every disaster with its chits turned up; the blank chit brings none."""
    needed = scene.data["game"]["chits_for_disaster"]
    found: list[str] = [quiet(scene.word("disasters"))]
    for disaster, count in list(zip(scene.texts.lists["disaster"], scene.state["struck"], strict=True))[:-1]:
        found.append(nearing(scene.named("disaster", disaster), min(count, needed), needed))
    return tag("div", *found, style="font-size:14px;display:flex;flex-wrap:wrap;gap:2px 14px")


def nearing(name: str, come: int, needed: int) -> Html:
    """A disaster and how near it is; one that is a step away stands out."""
    if come == needed - 1:
        return tag("span", inked(name, WINE, bold=True), dots(come, needed - come, WINE))
    return tag("span", name, dots(come, needed - come))
