"""§4 to §7: merchant rounds, founding, prestige, kings."""

import pytest
from poseidon_table import TRACK, new, table

THREE = [{}, {}, {}]


@pytest.mark.shows("§4.1", "§4.3")
def test_turns_go_round_until_all_have_passed():
    t = table([{}, {"cash": 300}, {}], {"Athenai": {"pool": 5, "king": 2}}, starter=1)
    assert t.to_move == 1
    t.play("done", "done", "buy Athenai", "done")
    assert t.to_move == 1  # two passes do not end it, and passing locks nobody out
    t.play("buy Athenai", "done", "done", "done", "done")
    assert "exploration" in t.kinds
    assert [n.seat for n in t.happened if n.kind == "passed"] == [2, 0, 1]


@pytest.mark.shows("§4.2")
def test_one_purchase_and_any_number_of_sales():
    t = table(
        [{"merchants": {"Sparta": 2, "Thebai": 3}}, {}, {}],
        {"Athenai": {"pool": 5, "king": 2}, "Sparta": {"king": 1}, "Thebai": {"king": 1}},
    )
    t.play("sell Sparta 1", "buy Athenai")
    assert t.why_not("buy Athenai") == "§4.2"
    assert t.why_not("found Larissa") == "§4.2"
    t.play("sell Thebai 2", "sell Sparta 1", "sell Thebai 1")
    assert t[0].merchants == {"Athenai": 1}
    assert t.choices == ["done", "sell Athenai 1"]


@pytest.mark.shows("§4.3", "§3.6")
def test_the_league_alone_is_a_pass():
    t = table([{"cards": ["league"]}, {}, {}], {"Athenai": {"posts": ["F12"], "pool": 3}}, lines={"passed": 2})
    t.play("league Athenai", "done")
    assert t.told("passed") == [{}]
    assert "starter" in t.kinds


@pytest.mark.shows("§4.4", "§1.4")
def test_a_merchant_costs_the_prestige():
    t = table(
        [{"cash": 129, "merchants": {"Athenai": 1}}, {"cash": 130}, {}],
        {"Athenai": {"king": 2, "pool": 1, "prestige": 130, "coffers": 7}},
    )
    assert t.why_not("buy Athenai") == "§4.4"
    t.play("done", "buy Athenai")
    assert (t[1].cash, t[1].merchants, t["Athenai"].pool, t["Athenai"].coffers) == (0, {"Athenai": 1}, 0, 7)
    t.play("done")
    assert t.why_not("buy Sparta") == "§4.4"  # not founded
    assert t.why_not("buy Athenai") == "§4.4"  # none left


@pytest.mark.shows("§4.5")
@pytest.mark.parametrize(("seats", "limit"), [(2, 21), (3, 18), (4, 15), (5, 13)])
def test_limit_of_merchants(seats, limit):
    held = {"Sparta": 9, "Athenai": 3, "Thebai": limit - 13} if limit > 13 else {"Sparta": 9, "Athenai": 3}
    t = table(
        [{"merchants": held}] + [{}] * (seats - 1),
        {"Athenai": {"pool": 3}, "Sparta": {"king": 1}, "Thebai": {"king": 1}},
    )
    t.play("buy Athenai", "done", *["done"] * (seats - 1))
    assert t.why_not("buy Athenai") == "§4.5"
    assert t.why_not("found Larissa") == "§4.5"
    assert sum(t[0].merchants.values()) == limit


@pytest.mark.shows("§4.6", "§6.3")
def test_selling_to_the_bank():
    t = table([{"merchants": {"Athenai": 3}, "cash": 0}, {}, {}], {"Athenai": {"king": 1, "prestige": 70, "pool": 1}})
    assert t.which("sell") == ["Athenai 1", "Athenai 2", "Athenai 3"]
    assert t.why_not("sell Athenai 4") == "§4.6"
    t.play("sell Athenai 2")
    assert (t[0].cash, t["Athenai"].pool, t["Athenai"].prestige) == (140, 3, 70)


