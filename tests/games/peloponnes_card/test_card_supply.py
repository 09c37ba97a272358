"""§9 supply."""

import pytest
from card_table import alone, feed, table

import petteia

# Arcadia has 4 inhabitants and produces nothing; Syracuse 5 and 1 stone.


@pytest.mark.shows("§9.2", "§9.4", "§9.1")
def test_every_inhabitant_on_the_table_needs_a_grain():
    t = feed({"hand": "ggi", "civilization": "Arcadia"})
    assert t.told("fed", 0) == [{"inhabitants": 4}]
    assert t.left == 4
    assert t.choices == ["give grain", "done"]


@pytest.mark.shows("§9.3")
def test_the_rulebooks_example_12_grain_for_9_inhabitants_bring_3_luxury():
    cards = ["A11", "A12", "A13", "B07", "B13"]
    t = feed({"civilization": "Messene", "cards": cards})
    assert t.told("fed", 0) == [{"inhabitants": 9, "production": 12, "luxury": 3}]
    assert t[0].luxury == 3


@pytest.mark.shows("§9.4", "§9.2")
def test_the_rulebooks_example_7_inhabitants_and_4_grain():
    t = table(
        [{"hand": "g", "civilization": "Arcadia"}, {"civilization": "Mycenae", "cards": ["A12", "A13"], "hand": "g"}],
        lines={"step": "feed", "begun": 1, "left": 1},
    ).play("give grain")
    assert t.told("fed", 1) == [{"inhabitants": 7, "production": 4}]
    assert t.left == 3


@pytest.mark.shows("§9.4", "§8.1")
def test_grain_cards_and_luxury_feed_one_each():
    t = feed({"hand": "gggg", "luxury": 2, "civilization": "Arcadia"})
    t.play("give grain", "give luxury", "give luxury", "give grain")
    assert t.told("gave") == [{"cards": 1}, {"luxury": 1}, {"luxury": 1}, {"cards": 1}]
    assert (t[0].hand[:2], t[0].luxury, t[0].torn) == ("gg", 0, False)


@pytest.mark.shows("§9.4")
def test_other_cards_feed_nobody():
    t = feed({"hand": "wsi", "civilization": "Arcadia"})
    assert t.choices == ["done"]
    assert t.why_not("give wood") == t.why_not("give grain") == t.why_not("give luxury") == "§9.4"


@pytest.mark.shows("§9.5")
def test_one_may_feed_fewer_unless_the_option_forbids_it():
    assert "done" in feed({"hand": "gg", "civilization": "Arcadia"}).choices
    t = feed({"hand": "gg", "civilization": "Arcadia"}, feeding="as_many_as_possible")
    assert t.choices == ["give grain"]
    assert t.why_not("done") == "§9.5"
    t.play("give grain", "give grain")
    assert t.told("starved", 0) == [{"forced": True, "civilization": 1}]


@pytest.mark.shows("§9.6")
def test_those_not_fed_cost_inhabitant_cards_or_cards_on_the_table():
    t = feed({"hand": "ii", "civilization": "Arcadia", "cards": ["A01", "A07"]})  # the Bridge has 2, Mountains none
    t.play("done")
    assert t.left == 5  # one is fed by the Bridge's grain
    assert t.choices == ["give inhabitant", "abandon 1", "desert"]
    t.play("give inhabitant", "abandon 1")
    assert (t.left, t[0].cards) == (2, ["A07"])
    t.play("give inhabitant")
    assert t[0].torn
    assert t.told("starved", 0) == [{"hand": 1}, {"forced": True, "civilization": 1}]


@pytest.mark.shows("§9.6")
def test_what_is_not_there_cannot_be_given_up():
    t = feed({"hand": "ww", "civilization": "Arcadia", "cards": ["A01"]}).play("done")
    assert t.why_not("give inhabitant") == t.why_not("give grain") == "§9.6"
    assert t.why_not("abandon 2") == "§9.6"


@pytest.mark.shows("§9.7")
def test_a_card_without_inhabitants_cannot_be_torn_down_for_hunger_unless_by_option():
    player = {"hand": "w", "civilization": "Arcadia", "cards": ["A01", "A07"]}
    assert feed(player).play("done").why_not("abandon 2") == "§9.7"
    t = feed(player, starving="any_card").play("done")
    assert "abandon 2" in t.choices
    t.play("abandon 2")
    assert t.left == 5


@pytest.mark.shows("§9.7", "§10.3")
def test_a_covered_civilization_has_no_inhabitants_to_lose():
    player = {"hand": "w", "civilization": "Arcadia", "civilization_cover": "g", "cards": ["A13", "A03"]}
    t = feed(player).play("done")
    assert t.left == 4  # 5 on the cards, 1 fed by the Market
    assert t.why_not("desert") == "§9.7"
    player |= {"torn": True, "civilization_cover": ""}
    assert feed(player).play("done").why_not("desert") == "§9.6"


