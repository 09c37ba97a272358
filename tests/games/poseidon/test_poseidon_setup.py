"""§1 to §3: setting up, the Poseidon round, the special cards."""

import pytest
from poseidon_table import CARDS, GAME, NATIONS, new, started, table


@pytest.mark.shows("§1.1", "§2.2")
@pytest.mark.parametrize(("seats", "cash"), [(2, 780), (3, 580), (4, 440), (5, 400)])
def test_cash_at_the_start(seats, cash):
    t = new(seats)
    assert [t[seat].cash for seat in range(seats)] == [cash] * seats
    assert GAME.seats == range(2, 6)


@pytest.mark.shows("§1.3", "§8.1", "§14.1")
def test_rounds_in_their_order():
    t = new(3, seed=5)
    seen = []
    while not t.match.over:
        t.play("done" if "done" in t.choices else t.choices[-1])
        for news in t.happened:
            if news.kind in ("market", "exploration"):
                seen.append(("MR" if news.kind == "market" else "ER") + str(news.arguments["number"]))
    assert seen == [
        "MR1",
        "ER1",
        "ER2",
        "MR2",
        "ER3",
        "ER4",
        "MR3",
        "ER5",
        "ER6",
        "MR4",
        "ER7",
        "ER8",
        "MR5",
        "ER9",
        "ER10",
        "ER11",
    ]
    assert t.kinds[-1] == "scored"


@pytest.mark.shows("§1.5")
def test_disks():
    assert {row["name"]: row["potentials"] for row in GAME.box.data["nation"]} == {
        "Athenai": 18,
        "Thessalonike": 18,
        "Sparta": 20,
        "Thebai": 20,
        "Larissa": 20,
        "Korinthos": 20,
        "Megalopolis": 22,
        "Ambrakia": 22,
    }
    t = started(3)
    t.play("found Ambrakia")
    t.play("prestige 60", "merchants 5")
    assert t["Ambrakia"].potentials == 17


@pytest.mark.shows("§2.1")
@pytest.mark.parametrize(("seats", "out"), [(2, {"Ambrakia", "Korinthos"}), (3, set()), (4, set()), (5, set())])
def test_nations_by_number_of_players(seats, out):
    t = started(seats)
    assert set(NATIONS) - set(t.which("found")) == out
    for name in out:
        assert t.why_not(f"found {name}") == "§5.1"


@pytest.mark.shows("§2.1")
def test_the_border_with_two_players():
    """West of Sparta the coast ends at H6; the gulf and Kyrene are closed."""
    t = table([{}, {}], {"Sparta": {"at": "H6"}}, step="discover", nation="Sparta")
    assert set(t.which("move")) == {"H8", "I7", "G7"}
    assert t.why_not("move G5") == "§9.2"
    assert t.why_not("move I5") == "§9.2"
    t = table([{}, {}], {"Sparta": {"at": "H6"}}, step="discover", nation="Sparta", map=3)
    assert set(t.which("move")) == {"H8", "I7", "G7", "G5"}
    t = table([{}, {}, {}], {"Sparta": {"at": "H6"}}, step="discover", nation="Sparta")
    assert set(t.which("move")) == {"H8", "I7", "G7", "G5", "I5"}


@pytest.mark.shows("§2.1")
def test_option_map():
    assert set(NATIONS) - set(started(2, map=3).which("found")) == {"Ambrakia", "Megalopolis"}
    assert set(started(2, map=1).which("found")) == set(NATIONS)
    assert set(NATIONS) - set(started(4, map=2).which("found")) == {"Ambrakia", "Korinthos"}
    with pytest.raises(Exception, match="option map"):
        new(3, map=4)


@pytest.mark.shows("§2.3", "§2.5")
def test_ships():
    assert new(3).bank == {"2": 6, "3": 6, "4": 4, "5": 4, "6": 2, "7": 2, "E": 6}
    assert new(2).bank == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "7": 1, "E": 6}


@pytest.mark.shows("§2.4")
def test_the_start_player_is_drawn():
    assert {new(3, seed=seed).starter for seed in range(30)} == {0, 1, 2}


def buyers(seats, **options):
    """The seats in the order they bought cards, counted from the start player: 0 is he, 1 sits to his left."""
    t = new(seats, **options)
    first, found = t.starter, []
    while t.step == "card":
        found.append((t.to_move - first) % seats)
        t.play(t.choices[0])
        found += [(n.seat - first) % seats for n in t.happened if n.kind == "card" and n.forced]
    return found


