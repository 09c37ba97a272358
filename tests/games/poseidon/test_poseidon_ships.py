"""§11 to §15: ships, phases, forced purchases, bankruptcy, the end."""

import pytest
from poseidon_table import GAME, SHIPS, table

THREE = [{"cash": 0}, {"cash": 0}, {"cash": 0}]


def buying(own, others=None, players=THREE, phase=1, **more):
    """Athenai's king decides about ships."""
    return table(players, {"Athenai": own, **(others or {})}, step="ships", nation="Athenai", phase=phase, **more)


@pytest.mark.shows("§11.1", "§11.2", "§11.9")
def test_ships_from_the_bank():
    t = buying({"coffers": 450, "fleet": ["2"]}, left=1)
    t.play("ship")
    assert t.told("ship") == [{"nation": "Athenai", "ship": "2", "drachmas": 100}]
    assert t.bank["2"] == 0
    t.play("ship")
    assert t.told("ship") == [{"nation": "Athenai", "ship": "3", "drachmas": 200}]
    assert (t["Athenai"].coffers, t["Athenai"].fleet) == (150, ["2", "2", "3"])
    assert "acts" in t.kinds or "market" in t.kinds or "exploration" in t.kinds  # nothing more to do


@pytest.mark.shows("§11.1")
def test_without_the_money_no_ship():
    t = buying({"coffers": 99, "fleet": ["2"], "posts": ["F12", "G13"]}, players=[{"cards": ["league"]}, {}, {}])
    assert t.why_not("ship") == "§11.1"


@pytest.mark.shows("§11.3")
def test_three_ships_at_most():
    t = buying(
        {"coffers": 1000, "fleet": ["2", "2", "2"], "posts": ["F12", "G13"]}, players=[{"cards": ["league"]}, {}, {}]
    )
    assert t.why_not("ship") == "§11.3"


@pytest.mark.shows("§11.3", "§11.4")
def test_with_three_ships_only_a_trade_in():
    t = buying({"coffers": 1000, "fleet": ["5", "5", "6"]}, phase=4)
    assert t.choices == ["done", "trade 5", "trade 6"]
    assert t.why_not("ship") == "§11.3"
    assert t.why_not("trade 7") == "§11.4"
    t.play("trade 6")
    assert (t["Athenai"].fleet, t["Athenai"].coffers) == (["5", "5", "E"], 300)


@pytest.mark.shows("§11.4", "§12.1", "§12.4", "§12.5")
@pytest.mark.parametrize(("old", "price"), [("4", 850), ("5", 750)])
def test_the_first_endless_ship_with_a_trade_in(old, price):
    """The rulebook: a 4 counts 150 just before the 4s leave, a 5 counts 250."""
    others = {"Sparta": {"king": 1, "fleet": ["4", "5"]}}
    t = buying({"coffers": price, "fleet": [old]}, others, phase=3, ship="E")
    assert t.why_not("ship") == "§11.1"
    t.play(f"trade {old}")
    assert t.told("traded") == [{"nation": "Athenai", "ship": old, "drachmas": 1000 - price}]
    assert (t["Athenai"].fleet, t["Athenai"].coffers, t.phase) == (["E"], 0, 4)
    assert t["Sparta"].fleet == ["5"]


@pytest.mark.shows("§11.4")
def test_one_ship_for_each_and_only_for_endless_ones():
    t = buying({"coffers": 500, "fleet": ["E"]}, phase=4)
    assert t.choices == ["done", "trade E"]
    t = buying({"coffers": 1000, "fleet": ["4", "5"]}, phase=3, ship="7")
    assert t.why_not("trade 5") == "§11.4"


# -- between nations ---------------------------------------------------------------------------------------------------

SELLER = {"Sparta": {"king": 1, "fleet": ["3", "4"], "coffers": 5}}


@pytest.mark.shows("§11.5")
def test_from_phase_two_on():
    t = buying({"coffers": 100, "fleet": ["2"]}, {"Sparta": {"king": 1, "fleet": ["2"]}})
    assert t.why_not("offer Sparta 2") == "§11.5"


