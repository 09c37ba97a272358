"""What a king is told before he decides: what fleets paid and would pay, where the price goes, and warnings (§13)."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest
from poseidon_table import NATIONS, SHIPS, Table, table

import petteia
from petteia.engine.records import NONE
from petteia.engine.texts import LANGUAGES
from petteia.games.poseidon.show import page, runs, terminal
from petteia.games.poseidon.state import Step

PLAYERS = [{"cash": 500}, {"cash": 500}, {"cash": 500}]


@functools.cache
def whole_game() -> petteia.Match:
    match, dice = petteia.new("poseidon", seats=4, seed=3), random.Random(3)
    wishes = (("found", 0.6), ("post", 0.9), ("move", 0.8), ("best", 0.6), ("ship", 0.6), ("buy", 0.6))
    while not match.over:
        kinds: dict[str, list[int]] = {}
        for choice in match.choices:
            kinds.setdefault(choice.name, []).append(choice.id)
        wanted = [kind for kind, often in wishes if kind in kinds and dice.random() < often]
        match.play(dice.choice(kinds[wanted[0]] if wanted else match.legal_ids))
    return match


def charter(match: petteia.Match, nation: str) -> dict[str, Any]:
    found: dict[str, Any] = dict(page.extras(match)["nations"][NATIONS.index(nation)])
    return found


# -- forecasts ---------------------------------------------------------------------------------------------------------


def test_a_forecast_is_the_best_run_that_the_rules_would_sail() -> None:
    match, seen = whole_game(), 0
    for move in range(match.move_number):
        then = match.at(move)
        if int(then.facts["step"]) != Step.FLEET or int(then.facts["doubled"]):
            continue
        nation = NATIONS[int(then.facts["nation"])]
        best = max(run["worth"] for run in page.extras(then)["runs"]["best"])
        assert charter(then, nation)["forecast"] == best
        seen += 1
    assert seen > 20


def bought(match: petteia.Match) -> bool:
    """Buys the ship on offer, and looks whether all is as it was foretold; but for donations that its price would have
    paid. Whether that began a phase."""
    number, phase = int(match.facts["nation"]), int(match.facts["phase"])
    top = next(kind for kind, left in enumerate(match.facts["bank"]) if left)
    promised = runs.with_ship(match.box, match.facts, number, top)
    match.play("ship")
    while int(match.facts["step"]) == Step.ISSUE:
        match.play(match.legal_ids[0])
    now = runs.prospect(match.facts, number)
    assert promised is not None
    assert (promised.fleet, promised.phase, promised.posts) == (now.fleet, now.phase, now.posts)
    return now.phase > phase


def test_a_forecast_with_the_ship_on_offer_is_what_comes_when_it_is_bought() -> None:
    match, seen = whole_game(), 0
    for move in range(match.move_number):
        then = match.at(move)
        if int(then.facts["step"]) == Step.SHIPS and "ship" in [choice.words for choice in then.choices]:
            bought(then.fork())
            seen += 1
    assert seen > 10


@pytest.mark.parametrize(("fleet", "ship", "phase"), [(["2", "3"], "4", 1), (["3", "4"], "6", 2), (["5"], "E", 3)])
def test_a_forecast_with_a_ship_that_begins_a_phase(fleet: list[str], ship: str, phase: int) -> None:
    """The old ships leave, and places are worth what they are in the new phase."""
    own = {"coffers": 1000, "fleet": fleet, "posts": ["F12", "G13"]}
    t = table(PLAYERS, {"Athenai": own}, step="ships", nation="Athenai", phase=phase, ship=ship)
    assert bought(t.match)


def test_a_full_fleet_has_no_forecast_with_a_ship() -> None:
    nations = {"Athenai": {"coffers": 500, "fleet": ["2"]}, "Sparta": {"king": 1, "fleet": ["2", "2", "2"]}}
    t = table(PLAYERS, nations, step="ships", nation="Athenai")
    assert charter(t.match, "Athenai")["with_ship"] is not None
    assert charter(t.match, "Sparta")["with_ship"] is None
    assert charter(t.match, "Thebai")["price"] is None  # not founded


def test_what_was_searched_for_once_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is told after every choice; nations change one at a time."""
    t = table(PLAYERS, {"Athenai": {"coffers": 100, "fleet": ["2"]}}, step="ships", nation="Athenai")
    told = charter(t.match, "Athenai")
    monkeypatch.setattr(runs.answers, "runs", None)
    assert charter(t.match, "Athenai") == told


