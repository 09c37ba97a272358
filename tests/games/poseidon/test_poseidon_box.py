"""The box of Poseidon: what is printed, and what a box file of one's own may change."""

import itertools
import random
import tomllib

import pytest
from poseidon_table import GAME, PLACES, edited, table

import petteia
from petteia.engine.boxes import BadBox
from petteia.games.poseidon import box as boxes

SPOTS = boxes.spots(GAME.box.data["hex"])


def test_the_board_has_what_the_transcription_lists():
    kinds = [spot.kind for spot in SPOTS]
    assert len(GAME.box.data["hex"]) == 83
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "home": 8,
        "port": 50,
        "temple": 8,
        "culture": 3,
        "sea": 10,
        "new_world": 2,
    }
    assert sum(spot.row["circles"] for spot in SPOTS if spot.kind == "port") == 92
    assert {spot.name: spot.hexes for spot in SPOTS if spot.kind == "new_world"} == {
        "Kyrene": ("I5", "J6"),
        "Kypros": ("I21", "J20"),
    }


def test_the_dark_lines_shut_korinthos_off():
    barriers = {frozenset(row["between"]) for row in GAME.box.data["barrier"]}
    near = boxes.neighbours(SPOTS, barriers)
    assert {PLACES[i] for i in near[PLACES.index("F8")]} == {"E7", "F6"}
    assert {PLACES[i] for i in near[PLACES.index("G7")]} == {"H6", "H8"}
    assert {PLACES[i] for i in near[PLACES.index("I5")]} == {"H6", "I7", "J8"}
    assert {PLACES[i] for i in near[PLACES.index("I21")]} == {"H20", "I19", "J18"}