@pytest.mark.shows("§11.6", "§11.7", "§11.8")
def test_an_offer_and_its_answer():
    t = buying({"coffers": 250, "fleet": ["3"]}, SELLER, phase=2)
    assert t.which("offer") == ["Sparta 3", "Sparta 4"]
    assert t.why_not("offer Sparta 5") == "§11.6"
    assert t.why_not("offer Athenai 3") == "§11.6"
    t.play("offer Sparta 4")
    assert t.which("hundreds") == ["0", "1", "2"]
    assert t.why_not("hundreds 3") == "§11.7"
    t.play("hundreds 2")
    assert t.which("drachmas") == [str(n) for n in range(51)]
    assert t.why_not("drachmas 51") == "§11.7"
    t.play("drachmas 45")
    assert t.told("offered") == [{"nation": "Athenai", "ship": "4", "drachmas": 245, "seller": "Sparta"}]
    assert (t.to_move, t.choices) == (1, ["accept", "decline"])
    t.play("accept")
    assert (t["Athenai"].fleet, t["Athenai"].coffers) == (["3", "4"], 5)
    assert (t["Sparta"].fleet, t["Sparta"].coffers) == (["3"], 250)


@pytest.mark.shows("§11.7")
def test_at_least_a_drachma():
    t = buying({"coffers": 40, "fleet": ["3"]}, SELLER, phase=2).play("offer Sparta 3")
    assert t.which("drachmas")[0] == "1"
    assert t.why_not("drachmas 0") == "§11.7"
    t = buying(
        {"coffers": 0, "fleet": ["3"], "posts": ["F12", "G13"]}, SELLER, [{"cards": ["league"]}, {}, {}], phase=2
    )
    assert t.why_not("offer Sparta 3") == "§11.7"


@pytest.mark.shows("§11.7")
def test_no_more_than_9999():
    t = buying({"coffers": 20_000, "fleet": ["3"]}, SELLER, phase=2).play("offer Sparta 3")
    assert t.which("hundreds")[-1] == "99"
    t.play("hundreds 99")
    assert t.which("drachmas")[-1] == "99"


@pytest.mark.shows("§11.8")
def test_after_a_refusal_only_more():
    t = buying({"coffers": 120, "fleet": ["3"]}, SELLER, phase=2)
    t.play("offer Sparta 3", "hundreds 1", "drachmas 7", "decline")
    assert (t.step, t.to_move) == ("ships", 0)
    t.play("offer Sparta 3")
    assert t.which("drachmas") == [str(n) for n in range(8, 21)]  # the hundred is clear
    assert t.why_not("drachmas 7") == "§11.8"
    t.play("drachmas 20", "decline")
    assert t.why_not("offer Sparta 3") == "§11.8"
    assert t.why_not("offer Sparta 4") is None


@pytest.mark.shows("§11.8")
def test_the_king_of_both_is_not_asked():
    t = buying({"coffers": 50, "fleet": ["3"]}, {"Sparta": {"king": 0, "fleet": ["4"]}}, phase=2)
    t.play("offer Sparta 4", "drachmas 1")
    assert t.told("ship_sold") == [
        {"forced": True, "nation": "Athenai", "ship": "4", "drachmas": 1, "seller": "Sparta"}
    ]
    assert t["Sparta"].fleet == []


@pytest.mark.shows("§11.6", "§13.1")
def test_the_last_ship_may_be_bought_away():
    nations = {"Sparta": {"king": 1, "fleet": ["4"], "coffers": 0, "prestige": 60}}
    t = buying({"coffers": 300, "fleet": ["3"]}, nations, phase=2, ship="5")
    t.play("offer Sparta 4", "hundreds 2", "drachmas 99", "accept", "done")
    while t.step == "discover":
        t.play("done")
    assert (t.acting, t.step) == ("Sparta", "ships")
    assert t.why_not("done") == "§13.1"