# -- what was paid, and where the price goes ---------------------------------------------------------------------------


def test_the_last_revenue_is_that_of_the_last_run() -> None:
    match = whole_game()
    paid: dict[int, int] = {}
    stayed = 0
    for move in range(1, match.move_number + 1):
        then = match.at(move)
        for happened in then.news:
            if happened.kind in ("revenue", "stayed"):
                stayed += happened.kind == "stayed"
                worth = happened.arguments["value"] if happened.kind == "revenue" else 0
                paid[int(happened.arguments["nation"] or 0)] = int(worth or 0)
        if move % 11 == 0 or move == match.move_number:
            told = [nation["last"] for nation in page.extras(then)["nations"]]
            assert told == [paid.get(nation) for nation in range(len(told))]
    assert stayed
    assert len(paid) > 3


def test_the_price_goes_where_a_run_that_pays_takes_it() -> None:
    match, seen = whole_game(), 0
    for move in range(match.move_number):
        then = match.at(move)
        if int(then.facts["step"]) != Step.FLEET:
            continue
        nation = int(then.facts["nation"])
        for run in page.extras(then)["runs"]["best"][:2]:
            after = then.fork()
            after.play(f"best {run['donation']}")
            told = page.extras(then)["nations"][nation]
            rose = [one for one in after.news if one.kind == "rose" and one.arguments["nation"] == nation]
            now = int(then.box.record[0]["track"][int(rose[0].arguments["space"] or 0)]) if rose else told["price"]
            assert now == (told["risen"] if run["worth"] else told["price"])
            seen += bool(rose)
    assert seen > 10


def test_curves_can_be_asked_for_at_any_time() -> None:
    match = whole_game()
    for move in range(0, match.move_number, 97):
        then = match.at(move)
        times, curves = page.curves(then, "en")
        assert times[-1] == "Now"
        assert [line[-1] for line in curves[0]["values"]] == [
            player["worth"] for player in page.extras(then)["players"]
        ]
        assert all(bend["move"] <= move for curve in curves for bend in curve["bends"])
    assert page.curves(match, "en")[0][-1] == "End"


# -- warnings ----------------------------------------------------------------------------------------------------------


def warned(t: Table, lang: str = "en") -> dict[str, str]:
    return page.notes(t.match, lang)


def yard(own: dict[str, Any], others: dict[str, Any] | None = None, **more: Any) -> Table:
    """The king of Athenai, who sits first, decides about ships."""
    return table(PLAYERS, {"Athenai": own, **(others or {})}, step="ships", nation="Athenai", **more)


def test_a_fleet_that_the_next_ship_makes_worthless() -> None:
    """A 4 begins phase 2, and the 2s leave: whoever could buy it and does not is warned."""
    t = yard({"coffers": 400, "fleet": ["2"]}, ship="4")
    assert warned(t).keys() == {"done"}
    assert "all ships of Athenai leave" in warned(t)["done"]
    assert not warned(yard({"coffers": 400, "fleet": ["2", "3"]}, ship="4"))
    assert not warned(yard({"coffers": 400, "fleet": ["2"]}, ship="3"))


def test_other_nations_of_the_king_that_a_new_phase_leaves_without_a_ship() -> None:
    others = {"Sparta": {"king": 0, "fleet": ["2"]}, "Thebai": {"king": 1, "fleet": ["2"]}}
    t = yard({"coffers": 400, "fleet": ["3"]}, others, ship="4")
    assert "Sparta would lose all ships" in warned(t)["bank"]
    assert "Thebai" not in warned(t)["bank"]
    others["Sparta"]["fleet"] = ["2", "3"]
    assert "bank" not in warned(yard({"coffers": 400, "fleet": ["3"]}, others, ship="4"))