@pytest.mark.shows("§9.8")
def test_grain_that_was_counted_stays_counted():
    # The Grain Field's 4 grain feed 4 of 5, and it may be torn down all the same if it had people.
    player = {"hand": "w", "civilization": "Sparta", "cards": ["A17", "A13"]}  # 3 + 1 + 2 inhabitants, 4 grain
    t = feed(player).play("done")
    assert t.left == 2
    t.play("abandon 1")  # one inhabitant goes with the field that fed four
    assert t.left == 1


@pytest.mark.shows("§9.8")
def test_more_inhabitants_than_necessary_may_go_with_a_card():
    t = feed({"hand": "w", "civilization": "Sparta", "cards": ["A17", "A13"]}).play("done", "desert")
    assert t[0].torn
    assert t.left == 0


@pytest.mark.shows("§14.4", "§9.6")
def test_who_holds_nothing_and_has_one_thing_to_lose_is_not_asked():
    t = feed({"civilization": "Arcadia"})
    assert t.told("starved", 0) == [{"forced": True, "civilization": 1}]


# -- redeeming ---------------------------------------------------------------------------------------------------------

NOBODY = {"torn": True}  # nobody to feed


def redeeming(player, **changes):
    return feed({**NOBODY, **player}, **changes)


@pytest.mark.shows("§9.9")
def test_a_mortgaged_building_is_redeemed_with_cards():
    t = redeeming({"cards": ["A04"], "under": {"A04": "i"}, "hand": "wsssg"})
    # The Port has an inhabitant who is hungry first.
    t.play("give grain")
    assert t.choices == ["redeem 1", "done"]
    t.play("redeem 1")
    assert t.told("redeemed") == [{"card": "A04", "wood": 1, "stone": 3}]
    assert t[0].under == {}
    assert t[0].hand.startswith("i")


@pytest.mark.shows("§9.9")
def test_production_serves_once_for_all_redemptions():
    # Produces 3 wood; Bridge and Stockade cost 2 and 3 wood: together 2 more are needed.
    player = {"cards": ["A13", "A01", "A06"], "under": {"A01": "g", "A06": "g"}, "hand": "ggggggww"}
    t = redeeming(player)
    while t.step == "feed":
        t.play("give grain")
    t.play("redeem 2")
    assert (t.pool_wood, t.step) == (2, "redeem")  # 3 of the forest and 1 of the Stockade, less 2
    t.play("redeem 3")
    assert t.discard.count("w") == 1


@pytest.mark.shows("§9.9")
def test_what_is_not_mortgaged_cannot_be_redeemed():
    t = redeeming({"cards": ["B06", "B10"], "under": {"B06": "g"}, "hand": "wwsss"})
    assert t.why_not("redeem 2") == t.why_not("redeem 3") == "§9.9"
    assert t.choices == ["redeem 1", "done"]


@pytest.mark.shows("§9.9", "§6.8")
def test_what_cannot_be_paid_cannot_be_redeemed():
    t = redeeming({"cards": ["B10"], "under": {"B10": "g"}, "hand": "wwww"})  # costs 4 stone
    assert t.choices == ["done"]
    assert t.why_not("redeem 1") == "§6.8"


@pytest.mark.shows("§9.10")
@pytest.mark.parametrize(("option", "choices"), [("produces", ["redeem 2", "done"]), ("when_redeemed", ["done"])])
def test_a_building_to_be_given_up_produces_for_the_others_unless_by_option(option, choices):
    # The Quarry's 3 stone help to pay for the Treasury's 4; the Quarry itself costs 2 wood.
    player = {"cards": ["B06", "B10"], "under": {"B06": "g", "B10": "g"}, "hand": "siii"}
    assert redeeming(player, given_up_building=option).choices == choices


@pytest.mark.shows("§9.10")
def test_by_that_option_a_building_pays_for_itself_once_it_is_redeemed():
    player = {"cards": ["B06", "B10"], "under": {"B06": "g", "B10": "g"}, "hand": "wwssg"}
    t = redeeming(player, given_up_building="when_redeemed").play("redeem 1")
    assert t.pool_stone == 1  # 3 of its own, less 2
    assert t.choices == ["done"]  # the Treasury asks for 4, and 2 stone cards are left


@pytest.mark.shows("§9.11")
def test_what_is_not_redeemed_leaves_the_game_and_its_card_is_discarded():
    t = redeeming({"cards": ["B06"], "under": {"B06": "i"}, "hand": "wwss"}).play("done")
    assert t.told("given_up") == [{"card": "B06", "face": "inhabitant"}]
    assert t[0].cards == []
    assert "B06" in t.gone
    assert "i" in t.discard