@pytest.mark.shows("§11.10")
def test_the_bank_has_no_ships():
    t = table(THREE, {"Athenai": {"at": "F12"}}, step="discover", nation="Athenai", phase=4, left=0)
    t.play("post F12", "done")
    assert t.told("no_ships") == [{"nation": "Athenai"}]
    t = buying(
        {"coffers": 5000, "fleet": ["5"], "posts": ["F12", "G13"]},
        players=[{"cards": ["league"]}, {}, {}],
        phase=4,
        left=0,
    )
    assert t.why_not("ship") == "§11.10"


# -- phases ------------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§12.1", "§12.2", "§12.3", "§12.4")
@pytest.mark.parametrize(
    ("phase", "ship", "price", "most", "old", "kept"), [(1, "4", 300, 4, "2", "3"), (2, "6", 600, 6, "3", "4")]
)
def test_a_new_phase(phase, ship, price, most, old, kept):
    nations = {
        "Sparta": {"king": 1, "prestige": 130, "fleet": [old, kept]},
        "Larissa": {"king": 2, "prestige": 110, "potentials": 2},
        "Thebai": {"king": 2, "prestige": 70, "potentials": 0},
    }
    t = buying({"coffers": price, "fleet": [old], "prestige": 120}, nations, phase=phase, ship=ship)
    t.play("ship")
    assert t.told("phase") == [{"phase": phase + 1}]
    assert (t.step, t.to_move) == ("issue", 1)  # Sparta has the highest prestige
    assert t.which("issue") == [str(n) for n in range(most + 1)]
    assert t.why_not("issue 7") == "§12.2"
    pool = t["Sparta"].pool
    t.play("issue 4")
    assert (t["Sparta"].pool, t["Sparta"].coffers) == (pool + 4, 4 * 130)
    assert t.to_move == 0
    t.play("issue 0")
    assert t.which("issue") == ["0", "1", "2"]
    t.play("issue 2")
    assert t["Sparta"].fleet == [kept]
    assert (t["Athenai"].fleet, t["Athenai"].coffers) == ([ship], 0)


@pytest.mark.shows("§12.2")
def test_no_issue_in_the_last_phase():
    t = buying({"coffers": 1000, "fleet": ["5"]}, {"Sparta": {"king": 1, "fleet": ["5"]}}, phase=3, ship="E")
    t.play("ship")
    assert (t.phase, t.step) == (4, "discover")


@pytest.mark.shows("§12.5")
def test_the_new_money_does_not_pay_for_the_ship():
    t = buying(
        {"coffers": 299, "fleet": ["3"], "posts": ["F12", "G13"]}, players=[{"cards": ["league"]}, {}, {}], ship="4"
    )
    assert t.why_not("ship") == "§11.1"


@pytest.mark.shows("§12.6")
@pytest.mark.parametrize("opens", ["no", "yes"])
def test_a_ship_that_leaves_opens_no_phase(opens):
    t = table(
        THREE,
        {"Athenai": {"pool": 1, "fleet": ["2", "3"]}},
        round_="MR3",
        ship="4",
        lines={"passed": 2, "players.0.cash": 500},
        discard_opens=opens,
    )
    t.play("done")
    assert t.told("ship_leaves") == [{"ship": "4"}]
    if opens == "yes":
        assert (t.phase, t.step) == (2, "issue")
        t.play("issue 1")
        assert t["Athenai"].fleet == ["3"]
    else:
        assert (t.phase, t["Athenai"].fleet) == (1, ["2", "3"])


@pytest.mark.shows("§12.7")
def test_a_phase_may_be_left_out():
    """All 4s left unbought: the first 6 opens phase 3 with its issue, and 2s and 3s leave."""
    t = buying(
        {"coffers": 600, "fleet": ["2"]},
        {"Sparta": {"king": 1, "fleet": ["2", "3", "5"], "prestige": 130}},
        phase=1,
        ship="6",
    )
    t.play("ship")
    assert t.phase == 3
    assert t.which("issue") == ["0", "1", "2", "3", "4", "5", "6"]
    t.play("issue 0", "issue 0")
    assert t["Sparta"].fleet == ["5"]
    assert t["Athenai"].fleet == ["6"]


# -- forced purchases --------------------------------------------------------------------------------------------------


