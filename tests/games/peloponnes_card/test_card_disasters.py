"""§10 disasters, §11 protection."""

import pytest
from card_table import feed, strike, table, taking

from petteia.games.peloponnes_card.show.insight import mats

THREE = ["A02", "A03", "A04"]  # buildings: Street, Market, Port


@pytest.mark.shows("§10.2", "§10.3")
def test_plague_covers_the_civilization():
    t = strike("plague", {"hand": "wg", "civilization": "Sparta"})
    assert t.choices == ["cover wood", "cover grain", "tear"]
    t.play("cover grain")
    assert t[0].civilization_cover == "g"
    assert t[0].hand == "w"
    assert t.match.view(1)["state"]["players"][0]["civilization_cover"]["face"] == "face_down"


@pytest.mark.shows("§10.3", "§10.9")
def test_of_a_covered_civilization_only_the_symbols_remain():
    t = strike("plague", {"hand": "wg", "civilization": "Sparta"}, {"hand": ""})
    t.play("cover grain")
    assert mats(t.match)[0].inhabitants == 0
    assert mats(t.match)[0].production == {"wood": 0, "stone": 0, "grain": 0}
    assert mats(t.match)[0].power == 2  # of the luxury card


@pytest.mark.shows("§10.2")
def test_without_a_card_to_cover_with_it_is_torn_down():
    t = strike("plague", {"hand": ""})
    assert t.told("civilization_torn", 0) == [{"forced": True}]
    assert t[0].torn


@pytest.mark.shows("§10.2", "§8.3", "§10.14")
def test_luxury_buys_a_cover_that_nobody_knows():
    t = strike("plague", {"hand": "", "luxury": 1})
    assert t.choices == ["cover luxury", "tear"]
    assert t.why_not("cover wood") == "§10.2"
    t.play("cover luxury")
    assert t[0].civilization_cover.isupper()
    assert t[0].luxury == 0


@pytest.mark.shows("§10.2")
def test_covers_need_their_card():
    assert strike("plague", {"hand": "w"}).why_not("cover luxury") == "§8.3"
    assert strike("plague", {"hand": "w"}).why_not("strike 1") == "§14.1"


@pytest.mark.shows("§10.3", "§10.15")
def test_where_there_is_no_civilization_any_more_plague_does_nothing():
    t = strike("plague", {"hand": "w", "torn": True})
    assert t.told("untouched", 0) == [{"disaster": "plague"}]


@pytest.mark.shows("§10.4")
@pytest.mark.parametrize(("cards", "struck"), [(["A01"], 1), (THREE, 1), ([*THREE, "A01"], 2)])
def test_an_earthquake_strikes_a_third_of_the_buildings_rounded_up(cards, struck):
    t = strike("earthquake", {"hand": "wwww", "cards": cards})
    for _ in range(struck):
        if t.step == "strike":
            t.play(t.choices[0])
        t.play("cover wood")
    assert len(t[0].cover) == struck
    assert t.step != "strike"


@pytest.mark.shows("§10.4")
def test_which_buildings_is_the_owners_choice_mortgaged_or_not():
    t = strike("earthquake", {"hand": "wwww", "cards": [*THREE, "A07"], "under": {"A03": "g"}})
    assert t.choices == ["strike 1", "strike 2", "strike 3"]
    assert t.why_not("strike 4") == t.why_not("strike 5") == "§10.4"  # a landscape, and nothing
    t.play("strike 2", "tear")
    assert t[0].cards == ["A02", "A04", "A07"]
    assert "g" in t.discard
    assert t.told("torn") == [{"card": "A03"}]


@pytest.mark.shows("§10.5")
def test_a_tempest_strikes_a_third_of_the_landscapes():
    t = strike("tempest", {"hand": "wwww", "cards": ["A07", "A08", "A01"]})
    assert t.choices == ["strike 1", "strike 2"]
    assert t.why_not("strike 3") == "§10.5"
    t.play("strike 2", "cover wood")
    assert t[0].cover == {"A08": "w"}


