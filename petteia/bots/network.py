"""What a learned network makes of a position, compiled, for any game: each seat's chance to win.

It sees what a seat sees (`engine/encoding.py`). Most entries of that are 0, and cost nothing: the first layer adds up
the rows of weights of those that are not. Nor do those that are as they were where the search began: the sums of that
position, the anchor, are kept, and only what differs from it is added. Arithmetic is done in a fixed order, so that it
comes out the same on every machine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from petteia.engine.compiling import large_rule, rule
from petteia.engine.encoding import MOST_SEATS, encode
from petteia.engine.valuing import softmax
from petteia.engine.verbs import redact, value

FIRST, SECOND, THIRD = 512, 64, 64  # the sizes of its layers
MOST_APART = 8.0  # a value counts no further, in `scale`s
ENTRY, AMOUNT = 0, 1  # rows of an anchor
HIDDEN = FIRST + SECOND + THIRD + 2 * MOST_SEATS  # what is between what goes in and what comes out

# Where the weights of each part begin, after the one number that values are divided by; those of the first layer's
# entries come last, as many as there are.
SCALE = 0
TRUST = 1  # in `value`, beside all else
VALUES = 2
FIRST_BIAS = VALUES + 2 * MOST_SEATS * FIRST
TO_SECOND = FIRST_BIAS + FIRST
SECOND_BIAS = TO_SECOND + FIRST * SECOND
TO_THIRD = SECOND_BIAS + SECOND
THIRD_BIAS = TO_THIRD + SECOND * THIRD
TO_WIN = THIRD_BIAS + THIRD
WIN_BIAS = TO_WIN + THIRD * MOST_SEATS
ENTRIES = WIN_BIAS + MOST_SEATS


class Network(NamedTuple):
    """A network, and what it works in."""

    weights: Any  # none where there is no network
    lines: Any  # how a state becomes entries
    seen: Any  # a state as a seat sees it
    seen_bytes: Any  # the same memory
    entries: Any
    amounts: Any
    hidden: Any
    anchor: Any  # its entries that are not 0, after their number; and how much each is
    less: Any  # of every entry: minus what the anchor has of it
    sums: Any  # of the anchor, in the first layer


@rule
def is_there(network: Network) -> bool:
    return len(network.weights) > 0


# -- the anchor --------------------------------------------------------------------------------------------------------


@large_rule
def drop_anchor(box: Any, s: Any, eyes: int, seats: int, network: Network) -> None:
    """What a seat sees here is what later positions are measured against."""
    anchor, less = network.anchor, network.less
    for k in range(1, anchor[ENTRY, 0] + 1):
        less[anchor[ENTRY, k]] = 0
    redact(box, s, eyes, network.seen)
    n = encode(network.lines, network.seen_bytes, eyes, seats, network.entries, network.amounts)
    for k in range(n):
        less[network.entries[k]] -= network.amounts[k]
    anchor[ENTRY, 0] = list_entries(n, network.entries, anchor, less)
    write_back(anchor, less)
    for j in range(FIRST):
        network.sums[j] = network.weights[FIRST_BIAS + j]
    add_entries(n, network, network.sums)


@rule
def list_entries(n: int, entries: Any, anchor: Any, less: Any) -> int:
    """Lists every entry of the anchor once, with its amount; leaves 0 in `less`."""
    listed = 0
    for k in range(n):
        entry = entries[k]
        if less[entry] != 0:
            listed += 1
            anchor[ENTRY, listed], anchor[AMOUNT, listed] = entry, -less[entry]
            less[entry] = 0
    return listed


@rule
def write_back(anchor: Any, less: Any) -> None:
    for k in range(1, anchor[ENTRY, 0] + 1):
        less[anchor[ENTRY, k]] = -anchor[AMOUNT, k]


@large_rule
def differences(n: int, network: Network) -> int:
    """Makes of the entries of a position those that differ from the anchor; returns how many."""
    entries, amounts, anchor, less = network.entries, network.amounts, network.anchor, network.less
    for k in range(n):
        less[entries[k]] += amounts[k]
    found = 0
    for k in range(n):  # never more found than looked at, so they can be written over
        found = take(entries[k], less, entries, amounts, found)
    for k in range(1, anchor[ENTRY, 0] + 1):
        found = take(anchor[ENTRY, k], less, entries, amounts, found)
    write_back(anchor, less)
    return found


@rule
def take(entry: int, less: Any, entries: Any, amounts: Any, found: int) -> int:
    """Takes an entry down if it differs, once."""
    if less[entry] == 0:
        return found
    entries[found], amounts[found] = entry, less[entry]
    less[entry] = 0
    return found + 1


# -- judging -----------------------------------------------------------------------------------------------------------


@large_rule
def judge(box: Any, s: Any, eyes: int, seats: int, network: Network, chances: Any) -> None:
    """The chance of each seat to win, by what one of them sees."""
    redact(box, s, eyes, network.seen)
    n = encode(network.lines, network.seen_bytes, eyes, seats, network.entries, network.amounts)
    n = differences(n, network)
    inputs = network.hidden[FIRST + SECOND + THIRD :]
    look_at_values(box, network.seen[0], eyes, seats, network.weights, inputs)
    add_first(n, network, inputs)
    w, hidden = network.weights, network.hidden
    one, two, three = hidden[:FIRST], hidden[FIRST : FIRST + SECOND], hidden[FIRST + SECOND : FIRST + SECOND + THIRD]
    go_through(one, w[TO_SECOND:SECOND_BIAS], w[SECOND_BIAS:TO_THIRD], two)
    go_through(two, w[TO_THIRD:THIRD_BIAS], w[THIRD_BIAS:TO_WIN], three)
    for place in range(seats):
        found = w[WIN_BIAS + place] + w[TRUST] * inputs[place]
        for i in range(THIRD):
            found += three[i] * w[TO_WIN + i * MOST_SEATS + place]
        chances[(eyes + place) % seats] = found
    softmax(chances, seats, 1.0)


@large_rule
def look_at_values(box: Any, seen: Any, eyes: int, seats: int, w: Any, inputs: Any) -> None:
    """The `value` of each player as far as can be seen: how far from the mean, and as it is."""
    mean = 0.0
    for place in range(2 * MOST_SEATS):
        inputs[place] = 0.0
    for place in range(seats):
        own = value(box, seen, (eyes + place) % seats)
        inputs[MOST_SEATS + place] = own
        mean += own / seats
    for place in range(seats):
        own = inputs[MOST_SEATS + place]
        inputs[place] = min(max((own - mean) / w[SCALE], -MOST_APART), MOST_APART)
        inputs[MOST_SEATS + place] = min(max(own / w[SCALE], -MOST_APART), MOST_APART)


@large_rule
def add_first(n: int, network: Network, inputs: Any) -> None:
    """The first layer: what the anchor has, and what differs from it."""
    w, hidden = network.weights, network.hidden
    for j in range(FIRST):
        hidden[j] = network.sums[j]
    for place in range(2 * MOST_SEATS):
        if inputs[place] != 0.0:
            add_row(hidden, w[VALUES + place * FIRST : VALUES + (place + 1) * FIRST], inputs[place])
    add_entries(n, network, hidden)
    for j in range(FIRST):
        hidden[j] = max(hidden[j], np.float32(0.0))


@large_rule
def add_entries(n: int, network: Network, sums: Any) -> None:
    fours = n - n % 4
    for k in range(0, fours, 4):
        add_four(sums, network, k)
    for k in range(fours, n):
        add_row(sums, row_of(network, k), np.float32(network.amounts[k]))


@rule
def row_of(network: Network, k: int) -> Any:
    """The weights of an entry."""
    begin = ENTRIES + int(network.entries[k]) * FIRST
    return network.weights[begin : begin + FIRST]


@rule
def add_four(hidden: Any, network: Network, k: int) -> None:
    """Four rows at once, which spares three of four ways to the sums and back."""
    amounts = network.amounts
    one, two = np.float32(amounts[k]), np.float32(amounts[k + 1])
    three, four = np.float32(amounts[k + 2]), np.float32(amounts[k + 3])
    first, second = row_of(network, k), row_of(network, k + 1)
    third, fourth = row_of(network, k + 2), row_of(network, k + 3)
    for j in range(FIRST):
        hidden[j] += (one * first[j] + two * second[j]) + (three * third[j] + four * fourth[j])


@rule
def add_row(hidden: Any, row: Any, amount: Any) -> None:
    for j in range(FIRST):
        hidden[j] += amount * row[j]


@rule
def go_through(given: Any, weights: Any, bias: Any, found: Any) -> None:
    """A layer: what is below 0 counts as 0."""
    size = len(found)
    for j in range(size):
        found[j] = bias[j]
    for i in range(len(given)):
        amount = given[i]
        if amount != 0.0:
            row = weights[i * size : (i + 1) * size]
            for j in range(size):
                found[j] += amount * row[j]
    for j in range(size):
        found[j] = max(found[j], np.float32(0.0))