@pytest.mark.shows("§13.1")
def test_with_enough_money_a_ship_must_be_bought():
    t = table(THREE, {"Athenai": {"coffers": 150, "at": "F12"}}, step="discover", nation="Athenai").play(
        "post F12", "done"
    )
    assert t.told("ship") == [{"forced": True, "nation": "Athenai", "ship": "2", "drachmas": 100}]


@pytest.mark.shows("§13.2", "§6.5")
def test_just_enough_merchants_at_the_lower_prestige():
    own = {"coffers": 20, "prestige": 80, "pool": 1, "at": "F12"}
    t = table(THREE, {"Athenai": own}, step="discover", nation="Athenai", ship="3").play("post F12", "done")
    # 180 are missing: three merchants at 75.
    assert t.told("emergency") == [{"forced": True, "nation": "Athenai", "merchants": 3, "drachmas": 225}]
    assert (t["Athenai"].prestige, t["Athenai"].pool, t["Athenai"].fleet) == (75, 4, ["3"])
    assert t["Athenai"].coffers in (45, 40)  # a king may take his purse in the next round
    first = table(THREE, {"Athenai": {**own, "prestige": 60}}, step="discover", nation="Athenai", ship="3")
    first.play("post F12", "done")
    assert (first["Athenai"].prestige, first.told("emergency")[0]["merchants"]) == (60, 3)


@pytest.mark.shows("§13.2")
def test_option_emergency():
    own = {"coffers": 20, "prestige": 80, "pool": 1, "at": "F12"}
    t = table(THREE, {"Athenai": own}, step="discover", nation="Athenai", ship="3", emergency="each")
    t.play("post F12", "done")
    # 75 and 70 and 65
    assert t.told("emergency") == [{"forced": True, "nation": "Athenai", "merchants": 3, "drachmas": 210}]
    assert t["Athenai"].prestige == 65
    assert [told["space"] for told in t.told("dropped_in_need")] == [75, 70, 65]
    assert t.told("dropped") == []


@pytest.mark.shows("§13.1", "§13.2")
def test_offers_stay_open_before_a_forced_purchase():
    t = buying({"coffers": 50, "fleet": []}, SELLER, phase=2)
    assert t.choices == ["force", "offer Sparta 3", "offer Sparta 4"]
    assert t.why_not("done") == "§13.1"
    assert buying({"coffers": 350, "fleet": []}, SELLER, phase=2).why_not("force") == "§13.2"
    t.play("offer Sparta 3", "drachmas 50", "accept")
    assert t["Athenai"].fleet == ["3"]


@pytest.mark.shows("§13.3")
def test_the_king_pays_the_rest():
    own = {"coffers": 20, "prestige": 80, "potentials": 0, "fleet": [], "at": "F10"}
    t = table([{"cash": 90}, {}, {}], {"Athenai": own}, step="discover", nation="Athenai").play("done")
    assert t.told("emergency") == []
    assert t.told("king_pays") == [{"forced": True, "nation": "Athenai", "drachmas": 80}]
    assert (t[0].cash, t["Athenai"].prestige, t["Athenai"].fleet) == (10, 80, ["2"])
    one = table(
        [{"cash": 90}, {}, {}], {"Athenai": {**own, "potentials": 1, "coffers": 0}}, step="discover", nation="Athenai"
    ).play("done")
    assert one.told("emergency") == [{"forced": True, "nation": "Athenai", "merchants": 1, "drachmas": 75}]
    assert one.told("king_pays") == [{"forced": True, "nation": "Athenai", "drachmas": 25}]


def pressed(held, cash=0, price_of="4", **nations):
    """Seat 0 must find the money for a ship: Athenai has neither coffers nor potentials."""
    return table(
        [{"cash": cash, "merchants": {"Athenai": 5, **held}}, {}, {}],
        {"Athenai": {"potentials": 0, "prestige": 100, "fleet": [], "at": "F10"}, **nations},
        step="discover",
        nation="Athenai",
        ship=price_of,
    ).play("done")