@pytest.mark.shows("§10.4", "§10.10")
def test_the_same_card_is_not_struck_twice_and_some_may_be_covered_others_torn_down():
    t = strike("earthquake", {"hand": "ww", "cards": [*THREE, "A01"]}).play("strike 1", "cover wood")
    assert t.choices == ["strike 2", "strike 3", "strike 4"]
    assert t.why_not("strike 1") == "§10.4"
    t.play("strike 3", "tear")
    assert t[0].cards == ["A02", "A03", "A01"]
    assert t[0].cover == {"A02": "w"}


@pytest.mark.shows("§10.10")
def test_by_option_all_are_treated_alike():
    player = {"hand": "wg", "cards": [*THREE, "A01"]}
    t = strike("earthquake", player, covering="all_alike").play("strike 1", "cover wood", "strike 2")
    assert t.choices == ["cover grain"]
    assert t.why_not("tear") == "§10.10"
    t = strike("earthquake", player, covering="all_alike").play("strike 1", "tear", "strike 1")
    assert t.told("torn", 0)[-1] == {"forced": True, "card": "A03"}
    # One card cannot cover two.
    t = strike("earthquake", {**player, "hand": "w"}, covering="all_alike").play("strike 1")
    assert t.told("torn", 0) == [{"forced": True, "card": "A02"}]


@pytest.mark.shows("§10.6", "§10.15")
def test_drought_strikes_the_card_with_most_grain_but_not_the_civilization():
    t = strike("drought", {"hand": "w", "civilization": "Messene", "cards": ["A12", "A01"]})
    assert t.told("struck", 0) == [{"forced": True, "card": "A12", "disaster": "drought"}]
    t.play("cover wood")
    assert t[0].dried == {"A12": "w"}
    t = strike("drought", {"hand": "w", "civilization": "Messene", "cards": ["A07"]})
    assert t.told("untouched", 0) == [{"disaster": "drought"}]


@pytest.mark.shows("§10.6")
def test_of_equal_ones_the_owner_chooses():
    t = strike("drought", {"hand": "w", "cards": ["A01", "A11", "A17", "A02"]})
    assert t.choices == ["strike 2", "strike 3"]
    assert t.why_not("strike 1") == "§10.6"


@pytest.mark.shows("§10.11")
def test_covered_cards_produce_no_grain_for_a_drought_unless_by_option():
    player = {"hand": "w", "cards": ["A11", "A12", "B11"], "cover": {"A11": "g"}}
    t = strike("drought", player)
    assert t.choices == ["strike 2", "strike 3"]
    assert t.why_not("strike 1") == "§10.11"
    t = strike("drought", player, drought_strikes="printed")
    assert t.told("struck", 0)[0]["card"] == "A11"


@pytest.mark.shows("§10.7")
def test_decline_takes_all_luxury_and_covers_the_luxury_card():
    t = strike("decline", {"hand": "ww", "luxury": 9})
    assert t.told("luxury_lost", 0) == [{"luxury": 9}]
    assert t.choices == ["cover wood", "tear"]  # luxury is gone
    t.play("cover wood")
    assert t[0].luxury_cover == "w"
    assert t[0].luxury == 0


@pytest.mark.shows("§10.7", "§8.2")
@pytest.mark.parametrize(("state", "luxury"), [({"luxury_cover": "i"}, 3), ({"luxury_torn": True}, 0), ({}, 5)])
def test_after_a_decline_luxury_is_limited(state, luxury):
    t = feed({"torn": True, "cards": ["A11", "A01"], "hand": "", **state}, last=True)
    assert t[0].luxury == min(luxury, 3)  # 5 grain for 2 inhabitants
    t = feed({"torn": True, "cards": ["A11", "C02"], "hand": "", **state}, last=True)
    assert t[0].luxury == (8 if not state else luxury)


