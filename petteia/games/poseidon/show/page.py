"""What a table of Poseidon in the browser shows besides the view: targets, routes, prices, printed facts, score sheet.

Everything is asked of the rules, the box and the texts. All lies open (§1.2), so everybody is told the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from petteia.curves import Plotter, Values
from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.engine.records import NONE
from petteia.engine.sets import MASKS, lies_in
from petteia.engine.texts import Texts
from petteia.engine.views import places_of
from petteia.games.poseidon import answers
from petteia.games.poseidon.box import EXPLORATION, PHASES, Card, at, neighbours, spots
from petteia.games.poseidon.choices import MOST_NATIONS, MOST_SHIPS
from petteia.games.poseidon.options import DarkLines
from petteia.games.poseidon.rules.market import BOUGHT
from petteia.games.poseidon.rules.revenue import DOUBLED, UNASKED
from petteia.games.poseidon.show import insight, past, runs, warnings
from petteia.games.poseidon.show.told import (
    Box,
    Charter,
    Extras,
    Founding,
    Ground,
    Hex,
    Holdings,
    Issue,
    Offer,
    PaidRun,
    Round,
    Run,
    Runs,
    RunSailed,
    RunUnderWay,
    ShipNeeded,
    ShipsLeft,
    Trade,
)
from petteia.games.poseidon.state import Happened, Step
from petteia.match import Match
from petteia.pages import Account, Column, Curve, CurveLine, Curves, Item, Noted

# The parameter that is an amount, in which a whole range of choices differs.
AMOUNTS: Mapping[str, str] = {
    "merchants": "count",
    "take": "count",
    "sell": "count",
    "hundreds": "hundreds",
    "drachmas": "drachmas",
    "issue": "merchants",
}
SELDOM = ("mark",)  # of the Delian League
NOTED: Noted = {
    "paid": (Happened.PAID, "drachmas"),
    "king_pays": (Happened.KING_PAYS, "drachmas"),
}

CASH, MERCHANTS, TIES = "§14.1", "§14.1", "§14.2"
FOUNDING = (Step.TURN, Step.PRESTIGE, Step.MERCHANTS, Step.TAKE)
OFFERING = (Step.SHIPS, Step.HUNDREDS, Step.DRACHMAS)
SAILING = ("step", "donate", "decline", "league", "mark")  # choices of a run that goes on
EXPLORING = ("move", "post", "new_home", "league", "mark")

# What changes the values of a curve.
PRICES = {"rose", "dropped", "dropped_in_need"}
PAYMENTS = {"paid", "king_pays", "bankrupt", "card"}
BENT_BY = {
    "worth": {*PRICES, *PAYMENTS},
    "cash": {*PAYMENTS, "taken", "bought", "sold", "income", "purse"},
    "prestige": PRICES,
    "revenue": {"revenue"},
}


def target(s: Any, picked: Picked) -> str | None:
    """The thing on the table that a choice is about, as the browser's board names it: place:17, nation:3…"""
    own = picked.parameters
    if picked.name == "move" and _been(s, int(own["place"]) - 1):
        return None
    if picked.name == "best":
        return f"run:{own['donation']}"
    if picked.name == "home":
        return "run:home"
    if picked.name == "poseidon" and int(s["step"]) == Step.FLEET:
        return "run:doubled"
    if picked.name == "sail":
        return f"start:{own['start']}"
    if picked.name == "offer":
        return f"fleet:{own['nation']}:{own['ship']}"
    if picked.name == "trade":
        return f"trade:{own['ship']}"
    if picked.name in ("ship", "force"):
        return "bank"
    if "nation" in own:  # one may buy and sell merchants of the same nation
        return f"{picked.name}:{own['nation']}"
    return next((f"{key}:{own[key]}" for key in ("place", "card", "space") if key in own), None)


def _been(s: Any, place: int) -> bool:
    """Whether the discovery ship has been on a place and does not sail there again now: who points at it is thinking of
    a post."""
    if int(s["step"]) != Step.DISCOVER or not lies_in(s["touched"], place):
        return False
    return int(s["left"]) == 0 or place == int(s["nations"][int(s["nation"])]["explorer"])