@pytest.mark.shows("§4.7", "§5.7")
def test_the_kings_card_is_never_sold():
    t = table([{"merchants": {"Athenai": 5}}, {}, {}], {"Athenai": {}})
    assert t.which("sell") == ["Athenai 1", "Athenai 2"]
    assert t.why_not("sell Athenai 3") == "§4.7"
    assert t.why_not("sell Athenai 9") == "§4.7"  # more than he has; but this is what he should know


@pytest.mark.shows("§4.8")
def test_the_founder_neither_buys_nor_sells_in_the_same_round():
    t = table([{"cash": 1000}, {"cash": 200}, {"cash": 200}], {})
    t.play("found Athenai", "prestige 60", "merchants 5", "take 4", "done", "done")
    assert t.to_move == 0
    assert t.why_not("sell Athenai 1") == "§4.8"
    assert t.why_not("buy Athenai") == "§4.8"
    later = table([{"merchants": {"Athenai": 4}}, {}, {}], {"Athenai": {"pool": 1}}, round_="MR2")
    assert later.why_not("sell Athenai 1") is None
    assert later.why_not("buy Athenai") is None


@pytest.mark.shows("§4.9")
def test_buying_back_what_one_has_sold():
    t = table([{"merchants": {"Athenai": 2}, "cash": 0}, {}, {}], {"Athenai": {"king": 1, "pool": 2}})
    t.play("sell Athenai 1", "buy Athenai")
    assert (t[0].cash, t[0].merchants["Athenai"], t["Athenai"].pool) == (0, 2, 2)


@pytest.mark.shows("§4.9")
def test_option_rebuy_forbids_buying_where_one_has_sold():
    t = table(
        [{"merchants": {"Athenai": 2}}, {}, {}],
        {"Athenai": {"king": 1, "pool": 2}, "Sparta": {"king": 1, "pool": 1}},
        rebuy="forbidden",
    )
    t.play("sell Athenai 1")
    assert t.why_not("buy Athenai") == "§4.9"
    t.play("buy Sparta", "done", "done", "done")
    assert t.why_not("buy Athenai") == "§4.9"
    while t.match.facts["round_number"] == 0:
        t.play("done")
    assert int(t.match.facts["players"][0]["sold"]) == 0


@pytest.mark.shows("§4.9")
def test_a_round_that_goes_in_circles_ends():
    t = table([{"merchants": {"Athenai": 2}}, {}, {}], {"Athenai": {"king": 1, "pool": 2}})
    t.play("sell Athenai 1", "buy Athenai", "done")
    assert t.to_move == 1
    t.play("done", "done")
    assert t.to_move == 0
    t.play("sell Athenai 1", "done", "done", "done", "buy Athenai")
    assert t.told("repeated") == []
    t.play("done")  # seat 1 has seen this before
    assert t.told("repeated") == [{}]
    assert t.match.facts["round_number"] > 0


@pytest.mark.shows("§4.9", "§6.2")
def test_a_marker_that_cannot_drop_is_no_new_beginning():
    t = table(
        [{"merchants": {"Athenai": 4}}, {"cash": 0}, {"cash": 0}],
        {"Athenai": {"prestige": 60, "pool": 1}},
    )
    for _ in range(3):
        t.play("sell Athenai 1", "buy Athenai", "done")
        if t.told("repeated"):
            break
    assert t.told("repeated") == [{}]


@pytest.mark.shows("§4.9", "§3.6")
def test_a_post_of_the_delian_league_is_a_new_beginning():
    """All have what they had before, but it is another position."""
    t = table(
        [{"merchants": {"Athenai": 1}}, {"cards": ["league"]}, {}],
        {"Athenai": {"king": 1, "pool": 2, "posts": ["F12", "G13"]}},
    )
    t.play("buy Athenai", "done", "league Athenai", "mark F12", "done", "done", "sell Athenai 1", "buy Athenai", "done")
    assert t.told("repeated") == []
    assert t.to_move == 1


@pytest.mark.shows("§4.9")
def test_a_round_without_an_end_is_ended():
    t = table(
        [{"merchants": {"Athenai": 2}}, {}, {}],
        {"Athenai": {"king": 1, "pool": 2}},
        lines={"past_count": 250},
    )
    t.play("sell Athenai 1", "done")
    assert t.told("repeated") == [{}]