@pytest.mark.shows("§10.7")
def test_a_covered_luxury_card_limits_what_one_holds_not_what_one_receives():
    t = taking("B04", {"hand": "ss", "luxury": 3, "luxury_cover": "i"}).play("pay", "done")
    assert t.told("built", 0) == [{"card": "B04", "wood": 3, "stone": 2, "luxury": 3}]
    assert t[0].luxury == 3  # the building's own, after as many were received and spent


@pytest.mark.shows("§10.12")
def test_luxury_may_buy_the_cover_in_a_decline_only_by_option():
    assert strike("decline", {"hand": "w", "luxury": 2}).why_not("cover luxury") == "§8.3"
    t = strike("decline", {"hand": "", "luxury": 2}, decline_luxury="may_cover")
    assert t.choices == ["cover luxury", "tear"]
    t.play("cover luxury")
    assert t[0].luxury == 0
    assert t[0].luxury_cover.isupper()
    assert t.told("luxury_lost", 0) == [{"luxury": 1}]


@pytest.mark.shows("§10.7")
def test_a_torn_luxury_card():
    t = strike("decline", {"hand": "w", "luxury": 2}).play("tear")
    assert t[0].luxury_torn
    assert t.told("luxury_torn", 0) == [{}]
    t = strike("decline", {"hand": "w", "luxury_torn": True})
    assert t.told("untouched", 0) == [{"disaster": "decline"}]


@pytest.mark.shows("§10.8")
def test_covered_cards_count_for_the_third_and_may_be_chosen():
    player = {"hand": "ww", "cards": ["A03", "A02", "A01", "A04"], "dried": {"A03": "g"}}
    t = strike("earthquake", player)
    assert t.left == 2
    assert t.choices == ["strike 1", "strike 2", "strike 3", "strike 4"]
    t = strike("earthquake", player, thirds="uncovered_first")
    assert t.choices == ["strike 2", "strike 3", "strike 4"]
    assert t.why_not("strike 1") == "§10.8"


@pytest.mark.shows("§10.9")
@pytest.mark.parametrize(("option", "people"), [("upper_signs", 4 + 3), ("symbol_only", 4)])
def test_a_covered_card_keeps_its_inhabitants_unless_by_option(option, people):
    players = [{"civilization": "Arcadia", "cards": ["A03"], "cover": {"A03": "g"}, "hand": "www"}, {"out": True}]
    mat = mats(table(players, order=[1, 0], covered_card=option).match)[0]
    assert mat.inhabitants == people
    assert mat.production["grain"] == 0
    assert mat.power == 1 + 2
    assert mat.symbols == [0, 0, 0, 0, 1]
    assert mat.halves == 0


@pytest.mark.shows("§10.13")
@pytest.mark.parametrize(("option", "hand", "discard"), [("discard", "w", "ggi"), ("hand", "wg", "gi")])
def test_coin_cards_of_a_card_torn_down(option, hand, discard):
    player = {"hand": "w", "cards": ["A03"], "under": {"A03": "g"}, "dried": {"A03": "i"}}
    t = strike("earthquake", player, torn_mortgage=option, discard="g").play("tear")
    assert (t[0].hand, t.discard) == (hand, discard)


@pytest.mark.shows("§10.13", "§1.3")
@pytest.mark.parametrize(("letter", "revealed"), [("g", 0), ("G", 1)])
def test_a_card_that_nobody_knew_is_revealed_when_it_is_discarded(letter, revealed):
    """So that the choice cannot be taken back without asking."""
    t = strike("earthquake", {"hand": "w", "cards": ["A03"], "under": {"A03": letter}}, {"torn": True})
    before = t.reveals
    t.match.play("tear")
    assert t.reveals - before == revealed


