"""What a table of Hellas in the browser shows besides the view: targets, notes, printed facts, score sheet.

Everything is asked of the rules, the box and the texts. What goes to all seats alike says nothing about marble behind
screens (§1.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from petteia.curves import Plotter
from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.engine.texts import Texts
from petteia.engine.views import places_of
from petteia.games.hellas.box import NEVER, PHASES, YIELDS, neighbours, place_of, spots
from petteia.games.hellas.choices import MOST_ACTIONS, MOST_QUARRIES, MOST_SPACES, MOST_TEMPLES
from petteia.games.hellas.options import TieBreak
from petteia.games.hellas.show.insight import (
    CITY,
    PARTS,
    VILLAGE,
    groups,
    hands,
    income,
    open_marble,
    outlook,
    parts,
    stones_left,
)
from petteia.games.hellas.show.told import ActionPrint, Box, Drawing, Extras, Ground, QuarryTile, Space, Yields
from petteia.games.hellas.show.words import action_price
from petteia.games.hellas.state import Happened, Step
from petteia.match import Match
from petteia.pages import Account, Curves, Item, Noted

# What changes the values of a curve.
BUILDS = {"house", "plaza", "palace", "statue", "columns"}
BENT_BY = {"score": {*BUILDS, "completed", "ring", "scored"}, "marble": {*BUILDS, "income", "marble"}}

AMOUNTS: Mapping[str, str] = {}  # nothing is chosen by an amount
SELDOM = ()
NOTED: Noted = {
    "income": (Happened.INCOME, "marble"),
    "columns": (Happened.COLUMNS, "columns"),
    "unpaid": (Happened.DECLINED, "unpaid"),
}

CLAUSES = {"city": "§10.2", "temples": "§10.3", "statues": "§10.4", "rings": "§10.5", "marble": "§10.6"}
TIES = "§10.8"
BUILDING = (Step.HOUSE, Step.HOUSE_PLAZA, Step.PALACE, Step.STATUE)


def target(s: Any, picked: Picked) -> str | None:
    """The thing on the table that a choice is about, as the browser's board names it: space:17, quarry:5…"""
    return next((f"{name}:{value}" for name, value in picked.parameters.items()), None)


def things(box: boxes.Box, arguments: Mapping[str, int | None]) -> list[str]:
    """What news is about, by the names that things have on the page."""
    most = {"space": MOST_SPACES, "quarry": MOST_QUARRIES, "temple": MOST_TEMPLES, "action": MOST_ACTIONS}
    found = ((name, arguments.get(name)) for name in most)
    return [f"{name}:{place % most[name] + 1}" for name, place in found if place is not None and place >= 0]


def label(texts: Texts, name: str, details: Mapping[str, Any], low: int | None, high: int | None) -> str:
    """Choices that differ in an amount, in words: there are none."""
    return texts.say("choices", name, details)


def sequences(match: Match) -> list[tuple[Picked, ...]]:
    """None: every choice is made by itself."""
    return []


def notes(match: Match, lang: str) -> dict[str, str]:
    """Warnings by target, for whoever decides: actions by which he would build nothing, and spaces where a palace would
    touch no house, and score nothing (§9.3)."""
    step = int(match.facts["step"])
    return _notes_of_actions(match, lang) if step == Step.ACTION else _notes_of_palaces(match, lang, step)


