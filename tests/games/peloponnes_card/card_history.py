"""Whether a distribution of coin cards is possible, by all that a seat has seen since the deal.

Nothing of what the rules keep of shuffles is used: the news and the cards that all can see are written down, and the
question is put as a system of whole numbers: how many cards of each face came with each draw. Those drawn between two
shuffles are what was shuffled; nobody gave what he did not hold; in the end all hold what the redraw says.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csr_array

import petteia
from petteia.games.peloponnes_card.box import Disaster

NAMES = ("wood", "stone", "grain", "inhabitant")
HAND = -1
Faces = np.ndarray[Any, Any]


def faces_of(told: Any) -> Faces:
    return np.array([told[name] for name in NAMES])


def one(face: int) -> Faces:
    return np.eye(4, dtype=int)[int(face)]


@dataclasses.dataclass
class Lying:
    """A coin card that lies by itself, drawn for luxury or from the hand; its face as soon as all have seen it."""

    draw: int  # or HAND
    face: int | None = None


@dataclasses.dataclass
class Hand:
    """What happened to a hand, one after another: ("came", draw), ("gave", faces), ("laid" or "back", a lying card)."""

    events: list[tuple[str, Any]] = dataclasses.field(default_factory=list)
    blind: list[int] = dataclasses.field(default_factory=list)  # draws of the bid that nobody has seen


class History:
    """What a seat has seen of a match, which is played through `play`. (The match itself knows more; of it is read only
    what that seat or everybody sees.)"""

    def __init__(self, match: petteia.Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.heaps: list[Faces] = [np.array(match.box.record[0]["coins_of"], int)]
        self.left, self.discard = int(self.heaps[0].sum()), np.zeros(4, int)
        self.draws: list[tuple[int, int]] = []  # age and number of cards
        self.known: list[tuple[list[int], Faces]] = []  # draws together, and their faces
        self.hands = [Hand() for _ in range(match.seats)]
        self.lying: dict[tuple[int, str, int], Lying] = {}
        for happened in match.news:
            if happened.kind == "drew":
                self._received(happened.seat, happened.arguments)

    @property
    def shuffles(self) -> int:
        return len(self.heaps) - 1

    # -- following a game ----------------------------------------------------------------------------------------------

    def play(self, choice: int) -> None:
        before, mover = self.match.state.copy(), self.match.to_move
        self.match.play(choice)
        after, news = self.match.state, self.match.news
        # Cards for luxury that a last bid drew and that were turned up at once: what is missing, as nobody pays then.
        blind = np.array(before["players"]["unseen_faces"], int)
        for seat in {happened.seat for happened in news if happened.kind == "picked"}:
            if any(happened.kind == "turned_up" for happened in news):
                assert not any(happened.seat == seat and happened.kind in PAYING for happened in news)
                blind[seat] = -self._paid(seat, before["players"][seat], after["players"][seat], blind[seat])
        paid = [
            self._paid(seat, before["players"][seat], after["players"][seat], blind[seat])
            for seat in range(self.match.seats)
        ]
        if not any(happened.seat == mover and happened.kind in PAYING for happened in news):
            self._give(mover, paid[mover])  # a card of a payment that goes on
            paid[mover] = np.zeros(4, int)
        for happened in news:
            seat, told = happened.seat, happened.arguments
            if happened.kind in ("drew", "passed", "income"):
                self._received(seat, told)
            elif happened.kind in PAYING:
                self._give(seat, paid[seat])
                paid[seat] = np.zeros(4, int)
                if happened.kind == "starved" and not told["hand"]:
                    self._torn(seat, -1 if told["civilization"] else told["card"], before["players"][seat])
            elif happened.kind == "picked":
                self.hands[seat].blind += self._draw(told["luxury"])
            elif happened.kind == "withdrew":
                self.hands[seat].events += [("came", draw) for draw in self.hands[seat].blind]
                self.hands[seat].blind = []
            elif happened.kind == "turned_up":
                self._turned_up(seat, faces_of(told), blind[seat])
            elif happened.kind in LAID:
                dried = happened.kind == "covered" and before["disaster"] == Disaster.DROUGHT
                self._lay(seat, "dried" if dried else LAID[happened.kind], told)
            elif happened.kind == "returned":
                self._back(seat, told["card"])
            elif happened.kind in ("torn", "given_up"):
                self._torn(seat, told["card"], before["players"][seat])
        if not self.match.over:
            assert not np.any(paid)
            assert self.left == after["stack_count"]
            assert (self.discard == after["discard"]).all()

    def _paid(self, seat: int, before: Any, after: Any, blind: Faces) -> Faces:
        """What somebody paid or gave with one choice, face up: what is missing from hand and bid otherwise. `blind` are
        the cards of his bid that were drawn for luxury."""
        held = np.array(before["hand"] + before["bid_faces"], int)
        for happened in self.match.news:
            told = happened.arguments
            if happened.seat != seat:
                continue
            if happened.kind in ("drew", "passed", "income"):
                held += faces_of(told)
            elif happened.kind == "withdrew":
                held += blind
            elif happened.kind == "turned_up":
                held -= faces_of(told) - blind
            elif happened.kind in LAID and not told["luxury"]:
                held -= one(told["face"])
            elif happened.kind == "returned":
                held += one(told["face"])
        return held - after["hand"] - after["bid_faces"]

    def _draw(self, count: int) -> list[int]:
        found = []
        while count > 0:
            if self.left == 0:
                self._shuffle()
            taken = min(count, self.left)
            self.draws.append((self.shuffles, taken))
            found.append(len(self.draws) - 1)
            self.left -= taken
            count -= taken
            if self.left == 0 and self.discard.any() and not self.match.state["options"]["reshuffle"]:
                self._shuffle()
        return found

    def _shuffle(self) -> None:
        self.heaps.append(self.discard)
        self.left, self.discard = int(self.discard.sum()), np.zeros(4, int)

    def _received(self, seat: int, told: Any) -> None:
        draws = self._draw(int(told["count"] or 0))
        self.hands[seat].events += [("came", draw) for draw in draws]
        if seat == self.seat and draws:
            self.known.append((draws, faces_of(told)))

    def _give(self, seat: int, cards: Faces) -> None:
        if cards.any():
            assert (cards >= 0).all()
            self.hands[seat].events.append(("gave", cards))
            self.discard = self.discard + cards

    def _turned_up(self, seat: int, cards: Faces, blind: Faces) -> None:
        """Which cards of a bid were drawn for luxury, all can tell (§4.18)."""
        hand = self.hands[seat]
        if hand.blind:
            self.known.append((hand.blind, blind))
            hand.blind = []
        self._give(seat, cards - blind)
        self.discard = self.discard + blind

    def _lay(self, seat: int, kind: str, told: Any) -> None:
        coin = Lying(self._draw(1)[0]) if told["luxury"] else Lying(HAND)
        if seat == self.seat and not told["luxury"]:
            coin.face = int(told["face"])
        if not told["luxury"]:
            self.hands[seat].events.append(("laid", coin))
        self.lying[seat, kind, int(told.get("card", -1))] = coin

    def _back(self, seat: int, card: int) -> None:
        coin = self.lying.pop((seat, "under", int(card)))
        self.hands[seat].events.append(("came", coin.draw) if coin.draw != HAND else ("back", coin))

    def _torn(self, seat: int, card: int, before: Any) -> None:
        """What lay under and on a card, or on the civilization (-1), is on the discard pile, and all see it."""
        for kind in ("civilization_cover",) if card < 0 else ("under", "cover", "dried"):
            coin = self.lying.pop((seat, kind, int(card)), None)
            if coin is not None:
                coin.face = face_there(before, kind, card)
                self.discard = self.discard + one(coin.face)
                if coin.draw != HAND:
                    self.known.append(([coin.draw], one(coin.face)))

    # -- asking --------------------------------------------------------------------------------------------------------

    def allows(self, s: Any) -> bool:
        """Whether all cards may lie as they do in this state: whether there are whole numbers for the faces of every
        draw, and for cards that were laid down unseen and came back."""
        laid = {id(coin): face_there(s["players"][seat], kind, card) for (seat, kind, card), coin in self.lying.items()}
        back = [what for hand in self.hands for kind, what in hand.events if kind == "back" and what.face is None]
        places = {id(coin): len(self.draws) + number for number, coin in enumerate(back)}
        system = System([number for _, number in self.draws] + [1] * len(back))
        for age, heap in enumerate(self.heaps):  # what was drawn between two shuffles is what was shuffled
            draws = [place for place, (of, _) in enumerate(self.draws) if of == age]
            system.together(draws, heap - s["stack"] if age == self.shuffles else heap)
        for draws, faces in self.known:
            system.together(draws, faces)
        for coin in self.lying.values():
            if coin.draw != HAND:
                system.together([coin.draw], one(laid[id(coin)]))
        for seat, hand in enumerate(self.hands):
            p = s["players"][seat]
            if hand.blind:
                system.together(hand.blind, p["unseen_faces"])
            if seat != self.seat:
                hold(system, hand, laid, places, p["hand"] + p["bid_faces"])
        return system.solvable()


def hold(system: System, hand: Hand, laid: dict[int, int], places: dict[int, int], now: Faces) -> None:
    """Nobody gave or laid down what he did not hold; and what he holds now is left."""
    came: list[int] = []
    away: list[int] = []  # laid down, to be taken back later
    gone = np.zeros(4, int)
    for kind, what in hand.events:
        if kind == "came":
            came.append(what)
        elif kind == "gave":
            gone = gone + what
        elif id(what) in places:
            away = [*away, places[id(what)]] if kind == "laid" else [x for x in away if x != places[id(what)]]
        else:
            face = what.face if what.face is not None else laid[id(what)]
            gone = gone + (one(face) if kind == "laid" else -one(face))
        if kind in ("gave", "laid"):
            for face in range(4):
                system.demand(face, came, away, gone[face], np.inf)
    for face in range(4):
        system.demand(face, came, away, gone[face] + now[face], gone[face] + now[face])


class System:
    """Whole numbers that are looked for: of each face, in places with so many cards."""

    def __init__(self, cards: list[int]) -> None:
        self.size = 4 * len(cards)
        self.rows = [np.repeat(one_place, 4) for one_place in np.eye(len(cards))]
        self.least: list[float] = [*cards]
        self.most: list[float] = [*cards]

    def demand(self, face: int, plus: list[int], minus: list[int], least: float, most: float) -> None:
        row = np.zeros(self.size)
        row[[4 * place + face for place in plus]] += 1
        row[[4 * place + face for place in minus]] -= 1
        self.rows.append(row)
        self.least.append(least)
        self.most.append(most)

    def together(self, places: list[int], faces: Any) -> None:
        for face in range(4):
            self.demand(face, places, [], faces[face], faces[face])

    def solvable(self) -> bool:
        limits = LinearConstraint(csr_array(np.array(self.rows)), self.least, self.most)
        found = milp(np.zeros(self.size), integrality=np.ones(self.size), constraints=limits)
        assert found.status in (0, 2), found.message  # found, or shown to be impossible
        return bool(found.status == 0)


def face_there(p: Any, kind: str, card: int) -> int:
    """The face of a coin card that lies under or on a power card, or on civilization or luxury card."""
    if card < 0:
        return int(p[kind]["face"])
    return int(p[kind][p["cards"].tolist().index(card)]["face"])


PAYING = ("built", "redeemed", "gave", "starved")
LAID = {
    "mortgaged": "under",
    "covered": "cover",
    "civilization_covered": "civilization_cover",
    "luxury_covered": "luxury_cover",
}
