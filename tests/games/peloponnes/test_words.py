"""What choices and news say of what they cost."""

from peloponnes_table import alone, feed, strike, table


def label(t, choice):
    return next(one.text() for one in t.match.choices if one.words == choice)


def sentences(t):
    return [t.match.tell(one, t.match.names()) for one in t.happened]


def test_a_bid_beyond_the_purse_says_what_luxury_pays():
    t = table([{"coins": 3, "luxury": 5}, {}], row=["A07", "A08"])
    assert label(t, "bid 1 3") == "Bid 3 coins on Old Forest (A07)"
    assert label(t, "bid 1 4") == "Bid 4 coins on Old Forest (A07): 3 coins and 2 luxury"
    assert label(t, "bid 1 5") == "Bid 5 coins on Old Forest (A07): 3 coins and 4 luxury"
    t.play("bid 1 5")
    assert (t[0].coins, t[0].luxury) == (0, 1)


def test_a_bid_without_coins_is_paid_with_luxury_alone():
    t = table([{"coins": 0, "luxury": 6}, {}], row=["A07", "A08"])
    assert label(t, "bid 1 3") == "Bid 3 coins on Old Forest (A07), paid with 6 luxury"


def test_a_full_store_turns_production_into_luxury_and_the_choice_says_so():
    t = alone({"coins": 3, "tiles": ["A15"], "stone": 10, "wood": 9}, row=["A07"]).play("pass")
    assert t.step == "produce"
    assert label(t, "produce stone") == "Produce stone: the store is full, so it becomes 1 luxury"
    assert label(t, "produce coins") == "Produce a coin"
    luxury = t[0].luxury
    t.play("produce stone")
    assert t[0].luxury == luxury + 1


def test_a_building_is_told_with_what_was_paid():
    t = alone({"wood": 3}, row=["A13"]).play("bid 1 3", "pay")
    assert any(one.endswith("builds Market for 3 coins and 3 wood.") for one in sentences(t))
    t = alone({"luxury": 6}, row=["A13"]).play("bid 1 3", "pay")
    assert any(one.endswith("builds Market for 3 coins and 6 luxury.") for one in sentences(t))
    t = alone({"wood": 1, "luxury": 4}, row=["A13"]).play("bid 1 3", "pay")
    assert any(one.endswith("builds Market for 3 coins, 1 wood and 4 luxury.") for one in sentences(t))
    # Of two goods nobody can tell afterwards which was short: the cost is named.
    t = alone({"wood": 1, "stone": 1, "luxury": 4}, row=["A15"]).play("bid 1 3", "pay")
    port = "builds Port for 3 coins, 1 wood and 3 stone, giving 4 luxury for what is short."
    assert any(one.endswith(port) for one in sentences(t))


def test_losses_name_their_cause():
    t = strike("plague", {"population": 9})
    assert any(one.endswith("loses 3 inhabitants to the plague.") for one in sentences(t))
    t = strike("earthquake", {"tiles": ["A13"], "wood": 2, "stone": 2}).play("abandon")
    assert any(one.endswith("loses Market to the earthquake.") for one in sentences(t))
    t = strike("tempest", {"tiles": ["A05"], "food": 2, "coins": 2}).play("abandon")
    assert any(one.endswith("loses Wide Fields (A05) to the tempest.") for one in sentences(t))


def test_a_building_that_can_only_be_marked_says_so():
    t = alone({}, row=["A13"]).play("bid 1 3")
    assert any(one.endswith("for Market, cannot build it yet and marks it with a coin.") for one in sentences(t))


def test_a_tile_that_cannot_be_saved_says_what_was_missing():
    t = strike("earthquake", {"tiles": ["A13"], "wood": 2})
    assert any(one.endswith("cannot pay 1 wood and 1 stone to save Market and loses it.") for one in sentences(t))


def test_a_single_inhabitant_is_fed():
    t = feed({"population": 1, "food": 3})
    assert any(one.endswith("feeds 1 inhabitant with 1 food.") for one in sentences(t))
