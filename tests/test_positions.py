"""Positions can be written down: every one leads back to itself, and what is none is refused."""

from __future__ import annotations

import contextlib
import os
import pathlib
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import petteia
from petteia import BadPosition, PetteiaError
from petteia.engine import views

GAME = petteia.games.find("peloponnes")
STEPS = GAME.lists["step"]
TILES = GAME.box.lists["tile"]
Match = petteia.Match


def step_of(match: Match) -> str:
    return STEPS[int(match.state["step"])]


def reach(step: str, seats: int, holds: Callable[[Match], bool] = lambda match: True) -> Match:
    """A random game that stands at a step."""
    for seed in range(500):
        match = petteia.new("peloponnes", seats=seats, seed=seed)
        dice = random.Random(seed)
        while not match.over:
            if step_of(match) == step and holds(match):
                return match
            match.play(dice.choice(match.choices))
    raise AssertionError(f"no game comes to {step}")


def edited(match: Match, changes: dict[str, object]) -> str:
    """The position with some lines set otherwise."""
    kept = [line for line in match.position().splitlines() if line.split(" =")[0] not in changes]
    return "\n".join([*kept, *(f"{path} = {value}" for path, value in changes.items())])


def mover(match: Match, changes: dict[str, object]) -> dict[str, object]:
    """Changes to the mat of the player who decides."""
    return {f"players.{match.to_move}.{name}": value for name, value in changes.items()}


# -- there and back ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        *((1, {"solo_level": level}) for level in range(6)),
        *((seats, {}) for seats in range(2, 6)),
        (1, {"used_civilizations": ["Argos", "Sparta"], "solo_pass": "pays_nothing"}),
        (4, {"conquest_bid": "exact", "completing": "may", "unplaceable_land": "gains"}),
    ],
)
def test_every_position_leads_back_to_itself(seats: int, options: dict[str, object]) -> None:
    for seed in range(2):
        match = petteia.new("peloponnes", seats=seats, seed=seed, options=options)
        dice = random.Random(seed)
        while True:
            again = petteia.position(match.position())
            assert again.digest() == match.digest()
            assert again.position() == match.position()
            assert again.state.tobytes() == match.state.tobytes()
            assert [choice.id for choice in again.choices] == [choice.id for choice in match.choices]
            if match.over:
                break
            match.play(dice.choice(match.choices))


def test_a_position_is_played_on() -> None:
    match = reach("auction", 3)
    again = petteia.position(match.position())
    while not match.over:
        again.play(match.choices[-1].words)
        match.play(match.choices[-1])
    assert again.digest() == match.digest()
    assert again.verify()


def test_a_position_begins_the_match() -> None:
    match = petteia.position(reach("auction", 3, lambda match: match.move_number > 5).position())
    assert match.history == []
    assert match.news == []
    assert match.log() == []
    with pytest.raises(petteia.NothingToUndo):
        match.undo()


def test_a_fresh_deal_needs_three_lines() -> None:
    text = petteia.new("peloponnes", seats=2, seed=9).position()
    assert [line.split(" =")[0] for line in text.splitlines()] == ["game", "seats", "seed"]
    assert petteia.position(text).news


def test_remarks_and_empty_lines_and_defaults() -> None:
    assert (
        petteia.position('# a game\n\ngame = "peloponnes"\nseats = 2').digest()
        == petteia.new("peloponnes", seats=2, seed=0).digest()
    )


def test_positions_of_a_hidden_fork() -> None:
    hidden = reach("auction", 3).hidden(0, 1)
    assert petteia.position(hidden.position()).digest() == hidden.digest()


