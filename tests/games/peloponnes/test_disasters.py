"""§9 disaster chits and §10 disasters."""

import pytest
from peloponnes_table import GAME, alone, strike, table

BUILDINGS = ["A12", "A13", "A14"]
LANDS = ["A01", "A02", "A04"]


# -- §9 Chits ----------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§9.1")
def test_two_chits_are_turned_up_at_the_end_of_each_round():
    t = alone({}, chits=["drought", "tempest", "drought", "plague"]).play("pass")
    assert t.told("chit") == [{"disaster": "drought", "count": 1}, {"disaster": "tempest", "count": 1}]
    assert t.kinds.index("chit") > t.kinds.index("income")
    assert t.kinds.index("round") > t.kinds.index("chit")
    t.play("pass", "pass")
    assert t.told("chit") == [{"disaster": "drought", "count": 2}, {"disaster": "plague", "count": 1}]


@pytest.mark.shows("§9.2")
def test_the_third_chit_brings_the_disaster_before_the_next_is_turned():
    t = strike("drought", {"food": 9}, third="", before=["drought", "drought"], chits=["drought", "plague"])
    assert t.told("disaster") == [{"disaster": "drought"}]
    assert t.kinds[2:7] == ["chit", "disaster", "drought", "drought", "chit"]
    assert t[0].food == 6


@pytest.mark.shows("§9.2")
def test_the_first_two_chits_of_a_kind_do_nothing():
    t = strike("drought", {"food": 9}, third=None, chits=["drought", "drought"])
    assert t.told("chit") == [{"disaster": "drought", "count": 1}, {"disaster": "drought", "count": 2}]
    assert t.told("disaster") == []
    assert t[0].food == 9


@pytest.mark.shows("§9.2", "§13.2")
def test_two_disasters_in_one_round_come_in_the_order_of_their_chits():
    before = ["plague", "plague", "earthquake", "earthquake"]
    player = {"tiles": ["B01"], "wood": 1, "stone": 1, "population": 6}  # Aqueduct protects from the plague
    t = strike("earthquake", player, third=None, before=before, chits=["earthquake", "plague"])
    assert t.to_move == 0
    t.play("abandon")
    assert t.told("plague", 0) == [{"population": 2}]
    t = strike("earthquake", player, third=None, before=before, chits=["plague", "earthquake"])
    assert t.told("spared", 0) == [{"disaster": "plague"}]


@pytest.mark.shows("§9.2")
def test_every_disaster_comes_exactly_once_in_a_game():
    t = alone({"coins": 10}, chits=["drought", "tempest"])
    disasters = []
    while not t.match.over:
        t.play(t.choices[0])
        disasters += [told["disaster"] for told in t.told("disaster")]
    assert sorted(disasters) == ["decline", "drought", "earthquake", "plague", "tempest"]


@pytest.mark.shows("§9.3")
def test_the_blank_chit_does_nothing():
    t = strike("", {"food": 9, "luxury": 9, "tiles": ["A12", "A01"]}, third=None, chits=["blank", "drought"])
    assert t.told("chit")[0] == {"disaster": "blank"}  # which one of its kind does not matter
    assert t.told("disaster") == []
    assert (t[0].food, t[0].luxury, t[0].population, t[0].tiles) == (9, 9, 3, ["A12", "A01"])


# -- §10.1 Earthquake, §10.2 Tempest -----------------------------------------------------------------------------------


@pytest.mark.shows("§10.1", "§10.3")
@pytest.mark.parametrize(
    ("wood", "stone", "lost"),
    [
        (3, 3, 0),
        (3, 1, 2),  # the rulebook's example: short of 2 stone, 2 buildings are lost
        (2, 2, 1),  # the rulebook's example: short of 1 wood and 1 stone, 1 building is lost
        (0, 3, 3),
    ],
)
def test_an_earthquake_takes_each_building_that_is_not_paid_for(wood, stone, lost):
    t = strike("earthquake", {"tiles": BUILDINGS, "wood": wood, "stone": stone})
    while t.step == "rescue":
        t.play("save")
    assert t[0].tiles == BUILDINGS[: 3 - lost]
    assert (t[0].wood, t[0].stone) == (wood - (3 - lost), stone - (3 - lost))