@pytest.mark.shows("§10.14")
def test_by_option_covers_lie_face_up():
    t = strike("plague", {"hand": "w"}, cover_faces="up").play("cover wood")
    assert t[0].civilization_cover == "ww"
    for seat in (1, None):
        assert t.match.view(seat)["state"]["players"][0]["civilization_cover"]["face"] == "wood"
        assert [news.arguments["face"] for news in t.match.told(seat) if news.kind == "civilization_covered"] == [0]
        assert t.match.hidden(seat, 5).state["players"][0]["civilization_cover"]["face"] == 0
    t = strike("plague", {"hand": "", "luxury": 1}, cover_faces="up").play("cover luxury")
    assert len(t[0].civilization_cover) == 2


@pytest.mark.shows("§10.1")
def test_all_suffer_in_turn_order():
    t = strike("plague", {"hand": "w"}, {"hand": "g"})
    assert t.to_move == 0
    assert t.play("tear").to_move == 1


# -- protection --------------------------------------------------------------------------------------------------------

SHIELDS = {
    "decline": ["A04", "C04"],
    "drought": ["B08", "C06"],
    "earthquake": ["C01", "B10"],
    "plague": ["B07", "B01"],
    "tempest": ["B09", "C03"],
}


@pytest.mark.shows("§11.1")
@pytest.mark.parametrize(("disaster", "card"), [(name, card) for name, cards in SHIELDS.items() for card in cards])
@pytest.mark.parametrize("mortgaged", [False, True])
def test_buildings_that_protect(disaster, card, mortgaged):
    under = {"under": {card: "w"}} if mortgaged else {}
    t = strike(disaster, {"hand": "w", "luxury": 2, "cards": [card, "A08", "A11"], **under})
    assert t.told("spared", 0) == [{"disaster": disaster}]
    assert t[0].luxury == 2


@pytest.mark.shows("§11.2")
def test_three_symbols_protect_and_those_on_covered_cards_count():
    cards = ["A05", "A10", "A18"]  # plague
    assert strike("plague", {"hand": "w", "cards": cards}).told("spared", 0)
    assert strike("plague", {"hand": "w", "cards": cards, "cover": {"A10": "g"}}).told("spared", 0)
    assert not strike("plague", {"hand": "w", "cards": cards[:2]}).told("spared", 0)
    # Syracuse shows one itself, also when it is covered; torn down it does not.
    assert strike("plague", {"hand": "w", "civilization": "Syracuse", "cards": cards[:2]}).told("spared", 0)


@pytest.mark.shows("§11.2")
def test_the_symbols_of_a_covered_civilization_count_those_of_a_torn_one_do_not():
    cards = ["A08", "A13"]  # decline; Argos shows a third
    player = {"hand": "w", "civilization": "Argos", "cards": cards}
    assert strike("decline", {**player, "civilization_cover": "g"}).told("spared", 0)
    assert not strike("decline", {**player, "torn": True}).told("spared", 0)


@pytest.mark.shows("§11.3")
@pytest.mark.parametrize(("option", "spared"), [("none", False), ("protects", True)])
def test_a_covered_building_protects_only_by_option(option, spared):
    player = {"hand": "w", "cards": ["B07"], "cover": {"B07": "g"}}
    t = strike("plague", player, covered_protection=option)
    assert bool(t.told("spared", 0)) == spared


@pytest.mark.shows("§10.1", "§11.4")
def test_protection_is_asked_for_as_each_disaster_strikes():
    # The earthquake takes the Well away, then the plague finds no protection.
    players = [{"hand": "ww", "cards": ["B07"]}, {"torn": True}]
    lines = {"step": "cover", "disaster": "earthquake", "begun": 1, "left": 1, "strike_count": 2, "struck": 1}
    lines |= {"strikes.0": "earthquake", "strikes.1": "plague"}
    t = table(players, lines=lines, markers={"earthquake": 3, "plague": 3}).play("tear")
    assert t.told("spared") == []
    assert (t.step, t.to_move, t.choices) == ("cover", 0, ["cover wood", "tear"])