@pytest.mark.shows("§13.4", "§4.7", "§6.2")
def test_the_king_sells_what_he_likes_and_no_more_than_needed():
    t = pressed({"Sparta": 6}, cash=30, Sparta={"king": 1, "prestige": 80})
    assert t.step == "forced"
    # 270 are missing: four of Sparta, or two of Athenai, the others lie on the king's card
    assert t.which("sell") == ["Athenai 1", "Athenai 2", "Sparta 1", "Sparta 2", "Sparta 3", "Sparta 4"]
    assert t.why_not("sell Sparta 5") == "§13.4"
    assert t.why_not("sell Athenai 3") == "§4.7"
    t.play("sell Athenai 1")
    assert t["Athenai"].prestige == 90
    assert t.which("sell") == ["Athenai 1", "Sparta 1", "Sparta 2", "Sparta 3"]
    t.play("sell Athenai 1")
    assert t["Athenai"].prestige == 90  # once in this turn
    assert t.told("sold")[-1] == {"forced": True, "nation": "Sparta", "merchants": 1, "drachmas": 80}
    assert (t["Athenai"].fleet, t.phase) == (["4"], 2)
    assert t["Sparta"].prestige == 80
    assert t[0].cash == 30 + 100 + 90 + 80 - 300


@pytest.mark.shows("§13.4")
def test_kings_change_only_after_a_merchant_round():
    t = table(
        [{"cash": 110, "merchants": {"Athenai": 5}}, {"merchants": {"Athenai": 4}}, {}],
        {"Athenai": {"potentials": 0, "prestige": 100, "fleet": [], "at": "F10"}},
        step="discover",
        nation="Athenai",
        ship="4",
    ).play("done", "sell Athenai 2")
    assert t[0].merchants == {"Athenai": 3}  # fewer than seat 1 has
    assert t["Athenai"].king == 0


@pytest.mark.shows("§13.5", "§13.7")
def test_bankruptcy():
    t = pressed({"Sparta": 1}, cash=30, Sparta={"king": 1, "prestige": 60, "fleet": ["3"], "posts": ["H6"], "at": "H6"})
    t.play("sell Athenai 2")
    assert t.told("sold")[-1] == {"forced": True, "nation": "Sparta", "merchants": 1, "drachmas": 60}
    assert t.told("bankrupt") == [{"forced": True, "nation": "Athenai"}]
    assert (t[0].cash, t[0].merchants) == (0, {"Athenai": 3})
    assert (t["Athenai"].fleet, t["Athenai"].coffers) == ([], 0)
    assert t.acting == "Sparta"  # the round is finished
    while not t.match.over:
        t.play("home" if "home" in t.choices else "done" if "done" in t.choices else t.choices[0])
    assert "ends" in t.kinds
    assert t.match.scores[0] == 3 * 90


@pytest.mark.shows("§13.5")
def test_the_bankrupt_earns_again_in_the_same_round():
    t = pressed(
        {"Sparta": 0}, cash=0, Thebai={"king": 0, "prestige": 60, "fleet": ["3"], "posts": ["E11"], "at": "E11"}
    )
    t.play("sell Athenai 2")
    assert t[0].cash == 0
    while t.step == "discover":
        t.play("done")
    t.play("best 0")
    assert t[0].cash == 9


@pytest.mark.shows("§13.7")
@pytest.mark.parametrize(("option", "rounds"), [("this_round", 0), ("next_round", 1)])
def test_option_bankruptcy(option, rounds):
    t = table(
        [{"cash": 0}, {"cash": 0}, {"cash": 0}],
        {"Athenai": {"potentials": 0, "fleet": [], "at": "F10"}, "Sparta": {"king": 1, "fleet": ["3"], "prestige": 60}},
        step="discover",
        nation="Athenai",
        ship="4",
        bankruptcy=option,
    )
    t.play("done")
    more = 0
    while not t.match.over:
        t.play("home" if "home" in t.choices else "done" if "done" in t.choices else t.choices[0])
        more += "exploration" in t.kinds
    assert more == rounds


