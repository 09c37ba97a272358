"""After a shuffle: which cards were shuffled everybody has seen, and a redraw keeps to it.

The expected chances come from another way of counting than the rules': every possible distribution of faces is carried
along with its chance, card by card, from a table with few cards left in the stack. Whoever gives cards away takes any
of his hand.
"""

from __future__ import annotations

import itertools
import math
import pathlib
import random
import re
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest
from card_history import History
from card_table import table
from desks import flaw, hide, redraws
from scipy.stats import chisquare

import petteia
from petteia.bots import Bot
from petteia.engine import layouts
from petteia.games.peloponnes_card.state import AGES, FACE_DOWN, GAVE, IN_LOG, LATER, LOG, ONE_AGE, Step

REDRAWS = 20_000
GAMES_OF_FIVE = (33, 44, 65)
Faces = tuple[int, ...]
NOTHING: Faces = (0, 0, 0, 0)


def plus(one: Faces, other: Any, sign: int = 1) -> Faces:
    return tuple(a + sign * int(b) for a, b in zip(one, other, strict=True))


def single(face: int) -> Faces:
    return tuple(int(i == face) for i in range(4))


def subsets(hand: Faces, count: int) -> list[Faces]:
    found = itertools.product(*(range(min(count, n) + 1) for n in hand))
    return [cards for cards in found if sum(cards) == count]


def ways(pool: Faces, drawn: Faces) -> int:
    return math.prod(math.comb(n, k) for n, k in zip(pool, drawn, strict=True))


class Belief:
    """What a seat (None: a spectator) can know of all hands and of cards under buildings: each possibility with its
    chance. The stack is whatever is left."""

    def __init__(self, match: petteia.Match, seat: int | None) -> None:
        self.match, self.seat = match, seat
        self.coins = plus(NOTHING, match.box.record[0]["coins_of"])
        s = match.state
        self.discard = plus(NOTHING, s["discard"])
        self.left = int(s["stack_count"])
        self.pool = plus(NOTHING, s["stack"])  # what is neither discarded nor known
        counts = []
        for other in range(match.seats):
            p = s["players"][other]
            counts.append(int(p["hand_count"]))
            if other != seat:
                self.pool = plus(self.pool, p["hand"])
        self.own = plus(NOTHING, s["players"][seat]["hand"]) if seat is not None else NOTHING
        self.hands: dict[tuple[Faces, ...], float] = {}  # of each seat; then the cards that lie under buildings
        self._deal((), self.pool, counts, 1.0)
        self.lying: list[int] = []  # whose they are

    def _deal(self, hands: tuple[Faces, ...], pool: Faces, counts: list[int], weight: float) -> None:
        place = len(hands)
        if place == len(counts):
            self.hands[hands] = weight
        elif place == self.seat:
            self._deal((*hands, self.own), pool, counts, weight)
        else:
            for hand in subsets(pool, counts[place]):
                self._deal((*hands, hand), plus(pool, hand, -1), counts, weight * ways(pool, hand))

    def stack(self, hands: tuple[Faces, ...]) -> Faces:
        found = plus(self.coins, self.discard, -1)
        for hand in hands:
            found = plus(found, hand, -1)
        return found

    def play(self, choice: Any) -> None:
        self.match.play(choice)
        for happened in self.match.told(self.seat):
            told = happened.arguments
            if happened.kind in ("drew", "passed", "income"):
                faces = [told[name] for name in ("wood", "stone", "grain", "inhabitant")]
                self.draw(happened.seat, int(told["count"] or 0), faces)
            elif happened.kind == "turned_up":
                self.give(happened.seat, tuple(told[name] for name in ("wood", "stone", "grain", "inhabitant")))
            elif happened.kind == "mortgaged":
                self.lay(happened.seat, told["face"])
            else:
                others = ("gave", "starved", "covered", "returned", "given_up", "picked", "torn")
                assert happened.kind not in others

    def draw(self, seat: int, count: int, faces: list[int | None]) -> None:
        assert seat != self.seat or count <= self.left  # the news do not tell in which order his own cards came
        known = [face for face in range(4) for _ in range(faces[face] or 0)] if faces[0] is not None else [None] * count
        for face in known:
            if self.left == 0:
                self.shuffle()
            found: dict[tuple[Faces, ...], float] = defaultdict(float)
            for hands, weight in self.hands.items():
                stack = self.stack(hands)
                for drawn in range(4) if face is None else (face,):
                    if stack[drawn] > 0:
                        after = (*hands[:seat], plus(hands[seat], single(drawn)), *hands[seat + 1 :])
                        found[after] += weight * stack[drawn]
            self.hands = found
            self.left -= 1
            if self.left == 0:
                self.shuffle()

    def shuffle(self) -> None:
        """What was on the pile is the stack now; impossible is what was not empty before."""
        self.hands = {hands: weight for hands, weight in self.hands.items() if self.stack(hands) == NOTHING}
        self.left, self.discard = sum(self.discard), NOTHING

    def give(self, seat: int, cards: Faces) -> None:
        found: dict[tuple[Faces, ...], float] = defaultdict(float)
        for hands, weight in self.hands.items():
            if all(n >= k for n, k in zip(hands[seat], cards, strict=True)):
                after = (*hands[:seat], plus(hands[seat], cards, -1), *hands[seat + 1 :])
                found[after] += weight * ways(hands[seat], cards)
        self.hands = found
        self.discard = plus(self.discard, cards)

    def lay(self, seat: int, face: int | None) -> None:
        found: dict[tuple[Faces, ...], float] = defaultdict(float)
        for hands, weight in self.hands.items():
            for card in range(4) if face is None else (face,):
                if hands[seat][card] > 0:
                    after = (*hands[:seat], plus(hands[seat], single(card), -1), *hands[seat + 1 :], single(card))
                    found[after] += weight * hands[seat][card]
        self.hands = found
        self.lying.append(seat)


