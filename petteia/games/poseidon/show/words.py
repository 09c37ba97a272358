"""What the words for decisions and choices need to know of the table: names, prices, counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.engine.records import NONE
from petteia.engine.sets import lies_in
from petteia.games.poseidon.box import PHASES, Card, Ground
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.options import Capital, Rebuy
from petteia.games.poseidon.rules.market import BOUGHT, SOLD
from petteia.games.poseidon.show import runs
from petteia.games.poseidon.state import Step

FOUNDING = (Step.PRESTIGE, Step.MERCHANTS, Step.TAKE)
AT_SEA = (Step.POSEIDON, Step.FLEET, Step.SAIL, Step.DONATE)
TRADING = (Step.HUNDREDS, Step.DRACHMAS, Step.ANSWER)

# The choices that differ in an amount, and the parameter that is one.
AMOUNTS = {
    "merchants": "count",
    "take": "count",
    "sell": "count",
    "hundreds": "hundreds",
    "drachmas": "drachmas",
    "issue": "merchants",
}


def details(box: boxes.Box, s: Any) -> dict[str, Any]:
    """Of a decision. A step's own name is a word for variants of what can be chosen there ("done", "decline")."""
    step, seat = Step(int(s["step"])), int(s["seat"])
    player = s["players"][seat]
    found: dict[str, Any] = {
        "phase": int(s["phase"]),
        "cash": int(player["cash"]),
        "held": sum(player["merchants"]),
        "limit": int(box.record[0]["limit"][int(s["seats"])]),
        step.name.lower(): 1,
    }
    nation = nation_of(s, step)
    if nation != NONE:
        found.update(about_nation(box, s, nation))
    if step == Step.TURN:
        did = int(s["did"])
        found.update({"pass": int(did == 0), "bought": did & BOUGHT, "sold": did & SOLD})
        found.update({"found": can_found(box, s), "buy": can_buy(box, s)})
    elif step == Step.TAKE:
        found["count"] = int(s["count"])
    elif step == Step.POWERS:
        found.update(about_card(box, s))
    elif step == Step.PURSE:
        found["purse"] = int(box.record[0]["phases"][int(s["phase"]) - 1]["purse"])
    elif step == Step.DISCOVER:
        found.update(place=int(s["nations"][nation]["explorer"]), left=int(s["left"]))
    elif step in AT_SEA:
        found.update(about_run(box, s, nation))
    elif step == Step.SHIPS:
        found["must"] = int(not any(s["nations"][nation]["fleet"]))
    elif step in TRADING:
        found.update(seller=int(s["seller"]), ship=int(s["wanted"]), price=int(s["price"]), base=int(s["price"]))
    elif step == Step.ISSUE:
        found.update(about_issue(box, s, nation))
    elif step == Step.FORCED:
        price = int(box.record[0]["ships"][next_ship(box, s)]["price"])
        found["short"] = price - found["coffers"] - found["cash"]
    return found


def nation_of(s: Any, step: Step) -> int:
    """The nation that a decision is about, or NONE."""
    if step == Step.ISSUE:
        return int(s["issuer"])
    return int(s["league_nation"] if step == Step.MARK else s["nation"])


def about_nation(box: boxes.Box, s: Any, nation: int) -> dict[str, Any]:
    own = s["nations"][nation]
    return {
        "nation": nation,
        "coffers": int(own["coffers"]),
        "potentials": int(own["potentials"]),
        "fleet": fleet(box, own),
        "price": price(box, s, nation),
    }


def fleet(box: boxes.Box, own: Any) -> str:
    """A nation's ships: 2+2+3."""
    names = [row["name"] for row in box.data["ship"]]
    ships = [name for name, count in zip(names, own["fleet"], strict=False) for _ in range(count)]
    return "+".join(ships) or "–"


def price(box: boxes.Box, s: Any, nation: int) -> int:
    """What a merchant of a nation costs; 0 before it is founded."""
    space = int(s["nations"][nation]["prestige"])
    return int(box.record[0]["track"][space]) if space != NONE else 0


def about_card(box: boxes.Box, s: Any) -> dict[str, Any]:
    card = int(s["card"])
    kind = "league" if card == Card.LEAGUE else "archon" if card == Card.ARCHON else "culture"
    return {"card": card, kind: 1, "place": int(box.record[0]["cards"][card]["place"])}


def about_run(box: boxes.Box, s: Any, nation: int) -> dict[str, Any]:
    place = int(s["place"])
    reach = runs.reach(box, s, nation)
    found = {
        "reach": reach,
        "twice": 2 * reach,
        "endless": int(reach == runs.ENDLESS),
        "left": int(s["left"]),
        "gain": int(s["gain"]),
        "place": place,
    }
    if Step(int(s["step"])) == Step.DONATE:
        found.update(donate=int(box.record[0]["donation"][place]), value=runs.worth(box, s, nation, place))
    return found