@pytest.mark.shows("§4.10", "§10.10")
def test_the_pool_holds_any_number_and_earns_nothing():
    t = table(
        [{"merchants": {"Athenai": 9}, "cash": 0}, {"cash": 0}, {"cash": 0}],
        {"Athenai": {"king": 1, "pool": 5, "fleet": ["2"], "posts": ["F12"], "coffers": 900}},
    )
    t.play("sell Athenai 9")
    assert t["Athenai"].pool == 14
    t = table(
        [{"cash": 0}] * 3, {"Athenai": {"pool": 9, "fleet": ["2"], "posts": ["F12"]}}, step="fleet", nation="Athenai"
    )
    t.play("best 0")
    assert [t[seat].cash for seat in range(3)] == [9, 0, 0]


@pytest.mark.shows("§4.11")
@pytest.mark.parametrize(("number", "leaves"), [(1, False), (2, True), (3, True), (4, True), (5, True)])
def test_a_ship_leaves_after_all_rounds_but_the_first(number, leaves):
    t = table(THREE, {"Athenai": {"pool": 1}}, round_=f"MR{number}", ship="3", left=1, lines={"passed": 2})
    t.play("done")
    assert t.told("ship_leaves") == ([{"ship": "3"}] if leaves else [])
    assert t.bank["3"] == (0 if leaves else 1)
    assert t.bank["4"] == 4


@pytest.mark.shows("§4.12")
def test_the_start_player_changes():
    t = table(THREE, {"Athenai": {"pool": 1}}, starter=2, seat=2, lines={"passed": 2})
    t.play("done")
    assert t.starter == 0


# -- founding ----------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§5.1", "§5.3", "§5.4", "§5.5", "§5.6", "§5.7", "§5.8")
def test_jakob_founds_ambrakia():
    """The rulebook's example: prestige 70, seven disks; 490 into the coffers; the other three can be bought."""
    t = table([{"cash": 580}, {}, {}], {})
    t.play("found Ambrakia")
    assert t.which("prestige") == [str(value) for value in TRACK if 3 * value <= 580]
    t.play("prestige 70")
    assert t.which("merchants") == ["5", "7", "9", "11", "13", "15"]
    t.play("merchants 7")
    assert t["Ambrakia"].coffers == 490
    assert t.which("take") == ["4", "5", "6", "7"]
    t.play("take 4")
    assert t.told("taken") == [{"nation": "Ambrakia", "merchants": 4, "drachmas": 280}]
    own = t["Ambrakia"]
    assert (own.king, own.prestige, own.pool, own.potentials, own.at) == (0, 70, 3, 15, "D4")
    assert (t[0].cash, t[0].merchants) == (300, {"Ambrakia": 4})
    assert t.to_move == 1
    assert t.why_not("found Ambrakia") == "§5.1"
    assert t.why_not("buy Ambrakia") is None


@pytest.mark.shows("§5.2")
def test_founding_takes_three_merchants_at_the_lowest_prestige():
    t = table([{"cash": 179}, {"cash": 180}, {}], {"Athenai": {"king": 2, "pool": 1, "prestige": 60}})
    assert t.why_not("found Larissa") == "§5.2"
    t.play("done", "found Larissa")
    assert [row["forced"] for row in t.told("founded")] == [True]
    assert t["Larissa"].prestige == 60
    assert (t[1].cash, t[1].merchants) == (0, {"Larissa": 3})
    assert t["Larissa"].coffers == 300


@pytest.mark.shows("§5.3")
def test_prestige_one_can_pay_for():
    t = table([{"cash": 300}, {}, {}], {}).play("found Larissa")
    assert t.which("prestige") == ["60", "65", "70", "75", "80", "90", "100"]
    assert t.why_not("prestige 110") == "§5.3"


@pytest.mark.shows("§5.4")
def test_an_odd_number_of_which_half_can_be_bought():
    t = table([{"cash": 420}, {}, {}], {}).play("found Athenai", "prestige 60")
    assert t.which("merchants") == ["5", "7", "9", "11", "13"]
    assert t.why_not("merchants 6") == "§5.4"
    assert t.why_not("merchants 3") == "§5.4"
    assert t.why_not("merchants 15") == "§5.4"
    assert t.why_not("take 3") == "§15.1"