def hands_in(states: Any, belief: Belief) -> Counter[tuple[Faces, ...]]:
    """How often all hands, and what lies under buildings in the order in which it was laid there, are what."""
    players = states["players"][:, : belief.match.seats]
    hands, under = players["hand"] + players["bid_faces"], players["under"]["face"]
    found: Counter[tuple[Faces, ...]] = Counter()
    for (held, faces), times in Counter(zip(map(bytes, hands), map(bytes, under), strict=True)).items():
        dealt = np.frombuffer(held, hands.dtype).reshape(-1, 4).tolist()
        rows = np.frombuffer(faces, under.dtype).reshape(belief.match.seats, -1).tolist()
        lying = [[face for face in row if face >= 0] for row in rows]
        found[(*map(tuple, dealt), *(single(lying[seat].pop(0)) for seat in belief.lying))] += times
    return found


def fits(found: Counter[Any], weights: dict[Any, float]) -> float:
    """How well what was found goes with these weights; nothing else may have been found."""
    total = sum(weights.values())
    assert set(found) <= set(weights)
    keys = [key for key in weights if weights[key] / total * REDRAWS > 5]
    expected = [weights[key] / total * REDRAWS for key in keys]
    counted = [found[key] for key in keys]
    rare, rarely = REDRAWS - sum(expected), REDRAWS - sum(counted)
    if rare > 5:
        expected, counted = [*expected, rare], [*counted, rarely]
    else:  # too rare to be counted by themselves
        expected, counted = [expected[0] + rare, *expected[1:]], [counted[0] + rarely, *counted[1:]]
    return float(chisquare(counted, expected).pvalue) if len(expected) > 1 else 1.0


def few_coins(folder: pathlib.Path, counts: Faces = (11, 4, 6, 10), dealt: int | None = None) -> pathlib.Path:
    """A box with few coin cards, so that what was shuffled differs much from what was held; where it is said, with the
    same number of them for each civilization."""
    text = (petteia.games.find("peloponnes_card").folder / "box.toml").read_text()
    for face, count in zip(("wood", "stone", "grain", "inhabitant"), counts, strict=True):
        text = text.replace(f"\n{face} = 18\n", f"\n{face} = {count}\n")
    if dealt is not None:
        start = text.index("[[civilization]]")
        text = text[:start] + re.sub(r"\ncoins = \d+", f"\ncoins = {dealt}", text[start:])
    file = folder / "few.toml"
    file.write_text(text)
    return file


