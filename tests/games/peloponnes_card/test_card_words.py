"""What choices and prompts of the card game say, and what is warned of before it is done."""

import pytest
from card_table import alone, feed, strike, taking

from petteia.games.peloponnes_card.show import page


def label(t, choice):
    return next(one.text() for one in t.match.choices if one.words == choice)


def note(t, name):
    return t.match.texts("en").groups["terminal"][f"note_{name}"]


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ({"hand": "wwssss"}, "Pay for Port: 1 wood card and 3 stone cards"),
        ({"hand": "wsss", "cards": ["A07"]}, "Pay for Port: 1 wood card"),  # produces 3 stone
        ({"hand": "sss", "luxury": 1}, "Pay for Port: 3 stone cards and 1 luxury"),
        ({"hand": "w", "cards": ["A07", "A18"]}, "Pay for Port: 1 wood card"),
    ],
)
def test_a_building_says_what_it_takes_from_the_hand(player, words):
    t = taking("A04", player)  # costs 1 wood and 3 stone
    assert label(t, "pay") == words


def test_a_building_that_production_pays_takes_nothing():
    assert label(taking("A02", {"hand": "ws", "cards": ["A07"]}), "pay") == "Pay for Street from your production"


def test_the_rest_of_a_bid_is_not_filled_with_what_the_building_costs_unwarned():
    row = ["A03", "A07", "A08"]  # the Market costs 3 wood
    t = alone({"hand": "wwwgg", "civilization": "Arcadia"}, row=row).play("bid 1 2")
    assert page.notes(t.match, "en") == {"done": note(t, "spent_mortgaged").format(card="Market")}
    t.play("pick grain")
    assert page.notes(t.match, "en").keys() == {"done"}
    t = alone({"hand": "wwwggggg", "civilization": "Arcadia"}, row=row).play("bid 1 2")
    assert page.notes(t.match, "en") == {}


def test_what_goes_for_good_is_warned_of_and_so_confirmed():
    t = strike("plague", {"hand": "wg", "civilization": "Sparta"})
    assert page.notes(t.match, "en") == {"civilization": note(t, "torn")}
    t = strike("decline", {"hand": "wg"})
    assert page.notes(t.match, "en") == {"luxury": note(t, "torn")}


def test_one_who_is_hungry_is_spoken_of_as_one():
    prompts = strike("plague", {"hand": "w"}).match.texts("en")
    assert "1 inhabitant." in prompts.say("prompts", "feed", {"who": "Ann", "left": 1, "several": False})
    t = feed({"hand": "gg", "cards": ["A03"], "civilization": "Arcadia"})
    assert ("Feed them" in t.match.prompt()) == (t.left > 1)
    assert page.notes(t.match, "en") == {"done": note(t, "hungry")}
