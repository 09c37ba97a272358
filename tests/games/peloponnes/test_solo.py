"""§15 the solo game."""

import pytest
from peloponnes_table import alone, new, table

import petteia
from petteia.games.peloponnes.show.campaign import Campaign, LevelNotPlayed

ALL = ["Messene", "Patras", "Arkadia", "Korinth", "Sparta", "Pylos", "Argos"]
ENOUGH = {"coins": 9, "population": 12, "food": 12, "civilization": "Sparta"}


def solo(player=(), **changes):
    """One player's auction."""
    return table([dict(player)], **changes)


def level(number, **options):
    """A level in its first round, with Korinth and extra food."""
    t = new(1, solo_level=number, **options).play("civilization Korinth")
    while t.step == "extra_income":
        t.play("income food")
    return t


@pytest.mark.shows("§15.1")
def test_the_player_chooses_his_civilization():
    t = new(1)
    assert t.step == "civilization"
    assert t.choices == [f"civilization {number}" for number in range(1, 8)]
    t.play("civilization Pylos")
    assert (t[0].civilization, t[0].coins, t[0].stone) == ("Pylos", 8, 3)
    assert t.step == "auction"


@pytest.mark.shows("§15.1")
def test_there_is_no_eighth_civilization():
    t = new(1)
    assert [t.why_not(f"civilization {number}") for number in (7, 8, 16)] == [None, "§15.1", "§15.1"]


@pytest.mark.shows("§15.1", "§3.1")
def test_five_tiles_and_no_conquest_row():
    t = new(1).play("civilization Pylos")
    assert [told.get("conquest", 0) for told in t.told("revealed")] == [0] * 5


@pytest.mark.shows("§15.2")
def test_a_tile_is_bought_for_exactly_its_minimum():
    t = solo(row=["A01", "A04", "A07", "A12", "A05"])
    assert t.choices == ["pass", "bid 1 3", "bid 2 4", "bid 3 2", "bid 4 1", "bid 5 3"]
    assert [t.why_not(f"bid 2 {coins}") for coins in (3, 4, 5)] == ["§4.2", None, "§15.2"]
    t.play("bid 2 4")
    assert (t[0].tiles, t[0].coins) == (["A04"], 10 - 4 + 2 + 2)  # it gives 2, and 4 inhabitants bring 2


@pytest.mark.shows("§15.2", "§4.5")
def test_a_tile_in_the_conquest_row_is_bought_for_minimum_and_3():
    t = solo(row=["A01", "A04", "A07", "A12", "A05"], solo_level=3)
    assert t.choices == ["pass", "bid 1 3", "bid 2 4", "bid 3 2", "bid 4 4", "bid 5 6"]
    assert [t.why_not(f"bid 5 {coins}") for coins in (3, 5, 6, 7)] == ["§4.5", "§4.5", None, "§15.2"]


@pytest.mark.shows("§15.2", "§12.3")
def test_luxury_buys_coins_in_the_solo_game_too():
    t = solo({"coins": 1, "luxury": 4}, row=["A01", "A04", "A07", "A12", "A05"]).play("bid 1 3")
    assert (t[0].coins, t[0].luxury) == (2, 0)


@pytest.mark.shows("§15.3")
@pytest.mark.parametrize(("option", "coins"), [("pays", 3), ("pays_nothing", 0)])
def test_the_player_may_pass(option, coins):
    t = solo(solo_pass=option).play("pass")
    assert t.told("passed", 0) == [{"coins": coins} if coins else {}]
    assert t[0].coins == 10 + coins + 2


@pytest.mark.shows("§15.3")
def test_the_option_is_for_solo_players_only():
    assert alone({}, solo_pass="pays_nothing").play("pass").told("passed", 0) == [{"coins": 3}]


@pytest.mark.shows("§15.4", "§15.5")
@pytest.mark.parametrize(
    ("number", "conquest", "extra"), [(0, 0, 0), (1, 0, 0), (2, 1, 1), (3, 2, 2), (4, 3, 3), (5, 4, 3)]
)
def test_levels_have_more_and_more_tiles_in_the_conquest_row_and_extra_incomes(number, conquest, extra):
    t = level(number)
    assert [told.get("conquest", 0) for told in t.told("revealed")] == [0] * (5 - conquest) + [1] * conquest
    assert t[0].extra == [0, 0, extra]


@pytest.mark.shows("§15.4")
@pytest.mark.parametrize(("number", "target"), [(1, 24), (2, 28), (3, 32), (4, 35), (5, 35)])
@pytest.mark.parametrize("missing", [0, 1])
def test_a_level_asks_for_its_points(number, target, missing):
    player = {**ENOUGH, "coins": 3 * (target - missing), "luxury": 2, "population": 13}
    t = table([player], step="feed", last=True, solo_level=number).play("feed 1")
    reached = {} if missing else {"reached": 1}
    assert t.match.scores == [target - missing]
    assert t.told("level", 0) == [{"level": number, "target": target, **reached}]


@pytest.mark.shows("§15.4")
def test_without_a_level_there_is_no_target():
    t = table([{**ENOUGH, "population": 13, "luxury": 2}], step="feed", last=True).play("feed 0")
    assert t.match.over
    assert t.told("level") == []
    assert t.told("scored", 0) == [{"points": 3, "prestige": 3, "inhabitants": 36}]