@pytest.mark.shows("§10.1")
def test_the_owner_chooses_which_building_to_save():
    t = strike("earthquake", {"tiles": BUILDINGS, "wood": 1, "stone": 1}).play("abandon")
    assert t.choices == ["save", "abandon"]
    t.play("save")
    assert t.told("saved", 0) == [{"tile": "A13"}]
    assert t.told("lost", 0) == [{"forced": True, "tile": "A14"}]
    assert t[0].tiles == ["A13"]
    assert {"A12", "A14"} <= set(t.gone)


@pytest.mark.shows("§10.1")
def test_the_owner_may_save_none_though_he_could():
    t = strike("earthquake", {"tiles": BUILDINGS, "wood": 9, "stone": 9}).play("abandon", "abandon", "abandon")
    assert [told["tile"] for told in t.told("lost", 0)] == BUILDINGS
    assert (t[0].tiles, t[0].wood, t[0].stone) == ([], 9, 9)


@pytest.mark.shows("§10.1", "§6.8")
def test_an_earthquake_hits_marked_buildings_and_no_lands():
    t = strike("earthquake", {"tiles": ["A01", "A12"], "marked": ["A12"], "wood": 1, "stone": 1})
    assert t.choices == ["save", "abandon"]
    t.play("save")
    assert (t[0].tiles, t[0].marked) == (["A01", "A12"], ["A12"])
    t = strike("earthquake", {"tiles": ["A01", "A12"], "marked": ["A12"]})
    assert t[0].tiles == ["A01"]


@pytest.mark.shows("§10.2", "§10.3")
@pytest.mark.parametrize(
    ("food", "coins", "lost"),
    [
        (3, 3, 0),
        (2, 2, 1),  # test vector: short of 1 coin and 1 food, 1 land is lost
        (1, 3, 2),
        (3, 0, 3),
    ],
)
def test_a_tempest_takes_each_land_that_is_not_paid_for(food, coins, lost):
    t = strike("tempest", {"tiles": LANDS, "food": food, "coins": coins})
    bank = t.bank
    while t.step == "rescue":
        t.play("save")
    assert t[0].tiles == LANDS[: 3 - lost]
    assert (t[0].food, t[0].coins) == (food - (3 - lost), coins - (3 - lost))
    assert t.bank == bank + 3 - lost


@pytest.mark.shows("§10.2")
def test_the_owner_chooses_which_land_to_save_and_buildings_stand():
    t = strike("tempest", {"tiles": ["A12", *LANDS], "food": 2, "coins": 2}).play("abandon", "save", "abandon")
    assert t.told("saved", 0) == [{"tile": "A02"}]
    assert [told["tile"] for told in t.told("lost", 0)] == ["A01", "A04"]
    assert (t[0].tiles, t[0].food, t[0].coins) == (["A12", "A02"], 1, 1)


@pytest.mark.shows("§10.1", "§16.2")
def test_owners_are_asked_in_turn_order():
    rich = {"wood": 2, "stone": 2}
    t = strike("earthquake", {**rich, "tiles": ["A12"]}, {**rich, "tiles": ["A13"]}, order=[2, 1, 0])
    assert t.to_move == 1
    t.play("save")
    assert t.to_move == 0


@pytest.mark.shows("§10.3", "§12.4")
@pytest.mark.parametrize(
    ("wood", "stone", "luxury", "left"),
    [(1, 0, 2, (0, 0, 0)), (0, 0, 4, (0, 0, 0)), (0, 0, 5, (0, 0, 1)), (1, 1, 4, (0, 0, 4))],
)
def test_luxury_pays_what_is_short_in_an_earthquake(wood, stone, luxury, left):
    t = strike("earthquake", {"tiles": ["A12"], "wood": wood, "stone": stone, "luxury": luxury}).play("save")
    assert t[0].tiles == ["A12"]
    assert (t[0].wood, t[0].stone, t[0].luxury) == left


@pytest.mark.shows("§12.4")
@pytest.mark.parametrize(("food", "coins", "luxury", "left"), [(0, 1, 3, (0, 0, 1)), (3, 0, 2, (2, 0, 0))])
def test_luxury_pays_what_is_short_in_a_tempest(food, coins, luxury, left):
    t = strike("tempest", {"tiles": ["A01"], "food": food, "coins": coins, "luxury": luxury}).play("save")
    assert t.told("saved", 0) == [{"tile": "A01", "luxury": 2}]
    assert (t[0].food, t[0].coins, t[0].luxury) == left


@pytest.mark.shows("§10.3")
@pytest.mark.parametrize(("wood", "luxury"), [(1, 1), (0, 3)])
def test_too_little_luxury_saves_nothing(wood, luxury):
    t = strike("earthquake", {"tiles": ["A12"], "wood": wood, "luxury": luxury})
    assert t.told("lost", 0) == [{"forced": True, "tile": "A12"}]
    assert (t[0].wood, t[0].luxury) == (wood, luxury)


