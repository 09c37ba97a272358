"""§8 income."""

import pytest
from peloponnes_table import alone, strike, table


def income(player, **changes):
    """What the income of a round brings to a player who passes."""
    return alone(player, **changes).play("pass").told("income", 0)[0]


@pytest.mark.shows("§8.1")
@pytest.mark.parametrize(
    ("civilization", "made"),
    [
        ("Messene", {"food": 2}),
        ("Patras", {"wood": 1, "food": 1}),
        ("Korinth", {"food": 1}),
        ("Sparta", {"wood": 1}),
        ("Pylos", {"stone": 1}),
        ("Argos", {"wood": 1, "stone": 1}),
    ],
)
def test_a_civilization_produces_every_round(civilization, made):
    assert income({"civilization": civilization, "population": 0}) == {"coins": 1, **made}


@pytest.mark.shows("§8.1")
def test_all_tiles_produce_marked_or_not():
    tiles = ["A01", "A02", "A12", "B13"]  # 3 stone, wood and stone, food, 2 stone
    got = income({"civilization": "Sparta", "tiles": tiles, "marked": ["A12"], "population": 0})
    assert got == {"coins": 1, "wood": 1 + 1, "stone": 3 + 1 + 2, "food": 1}


@pytest.mark.shows("§8.1")
def test_a_new_tile_produces_in_its_first_round():
    t = alone({"civilization": "Pylos"}, row=["A07"]).play("bid 1 2")
    assert t.told("income", 0) == [{"coins": 3, "wood": 3, "stone": 1}]  # 5 inhabitants by then


@pytest.mark.shows("§8.2")
@pytest.mark.parametrize("tile", ["A15", "B15"])
@pytest.mark.parametrize(("good", "goods", "coins"), [("wood", 0, 0), ("stone", 1, 0), ("food", 2, 0), ("coins", 3, 1)])
def test_port_and_temple_of_apollo_produce_what_the_owner_chooses(tile, good, goods, coins):
    t = alone({"civilization": "Pylos", "tiles": [tile], "population": 0}).play("pass")
    assert (t.step, t.to_move) == ("produce", 0)
    assert t.choices == ["produce wood", "produce stone", "produce food", "produce coins"]
    t.play(f"produce {good}")
    expected = [0, 1, 0, 10 + 3 + 1]
    expected[goods] += 1
    assert [*t[0].goods, t[0].coins] == expected
    assert t.told("produced", 0) == [{"good": good}]
    assert t.told("income", 0) == [{good: 1}]


@pytest.mark.shows("§8.2")
def test_the_owner_of_both_chooses_for_each_and_again_every_round():
    t = alone({"tiles": ["A15", "B15"], "marked": ["A15"]}).play("pass", "produce wood")
    assert t.step == "produce"
    t.play("produce stone")
    assert t.step == "auction"
    assert (t[0].wood, t[0].stone) == (1, 1)
    while t.step == "auction":
        t.play("pass")
    assert (t.step, t.to_move) == ("produce", 0)


@pytest.mark.shows("§8.2", "§16.2")
def test_owners_choose_in_turn_order():
    t = table([{"tiles": ["A15"]}, {"out": True, "tiles": ["B15"]}], order=[1, 0]).play("pass")
    assert t.to_move == 1
    t.play("produce food")
    assert t.to_move == 0


COINS = [1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]
LUXURY = [0] * 14 + [2, 2, 2, 4, 4, 4, 6, 6, 6]


@pytest.mark.shows("§8.3", "§8.5")
@pytest.mark.parametrize("population", range(23))
def test_coins_and_luxury_by_inhabitants(population):
    """10 inhabitants bring 4 coins (the rulebook's example), 6 bring 3 (a play report), luxury starts at 14."""
    got = income({"civilization": "Sparta", "population": population})
    assert (got["coins"], got.get("luxury", 0)) == (COINS[population], LUXURY[population])


