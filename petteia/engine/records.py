"""Records: everything on the table in one block of memory, declared as an annotated class.

    @record
    class Player:
        coins: Annotated[i2, "coins in reserve; those of a bid lie on the table"]
        hand: Annotated[Array[i1], 8, Names("card"), OWNER, "cards in hand"]

Each annotation carries the type, the length of an array, what the number names (`Names`), who may see the field
(`PUBLIC` unless said otherwise) and a line of documentation. The class gets

    Player.dtype   the NumPy type with attributes (`s.players[2].coins`)
    Player.fields  the declarations, for views, positions, documentation and checks
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import operator
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_type_hints, overload

import numpy as np

from petteia.engine.compiling import INTERPRETED

Item = TypeVar("Item")


class Array(Generic[Item]):
    """An array inside a record. Only for the type checker; the length stands in the annotation."""

    def __getitem__(self, index: int) -> Item:
        raise TypeError("Array only declares fields")

    def __setitem__(self, index: int, value: Item) -> None:
        raise TypeError("Array only declares fields")

    def __len__(self) -> int:
        raise TypeError("Array only declares fields")


i1 = Annotated[int, np.dtype("i1")]
i2 = Annotated[int, np.dtype("i2")]
i4 = Annotated[int, np.dtype("i4")]
u8 = Annotated[int, np.dtype("u8")]
f8 = Annotated[float, np.dtype("f8")]  # not in states: they are compared as bytes


class Sight(enum.Enum):
    """Who may see a field."""

    PUBLIC = "everybody"
    OWNER = "the seat it belongs to"
    SCREENED = "the seat it belongs to; whoever kept count of what all could see knows it too, so `hide` leaves it"
    PARTLY = "what has been revealed; the game's own `redact` says which part"
    NOBODY = "nobody"


PUBLIC, OWNER, SCREENED, PARTLY, NOBODY = Sight


@dataclasses.dataclass(frozen=True)
class Names:
    """The number is an index into a list of names (tiles, civilizations, steps); NONE where it names nothing."""

    of: str


@dataclasses.dataclass(frozen=True)
class OneOf:
    """The number is a member of this enumeration, whose names are the words that people write. The first is the
    default, unless another is named: stored states have the number, so a word keeps its number when the default
    changes."""

    of: type[enum.IntEnum]
    default: int = 0

    def __post_init__(self) -> None:
        if list(self.of) != list(range(len(self.of))):
            raise TypeError(f"{self.of.__name__}: the members of an option are counted from 0")

    @functools.cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(member.name.lower() for member in self.of)


@dataclasses.dataclass(frozen=True)
class SetOf:
    """The number is a bit mask over a list of names."""

    of: str


@dataclasses.dataclass(frozen=True)
class Bits:
    """The bits, of an array over all its numbers, are a set of places (spaces, quarries); people count them from 1."""


@dataclasses.dataclass(frozen=True)
class Mask:
    """The bits are a set of so many things that have no names: places in somebody's own list. People see the number."""

    of: int


@dataclasses.dataclass(frozen=True)
class Kept:
    """A record of what was to be seen earlier, kept for redraws: whoever paid attention knows it. Positions and hashes
    have it; views, which show what lies on the table now, do not."""


KEPT = Kept()


class SeatMark(enum.Enum):
    """The number is a seat, or a bit mask of seats. Whoever learns counts them from his own; in views they are what
    they are."""

    NO = "no seat"
    ONE = "a seat; NONE where it is nobody"
    SET = "a bit mask of seats"


SEAT, SEATS = SeatMark.ONE, SeatMark.SET

NONE = -1  # "names nothing"; never used as an index
UNKNOWN = -1  # in a redacted state: a number that the seat cannot know

Meaning = Names | OneOf | SetOf | Bits | Mask | range | None


@dataclasses.dataclass(frozen=True)
class Field:
    """One declared field of a record."""

    name: str
    type: Any  # a NumPy dtype, or the class of a nested record
    length: int  # 0 where the field is no array
    meaning: Meaning
    sight: Sight
    about: str
    kept: bool = False
    seats: SeatMark = SeatMark.NO

    @property
    def nested(self) -> bool:
        return not isinstance(self.type, np.dtype)

    @property
    def plain(self) -> np.dtype[Any]:
        return self.type.plain if self.nested else self.type  # type: ignore[no-any-return]