def play_on(match: petteia.Match, seat: int | None, dice: random.Random, shown: int, shuffles: int) -> Belief | None:
    """Plays until so many shuffles are past and so many cards have been given away of which others cannot tell from
    which shuffle they were; no card is paid, none drawn for luxury. None where the game comes to something else."""
    belief = Belief(match, seat)
    while True:
        s = match.state
        if int(s["ages"]) == shuffles and shown_cards(s) >= shown and int(s["step"]) != Step.PICK:
            return belief
        words = [choice.words for choice in match.choices if usual(choice, s["players"][match.to_move])]
        if not words or int(s["ages"]) > shuffles:
            return None
        bids = [choice for choice in words if choice.startswith("bid")]
        try:
            belief.play(dice.choice(bids if bids and dice.random() < 0.7 else words))
        except AssertionError:
            return None


def shown_cards(s: Any) -> int:
    """Cards that were given away face up, and may have been of several shuffles."""
    logs = s["players"]["log"]
    return int(((logs >= GAVE) & (logs < GAVE + FACE_DOWN)).sum())


def usual(choice: Any, player: Any) -> bool:
    if choice.name == "bid":
        return bool(choice.cards <= player["hand_count"])
    return choice.name in ("pass", "pick", "withdraw", "move", "mortgage") and "luxury" not in choice.words