@pytest.mark.shows("§3.1", "§3.2")
def test_order_of_the_poseidon_round():
    assert buyers(2) == [1, 0, 0, 1, 0, 1]
    assert buyers(3) == [2, 1, 0, 0, 1, 2]
    assert buyers(4) == [3, 2, 1, 0]
    assert buyers(5) == [4, 3, 2, 1, 0]
    assert buyers(2, poseidon_round="snake") == [1, 0, 0, 1, 1, 0]
    assert buyers(3, poseidon_round="snake") == [2, 1, 0, 0, 1, 2]


@pytest.mark.shows("§3.1")
def test_a_card_costs_its_price():
    t = new(4)
    seat = t.to_move
    t.play("card knossos")
    assert (t[seat].cash, t[seat].cards) == (440 - 90, ["knossos"])
    assert t.told("card") == [{"card": "knossos", "drachmas": 90}]
    assert t.why_not("card knossos") == "§3.1"
    assert [row["price"] for row in GAME.box.data["card"]] == [30, 50, 90, 120, 160, 210]


@pytest.mark.shows("§3.3")
def test_nobody_passes():
    t = new(4)
    assert t.why_not("done") == "§3.3"
    assert t.why_not("decline") == "§3.3"


@pytest.mark.shows("§3.4")
@pytest.mark.parametrize(("seats", "gone"), [(2, 0), (3, 0), (4, 2), (5, 1)])
def test_cards_left_over(seats, gone):
    t = started(seats)
    held = [card for seat in range(seats) for card in t[seat].cards]
    assert len(held) == len(set(held)) == len(CARDS) - gone
    assert t.told("cards_leave") == ([{"cards": gone}] if gone else [])


@pytest.mark.shows("§3.5", "§8.3")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_income(phase):
    t = table(
        [{"cards": ["league", "archon"]}, {"cards": ["troja", "mykene"]}, {"cards": ["knossos", "poseidon"]}],
        {"Athenai": {"king": 0, "pool": 1}},
        step="powers",
        phase=phase,
        seat=0,
        lines={"card": 5},
    )
    t.play("decline")
    pays = {
        "league": (0, 0, 0, 0),
        "troja": (10, 5, 0, 0),
        "knossos": (20, 10, 0, 0),
        "mykene": (30, 15, 0, 0),
        "poseidon": (40, 0, 0, 0),
        "archon": (50, 0, 0, 0),
    }
    for seat, cards in enumerate((["league", "archon"], ["troja", "mykene"], ["knossos", "poseidon"])):
        assert t[seat].cash == 1000 + sum(pays[card][phase - 1] for card in cards)


@pytest.mark.shows("§3.5", "§3.7", "§8.2")
def test_a_high_culture_instead_of_the_income():
    t = table(
        [{"cards": ["troja", "knossos"]}, {"cards": ["mykene"]}, {}],
        {"Athenai": {"king": 0, "prestige": 110}, "Sparta": {"king": 1}, "Larissa": {"king": 0, "prestige": 120}},
        step="powers",
        seat=0,
        lines={"card": 1},
    )
    assert t.choices == ["decline", "culture Athenai", "culture Larissa"]
    assert t.why_not("culture Sparta") == "§3.7"
    potentials = t["Athenai"].potentials
    t.play("culture Athenai")
    assert t["Athenai"].posts == {"C17"}
    assert (t["Athenai"].culture, t["Athenai"].potentials) == ("C17", potentials)
    assert t.choices == ["decline", "culture Larissa"]  # a nation has one high culture
    assert t.why_not("culture Athenai") == "§3.7"
    t.play("decline")
    assert t.to_move == 1
    t.play("culture Sparta")
    assert t["Sparta"].culture == "G9"
    assert [t[seat].cash for seat in range(3)] == [1020, 1000, 1000]  # knossos pays, the used ones are gone
    assert [t[seat].cards for seat in range(3)] == [["knossos"], [], []]


@pytest.mark.shows("§3.6", "§8.2")
def test_the_league_is_asked_for_first_and_doubles_a_post():
    t = table(
        [{"cards": ["league", "troja"]}, {}, {}],
        {"Megalopolis": {"posts": ["H6", "G5"], "fleet": ["2", "2"], "prestige": 60}, "Athenai": {"king": 1}},
        step="powers",
        seat=0,
    )
    assert t.choices == ["decline", "league Megalopolis"]
    assert t.why_not("culture Megalopolis") == "§15.1"
    t.play("league Megalopolis")
    assert t.which("mark") == ["G5", "H6"]
    assert t.why_not("mark F12") == "§3.6"
    t.play("mark H6")
    assert t.told("league") == [{"nation": "Megalopolis", "place": "H6"}]
    assert t[0].cards == ["troja"]
    assert t.choices[0] == "decline"
    assert "culture Megalopolis" in t.choices


