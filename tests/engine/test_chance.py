"""Chance is xoshiro256++: right against a second implementation, unbiased, and never standing still."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from petteia.engine import chance
from petteia.engine.chance import BadSeed, seed_bytes, seeded_rng
from petteia.engine.compiling import driver

MASK = 2**64 - 1
Numbers = np.ndarray[Any, Any]


class Reference:
    """xoshiro256++ in whole numbers, after Blackman and Vigna's own C."""

    def __init__(self, *words: int) -> None:
        self.s = list(words)

    def next(self) -> int:
        s = self.s
        result = (self.rotate((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.rotate(s[3], 45)
        return result

    @staticmethod
    def rotate(x: int, by: int) -> int:
        return ((x << by) | (x >> (64 - by))) & MASK


@driver
def fill_next(rng: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = chance.next_u64(rng)


@driver
def fill_draws(rng: Any, n: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = chance.draw(rng, n)


@driver
def count_orders(rng: Any, items: Any, counts: Any, times: int) -> None:
    """Shuffles the middle four of six items again and again; counts each order by its Lehmer code."""
    for _ in range(times):
        for i in range(6):
            items[i] = i
        chance.shuffle(rng, items, 1, 5)
        if items[0] != 0 or items[5] != 5:
            return
        code = 0
        for i in range(1, 5):
            smaller = 0
            for j in range(i + 1, 5):
                smaller += items[j] < items[i]
            code = code * (5 - i) + smaller
        counts[code] += 1


@driver
def seed_many(rng: Any, seed: int, stream: int) -> None:
    chance.seed_stream(rng, seed, stream)


@driver
def reseed_from(rng: Any, source: Any) -> None:
    chance.reseed(rng, source)


def words(*numbers: int) -> Numbers:
    return np.array(numbers, np.uint64)


def fair(counts: Any) -> bool:
    return bool(chisquare(counts).pvalue > 1e-4)


def test_known_answer() -> None:
    out = np.zeros(4, np.uint64)
    fill_next(words(1, 2, 3, 4), out)
    assert out.tolist() == [41943041, 58720359, 3588806011781223, 3591011842654386]


@given(st.lists(st.integers(1, MASK), min_size=4, max_size=4))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_agrees_with_the_reference(seed: list[int]) -> None:
    out = np.zeros(100, np.uint64)
    rng = words(*seed)
    fill_next(rng, out)
    reference = Reference(*seed)
    assert out.tolist() == [reference.next() for _ in range(100)]
    assert rng.tolist() == reference.s


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 40, 64, 100])
def test_draws_are_in_range_and_equally_likely(n: int) -> None:
    out = np.zeros(200_000, np.int64)
    fill_draws(seeded_rng(seed_bytes(n)), n, out)
    counts = np.bincount(out, minlength=n)
    assert len(counts) == n
    assert n == 1 or fair(counts)


def test_draws_that_would_favour_some_numbers_are_drawn_again() -> None:
    # Without rejection every third number below 3 * 2**30 would come twice as often as the others.
    out = np.zeros(300_000, np.int64)
    fill_draws(seeded_rng(seed_bytes(0)), 3 * 2**30, out)
    assert fair(np.bincount(out % 3))
    assert 0 <= out.min() < 2**20
    assert 3 * 2**30 - 2**20 < out.max() < 3 * 2**30


def test_a_draw_follows_the_upper_bits() -> None:
    out = np.zeros(1, np.int64)
    fill_draws(words(1, 2, 3, 4), 2**32, out)
    assert out[0] == 41943041 >> 32


def test_every_order_of_a_shuffle_is_equally_likely_and_the_rest_stays() -> None:
    counts = np.zeros(24, np.int64)
    count_orders(seeded_rng(seed_bytes(1)), np.zeros(6, np.int64), counts, 240_000)
    assert counts.sum() == 240_000
    assert fair(counts)


def test_streams_differ_and_repeat() -> None:
    seen = set()
    for seed in (0, 1, 2**63 - 1):
        for stream in range(200):
            one, again = words(0, 0, 0, 0), words(9, 9, 9, 9)
            seed_many(one, seed, stream)
            seed_many(again, seed, stream)
            assert one.tolist() == again.tolist()
            assert one.any()
            seen.add(tuple(one.tolist()))
    assert len(seen) == 600


def test_streams_of_neighbouring_seeds_share_nothing() -> None:
    first = np.zeros((64, 64), np.int64)
    for stream in range(64):
        rng = words(0, 0, 0, 0)
        seed_many(rng, stream // 8, stream % 8)
        fill_draws(rng, 16, first[stream])
    assert fair(np.bincount(first[:, 0], minlength=16))
    assert fair(np.bincount(first.ravel(), minlength=16))


def test_a_fresh_generator_goes_its_own_way() -> None:
    source, made = words(1, 2, 3, 4), words(0, 0, 0, 0)
    reseed_from(made, source)
    assert made.any()
    assert made.tolist() != source.tolist()
    assert source.tolist() != [1, 2, 3, 4]


@pytest.mark.parametrize("seed", [0, 1, -1, 2**300, np.int64(7), np.uint8(7), "ab" * 32, "AB" * 32, b"x" * 32, None])
def test_seeds_are_256_bits(seed: Any) -> None:
    assert len(seed_bytes(seed)) == 32
    assert seeded_rng(seed_bytes(seed)).any()


def test_the_same_seed_in_another_form() -> None:
    assert seed_bytes("ab" * 32) == seed_bytes("AB" * 32) == seed_bytes(bytes.fromhex("ab" * 32))
    assert seed_bytes(7) == seed_bytes(np.int64(7)) != seed_bytes(8)
    assert seed_bytes(None) != seed_bytes(None)


def test_words_of_a_seed_are_read_from_the_small_end() -> None:
    assert seeded_rng(bytes([1] + [0] * 31)).tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    "seed", ["", "7", "xy" * 32, "ab" * 31, b"short", b"", True, False, 3.5, [], {}, (1,), object(), "é" * 64]
)
def test_bad_seeds_are_refused_with_words(seed: Any) -> None:
    with pytest.raises(BadSeed, match="is no seed: give a whole number, or 64 hexadecimal digits"):
        seed_bytes(seed)


@pytest.mark.parametrize("seed", ["ab " * 20 + "abab", " " * 48 + "ab" * 8])
def test_hexadecimal_digits_with_spaces_are_no_seed(seed: str) -> None:
    assert len(seed) == 64
    with pytest.raises(BadSeed):
        seed_bytes(seed)


def test_a_seed_of_zeros_is_refused() -> None:
    with pytest.raises(BadSeed, match="stands still"):
        seeded_rng(bytes(32))
