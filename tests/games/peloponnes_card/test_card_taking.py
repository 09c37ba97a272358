"""§6 taking cards, §7 income, §8 luxury."""

import pytest
from card_table import alone, table, taking

# Costs: Street A02 1 stone, Bridge A01 2 wood, Agora B02 4 stone, Agriculture C02 5 wood, Port A04 1 wood 3 stone.


@pytest.mark.shows("§6.1", "§6.2", "§1.3")
def test_bids_are_turned_up_before_landscapes_are_taken():
    t = alone({"hand": "wsi"}, row=["A07"]).play("bid 1 2", "pick wood", "pick inhabitant")
    assert t.told("turned_up", 0) == [{"wood": 1, "inhabitant": 1}]
    assert t.told("placed") == [{"card": "A07"}]
    assert t.kinds.index("turned_up") < t.kinds.index("placed")
    assert (t.discard, t[0].cards) == ("wi", ["A07"])


@pytest.mark.shows("§6.1")
def test_everybody_takes_his_card_in_the_new_order():
    players = [{"hand": "wwww", "civilization": "Arcadia"}, {"bid": (1, "sss"), "hand": ""}]
    t = table(players, row=["A07", "A08"], order=[1, 0]).play("bid 2 4")
    assert [news["card"] for news in t.told("placed")] == ["A08", "A07"]


@pytest.mark.shows("§6.3", "§6.8")
def test_a_building_is_paid_with_cards_that_show_what_it_costs():
    t = taking("A04", {"hand": "wwsss", "civilization": "Arcadia"}).play("pay")
    assert t.told("built") == [{"card": "A04", "wood": 1, "stone": 3}]
    assert t.discard == "wsss"
    assert t[0].cards == ["A04"]


@pytest.mark.shows("§6.7")
def test_production_pays_first_and_is_not_used_up():
    player = {"hand": "s", "cards": ["A07"]}  # produces 3 stone
    t = taking("B02", player).play("pay")
    assert t.told("built") == [{"card": "B02", "stone": 4}]
    assert t.discard == "s"
    assert t.match.view(0)["state"]["players"][0]["cards"][:2] == ["A07", "B02"]


@pytest.mark.shows("§6.7")
def test_the_new_building_does_not_pay_for_itself():
    # The Quarry produces 3 stone and costs 2 of each.
    assert "pay" not in taking("B06", {"hand": "ww"}).choices
    assert taking("B06", {"hand": "ww"}).why_not("pay") == "§6.8"


@pytest.mark.shows("§6.8")
def test_cards_of_another_face_pay_nothing():
    t = taking("A02", {"hand": "wwgi"})
    assert t.why_not("pay") == "§6.8"
    assert t.choices == ["mortgage wood", "mortgage grain", "mortgage inhabitant"]


@pytest.mark.shows("§6.4", "§1.3")
def test_a_mortgage_is_a_card_of_ones_choice_that_only_its_owner_knows():
    t = taking("A02", {"hand": "wg"}).play("mortgage grain")
    assert t[0].under == {"A02": "g"}
    for seat, face in ((0, "grain"), (1, "face_down"), (None, "face_down")):
        assert t.match.view(seat)["state"]["players"][0]["under"][0]["face"] == face
    assert t.told("mortgaged")[0] == {"card": "A02", "face": "grain", "seen": 1}
    assert [n.arguments["face"] for n in t.match.told(1) if n.kind == "mortgaged"] == [None]


@pytest.mark.shows("§6.4", "§8.3", "§1.3")
def test_a_mortgage_bought_with_luxury_is_known_to_nobody():
    t = taking("A02", {"hand": "w", "luxury": 1}).play("mortgage luxury")
    assert t[0].under["A02"].isupper()
    assert t[0].luxury == 0
    for seat in (0, 1, None):
        assert t.match.view(seat)["state"]["players"][0]["under"][0]["face"] == "face_down"


@pytest.mark.shows("§6.4", "§11.1")
def test_a_mortgaged_building_is_of_full_use():
    # The Port protects, has an inhabitant, and brings a card more each round.
    t = alone({"hand": "w", "civilization": "Arcadia", "cards": ["A04"], "under": {"A04": "w"}}, row=["A07"])
    t.play("pass")
    assert t.told("income", 0)[0]["count"] == 4  # 5 inhabitants bring 3


@pytest.mark.shows("§6.5")
def test_one_may_mortgage_what_one_could_pay_unless_the_option_forbids_it():
    assert taking("A02", {"hand": "ws"}).choices == ["pay", "mortgage wood", "mortgage stone"]
    t = taking("A02", {"hand": "ws"}, mortgaging="only_if_unable")
    assert t.choices == ["pay"]
    assert t.why_not("mortgage wood") == "§6.5"
    assert taking("A02", {"hand": "wg"}, mortgaging="only_if_unable").choices == ["mortgage wood", "mortgage grain"]


