"""What a table of the card game in the browser shows besides the view: targets, warnings, printed facts, score sheet.

Everything is asked of the rules, the box and the texts. But for the warnings, which go to the seat that decides, it
depends on nothing that is hidden from anybody: it is made from what a spectator sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from petteia.curves import Plotter
from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.engine.texts import Texts
from petteia.games.peloponnes_card.answers import Outlook
from petteia.games.peloponnes_card.box import INHABITANT, Disaster
from petteia.games.peloponnes_card.show.insight import Mat as OpenMat
from petteia.games.peloponnes_card.show.insight import mats, outlooks, outlooks_after, outlooks_filled
from petteia.games.peloponnes_card.show.told import Box, Card, CivilizationCard, Extras, Mat
from petteia.games.peloponnes_card.state import Happened, Step
from petteia.match import Match
from petteia.pages import Account, Column, Curves, Item, Noted, notes_of_bids

# The parameter that is an amount, in which a whole range of choices differs.
AMOUNTS: Mapping[str, str] = {"bid": "cards"}
SELDOM = ("pick", "mortgage")  # of what a coin card is for: a bid begins with the cards themselves
NOTED: Noted = {
    "hunger": (Happened.STARVED, None),
    "torn": (Happened.TORN, None),
    "given_up": (Happened.GIVEN_UP, None),
    "displaced": (Happened.DISPLACED, None),
}

# Choices by which something goes for good, and what is said of them.
GOES = {
    Step.COVER: ("note_torn", {"tear"}),
    Step.STARVE: ("note_torn", {"abandon", "desert"}),
    Step.FEED: ("note_hungry", {"done"}),
    Step.REDEEM: ("note_given_up", {"done"}),
}

# The clause that a sum on the score sheet, or what breaks a tie, comes from.
POWER, POPULATION, TIES = "§13.2", "§13.1", "§13.4"

# What changes the values of a curve. At the end hands are opened, and count.
FALLS = {"covered", "torn", "civilization_covered", "civilization_torn", "luxury_covered", "luxury_torn", "starved"}
STANDS = {"placed", "built", "redeemed", "uncovered", "scored", *FALLS}
BENT_BY = {
    "power": STANDS,
    "population": STANDS,
    "coins": {
        *("drew", "bid", "withdrew", "passed", "turned_up", "built", "mortgaged", "redeemed", "returned", "income"),
        *("covered", "civilization_covered", "luxury_covered", "gave", "starved"),
    },
}


def target(s: Any, picked: Picked) -> str | None:
    """The thing on the table that a choice is about, as the browser's board names it."""
    if "slot" in picked.parameters:
        return f"slot:{picked.parameters['slot']}"
    if picked.name == "pay":
        return f"slot:{s['players'][s['seat']]['slot'] + 1}"
    if "card" in picked.parameters:
        return f"own:{picked.parameters['card']}"
    if "coin" in picked.parameters:
        return f"coin:{picked.parameters['coin']}"
    if picked.name == "desert":
        return "civilization"
    if picked.name == "tear" and s["step"] == Step.COVER:
        struck = {int(Disaster.PLAGUE): "civilization", int(Disaster.DECLINE): "luxury"}
        return struck.get(int(s["disaster"]), f"own:{s['place'] + 1}")
    return None


def things(box: boxes.Box, arguments: Mapping[str, int | None]) -> list[str]:
    """What news is about, by the names that things have on the page."""
    card = arguments.get("card")
    return [] if card is None or card < 0 else [f"card:{box.lists['card'][card]}"]


def label(texts: Texts, name: str, details: Mapping[str, Any], low: int | None, high: int | None) -> str:
    """Choices that differ in an amount, in words."""
    return texts.say("terminal", f"group_{name}", {**details, "low": low, "high": high})


def sequences(match: Match) -> list[tuple[Picked, ...]]:
    """None: every choice is made by itself."""
    return []