@pytest.mark.shows("§5.4", "§4.5")
def test_founding_heeds_the_limit():
    held = {"Sparta": 8, "Thebai": 2}
    t = table([{"merchants": held}, {}, {}, {}, {}], {"Sparta": {"king": 1}, "Thebai": {"king": 1}})
    t.play("found Athenai", "prestige 60")
    assert t.told("for_sale") == [{"forced": True, "nation": "Athenai", "merchants": 5, "drachmas": 300}]
    assert t.told("taken") == [{"forced": True, "nation": "Athenai", "merchants": 3, "drachmas": 180}]


@pytest.mark.shows("§5.5")
def test_option_capital():
    t = table([{"cash": 580}, {}, {}], {}, capital="taken").play(
        "found Ambrakia", "prestige 70", "merchants 7", "take 5"
    )
    assert t["Ambrakia"].coffers == 350


@pytest.mark.shows("§5.6")
def test_half_rounded_up_at_least():
    t = table([{"cash": 580}, {}, {}], {}).play("found Athenai", "prestige 60", "merchants 9")
    assert t.which("take") == ["5", "6", "7", "8", "9"]
    assert t.why_not("take 4") == "§5.6"
    assert t.why_not("take 10") == "§5.6"


# -- prestige ----------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§6.1", "§6.3")
@pytest.mark.parametrize(("choice", "after"), [("best 0", 110), ("home", 100)])
def test_paying_raises_prestige(choice, after):
    t = table(THREE, {"Athenai": {"posts": ["F12"], "fleet": ["2"], "coffers": 50}}, step="fleet", nation="Athenai")
    t.play(choice)
    assert t["Athenai"].prestige == after


@pytest.mark.shows("§6.1", "§6.3")
def test_a_run_worth_nothing_raises_nothing():
    t = table(THREE, {"Athenai": {"fleet": ["2"], "coffers": 50}}, step="fleet", nation="Athenai")
    t.play("sail home", "done")
    assert t.told("revenue") == [{"nation": "Athenai"}]
    assert t["Athenai"].prestige == 100
    assert [t[seat].cash for seat in range(3)] == [1000] * 3


@pytest.mark.shows("§6.2", "§4.6")
def test_a_kings_sale_drops_prestige_once_a_turn():
    t = table([{"merchants": {"Athenai": 8}, "cash": 0}, {}, {}], {"Athenai": {"prestige": 130}})
    t.play("sell Athenai 2")
    assert (t[0].cash, t["Athenai"].prestige) == (260, 120)
    assert t.told("dropped") == [{"nation": "Athenai", "space": 120}]
    t.play("sell Athenai 1")
    assert (t[0].cash, t["Athenai"].prestige) == (380, 120)
    assert t.told("dropped") == []
    t.play("done", "done", "done", "sell Athenai 1")
    assert (t[0].cash, t["Athenai"].prestige) == (500, 110)


@pytest.mark.shows("§6.2")
def test_option_king_sells_drops_prestige_with_each_sale():
    t = table([{"merchants": {"Athenai": 8}, "cash": 0}, {}, {}], {"Athenai": {"prestige": 130}}, king_sells="each")
    t.play("sell Athenai 2", "sell Athenai 1", "sell Athenai 1")
    assert (t[0].cash, t["Athenai"].prestige) == (260 + 120 + 110, 100)
    assert [told["space"] for told in t.told("dropped")] == [120, 110, 100]
    assert next(choice for choice in t.match.choices if choice.name == "sell").details()["drops"] == 90


@pytest.mark.shows("§6.4", "§8.5")
def test_an_arriving_marker_goes_under_the_stack():
    own = {"posts": ["F12"], "fleet": ["2"], "prestige": 100}
    t = table(
        THREE,
        {"Athenai": own, "Sparta": {"king": 1, "prestige": 110}, "Larissa": {"king": 2, "prestige": 110}},
        step="fleet",
        nation="Athenai",
    )
    t.play("best 0")
    assert [t[name].above for name in ("Sparta", "Larissa", "Athenai")] == [0, 1, 2]
    t = table(
        [{"merchants": {"Sparta": 4}}, {}, {}],
        {"Sparta": {"prestige": 110}, "Larissa": {"king": 2, "prestige": 110}, "Athenai": {"king": 1}},
    )
    t.play("sell Sparta 1")
    assert [t[name].above for name in ("Larissa", "Athenai", "Sparta")] == [0, 0, 1]


