"""What one person sees of the table of the card game, drawn for a terminal; and the final standing.

Everything comes from `match.view(seat)`, the box, the texts and what the rules count together for that seat: faces of
coin cards are drawn where the view has them, so nobody is shown more than he has seen. Lines are laid out here to the
cell, so that nothing wraps by itself.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from petteia.cli.layout import CARD, Card, beside, both, emblem, ends, fit, flow, ink, wrapped
from petteia.cli.scene import Scene, apart, screen
from petteia.games.peloponnes_card.answers import Outlook
from petteia.games.peloponnes_card.choices import FACES
from petteia.games.peloponnes_card.show.insight import mats, outlooks, outlooks_after
from petteia.games.peloponnes_card.show.page import AMOUNTS
from petteia.games.peloponnes_card.state import OUT
from petteia.match import Choice, Match
from petteia.signs import AEGEAN, GOLD, OLIVE, QUIET, SEATS, TERRACOTTA, WINE

# How the command line may list choices: which parameter is a place on the table and gives a choice its number. (Cards
# that are torn down for hunger are not among them: they are listed with things that have no place.)
PLACES: Mapping[str, str] = {"bid": "slot", "move": "slot", "strike": "card", "redeem": "card"}

SPOTS: Mapping[str, str] = {}  # kinds that are listed together and typed with the name of a place on a map

__all__ = ["AMOUNTS", "PLACES", "SPOTS", "draw", "emblem", "note", "standing"]

LISTED = 200  # columns of a card that is listed in one line: nothing of it is broken
WIDEST_CARD = 30
BIDDING = ("bid", "pick", "displaced")  # steps in which bids are made
NUMBERED = ("strike", "redeem")  # steps in which a player's own cards are chosen by their numbers
AMOUNT_OF = dict(zip(FACES, ("woods", "stones", "grains", "people"), strict=True))  # nouns for what a face stands for
GAINS = {"coins": "cards", "luxury": "luxury"}  # nouns for what a card brings once

POWER, COST, ONCE, MADE, SHIELD, SYMBOL, SUPPLY, SPECIAL, WARNING = "★", "−", "+", "↻", "◉", "≈", "▤", "›", "✗"


def draw(
    match: Match,
    seat: int | None,
    lang: str = "en",
    width: int = 100,
    labels: Sequence[str] | None = None,
    *,
    low: bool = False,
) -> RenderableType:
    """The table as a seat (None: a spectator) sees it. `labels` says who sits where: "you", "greedy"…

    In a `low` terminal what is on offer stands last, a line each."""
    scene = _Scene(match, seat, lang, width, labels, low)
    others = [other for other in scene.order if other != seat]
    theirs = [line for other in others for line in scene.player(other)]
    own = [] if seat is None else scene.player(seat)
    if low:
        lines = [*scene.header(), *theirs, *own, *scene.offer()]
    else:
        blocks = [scene.header(), theirs, scene.offer(), [*own, *scene.legend()]]
        lines = apart(blocks)
    return screen(lines, scene.width)


def standing(match: Match, lang: str = "en", labels: Sequence[str] | None = None) -> RenderableType:
    """Points, ranks and what breaks ties (§13), the first one on top. Before the end without what is in hands."""
    scene = _Scene(match, None, lang, labels=labels)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column(scene.word("rank"), justify="right")
    table.add_column(scene.word("civilization"))
    for heading in ("power", "population", "score", "higher", "luxury"):
        table.add_column(scene.word(heading), justify="right")
    for seat in sorted(scene.order, key=lambda seat: scene.view["ranks"][seat]):
        mat = scene.mats[seat]
        rank = scene.view["ranks"][seat]
        table.add_row(
            f"{rank}.",
            scene.who(seat).append(scene.label(seat), style=QUIET),
            scene.points(seat, mat.power),
            scene.points(seat, mat.population),
            ink(scene.points(seat, scene.view["scores"][seat]), f"bold {GOLD}" if rank == 1 else "bold"),
            ink(scene.points(seat, max(mat.power, mat.population)), QUIET),
            ink(str(scene.players[seat]["luxury"]), QUIET),
        )
    return Group(table, ink(scene.word("tie"), QUIET))


def note(match: Match, choice: Choice, lang: str = "en") -> str:
    """A warning about a bid on a building that would be lost, or could only be mortgaged (§6.4, §6.6)."""
    if choice.name not in ("bid", "move"):
        return ""
    found = outlooks_after(match, int(choice.parameters["cards"])) if choice.name == "bid" else outlooks(match)
    outlook = found[int(choice.parameters["slot"]) - 1]
    return match.texts(lang).say("terminal", f"note_{outlook.name.lower()}", {}) if outlook else ""


def begun(match: Match) -> bool:
    """Nothing here is begun and cancelled: decisions are taken back one by one."""
    return False


class _Scene(Scene):
    def prepare(self) -> None:
        self.cards = {card["id"]: card for card in self.data["card"]}
        self.civilizations = {row["name"]: row for row in self.data["civilization"]}
        # Warnings are for the one who decides: they go by his hand.
        mine = self.seat is not None and self.seat == self.view["to_move"]
        self.outlooks = outlooks(self.match) if mine else [Outlook.FINE] * len(self.state["row"])
        self.mats = mats(self.match, self.seat)
        self.order: list[int] = [place for place in self.state["order"] if place >= 0]

    def named(self, of: str, key: str) -> str:
        """The name of a card, civilization or disaster; landscapes without the number they bear beside their name."""
        return self.texts.name(of, self.texts.lists[of].index(key)).removesuffix(f" ({key})")

    def who(self, seat: int) -> Text:
        name = self.named("civilization", self.players[seat]["civilization"])
        return emblem(seat).append(f" {name}", style=f"bold {SEATS[seat]}")

    def amounts(self, of: Mapping[str, int]) -> list[str]:
        """Wood, stone, grain and inhabitants in words, those that are 0 left out."""
        return [self.texts.count(of[good], noun) for good, noun in AMOUNT_OF.items() if of.get(good)]

    def by_face(self, counts: Sequence[int]) -> list[str]:
        """Coin cards by what they show."""
        return self.amounts(dict(zip(FACES, counts, strict=True)))

    # -- header --------------------------------------------------------------------------------------------------------

    def header(self) -> list[Text]:
        gap = " " if self.width < 90 else "  "
        rounds = sum(self.data["rounds"][deck] for deck in "ABC")
        where = Text(self.word("round", round=self.state["round_number"], rounds=rounds), style="bold")
        turns = [self.in_order(seat) for seat in self.order]
        tracks = [self.track(disaster, moved) for disaster, moved in self.disasters()]
        discard = self.state["discard"]
        stack = Text(self.word("stack", stack=self.state["stack_count"], discard=sum(discard)))
        if any(discard):
            stack.append(f" ({', '.join(self.by_face(discard))})", style=QUIET)
        return [
            *self.masthead([where]),
            *flow(turns, self.width, ink(f"{self.word('order')}{gap}", QUIET), " › "),
            *flow(tracks, self.width, ink(f"{self.word('disasters')}{gap}", QUIET), f"{gap} "),
            *flow([stack], self.width, Text(), " "),
        ]

    def in_order(self, seat: int) -> Text:
        who = self.who(seat)
        return ink("▶ ", f"bold {TERRACOTTA}").append_text(who) if seat == self.view["to_move"] else who

    def disasters(self) -> list[tuple[str, int]]:
        return list(zip(self.texts.lists["disaster"], self.state["markers"], strict=True))

    def track(self, disaster: str, moved: int) -> Text:
        """A disaster with a dot for each field that its marker has to move."""
        needed = self.data["track"]["fields"] - 1
        sign, style = ("✓", QUIET) if moved >= needed else ("!", f"bold {WINE}") if moved == needed - 1 else ("", "")
        if self.texts.lists["disaster"].index(disaster) == self.striking:
            sign, style = "!!", f"bold {WINE}"
        return ink(f"{self.named('disaster', disaster)} {'●' * moved}{'○' * (needed - moved)}{sign}", style)

    @property
    def striking(self) -> int | None:
        """The disaster that is striking now."""
        now = self.state["disaster"]
        names = self.texts.lists["disaster"]
        return names.index(now) if now in names else None

    # -- the cards on offer --------------------------------------------------------------------------------------------

    def offer(self) -> list[Text]:
        """All cards of the round, as long as there are bids to come; after that those still to be taken."""
        slots = range(self.data["game"]["cards_shown"])
        there = [slot for slot in slots if self.state["row"][slot]]
        taking = self.state["step"] == "take" or (self.state["step"] == "pay" and self.state["paid_from"] == "take")
        if not there or self.over:
            return []
        if taking:
            return [ink(self.word("to_take"), "bold"), *self.rows([self.card(slot) for slot in there])]
        return [*self.headings(len(slots)), *self.rows([self.card(slot) for slot in slots])]

    @functools.cached_property
    def per_row(self) -> int:
        """Cards beside each other: as many as there is room for, but in rows of the same length."""
        count = self.data["game"]["cards_shown"]
        rows = -(-count // max(1, min(self.width // CARD, count)))
        return int(-(-count // rows))

    @property
    def card_width(self) -> int:
        return LISTED if self.low else min(self.width // self.per_row, WIDEST_CARD)

    def rows(self, cards: list[Card]) -> list[Text]:
        if self.low:
            return [line for card in cards for line in card.listed(self.width)]
        lines = []
        for start in range(0, len(cards), self.per_row):
            row = cards[start : start + self.per_row]
            height = max(len(card.lines) for card in row)
            lines += beside([card.drawn(height) for card in row])
        return lines

    def headings(self, count: int) -> list[Text]:
        """The names of the two rows, above their cards."""
        opened = self.state["open_row"]
        surcharge = self.data["game"]["conquest_surcharge"]
        first = ink(self.word("open_row"), "bold")
        second = ink(self.word("conquest_row", surcharge=surcharge), "bold")
        if opened >= count:
            return [first]
        if self.low or self.per_row < count:
            return flow([first, second], self.width, Text(), " · ")
        if second.cell_len > (count - opened) * self.card_width:
            second = ink(self.word("conquest_short", surcharge=surcharge), "bold")
        return [fit(first, opened * self.card_width).append_text(second)]

    def card(self, slot: int) -> Card:
        conquest = slot >= self.state["open_row"]
        printed = self.cards.get(self.state["row"][slot])
        card = Card(slot + 1, self.word(printed["kind"]) if printed else "", self.card_width, conquest)
        if printed is None:
            card.lines = wrapped(self.word("face_down"), card.inner, QUIET)
            return card
        card.lines = [
            *wrapped(self.named("card", printed["id"]), card.inner, "bold"),
            both(self.price(printed, conquest), ink(f"{POWER} {printed['power']}", GOLD), card.inner),
            *self.goods_of(printed, card.inner),
            *self.signs_of(printed, card.inner),
        ]
        if outlook := self.outlooks[slot]:
            words = [ink(word, WINE) for word in self.word(f"card_{outlook.name.lower()}").split()]
            card.lines += flow(words, card.inner, ink(f"{WARNING} ", f"bold {WINE}"), " ")
        bidder = self.state["bidder"][slot]
        if bidder >= 0:
            card.border = SEATS[bidder]
            card.foot = Text(" ").append_text(self.who(bidder)).append(f" {self.players[bidder]['bid']} ", "bold")
        return card

    def price(self, printed: dict[str, Any], conquest: bool) -> Text:
        least = printed["value"]
        if not conquest:
            return Text(self.word("price", cards=least))
        # What it costs the one who looks: Barracks and Stockade make it cheaper (§4.14).
        surcharge = self.data["game"]["conquest_surcharge"] - (
            0 if self.seat is None else self.mats[self.seat].discount
        )
        return Text(f"{least}+{surcharge} = ").append(str(least + surcharge), style="bold")

    def goods_of(self, printed: dict[str, Any], width: int) -> list[Text]:
        gain = [self.texts.count(printed["gain"][good], noun) for good, noun in GAINS.items() if printed["gain"][good]]
        people = printed["inhabitants"]
        rows = (
            (COST, self.amounts(printed["cost"]), ""),
            (MADE, self.amounts(printed["production"]), AEGEAN),
            (ONCE, gain, OLIVE),
        )
        lines = [ink(f"{people} {self.word('inhabitants')}", "")] if people else []
        for sign, words, style in rows:
            if words:
                lines += flow([ink(own, style) for own in words], width, ink(f"{sign} ", f"bold {style}"), ", ")
        return lines

    def signs_of(self, printed: dict[str, Any], width: int) -> list[Text]:
        signs = [(SYMBOL, self.named("disaster", printed["disaster"]))]
        if printed["protects"]:
            signs.append((SHIELD, self.named("disaster", printed["protects"])))
        if printed["special"]:
            signs.append((SPECIAL, self.word(printed["special"])))
        if printed["supply"]:
            signs.append((SUPPLY, self.word("supply")))
        lines = []
        for sign, words in signs:
            parts = [Text(word) for word in words.split()]
            lines += flow(parts, width, ink(f"{sign} ", f"bold {TERRACOTTA}"), " ")
        return lines

    # -- players -------------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> list[Text]:
        """A player's name and points, stores, signs and cards, with a bar of his colour at the left."""
        inner = self.width - 2
        head, stores, points = self.head(seat), self.stores(seat), self.score(seat)
        names = max(self.head(other).cell_len for other in self.order)
        sums = max(Text("  ").join(self.score(other)).cell_len for other in self.order)
        signs = self.signs(seat)
        if names + stores.cell_len + sums + 6 <= inner:
            lines = ends(fit(head, names + 3).append_text(stores), points, inner)
            lines += flow(signs, inner, Text(), "  ") if signs else []
        elif stores.cell_len <= inner:
            lines = [*ends(head, points, inner), *(ends(stores, signs, inner) if signs else [stores])]
        else:
            lines = [*ends(head, points, inner), *flow([*self.cells(seat), *signs], inner, Text(), "  ")]
        lines += self.row(seat, inner)
        lines += self.hand(seat, inner)
        return [ink("▌ ", SEATS[seat]).append_text(line) for line in lines]

    def head(self, seat: int) -> Text:
        head = self.who(seat).append(self.label(seat), style="bold" if seat == self.seat else QUIET)
        if self.players[seat]["slot"] == OUT and self.state["step"] in BIDDING:
            head.append(f" · {self.word('out')}", style=QUIET)
        return head

    def points(self, seat: int, points: int) -> str:
        """Points; of somebody whose hand is hidden they are at least so many."""
        known = self.over or seat == self.seat
        return str(points) if known else self.word("at_least", points=points)

    def score(self, seat: int) -> list[Text]:
        """Both sums and the score; the lower one, which counts, stands out."""
        power, population = self.mats[seat].power, self.mats[seat].population
        total = self.view["scores"][seat]
        known = self.over or seat == self.seat
        words = self.texts.count(total, "points") if known else f"{self.points(seat, total)} {self.word('score')}"
        return [
            ink(f"{POWER} {self.word('power')} ", QUIET).append(
                self.points(seat, power), style="bold" if power <= population else ""
            ),
            ink(f"{self.word('population')} ", QUIET).append(
                self.points(seat, population), style="bold" if population <= power else ""
            ),
            ink("= ", QUIET).append(words, style=f"bold {GOLD}"),
        ]

    def cells(self, seat: int) -> list[Text]:
        player, mat = self.players[seat], self.mats[seat]
        cards = ink(str(player["hand_count"]), "bold")
        choosing = self.state["step"] == "pick" and seat == self.state["seat"]  # then the bid is in the hand still
        if player["bid"] and not choosing:
            cards.append(f"+{player['bid']}", style=TERRACOTTA)
        luxury = ink(str(player["luxury"]), "bold").append(f"/{mat.luxury_limit}", style=QUIET)
        people = ink(str(mat.inhabitants), "bold")
        cells = [self.cell("hand", cards), self.cell("luxury", luxury), self.cell("inhabitants", people)]
        made = mat.production
        return [
            *cells,
            *(self.cell(good, ink(f"{MADE}{amount}", AEGEAN if amount else QUIET)) for good, amount in made.items()),
        ]

    def cell(self, label: str, value: Text) -> Text:
        return ink(f"{self.word(label)} ", QUIET).append_text(value)

    def stores(self, seat: int) -> Text:
        """The stores in columns that are the same for all players."""
        line = Text()
        for place, (cell, width) in enumerate(zip(self.cells(seat), self.widths, strict=True)):
            line.append_text(fit(cell, width)).append("  " if place < len(self.widths) - 1 else "")
        return line

    @functools.cached_property
    def widths(self) -> list[int]:
        everybody = [self.cells(other) for other in self.order]
        return [max(cell.cell_len for cell in column) for column in zip(*everybody, strict=True)]

    def signs(self, seat: int) -> list[Text]:
        """What he is protected from, symbols on the way to that, and what became of civilization and luxury card."""
        player, mat = self.players[seat], self.mats[seat]
        found = []
        for place, disaster in enumerate(self.texts.lists["disaster"]):
            name = self.named("disaster", disaster)
            if mat.protected[place]:
                found.append(ink(f"{SHIELD}{name}", TERRACOTTA))
            elif mat.symbols[place]:
                needed = self.data["game"]["symbols_to_protect"]
                found.append(ink(f"{SYMBOL}{name} {mat.symbols[place]}/{needed}", QUIET))
        for what in ("civilization", "luxury"):
            if player[f"{what}_torn"]:
                found.append(ink(self.word(f"{what}_torn"), WINE))
            elif face := player[f"{what}_cover"]["face"]:
                found.append(ink(self.marked(f"{what}_covered", [face]), WINE))
        return found

    def marked(self, key: str, faces: list[str]) -> str:
        """Something that coin cards lie under or on, with what they show as far as this seat has seen it."""
        shown = [self.word("hand_hidden" if face == "face_down" else face) for face in faces]
        return f"{self.word(key)}: {', '.join(shown)}"

    def row(self, seat: int, inner: int) -> list[Text]:
        """His buildings and landscapes, on one line where they fit. His own he sees with what is printed on them."""
        player = self.players[seat]
        kinds: dict[str, list[Text]] = {"buildings": [], "landscapes": []}
        for place, card in enumerate(player["cards"][: player["card_count"]]):
            kinds[f"{self.cards[card]['kind']}s"].append(self.owned(seat, place))
        blocks = [
            flow(names, inner, ink(f"{self.word(kind)} ", QUIET), " · ") for kind, names in kinds.items() if names
        ]
        if seat == self.seat and not player["civilization_torn"]:
            printed = self.civilizations[player["civilization"]]
            covered = player["civilization_cover"]["face"] is not None
            worth = self.worth(printed, power=not covered, people=not covered)
            symbols = [f"{SYMBOL}{self.named('disaster', disaster)}" for disaster in printed["disasters"]]
            parts = [Text(part) for part in (*worth, *symbols)]
            if parts:
                blocks.insert(0, flow(parts, inner, ink(f"{self.word('civilization')} ", QUIET), " "))
        if len(blocks) == 2 and all(len(block) == 1 for block in blocks):
            if blocks[0][0].cell_len + 3 + blocks[1][0].cell_len <= inner:
                return [blocks[0][0].append("   ").append_text(blocks[1][0])]
        return [line for block in blocks for line in block]

    def owned(self, seat: int, place: int) -> Text:
        """One of a player's cards: its name, for its owner its worth, and the coin cards under and on it."""
        player = self.players[seat]
        printed = self.cards[player["cards"][place]]
        covers = [coin["face"] for coin in (player["cover"][place], player["dried"][place]) if coin["face"]]
        words = Text()
        if seat == self.seat:
            if seat == self.view["to_move"] and self.state["step"] in NUMBERED:
                words.append(f"{place + 1} ", style=f"bold {TERRACOTTA}")
            words.append(self.named("card", printed["id"]), style="bold")
            people = not covers or self.state["options"]["covered_card"] == "upper_signs"
            for part in self.worth(printed, power=not covers, people=people):
                words.append(f" {part}")
        else:
            words.append(self.named("card", printed["id"]))
        marks = [self.marked("mortgaged", [player["under"][place]["face"]])] if player["under"][place]["face"] else []
        marks += [self.marked("covered", covers)] if covers else []
        if marks:
            words.append(f" ({'; '.join(marks)})", style=WINE)
        return words

    def worth(self, printed: dict[str, Any], *, power: bool, people: bool) -> list[str]:
        """What a card or civilization brings; covered it has neither power nor production (§10.3, §10.9)."""
        found = [f"{POWER}{printed['power']}"] if power and printed["power"] else []
        if people and printed["inhabitants"]:
            found.append(f"{printed['inhabitants']} {self.word('inhabitants')}")
        if power and (made := self.amounts(printed["production"])):
            found.append(f"{MADE}{', '.join(made)}")
        return found

    def hand(self, seat: int, inner: int) -> list[Text]:
        """The coin cards in a hand and a bid, where the view shows them: one's own, and everybody's at the end."""
        player = self.players[seat]
        if min(player["hand"]) < 0:
            return []
        lead = self.word("hand_of" if seat == self.seat else "hand")
        words = self.by_face(player["hand"]) or ["–"]
        lines = flow([ink(word, "bold") for word in words], inner, ink(f"{lead}  ", QUIET), " · ")
        bid = self.by_face(player["bid_faces"])
        if unseen := player["unseen"] + player["picked_luxury"]:
            bid.append(self.word("unseen", count=unseen))
        if bid:
            lines += flow([ink(word, TERRACOTTA) for word in bid], inner, ink(f"{self.word('bid')}  ", QUIET), " · ")
        return lines

    def legend(self) -> list[Text]:
        if self.over:
            return []
        signs = (
            (POWER, "power"),
            (COST, "cost"),
            (ONCE, "once"),
            (MADE, "made"),
            (SYMBOL, "symbols"),
            (SHIELD, "protects"),
            ("!", "threatens"),
        )
        parts = [ink(f"{sign} {self.word(key)}", QUIET) for sign, key in signs]
        return flow(parts, self.width, Text(), "   ")