def can_found(box: boxes.Box, s: Any) -> int:
    """§5.1, §5.2: whether whoever is on turn could found a nation, as 1 or 0."""
    printed, player = box.record[0], s["players"][int(s["seat"])]
    least = _least(box, _fewest(box))
    if int(s["did"]) & BOUGHT or int(player["cash"]) < least * int(printed["track"][0]):
        return 0
    there = int(printed["maps"][int(s["map"])]["nations"])
    new = any(there >> nation & 1 and int(s["nations"][nation]["king"]) == NONE for nation in range(MOST_NATIONS))
    return int(new and sum(player["merchants"]) + least <= int(printed["limit"][int(s["seats"])]))


def can_buy(box: boxes.Box, s: Any) -> int:
    """§4.4, §4.5, §4.8, §4.9: whether there is a merchant whom whoever is on turn could buy, as 1 or 0."""
    seat = int(s["seat"])
    player = s["players"][seat]
    if int(s["did"]) & BOUGHT or sum(player["merchants"]) >= int(box.record[0]["limit"][int(s["seats"])]):
        return 0
    barred = int(player["sold"]) if int(s["options"]["rebuy"]) != Rebuy.ALLOWED else 0
    for nation, own in enumerate(s["nations"]):
        fresh = int(s["fresh"]) >> nation & 1 and int(own["king"]) == seat
        if int(own["king"]) == NONE or not int(own["pool"]) or fresh or barred >> nation & 1:
            continue
        if int(player["cash"]) >= price(box, s, nation):
            return 1
    return 0


def about_issue(box: boxes.Box, s: Any, nation: int) -> dict[str, Any]:
    """§12.2, §12.4: how many merchants may be put up, how many ships leave right after it, what the next one costs."""
    printed, own, top = box.record[0], s["nations"][nation], next_ship(box, s)
    phases = printed["phases"][: int(s["phase"])]
    old = {int(phase["scraps"]) for phase in phases} - {NONE}
    return {
        "most": min(int(phases[-1]["issue"]), int(own["potentials"])),
        "leaving": sum(int(own["fleet"][kind]) for kind in old) if top != NONE else 0,
        "next": int(printed["ships"][top]["price"]) if top != NONE else 0,
    }


def next_ship(box: boxes.Box, s: Any) -> int:
    """The kind of ship on top of the stack, or NONE."""
    return next((kind for kind, left in enumerate(s["bank"]) if left > 0), NONE)


# -- choices -----------------------------------------------------------------------------------------------------------


def choice_details(box: boxes.Box, s: Any, picked: Picked) -> dict[str, Any]:
    """Of one of its choices."""
    found: dict[str, Any] = {}
    for name, value in picked.parameters.items():
        if name in ("card", "nation", "space", "place", "ship"):
            found[name] = int(value) - 1
        elif name != "start":
            found[name] = int(value)
    about = ABOUT.get(picked.name)
    if about is not None:
        found.update(about(box, s, found if picked.name != "sail" else {"start": picked.parameters["start"]}))
    return found