def test_a_position_of_another_box_asks_for_it(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(GAME.box.text.replace("pass_income = 3", "pass_income = 4"), encoding="utf-8")
    match = petteia.new("peloponnes", seats=3, seed=1, box=path)
    match.play("pass")
    text = match.position()
    assert petteia.position(text, box=path).digest() == match.digest()
    with pytest.raises(BadPosition, match="another box file"):
        petteia.position(text)
    with pytest.raises(BadPosition, match="another box file"):
        petteia.position(petteia.new("peloponnes", seats=3).position(), box=path)


@pytest.mark.parametrize("name", ["none", "A\\u2028B", "A\\u007fB", 'A\\"B', "A # B = 3"])
def test_positions_with_names_of_ones_own_lead_back(name: str) -> None:
    text = GAME.box.text.replace('name = "Messene"', f'name = "{name}"').replace('id = "A01"', f'id = "{name}"')
    try:
        box = GAME.read_box("my.toml", text)
    except petteia.BadBox:
        return  # a name that positions cannot carry may be refused
    for seed in range(4):
        match = petteia.new("peloponnes", seats=1, seed=seed, box=box)
        match.play("civilization 1")
        while not match.over:
            assert petteia.position(match.position(), box).digest() == match.digest()
            match.play(match.choices[-1])


# -- what is none ------------------------------------------------------------------------------------------------------

START = 'game = "peloponnes"\nseats = 2\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a position starts with its game"),
        ("seats = 2", "a position starts with its game"),
        ("hello", "line 1: 'hello' is not written as name = value"),
        ('game = "chess"', "there is no game 'chess'"),
        ("game = 3", "there is no game '3'"),
        ('game = "peloponnes"', "not for None"),
        ('game = "peloponnes"\nseats = 6', "1 to 5 players, not for 6"),
        ('game = "peloponnes"\nseats = "2"', "1 to 5 players, not for '2'"),
        (START + "seats = 3", "line 3: seats was set in line 2 already"),
        (START + "seed = 1.5", "1.5 is no seed"),
        (START + 'seed = "xyz"', "'xyz' is no seed"),
        (START + 'box = "other"', "another box file"),
        (START + "options.nonsense = 1", "there is no option 'nonsense'"),
        (START + 'options.conquest_bid = "no"', "'no' is not one of at_least, exact"),
        (START + "coins = 3", "line 3: coins: there is no 'coins'"),
        (START + "\nplayers.7.coins = 3", "line 4: players.7.coins: players is numbered 0 to 4"),
        (START + "players.0.coins = 99999", "line 3: players.0.coins: 99999 is not from -32768 to 32767"),
        (START + 'row.0 = "Z99"', "line 3: row.0: found 'Z99', allowed is A01"),
        (START + 'step = "lunch"', "line 3: step: found 'lunch', allowed is civilization"),
        (START + "bank = 0", "do not add up"),
        (START + "turn = 5", "out of range"),
        (START + "seat = 1\nseat = 0", "line 4: seat was set in line 3"),
        (START + "order.0 = 1\norder.1 = 1", "turn order does not name each seat once"),
        (START + 'row.0 = "none"', "a tile is in two places, or in none"),
        (START + "players.0.population = 41", "out of range"),
        (START + "players.0.wood = -1", "out of range"),
        (START + "players.0.wood = 11", "out of range"),
        (START + "players.0.marked = 1", "out of range"),
        (START + "players.0.half_coins = 1", "half coins are not counted right"),
        (START + "struck.0 = 1", "chits turned up do not match"),
        (START + 'chits.0 = "none"', "chits of a kind are more or fewer"),
        (START + "bidder.0 = 1", "a bid does not lie where its owner says"),
        (START + "round_number = 2", "tiles turned up do not match rounds and row"),
        (START + 'deck.39 = "A01"', "a tile is in two places, or in none"),
        (START + 'step = "take"', "the decision asked for is not one"),
        (START + 'step = "reveal"', "the decision asked for is not one"),
    ],
)
def test_what_is_no_position_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(PetteiaError) as caught:
        petteia.position(text)
    assert said in str(caught.value)


def test_what_would_take_long_to_read_is_refused_before() -> None:
    for text, said in (
        (START + "# " + "x" * views.LONGEST_POSITION, "too many for a position: at most 32768"),
        (START + "x = " + " " * 20_000 + "y", "characters are too many: at most 2000"),
        (START + "x = {" + "a." * 10_000 + "a = 1}", "characters are too many: at most 2000"),
        (START + ("x" + " " * 1990 + "y\n") * 15, "is not written as name = value"),
    ):
        with pytest.raises(BadPosition, match=said):
            petteia.position(text)


@pytest.mark.parametrize(
    "line",
    [
        "[players]",
        "'seed' = 3",
        "players . 0 . coins = 3",
        '"players.0.coins" = 3',
        'players."²".coins = 3',
        "players = [1]",
    ],
)
def test_odd_lines_are_taken_or_refused(line: str) -> None:
    with contextlib.suppress(PetteiaError):
        petteia.position(START + line)