@pytest.mark.shows("§12.4", "§10.3")
def test_luxury_saves_as_many_tiles_as_it_can_make_up_for():
    """k tiles need (k - stock 1) + (k - stock 2) <= luxury / 2: here (3 - 2) + (3 - 1) = 3."""
    t = strike("earthquake", {"tiles": BUILDINGS, "wood": 2, "stone": 1, "luxury": 6}).play("save", "save", "save")
    assert (t[0].tiles, t[0].luxury) == (BUILDINGS, 0)
    t = strike("earthquake", {"tiles": BUILDINGS, "wood": 2, "stone": 1, "luxury": 5}).play("save", "save")
    assert t[0].tiles == BUILDINGS[:2]


@pytest.mark.shows("§12.4")
@pytest.mark.parametrize("disaster", ["earthquake", "tempest"])
def test_luxury_may_be_forbidden_in_disasters(disaster):
    player = {"tiles": ["A12", "A01"], "luxury": 8, "wood": 0, "stone": 1, "food": 1, "coins": 0}
    t = strike(disaster, player, luxury_in_disasters="forbidden")
    assert t.told("lost", 0) == [{"forced": True, "tile": "A12" if disaster == "earthquake" else "A01"}]
    assert t[0].luxury == 8
    player |= {"wood": 1, "coins": 1}
    assert strike(disaster, player, luxury_in_disasters="forbidden").choices == ["save", "abandon"]


# -- §10.4 to §10.6 Drought, plague, decline ---------------------------------------------------------------------------


@pytest.mark.shows("§10.4")
@pytest.mark.parametrize(("food", "lost"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (12, 4), (13, 5)])
def test_a_drought_takes_a_third_of_the_food_rounded_up(food, lost):
    t = strike("drought", {"food": food}, {"food": 6})
    assert (t[0].food, t[1].food) == (food - lost, 4)
    assert t.told("drought", 0) == [{"food": lost} if lost else {}]


@pytest.mark.shows("§10.5")
@pytest.mark.parametrize(("population", "lost"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (20, 7)])
def test_a_plague_takes_a_third_of_the_inhabitants_rounded_up(population, lost):
    t = strike("plague", {"population": population}, {"population": 6})
    assert (t[0].population, t[1].population) == (population - lost, 4)
    assert t.told("plague", 0) == [{"population": lost} if lost else {}]


@pytest.mark.shows("§10.6")
@pytest.mark.parametrize(("luxury", "left"), [(0, 0), (6, 0), (10, 0), (11, 1), (25, 15)])
def test_a_decline_takes_ten_luxury_or_all(luxury, left):
    t = strike("decline", {"luxury": luxury}, {"luxury": 12})
    assert (t[0].luxury, t[1].luxury) == (left, 2)


@pytest.mark.shows("§10.4", "§10.5")
@pytest.mark.parametrize(
    ("disaster", "key", "what"), [("drought", "drought_part", "food"), ("plague", "plague_part", "population")]
)
@pytest.mark.parametrize(("part", "lost"), [(1, 9), (2, 5), (4, 3), (9, 1), (100, 1)])
def test_the_box_says_what_part_is_lost(disaster, key, what, part, lost):
    printed = f"{key} = 3"
    assert GAME.box.text.count(printed) == 1
    box = GAME.read_box("my.toml", GAME.box.text.replace(printed, f"{key} = {part}"))
    t = strike(disaster, {what: 9}, box=box)
    assert t.told(disaster, 0) == [{what: lost}]


# -- §10.7 Protection --------------------------------------------------------------------------------------------------

SHIELDS = {
    "A15": "decline",
    "C07": "decline",
    "B01": "plague",
    "B14": "plague",
    "B15": "drought",
    "C09": "drought",
    "C01": "earthquake",
    "C06": "tempest",
}
EVERYTHING = {"wood": 5, "stone": 5, "food": 9, "luxury": 15, "population": 9, "coins": 5}