def notes(match: Match, lang: str) -> dict[str, str]:
    """Warnings by target, for whoever decides: buildings only to be mortgaged, or that would be lost (§6.4, §6.6).
    Bids that would leave too little, though the least one does not, have their own, by their words. What goes for good
    has one, too, so that it is confirmed."""
    texts = match.texts(lang)
    step = Step(int(match.facts["step"]))
    if step == Step.PICK:
        return _note_of_the_rest(match, texts)
    if step in GOES:
        note, names = GOES[step]
        chosen = [picked for picked in map(match.game.space.pick, match.legal_ids) if picked.name in names]
        return {target(match.facts, picked) or picked.name: texts.say("terminal", note, {}) for picked in chosen}
    words = {outlook: texts.say("terminal", f"note_{outlook.name.lower()}", {}) for outlook in Outlook if outlook}
    return notes_of_bids(match, words, outlooks(match), partial(outlooks_after, match), AMOUNTS["bid"])


def _note_of_the_rest(match: Match, texts: Texts) -> dict[str, str]:
    """§4.17: “Done” may take just those cards that the building itself costs."""
    best, filled = outlooks_filled(match)
    if best or not filled:
        return {}
    return {"done": texts.say("terminal", f"note_spent_{filled.name.lower()}", match.details)}


def extras(match: Match) -> Extras:
    """What the players' cards come to, as far as all can see it."""
    surcharge = int(match.box.record[0]["conquest_surcharge"])
    return {"mats": [_mat(mat, surcharge) for mat in mats(match)]}


def _mat(mat: OpenMat, surcharge: int) -> Mat:
    """A player's cards, with the sum that counts (§13.3), and what the conquest row costs him more (§4.5, §4.14)."""
    return {
        "power": mat.power,
        "population": mat.population,
        "inhabitants": mat.inhabitants,
        "production": mat.production,
        "income": mat.income,
        "symbols": mat.symbols,
        "protected": mat.protected,
        "luxury_limit": mat.luxury_limit,
        "halves": mat.halves,
        "discount": mat.discount,
        "lower": min(mat.power, mat.population),
        "surcharge": surcharge - mat.discount,
    }


def printed(match: Match, lang: str) -> Box:
    """What is printed in the box, with names in a language."""
    texts = match.texts(lang)
    data = match.box.data
    cards: list[Card] = data["card"]
    civilizations: list[CivilizationCard] = data["civilization"]

    def named(of: str, key: str) -> str:
        return texts.name(of, texts.lists[of].index(key)).removesuffix(f" ({key})")

    return {
        "cards": {card["id"]: {**card, "name": named("card", card["id"])} for card in cards},
        "civilizations": {row["name"]: {**row, "title": named("civilization", row["name"])} for row in civilizations},
        "disasters": [{"id": key, "name": named("disaster", key)} for key in texts.lists["disaster"]],
        "faces": {key: named("face", key) for key in texts.lists["face"]},
        "game": data["game"],
        "track": data["track"],
        "rounds": data["rounds"],
        "coins": data["coins"],
        "income": data["income"],
    }


# -- the end -----------------------------------------------------------------------------------------------------------


def sheet(match: Match, lang: str) -> list[Account]:
    """§13: where each player's points come from. The lower of the two sums counts. Before the end hands are hidden, and
    count nothing."""
    texts = match.texts(lang)
    state = np.frombuffer(match.redacted(None), match.game.state.plain)[0]
    found: list[Account] = []
    for seat, mat in enumerate(mats(match)):
        player = state["players"][seat]
        power = _power_items(match, texts, player)
        people = _population_items(match, texts, player)
        hand = int(player["hand"][INHABITANT])
        rest = int(player["luxury"]) + (int(player["hand_count"]) - hand if hand >= 0 else 0)
        words = texts.say("terminal", "cards_and_luxury", {"cards": rest})
        left = _item(words, mat.power - sum(item["points"] for item in power), POWER)
        power.append({**left, "row": _row(texts, "cards_left")})
        words = texts.say("terminal", "inhabitant_cards", {})
        left = _item(words, mat.population - sum(item["points"] for item in people), POPULATION)
        people.append({**left, "row": words})
        found.append(
            {
                "columns": [
                    _column(texts, "power", POWER, power, mat.power, decisive=mat.power <= mat.population),
                    _column(
                        texts, "population", POPULATION, people, mat.population, decisive=mat.population <= mat.power
                    ),
                ],
                "ties": [
                    _item(texts.say("terminal", "higher", {}), max(mat.power, mat.population), TIES),
                    _item(texts.say("terminal", "luxury", {}), int(player["luxury"]), TIES),
                ],
            }
        )
    return found


