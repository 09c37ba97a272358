"""What the table tells its players besides the view, asked of the rules: runs, ranges, the order of the nations."""

from __future__ import annotations

from petteia.engine.records import NONE
from petteia.games.poseidon import answers
from petteia.games.poseidon.box import PHASES
from petteia.games.poseidon.show.runs import ENDLESS, Run, as_array, best_runs, donations, reach
from petteia.games.poseidon.show.words import free_circles, next_ship, opens, price
from petteia.games.poseidon.state import Step
from petteia.match import Match

__all__ = [
    "ENDLESS",
    "Run",
    "buyers",
    "donations",
    "free",
    "income",
    "order",
    "parts",
    "prices",
    "range_of",
    "runs",
    "ships",
    "to_act",
]
# The steps in which a nation explores: it discovers, earns and builds its fleet.
ACTING = range(Step.DISCOVER, Step.FORCED + 1)


def runs(match: Match) -> list[Run]:
    """Before a fleet sails: the best run for every total of donations, the least first; otherwise none."""
    return best_runs(match.box, match.facts) if int(match.facts["step"]) == Step.FLEET else []


def range_of(match: Match, nation: int) -> int:
    """§10.4: how far a nation's fleet gets; ENDLESS without end."""
    return reach(match.box, match.facts, nation)


def order(match: Match) -> list[int]:
    """§8.5: the founded nations, the highest prestige first; of markers on one space the topmost."""
    nations = match.facts["nations"]
    found = [n for n in range(len(match.box.lists["nation"])) if int(nations[n]["king"]) != NONE]
    return sorted(found, key=lambda n: (-int(nations[n]["prestige"]), int(nations[n]["above"])))


def to_act(match: Match) -> list[int]:
    """§8.5: the nations that act in this exploration round and are not done yet, as far as can be told now."""
    s = match.facts
    queue = [int(nation) for nation in s["queue"] if int(nation) != NONE] or order(match)
    step = int(s["back"] if int(s["step"]) == Step.MARK else s["step"])
    if step not in ACTING:
        return queue
    rest = [nation for nation in queue if nation != int(s["nation"]) and not int(s["acted"]) >> nation & 1]
    return [int(s["nation"]), *rest]


def buyers(match: Match) -> list[int]:
    """§3.1, §3.2: who buys the special cards that are still to be bought, one after the other."""
    state = as_array(match.facts)
    cards = int(answers.cards(match.box.record, state))
    return [int(answers.buyer(state, turn)) for turn in range(int(match.facts["turn"]), cards)]


def prices(match: Match) -> list[int]:
    """What a merchant of each nation costs; 0 before it is founded."""
    return [price(match.box, match.facts, nation) for nation in range(len(match.box.lists["nation"]))]


def free(match: Match, place: int) -> int:
    """§9.5: how many nations may still build a post on a place in this phase."""
    return free_circles(match.box, match.facts, place)


def income(match: Match, seat: int) -> int:
    """§8.3: what a player's special cards pay in an exploration round of this phase."""
    own, phase = int(match.facts["players"][seat]["cards"]), int(match.facts["phase"])
    cards = match.box.record[0]["cards"]
    return sum(int(cards[card]["income"][phase - 1]) for card in range(len(cards)) if own >> card & 1)


def parts(match: Match, seat: int) -> dict[str, int]:
    """§14.1: what a player is worth, as it stands: cash, and his merchants."""
    own = match.facts["players"][seat]
    merchants = sum(int(n) * price for n, price in zip(own["merchants"], prices(match), strict=False))
    return {"cash": int(own["cash"]), "merchants": merchants}


def ships(match: Match) -> list[dict[str, int]]:
    """The ships that are left, the next one first: kind, count, price, the phase that the first one opens (or 0), and
    the kind that leaves the game then (or NONE)."""
    box, s = match.box.record[0], match.facts
    found = []
    for kind, count in enumerate(s["bank"]):
        if count > 0:
            phase = opens(match.box, s, kind)
            scraps = int(box["phases"][phase - 1]["scraps"]) if 0 < phase <= PHASES else NONE
            each = int(box["ships"][kind]["price"])
            found.append({"ship": kind, "count": int(count), "price": each, "opens": phase, "scraps": scraps})
    assert not found or found[0]["ship"] == next_ship(match.box, s)
    return found