@pytest.mark.shows("§6.4")
def test_a_mortgage_needs_the_card():
    t = taking("A02", {"hand": "ws"})
    assert t.why_not("mortgage grain") == "§6.4"
    assert t.why_not("mortgage luxury") == "§8.3"


@pytest.mark.shows("§6.6")
def test_a_building_that_can_be_neither_paid_nor_mortgaged_is_lost():
    t = alone({"hand": "w"}, row=["A02"]).play("bid 1 1")
    assert t.told("lost") == [{"forced": True, "card": "A02"}]
    assert "A02" in t.gone
    assert t[0].cards == []


@pytest.mark.shows("§6.6", "§6.7")
def test_who_cannot_mortgage_must_pay():
    t = alone({"hand": "w", "cards": ["A18"]}, row=["A02"]).play("bid 1 1")
    assert t.told("built") == [{"forced": True, "card": "A02", "stone": 1}]


@pytest.mark.shows("§14.4")
def test_who_may_hold_what_a_choice_needs_is_asked_even_with_a_single_answer():
    t = taking("A02", {"hand": "gg"})
    assert t.choices == ["mortgage grain"]
    # Two cards cannot pay four: there is still a card to choose, as far as others can tell.
    assert taking("B02", {"hand": "gg"}).choices == ["mortgage grain"]


@pytest.mark.shows("§14.4")
def test_where_all_can_see_that_there_is_no_choice_nobody_is_asked():
    t = alone({"hand": "wg"}, row=["A04"], round_number=2).play("bid 1 2")
    assert t.told("lost") == [{"forced": True, "card": "A04"}]
    t = alone({"hand": "wwg"}, row=["A04"]).play("bid 1 2", "pick wood", "pick wood")
    assert t.told("mortgaged") == [{"forced": True, "card": "A04", "face": "grain", "seen": 1}]


# -- luxury in payments ------------------------------------------------------------------------------------------------


@pytest.mark.shows("§6.9", "§8.1")
def test_luxury_replaces_what_is_short_card_after_card():
    t = taking("A04", {"hand": "wsss", "luxury": 2}).play("pay")
    assert t.step == "pay"
    assert t.choices == ["give wood", "give stone", "give luxury", "done"]
    t.play("give luxury", "give stone", "give stone", "give luxury")
    assert t.told("built") == [{"card": "A04", "wood": 1, "stone": 3, "luxury": 2}]
    assert t[0].luxury == 0
    assert t.discard == "ss"


@pytest.mark.shows("§6.9")
def test_done_pays_with_cards_first():
    t = taking("A04", {"hand": "wss", "luxury": 2}).play("pay", "done")
    assert t.told("built") == [{"card": "A04", "wood": 1, "stone": 3, "luxury": 1}]
    assert (t[0].luxury, t.discard) == (1, "wss")


@pytest.mark.shows("§6.8", "§6.9")
def test_never_more_than_needed_can_be_given():
    t = taking("A04", {"hand": "wwsssss", "luxury": 2}).play("pay", "give wood")
    assert t.choices == ["give stone", "give luxury", "done"]
    assert t.why_not("give wood") == "§6.8"
    assert t.why_not("give grain") == "§6.8"
    t = taking("A04", {"hand": "wwsssss", "luxury": 1}).play("pay", "give luxury")
    assert t.why_not("give luxury") == "§6.9"


@pytest.mark.shows("§6.8")
def test_what_one_does_not_hold_cannot_be_given():
    t = taking("A04", {"hand": "w", "luxury": 3}).play("pay")
    assert t.why_not("give stone") == "§6.8"


@pytest.mark.shows("§6.10")
def test_the_rulebooks_first_example_surplus_wood_although_stone_was_added():
    # 1 stone and 2 wood are produced; the Agora costs 4 stone: 3 from the hand, and 2 luxury.
    t = taking("B02", {"civilization": "Arcadia", "cards": ["A15", "A09"], "hand": "sss"}).play("pay")
    assert t.told("luxury") == [{"luxury": 2}]
    assert t.discard == "sss"
    assert t[0].luxury == 2


@pytest.mark.shows("§6.11")
@pytest.mark.parametrize(("option", "gained"), [("none", 0), ("the_rest", 1)])
def test_the_rulebooks_second_example_no_surplus_where_luxury_was_spent(option, gained):
    # 2 stone and 4 wood are produced; Agriculture costs 5 wood: 1 luxury, and none for the 2 stone.
    player = {"civilization": "Pylos", "cards": ["A15", "A16"], "luxury": 1, "hand": "g"}
    t = taking("C02", player, surplus_after_luxury=option).play("pay", "done")
    assert t.told("built") == [{"card": "C02", "wood": 5, "luxury": 1}]
    assert t[0].luxury == gained