def afterwards(seed: int, seat: int | None, folder: pathlib.Path, shuffles: int = 1) -> Belief:
    """A table after so many shuffles: with the usual coin cards and few in the stack, or from the deal with few coin
    cards."""
    dice = random.Random(seed)
    while True:
        if shuffles > 1:
            box = few_coins(folder, *(((8, 3, 5, 6), 4) if seed % 2 else ((6, 3, 4, 5), 3)))
            match = petteia.new("peloponnes_card", 3, dice.randrange(1000), box=box)
        elif seed % 2:
            match = petteia.new("peloponnes_card", 3, dice.randrange(1000), box=few_coins(folder))
        else:
            match = table([{"hand": "wsg"}, {"hand": "wgg"}, {"hand": "ssi"}], stack="wiig", row=["A01", "A02"]).match
        if (belief := play_on(match, seat, dice, 2 + seed // 2, shuffles)) is not None:
            return belief


def check(belief: Belief) -> None:
    """Compares redraws with the chances of all distributions, and every place by itself: smaller differences show."""
    assert set(hands_in(belief.match.array, belief)) <= set(belief.hands)
    found = hands_in(redraws(belief.match, belief.seat, REDRAWS), belief)
    assert fits(found, belief.hands) > 1e-4
    for place in range(len(next(iter(found)))):
        weights: dict[Any, float] = defaultdict(float)
        for hands, weight in belief.hands.items():
            weights[hands[place]] += weight
        one: Counter[Any] = Counter()
        for hands, n in found.items():
            one[hands[place]] += n
        if len(weights) > 1:
            assert fits(one, weights) > 1e-4


@pytest.mark.shows("§1.6")
@pytest.mark.parametrize(("seed", "seat"), [*itertools.product(range(6), (0, 2)), (0, None), (2, None)])
def test_hands_after_a_shuffle_come_with_their_chances(seed: int, seat: int | None, tmp_path: pathlib.Path) -> None:
    check(afterwards(seed, seat, tmp_path))


@pytest.mark.shows("§1.6")
@pytest.mark.parametrize(("shuffles", "seed", "seat"), [
    *itertools.product((2,), (0, 1, 3, 7), (0, 2, None)), *itertools.product((3,), (0, 1, 2), (0, 2, None)), (4, 1, 0)
])  # fmt: skip
def test_hands_after_several_shuffles_come_with_their_chances(
    shuffles: int, seed: int, seat: int | None, tmp_path: pathlib.Path
) -> None:
    check(afterwards(seed, seat, tmp_path, shuffles))


@pytest.mark.shows("§1.4", "§1.6")
@pytest.mark.parametrize("option", ["at_once", "when_needed"])
def test_no_redraw_puts_cards_into_the_stack_that_were_not_shuffled(option: str) -> None:
    dice = random.Random(5)
    met = 0
    for seed in range(3):
        match = petteia.new("peloponnes_card", 5, seed, {"reshuffle": option})
        while not match.over:
            match.play(dice.choice(match.choices))
            s = match.state
            if int(s["ages"]) == 0 or dice.random() < 0.7:
                continue
            met += 1
            for seat in (None, 0, (1, 3)):
                other = match.hidden(seat, 7)
                assert flaw(match, other.array) == 0
                if match.over:
                    continue
                age = int(s["ages"])
                assert all(other.state["stack"] <= s["heaps"][4 * age : 4 * age + 4])
                # Together with what all, or these seats, know of it, the cards not shuffled are the right ones.
                for eyes in range(match.seats):
                    assert other.hidden(eyes, 3).view(eyes) == other.view(eyes)
    assert met > 40


@pytest.mark.shows("§1.6")
def test_a_game_stored_before_this_was_kept_goes_on() -> None:
    """What a later program fills in as 0: all cards are dealt from one heap until the next shuffle."""
    dice = random.Random(1)
    match = petteia.new("peloponnes_card", 5, 0)
    while int(match.state["ages"]) == 0 or shown_cards(match.state) == 0:
        match.play(dice.choice(match.choices))
    description = layouts.describe(match.game.state, match.game.names(match.box))
    kept = {"ages", "heaps", "heaps_left", "held", "log", "log_count", "age_faces", "age_unseen", "age"}
    description["numbers"] = [row for row in description["numbers"] if not kept & set(row[0].split("."))]
    state = layouts.convert(match.game.state, match.game.names(match.box), match.state_bytes, description)
    match._set(state)
    assert int(match.state["ages"]) == 0
    while int(match.state["ages"]) == 0 and not match.over:
        assert flaw(match) == 0
        assert flaw(match, match.hidden(2, 1).array) == 0
        match.play(dice.choice(match.choices))
    assert int(match.state["ages"]) == 1
    assert flaw(match) == 0


@pytest.mark.shows("§1.6")
def test_a_game_stored_when_less_was_kept_reads_the_same() -> None:
    """It was six ages, before."""
    dice = random.Random(3)
    match = petteia.new("peloponnes_card", 5, 1)
    while int(match.state["ages"]) < 2 or not (match.state["players"]["under"]["age"] >= IN_LOG).any():
        match.play(dice.choice(match.choices))
    description = layouts.describe(match.game.state, match.game.names(match.box))
    lengths = {"heaps": 24, "heaps_left": 24, "held": 0, "age_faces": 24, "age_unseen": 24}

    def was_there(path: str) -> bool:
        *_, name, place = ["", *path.split(".")]
        return name not in lengths or int(place) < lengths[name]

    numbers = [row for row in description["numbers"] if was_there(row[0])]
    assert len(numbers) < len(description["numbers"])
    description["numbers"] = numbers
    state = layouts.convert(match.game.state, match.game.names(match.box), match.state_bytes, description)
    assert state == match.state_bytes


@pytest.mark.shows("§1.6")
@pytest.mark.parametrize("seed", GAMES_OF_FIVE)
def test_redraws_of_greedy_games_are_possible_up_to_the_end(seed: int) -> None:
    """These have more shuffles than others: six to ten. What comes out must go with all that the seat has seen."""
    match = petteia.new("peloponnes_card", 5, seed)
    bot, history = Bot("greedy", seed), History(match, seed % 5)
    rng = np.array([3, 1, 4, seed], np.uint64)
    asked = 0
    while not match.over:
        history.play(bot.choose(match))
        assert match.over or int(match.state["ages"]) == history.shuffles
        if match.over or history.shuffles < 6 or match.move_number % 4:
            continue
        assert history.allows(match.state)
        for _ in range(2):
            other = match.array.copy()
            hide(match, other, 1 << history.seat, rng)
            assert history.allows(other[0])
            assert flaw(match, other) == 0
            asked += 1
    assert history.shuffles >= 6
    assert asked > 4


@pytest.mark.shows("§1.6")
def test_a_redraw_with_a_card_that_was_not_there_is_told_apart() -> None:
    """The question that the test above puts can be answered with no."""
    match = petteia.new("peloponnes_card", 5, GAMES_OF_FIVE[0])
    bot, history = Bot("greedy", GAMES_OF_FIVE[0]), History(match, 0)
    while history.shuffles < 2 or int(match.state["stack_count"]) < 3:
        history.play(bot.choose(match))
    assert history.allows(match.state)
    s = match.array.copy()[0]
    there = int(s["stack"].argmax())
    other = next(p for p in s["players"][1:] if p["hand"].sum() > p["hand"][there])
    face = next(face for face in range(4) if face != there and other["hand"][face])
    heap = history.heaps[-1]
    for _ in range(int(heap[there]) + 1):  # more of a face in the stack than was shuffled
        s["stack"][there] += 1
        s["stack"][face] -= 1
        other["hand"][there] -= 1
        other["hand"][face] += 1
    assert not history.allows(s)


def as_if_later(match: petteia.Match) -> None:
    """Makes the age of the stack the last that can be kept, as if there had been shuffles of nothing before it."""
    s = match.array[0]
    was, now = int(s["ages"]), AGES - 1
    s["ages"] = now
    for faces in (s["heaps"], *s["players"]["age_faces"], *s["players"]["age_unseen"]):
        faces[4 * now : 4 * now + 4] = faces[4 * was : 4 * was + 4]
        faces[4 * was : 4 * was + 4] = 0
    logs = s["players"]["log"]
    logs[(logs > 0) & (logs // ONE_AGE == was)] += (now - was) * ONE_AGE + LATER
    for name in ("under", "cover", "dried", "civilization_cover", "luxury_cover"):
        ages = s["players"][name]["age"]
        ages[ages == was] = -now
    match._set(match.state_bytes)


@pytest.mark.shows("§1.6")
@pytest.mark.parametrize("seed", range(3))
def test_of_more_shuffles_than_are_kept_apart_the_oldest_become_one(seed: int) -> None:
    dice = random.Random(seed)
    match = petteia.new("peloponnes_card", 5, seed)
    while int(match.state["ages"]) < 2:
        match.play(dice.choice(match.choices))
    as_if_later(match)
    shuffles = 0
    while not match.over and shuffles < 2:
        assert flaw(match) == 0
        assert int(match.state["ages"]) == AGES - 1
        for eyes in (None, 0, (1, 3)):
            other = match.hidden(eyes, seed)
            assert int(other.state["ages"]) == AGES - 1
            assert flaw(match, other.array) == 0
        known = match.state["heaps"].copy()
        match.play(dice.choice(match.choices))
        if any(happened.kind == "shuffled" for happened in match.news):
            shuffles += 1
            together = match.state["heaps"][:4]
            assert (together <= known[:4] + known[4:8]).all()
            assert (together > known[:4]).any()
    assert shuffles > 0


@pytest.mark.shows("§1.6")
def test_a_log_without_room_forgets_all_until_the_next_shuffle() -> None:
    dice = random.Random(2)
    match = petteia.new("peloponnes_card", 5, 0)
    while int(match.state["ages"]) == 0 or shown_cards(match.state) < 3:
        match.play(dice.choice(match.choices))
    # Filled with cards that came and went again, as it were: what is drawn next finds no room.
    p = match.array[0]["players"][int(match.array[0]["seat"])]
    assert 1 < p["log_count"] < LOG
    p["log"][p["log_count"] : LOG] = 1
    p["log_count"] = LOG
    while int(match.state["ages"]) > 0:
        match.play(dice.choice(match.choices))
    while int(match.state["ages"]) == 0 and not match.over:
        assert flaw(match) == 0
        other = match.hidden(0, 1)
        assert flaw(match, other.array) == 0
        match.play(dice.choice(match.choices))
    assert int(match.state["ages"]) == 1
    assert flaw(match) == 0