@pytest.mark.shows("§10.7", "§6.8")
@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize(("building", "disaster"), SHIELDS.items())
def test_a_shield_spares_its_owner_even_while_it_is_marked(building, disaster, marked):
    tiles = [building, "A12", "A01"]
    owner = {**EVERYTHING, "tiles": tiles, "marked": [building] if marked else []}
    if building in ("A15", "B15"):  # the owner himself makes the last choice before
        t = table([owner, {}], step="produce", third=disaster).play("produce wood")
    else:
        t = strike(disaster, owner, {}, round_number=7 if building[0] == "C" else None)
    assert t.told("spared", 0) == [{"disaster": disaster}]
    me = t[0]
    assert (me.food, me.luxury, me.population, me.coins, me.stone) == (9, 15, 9, 5, 5)
    assert me.tiles == tiles
    assert t.told("spared", 1) == []


@pytest.mark.shows("§10.7")
@pytest.mark.parametrize(("building", "disaster"), [(b, d) for b, d in SHIELDS.items() if b not in ("A15", "B15")])
def test_a_shield_helps_against_no_other_disaster(building, disaster):
    other = {"drought": "plague", "plague": "decline"}.get(disaster, "drought")
    t = strike(other, {**EVERYTHING, "tiles": [building]}, round_number=7 if building[0] == "C" else None)
    assert t.told("spared", 0) == []
    assert t.told(other, 0) == [{"drought": {"food": 3}, "plague": {"population": 3}, "decline": {"luxury": 10}}[other]]


# -- §10.8, §10.9 ------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§10.8")
@pytest.mark.parametrize(("option", "coins"), [("returned", 11), ("lost", 10)])
def test_the_coin_on_a_lost_building_goes_back_or_to_the_bank(option, coins):
    t = strike("earthquake", {"tiles": ["A12"], "marked": ["A12"], "coins": 10}, marker_coin=option)
    assert (t[0].tiles, t[0].coins, t[0].marked) == ([], coins, [])
    assert t.bank == 70 - coins - 11  # the owner of the Port has 11


@pytest.mark.shows("§10.8")
def test_a_finished_building_brings_no_coin():
    t = strike("earthquake", {"tiles": ["A12"], "coins": 10})
    assert t[0].coins == 10


@pytest.mark.shows("§10.8")
def test_the_other_marks_stay_where_they_are():
    tiles = ["A12", "A01", "A13", "A14"]
    player = {"tiles": tiles, "marked": ["A12", "A13", "A14"], "wood": 2, "stone": 2}
    t = strike("earthquake", player).play("save", "abandon", "save")
    assert (t[0].tiles, t[0].marked, t[0].coins) == (["A12", "A01", "A14"], ["A12", "A14"], 11)


@pytest.mark.shows("§10.9")
def test_a_lost_land_closes_the_gap_and_the_next_must_match_the_last_that_remains():
    player = {"tiles": ["A01", "A02", "A07"], "food": 2, "coins": 12}  # stone, wood and stone, wood

    def after(*choices, land):
        t = strike("tempest", player, round_number=3, next_tiles=[land]).play(*choices)
        return t.play("pass", "bid 1 5", "produce coins")

    t = after("save", "abandon", "save", land="B09")  # stone and wood are side by side now; a mountain beside wood
    assert t[0].tiles == ["A01", "A07"]
    assert t.told("unplaceable", 0) == [{"tile": "B09", "coins": 5}]
    t = after("save", "abandon", "abandon", land="B09")
    assert t[0].tiles == ["A01", "B09"]


@pytest.mark.shows("§10.9", "§6.2")
def test_after_all_lands_are_lost_any_land_is_the_first():
    player = {"tiles": ["A01"], "coins": 12}
    t = strike("tempest", player, round_number=3, next_tiles=["B06"]).play("pass", "bid 1 5")
    assert t[0].tiles == ["B06"]


@pytest.mark.shows("§4.12")
def test_a_lost_market_adds_no_half_coin_any_more():
    t = strike("earthquake", {"tiles": ["A13"]}, next_tiles=["A01"]).play("bid 1 5")
    assert [t.why_not(f"bid 1 {coins}") for coins in (5, 6)] == ["§4.4", None]
    t = strike("drought", {"tiles": ["A13"]}, next_tiles=["A01"]).play("bid 1 5")
    assert t.why_not("bid 1 5") is None


@pytest.mark.shows("§6.3")
def test_lost_barracks_free_nobody_from_his_neighbours_any_more():
    player = {"tiles": ["A01", "A11"], "coins": 12}
    t = strike("earthquake", player, round_number=3, next_tiles=["B06"]).play("pass", "bid 1 5")
    assert t[0].tiles == ["A01"]
    assert t.told("unplaceable", 0) == [{"tile": "B06", "coins": 5}]