@pytest.mark.shows("§6.10")
def test_surplus_is_counted_for_each_kind_by_itself():
    t = taking("A02", {"cards": ["A14", "A18"], "hand": "w"}).play("pay")  # 2 wood, 2 stone; the Street costs 1 stone
    assert t.told("luxury") == [{"luxury": 3}]


@pytest.mark.shows("§6.12")
@pytest.mark.parametrize(("option", "gained"), [("none", []), ("luxury", [{"luxury": 2}])])
def test_mortgaging_brings_surplus_only_by_option(option, gained):
    t = taking("B02", {"cards": ["A15", "A09"], "hand": "gg"}, surplus_when_mortgaging=option).play("mortgage grain")
    assert t.told("luxury") == gained


@pytest.mark.shows("§8.2")
def test_nobody_has_more_than_17_luxury():
    t = taking("A02", {"cards": ["A14", "A18"], "hand": "w", "luxury": 16}).play("pay")
    assert (t[0].luxury, t.told("luxury")) == (17, [{"luxury": 1}])


@pytest.mark.shows("§8.1", "§8.3")
def test_a_card_may_be_bought_for_luxury_although_one_is_held():
    t = taking("A02", {"hand": "wg", "luxury": 1})
    assert "mortgage luxury" in t.choices


# -- income ------------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§7.4")
@pytest.mark.parametrize(
    ("cards", "coins", "luxury"),
    [
        (["A07"], 2, 0),  # with the civilization 4 inhabitants
        (["A08"], 3, 0),  # 5
        (["A13", "A14"], 4, 0),  # 8
        (["A03", "A13", "A14"], 4, 1),  # 11
        (["A03", "A13", "A14", "B13"], 4, 2),  # 14
    ],
)
def test_income_goes_by_the_inhabitants_on_the_table(cards, coins, luxury):
    t = alone({"hand": "iii", "civilization": "Arcadia", "cards": cards}).play("pass")
    assert t.told("income", 0)[0]["count"] == coins
    assert t[0].luxury == luxury
    assert t.told("riches", 0) == ([{"luxury": luxury}] if luxury else [])


@pytest.mark.shows("§7.2", "§7.1")
def test_the_rulebooks_one_time_income_of_3_coin_cards_comes_once():
    t = alone({"hand": "ww", "civilization": "Arcadia"}, row=["A09"]).play("bid 1 2")
    assert t.told("income", 0)[0]["count"] == 3 + 3  # the card's own, and 5 inhabitants
    t.play("pass", "pass")
    assert t.told("income", 0)[0]["count"] == 3


@pytest.mark.shows("§7.2")
def test_one_time_luxury():
    t = taking("B04", {"hand": "wwwss"}).play("pay")
    assert t[0].luxury == 3


@pytest.mark.shows("§7.1")
def test_by_option_all_one_time_incomes_come_first():
    players = [{"hand": "ww", "civilization": "Arcadia"}, {"bid": (2, "ss"), "hand": "", "civilization": "Syracuse"}]
    changes = {"row": ["A09", "A16"], "order": [1, 0]}
    t = table(players, **changes, income_order="one_time_first").play("bid 1 2")
    assert [(news.seat, news.arguments["count"]) for news in t.happened if news.kind == "income"] == [
        (1, 2),
        (0, 3),
        (1, 3),
        (0, 3),
    ]
    t = table(players, **changes).play("bid 1 2")
    assert [(news.seat, news.arguments["count"]) for news in t.happened if news.kind == "income"] == [(1, 5), (0, 6)]


@pytest.mark.shows("§7.3")
@pytest.mark.parametrize(("option", "coins"), [("none", 2), ("received", 5)])
def test_a_lost_building_brings_its_one_time_income_only_by_option(option, coins):
    t = alone({"hand": "ww", "civilization": "Sparta"}, row=["A05"], lost_building_income=option).play("bid 1 2")
    assert t.told("lost") != []
    assert t.told("income", 0)[0]["count"] == coins


@pytest.mark.shows("§7.5")
def test_port_and_temple_bring_a_card_each():
    t = alone({"hand": "www", "civilization": "Arcadia", "cards": ["A04", "B08"]}).play("pass")
    assert t.told("income", 0)[0]["count"] == 3 + 2  # 7 inhabitants
    covered = {"hand": "www", "civilization": "Arcadia", "cards": ["A04", "B08"], "cover": {"A04": "w"}}
    t = alone(covered).play("pass")
    assert t.told("income", 0)[0]["count"] == 3 + 1
