"""A builder of positions for the rule tests: say what matters, the rest is filled in so that it is a possible one.

    t = table([{"hand": "wwsg", "cards": ["A03"]}, {"hand": "iii"}], row=["A07", "A08"])
    t.play("bid 1 2", "done", "pass")
    assert t[0].hand == "ws"

Coin cards are letters: w(ood), s(tone), g(rain), i(nhabitant); a capital is a card that nobody has seen. Every position
goes through `petteia.position`, which checks it. Slots and cards are numbered from 1 as in the choices, seats from 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import petteia

GAME = petteia.games.find("peloponnes_card")
LETTERS = "wsgi"
FACES = ("wood", "stone", "grain", "inhabitant")
DISASTERS = ("plague", "earthquake", "tempest", "drought", "decline")
CARDS = GAME.box.lists["card"]
PRINTED = {card["id"]: card for card in GAME.box.data["card"]}
SUPPLY = ("B12", "C10")
DECK_OF_ROUND = "AAABBBCC"
# Those without production first: what a test does not mention shall not matter.
CIVILIZATIONS = ("Arcadia", "Syracuse", "Sparta", "Pylos", "Corinth", "Messene", "Argos", "Delphi", "Thebes", "Mycenae")
NAMED = ("card", "disaster", "civilization", "face")


class Table:
    """A match, with what tests ask of it in short."""

    def __init__(self, match: petteia.Match) -> None:
        self.match = match
        self.names = match.game.names(match.box)
        self.happened = list(match.news)

    def play(self, *choices: str) -> Table:
        """Plays choices one after another; `told` then speaks of all of them."""
        self.happened = []
        for choice in choices:
            self.match.play(choice)
            self.happened += self.match.news
            while self.match.game.repeats(self.match.facts):  # as tables do
                self.match.play(choice)
                self.happened += self.match.news
        return self

    @property
    def choices(self) -> list[str]:
        """The legal choices as one types them."""
        return [choice.words for choice in self.match.choices]

    def why_not(self, choice: str | int) -> str | None:
        """The number of the clause that forbids a choice; None for those, and only those, that are offered."""
        clause = self.match.why_not(choice)
        number = self.match.game.space.parse(choice, self.match.box.lists) if isinstance(choice, str) else choice
        offered = number in self.match.legal_ids
        assert offered == (clause is None), f"{choice} is {'' if offered else 'not '}offered, but {clause}"
        return clause.number if clause else None

    def told(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The news of a kind (of one seat): its arguments with names for cards; what is 0 is left out."""
        return [self._arguments(news) for news in self.happened if news.kind == kind and seat in (None, news.seat)]

    def _arguments(self, news: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"forced": True} if news.forced else {}
        for name, value in news.arguments.items():
            if name in NAMED and value >= 0 and not (name == "civilization" and news.kind != "dealt"):
                found[name] = self.names[name][value]
            elif value and value > 0:
                found[name] = value
        return found

    @property
    def kinds(self) -> list[str]:
        """The kinds of news in their order."""
        return [news.kind for news in self.happened]

    @property
    def to_move(self) -> int | None:
        return self.match.to_move

    @property
    def step(self) -> str:
        return self.names["step"][int(self.match.state["step"])]

    @property
    def order(self) -> list[int]:
        return self.match.state["order"][: self.match.seats].tolist()

    @property
    def row(self) -> list[str | None]:
        """The cards on offer by slot."""
        return [self._card(number) for number in self.match.state["row"]]

    @property
    def gone(self) -> list[str]:
        """The power cards that left the game."""
        mask = int(self.match.state["gone"])
        return [name for place, name in enumerate(self.names["card"]) if mask >> place & 1]

    @property
    def discard(self) -> str:
        return letters(self.match.state["discard"])

    @property
    def stack(self) -> str:
        return letters(self.match.state["stack"])

    @property
    def markers(self) -> dict[str, int]:
        return {name: int(n) for name, n in zip(DISASTERS, self.match.state["markers"], strict=True) if n}

    def __getattr__(self, name: str) -> int:
        """A number of the table: round_number, left…"""
        return int(self.match.state[name])

    def __getitem__(self, seat: int) -> SimpleNamespace:
        """A player's cards."""
        p = self.match.state["players"][seat]
        cards = [self._card(number) for number in p["cards"][: p["card_count"]]]
        lying = {
            name: {card: coin(p[name][place]) for place, card in enumerate(cards) if coin(p[name][place])}
            for name in ("under", "cover", "dried")
        }
        return SimpleNamespace(
            civilization=self.names["civilization"][int(p["civilization"])],
            torn=bool(p["civilization_torn"]),
            civilization_cover=coin(p["civilization_cover"]),
            luxury=int(p["luxury"]),
            luxury_torn=bool(p["luxury_torn"]),
            luxury_cover=coin(p["luxury_cover"]),
            hand=letters(p["hand"]),
            hand_count=int(p["hand_count"]),
            bid=letters(p["bid_faces"]) + letters(p["unseen_faces"]).upper(),
            cards=cards,
            **lying,
        )

    def _card(self, number: int) -> str | None:
        return self.names["card"][int(number)] if number >= 0 else None