def test_a_position_with_nothing_to_decide_is_refused() -> None:
    match = reach("auction", 2)
    broke = {f"players.{match.to_move}.{good}": 0 for good in ("coins", "luxury")}
    coins = int(match.state["players"][match.to_move]["coins"])
    with pytest.raises(BadPosition, match="nothing to decide"):
        petteia.position(edited(match, {**broke, "bank": int(match.state["bank"]) + coins}))


# Each of these, taken for a position, makes compiled rules read or write beyond an array later on.

DANGEROUS: dict[str, tuple[str, int, Callable[[Match], dict[str, object]]]] = {
    "a supply round that leads back to the set-up": ("feed", 2, lambda match: {"after": '"civilization"'}),
    "a displaced bid after the last turn": ("displaced", 3, lambda match: {"turn": 3}),
    "a displaced bid after the last turn of five": ("displaced", 5, lambda match: {"turn": 5}),
    "a tile to save in another one's turn": (
        "rescue",
        4,
        lambda match: {"turn": next(t for t in range(4) if match.state["order"][t] != match.to_move)},
    ),
}


@pytest.mark.parametrize("case", DANGEROUS)
def test_a_dangerous_position_is_refused(case: str) -> None:
    step, seats, change = DANGEROUS[case]
    match = reach(step, seats)
    with pytest.raises(BadPosition):
        petteia.position(edited(match, change(match)))


def test_more_tiles_than_rounds_is_refused() -> None:
    """Eight tiles in round 3 become fourteen by the end, and ten fit."""
    match = reach("auction", 2, lambda match: match.state["round_number"] == 3 and match.state["shown"] == 5)
    gone, tiles = int(match.state["gone"]), match.box.record[0]["tiles"]
    mine = match.state["players"][0]
    own = [int(tile) for tile in mine["tiles"][: mine["tile_count"]]]
    more = [tile for tile in range(40) if gone >> tile & 1 and not tiles[tile]["half_coin"]][: 8 - len(own)]
    changes: dict[str, object] = {
        f"players.0.tiles.{place}": f'"{TILES[tile]}"' for place, tile in enumerate(own + more)
    }
    changes["players.0.tile_count"] = len(own + more)
    changes["gone"] = f'"{gone - sum(1 << tile for tile in more):#x}"'
    assert len(own + more) > 3
    with pytest.raises(BadPosition):
        petteia.position(edited(match, changes))


# These are harmless for the memory, but no positions of the game.


def test_a_seat_in_the_turn_order_that_there_is_not() -> None:
    with contextlib.suppress(BadPosition):
        match = petteia.position(edited(reach("auction", 2), {"order.4": 7}))
        while not match.over:
            match.play(match.choices[0])
        assert match.log()


def test_more_inhabitants_than_one_feeding_can_name() -> None:
    """Forty are taken for a position, and tiles bring more."""
    match = reach("auction", 2, lambda match: match.state["round_number"] == 1)
    rich = mover(match, {"population": 40, "luxury": 1000})
    with contextlib.suppress(BadPosition):
        match = petteia.position(edited(match, rich))
        while not match.over:
            assert [choice for choice in match.choices if match.why_not(choice)] == []
            bids = [choice for choice in match.choices if choice.name == "bid"]
            match.play(max(bids or match.choices, key=lambda choice: choice.id))


def test_a_building_that_cannot_be_paid_is_no_decision() -> None:
    match = reach("take", 3)
    with pytest.raises(BadPosition):
        petteia.position(edited(match, mover(match, {"wood": 0, "stone": 0, "luxury": 0})))


def test_a_tile_that_cannot_be_saved_is_no_decision() -> None:
    match = reach("rescue", 3)
    with pytest.raises(BadPosition):
        petteia.position(edited(match, mover(match, {"wood": 0, "stone": 0, "food": 0, "luxury": 0})))


def test_a_tile_twice_in_the_deck_is_refused() -> None:
    match = reach("auction", 3, lambda match: match.state["round_number"] == 2)
    with pytest.raises(BadPosition, match="tile"):
        petteia.position(edited(match, {"deck.12": f'"{TILES[match.state["deck"][0]]}"'}))


def test_choices_of_an_accepted_position_are_all_possible() -> None:
    """legal and forbids agree in whatever position is taken."""
    dice = random.Random(1)
    wrong = {}
    for _ in range(300):
        match = petteia.new("peloponnes", seats=dice.choice((2, 3, 5)), seed=dice.randrange(10**6))
        for _ in range(dice.randrange(60)):
            if not match.over:
                match.play(dice.choice(match.choices))
        if match.over:
            continue
        text = edited(match, mover(match, {dice.choice(("wood", "stone", "food", "luxury", "population")): 0}))
        with contextlib.suppress(PetteiaError):
            taken = petteia.position(text)
            wrong.update({step_of(taken): str(choice) for choice in taken.choices if taken.why_not(choice)})
    assert wrong == {}