def _lies(coin: Any) -> bool:
    return int(coin["face"]) >= 0


def _power_items(match: Match, texts: Texts, player: Any) -> list[Item]:
    """§13.2, §10.9: what lies on the table uncovered."""
    box = match.box.record[0]
    items = []
    if not player["civilization_torn"] and not _lies(player["civilization_cover"]):
        number = int(player["civilization"])
        power = int(box["civilizations"][number]["power"])
        items.append(_named(texts.name("civilization", number), power, POWER, _row(texts, "civilization")))
    for place in range(int(player["card_count"])):
        if not _lies(player["cover"][place]) and not _lies(player["dried"][place]):
            card = int(player["cards"][place])
            power = int(box["cards"][card]["power"])
            items.append(_named(texts.name("card", card), power, POWER, _row_of(box, texts, card)))
    if not player["luxury_torn"] and not _lies(player["luxury_cover"]):
        words = texts.say("terminal", "luxury_card", {})
        items.append({**_item(words, int(box["luxury_power"]), POWER), "row": words})
    return items


def _population_items(match: Match, texts: Texts, player: Any) -> list[Item]:
    """§13.1, §10.9: inhabitants on the table."""
    box = match.box.record[0]
    items = []
    if not player["civilization_torn"] and not _lies(player["civilization_cover"]):
        number = int(player["civilization"])
        people = int(box["civilizations"][number]["inhabitants"])
        items.append(_named(texts.name("civilization", number), people, POPULATION, _row(texts, "civilization")))
    symbol_only = bool(match.facts["options"]["covered_card"])
    for place in range(int(player["card_count"])):
        if symbol_only and (_lies(player["cover"][place]) or _lies(player["dried"][place])):
            continue
        card = int(player["cards"][place])
        people = int(box["cards"][card]["inhabitants"])
        items.append(_named(texts.name("card", card), people, POPULATION, _row_of(box, texts, card)))
    if not player["luxury_torn"] and not _lies(player["luxury_cover"]):
        words = texts.say("terminal", "luxury_card", {})
        items.append({**_item(words, int(box["luxury_inhabitants"]), POPULATION), "row": words})
    return items


def _column(texts: Texts, name: str, clause: str, items: list[Item], total: int, *, decisive: bool) -> Column:
    return {
        "name": name,
        "label": texts.say("terminal", name, {}),
        "clause": clause,
        "items": [item for item in items if item["points"]],
        "total": total,
        "decisive": decisive,
    }


def _named(name: str, worth: int, clause: str, row: str) -> Item:
    return {**_item(name, worth, clause), "thing": name, "row": row}


def _row(texts: Texts, name: str) -> str:
    return texts.say("terminal", name, {})


def _row_of(box: Any, texts: Texts, card: int) -> str:
    return _row(texts, "landscapes" if box["cards"][card]["land"] else "buildings")


def _item(words: str, worth: int, clause: str) -> Item:
    return {"label": words[:1].upper() + words[1:], "points": worth, "clause": clause}


def goal(match: Match) -> int | None:
    """Nobody plays alone."""
    return None


def verdict(match: Match, lang: str) -> str:
    """What decides, in words."""
    return match.texts(lang).say("terminal", "tie", {})


def curves(match: Match, lang: str) -> Curves:
    """Power, population and coin cards at the beginning of every round, as all could see them, and at the end."""
    texts = match.texts(lang)
    past = [match.at(move) for move in range(match.first_move, match.move_number + 1)]
    begins: dict[int, int] = {}
    for choice, then in enumerate(past):
        begins.setdefault(int(then.facts["round_number"]), choice)
    times = [*map(str, begins), texts.say("table", "end", {})]
    plotter = Plotter(match, lang, [*begins.values(), len(past) - 1], times)
    standing, seats = [mats(then) for then in past], range(match.seats)
    courses: dict[str, list[list[int]]] = {
        "power": [[at[seat].power for at in standing] for seat in seats],
        "population": [[at[seat].population for at in standing] for seat in seats],
        "coins": [[int(then.facts["players"][seat]["hand_count"]) for then in past] for seat in seats],
    }
    return times, [
        plotter.curve(name, texts.say("terminal", name, {}), course, BENT_BY[name], piecemeal=FALLS)
        for name, course in courses.items()
    ]
