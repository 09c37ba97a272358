"""What a table of Peloponnes in the browser shows besides the view: targets, warnings, printed facts, score sheet.

Everything is asked of the rules, the box and the texts, and depends on nothing that is hidden from the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from petteia.curves import Plotter
from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.engine.texts import Texts
from petteia.games.peloponnes.answers import Outlook
from petteia.games.peloponnes.choices import SPACE
from petteia.games.peloponnes.show.campaign import target as target_of
from petteia.games.peloponnes.show.insight import mats, outlooks, outlooks_after
from petteia.games.peloponnes.show.told import Box, CivilizationMat, Extras, Tile
from petteia.games.peloponnes.state import Happened, Step
from petteia.match import Match
from petteia.pages import Account, Column, Curves, Item, Noted, notes_of_bids

# The parameter that is an amount, in which a whole range of choices differs.
AMOUNTS: Mapping[str, str] = {"bid": "coins", "feed": "extra"}
SELDOM = ()
NOTED: Noted = {
    "hunger": (Happened.FED, "population"),
    "plague": (Happened.PLAGUE, "population"),
    "drought": (Happened.DROUGHT, "food"),
    "lost": (Happened.LOST, None),
    "unfinished": (Happened.DISCARDED, None),
    "displaced": (Happened.DISPLACED, None),
}

# The good that a choice is about, where it is about one.
GOOD_OF = {
    choice: str(picked.parameters["good"])
    for choice, picked in ((choice, SPACE.pick(choice)) for choice in range(SPACE.size))
    if "good" in picked.parameters
}

# The clause that a sum on the score sheet, or what breaks a tie, comes from.
PRESTIGE, POPULATION, TIES = "§14.1", "§14.2", "§14.4"

# Whoever gives up several tiles to one disaster is asked for each.
PIECEMEAL = {"lost"}

# What changes the values of a curve.
BENT_BY = {
    "prestige": {"placed", "built", "completed", "lost"},
    "population": {"gained", "plague", "fed_population", "returned"},
    "coins": {
        *("bid", "moved", "withdrew", "passed", "placed", "unplaceable", "built", "marked", "unbuildable"),
        *("gained", "income", "completed", "discarded"),
    },
}


def target(s: Any, picked: Picked) -> str | None:
    """The thing on the table that a choice is about, as the browser's board names it."""
    if "slot" in picked.parameters:
        return f"slot:{picked.parameters['slot']}"
    if picked.name in ("pay", "mark") and s["step"] == Step.TAKE:
        return f"slot:{s['players'][s['seat']]['slot'] + 1}"
    if picked.name in ("save", "abandon") and s["step"] == Step.RESCUE:
        return f"own:{s['asked'] + 1}"
    if picked.name == "complete":
        return f"own:{picked.parameters['building']}"
    if picked.name == "feed":
        return "track:population"
    if picked.name == "civilization":
        return f"civilization:{picked.parameters['civilization']}"
    if "good" in picked.parameters:
        return f"good:{picked.parameters['good']}"
    return None


def things(box: boxes.Box, arguments: Mapping[str, int | None]) -> list[str]:
    """What news is about, by the names that things have on the page."""
    tile = arguments.get("tile")
    return [] if tile is None else [f"tile:{box.lists['tile'][tile]}"]


def label(texts: Texts, name: str, details: Mapping[str, Any], low: int | None, high: int | None) -> str:
    """Choices that differ in an amount, in words."""
    return texts.say("terminal", f"group_{name}", {**details, "low": low, "high": high})


def sequences(match: Match) -> list[tuple[Picked, ...]]:
    """None: every choice is made by itself."""
    return []


def notes(match: Match, lang: str) -> dict[str, str]:
    """Warnings by target, for whoever decides: tiles that would be lost, or could only be marked (§6.4, §6.6, §6.7).
    Bids that would leave too little, though the least one does not, have their own, by their words."""
    texts = match.texts(lang)
    words = {outlook: texts.say("terminal", f"note_{outlook.name.lower()}", {}) for outlook in Outlook if outlook}
    return notes_of_bids(match, words, outlooks(match), partial(outlooks_after, match), AMOUNTS["bid"])


def extras(match: Match) -> Extras:
    """What the mats show besides the state. All of it lies open to everybody (§1.2)."""
    found = mats(match)
    return {
        "points": [{"prestige": mat.prestige, "population": mat.population} for mat in found],
        "income": [mat.income for mat in found],
        "goods": [GOOD_OF[choice] for choice in match.legal_ids if choice in GOOD_OF],
        "production": [mat.production for mat in found],
        "fitting": [mat.fitting if mat.production else [] for mat in found],
    }


