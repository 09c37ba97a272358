"""The table of the card game in a notebook: the power cards on offer, the disasters, everybody's cards, and the hand of
the seat that looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from petteia.games.peloponnes.show.notebook import bid, nearing
from petteia.games.peloponnes_card.choices import FACES
from petteia.games.peloponnes_card.show.terminal import AMOUNT_OF, GAINS
from petteia.notebook.paint import (
    PAPER_GOLD,
    PLAYERS,
    TERRACOTTA,
    WINE,
    Html,
    card,
    cards,
    inked,
    joined,
    quiet,
    table,
    tag,
)
from petteia.notebook.scene import Scene


def when(scene: Scene) -> str:
    rounds = sum(scene.data["rounds"][deck] for deck in "ABC")
    return scene.word("round", round=scene.state["round_number"], rounds=rounds)


def board(scene: Scene) -> Html:
    parts = (_offer(scene), _disasters(scene), _hand(scene))
    return tag("div", *parts, style="display:flex;flex-direction:column;gap:8px")


def players(scene: Scene) -> Html:
    heads = [scene.word(key) for key in ("civilization", "hand", "luxury", "score")]
    rows = [
        [scene.who(seat), _held(scene, seat), str(own["luxury"]), _points(scene, seat), _owned(scene, own)]
        for seat, own in enumerate(scene.players)
    ]
    return table([*heads, ""], rows)


def _held(scene: Scene, seat: int) -> Html:
    """How many coin cards somebody holds and bids; while he chooses them, those of his bid are in the hand still."""
    own = scene.players[seat]
    choosing = scene.state["step"] == "pick" and seat == scene.state["seat"]
    bid = inked(f"+{own['bid']}", TERRACOTTA) if own["bid"] and not choosing else ""
    return joined([str(own["hand_count"]), bid])


def _points(scene: Scene, seat: int) -> Html:
    """Points; of somebody whose hand is hidden they are at least so many."""
    known = scene.view["over"] or seat == scene.seat
    return scene.points(seat) if known else joined([scene.word("at_least", points=scene.view["scores"][seat])])


def _owned(scene: Scene, own: dict[str, Any]) -> Html:
    """His power cards by name, with what lies under and on them as far as this seat has seen it."""
    found: list[str] = []
    for place, name in enumerate(own["cards"][: own["card_count"]]):
        found += [quiet(" · ") if found else "", scene.named("card", name)]
        covers = (own["cover"][place]["face"], own["dried"][place]["face"])
        marks = [_marked(scene, "mortgaged", own["under"][place]["face"])]
        marks += [_marked(scene, "covered", face) for face in covers]
        found += [inked(f" ({mark})", WINE) for mark in marks if mark]
    for what in ("civilization", "luxury"):
        mark = _marked(scene, f"{what}_covered", own[f"{what}_cover"]["face"])
        mark = scene.word(f"{what}_torn") if own[f"{what}_torn"] else mark
        found += [quiet(" · ") if found else "", inked(mark, WINE)] if mark else []
    return tag("div", *found, style="text-align:left;white-space:normal;min-width:160px")


def _marked(scene: Scene, key: str, face: str | None) -> str:
    if face is None:
        return ""
    return f"{scene.word(key)}: {scene.word('hand_hidden' if face == 'face_down' else face)}"


# -- what lies on the table --------------------------------------------------------------------------------------------


def _offer(scene: Scene) -> Html:
    """The cards of the round; once they are being taken, those that are left."""
    state, slots = scene.state, range(scene.data["game"]["cards_shown"])
    there = [slot for slot in slots if state["row"][slot]]
    if not there or scene.view["over"]:
        return Html()
    if state["step"] == "take" or (state["step"] == "pay" and state["paid_from"] == "take"):
        return cards(scene.word("to_take"), [_card(scene, slot) for slot in there])
    surcharge = scene.data["game"]["conquest_surcharge"]
    first = [_card(scene, slot) for slot in there if slot < state["open_row"]]
    second = [_card(scene, slot) for slot in there if slot >= state["open_row"]]
    rows = [cards(scene.word("open_row"), first)] if first else []
    rows += [cards(scene.word("conquest_row", surcharge=surcharge), second)] if second else []
    return tag("div", *rows, style="display:flex;flex-wrap:wrap;gap:12px")


def _card(scene: Scene, slot: int) -> Html:
    printed = next(row for row in scene.data["card"] if row["id"] == scene.state["row"][slot])
    conquest = slot >= scene.state["open_row"]
    least = printed["value"] + (scene.data["game"]["conquest_surcharge"] if conquest else 0)
    gain = [scene.texts.count(printed["gain"][good], noun) for good, noun in GAINS.items() if printed["gain"][good]]
    people = printed["inhabitants"]
    goods = (("−", _amounts(scene, printed["cost"])), ("↻", _amounts(scene, printed["production"])), ("+", gain))
    lines = [f"{people} {scene.word('inhabitants')}"] if people else []
    lines += [f"{sign} {', '.join(words)}" for sign, words in goods if words]
    lines.append(f"≈ {scene.named('disaster', printed['disaster'])}")
    lines += [f"◉ {scene.named('disaster', printed['protects'])}"] if printed["protects"] else []
    lines += [scene.word(key) for key in (printed["special"], "supply" if printed["supply"] else "") if key]
    bidder = scene.state["bidder"][slot]
    foot = bid(scene, bidder) if bidder >= 0 else ""
    price = f"{scene.word(printed['kind'])} · {scene.word('price', cards=least)}"
    head = joined([tag("span", price), inked(f"★ {printed['power']}", PAPER_GOLD, bold=True)])
    colour = PLAYERS[bidder] if bidder >= 0 else ""
    return card(scene.named("card", printed["id"]), head, lines, foot, colour=colour, strong=conquest)


def _amounts(scene: Scene, of: Mapping[str, int]) -> list[str]:
    """Wood, stone, grain and inhabitants in words, those that are 0 left out."""
    return [scene.texts.count(of[good], noun) for good, noun in AMOUNT_OF.items() if of.get(good)]


def _disasters(scene: Scene) -> Html:
    """Every disaster with a dot for each field that its marker has to move."""
    needed = scene.data["track"]["fields"] - 1
    found: list[str] = [quiet(scene.word("disasters"))]
    for disaster, moved in zip(scene.texts.lists["disaster"], scene.state["markers"], strict=True):
        found.append(nearing(scene.named("disaster", disaster), moved, needed))
    return tag("div", *found, style="font-size:14px;display:flex;flex-wrap:wrap;gap:2px 14px")


def _hand(scene: Scene) -> Html:
    """The coin cards of the seat that looks, in its hand and in its bid."""
    if scene.seat is None:
        return Html()
    own = scene.players[scene.seat]
    parts = [quiet(f"{scene.word('hand_of')}  "), " · ".join(_by_face(scene, own["hand"])) or "–"]
    if any(own["bid_faces"]):
        parts += [quiet(f"   {scene.word('bid')}  "), " · ".join(_by_face(scene, own["bid_faces"]))]
    return tag("div", *parts)


def _by_face(scene: Scene, counts: Sequence[int]) -> list[str]:
    return _amounts(scene, dict(zip(FACES, counts, strict=True)))