def test_the_map_for_two_hangs_together():
    chart = GAME.box.record[0]["maps"][1]
    found, edge = set(), [PLACES.index("F10")]
    while edge:
        place = edge.pop()
        if place not in found:
            found.add(place)
            edge += [i for i in range(len(PLACES)) if int(chart["near"][2 * place + i // 64]) >> i % 64 & 1]
    assert {PLACES[i] for i in found} == {spot.hexes[0] for spot in SPOTS} - set(GAME.box.data["map"][1]["closed"])
    assert len(found) == 68


def test_everything_has_a_provenance():
    data = tomllib.loads(GAME.box.text)
    for name, part in data.items():
        for row in part if isinstance(part, list) else [part]:
            assert row["provenance"] in ("rulebook", "source", "reconstruction"), name
    made_up = [row["name"] for row in data["ship"] if row["provenance"] == "reconstruction"]
    assert made_up == ["3", "6", "7", "E"]
    assert data["prestige"]["provenance"] == "reconstruction"
    assert [row["provenance"] for row in data["map"]] == ["rulebook", "reconstruction", "source"]


def test_steps_and_tours_are_right():
    """Against a search of its own, place by place."""
    record = GAME.box.record[0]
    barriers = {frozenset(row["between"]) for row in GAME.box.data["barrier"]}
    near = boxes.neighbours(SPOTS, barriers)
    steps = record["maps"][0]["steps"].reshape(96, 96)
    for start in (PLACES.index("F10"), PLACES.index("D4"), PLACES.index("A21")):
        reached, edge, far = {start: 0}, {start}, 0
        while edge:
            far += 1
            edge = {o for p in edge if SPOTS[p].kind != "new_world" for o in near[p]} - reached.keys()
            reached |= dict.fromkeys(edge, far)
        assert [int(steps[start][i]) for i in range(len(PLACES))] == [reached[i] for i in range(len(PLACES))]
    tour = record["maps"][0]["tour"].reshape(96, 64)
    tolls = [PLACES[int(i)] for i in record["tolls"][: int(record["toll_count"])]]
    assert tolls == ["B2", "B8", "E7", "E15", "H14"]
    ios, chios = PLACES.index("H14"), PLACES.index("E15")
    athenai = PLACES.index("F10")
    both = min(steps[athenai][ios] + steps[ios][chios], steps[athenai][chios] + steps[chios][ios])
    assert int(tour[athenai][0b11000]) == int(both)


def test_another_box_changes_prices_track_and_border(tmp_path):
    path = edited(
        tmp_path,
        ("price = 200\n", "price = 225\n"),
        ("track = [60, 65,", "track = [55, 65,"),
        ('closed = ["B2", ', 'closed = ["H6", "B2", '),
    )
    box = GAME.load_box(path)
    assert box.fingerprint != GAME.box.fingerprint
    t = table([{"cash": 600}, {}, {}], {}, box=box)
    t.play("found Larissa")
    assert t.which("prestige")[:2] == ["55", "65"]
    shut = table([{}, {}], {"Sparta": {"at": "H8"}}, step="discover", nation="Sparta", box=box)
    assert "H6" not in shut.which("move")
    ships = table(
        [{}, {}, {}], {"Athenai": {"coffers": 300, "fleet": ["2"]}}, step="ships", nation="Athenai", ship="3", box=box
    )
    ships.play("ship")
    assert ships.told("ship") == [{"nation": "Athenai", "ship": "3", "drachmas": 225}]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('at = "A7"', 'at = "A8"', "an odd number in row A"),
        ('at = "A7"', 'at = "A9"', "A9 a second time"),
        ('home = "F10"', 'home = "F12"', 'a hex of the kind "home"'),
        ('opened_by = "4"', 'opened_by = "8"', "a ship: 2, 3, 4, 5, 6, 7, E"),
        ("track = [60, 65,", "track = [65, 60,", "as the track rises"),
        ('order = "MR ER', 'order = "ER MR', "MR first"),
        ("cash = 400", "cash = 100", "for the dearest special cards"),
        ('without = ["Ambrakia", "Korinthos"]', 'without = ["Rome"]', "nations"),
        ("players = [3, 4, 5]", "players = [3, 4]", "no map for 5 players"),
        ('closed = ["B2", ', 'closed = ["F10", "B2", ', "the home of Athenai"),
        ("donation = 10\n", "donation = 15\n", "a multiple of 10"),
        ('between = ["A11", "A9"]', 'between = ["A11", "A13", "A15"]', "a list of 2 texts"),
        ('between = ["A11", "A9"]', 'between = ["A11", "C9"]', "two neighbours"),
        ("potentials = 18", "potentials = 3", "at least 5"),
        ('kind = "temple"\nname', 'kind = "port"\nname', 'for the kind "port"'),
    ],
)
def test_what_does_not_fit_together_is_said(tmp_path, old, new, said):
    with pytest.raises(BadBox, match="line") as found:
        GAME.load_box(edited(tmp_path, (old, new)))
    assert said in str(found.value)


def test_more_places_than_a_search_holds_are_refused(tmp_path):
    path = edited(tmp_path, ("least_merchants = 5", "least_merchants = 1"), ("potentials = 22", "potentials = 24"))
    with pytest.raises(BadBox, match="24 beside 8 temples: a fleet could call at 32 places") as found:
        GAME.load_box(path)
    assert "at most 26 places" in str(found.value)


@pytest.mark.parametrize(
    ("old", "new", "reach"),
    [
        ("largest_fleet = 3", "largest_fleet = 8", 46),
        ("range = 7", "range = 8", 22),
        ("range = 6", "range = 7", 21),
    ],
)
def test_fleets_for_which_the_best_run_would_be_looked_for_in_vain_are_refused(tmp_path, old, new, reach):
    """With twenty posts and a range of thirty it was not found within minutes."""
    with pytest.raises(BadBox, match=rf"a fleet could have a range of {reach}, allowed is a range of at most 20"):
        GAME.load_box(edited(tmp_path, (old, new)))


def test_a_position_that_cannot_be_is_refused():
    text = table([{}, {}, {}], {"Athenai": {"pool": 2}}).match.position()
    for old, new, said in (
        ("nations.0.pool = 2", "nations.0.pool = 3", "disks"),
        ("nations.0.king = 0", "nations.0.king = 1", "a king holds fewer merchants"),
        ("", "bank = [7, 6, 4, 4, 2, 2, 6, 0]\n", "ships"),
    ):
        assert old in text
        with pytest.raises(petteia.BadPosition, match=said):
            petteia.position(text.replace(old, new) if old else text + new, GAME.box)


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"order": "fixed"}), (5, {"rebuy": "forbidden", "king_sells": "each"})]
)
def test_positions_lead_back_to_themselves(seats, options):
    match = petteia.new("poseidon", seats=seats, seed=seats, options=options)
    dice = random.Random(seats)
    for move in itertools.count():
        if match.over:
            break
        if move % 9 == 0:
            again = petteia.position(match.position())
            assert again.digest() == match.digest()
            assert again.legal_ids == match.legal_ids
        match.play(dice.choice(match.choices))
