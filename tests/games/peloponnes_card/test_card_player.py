"""The greedy bot of the card game does not do what no player would understand."""

import pytest
from card_table import Table, alone, feed, strike, table, taking

from petteia.bots import Bot


def chosen(t: Table) -> str:
    return t.match.game.space.pick(Bot("greedy", 1).choose(t.match)).words


@pytest.mark.parametrize("hand", ["wg", "ggww", "i"])
def test_a_civilization_is_covered_where_it_can_be(hand):
    assert chosen(strike("plague", {"hand": hand, "civilization": "Sparta"})).startswith("cover ")


@pytest.mark.parametrize(
    ("hand", "luxury", "cards"), [("gggg", 0, []), ("ggggw", 1, ["A07"]), ("gg", 2, []), ("ggggg", 0, ["A08"])]
)
def test_whoever_can_be_fed_is_fed(hand, luxury, cards):
    """No civilization is left and no land torn down for the hungry while there is grain or luxury for them."""
    t = feed({"hand": hand, "luxury": luxury, "cards": cards, "civilization": "Arcadia"})
    while t.step == "feed" and t.to_move == 0:
        t.match.play(chosen(t))
    assert not t[0].torn
    assert t[0].cards == cards


@pytest.mark.parametrize(("hand", "cards"), [("is", ["A08"]), ("iww", ["A08"]), ("ii", ["A07", "A08"])])
def test_no_land_is_torn_down_for_the_last_who_is_hungry(hand, cards):
    """An inhabitant in the hand goes instead."""
    t = feed({"hand": hand, "cards": cards, "civilization": "Arcadia"})
    asked = []
    while t.step in ("feed", "starve") and t.to_move == 0:
        asked = t.choices
        t.play(chosen(t))
    assert "give inhabitant" in asked
    assert any(choice.startswith("abandon ") for choice in asked)
    assert t[0].cards == cards


def test_a_bid_is_not_counted_as_payment_for_the_building():
    """A Port costs 4 cards of 4 in the hand, and 2 more to bid: it could only be mortgaged, and be lost."""
    t = table([{"hand": "wsss", "civilization": "Arcadia"}, {"hand": ""}], row=["A04"])
    assert "bid 1 2" in t.choices
    assert not chosen(t).startswith("bid 1 ")


def played_on(t: Table) -> Table:
    """To the end, between greedy bots; `told` then speaks of all of it."""
    happened = []
    while not t.match.over:
        t.play(chosen(t))
        happened += t.happened
    t.happened = happened
    return t


@pytest.mark.parametrize("building", ["C07", "C08"])
def test_no_bid_is_made_for_a_building_that_the_last_supply_takes_away(building):
    """He has cards to bid and one to mortgage with, and nothing to redeem the building with a round later."""
    t = alone({"hand": "wwggg", "civilization": "Arcadia"}, row=[building], round_number=8)
    assert "bid 1 4" in t.choices
    assert chosen(t) == "pass"
    assert not played_on(t).told("given_up", 0)


def test_a_building_is_mortgaged_with_what_it_will_not_cost_and_redeemed():
    """The Tiryns Fortress costs a wood and three stone: one of them under it would be missing in the last supply."""
    t = taking("C07", {"hand": "wsssg", "civilization": "Delphi"}, round_number=8)
    assert chosen(t) == "mortgage grain"
    assert [told["card"] for told in played_on(t).told("redeemed", 0)] == ["C07"]
    assert t[0].cards == ["C07"]