class Record:
    """The base of every declared record, for the type checker."""

    plain: ClassVar[np.dtype[Any]]
    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]


R = TypeVar("R", bound=type[Record])

# Interpreted, a field of such a name would read as a method of NumPy.
TAKEN = frozenset(dir(np.record)) | frozenset(dir(np.ndarray))


def record(cls: R) -> R:
    """Turns a class of annotations into a record type.

    Nested records keep their plain, aligned dtype: wrapped in np.record they would lose their alignment. Padding is
    made explicit (fields `_pad…`), so that records can be copied and compared as bytes.
    """
    fields = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if getattr(hint, "__origin__", None) is ClassVar:
            continue
        if name in TAKEN or name.startswith("_"):
            raise NameError(f"{cls.__name__}.{name}: NumPy's records use that name, choose another")
        fields[name] = _field(f"{cls.__name__}.{name}", name, hint)
    cls.fields = fields
    cls.plain = _without_gaps([(f.name, f.plain, f.length) for f in fields.values()])
    cls.dtype = _interpreted(cls) if INTERPRETED else np.dtype((np.record, cls.plain))
    DECLARED[cls.dtype] = cls
    return cls


DECLARED: dict[np.dtype[Any], type[Record]] = {}  # which class declares a type


def _interpreted(cls: type[Record]) -> np.dtype[Any]:
    """The same bytes as a type whose attributes are found six times as fast as those of NumPy's records, which look
    every name up anew: interpreted rules would spend most of their time on that."""
    attributes = {name: property(operator.itemgetter(name), _setter(name)) for name in cls.fields}
    formats: list[Any] = []
    for name in cls.plain.names or ():
        field = cls.fields.get(name)  # none where bytes are left free
        formats.append((field.type.dtype, field.length or ()) if field and field.nested else cls.plain[name])
    offsets = [int(cls.plain.fields[name][1]) for name in cls.plain.names or ()]  # type: ignore[index]
    made: Any = {"names": cls.plain.names, "formats": formats, "offsets": offsets, "itemsize": cls.plain.itemsize}
    return np.dtype((type(cls.__name__, (np.void,), attributes), np.dtype(made)))


def _setter(name: str) -> Callable[[Any, Any], None]:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return put


def _field(where: str, name: str, hint: Any) -> Field:
    base, annotations = getattr(hint, "__origin__", hint), getattr(hint, "__metadata__", ())
    length, about, sight, kept, seats = 0, "", PUBLIC, False, SeatMark.NO
    item_type: Any = base
    meaning: Meaning = None
    if getattr(base, "__origin__", None) is Array:
        (item,) = base.__args__
        item_type = item if not hasattr(item, "__metadata__") else item.__metadata__[0]
    for annotation in annotations:
        if isinstance(annotation, np.dtype):
            item_type = annotation
        elif isinstance(annotation, int):
            length = annotation
        elif isinstance(annotation, str):
            about = annotation
        elif isinstance(annotation, Sight):
            sight = annotation
        elif isinstance(annotation, Kept):
            kept = True
        elif isinstance(annotation, SeatMark):
            seats = annotation
        elif isinstance(annotation, (Names, OneOf, SetOf, Bits, Mask, range)):
            meaning = annotation
        else:
            raise TypeError(f"{where}: {annotation!r} says nothing about a field")
    if not isinstance(item_type, np.dtype) and not hasattr(item_type, "plain"):
        raise TypeError(f"{where}: {item_type!r} is neither a number type nor a record")
    return Field(name, item_type, length, meaning, sight, about, kept, seats)


def _without_gaps(fields: list[tuple[str, np.dtype[Any], int]]) -> np.dtype[Any]:
    """An aligned dtype in which every byte belongs to a field."""
    out: list[Any] = []
    end, widest, pads = 0, 1, 0

    def pad(to: int) -> None:
        nonlocal end, pads
        if gap := -end % to:
            out.append((f"_pad{pads}", np.dtype("u1"), (gap,)))
            end, pads = end + gap, pads + 1

    for name, dtype, length in fields:
        pad(dtype.alignment)
        widest = max(widest, dtype.alignment)
        out.append((name, dtype, (length,)) if length else (name, dtype))
        end += dtype.itemsize * max(length, 1)
    pad(widest)
    made = np.dtype(out, align=True)
    if made.itemsize != end:
        raise TypeError("a record with gaps")
    return made


