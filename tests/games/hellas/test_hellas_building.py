"""§4 choosing an action, §5 houses, plazas and palaces, §8 statues and marble."""

import pytest
from hellas_table import ACTIONS, GAME, edited, last_turn, new, of_kind, table

import petteia

FOR_ALL = ["house_1", "house_2", "house_3", "house_plaza", "palace"]
COAST, MOUNTAIN = of_kind("coast", 1), of_kind("mountain", 1)
CLOSED = of_kind("quarry", 1) | of_kind("temple", 1)

# -- §4 Choosing an action ---------------------------------------------------------------------------------------------


@pytest.mark.shows("§4.1", "§4.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thirteen_spaces_for_every_number_of_players(seats):
    kinds = [row["kind"] for row in GAME.box.data["action"]]
    assert [kinds.count(kind) for kind in ("house", "house_plaza", "palace", "quarry")] == [3, 1, 1, 3]
    assert [kinds.count(kind) for kind in ("temple", "statue", "marble")] == [3, 1, 1]
    t = new(seats)
    assert t.choices == [f"action {name}" for name in ACTIONS]
    assert t.why_not("action 14") == "§4.6"


@pytest.mark.shows("§1.2", "§4.6")
def test_the_pieces_are_those_that_three_phases_of_the_track_can_use():
    rows, supply = GAME.box.data["action"], GAME.box.data["supply"]
    kinds = [row["kind"] for row in rows]
    assert supply["houses"] == 3 * (kinds.count("house") + kinds.count("house_plaza"))
    assert supply["plazas"] == 3 * kinds.count("house_plaza")
    assert supply["palaces"] == 3 * kinds.count("palace")
    assert supply["statues"] == 3 * kinds.count("statue")
    assert supply["columns"] == 3 * sum(row["columns"] or 0 for row in rows)
    assert supply["rings"] == 3 * kinds.count("temple") + len(of_kind("temple"))
    box = GAME.box.record[0]
    turned_up = 3 * kinds.count("quarry") * int(box["turned_tiles"])
    assert (int(box["active_quarries"]) + turned_up, len(GAME.box.data["tile"])) == (39, 40)


@pytest.mark.shows("§4.2")
def test_a_space_with_a_stone_is_closed_for_the_phase():
    t = table(used=["palace", "marble"])
    assert t.why_not("action palace") == "§4.2"
    assert t.why_not("action marble") == "§4.2"
    assert t.why_not("action house_1") is None


@pytest.mark.shows("§4.3")
def test_actions_for_all_go_clockwise_from_the_active_player():
    t = table([{}, {}, {}], mover=1)
    t.play("action house_1", "house A1", "house A2", "house A3")
    assert [news.seat for news in t.happened if news.kind == "house"] == [1, 2, 0]
    assert (t.step, t.to_move) == ("action", 2)


@pytest.mark.shows("§4.3")
def test_each_finishes_house_and_plaza_before_the_next():
    t = table([{}, {}]).play("action house_plaza", "house A1")
    assert t.to_move == 0
    t.play("plaza A2")
    assert t.to_move == 1


@pytest.mark.shows("§4.3")
@pytest.mark.parametrize("action", ["temple_2", "statue"])
def test_temple_and_statue_are_for_the_active_player_alone(action):
    t = table([{"marble": 20}, {"marble": 20}], mover=1).play(f"action {action}")
    assert t.to_move == 1
    t.play("decline")
    assert (t.step, t.to_move) == ("action", 0)


@pytest.mark.shows("§4.4")
@pytest.mark.parametrize("action", [name for name in ACTIONS if name != "marble"])
def test_any_free_space_may_be_chosen_by_the_poorest(action):
    t = table([{"marble": 0}, {"marble": 0}], next_tiles=[34, 35, 36, 37])
    assert t.why_not(f"action {action}") is None
    t.play(f"action {action}")
    assert t.match.why_not("action marble") is None or t.step == "lay"


@pytest.mark.shows("§4.4", "§6.4", "§8.3")
@pytest.mark.parametrize(("action", "step"), [("quarry_1", "lay"), ("marble", "action")])
def test_quarry_and_marble_happen_whether_one_likes_it_or_not(action, step):
    t = table([{"marble": 0}, {"marble": 0}], next_tiles=[34, 35, 36, 37]).play(f"action {action}")
    assert (t.step, "decline" in t.choices) == (step, False)
    assert t.why_not("decline") == {"lay": "§11.1", "action": "§3.3"}[step]
    if action == "marble":
        assert t.marble == [3, 0]


@pytest.mark.shows("§4.5")
@pytest.mark.parametrize("action", FOR_ALL)
def test_building_may_be_declined(action):
    t = table().play(f"action {action}", "decline", "decline")
    assert t.told("declined") == [{"action": action}, {"action": action}]
    assert t.marble == [10, 10]


@pytest.mark.shows("§4.5", "§11.2")
def test_whoever_cannot_pay_is_passed_over_and_the_log_says_so():
    t = table([{"marble": 0}, {"marble": 1}]).play("action house_1")
    assert t.told("declined", 0) == [{"forced": True, "action": "house_1", "unpaid": 1}]
    assert t.to_move == 1


# -- §5 Houses, plazas and palaces -------------------------------------------------------------------------------------


@pytest.mark.shows("§5.1", "§5.4", "§5.6")
@pytest.mark.parametrize("name", ["house_1", "house_2", "house_3"])
def test_everybody_may_build_a_house_anywhere(name):
    t = table().play(f"action {name}")
    assert t.where("house") == COAST | MOUNTAIN
    assert {choice.split()[0] for choice in t.choices} == {"house", "decline"}
    t.play("house A1", "house C4")
    assert (t[0].houses, t[1].houses) == ({"A1"}, {"C4"})
    assert t.marble == [9, 8]
    assert t.told("house") == [{"space": "A1", "marble": 1}, {"space": "C4", "marble": 2}]


@pytest.mark.shows("§5.2")
def test_house_and_plaza_in_any_order():
    t = table([{}, {}]).play("action house_plaza", "plaza A1", "house C4", "house A2", "plaza C5")
    assert (t[0].houses, t[0].plazas, t[0].marble) == ({"C4"}, {"A1"}, 7)
    assert (t[1].houses, t[1].plazas, t[1].marble) == ({"A2"}, {"C5"}, 7)


@pytest.mark.shows("§5.2")
@pytest.mark.parametrize("piece", ["house", "plaza"])
def test_one_of_both_is_enough(piece):
    t = table().play("action house_plaza", f"{piece} A1", "decline")
    assert t.told("declined", 0) == [{"more": {"house": 1, "plaza": 2}[piece], "action": "house_plaza"}]
    assert t.to_move == 1


@pytest.mark.shows("§5.2")
def test_not_two_of_the_same():
    t = table().play("action house_plaza", "house A1")
    assert t.why_not("house A2") == "§5.2"
    assert t.where("house") == set()
    assert t.where("plaza") == (COAST | MOUNTAIN) - {"A1"}
    t = table().play("action house_plaza", "plaza A1")
    assert t.why_not("plaza A2") == "§5.2"


@pytest.mark.shows("§5.2")
def test_both_stand_on_spaces_of_their_own():
    assert table().play("action house_plaza", "house A1").why_not("plaza A1") == "§5.4"


@pytest.mark.shows("§5.2", "§5.6")
def test_each_of_both_is_paid_for():
    t = table([{"marble": 2}, {"marble": 0}]).play("action house_plaza", "house A1")
    assert t.where("plaza") == COAST - {"A1"}
    t = table([{"marble": 1}, {"marble": 0}]).play("action house_plaza", "house A1")
    assert t.step == "action"
    assert t.told("declined", 0) == []


@pytest.mark.shows("§5.3", "§5.6")
def test_palaces_cost_five_at_the_coast_and_seven_in_the_mountains():
    t = table([{"marble": 6}, {"marble": 7}]).play("action palace")
    assert t.where("palace") == COAST
    assert t.why_not("palace C4") == "§5.6"
    t.play("palace A1")
    assert t.where("palace") == (COAST | MOUNTAIN) - {"A1"}
    t.play("palace C4")
    assert (t[0].palaces, t[1].palaces, t.marble) == ({"A1"}, {"C4"}, [1, 0])


@pytest.mark.shows("§5.4")
@pytest.mark.parametrize("piece", ["houses", "plazas", "palaces"])
def test_a_space_holds_one_piece(piece):
    for owner in (0, 1):
        players = [{}, {}]
        players[owner] = {piece: ["A1"]}
        t = table(players).play("action house_1")
        assert t.why_not("house A1") == "§5.4"


@pytest.mark.shows("§5.4", "§8.2")
def test_nothing_is_built_on_a_statue():
    t = table(statues=["C4"]).play("action house_1")
    assert t.why_not("house C4") == "§5.4"


@pytest.mark.shows("§5.4")
def test_a_space_that_the_board_does_not_have():
    t = table().play("action house_1")
    assert t.why_not("house 81") == "§5.4"
    assert t.why_not("house 128") == "§5.4"
    assert table(board=1).play("action house_1").why_not("house 81") is None


@pytest.mark.shows("§5.5")
@pytest.mark.parametrize("space", sorted(CLOSED))
def test_never_on_temples_and_quarries(space):
    closed = {"C2": 5}
    t = table([{"marble": 20}, {"marble": 20}], closed=closed).play("action house_plaza")
    assert t.why_not(f"house {space}") == "§5.5"
    assert t.why_not(f"plaza {space}") == "§5.5"
    t = table([{"marble": 20}, {"marble": 20}], closed=closed).play("action palace")
    assert t.why_not(f"palace {space}") == "§5.5"


@pytest.mark.shows("§5.6")
def test_with_one_marble_only_the_coast_is_open():
    t = table([{"marble": 1}, {}]).play("action house_1")
    assert t.where("house") == COAST
    assert t.why_not("house C4") == "§5.6"


@pytest.mark.shows("§5.7")
def test_without_a_piece_none_is_built():
    ground = sorted(COAST | MOUNTAIN)
    full = {"houses": ground[:12], "plazas": ground[12:15], "palaces": ground[15:18], "marble": 50}
    t = table([full, {}]).play("action house_1")
    assert t.told("declined", 0) == [{"forced": True, "action": "house_1"}]
    t = table([{**full, "houses": ground[:11]}, {}]).play("action house_plaza")
    assert t.where("house")
    assert t.why_not(f"plaza {ground[20]}") == "§5.7"
    t = table([{**full, "plazas": []}, {}]).play("action house_plaza")
    assert t.where("plaza")
    assert t.why_not(f"house {ground[20]}") == "§5.7"
    t = table([full, {}]).play("action palace")
    assert t.to_move == 1


# -- §8 Statues and marble ---------------------------------------------------------------------------------------------


@pytest.mark.shows("§8.1")
def test_a_statue_costs_seven_and_stands_in_the_mountains():
    t = table([{"marble": 7, "houses": ["C4"]}, {}]).play("action statue")
    assert t.where("statue") == MOUNTAIN - {"C4"}
    assert t.why_not("statue C4") == "§5.4"
    for space in ("A1", *sorted(CLOSED)):
        assert t.why_not(f"statue {space}") == "§8.1"
    t.play("statue C5")
    assert t.told("statue") == [{"space": "C5", "marble": 7}]
    assert t[0].marble == 0
    assert t.to_move == 1


@pytest.mark.shows("§8.1")
def test_with_six_marble_there_is_no_statue():
    t = table([{"marble": 6}, {}]).play("action statue")
    assert t.told("declined", 0) == [{"forced": True, "action": "statue", "unpaid": 1}]


@pytest.mark.shows("§8.2")
def test_there_are_three_statues():
    t = table([{"marble": 20}, {}], statues=["C4", "C5"]).play("action statue")
    assert t.where("statue") == MOUNTAIN - {"C4", "C5"}
    t = table([{"marble": 20}, {}], statues=["C4", "C5", "C6"]).play("action statue")
    assert t.told("declined", 0) == [{"forced": True, "action": "statue"}]


@pytest.mark.shows("§8.2")
def test_a_statue_is_nobodys():
    """It counts for every city beside it, whoever put it up."""
    red = {"houses": ["D4"], "palaces": ["D5"]}
    blue = {"houses": ["C5"], "palaces": ["C4"]}
    t = table([red, blue], statues=["D6"], marble="open")
    assert t.match.scores == [2 + 3 + 2, 2 + 3 + 2]


@pytest.mark.shows("§8.3")
def test_marble_gives_three():
    t = table(mover=1).play("action marble")
    assert t.marble == [10, 13]
    assert t.told("marble", 1) == [{"marble": 3}]


# -- §11 Deciding ------------------------------------------------------------------------------------------------------

ONE_OF_EACH = ["action 1", "house 1", "plaza 1", "palace 1", "statue 20", "column 1", "tile 1", "worker 2", "decline"]
RICH = [{"marble": 30}, {"marble": 30}]
DECISIONS = {
    "action": lambda: table(RICH),
    "house": lambda: table(RICH).play("action house_1"),
    "house_plaza": lambda: table(RICH).play("action house_plaza"),
    "palace": lambda: table(RICH).play("action palace"),
    "lay": lambda: table(RICH, next_tiles=[40]).play("action quarry_1"),
    "worker": lambda: table(RICH, next_tiles=[1]).play("action quarry_1"),
    "temple": lambda: table(RICH).play("action temple_3"),
    "statue": lambda: table(RICH).play("action statue"),
}
ASKS_FOR = {
    "action": {"action"},
    "house": {"house", "decline"},
    "house_plaza": {"house", "plaza", "decline"},
    "palace": {"palace", "decline"},
    "lay": {"tile"},
    "worker": {"worker"},
    "temple": {"column", "decline"},
    "statue": {"statue", "decline"},
}


@pytest.mark.shows("§11.1")
@pytest.mark.parametrize("step", DECISIONS)
def test_only_what_the_decision_asks_for_can_be_chosen(step):
    t = DECISIONS[step]()
    assert t.step == step
    assert {choice.split()[0] for choice in t.choices} == ASKS_FOR[step]
    for choice in ONE_OF_EACH:
        kind = choice.split()[0]
        if kind not in ASKS_FOR[step] and (step, kind) != ("action", "decline"):
            assert t.why_not(choice) == "§11.1"


@pytest.mark.shows("§11.1")
@pytest.mark.parametrize("step", DECISIONS)
def test_what_is_offered_is_what_no_clause_forbids(step):
    t = DECISIONS[step]()
    allowed = [choice for choice in range(t.match.game.space.size) if t.match.why_not(choice) is None]
    assert sorted(t.match.legal_ids) == allowed
    assert t.why_not(-1) == t.why_not(10_000) == "§11.1"


@pytest.mark.shows("§11.1")
def test_an_illegal_choice_changes_nothing():
    t = table()
    before = t.match.digest()
    with pytest.raises(petteia.IllegalChoice) as refused:
        t.play("house A1")
    assert refused.value.clause.number == "§11.1"
    assert t.match.digest() == before


@pytest.mark.shows("§11.2")
def test_the_last_free_space_is_taken_by_itself(tmp_path):
    text = GAME.box.text
    start, end = text.rindex("[[action]]", 0, text.index('id = "statue"')), text.index("cost = 7\n") + len("cost = 7\n")
    path = edited(tmp_path, (text[start:end], ""))
    used = [name for name in ACTIONS if name not in ("marble", "statue", "quarry_3")]
    t = table([{"marble": 0}, {"marble": 0}], used=used, mover=0, box=path, next_tiles=[34, 35, 36, 37])
    assert t.choices == ["action quarry_3", "action marble"]
    t.play("action marble")
    assert t.told("action", 1) == [{"action": "quarry_3", "forced": True}]


@pytest.mark.shows("§11.3")
@pytest.mark.parametrize("choice", ONE_OF_EACH)
def test_after_the_end_nothing_can_be_chosen(choice):
    t = last_turn([{"marble": 0}, {}]).play("action statue")
    assert t.match.over
    assert (t.choices, t.to_move) == ([], None)
    assert t.why_not(choice) == "§11.3"
