"""Records are one block of memory without gaps, declared with who may see each field."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import numpy as np
import pytest

import petteia
from petteia.engine import interpreting, records
from petteia.engine.records import (
    NOBODY,
    OWNER,
    PUBLIC,
    Array,
    Names,
    OneOf,
    Record,
    Sight,
    i1,
    i4,
    new,
    record,
    u8,
)
from petteia.engine.views import leaves
from petteia.games import NAMES, find
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.options import Options, UnplaceableLand
from petteia.games.peloponnes.state import Player, State


@record
class Card(Record):
    face: Annotated[i1, Names("card"), "what is on it"]
    worth: i4


@record
class Table(Record):
    first: i1
    seed: Annotated[u8, NOBODY, "the seed"]
    hand: Annotated[Array[Card], 3, OWNER, "the hand"]
    top: Annotated[Card, "the top card"]
    last: Annotated[Array[i1], 3, range(4), "numbers"]


def every_byte_has_a_field(kind: np.dtype[Any]) -> bool:
    """Fields follow each other without a gap, inside nested records too."""
    end = 0
    assert kind.fields is not None
    for name in kind.names or ():
        inner, offset, *_ = kind.fields[name]
        if offset != end:
            return False
        end = offset + inner.itemsize
        base = inner.base
        if base.names and not every_byte_has_a_field(base):
            return False
    return end == kind.itemsize


@pytest.mark.parametrize("name", ["round", "item", "copy", "any", "size", "min", "strides", "dtype", "_own"])
def test_names_that_numpy_uses_are_refused(name: str) -> None:
    with pytest.raises(NameError, match=f"Bad.{name}.*choose another"):
        record(type("Bad", (Record,), {"__annotations__": {name: i1}}))


@pytest.mark.parametrize("kind", [Table, Card, State, Player, Options, Box], ids=lambda kind: kind.__name__)
def test_every_byte_belongs_to_a_field(kind: type[Record]) -> None:
    assert every_byte_has_a_field(kind.plain)
    assert kind.dtype.itemsize == kind.plain.itemsize


def test_padding_is_explicit() -> None:
    assert Card.plain.names == ("face", "_pad0", "worth")
    assert list(Card.fields) == ["face", "worth"]


@pytest.mark.parametrize("kind", [Table, State, Player, Box], ids=lambda kind: kind.__name__)
def test_every_field_is_aligned(kind: type[Record]) -> None:
    assert kind.plain.fields is not None
    for name in kind.fields:
        inner, offset, *_ = kind.plain.fields[name]
        assert offset % inner.base.alignment == 0, name
    assert kind.plain.itemsize % kind.plain.alignment == 0


def test_nested_records_write_through() -> None:
    table = new(Table)
    table[0].hand[1].worth = 7
    table[0].top.face = 3
    assert table["hand"]["worth"].tolist() == [[0, 7, 0]]
    assert table["top"]["face"].tolist() == [3]


def test_declarations_carry_type_length_meaning_sight_and_words() -> None:
    hand, last, seed = Table.fields["hand"], Table.fields["last"], Table.fields["seed"]
    assert (hand.type, hand.length, hand.sight, hand.about, hand.nested) == (Card, 3, OWNER, "the hand", True)
    assert (last.length, last.meaning, last.sight, last.nested) == (3, range(4), PUBLIC, False)
    assert (seed.type, seed.length, seed.sight) == (np.dtype("u8"), 0, NOBODY)
    assert Card.fields["face"].meaning == Names("card")


@pytest.mark.parametrize("hint", [Annotated[i1, 3.5], Annotated[i1, None], str, Annotated[str, "words"]])
def test_declarations_that_say_nothing_are_refused(hint: Any) -> None:
    with pytest.raises(TypeError, match=r"Bad\.field"):
        record(type("Bad", (Record,), {"__annotations__": {"field": hint}}))


def test_arrays_only_declare() -> None:
    for use in (lambda a: a[0], lambda a: a.__setitem__(0, 1), len):
        with pytest.raises(TypeError, match="declares"):
            use(Array())


def test_bytes_are_the_same_memory() -> None:
    table = new(Table, 2)
    records.as_bytes(table)[0] = 5
    assert table[0].first == 5


@pytest.mark.parametrize("kind", [State, Player, Options], ids=lambda kind: kind.__name__)
def test_every_field_of_peloponnes_says_who_may_see_it(kind: type[Record]) -> None:
    assert all(isinstance(field.sight, Sight) for field in kind.fields.values())


def test_fields_of_peloponnes_with_more_than_a_name_to_say_are_documented() -> None:
    plain_goods = {"wood", "stone", "food", "luxury", "population"}
    silent = {f.name for kind in (State, Player, Options) for f in kind.fields.values() if not f.about}
    assert silent <= plain_goods


@pytest.mark.parametrize("seats", range(1, 6))
def test_what_nobody_may_see_is_blank_in_every_view(seats: int) -> None:
    match = petteia.new("peloponnes", seats=seats, seed=seats)
    for _ in range(6):
        match.play(match.choices[-1])
    hidden = {f.name for f in State.fields.values() if f.sight is NOBODY}
    assert hidden == {"rng"}
    assert match.state["rng"].all()
    for seat in [None, *range(seats)]:
        seen = match.redacted(seat)
        assert not any(number for path, field, number in leaves(State, seen[0]) if field.sight is NOBODY)
        assert not hidden & set(match.view(seat)["state"])


def test_what_is_face_down_is_blank_in_every_view() -> None:
    match = petteia.new("peloponnes", seats=3, seed=1)
    state = match.view(1)["state"]
    drawn, turned = int(match.state["drawn"]), int(match.state["turned"])
    assert None not in state["deck"][:drawn]
    assert set(state["deck"][drawn:]) == {None}
    assert set(state["chits"][turned:]) == {None}


def test_a_state_is_small() -> None:
    assert find("peloponnes").state.dtype.itemsize <= 512


@pytest.mark.parametrize("game", NAMES)
def test_facts_are_the_numbers_of_the_record(game: str) -> None:
    """Whatever the bytes are."""
    cls = find(game).state
    raw = np.random.default_rng(1).bytes(cls.plain.itemsize)
    facts = records.facts_of(cls, raw)
    for path, _, number in leaves(cls, np.frombuffer(raw, cls.plain)[0]):
        found: Any = facts
        for part in path.split("."):
            found = found[int(part) if part.isdecimal() else part]
        assert found == number, path
        assert type(found) is int
    with pytest.raises(KeyError):
        facts["nothing"]
    with pytest.raises(IndexError):
        facts["players"][99]
    rows = facts["players"]
    assert list(rows) == [rows[place] for place in range(len(rows))]


@pytest.mark.parametrize("game", NAMES)
def test_facts_are_a_mapping_whatever_was_read_before(game: str) -> None:
    cls = find(game).state
    raw = np.random.default_rng(2).bytes(cls.plain.itemsize)

    def fresh() -> Any:
        return records.facts_of(cls, raw)

    names = list(cls.fields)
    assert isinstance(fresh(), Mapping)
    assert not isinstance(fresh(), dict)  # C code reads those past their methods
    assert len(fresh()) == len(names)
    assert list(fresh()) == list(fresh().keys()) == names
    assert all(name in fresh() for name in names)
    assert "nothing" not in fresh()
    assert fresh().get("nothing", 7) == 7
    assert fresh().get("step") == fresh()["step"]
    whole = {name: fresh()[name] for name in names}
    assert dict(fresh()) == {**fresh()} == dict(fresh().items()) == whole
    assert list(fresh().values()) == list(whole.values())
    assert fresh() == fresh() == whole
    assert fresh() != records.facts_of(cls, bytes(len(raw)))
    assert repr(fresh()) == repr(fresh())
    with pytest.raises(TypeError):
        fresh()["step"] = 1


@pytest.mark.parametrize("game", NAMES)
def test_rows_are_a_sequence_whatever_was_read_before(game: str) -> None:
    cls = find(game).state
    raw = np.random.default_rng(3).bytes(cls.plain.itemsize)
    length = cls.fields["players"].length

    def fresh() -> Any:
        return records.facts_of(cls, raw)["players"]

    whole = [fresh()[place] for place in range(length)]
    assert isinstance(fresh(), Sequence)
    assert not isinstance(fresh(), dict)
    assert len(fresh()) == len(whole) == length
    assert list(fresh()) == whole
    assert fresh() == whole == fresh()[:]
    assert fresh() != whole[1:]
    assert list(reversed(fresh())) == whole[::-1] == fresh()[::-1]
    assert fresh()[-1] == whole[-1]
    assert fresh()[1:] == whole[1:]
    assert fresh()[np.int8(1)] == whole[1]
    assert whole[0] in fresh()
    assert 0 not in fresh()
    assert fresh().index(whole[1]) == 1
    rows = fresh()
    assert rows[-1] is rows[length - 1]
    for outside in (length, -length - 1):
        with pytest.raises(IndexError):
            fresh()[outside]
    with pytest.raises(TypeError):
        fresh()["coins"]


def test_an_option_is_a_member_of_its_enumeration_and_reads_as_its_name() -> None:
    meaning = Options.fields["unplaceable_land"].meaning
    assert isinstance(meaning, OneOf)
    assert meaning.of is UnplaceableLand
    assert [meaning.words[number] for number in UnplaceableLand] == ["lost", "refunded", "gains"]
    assert [OneOf(UnplaceableLand, default=number).default for number in UnplaceableLand] == [0, 1, 2]


def test_the_members_of_an_option_are_counted_from_0() -> None:
    with pytest.raises(TypeError, match="FromOne: the members of an option are counted from 0"):
        OneOf(enum.IntEnum("FromOne", "A B"))


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Records are declared as they are where rules are interpreted."""
    with monkeypatch.context() as patch:
        patch.setattr(records, "INTERPRETED", True)
        record(Card)
        record(Table)
        yield
    record(Card)
    record(Table)