def _card(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    card = box.record[0]["cards"][found["card"]]
    incomes = [int(paid) for paid in card["income"]]
    return {"drachmas": int(card["price"]), "income": "/".join(map(str, incomes)) if any(incomes) else ""}


def _found(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"potentials": int(box.record[0]["nations"][found["nation"]]["potentials"])}


def _fewest(box: boxes.Box) -> int:
    """How many merchants a founder puts up at least: an odd number."""
    return int(box.record[0]["least_merchants"]) | 1


def _least(box: boxes.Box, merchants: int) -> int:
    """How many of the merchants put up a founder takes at least."""
    return max((merchants + 1) // 2, int(box.record[0]["crown_merchants"]))


def _prestige(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    least = _least(box, _fewest(box))
    return {"drachmas": least * int(box.record[0]["track"][found["space"]])}


def _merchants(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    capital = int(s["options"]["capital"]) == Capital.TAKEN
    return {
        "drachmas": found["count"] * price(box, s, int(s["nation"])),
        "least": _least(box, found["count"]),
        "capital": int(capital),
    }


def _take(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"drachmas": found["count"] * price(box, s, int(s["nation"]))}


def _merchant(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"drachmas": price(box, s, found["nation"])}


def _sell(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    """A king's first sale in a turn makes the prestige drop."""
    nation = found["nation"]
    own, each = s["nations"][nation], price(box, s, nation)
    falls = int(own["king"]) == int(s["seat"]) and int(own["prestige"]) > 0 and not int(s["dropped"]) >> nation & 1
    drops = int(box.record[0]["track"][int(own["prestige"]) - 1]) if falls else 0
    return {"drachmas": found["count"] * each, "price": each, "drops": drops}


def _mark(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    value = runs.printed_worth(box, s, found["place"])
    return {"value": value, "twice": 2 * value}


def _culture(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"place": int(box.record[0]["cards"][int(s["card"])]["place"])}


def _move(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    place = found["place"]
    ground = int(box.record[0]["ground"][place])
    built = ground in (Ground.PORT, Ground.NEW_WORLD)
    return {"value": runs.printed_worth(box, s, place) if built else 0, "circles": free_circles(box, s, place)}


def free_circles(box: boxes.Box, s: Any, place: int) -> int:
    """§9.5 to §9.7, §9.9: how many nations may still build a post on a place in this phase."""
    printed, phase = box.record[0], box.record[0]["phases"][int(s["phase"]) - 1]
    ground = int(printed["ground"][place])
    if ground not in (Ground.PORT, Ground.NEW_WORLD):
        return 0
    nations = [s["nations"][nation] for nation in range(MOST_NATIONS)]
    if any(int(own["new_home"]) == place for own in nations):
        return 0
    posts = sum(lies_in(own["posts"], place) for own in nations)
    most = int(phase["far_posts" if ground == Ground.NEW_WORLD else "posts"])
    return max(min(most, int(printed["circles"][place])) - posts, 0)


def _post(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"value": runs.printed_worth(box, s, found["place"])}


def _home(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"drachmas": int(box.record[0]["phases"][int(s["phase"]) - 1]["home"])}


def _best(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    worth = runs.best_run(box, s, found["donation"]).worth
    return {"worth": worth, "mine": worth * int(s["players"][int(s["seat"])]["merchants"][int(s["nation"])])}


def _sail(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    nation = int(s["nation"])
    if found["start"] == "home":
        return {"place": int(box.record[0]["nations"][nation]["home"])}
    return {"place": int(s["nations"][nation]["new_home"])}


def _step(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    """What a place brings to the fleet that comes there; nothing where it was before, or cannot pay."""
    place, nation = found["place"], int(s["nation"])
    asks = int(box.record[0]["donation"][place])
    seen = lies_in(s["visited"], place)
    if seen or asks > int(s["nations"][nation]["coffers"]):
        return {"value": 0, "asks": 0}
    return {"value": runs.worth(box, s, nation, place), "asks": asks}


def _ship(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    ship = next_ship(box, s)
    if ship == NONE:
        return {"ship": NONE, "drachmas": 0, "opens": 0}
    return {"ship": ship, "drachmas": int(box.record[0]["ships"][ship]["price"]), "opens": opens(box, s, ship)}


def opens(box: boxes.Box, s: Any, ship: int) -> int:
    """The phase that the next ship of a kind would begin, or 0."""
    phases = box.record[0]["phases"]
    return next((n + 1 for n in range(int(s["phase"]), PHASES) if int(phases[n]["opened_by"]) == ship), 0)


def _trade(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    ship = next_ship(box, s)
    if ship == NONE:
        return {"drachmas": 0, "opens": 0}
    ships = box.record[0]["ships"]
    old = int(ships[found["ship"]]["price"]) // 2
    return {"drachmas": max(int(ships[ship]["price"]) - old, 0), "opens": opens(box, s, ship)}


def _hundreds(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"from": 100 * found["hundreds"], "to": 100 * found["hundreds"] + 99}


def _drachmas(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"total": int(s["price"]) + found["drachmas"]}


def _issue(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"drachmas": found["merchants"] * price(box, s, int(s["issuer"]))}


def _force(box: boxes.Box, s: Any, found: dict[str, Any]) -> dict[str, Any]:
    return {"ship": next_ship(box, s)}


ABOUT = {
    "card": _card,
    "found": _found,
    "prestige": _prestige,
    "merchants": _merchants,
    "take": _take,
    "buy": _merchant,
    "archon": _merchant,
    "sell": _sell,
    "mark": _mark,
    "culture": _culture,
    "move": _move,
    "post": _post,
    "home": _home,
    "best": _best,
    "sail": _sail,
    "step": _step,
    "ship": _ship,
    "trade": _trade,
    "hundreds": _hundreds,
    "drachmas": _drachmas,
    "issue": _issue,
    "force": _force,
}


def news_details(box: boxes.Box, kind: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What the words for news need besides: the number of a kind of ship, where several of it are spoken of."""
    return {"kind": box.data["ship"][arguments["ship"]]["name"]} if kind == "scrapped" else {}


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by their colours."""
    return "colour", seat