@pytest.mark.shows("§15.4")
@pytest.mark.parametrize("number", [-1, 6])
def test_there_are_five_levels(number):
    with pytest.raises(petteia.BadOption, match="solo_level"):
        new(1, solo_level=number)


@pytest.mark.shows("§15.4")
def test_levels_are_for_one_player():
    with pytest.raises(petteia.BadOption, match="solo_level"):
        new(2, solo_level=1)


@pytest.mark.shows("§15.5")
def test_extra_incomes_are_chosen_before_the_game_and_may_be_the_same():
    t = new(1, solo_level=4).play("civilization Arkadia")
    assert t.step == "extra_income"
    assert t.choices == ["income wood", "income stone", "income food"]
    t.play("income stone", "income wood")
    assert t.round_number == 0
    t.play("income stone")
    assert (t[0].extra, t[0].goods, t.round_number) == ([1, 2, 0], (0, 0, 0), 1)
    assert t.told("extra", 0) == [{"good": "stone"}]


@pytest.mark.shows("§15.5")
def test_an_extra_income_gives_one_good_each_round():
    t = solo({"extra": [1, 2, 0], "population": 0}, solo_level=4).play("pass")
    assert t.told("income", 0) == [{"coins": 1, "wood": 1, "stone": 2, "food": 2}]  # the food is Messene's
    t.play("pass")
    assert t[0].goods == (2, 4, 4)


@pytest.mark.shows("§15.6")
def test_a_civilization_of_an_earlier_level_cannot_be_chosen():
    t = new(1, solo_level=3, used_civilizations=["Messene", "Sparta"])
    assert t.choices == ["civilization 2", "civilization 3", "civilization 4", "civilization 6", "civilization 7"]
    assert t.why_not("civilization Sparta") == "§15.6"
    assert t.why_not("civilization Patras") is None


@pytest.mark.shows("§15.6", "§16.3")
def test_the_last_civilization_is_chosen_by_itself_and_the_log_says_so():
    t = new(1, used_civilizations=ALL[:-1])
    assert (t[0].civilization, t.step) == ("Argos", "auction")
    assert t.told("dealt", 0) == [{"forced": True, "civilization": "Argos"}]


@pytest.mark.shows("§15.6")
def test_one_civilization_must_be_left():
    with pytest.raises(petteia.BadOption, match="at least one civilization"):
        new(1, used_civilizations=ALL)


@pytest.mark.shows("§15.6")
def test_only_a_solo_player_has_used_civilizations():
    with pytest.raises(petteia.BadOption, match="used_civilizations"):
        new(2, used_civilizations=["Argos"])


def finished(campaign, civilization, points):
    """A match of the level that the campaign has come to, with so many points."""
    player = {"civilization": civilization, "coins": 3 * points, "population": 13, "food": 12, "luxury": 2}
    return table([player], step="feed", last=True, **campaign.options()).play("feed 1").match


@pytest.mark.shows("§15.7", "§15.6")
def test_a_campaign_climbs_from_level_1_to_5_with_five_civilizations():
    campaign = Campaign()
    for number, (civilization, points) in enumerate(zip(ALL, (24, 28, 32, 35, 35), strict=False), 1):
        assert (campaign.level, campaign.won) == (number, False)
        assert campaign.options() == {"solo_level": number, "used_civilizations": ALL[: number - 1]}
        assert campaign.record(finished(campaign, civilization, points))
    assert campaign.won


@pytest.mark.shows("§15.7")
def test_a_level_that_was_not_reached_is_played_again_with_the_same_freedom():
    campaign = Campaign()
    campaign.record(finished(campaign, "Sparta", 24))
    offered = new(1, **campaign.options()).choices
    assert not campaign.record(finished(campaign, "Argos", 27))
    assert (campaign.level, campaign.used, campaign.won) == (2, ["Sparta"], False)
    assert new(1, **campaign.options()).choices == offered
    assert "civilization 7" in offered  # Argos, who failed
    assert "civilization 5" not in offered


@pytest.mark.shows("§15.7")
def test_a_campaign_takes_in_only_matches_of_its_level():
    campaign = Campaign()
    campaign.record(finished(campaign, "Sparta", 24))
    with pytest.raises(LevelNotPlayed):
        campaign.record(finished(Campaign(), "Argos", 30))
    with pytest.raises(LevelNotPlayed):
        campaign.record(new(1, **campaign.options()).match)


@pytest.mark.shows("§15.1", "§11.1", "§10.5")
def test_disasters_and_supply_rounds_come_as_for_more_players():
    t = solo({"population": 7, "food": 3, "civilization": "Sparta"}, round_number=3, third="plague", next_tiles=["B05"])
    t.play("pass")
    assert t.told("plague", 0) == [{"population": 3}]
    assert t.told("fed", 0) == [{"food": 3, "population": 1}]


@pytest.mark.shows("§15.1")
def test_turn_order_plays_no_part():
    t = solo(row=["A07"]).play("bid 1 2")
    assert "order" not in t.kinds