def things(box: boxes.Box, arguments: Mapping[str, int | None]) -> list[str]:
    """What news is about, by the names that things have on the page."""
    named = {"place": "place", "space": "space", "card": "card", "nation": "nation", "seller": "nation"}
    found = ((name, arguments.get(key)) for key, name in named.items())
    return [f"{name}:{number + 1}" for name, number in found if number is not None and number >= 0]


def label(texts: Texts, name: str, details: Mapping[str, Any], low: int | None, high: int | None) -> str:
    """Choices that differ in an amount, in words."""
    return texts.say("table", f"group_{name}", {**details, "low": low, "high": high})


def sequences(match: Match) -> list[tuple[Picked, ...]]:
    """Voyages of the discovery ship to places further off, one for each: the shortest way, past ports where there is
    one."""
    s, box = match.facts, match.box.record[0]
    if int(s["step"]) != Step.DISCOVER:
        return []
    every = s["options"]["dark_lines"] == DarkLines.FLEETS
    ways = box["maps"][s["map"]]["beside" if every else "near"].reshape(-1, MASKS).tolist()
    circles = box["circles"].tolist()
    voyages: dict[int, tuple[int, ...]] = {int(s["nations"][int(s["nation"])]["explorer"]): ()}
    reached = list(voyages)
    for _ in range(int(s["left"])):
        found: dict[int, tuple[int, ...]] = {}
        for start in sorted(reached, key=lambda place: (circles[place] == 0, place)):
            for place in (number - 1 for number in places_of(ways[start], 64)):
                if place not in voyages:
                    found.setdefault(place, (*voyages[start], place))
        voyages |= found
        reached = list(found)
    pick, move = match.game.space.pick, match.game.space.kinds["move"].first
    return [tuple(pick(move + place) for place in way) for way in voyages.values() if len(way) > 1]


def notes(match: Match, lang: str) -> dict[str, str]:
    """Warnings by target, or by the name of a choice that has none: where a king may have to pay for a ship out of his
    own purse. (Of a nation that is being founded its panel tells, before anything is chosen.)"""
    step = int(match.facts["step"])
    if step not in warnings.RISKY or step == Step.MERCHANTS:
        return {}
    texts, found = match.texts(lang), {}
    for choice in match.legal_ids:
        picked = match.game.space.pick(choice)
        if words := warnings.warning(match, picked, texts):
            found[target(match.facts, picked) or picked.name] = words
    return found


def extras(match: Match) -> Extras:
    """What lies open to everybody, counted together."""
    step = int(match.facts["step"])
    return {
        "players": [_player(match, seat) for seat in range(match.seats)],
        "nations": _nations(match),
        "order": [nation + 1 for nation in insight.order(match)],
        "ships": _ships(match),
        "open": _open_circles(match),
        "number": _round_number(match),
        "founding": _founding(match) if step in FOUNDING else None,
        "runs": _runs(match) if step in (Step.FLEET, Step.POSEIDON) else None,
        "run": _run(match) if step in (Step.SAIL, Step.DONATE) else None,
        "explored": _explored(match) if step == Step.DISCOVER else [],
        "sailed": _sailed(match),
        "offers": _offers(match) if step in OFFERING else [],
        "trades": _trades(match) if step == Step.SHIPS else [],
        "needed": _needed(match) if step in (Step.SHIPS, Step.FORCED) else None,
    }


UNFOUNDED: Charter = {
    "price": None,
    "ships": 0,
    "reach": 0,
    "endless": False,
    "posts": 0,
    "acted": False,
    "risen": None,
    "last": None,
    "forecast": 0,
    "with_ship": None,
}


def _player(match: Match, seat: int) -> Holdings:
    cash = int(match.facts["players"][seat]["cash"])
    merchants, held = answers.standing(match.box.record, match.array, seat)
    return {"cash": cash, "merchants": int(merchants), "worth": cash + int(merchants), "held": int(held)}


