"""Chance: xoshiro256++, living in the state, with unbiased draws and shuffles.

Every literal beside a uint64 is wrapped, or NumPy's promotion would turn all into floats.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any

import numpy as np

from petteia.engine.compiling import rule, wraparound_rule
from petteia.engine.errors import PetteiaError

Rng = Any  # four uint64 in an array

SEED_BYTES = 32


@rule
def _rotate(x: Any, by: int) -> Any:
    return (x << np.uint64(by)) | (x >> np.uint64(64 - by))


@wraparound_rule
def next_u64(rng: Rng) -> Any:
    """The next 64 bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    result = _rotate(a + d, 23) + a
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ (b << np.uint64(17))
    rng[3] = _rotate(d, 45)
    return result


@rule
def draw(rng: Rng, n: int) -> int:
    """A number from 0 to n-1, each equally likely, for n up to 2**32: Lemire's multiplication on the upper 32 bits,
    drawing again in the rare case that would favour some numbers."""
    low = np.uint64(0xFFFFFFFF)
    range_ = np.uint64(n)
    while True:
        product = (next_u64(rng) >> np.uint64(32)) * range_
        fraction = product & low
        if fraction >= range_ or fraction >= (np.uint64(0x100000000) - range_) % range_:
            return np.int64(product >> np.uint64(32))  # type: ignore[return-value]


@rule
def shuffle(rng: Rng, items: Any, first: int, after: int) -> None:
    """Shuffles items[first:after]; every order is equally likely."""
    for i in range(after - 1, first, -1):
        j = first + draw(rng, i - first + 1)
        items[i], items[j] = items[j], items[i]


@wraparound_rule
def _splitmix(x: Any) -> Any:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@wraparound_rule
def seed_stream(rng: Rng, seed: int, stream: int) -> None:
    """Seeds a generator for one of many games: seed and stream, each 64 bits, spread over 256 by splitmix64."""
    x = _splitmix(np.uint64(seed)) ^ (np.uint64(stream) * np.uint64(0x9E3779B97F4A7C15))
    for i in range(4):
        x += np.uint64(0x9E3779B97F4A7C15)
        rng[i] = _splitmix(x)
    rng[3] |= np.uint64(1)  # never all zero: such a generator stands still


@rule
def reseed(rng: Rng, source: Rng) -> None:
    """A fresh generator drawn from another."""
    for i in range(4):
        rng[i] = next_u64(source)
    rng[3] |= np.uint64(1)


class BadSeed(PetteiaError):
    """A seed that is neither a whole number nor 64 hexadecimal digits."""


def seed_bytes(seed: int | str | bytes | None) -> bytes:
    """256 bits from what a person gives: nothing (fresh ones), a whole number, 64 hexadecimal digits, or 32 bytes."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, str) and re.fullmatch("[0-9a-fA-F]{64}", seed):
        return bytes.fromhex(seed)
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        return hashlib.sha256(f"petteia seed {int(seed)}".encode()).digest()
    raise BadSeed(f"{seed!r} is no seed: give a whole number, or 64 hexadecimal digits")


def seeded_rng(seed: bytes) -> np.ndarray[Any, Any]:
    """The generator that 256 bits of seed stand for."""
    words = np.frombuffer(seed, "<u8").astype(np.uint64)
    if not words.any():
        raise BadSeed("a seed of zeros gives a generator that stands still")
    return words