def _notes_of_actions(match: Match, lang: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for choice in match.legal_ids:
        action = int(match.game.space.pick(choice).parameters["action"])
        if why := outlook(match, action - 1):
            marble = int(match.facts["players"][match.facts["chooser"]]["marble"])
            details = {**action_price(match.box.data["action"], action - 1), "have": marble}
            found[f"action:{action}"] = match.texts(lang).say("table", f"note_{why.name.lower()}", details)
    return found


def _notes_of_palaces(match: Match, lang: str, step: int) -> dict[str, str]:
    if step != Step.PALACE or match.to_move is None:
        return {}
    settled = {space for own in groups(match, match.to_move) if own.kind in (CITY, VILLAGE) for space in own.spaces}
    near = match.box.record[0]["boards"][match.facts["board"]]["near"]
    alone = match.texts(lang).say("table", "note_palace_alone", {})
    return {
        f"space:{space}": alone
        for space in (match.game.space.pick(choice).parameters.get("space") for choice in match.legal_ids)
        if space is not None and settled.isdisjoint(places_of(near[int(space) * 2 - 2 : int(space) * 2].tolist(), 64))
    }


def yields_beside(match: Match) -> dict[int, int]:
    """Of each space beside active quarries, the marble that these show together."""
    s, box = match.facts, match.box.record[0]
    board = box["boards"][s["board"]]
    found: dict[int, int] = {}
    for quarry in range(int(board["quarry_count"])):
        if int(s["active"]) >> quarry & 1:
            shown = int(box["tiles"][s["tops"][quarry]]["marble"][s["options"]["yields"]])
            at = int(board["quarries"][quarry]) * 2
            for space in places_of(board["near"][at : at + 2].tolist(), 64):
                found[space] = found.get(space, 0) + shown
    return found


def extras(match: Match) -> Extras:
    """What lies open to everybody, counted together: groups, supplies, and the points as they stand. Of marble only
    what is open."""
    s, box = match.facts, match.box.record[0]
    shown = open_marble(match)
    standing = [parts(match, seat) for seat in range(match.seats)]
    supply = match.box.data["supply"]
    action = int(s["action"])
    by = hands(match)
    building = int(s["step"]) in BUILDING
    return {
        "groups": [
            [
                {
                    "kind": own.kind,
                    "spaces": own.spaces,
                    "temples": own.temples,
                    "statues": own.statues,
                    "largest": place == 0 and own.kind == CITY,
                }
                for place, own in enumerate(groups(match, seat))
            ]
            for seat in range(match.seats)
        ],
        "points": [
            {
                "city": own["city"],
                "temples": own["temples"],
                "statues": own["statues"],
                "rings": own["rings"],
                "marble": own["marble"] if shown else None,
                "total": sum(own.values()) if shown else None,
            }
            for own in standing
        ],
        "without_marble": [sum(own.values()) - own["marble"] for own in standing],
        "income": [income(match, seat) for seat in range(match.seats)],
        "stones": [stones_left(match, seat) for seat in range(match.seats)],
        "left": [
            {
                "houses": supply["houses"] - int(p["house_count"]),
                "plazas": supply["plazas"] - int(p["plaza_count"]),
                "palaces": supply["palaces"] - int(p["palace_count"]),
            }
            for p in (s["players"][seat] for seat in range(match.seats))
        ],
        "stones_by": {str(place): seat for place, seat in by.stones.items()},
        "columns_by": by.columns,
        "supply": {
            "columns": supply["columns"] - sum(s["columns"]),
            "statues": supply["statues"] - len(places_of(s["statues"], 64)),
            "rings": int(s["rings"]),
            "tiles": int(box["tile_count"]) - int(s["drawn"]),
        },
        "closed": [
            quarry + 1
            for quarry in range(int(box["boards"][s["board"]]["quarry_count"]))
            if s["heights"][quarry] and not int(s["active"]) >> quarry & 1
        ],
        "earns": {str(space): marble for space, marble in yields_beside(match).items()},
        "prices": {
            place: int(box["actions"][action][place])
            for place in ("coast", "mountain")
            if building and int(box["actions"][action][place]) != NEVER
        },
    }


def printed(match: Match, lang: str) -> Box:
    """What is printed in the box, with names in a language; of the boards the one on the table."""
    texts = match.texts(lang)
    data, board = match.box.data, _board(match)
    actions: list[ActionPrint] = data["action"]
    tiles: list[QuarryTile] = data["tile"]
    return {
        "board": {
            "id": data["board"][board]["name"],
            "name": texts.name("board", board),
            **_map(data["board"][board]["map"]),
        },
        "actions": [
            {
                **row,
                "place": place + 1,
                "title": texts.name("action", place),
                "for_all": row["kind"] in ("house", "house_plaza", "palace", "quarry"),
            }
            for place, row in enumerate(actions)
        ],
        "tiles": {str(row["number"]): row for row in tiles},
        "yields": cast("Yields", YIELDS[int(match.facts["options"]["yields"])]),
        "phases": PHASES,
        "most_spaces": MOST_SPACES,  # news count the spaces of the second board on from here
        "stones": next(row["phases"] for row in data["stones"] if row["players"] == match.seats),
        "colours": [texts.name("colour", seat) for seat in range(match.seats)],
        "game": data["game"],
        "supply": data["supply"],
        "start": data["start"],
    }


def _board(match: Match) -> int:
    """§2.1: the board that is played on, also while people are waited for and nothing is dealt yet."""
    wanted = int(match.facts["options"]["board"])
    return wanted - 1 if wanted else int(match.box.record[0]["board_for"][match.seats])


def _map(drawing: str) -> Drawing:
    """A board for drawing it: every space with its place on the half-step grid, its kind and its neighbours."""
    spaces = spots(drawing)
    near = neighbours(spaces)
    numbers = {"quarry": 0, "temple": 0}
    found: list[Space] = []
    for place, spot in enumerate(spaces):
        row: Space = {
            "place": place + 1,
            "name": spot.name,
            "row": spot.row,
            "column": spot.column,
            "kind": cast("Ground", spot.kind),
            "near": [other + 1 for other in near[place]],
        }
        if spot.kind in numbers:
            numbers[spot.kind] += 1
            row["number"] = numbers[spot.kind]
        if spot.kind == "temple":
            row["size"] = int(spot.sign)
        found.append(row)
    return {
        "rows": max(spot.row for spot in spaces) + 1,
        "columns": max(spot.column for spot in spaces) + 1,
        "spaces": found,
    }


# -- the end -----------------------------------------------------------------------------------------------------------


def sheet(match: Match, lang: str) -> list[Account]:
    """§10: where each player's points come from, each with the things on the map that it is about. Before the end
    nothing is said about marble behind screens."""
    texts = match.texts(lang)
    shown = open_marble(match)
    game = match.box.data["game"]
    found: list[Account] = []
    for seat in range(match.seats):
        totals = parts(match, seat) if shown else {**parts(match, seat), "marble": 0}
        player = match.facts["players"][seat]
        cities = [own for own in groups(match, seat) if own.kind == CITY]
        items: dict[str, list[Item]] = {part: [] for part in PARTS}
        for city in cities:
            words = texts.say("terminal", "city", {})
            spaces = [f"space:{space}" for space in city.spaces]
            named = f"{words} {_name(match, texts, 'space', city.spaces[0])}"
            if city is cities[0]:
                size = texts.count(len(city.spaces), "buildings")
                items["city"].append(_item(f"{named}: {size}", totals["city"], "city", spaces))
            for temple in city.temples:
                columns = int(match.facts["columns"][temple - 1])
                name = f"{texts.say('terminal', 'temple', {})} {_name(match, texts, 'temple', temple)}"
                found_at = [f"temple:{temple}", *spaces]
                items["temples"].append(_item(f"{name}, {named}", columns, "temples", found_at, name))
            for statue in city.statues:
                name = f"{texts.say('terminal', 'statue', {})} {_name(match, texts, 'space', statue)}"
                found_at, points = [f"space:{statue}", *spaces], game["points_per_statue"]
                items["statues"].append(_item(f"{name}, {named}", points, "statues", found_at, name))
        rings, marble = int(player["rings"]), int(player["marble"])
        items["rings"].append(_item(texts.count(rings, "rings"), rings * game["points_per_ring"], "rings", []))
        most = totals["rings"] - rings * game["points_per_ring"]
        items["rings"].append(_item(texts.say("terminal", "most_rings", {}), most, "rings", []))
        items["marble"].append(_item(texts.count(marble, "marble"), totals["marble"], "marble", []))
        over = marble % game["marble_per_point"]
        found.append(
            {
                "columns": [
                    {
                        "name": part,
                        "label": texts.say("terminal", part, {}),
                        "clause": CLAUSES[part],
                        "items": [item for item in items[part] if item["points"]],
                        "total": totals[part],
                        "decisive": False,  # all of them count
                    }
                    for part in PARTS
                ],
                "ties": [
                    {"label": texts.say("terminal", "left_over", {}), "points": over, "clause": TIES, "targets": []}
                ]
                if shown and int(match.facts["options"]["tie_break"]) == TieBreak.MARBLE
                else [],
            }
        )
    return found


def _name(match: Match, texts: Texts, of: str, number: int) -> str:
    return texts.name(of, place_of(of, int(match.facts["board"]), number - 1))


def _item(words: str, worth: int, part: str, targets: list[str], thing: str = "") -> Item:
    item: Item = {"label": _begun(words), "points": worth, "clause": CLAUSES[part], "targets": targets}
    return {**item, "thing": _begun(thing)} if thing else item


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def goal(match: Match) -> int | None:
    """Nobody plays alone."""
    return None


def verdict(match: Match, lang: str) -> str:
    """What decides, in words."""
    by_marble = int(match.facts["options"]["tie_break"]) == TieBreak.MARBLE
    return match.texts(lang).say("terminal", "tie_marble" if by_marble else "tie", {})


def curves(match: Match, lang: str) -> Curves:
    """Points and marble whenever everybody has placed as many stones, and at the end. Marble behind screens counts
    only when they are lifted."""
    texts = match.texts(lang)
    shown = open_marble(match)
    past = [match.at(move) for move in range(match.first_move, match.move_number + 1)]
    begins: dict[tuple[int, int], int] = {}
    for choice, then in enumerate(past):
        if int(then.facts["step"]) == Step.ACTION:
            turn = int(then.facts["used"]).bit_count() // match.seats
            begins.setdefault((int(then.facts["phase"]), turn), choice)
    times = [f"{phase}.{turn + 1}" for phase, turn in begins] + [texts.say("table", "end", {})]
    plotter, seats = Plotter(match, lang, [*begins.values(), len(past) - 1]), range(match.seats)
    standing = [[parts(then, seat) for seat in seats] for then in past]
    marble = [[int(then.facts["players"][seat]["marble"]) for then in past] for seat in seats]
    courses: dict[str, list[list[int]]] = {
        "score": [[sum(at[seat].values()) - (0 if shown else at[seat]["marble"]) for at in standing] for seat in seats],
        **({"marble": marble} if shown else {}),
    }
    found = [
        plotter.curve(name, texts.say("terminal", name, {}), course, BENT_BY[name]) for name, course in courses.items()
    ]
    for bend in found[0]["bends"]:
        choice = bend["move"] - match.first_move
        before, after = (standing[at][bend["line"]] for at in (choice - 1, choice))
        counted = [part for part in PARTS if after[part] != before[part] and (shown or part != "marble")]
        gains = [f"{texts.say('terminal', part, {})} {after[part] - before[part]:+}" for part in counted]
        bend["text"] += f" ({', '.join(gains)})"  # a house may be what joins a temple
    return times, found