@pytest.mark.shows("§8.3", "§7.1")
def test_inhabitants_gained_in_the_round_count_for_its_coins():
    t = alone({"population": 8}, row=["A13"]).play("bid 1 3")
    assert t[0].population == 11
    assert t.told("income", 0)[0]["coins"] == 5


@pytest.mark.shows("§8.4")
@pytest.mark.parametrize(
    ("population", "coins", "luxury"), [(2, 2, 0), (3, 2, 0), (4, 3, 0), (7, 4, 0), (10, 5, 0), (13, 5, 2), (19, 5, 6)]
)
def test_arkadias_inhabitant_arrives_before_the_coins_are_worked_out(population, coins, luxury):
    t = alone({"civilization": "Arkadia", "population": population}).play("pass")
    got = t.told("income", 0)[0]
    assert (got["population"], got["coins"], got.get("luxury", 0)) == (1, coins, luxury)
    assert t[0].population == population + 1


@pytest.mark.shows("§8.5")
@pytest.mark.parametrize(("option", "population"), [("none", 21), ("track_end", 20)])
def test_above_20_inhabitants(option, population):
    t = alone({"civilization": "Sparta", "population": 18}, row=["A13"], population_limit=option).play("bid 1 3")
    assert t.told("gained", 0) == [{"population": population - 18}]
    assert t.told("income", 0) == [{"coins": 5, "wood": 1, "food": 1, "luxury": 6}]
    assert t[0].population == population


@pytest.mark.shows("§8.5")
@pytest.mark.parametrize(("option", "population"), [("none", 21), ("track_end", 20)])
def test_arkadia_at_20_inhabitants(option, population):
    t = alone({"civilization": "Arkadia", "population": 20}, population_limit=option).play("pass")
    assert t[0].population == population


@pytest.mark.shows("§8.5", "§7.3")
@pytest.mark.parametrize(("option", "population"), [("none", 21), ("track_end", 20)])
def test_inhabitants_that_come_back_do_not_pass_the_end_of_the_track_either(option, population):
    barracks = {"population": 19, "tiles": ["A11"]}
    t = strike("earthquake", barracks, population_limit=option)
    assert t.told("lost", 0) == [{"forced": True, "tile": "A11"}]
    assert t[0].population == population


@pytest.mark.shows("§8.6")
def test_eight_wood_and_four_more_are_ten_wood_and_two_luxury():
    """The rulebook's example of Leonidas."""
    t = alone({"civilization": "Sparta", "wood": 8, "tiles": ["A07"], "population": 0}).play("pass")
    assert (t[0].wood, t[0].luxury) == (10, 2)
    assert t.told("income", 0) == [{"coins": 1, "wood": 2, "luxury": 2}]


@pytest.mark.shows("§8.6")
@pytest.mark.parametrize(
    ("good", "tile", "before", "after", "luxury"),
    [("stone", "A01", 9, 10, 2), ("stone", "A01", 7, 10, 0), ("food", "A05", 12, 13, 2), ("food", "A05", 13, 13, 3)],
)
def test_each_store_has_its_limit(good, tile, before, after, luxury):
    t = alone({"civilization": "Sparta", good: before, "tiles": [tile]}).play("pass")
    assert (getattr(t[0], good), t[0].luxury) == (after, luxury)


@pytest.mark.shows("§8.6")
def test_one_time_gains_overflow_too():
    t = alone({"civilization": "Sparta", "food": 12}, row=["B12"]).play("bid 1 2")
    assert t.told("gained", 0) == [{"food": 1, "luxury": 2}]
    assert (t[0].food, t[0].luxury) == (13, 2)


@pytest.mark.shows("§8.6", "§8.2")
def test_what_port_produces_overflows_too():
    t = alone({"civilization": "Pylos", "wood": 10, "tiles": ["A15"]}).play("pass", "produce wood")
    assert (t[0].wood, t[0].luxury) == (10, 1)


@pytest.mark.shows("§12.2")
def test_luxury_has_no_end():
    t = alone({"civilization": "Sparta", "luxury": 39, "population": 20}).play("pass")
    assert t[0].luxury == 45
