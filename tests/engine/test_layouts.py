"""A stored state is read by a program whose record has changed since: by name, number by number."""

from __future__ import annotations

import json
import random
from typing import Annotated, Any

import numpy as np
import pytest

import petteia
from petteia.engine import layouts
from petteia.engine.records import NOBODY, Array, Names, Record, SetOf, i1, i2, i4, new, record, u8
from petteia.engine.views import leaves


@record
class OldCard(Record):
    face: Annotated[i1, Names("card"), "what is on it"]
    worth: i2


@record
class OldTable(Record):
    first: i1
    gone: i4
    seed: Annotated[u8, NOBODY, "the seed"]
    hand: Annotated[Array[OldCard], 3, "the hand"]
    seen: Annotated[u8, SetOf("card"), "cards that lay open"]
    last: Annotated[Array[i1], 3, range(4), "numbers"]


@record
class Card(Record):
    worth: i4
    tired: i1
    face: Annotated[i2, Names("card"), "what is on it"]


@record
class Table(Record):
    last: Annotated[Array[i1], 4, range(4), "numbers"]
    seen: Annotated[u8, SetOf("card"), "cards that lay open"]
    hand: Annotated[Array[Card], 2, "the hand"]
    fresh: i4
    seed: Annotated[u8, NOBODY, "the seed"]
    first: i1


OLD = {"card": ("ace", "king", "queen", "jack")}
NOW = {"card": ("ten", "queen", "ace", "king")}


def old_table() -> Any:
    table = new(OldTable)
    table[0].first, table[0].gone, table[0].seed = 3, 99, 2**63 + 5
    for place, (face, worth) in enumerate([(0, 11), (2, -3), (1, 7)]):
        table[0].hand[place].face, table[0].hand[place].worth = face, worth
    table[0].seen = 0b1011  # ace, king, jack
    table[0].last[:] = (1, 2, 3)
    return table


def test_a_record_that_is_as_it_was_comes_back_as_it_was() -> None:
    table = old_table()
    description = layouts.describe(OldTable, OLD)
    assert layouts.convert(OldTable, OLD, table.tobytes(), description) == table.tobytes()


def test_fields_in_another_order_new_ones_and_lost_ones() -> None:
    description = layouts.describe(OldTable, OLD)
    stored = layouts.convert(Table, NOW, old_table().tobytes(), description)
    found = np.frombuffer(stored, Table.dtype)[0]
    assert int(found["first"]) == 3
    assert int(found["seed"]) == 2**63 + 5
    assert found["last"].tolist() == [1, 2, 3, 0]  # one more
    assert found["hand"]["worth"].tolist() == [11, -3]  # one less, and wider
    assert [NOW["card"][face] for face in found["hand"]["face"].tolist()] == ["ace", "queen"]
    assert found["hand"]["tired"].tolist() == [0, 0]
    assert int(found["fresh"]) == 0
    assert {name for place, name in enumerate(NOW["card"]) if int(found["seen"]) >> place & 1} == {"ace", "king"}


@pytest.mark.parametrize("number", [-1, -2, 100])
def test_numbers_that_are_no_place_in_a_list_stay(number: int) -> None:
    """As -1, which stands for none."""
    table = old_table()
    table[0].hand[0].face = number
    stored = layouts.convert(Table, NOW, table.tobytes(), layouts.describe(OldTable, OLD))
    assert int(np.frombuffer(stored, Table.dtype)[0]["hand"][0]["face"]) == number


def test_a_description_survives_json_and_has_a_name() -> None:
    description = layouts.describe(OldTable, OLD)
    again = json.loads(json.dumps(description))
    assert again == description
    assert layouts.name_of(again) == layouts.name_of(description)
    assert len(layouts.name_of(description)) == 16
    others = [layouts.describe(OldTable, NOW), layouts.describe(Table, OLD)]
    assert len({layouts.name_of(one) for one in [description, *others]}) == 3


def test_a_state_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="bytes"):
        layouts.convert(Table, NOW, b"\x00" * 3, layouts.describe(OldTable, OLD))


def shuffled(state: bytes, description: layouts.Description, dice: random.Random) -> tuple[bytes, layouts.Description]:
    """The same state laid out differently: numbers in another order with gaps, lists in another order."""
    places = {name: dice.sample(range(len(names)), len(names)) for name, names in description["lists"].items()}
    lists = {name: [names[place] for place in places[name]] for name, names in description["lists"].items()}
    data, numbers = bytearray(), []
    for path, offset, kind, of in dice.sample(description["numbers"], len(description["numbers"])):
        number = int(np.frombuffer(state, np.dtype(kind), 1, offset)[0])
        if of is not None:
            order = places[of.removeprefix("set ")]
            if of.startswith("set "):
                number = sum(1 << order.index(place) for place in range(len(order)) if number >> place & 1)
            elif 0 <= number < len(order):
                number = order.index(number)
        data += b"\xee" * dice.randrange(3)
        numbers.append([path, len(data), kind, of])
        data += np.array([number], np.dtype(kind)).tobytes()
    return bytes(data), {"bytes": len(data), "lists": lists, "numbers": numbers}


@pytest.mark.parametrize("seed", range(5))
def test_states_of_a_game_survive_any_layout(seed: int) -> None:
    dice = random.Random(seed)
    match = petteia.new("peloponnes", seats=1 + seed, seed=seed)
    game = match.game
    names = game.names(match.box)
    while not match.over:
        state = match.state.tobytes()
        description = layouts.describe(game.state, names)
        assert layouts.convert(game.state, names, state, description) == state
        stored, other = shuffled(state, description, dice)
        assert layouts.convert(game.state, names, stored, other) == state
        for _ in range(6):
            if not match.over:
                match.play(dice.choice(match.choices))


def test_every_number_of_a_state_is_described() -> None:
    game = petteia.games.find("peloponnes")
    described = [path for path, *_ in layouts.describe(game.state, game.names(game.box))["numbers"]]
    assert len(described) == len(set(described))
    assert len(described) == sum(1 for _ in leaves(game.state, new(game.state)[0]))
