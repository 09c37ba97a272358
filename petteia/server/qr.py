"""QR codes: short texts as squares that phones read (ISO/IEC 18004: bytes, error correction M, versions 1 to 9).

For the links of invitations, on the page and in the terminal. A test compares codes with those of another program.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator

LONGEST = 180  # bytes that the largest version holds

# Of each version: how many codewords correct errors in a block, and the blocks of data.
_BLOCKS = {
    1: (10, (16,)),
    2: (16, (28,)),
    3: (26, (44,)),
    4: (18, (32, 32)),
    5: (24, (43, 43)),
    6: (16, (27, 27, 27, 27)),
    7: (18, (31, 31, 31, 31)),
    8: (22, (38, 38, 39, 39)),
    9: (22, (36, 36, 36, 37, 37)),
}
_ALIGNED: dict[int, tuple[int, ...]] = {
    1: (),
    2: (6, 18),
    3: (6, 22),
    4: (6, 26),
    5: (6, 30),
    6: (6, 34),
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
}
_MASKS: tuple[Callable[[int, int], int], ...] = (  # where it is 0, dark and light change places
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
_FINDER = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")

Spot = tuple[int, int]  # row, column


@functools.lru_cache(256)
def code(text: str) -> list[str]:
    """A text as rows of 1 (dark) and 0 (light), without the quiet border of 4 around them."""
    return min((drawn(text, mask) for mask in range(len(_MASKS))), key=_penalty)


def drawn(text: str, mask: int) -> list[str]:
    """The same under a given mask, of which there are 8."""
    data = text.encode()
    version = next((version for version, (_, blocks) in _BLOCKS.items() if sum(blocks) >= len(data) + 2), None)
    if version is None:
        raise ValueError(f"at most {LONGEST} bytes fit into a code")
    bits = "".join(f"{word:08b}" for word in _codewords(data, version))
    return _masked(version, bits, mask)


def in_terminal(rows: list[str]) -> str:
    """The same for a terminal, two rows in a line; light on dark, whatever the colours of the terminal are."""
    size = len(rows) + 4
    framed = ["0" * size] * 2 + [f"00{row}00" for row in rows] + ["0" * size] * 2
    framed += ["0" * size] * (len(framed) % 2)
    signs = {"00": "█", "01": "▀", "10": "▄", "11": " "}
    lines = zip(framed[::2], framed[1::2], strict=True)
    return "\n".join(
        "\x1b[97;40m" + "".join(signs[a + b] for a, b in zip(upper, lower, strict=True)) + "\x1b[0m"
        for upper, lower in lines
    )


# -- words -------------------------------------------------------------------------------------------------------------


def _codewords(data: bytes, version: int) -> list[int]:
    """The text and what corrects errors in it, block by block, in the order in which they are drawn."""
    extra, sizes = _BLOCKS[version]
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    padding = itertools.cycle((0xEC, 0x11))
    words += itertools.islice(padding, sum(sizes) - len(words))
    rest = iter(words)
    blocks = [list(itertools.islice(rest, size)) for size in sizes]
    corrections = [correction(block, extra) for block in blocks]
    return [*_in_turn(blocks), *_in_turn(corrections)]


def _in_turn(blocks: list[list[int]]) -> Iterator[int]:
    """The first of each, then the second of each, and so on."""
    for together in itertools.zip_longest(*blocks):
        yield from (word for word in together if word is not None)


def correction(block: list[int], many: int) -> list[int]:
    """Reed and Solomon's codewords: the remainder of a block, as a polynomial, by the generator of that degree."""
    generator = [1]
    for power in range(many):
        root = _power(power)
        shifted = [*generator, 0]
        generator = [a ^ _times(b, root) for a, b in zip(shifted, [0, *generator], strict=True)]
    rest = block + [0] * many
    for at in range(len(block)):
        if factor := rest[at]:
            for k, coefficient in enumerate(generator):
                rest[at + k] ^= _times(coefficient, factor)
    return rest[len(block) :]