@pytest.mark.shows("§3.6")
def test_the_league_waits_until_there_is_a_post():
    t = table(
        [{"cards": ["league"]}, {}, {}],
        {
            "Athenai": {"at": "G13", "posts": ["F12"], "coffers": 500, "fleet": ["2"]},
            "Sparta": {"king": 1, "posts": ["H6"]},
        },
        step="discover",
        nation="Athenai",
    )
    assert t.why_not("league Sparta") == "§3.6"
    t.play("league Athenai")  # its only post
    assert t.told("league") == [{"forced": True, "nation": "Athenai", "place": "F12"}]
    assert t.step == "discover"
    t.play("post G13", "done")
    assert t.step == "fleet"
    t.play("best 0")
    assert t.told("stop") == [
        {"nation": "Athenai", "place": "F12", "value": 6},
        {"nation": "Athenai", "place": "G13", "value": 3},
    ]


OWN = {"Athenai": {"posts": ["F12", "G13"], "coffers": 500, "fleet": ["2"], "pool": 2}}


def with_league(step, own=None, **options):
    """Seat 0 has the card and is king of Athenai."""
    nation = None if step in ("powers", "turn") else "Athenai"
    return table([{"cards": ["league"]}, {}, {}], own or OWN, step=step, nation=nation, seat=0, **options)


@pytest.mark.shows("§3.6")
@pytest.mark.parametrize("step", ["discover", "fleet", "ships", "turn"])
def test_the_league_at_other_times_and_option_league(step):
    t = with_league(step).play("league Athenai", "mark G13")
    assert t.step == step
    assert t.why_not("league Athenai") == "§3.6"
    assert with_league(step, league="round_start").why_not("league Athenai") == "§3.6"


@pytest.mark.shows("§3.6")
def test_option_league_at_the_start_of_a_round():
    assert with_league("powers", league="round_start").choices == ["decline", "league Athenai"]


@pytest.mark.shows("§3.6")
def test_not_in_the_new_world_and_option_league_culture():
    own = {"Athenai": {"posts": ["I5"], "culture": "C17", "fleet": ["2"], "coffers": 100}}
    t = with_league("ships", own).play("league Athenai")
    assert t.told("league") == [{"forced": True, "nation": "Athenai", "place": "C17"}]
    t = with_league("ships", own, league_culture="forbidden")
    assert t.why_not("league Athenai") == "§3.6"


@pytest.mark.shows("§3.9")
def test_archon():
    t = table(
        [{"cards": ["archon"], "merchants": {"Sparta": 1}}, {}, {}],
        {"Athenai": {"king": 1, "pool": 2}, "Sparta": {"king": 2}},
        step="powers",
        seat=0,
        lines={"card": 5},
    )
    assert t.choices == ["decline", "archon Athenai"]
    assert t.why_not("archon Sparta") == "§3.9"
    t.play("archon Athenai")
    assert (t[0].merchants, t[0].cards, t[0].cash) == ({"Athenai": 1, "Sparta": 1}, [], 1000)
    assert t["Athenai"].pool == 1


@pytest.mark.shows("§3.9", "§4.5")
def test_archon_heeds_the_limit():
    full = {"Athenai": 9, "Sparta": 6}  # fifteen, with four players
    t = table(
        [{"cards": ["archon"], "merchants": full}, {"cards": ["mykene"]}, {}, {}],
        {"Athenai": {"king": 0, "pool": 2}, "Sparta": {"king": 1}},
        step="powers",
        seat=1,
        lines={"card": 3},
    )
    t.play("decline")
    assert t.step == "discover"  # nothing to swap for


@pytest.mark.shows("§3.10", "§14.1")
def test_cards_are_worth_nothing():
    t = table([{"cards": ["archon", "poseidon"]}, {}], {"Athenai": {"king": 1, "prestige": 60}})
    assert t.match.scores == [1000, 1180]
    used = table(
        [{"cards": ["archon"]}, {}], {"Athenai": {"king": 1, "pool": 1}}, step="powers", seat=0, lines={"card": 5}
    )
    used.play("archon Athenai")
    assert used[0].cards == []