def new(cls: type[Record], count: int = 1) -> np.ndarray[Any, Any]:
    """Blank records; an array, since compiled code takes arrays much faster than single records. (NumPy's own zeros
    of a record take ten times as long.)"""
    return np.frombuffer(bytearray(count * cls.dtype.itemsize), cls.dtype)


def as_bytes(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same memory as bytes: the fast way to copy and compare."""
    return np.frombuffer(records, np.uint8)


def copied(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy of records. NumPy's own goes field by field, which takes a hundred times as long."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


# -- reading ----------------------------------------------------------------------------------------------------------


class Facts(Mapping[str, Any]):
    """A record for reading by name (`facts["players"][0]["coins"]`): plain numbers and lists of them, each taken out of
    the bytes when it is first asked for."""

    __slots__ = ("_at", "_known", "_plan", "_raw")

    def __init__(self, plan: Plan, raw: bytes, at: int = 0) -> None:
        self._plan, self._raw, self._at = plan, raw, at
        self._known: dict[str, Any] = {}

    @property
    def raw(self) -> bytes:
        """The bytes that it is read out of: those of the whole state."""
        return self._raw

    def __getitem__(self, name: str) -> Any:
        known = self._known
        if name in known:
            return known[name]
        value = known[name] = self._plan[name](self._raw, self._at)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._plan

    def __iter__(self) -> Iterator[str]:
        return iter(self._plan)

    def __len__(self) -> int:
        return len(self._plan)

    def __repr__(self) -> str:
        return f"Facts({dict(self)})"


class FactsList(Sequence[Facts]):
    """An array of records, each for reading as soon as it is asked for."""

    __slots__ = ("_at", "_known", "_plan", "_raw", "_size")

    def __init__(self, plan: Plan, raw: bytes, at: int, size: int, length: int) -> None:
        self._plan, self._raw, self._at, self._size = plan, raw, at, size
        self._known: list[Facts | None] = [None] * length

    @overload
    def __getitem__(self, index: int) -> Facts: ...
    @overload
    def __getitem__(self, index: slice) -> list[Facts]: ...
    def __getitem__(self, index: int | slice) -> Facts | list[Facts]:
        known = self._known[index]
        if type(known) is Facts:  # the quick way for one that was asked for before
            return known
        if isinstance(index, slice):
            return list(self)[index]
        where = int(index) % len(self._known)  # those from the end too
        found = self._known[where] = Facts(self._plan, self._raw, self._at + where * self._size)
        return found

    def __iter__(self) -> Iterator[Facts]:
        return map(self.__getitem__, range(len(self._known)))

    def __len__(self) -> int:
        return len(self._known)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (FactsList, list)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a list

    def __repr__(self) -> str:
        return f"FactsList({list(self)})"


# How each field of a record is read, out of the bytes and from where the record begins in them.
Plan = dict[str, Callable[[bytes, int], Any]]


def facts_of(cls: type[Record], raw: bytes) -> Facts:
    """The facts of a record's bytes."""
    return Facts(_PLANS.get(cls) or _plan(cls), raw)


_PLANS: dict[type[Record], Plan] = {}


def _plan(cls: type[Record]) -> Plan:
    if cls not in _PLANS:
        offsets = {name: int(cls.plain.fields[name][1]) for name in cls.fields}  # type: ignore[index]
        _PLANS[cls] = {name: _reader(field, offsets[name]) for name, field in cls.fields.items()}
    return _PLANS[cls]


def _reader(field: Field, offset: int) -> Callable[[bytes, int], Any]:
    size, length = field.plain.itemsize, field.length
    if field.nested:
        plan = _plan(field.type)
        if length:
            return lambda raw, at: FactsList(plan, raw, at + offset, size, length)
        return lambda raw, at: Facts(plan, raw, at + offset)
    sign = "bhiq"[size.bit_length() - 1]
    read = struct.Struct(f"={length or 1}{sign if field.plain.kind == 'i' else sign.upper()}").unpack_from
    if length:
        return lambda raw, at: list(read(raw, at + offset))
    return lambda raw, at: read(raw, at + offset)[0]