@pytest.mark.shows("§6.4")
def test_a_new_nation_goes_under_the_stack():
    t = table(THREE, {"Athenai": {"prestige": 70, "king": 1}, "Sparta": {"prestige": 70, "king": 1}})
    t.play("found Larissa", "prestige 70")
    assert t["Larissa"].above == 2


@pytest.mark.shows("§6.5")
def test_at_the_ends_nothing_moves():
    t = table(
        [{"merchants": {"Athenai": 4}}, {}, {}], {"Athenai": {"prestige": 60}, "Sparta": {"prestige": 60, "king": 1}}
    )
    t.play("sell Athenai 1")
    assert [(t[name].prestige, t[name].above) for name in ("Athenai", "Sparta")] == [(60, 0), (60, 1)]
    t = table(
        THREE,
        {"Athenai": {"posts": ["F12"], "fleet": ["2"], "prestige": 190}, "Sparta": {"prestige": 190, "king": 1}},
        step="fleet",
        nation="Athenai",
    )
    t.play("best 0")
    assert [(t[name].prestige, t[name].above) for name in ("Athenai", "Sparta")] == [(190, 0), (190, 1)]


# -- kings -------------------------------------------------------------------------------------------------------------


def closing(holdings, nations, **more):
    """The last pass of a merchant round."""
    return table(
        [{"merchants": held, "cash": 200} for held in holdings], nations, lines={"passed": len(holdings) - 1}, **more
    )


@pytest.mark.shows("§7.1", "§7.2", "§7.3")
def test_whoever_holds_more_may_take_the_crown():
    t = closing([{"Athenai": 3}, {"Athenai": 5}, {"Athenai": 4}], {"Athenai": {"king": 0}}, seat=2)
    t.play("done")
    assert (t.step, t.to_move, t.choices) == ("crown", 1, ["crown", "decline"])
    t.play("crown")
    assert t["Athenai"].king == 1
    assert t[1].merchants == {"Athenai": 5}  # a swap: nothing changes
    assert "exploration" in t.kinds


@pytest.mark.shows("§7.4")
def test_whoever_lets_the_king_stay_leaves_it_to_the_next():
    t = closing([{"Athenai": 3}, {"Athenai": 5}, {"Athenai": 4}], {"Athenai": {"king": 0}}, seat=2)
    t.play("done", "decline")
    assert t.to_move == 2
    t.play("decline")
    assert t["Athenai"].king == 0
    assert "exploration" in t.kinds


@pytest.mark.shows("§7.2")
def test_equals_are_asked_clockwise_from_the_king():
    t = closing([{"Athenai": 4}, {"Athenai": 4}, {"Athenai": 3}, {}], {"Athenai": {"king": 2}}, seat=0)
    t.play("done")
    assert t.to_move == 0
    t.play("decline")
    assert t.to_move == 1


@pytest.mark.shows("§7.1")
def test_as_many_are_not_more_and_nations_come_in_their_order():
    t = closing(
        [{"Athenai": 4, "Sparta": 4}, {"Athenai": 4, "Sparta": 5, "Larissa": 4}, {"Larissa": 3}],
        {"Athenai": {"king": 0, "prestige": 120}, "Sparta": {"king": 0, "prestige": 70}, "Larissa": {"king": 2}},
        seat=2,
    )
    t.play("done")
    assert t.acting == "Larissa"
    t.play("crown")
    assert t.acting == "Sparta"


@pytest.mark.shows("§1.2")
def test_everything_lies_open():
    t = new(4, seed=4)
    for _ in range(60):
        t.play(t.choices[len(t.choices) // 2])
    seen = {t.match.redacted(seat).tobytes() for seat in (None, 0, 1, 2, 3)}
    assert len(seen) == 1