def test_where_rules_are_interpreted_records_are_the_same_bytes(interpreted: None) -> None:
    raw = np.random.default_rng(2).bytes(Table.plain.itemsize)
    quick, plain = np.frombuffer(raw, Table.dtype)[0], np.frombuffer(raw, Table.plain)[0]
    assert not isinstance(quick, np.record)
    assert (quick.first, quick.seed, quick.last.tolist()) == (plain["first"], plain["seed"], plain["last"].tolist())
    assert (quick.top.face, quick.top.worth) == (plain["top"]["face"], plain["top"]["worth"])
    assert [card.worth for card in quick.hand] == plain["hand"]["worth"].tolist()
    assert Table.dtype == np.dtype((np.record, Table.plain))


def test_where_rules_are_interpreted_records_are_written_through(interpreted: None) -> None:
    tables = new(Table, 2)
    s = tables[0]
    s.first = 3
    s.hand[1].worth = 70_000
    s.top.face -= 1
    s.last[2] = 5
    tables[1] = s
    for table in np.frombuffer(tables.tobytes(), Table.plain):
        assert (table["first"], table["hand"]["worth"].tolist(), table["top"]["face"]) == (3, [0, 70_000, 0], -1)
        assert table["last"].tolist() == [0, 0, 5]
    with pytest.raises(OverflowError):
        s.first = 200


def test_records_that_are_sent_to_another_process_are_its_own_there(interpreted: None) -> None:
    tables = np.frombuffer(bytes(range(2 * Table.plain.itemsize)), np.dtype((np.record, Table.plain)))
    there = interpreting.Sent.of(tables).opened()
    assert type(there[1]) is Table.dtype.type
    assert there.tobytes() == tables.tobytes()
    there[1].first = 7  # it may be written to
    numbers = np.arange(6, dtype=np.int32).reshape(2, 3)
    assert np.array_equal(interpreting.Sent.of(numbers).opened(), numbers)