def printed(match: Match, lang: str) -> Box:
    """What is printed in the box, with names in a language."""
    texts = match.texts(lang)
    data = match.box.data
    tiles: list[Tile] = data["tile"]
    civilizations: list[CivilizationMat] = data["civilization"]

    def named(of: str, key: str) -> str:
        return texts.name(of, texts.lists[of].index(key)).removesuffix(f" ({key})")

    return {
        "tiles": {tile["id"]: {**tile, "name": named("tile", tile["id"])} for tile in tiles},
        "civilizations": {
            row["name"]: {**row, "place": place, "title": named("civilization", row["name"])}
            for place, row in enumerate(civilizations, 1)
        },
        "disasters": [
            {"id": key, "name": named("disaster", key), "chits": data["chits"][key]} for key in texts.lists["disaster"]
        ],
        "game": data["game"],
        "stores": data["stores"],
        "rounds": data["rounds"],
        "population_income": data["population_income"],
        "levels": data["solo_level"],
    }


# -- the end -----------------------------------------------------------------------------------------------------------


def sheet(match: Match, lang: str) -> list[Account]:
    """§14: where each player's points come from. The lower of the two sums counts."""
    texts = match.texts(lang)
    found: list[Account] = []
    for seat, (prestige, population, *_) in enumerate(mats(match)):
        player = match.facts["players"][seat]
        tiles = [int(player["tiles"][place]) for place in range(int(player["tile_count"]))]
        worth = [_tile(match, texts, tile) for tile in tiles]
        coins = texts.count(int(player["coins"]), "coins")
        left = _item(coins, prestige - sum(item["points"] for item in worth), PRESTIGE)
        worth.append({**left, "row": texts.say("terminal", "coins", {})})
        people = [_item(texts.count(int(player["population"]), "population"), population, POPULATION)]
        found.append(
            {
                "columns": [
                    _column(texts, "prestige", PRESTIGE, worth, prestige, decisive=prestige <= population),
                    _column(texts, "population", POPULATION, people, population, decisive=population <= prestige),
                ],
                "ties": _ties(texts, max(prestige, population), int(player["luxury"])) if match.seats > 1 else [],
            }
        )
    return found


def _tile(match: Match, texts: Texts, tile: int) -> Item:
    name, printed = texts.name("tile", tile), match.box.record[0]["tiles"][tile]
    row = texts.say("terminal", "lands" if printed["land"] else "buildings", {})
    return {**_item(name, int(printed["prestige"]), PRESTIGE), "thing": name, "row": row}


def _ties(texts: Texts, higher: int, luxury: int) -> list[Item]:
    return [
        _item(texts.say("terminal", "higher", {}), higher, TIES),
        _item(texts.say("terminal", "luxury", {}), luxury, TIES),
    ]


def _column(texts: Texts, name: str, clause: str, items: list[Item], total: int, *, decisive: bool) -> Column:
    return {
        "name": name,
        "label": texts.say("terminal", name, {}),
        "clause": clause,
        "items": [item for item in items if item["points"]],
        "total": total,
        "decisive": decisive,
    }


def _item(words: str, worth: int, clause: str) -> Item:
    return {"label": words, "points": worth, "clause": clause}


def goal(match: Match) -> int | None:
    """§15.4: the points that a solo level asks for."""
    level = int(match.facts["options"]["solo_level"])
    return target_of(match.box, level) if level else None


def verdict(match: Match, lang: str) -> str:
    """What decides, in words. Alone there are no ties."""
    return match.texts(lang).say("terminal", "tie" if match.seats > 1 else "lower", {})


def curves(match: Match, lang: str) -> Curves:
    """Prestige, population and coins at the beginning of every round, and at the end."""
    texts = match.texts(lang)
    past = [match.at(move) for move in range(match.first_move, match.move_number + 1)]
    begins: dict[int, int] = {}
    for choice, then in enumerate(past):
        if number := int(then.facts["round_number"]):
            begins.setdefault(number, choice)
    times = [*map(str, begins), texts.say("table", "end", {})]
    plotter = Plotter(match, lang, [*begins.values(), len(past) - 1], times)
    standing, seats = [mats(then) for then in past], range(match.seats)
    courses: dict[str, list[list[int]]] = {
        "prestige": [[at[seat].prestige for at in standing] for seat in seats],
        "population": [[at[seat].population for at in standing] for seat in seats],
        "coins": [[int(then.facts["players"][seat]["coins"]) for then in past] for seat in seats],
    }
    return times, [
        plotter.curve(name, texts.say("terminal", name, {}), course, BENT_BY[name], piecemeal=PIECEMEAL)
        for name, course in courses.items()
    ]
