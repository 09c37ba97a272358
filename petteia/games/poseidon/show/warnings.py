"""Where a king is about to be left without a ship, and may have to pay for the next one out of his own purse (§13); and
where a donation brings nothing.

Nothing here forbids anything: it is said beside a choice, before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia.engine.choices import Picked
from petteia.engine.records import NONE
from petteia.engine.texts import Texts
from petteia.games.poseidon import answers
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.options import Capital
from petteia.games.poseidon.show import runs
from petteia.games.poseidon.show.words import next_ship, price
from petteia.games.poseidon.state import Step
from petteia.match import Match

# The decisions in which a choice may lead there.
RISKY = (Step.MERCHANTS, Step.PURSE, Step.FLEET, Step.SHIPS, Step.ANSWER)
Warned = tuple[str, dict[str, Any]]  # the template, and what it names


def warning(match: Match, picked: Picked, texts: Texts) -> str:
    """What somebody should know before he makes a choice, in words; mostly nothing."""
    if int(match.facts["step"]) not in RISKY:
        return ""
    check = CHECKS.get(picked.name)
    if check is not _no_more and next_ship(match.box, match.facts) == NONE:
        return ""
    found = check(match, picked.parameters, texts) if check is not None else None
    return texts.say("table", found[0], found[1]) if found else ""


def _few_coffers(match: Match, own: Mapping[str, Any], texts: Texts) -> Warned | None:
    """§5.5, §13.2: a new nation that cannot pay for its first ship."""
    s = match.facts
    if int(s["options"]["capital"]) == Capital.TAKEN:
        return None  # how much the coffers get is settled by the next choice
    coffers, ship = int(own["count"]) * price(match.box, s, int(s["nation"])), _ship_price(match)
    return ("note_few_coffers", {"coffers": coffers, "price": ship}) if coffers < ship else None


def _purse(match: Match, own: Mapping[str, Any], texts: Texts) -> Warned | None:
    """§8.4, §13.1: money that is taken from a nation which has to buy a ship with it."""
    s = match.facts
    nation = int(s["nation"])
    purse = int(match.box.record[0]["phases"][int(s["phase"]) - 1]["purse"])
    if any(s["nations"][nation]["fleet"]) or int(s["nations"][nation]["coffers"]) - purse >= _ship_price(match):
        return None
    return "note_purse", {"nation": nation, "price": _ship_price(match)}


def _no_more(match: Match, own: Mapping[str, Any], texts: Texts) -> Warned | None:
    """§10.8: a run that donates more than another, and pays no more."""
    found = {run.donation: run.worth for run in runs.best_runs(match.box, match.facts)}
    donation = int(own["donation"])
    less = (other for other, worth in found.items() if other < donation and worth >= found[donation])
    other = next(less, None)
    return None if other is None else ("note_no_more", {"donation": other})


def _sold(match: Match, own: Mapping[str, Any], texts: Texts) -> Warned | None:
    """§11.6: a nation's last ship that its king sells to another."""
    return _without(match, int(match.facts["seller"]), texts)


def _taken(match: Match, own: Mapping[str, Any], texts: Texts) -> Warned | None:
    """§11.8: the last ship of another nation of the same king, who is not asked."""
    seller = int(own["nation"]) - 1
    mine = int(match.facts["nations"][seller]["king"]) == match.to_move
    return _without(match, seller, texts) if mine else None


def _without(match: Match, seller: int, texts: Texts) -> Warned | None:
    if sum(match.facts["nations"][seller]["fleet"]) > 1:
        return None
    return "note_last_ship", {"nation": seller}


def _new_phase(match: Match, own: Mapping[str, Any], texts: Texts) -> Warned | None:
    """§12.4: other nations of the king that lose all their ships when he begins a phase."""
    s, phase = match.facts, _phase_begun(match)
    kings = [n for n in range(MOST_NATIONS) if int(s["nations"][n]["king"]) == match.to_move and n != int(s["nation"])]
    lost = [n for n in kings if _all_leave(match, n, phase)]
    if not lost:
        return None
    names = texts.listed([texts.name("nation", n) for n in lost])
    return "note_new_phase", {"nations": names}


def _doomed(match: Match, own: Mapping[str, Any], texts: Texts) -> Warned | None:
    """§12.4: a fleet that is gone as soon as anybody buys the next ship, which this nation could buy itself."""
    nation, phase = int(match.facts["nation"]), _phase_begun(match)
    could = any(match.game.space.pick(choice).name == "ship" for choice in match.legal_ids)
    if not could or not _all_leave(match, nation, phase):
        return None
    return "note_doomed", {"nation": nation}


def _phase_begun(match: Match) -> int:
    """The phase that the next ship of the bank begins, or NONE."""
    return int(answers.opens(match.box.record, match.array, next_ship(match.box, match.facts)))


def _all_leave(match: Match, nation: int, phase: int) -> bool:
    """Whether a nation has ships, and all of them leave the game when a phase begins."""
    if phase == NONE:
        return False
    printed = match.box.record[0]["phases"]
    old = {int(printed[passed]["scraps"]) for passed in range(int(match.facts["phase"]), phase)}
    kinds = {kind for kind, count in enumerate(match.facts["nations"][nation]["fleet"]) if count}
    return bool(kinds) and kinds <= old


def _ship_price(match: Match) -> int:
    return int(match.box.record[0]["ships"][next_ship(match.box, match.facts)]["price"])


CHECKS = {
    "merchants": _few_coffers,
    "purse": _purse,
    "best": _no_more,
    "accept": _sold,
    "offer": _taken,
    "ship": _new_phase,
    "trade": _new_phase,
    "force": _new_phase,
    "done": _doomed,
}