def _nation(match: Match, nation: int, top: int, last: int | None) -> Charter:
    own, track = match.facts["nations"][nation], match.box.record[0]["track"]
    if int(own["king"]) == NONE:
        return UNFOUNDED
    price, ships, reach, endless = answers.charter(match.box.record, match.array, nation)
    more = runs.with_ship(match.box, match.facts, nation, top) if top != NONE else None
    return {
        "price": int(price),
        "ships": int(ships),
        "reach": 0 if endless else int(reach),
        "endless": bool(endless),
        "posts": len(places_of(own["posts"], 64)),
        "acted": bool(int(match.facts["acted"]) >> nation & 1),
        "risen": int(track[min(int(own["prestige"]) + 1, int(match.box.record[0]["track_count"]) - 1)]),
        "last": last,
        "forecast": runs.forecast(match.box, runs.prospect(match.facts, nation)),
        "with_ship": None if more is None else runs.forecast(match.box, more),
    }


def _nations(match: Match) -> list[Charter]:
    """How the nations stand, founded or not."""
    top = int(answers.ship_on_top(match.box.record, match.array))
    count = int(match.box.record[0]["nation_count"])
    last = past.last_paid(match, {n for n in range(count) if int(match.facts["nations"][n]["king"]) != NONE})
    return [_nation(match, nation, top, last.get(nation)) for nation in range(count)]


def _ships(match: Match) -> list[ShipsLeft]:
    """The ships in their order: how many are left, and what happens when the first of them is bought."""
    s, box = match.facts, match.box.record[0]
    top = int(answers.ship_on_top(match.box.record, match.array))
    found: list[ShipsLeft] = []
    for kind in range(int(box["ship_count"])):
        phase = int(answers.opens(match.box.record, match.array, kind))
        scraps = int(box["phases"][phase - 1]["scraps"]) if phase != NONE else NONE
        found.append(
            {
                "left": int(s["bank"][kind]),
                "next": kind == top,
                "opens": None if phase == NONE else phase,
                "scraps": None if scraps == NONE else scraps + 1,
            }
        )
    return found


def _open_circles(match: Match) -> list[int]:
    """§9.6: of each place, how many nations may have a post there in this phase."""
    box = match.box.record[0]
    phase = box["phases"][int(match.facts["phase"]) - 1]
    far = set(places_of(box["maps"][match.facts["map"]]["far"].tolist(), 64))
    return [
        min(int(phase["far_posts" if place + 1 in far else "posts"]), int(box["circles"][place]))
        for place in range(int(box["place_count"]))
    ]


def _round_number(match: Match) -> int | None:
    """The round in its own count: the third exploration round is 3."""
    number = int(match.facts["round_number"])
    rounds = match.box.record[0]["rounds"]
    if not 0 <= number < int(match.box.record[0]["round_count"]):
        return None
    return sum(int(rounds[i]) == int(rounds[number]) for i in range(number + 1))