def test_the_last_ship_of_another_nation_of_ones_own() -> None:
    others = {"Sparta": {"king": 0, "fleet": ["4"]}, "Thebai": {"king": 1, "fleet": ["4"]}}
    t = yard({"coffers": 50, "fleet": ["4"]}, others, phase=2)
    ship = SHIPS.index("4") + 1
    assert warned(t).keys() == {f"fleet:{NATIONS.index('Sparta') + 1}:{ship}"}
    others["Sparta"]["fleet"] = ["4", "4"]
    assert not warned(yard({"coffers": 50, "fleet": ["4"]}, others, phase=2))


@pytest.mark.parametrize(("fleet", "risky"), [(["4"], True), (["4", "5"], False)])
def test_selling_the_last_ship(fleet: list[str], risky: bool) -> None:
    t = yard({"coffers": 350, "fleet": ["4"]}, {"Sparta": {"king": 1, "fleet": fleet}}, phase=2)
    t.play("offer Sparta 4", "hundreds 1", "drachmas 0")
    assert t.step == "answer"
    assert ("accept" in warned(t)) == risky


@pytest.mark.parametrize(("coffers", "fleet", "risky"), [(104, [], True), (105, [], False), (104, ["2"], False)])
def test_money_taken_from_a_nation_that_needs_it_for_a_ship(coffers: int, fleet: list[str], risky: bool) -> None:
    """In phase 1 a king takes 5, and the first ship costs 100."""
    own = {"coffers": coffers, "fleet": fleet}
    holders = [{"cash": 0, "cards": ["troja"]}, {"cash": 0}, {"cash": 0}]
    t = table(holders, {"Athenai": own}, step="powers", ship="2", lines={"card": 1}, seat=0)
    t.play("decline")
    assert t.step == "purse"
    assert ("purse" in warned(t)) == risky


def test_a_donation_that_brings_nothing() -> None:
    own = {"coffers": 400, "fleet": ["2", "2"], "posts": ["F12", "G13"]}
    t = table(PLAYERS, {"Athenai": own}, step="fleet", nation="Athenai")
    worths = {run.donation: run.worth for run in runs.best_runs(t.match.box, t.match.facts)}
    for_nothing = {
        more for more in worths if any(less < more and worth >= worths[more] for less, worth in worths.items())
    }
    assert for_nothing
    assert for_nothing != {*worths} - {0}
    assert warned(t).keys() == {f"run:{donation}" for donation in for_nothing}
    least = min(for_nothing)
    instead = min(less for less, worth in worths.items() if worth >= worths[least])
    assert warned(t)[f"run:{least}"] == f"pays no more than the best run with {instead} donated"


def test_nobody_is_warned_where_the_bank_is_empty() -> None:
    """§11.10: then no ship has to be bought."""
    t = yard({"coffers": 50, "fleet": ["E"]}, {"Sparta": {"king": 0, "fleet": ["E"]}}, phase=4, ship="E", left=0)
    assert not warned(t)
    assert next((left for left in t.match.facts["bank"] if left), NONE) == NONE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_warnings_stand_beside_the_choice_in_every_language(lang: str) -> None:
    t = yard({"coffers": 400, "fleet": ["2"]}, {"Sparta": {"king": 0, "fleet": ["2"]}}, ship="4")
    said = {choice.name: terminal.note(t.match, choice, lang) for choice in t.match.choices}
    assert "§13.3" in said["done"]
    assert "Sparta" in said["ship"]
    assert warned(t, lang) == {"done": said["done"], "bank": said["ship"]}


def test_a_founder_who_leaves_too_little_for_a_ship_is_warned_in_the_terminal() -> None:
    match = petteia.new("poseidon", seats=3, seed=1)
    while int(match.facts["step"]) != Step.TURN:
        match.play(match.legal_ids[-1])
    match.play("found athenai")
    match.play("prestige 1")
    price = int(match.box.record[0]["ships"][0]["price"])
    for choice in match.choices:
        short = int(choice.count) * int(match.box.record[0]["track"][0]) < price
        assert bool(terminal.note(match, choice, "en")) == short
    assert not page.notes(match, "en")