def _times(a: int, b: int) -> int:
    """In the field of 256 elements that QR codes use."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _power(exponent: int) -> int:
    found = 1
    for _ in range(exponent):
        found = _times(found, 2)
    return found


# -- drawing -----------------------------------------------------------------------------------------------------------


def _masked(version: int, bits: str, mask: int) -> list[str]:
    """Signs and bits together."""
    fixed = _fixed(version, mask)
    size = 17 + 4 * version
    ink = iter(bits)
    spots = dict(fixed)
    for y, x in _way(size):
        if (y, x) not in fixed:
            spots[y, x] = next(ink, "0") == ("1" if _MASKS[mask](y, x) else "0")
    return ["".join("1" if spots[y, x] else "0" for x in range(size)) for y in range(size)]


def _way(size: int) -> Iterator[Spot]:
    """The spots in the order in which bits fill them: up and down in strips of two columns, from the right."""
    strips = [*range(size - 1, 7, -2), 5, 3, 1]  # column 6 is the timing's
    for number, right in enumerate(strips):
        for y in range(size) if number % 2 else range(size - 1, -1, -1):
            yield from ((y, right), (y, right - 1))


def _fixed(version: int, mask: int) -> dict[Spot, bool]:
    """What does not depend on the text: signs to find the code by, and how it is to be read."""
    size = 17 + 4 * version
    far = size - 7
    spots: dict[Spot, bool] = {}
    for top, left in ((0, 0), (0, far), (far, 0)):
        for y, x in itertools.product(range(-1, 8), repeat=2):
            if 0 <= top + y < size and 0 <= left + x < size:
                spots[top + y, left + x] = 0 <= y < 7 and 0 <= x < 7 and _FINDER[y][x] == "1"
    for y, x in itertools.product(_ALIGNED[version], repeat=2):
        if (y, x) not in spots:  # those in the corners give way
            for down, across in itertools.product(range(-2, 3), repeat=2):
                spots[y + down, x + across] = max(abs(down), abs(across)) != 1
    for at in range(8, size - 8):
        spots[6, at] = spots[at, 6] = at % 2 == 0
    spots[size - 8, 8] = True
    spots |= _format(size, mask)
    return spots | (_version(size, version) if version >= 7 else {})


def _format(size: int, mask: int) -> dict[Spot, bool]:
    """Which mask it is, at two places. (Error correction M is written as 00.)"""
    bits = _guarded(mask, 10, 0x537) ^ 0x5412
    around = [*((8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)), *((y, 8) for y in (7, 5, 4, 3, 2, 1, 0))]
    apart = [*((size - 1 - k, 8) for k in range(7)), *((8, size - 8 + k) for k in range(8))]
    return {spot: bool(bits >> 14 - k & 1) for spots in (around, apart) for k, spot in enumerate(spots)}


def _version(size: int, version: int) -> dict[Spot, bool]:
    """Which version it is, at two places; smaller ones are told by their size."""
    bits = _guarded(version, 12, 0x1F25)
    spots = {(k // 3, size - 11 + k % 3): bool(bits >> k & 1) for k in range(18)}
    return spots | {(x, y): dark for (y, x), dark in spots.items()}


def _guarded(number: int, extra: int, generator: int) -> int:
    """A number followed by so many bits that guard it: its remainder by a generator."""
    rest = number << extra
    for bit in range(rest.bit_length() - 1, extra - 1, -1):
        if rest >> bit & 1:
            rest ^= generator << bit - extra
    return number << extra | rest


def _penalty(rows: list[str]) -> int:
    """How hard a code is to read: runs, blocks, what looks like a corner, and too much of one colour."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    found = 0
    for line in (*rows, *columns):
        runs = (len(list(run)) for _, run in itertools.groupby(line))
        found += sum(run - 2 for run in runs if run >= 5)
        found += 40 * (line.count("00001011101") + line.count("10111010000"))
    for upper, lower in itertools.pairwise(rows):
        for a, b in itertools.pairwise(zip(upper, lower, strict=True)):
            found += 3 * (a[0] == a[1] == b[0] == b[1])
    dark = "".join(rows).count("1") / len(rows) ** 2
    return found + 10 * int(abs(dark - 0.5) * 20)