@pytest.mark.shows("§13.6")
def test_left_over_money_buys_nothing_from_others():
    own = {"coffers": 0, "prestige": 190, "fleet": [], "pool": 2, "at": "F10"}
    others = {"Sparta": {"king": 1, "fleet": ["4"], "prestige": 60}}
    t = table(THREE, {"Athenai": own, **others}, step="discover", nation="Athenai", phase=2, ship="5", left=1)
    t.play("done")
    # three merchants at 170 are 510; 10 are left, and tied
    assert (t["Athenai"].fleet, t["Athenai"].coffers) == (["5"], 10)
    assert t.acting == "Sparta"  # there was nothing to do with it


@pytest.mark.shows("§13.6", "§12.3")
def test_money_of_a_new_phase_may_buy_from_others():
    own = {"coffers": 0, "prestige": 190, "fleet": [], "pool": 2, "at": "F10"}
    t = table(
        THREE,
        {"Athenai": own, "Sparta": {"king": 1, "fleet": ["3"], "prestige": 60}},
        step="discover",
        nation="Athenai",
        ship="4",
    )
    t.play("done")  # two merchants at 170 are 340; 40 are left, and tied
    assert (t.phase, t.step) == (2, "issue")
    t.play("issue 1", "issue 0")
    assert (t["Athenai"].coffers, t.tied) == (210, 40)
    t.play("offer Sparta 3", "hundreds 1")
    assert t.which("drachmas")[-1] == "70"


@pytest.mark.shows("§13.6")
def test_tied_money_is_spent_first_at_the_bank():
    own = {"coffers": 0, "prestige": 190, "fleet": [], "pool": 2, "at": "F10"}
    t = table(
        THREE,
        {"Athenai": own, "Sparta": {"king": 1, "fleet": ["3"], "prestige": 60}},
        step="discover",
        nation="Athenai",
        ship="4",
    )
    t.play("done", "issue 3", "issue 0")  # 40 are tied, three merchants at 170 are free
    assert (t["Athenai"].coffers, t.tied) == (550, 40)
    t.play("ship")  # 300: the 40, and 260 of the others
    assert (t["Athenai"].coffers, t.tied) == (250, 0)
    t.play("offer Sparta 3", "hundreds 2")
    assert t.which("drachmas")[-1] == "50"


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§14.1", "§14.2", "§15.3")
@pytest.mark.parametrize(("cash", "worth", "ranks"), [(130, 400, [2, 1, 2]), (340, 610, [3, 1, 1])])
def test_the_richest_win(cash, worth, ranks):
    t = table(
        [
            {"cash": 100, "merchants": {"Athenai": 3}},
            {"cash": 400},
            {"cash": cash, "merchants": {"Athenai": 2, "Sparta": 1}},
        ],
        {
            "Athenai": {"prestige": 100, "fleet": ["6"], "coffers": 900},
            "Sparta": {"king": 1, "prestige": 70, "fleet": ["6"]},
        },
        step="ships",
        nation="Athenai",
        acted=["Sparta"],
        phase=3,
        ship="7",
        left=1,
        round_="ER11",
    )
    t.play("done")
    assert t.match.over
    assert t.match.scores == [400, 610, worth]
    assert t.match.ranks == ranks
    assert t.told("scored")[0] == {"worth": 400, "cash": 100, "merchants": 300}
    assert t.match.why_not(0).number == "§15.3"


@pytest.mark.shows("§15.2")
def test_what_cannot_be_otherwise_happens_by_itself():
    t = table(THREE, {"Athenai": {"coffers": 100, "at": "F10"}}, step="discover", nation="Athenai")
    t.play("done")
    assert t.told("ship") == [{"forced": True, "nation": "Athenai", "ship": "2", "drachmas": 100}]


def test_ships_and_prices():
    assert [(row["name"], row["price"], row["count"]) for row in GAME.box.data["ship"]] == [
        ("2", 100, 6),
        ("3", 200, 6),
        ("4", 300, 4),
        ("5", 500, 4),
        ("6", 600, 2),
        ("7", 700, 2),
        ("E", 1000, 6),
    ]
    assert SHIPS == ("2", "3", "4", "5", "6", "7", "E")