def letters(counts: Sequence[int]) -> str:
    return "".join(letter * int(count) for letter, count in zip(LETTERS, counts, strict=True))


def coin(lying: Any) -> str:
    """The letter of a card that lies by itself; a capital where nobody has seen it, doubled where all have."""
    if int(lying["face"]) < 0:
        return ""
    letter = LETTERS[int(lying["face"])]
    seen = int(lying["seen"])
    return letter.upper() if not seen else letter * 2 if seen == 31 else letter


def counts(cards: str) -> list[int]:
    return [sum(card.lower() == letter for card in cards) for letter in LETTERS]


def new(seats: int, seed: int = 1, **options: Any) -> Table:
    """A fresh deal."""
    return Table(petteia.new("peloponnes_card", seats=seats, seed=seed, options=options))


def table(
    players: Sequence[Mapping[str, Any]] = ({}, {}),
    *,
    row: Sequence[str] = (),
    order: Sequence[int] | None = None,
    round_number: int | None = None,
    next_cards: Sequence[str] = (),
    markers: Mapping[str, int] | None = None,
    discard: str = "",
    stack: str | None = None,
    last: bool = False,
    lines: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """A table with these players.

    row          the first cards on offer
    round_number the earliest one in which everybody can have his cards, where it does not matter
    next_cards   the cards that are turned up next
    stack        what is left in the stack; all other cards lie on the discard pile
    last         in the supply of the end of the game
    lines        more lines of the position: step, left…
    """
    seats = len(players)
    more = dict(lines or {})
    order = list(order or range(seats))
    step = more.get("step", "bid")
    owned = [card for player in players for card in player.get("cards", ())]
    most = max(len(player.get("cards", ())) for player in players)
    round_number = 8 if last else round_number or _earliest(owned, most, row)
    drawn = round_number * 6
    offer = [] if last else _filled(row, DECK_OF_ROUND[round_number - 1], {*owned, *next_cards})
    deck = _lay_deck(drawn, owned, offer, next_cards)
    taken = {player["bid"][0] for player in players if player.get("bid")}
    if step in ("take", "pay"):  # what nobody bid for is gone
        offer = [card if slot in taken else "none" for slot, card in enumerate(offer, 1)]
    gone = [card for card in deck[:drawn] if card not in owned and card not in offer]
    mover = _first_to_bid(players, order) if step == "bid" else order[0]
    held = "".join(_coins(player, step) for player in players)
    pile = [18 - a - b for a, b in zip(counts(held), counts(discard), strict=True)]
    thrown = counts(discard)
    if stack is not None:
        thrown = [a + b - c for a, b, c in zip(thrown, pile, counts(stack), strict=True)]
        pile = counts(stack)
    assert min(pile + thrown) >= 0, "more cards than there are"
    written: dict[str, Any] = {
        "game": "peloponnes_card",
        "seats": seats,
        "seed": 1,
        **{f"options.{name}": value for name, value in options.items()},
        "step": step,
        "after": "score" if last else "reveal",
        "round_number": round_number,
        "order": order,
        "turn": order.index(mover),
        "seat": mover,
        "shown": 6,
        "drawn": drawn,
        "supply": 0,
        "deck": deck,
        "row": [*offer, *["none"] * (6 - len(offer))],
        "bidder": _bidders(players),
        "gone": f"{sum(1 << CARDS.index(card) for card in gone):#x}",
        "markers": [(markers or {}).get(name, 0) for name in DISASTERS],
        "stack_count": sum(pile),
        "stack": pile,
        "discard": thrown,
        "reveals": 0,
    }
    taken_names = {player.get("civilization") for player in players}
    spare = iter([name for name in CIVILIZATIONS if name not in taken_names])
    for seat, player in enumerate(players):
        written |= {f"players.{seat}.{name}": value for name, value in _written(player, seat, spare, step).items()}
    written |= more
    text = "\n".join(f"{path} = {json.dumps(value)}" for path, value in written.items())
    return Table(petteia.position(text))


def _coins(player: Mapping[str, Any], step: str) -> str:
    """All coin cards of a player."""
    bid = player.get("bid", (0, ""))[1]
    lying = "".join("".join(player.get(name, {}).values()) for name in ("under", "cover", "dried"))
    on = player.get("civilization_cover", "") + player.get("luxury_cover", "")
    return player.get("hand", "") + ("" if step in ("take", "pay") else bid) + lying + on


def _written(player: Mapping[str, Any], seat: int, spare: Iterator[str], step: str) -> dict[str, Any]:
    """A player's cards in the words of a position."""
    player = dict(player)
    cards = list(player.pop("cards", []))
    hand = player.pop("hand", "")
    slot, bid = player.pop("bid", (0, ""))
    if step in ("take", "pay"):
        bid = ""  # turned up already
    known, unseen = "".join(c for c in bid if c.islower()), "".join(c for c in bid if c.isupper())
    found: dict[str, Any] = {
        "civilization": player.pop("civilization", None) or next(spare),
        "civilization_torn": int(player.pop("torn", False)),
        "luxury": player.pop("luxury", 0),
        "luxury_torn": int(player.pop("luxury_torn", False)),
        "slot": -2 if player.pop("out", False) else slot - 1,
        "bid": len(bid),
        "unseen": len(unseen),
        "hand_count": len(hand),
        "hand": counts(hand),
        "bid_faces": counts(known),
        "unseen_faces": counts(unseen),
        "card_count": len(cards),
        "cards": cards,
    }
    for name in ("civilization_cover", "luxury_cover"):
        if letter := player.pop(name, ""):
            found |= _coin(name, letter, seat)
    for name in ("under", "cover", "dried"):
        for card, letter in player.pop(name, {}).items():
            found |= _coin(f"{name}.{cards.index(card)}", letter, seat)
    assert not player, f"a player has no {', '.join(player)}"
    return found


def _coin(path: str, letter: str, seat: int) -> dict[str, Any]:
    face = FACES[LETTERS.index(letter.lower())]
    return {f"{path}.face": face, f"{path}.seen": 1 << seat if letter.islower() else 0}


def _bidders(players: Sequence[Mapping[str, Any]]) -> list[int]:
    bidders = [-1] * 6
    for seat, player in enumerate(players):
        if player.get("bid"):
            bidders[player["bid"][0] - 1] = seat
    return bidders


def _first_to_bid(players: Sequence[Mapping[str, Any]], order: Sequence[int]) -> int:
    return next(seat for seat in order if not players[seat].get("bid") and not players[seat].get("out"))


def _earliest(owned: Sequence[str], most: int, row: Sequence[str]) -> int:
    for number in range(1, 9):
        before = (number - 1) * 6
        there = {"A": min(before, 18), "B": min(max(before - 18, 0), 18), "C": max(before - 36, 0)}
        fits = all(sum(card[0] == deck for card in owned) <= there[deck] for deck in "ABC")
        if fits and most <= number - 1 and (not row or row[0][0] == DECK_OF_ROUND[number - 1]):
            return number
    raise AssertionError("there is no such round")


def _filled(cards: Sequence[str], deck: str, but: set[str]) -> list[str]:
    """Cards, and others of the deck up to six; those with the supply symbol last."""
    spare = [card for card in CARDS if card[0] == deck and card not in cards and card not in but]
    spare.sort(key=lambda card: card in SUPPLY)
    return [*cards, *spare[: 6 - len(cards)]]


def _lay_deck(drawn: int, owned: Sequence[str], row: Sequence[str], next_cards: Sequence[str]) -> list[str]:
    """All power cards in the order in which they come."""
    places: list[str | None] = [None] * 48
    for i, card in enumerate(row):
        places[drawn - len(row) + i] = card
    for i, card in enumerate(next_cards):
        places[drawn + i] = card
    waiting = [*owned, *(card for card in CARDS if card not in places and card not in owned)]
    for i, start in enumerate("A" * 18 + "B" * 18 + "C" * 12):
        if places[i] is None:
            # Supplies that nobody asked for are over, or far away.
            waiting.sort(key=lambda card: (card not in owned, (card in SUPPLY) == (i >= drawn)))
            found = next(card for card in waiting if card[0] == start)
            places[i] = found
            waiting.remove(found)
    return [str(card) for card in places]


# -- a moment before something happens ---------------------------------------------------------------------------------


def alone(player: Mapping[str, Any], **changes: Any) -> Table:
    """Seat 0 is the last to bid; the other player has passed. One bid leads on to taking cards and income."""
    return table([player, {"out": True}], order=[1, 0], **changes)


def taking(card: str, player: Mapping[str, Any], **changes: Any) -> Table:
    """Seat 0 has bid for this card, and the bids are turned up: he pays or mortgages."""
    return table([{**player, "bid": (1, "w")}, {"out": True}], row=[card], lines={"step": "take"}, **changes)


HERALD = {"plague": [], "earthquake": ["A06"], "tempest": ["A10"], "drought": ["A14"], "decline": []}


def strike(disaster: str, *players: Mapping[str, Any], **changes: Any) -> Table:
    """A disaster strikes these players. (One more, first in turn order, has just torn down what it struck of his.)"""
    herald = {"civilization": "Mycenae", "hand": "w", "cards": HERALD[disaster]}
    seat = len(players)
    lines = {"step": "cover", "disaster": disaster, "begun": 1, "left": 1, "strike_count": 1, "struck": 1}
    lines["strikes.0"] = disaster
    changes = {"order": [seat, *range(seat)], "markers": {disaster: 3}, **changes}
    return table([*players, herald], lines=lines, **changes).play("tear")


def feed(*players: Mapping[str, Any], **changes: Any) -> Table:
    """These players come to a supply. (One more, first in turn order, has just fed his last inhabitant.)"""
    herald = {"civilization": "Mycenae", "hand": "g"}
    seat = len(players)
    lines = {"step": "feed", "begun": 1, "left": 1}
    return table([*players, herald], lines=lines, order=[seat, *range(seat)], **changes).play("give grain")