def _founding(match: Match) -> list[Founding]:
    """§5.3 to §5.6: what whoever is on turn could found a nation with: at each prestige, how many merchants can be put
    up for sale, and how many of them taken at least and at most. (A nation with fewer disks has less.)"""
    s, box = match.facts, match.box.record[0]
    cash, seat = int(s["players"][s["seat"]]["cash"]), int(s["seat"])
    if int(s["step"]) == Step.TURN and int(s["did"]) & BOUGHT:
        return []
    room = int(box["limit"][match.seats]) - _player(match, seat)["held"]
    disks = max(int(nation["potentials"]) for nation in box["nations"])
    found: list[Founding] = []
    for space in range(int(box["track_count"])):
        price = int(box["track"][space])
        ways: list[Issue] = []
        for merchants in range(int(answers.fewest(match.box.record)), disks + 1, 2):
            least, most = int(answers.least(match.box.record, merchants)), min(merchants, cash // price, room)
            if least <= most:
                ways.append({"merchants": merchants, "least": least, "most": most})
        if ways:
            found.append({"space": space + 1, "price": price, "ways": ways})
    return found


def _runs(match: Match) -> Runs:
    """§10.8: the best run of the acting fleet for each total of donations; and what the best of all would be worth with
    the Poseidon card, where it could still be used."""
    s = match.facts
    nation = int(s["nation"])
    found: list[PaidRun] = [
        {**_route(run), "paid": _payments(match, nation, run.worth)} for run in runs.best_runs(match.box, match.facts)
    ]
    doubled = None
    if _could_double(match):
        doubled = _route(max(runs.best_runs(match.box, s, DOUBLED), key=lambda run: run.worth))
    reach = insight.range_of(match, nation)
    home = int(match.box.record[0]["phases"][int(s["phase"]) - 1]["home"])
    return {"best": found, "doubled": doubled, "home": home, "reach": None if reach >= runs.ENDLESS else reach}


def _could_double(match: Match) -> bool:
    """§3.8: whether somebody could still use the Poseidon card for this run."""
    s = match.facts
    if int(s["phase"]) < 2 or s["poseidon_used"] or int(s["doubled"]) != UNASKED or _endless(match):
        return False
    return any(int(s["players"][seat]["cards"]) >> Card.POSEIDON & 1 for seat in range(match.seats))


def _payments(match: Match, nation: int, worth: int) -> list[int]:
    """§10.10: what every player would be paid."""
    return [int(match.facts["players"][seat]["merchants"][nation]) * worth for seat in range(match.seats)]


def _endless(match: Match) -> bool:
    return insight.range_of(match, int(match.facts["nation"])) >= runs.ENDLESS


def _route(run: runs.Run) -> Run:
    """A run for drawing it. Places are counted from 1."""
    return {
        "donation": run.donation,
        "worth": run.worth,
        "start": run.start + 1,
        "stops": [{"place": place + 1, "value": value} for place, value in zip(run.stops, run.values, strict=True)],
        "path": [place + 1 for place in run.path],
        "steps": len(run.path) - 1,
    }


def _run(match: Match) -> RunUnderWay:
    """The run under way, as far as it is known where it went."""
    s = match.facts
    visited = places_of(s["visited"], 64)
    return {
        "path": _sailed_so_far(match),
        "stops": [
            {"place": place, "value": runs.worth(match.box, s, int(s["nation"]), place - 1)} for place in visited
        ],
        "left": None if _endless(match) else int(s["left"]),
        "worth": int(s["gain"]),
        "paid": _payments(match, int(s["nation"]), int(s["gain"])),
    }


def _sailed_so_far(match: Match) -> list[int]:
    """The places of a run that goes step by step, from the choices that made it."""
    path: list[int] = []
    for choice, state in zip(reversed(match.played), reversed(match.states[:-1]), strict=True):
        picked = match.game.space.pick(choice)
        if picked.name == "step":
            path.append(int(picked.parameters["place"]))
        elif picked.name == "sail":
            then = np.frombuffer(state, match.game.state.plain)[0]
            own = then["nations"][then["nation"]]
            home = int(match.box.record[0]["nations"][then["nation"]]["home"])
            path.append((home if picked.parameters["start"] == "home" else int(own["new_home"])) + 1)
            break
        elif picked.name not in (*SAILING, "done"):
            break
    return path[::-1]


def _explored(match: Match) -> list[int]:
    """Where the discovery ship went in this turn."""
    s = match.facts
    moved: list[int] = []
    for choice in reversed(match.played):
        picked = match.game.space.pick(choice)
        if picked.name not in EXPLORING or len(moved) == int(_discovery(match)) - int(s["left"]):
            break
        if picked.name == "move":
            moved.append(int(picked.parameters["place"]))
    start = sorted(set(places_of(s["touched"], 64)) - set(moved))
    return [*start[:1], *moved[::-1]]


def _discovery(match: Match) -> int:
    return int(match.box.record[0]["phases"][int(match.facts["phase"]) - 1]["discovery"])


def _sailed(match: Match) -> RunSailed | None:
    """The run that the last choice brought to its end."""
    if match.move_number == match.first_move:
        return None
    happened = match.news
    revenue = next((one.arguments for one in happened if one.kind == "revenue"), None)
    if revenue is None:
        return None
    stops = [one.arguments for one in happened if one.kind == "stop"]
    start = next((one.arguments["place"] for one in happened if one.kind == "sailed"), None)
    if start is None:  # step by step
        path = _sailed_so_far(match)
    else:
        chart, path = match.box.record[0]["maps"][match.facts["map"]], [start + 1]
        for stop in stops:
            path += [place + 1 for place in runs.way(chart, path[-1] - 1, stop["place"] or 0)]
    return {
        "nation": int(revenue["nation"] or 0) + 1,
        "worth": int(revenue["value"] or 0),
        "path": path,
        "stops": [{"place": int(stop["place"] or 0) + 1, "value": int(stop["value"] or 0)} for stop in stops],
    }


def _offers(match: Match) -> list[Offer]:
    """§11.6 to §11.8: ships of other nations that an offer can be made for, and the prices that can be named."""
    s = match.facts
    found: list[Offer] = []
    most = int(answers.money(match.array))
    for seller in range(MOST_NATIONS):
        for ship in range(MOST_SHIPS):
            named = int(s["seller"]) == seller and int(s["wanted"]) == ship
            at_all = int(s["step"]) == Step.SHIPS and answers.may_offer(match.box.record, match.array, seller, ship)
            if named or at_all:
                refused = int(s["refused"][seller * MOST_SHIPS + ship])
                found.append(
                    {
                        "nation": seller + 1,
                        "ship": ship + 1,
                        "king": int(s["nations"][seller]["king"]),
                        "least": refused + 1,
                        "most": most,
                        "refused": refused or None,
                        "named": named,
                    }
                )
    return found


def _trades(match: Match) -> list[Trade]:
    """§11.4: what the next ship costs when another is handed in."""
    kinds = [
        int(picked.parameters["ship"])
        for picked in (match.game.space.pick(choice) for choice in match.legal_ids)
        if picked.name == "trade"
    ]
    ship = int(answers.ship_on_top(match.box.record, match.array))
    return [{"ship": old, "price": int(answers.price_with_trade(match.box.record, ship, old - 1))} for old in kinds]


def _needed(match: Match) -> ShipNeeded | None:
    """§13: what the acting nation lacks for the next ship, where it has none."""
    s = match.facts
    nation = int(s["nation"])
    ship = int(answers.ship_on_top(match.box.record, match.array))
    if nation == NONE or ship == NONE or int(answers.charter(match.box.record, match.array, nation)[1]):
        return None
    own, king = s["nations"][nation], s["players"][s["nations"][nation]["king"]]
    lacking = int(answers.lacking(match.box.record, match.array))
    return {
        "ship": ship + 1,
        "price": int(match.box.record[0]["ships"][ship]["price"]),
        "lacking": lacking,
        "cash": int(king["cash"]),
        "still": max(lacking - int(king["cash"]), 0),
        "potentials": int(own["potentials"]),
    }


def printed(match: Match, lang: str) -> Box:
    """What is printed in the box, with names in a language; of the maps the one on the table."""
    texts, data, record = match.texts(lang), match.box.data, match.box.record[0]
    number = _map_number(match)
    board = data["map"][number]
    spaces = spots(data["hex"])
    place_of = {hexagon: place for place, spot in enumerate(spaces) for hexagon in spot.hexes}
    near = neighbours(spaces, set())
    marks = _marks([row["name"] for row in data["nation"]])
    phases = data["phase"]
    return {
        "map": {"id": board["name"], "name": texts.name("map", number)},
        "rows": max(at(row["at"])[0] for row in data["hex"]) + 1,
        "columns": max(at(row["at"])[1] for row in data["hex"]),
        "places": [
            {
                "place": place + 1,
                "id": spot.id,
                "name": spot.name,
                "kind": cast("Ground", spot.kind),
                "hexes": [_hex(hexagon) for hexagon in spot.hexes],
                "values": [int(record["worth"][place * PHASES + phase]) for phase in range(PHASES)],
                "circles": int(record["circles"][place]),
                "donation": int(record["donation"][place]),
                "near": sorted(other + 1 for other in near[place]),
                "closed": bool(set(spot.hexes) & set(board["closed"])),
            }
            for place, spot in enumerate(spaces)
        ],
        "barriers": [(_hex(one), _hex(other)) for one, other in (row["between"] for row in data["barrier"])],
        "nations": [
            {
                "number": nation + 1,
                "id": row["name"],
                "name": texts.name("nation", nation),
                "people": row["people"],
                "mark": marks[nation],
                "tone": row["colour"],
                "home": place_of[row["home"]] + 1,
                "potentials": row["potentials"],
                "playing": row["name"] not in board["without"],
            }
            for nation, row in enumerate(data["nation"])
        ],
        "cards": [
            {
                "number": card + 1,
                "id": row["id"],
                "name": texts.name("card", card),
                "price": row["price"],
                "income": row["income"],
                "place": None if row["place"] is None else place_of[row["place"]] + 1,
            }
            for card, row in enumerate(data["card"])
        ],
        "ships": [
            {
                "number": kind + 1,
                "id": row["name"],
                "name": texts.name("ship", kind),
                "range": row["range"],
                "price": row["price"],
                "count": row["count"] - (row["less_with_two"] if match.seats == 2 else 0),
            }
            for kind, row in enumerate(data["ship"])
        ],
        "phases": [
            {
                "number": phase + 1,
                "discovery": row["discovery"],
                "posts": row["posts"],
                "far_posts": row["far_posts"],
                "home": row["home"],
                "purse": row["purse"],
                "issue": row["issue"],
                "opened_by": row["opened_by"],
                "scraps": row["scraps"],
            }
            for phase, row in enumerate(phases)
        ],
        "track": data["prestige"]["track"],
        "rounds": _rounds(match),
        "limit": int(record["limit"][match.seats]),
        "game": {
            "least_merchants": data["game"]["least_merchants"],
            "crown_merchants": data["game"]["crown_merchants"],
            "largest_fleet": data["game"]["largest_fleet"],
        },
        "colours": [texts.name("colour", seat) for seat in range(match.seats)],
    }


def _hex(coordinate: str) -> Hex:
    row, column = at(coordinate)
    return {"row": row, "column": column}


def _map_number(match: Match) -> int:
    """§2.1: the map that is played on, also while people are waited for and nothing is dealt yet."""
    wanted = int(match.facts["options"]["map"])
    return wanted - 1 if wanted else int(match.box.record[0]["map_for"][match.seats])


def _rounds(match: Match) -> list[Round]:
    record = match.box.record[0]
    found: list[Round] = []
    counts = [0, 0]
    for i in range(int(record["round_count"])):
        kind = int(record["rounds"][i])
        counts[kind] += 1
        found.append(
            {
                "kind": "exploration" if kind == EXPLORATION else "market",
                "number": counts[kind],
                "ship_leaves": bool(record["ship_leaves"][i]),
            }
        )
    return found


def _marks(names: list[str]) -> list[str]:
    """Two letters for each name: the first two; where others begin alike, the first and one that they do not have."""
    found = []
    for name in names:
        twins = [other for other in names if other != name and other[:2].lower() == name[:2].lower()]
        own = [letter for letter in name[1:] if all(letter not in other.lower() for other in twins)]
        found.append(name[0] + (own[0] if twins and own else name[1:2]))
    return found


def sheet(match: Match, lang: str) -> list[Account]:
    """§14: cash, and what everybody's merchants are worth, nation by nation."""
    texts, s = match.texts(lang), match.facts
    prices = insight.prices(match)
    found: list[Account] = []
    for seat in range(match.seats):
        player = s["players"][seat]
        cash = int(player["cash"])
        items: list[Item] = [
            {
                "label": f"{texts.name('nation', nation)}: {int(player['merchants'][nation])} × {price}",
                "points": int(player["merchants"][nation]) * price,
                "clause": MERCHANTS,
                "targets": [f"nation:{nation + 1}"],
                "thing": texts.name("nation", nation),
                "row": texts.name("nation", nation),
            }
            for nation, price in enumerate(prices)
            if int(player["merchants"][nation])
        ]
        found.append(
            {
                "columns": [
                    _column(texts, "cash", CASH, [], cash),
                    _column(texts, "merchants", MERCHANTS, items, sum(item["points"] for item in items)),
                ],
                "ties": [],
            }
        )
    return found


def _column(texts: Texts, name: str, clause: str, items: list[Item], total: int) -> Column:
    return {
        "name": name,
        "label": texts.say("table", f"sheet_{name}", {}),
        "clause": clause,
        "items": items,
        "total": total,
        "decisive": False,
    }


def goal(match: Match) -> int | None:
    """Nobody plays alone."""
    return None


def verdict(match: Match, lang: str) -> str:
    """What decides, in words."""
    return match.texts(lang).say("table", "verdict", {})


def curves(match: Match, lang: str) -> Curves:
    """Everybody's worth and cash, each nation's prestige, and what its fleet paid for a merchant: at the beginning of
    every round, and at the end, or now. All lies open (§1.2), so it may be asked for at any time."""
    texts = match.texts(lang)
    record, data = match.box.record[0], match.box.data
    rounds = _rounds(match)
    states = np.frombuffer(b"".join(match.states), match.game.state.plain)
    number = states["round_number"].astype(int)
    known = sorted({round_ for round_ in number.tolist() if NONE <= round_ < len(rounds)})
    stops = [int(np.argmax(number == round_)) for round_ in known] + [len(states) - 1]
    times = [_short_round(texts, None if i == NONE else rounds[i]) for i in known]
    times.append(texts.say("table", "end" if match.over else "now", {}))
    nations = [i for i in range(int(record["nation_count"])) if (states["nations"]["king"][:, i] != NONE).any()]
    marks = _marks([row["name"] for row in data["nation"]])
    lines: list[CurveLine] = [
        {"name": texts.name("nation", i), "mark": marks[i], "tone": data["nation"][i]["colour"]} for i in nations
    ]

    track = np.append(record["track"], 0)
    prices = track[states["nations"]["prestige"]]  # by choice and nation; NONE is the last, which is worth nothing
    cash = states["players"]["cash"].astype(int)
    worth = cash + (states["players"]["merchants"].astype(int) * prices[:, None, :]).sum(axis=2)
    founded = states["nations"]["prestige"] != NONE
    plotter, seats = Plotter(match, lang, stops), range(match.seats)

    def curve(name: str, course: Sequence[Values], nations: Sequence[int] = ()) -> Curve:
        label = texts.say("table", f"curve_{name}", {})
        if not nations:
            return plotter.curve(name, label, course, BENT_BY[name])
        of = {nation: line for line, nation in enumerate(nations)}
        return plotter.curve(
            name, label, course, BENT_BY[name], lines, lambda told: of.get(told.arguments["nation"] or 0)
        )

    return times, [
        curve("worth", [worth[:, seat].tolist() for seat in seats]),
        curve("cash", [cash[:, seat].tolist() for seat in seats]),
        curve("prestige", [_since(founded[:, n], prices[:, n]) for n in nations], nations),
        curve("revenue", _paid(match, len(states), nations), nations),
    ]


def _short_round(texts: Texts, round_: Round | None) -> str:
    """A round in a letter and its number; the Poseidon round, which comes before all others, in a letter."""
    if round_ is None:
        return texts.say("table", "short_cards", {})
    return f"{texts.say('table', 'short_' + round_['kind'], {})}{round_['number']}"


def _since(begun: Any, values: Any) -> Values:
    """Values from a time on; none before."""
    return [value if there else None for there, value in zip(begun.tolist(), values.tolist(), strict=True)]


def _paid(match: Match, moments: int, nations: list[int]) -> list[Values]:
    """What the fleets of some nations had paid for a merchant after every choice, added up; none before the first
    run."""
    paid = {nation: np.zeros(moments, int) for nation in nations}
    begun = {nation: np.zeros(moments, bool) for nation in nations}
    for move, nation, value in past.ended_runs(match):
        paid[nation][move:] += value
        begun[nation][move:] = True
    return [_since(begun[nation], paid[nation]) for nation in nations]