@pytest.mark.shows("§9.12", "§1.3")
@pytest.mark.parametrize(("option", "hand", "discard"), [("hand", "ssi", "gww"), ("discard", "ss", "gwwi")])
def test_the_card_of_a_redeemed_building_returns_unless_the_option_discards_it(option, hand, discard):
    t = redeeming({"cards": ["B06"], "under": {"B06": "I"}, "hand": "wwss"}, redeemed_coin=option, last=True)
    t.play("redeem 1")
    assert (t[0].hand, sorted(t.discard)) == (hand, sorted(discard))


@pytest.mark.shows("§9.13")
def test_the_mortgage_card_does_not_pay_for_its_own_building_unless_by_option():
    player = {"cards": ["B10"], "under": {"B10": "s"}, "hand": "sssw"}  # costs 4 stone
    assert redeeming(player).choices == ["done"]
    t = redeeming(player, mortgage_card_pays="yes", last=True)
    assert t.choices == ["redeem 1", "done"]
    t.play("redeem 1")
    assert t[0].hand == "w"
    assert t[0].under == {}
    player["under"] = {"B10": "S"}  # nobody knows what it is
    assert redeeming(player, mortgage_card_pays="yes").choices == ["done"]


@pytest.mark.shows("§9.12")
def test_a_discarded_mortgage_card_is_told_to_all():
    t = redeeming({"cards": ["B06"], "under": {"B06": "I"}, "hand": "wwss"}, redeemed_coin="discard").play("redeem 1")
    assert t.told("coin_discarded") == [{"card": "B06", "face": "inhabitant"}]


@pytest.mark.shows("§9.13")
def test_a_card_that_helps_to_pay_is_never_discarded():
    with pytest.raises(petteia.PetteiaError, match="comes back to the hand"):
        redeeming({"hand": "w"}, redeemed_coin="discard", mortgage_card_pays="yes")


@pytest.mark.shows("§9.13")
def test_it_returns_when_all_is_redeemed():
    player = {"cards": ["B06", "B10"], "under": {"B06": "s", "B10": "w"}, "hand": "wwssss"}
    t = redeeming(player).play("redeem 1")
    assert t[0].under == {"B06": "s", "B10": "w"}  # and so it cannot pay for the Treasury: the Quarry's 3 stone less 2
    assert t.choices == ["redeem 2", "done"]


@pytest.mark.shows("§9.14")
def test_redeeming_brings_no_luxury_from_surplus():
    t = redeeming({"cards": ["A07", "B10"], "under": {"B10": "w"}, "hand": "ss"}).play("redeem 2")
    assert t[0].luxury == 0


@pytest.mark.shows("§9.14")
def test_luxury_of_surplus_grain_may_redeem():
    player = {"cards": ["A11", "B10"], "under": {"B10": "w"}, "hand": ""}  # 4 grain, nobody eats; 4 stone to pay
    t = redeeming(player, last=True)
    assert t.told("fed", 0) == [{"production": 4, "luxury": 4}]
    t.play("redeem 2")
    assert t.told("redeemed") == [{"card": "B10", "stone": 4, "luxury": 4}]


@pytest.mark.shows("§6.9", "§9.9")
def test_luxury_and_cards_are_chosen_for_a_redemption_too():
    t = redeeming({"cards": ["B10"], "under": {"B10": "w"}, "hand": "ssss", "luxury": 2}).play("redeem 1")
    assert t.step == "pay"
    assert t.choices == ["give stone", "give luxury", "done"]
    t.play("give luxury", "done")
    assert t.told("redeemed") == [{"card": "B10", "stone": 4, "luxury": 1}]


@pytest.mark.shows("§9.11", "§14.4")
def test_who_cannot_redeem_as_all_can_see_is_not_asked():
    t = redeeming({"cards": ["B10"], "under": {"B10": "w"}, "hand": "s"}, last=True)
    assert t.told("given_up", 0) == [{"card": "B10", "face": "wood"}]


@pytest.mark.shows("§9.1", "§14.2")
def test_each_player_feeds_and_redeems_before_the_next():
    first = {**NOBODY, "cards": ["B10"], "under": {"B10": "w"}, "hand": "ssss"}
    t = feed(first, {"hand": "g", "civilization": "Arcadia"})
    assert (t.step, t.to_move) == ("redeem", 0)
    t.play("redeem 1")
    assert (t.step, t.to_move) == ("feed", 1)


@pytest.mark.shows("§12.1", "§12.2")
@pytest.mark.parametrize(("option", "incomes"), [("round", 1), ("extra", 2)])
def test_the_end_comes_after_the_income_of_the_last_round(option, incomes):
    t = alone({"hand": "wwwwww", "civilization": "Arcadia"}, round_number=8, final_income=option).play("pass")
    assert len(t.told("income", 0)) == incomes
    assert "last_supply" in t.kinds
    assert t.step == "feed"