# -- random edits ------------------------------------------------------------------------------------------------------

POSITIONS = [
    reach(step, seats).position()
    for step, seats in [("auction", 2), ("displaced", 4), ("take", 3), ("rescue", 3), ("feed", 2), ("produce", 3)]
]
VALUES = st.one_of(
    st.integers(-130, 130).map(str),
    st.sampled_from(["32767", "-32768", '"none"', "true", "1.5", "[]", "[1, 2]", '"0x1"', "{}", '"over"', '"auction"']),
    st.sampled_from(TILES).map('"{}"'.format),
    st.integers().map(str),
    st.text(max_size=6),
)
PATHS = [path for path, _, _ in petteia.engine.views.leaves(GAME.state, petteia.new("peloponnes", seed=1).state)]


@st.composite
def edits(draw: st.DrawFn) -> str:
    lines = draw(st.sampled_from(POSITIONS)).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        what = draw(st.sampled_from(["drop", "set", "set", "set", "text"]))
        if what == "drop":
            del lines[draw(st.integers(0, len(lines) - 1))]
        elif what == "set":
            path = draw(st.sampled_from(PATHS))
            lines = [line for line in lines if line.split(" =")[0] != path] + [f"{path} = {draw(VALUES)}"]
        else:
            at = draw(st.integers(0, len(lines) - 1))
            place = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:place] + draw(st.text(max_size=3)) + lines[at][place + draw(st.integers(0, 2)) :]
    return "\n".join(lines)


@given(edits())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_an_edited_position_is_a_match_or_an_error_in_words(text: str) -> None:
    with contextlib.suppress(PetteiaError):
        match = petteia.position(text)
        assert match.over or len(match.choices) > 1


@given(st.text())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_text_is_an_error_in_words(text: str) -> None:
    with pytest.raises(PetteiaError):
        petteia.position(text)


PLAY_ON = """
import random, sys
import petteia
from petteia.engine.records import Names
from petteia.engine.views import leaves

dice = random.Random(7)
game = petteia.games.find("peloponnes")
names = game.names(game.box)
taken = 0
while taken < 150:
    match = petteia.new("peloponnes", seats=dice.randrange(1, 6), seed=dice.randrange(10**6))
    for _ in range(dice.randrange(80)):
        if not match.over:
            match.play(dice.choice(match.choices))
    places = [l for l in leaves(game.state, match.state) if not l[0].startswith(("options", "rng", "seats", "deck"))]
    for _ in range(10):
        path, field, now = dice.choice(places)
        if isinstance(field.meaning, Names):
            value = '"' + dice.choice((*names[field.meaning.of], "none")) + '"'
        else:
            value = str(dice.choice((now + 1, now - 1, 0, 1, 2, 3, 4, 5, -1, -2, 7, 8, 10, 20, 100, 127, -128)))
        lines = [line for line in match.position().splitlines() if line.split(" =")[0] != path]
        try:
            position = petteia.position("\\n".join([*lines, f"{path} = {value}"]))
        except petteia.PetteiaError:
            continue
        taken += 1
        while not position.over:
            choice = dice.choice(position.choices)
            if position.why_not(choice) is not None:
                sys.exit(f"{path} = {value}: {choice} is listed, and forbidden\\n{match.position()}")
            position.play(choice)
            if position.move_number > 1000:
                sys.exit(f"{path} = {value}: the game does not end\\n{match.position()}")
        position.log()
"""


def test_positions_that_are_taken_can_be_played_to_the_end() -> None:
    """In a process of its own: a position that should not have been taken can bring compiled code down."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY_ON], env=os.environ, capture_output=True, text=True, timeout=1200, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0


def test_a_tile_in_a_deck_that_is_not_its_own_is_refused() -> None:
    deck = petteia.position(START).state.deck
    tiles = petteia.games.find("peloponnes").box.lists["tile"]
    swapped = f'deck.14 = "{tiles[deck[39]]}"\ndeck.39 = "{tiles[deck[14]]}"\n'
    with pytest.raises(petteia.BadPosition, match="a tile in a deck that is not its own"):
        petteia.position(START + swapped)
