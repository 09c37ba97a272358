"""What one person sees of the table of Peloponnes, drawn for a terminal; and the final standing.

Everything comes from `match.view(seat)`, the box and the texts. Lines are laid out here to the cell, so that nothing
wraps by itself: five tiles beside each other need 80 columns, and are broken into rows where there are fewer.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from petteia.cli.layout import CARD, Card, beside, both, emblem, ends, fit, flow, ink, wrapped
from petteia.cli.scene import Scene, apart, screen
from petteia.games.peloponnes.answers import Outlook
from petteia.games.peloponnes.show.insight import BITS, mats, outlooks, outlooks_after
from petteia.games.peloponnes.show.page import AMOUNTS
from petteia.match import Choice, Match
from petteia.signs import AEGEAN, GOLD, OLIVE, QUIET, SEATS, TERRACOTTA, WINE

# How the command line may list choices: which parameter is a place on the table and gives a choice its number.
PLACES: Mapping[str, str] = {"bid": "slot", "move": "slot", "complete": "building", "civilization": "civilization"}

SPOTS: Mapping[str, str] = {}  # kinds that are listed together and typed with the name of a place on a map

__all__ = ["AMOUNTS", "PLACES", "SPOTS", "draw", "emblem", "note", "standing"]

LISTED = 200  # columns of a card that is listed in one line: nothing of it is broken
WIDEST_CARD = 30
STORED: tuple[Literal["wood", "stone", "food"], ...] = ("wood", "stone", "food")
OFFERED = ("auction", "displaced")  # steps in which all tiles lie on the table
OUT = -2  # `slot` after passing or withdrawing

PRESTIGE, COST, ONCE, EACH_ROUND, SHIELD, SUPPLY, LOST = "★", "−", "+", "↻", "◉", "▤", "✗"


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
    own = scene.player(seat) if seat in scene.order else []
    if low:
        lines = [*scene.header(), *theirs, *own, *scene.offer()]
    else:
        blocks = [scene.header(), theirs, scene.offer(), [*own, *scene.legend()]]
        lines = apart(blocks)
    return screen(lines, scene.width)


def standing(match: Match, lang: str = "en", labels: Sequence[str] | None = None) -> RenderableType:
    """Points, ranks and what breaks ties (§14), the first one on top."""
    scene = _Scene(match, None, lang, labels=labels)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column(scene.word("rank"), justify="right")
    table.add_column(scene.word("civilization"))
    for heading in ("prestige", "population", "score", "higher", "luxury"):
        table.add_column(scene.word(heading), justify="right")
    for seat in sorted(scene.order, key=lambda seat: scene.view["ranks"][seat]):
        prestige, population, *_ = scene.mats[seat]
        rank = scene.view["ranks"][seat]
        table.add_row(
            f"{rank}.",
            scene.who(seat).append(scene.label(seat), style=QUIET),
            str(prestige),
            str(population),
            ink(str(scene.view["scores"][seat]), f"bold {GOLD}" if rank == 1 else "bold"),
            ink(str(max(prestige, population)), QUIET),
            ink(str(scene.players[seat]["luxury"]), QUIET),
        )
    return Group(table, scene.verdict() or ink(scene.word("tie" if match.seats > 1 else "lower"), QUIET))


def note(match: Match, choice: Choice, lang: str = "en") -> str:
    """A warning about a bid on a tile that would be lost, or could only be marked (§6.4, §6.6, §6.7)."""
    if choice.name not in ("bid", "move"):
        return ""
    found = outlooks_after(match, int(choice.parameters["coins"])) if choice.name == "bid" else outlooks(match)
    outlook = found[int(choice.parameters["slot"]) - 1]
    return match.texts(lang).say("terminal", f"note_{outlook.name.lower()}", {}) if outlook else ""


def begun(match: Match) -> bool:
    """Nothing here is begun and cancelled: decisions are taken back one by one."""
    return False


# -- the table ---------------------------------------------------------------------------------------------------------


class _Scene(Scene):
    def prepare(self) -> None:
        self.tiles = {tile["id"]: tile for tile in self.data["tile"]}
        # Warnings are for the one who decides.
        mine = self.seat is not None and self.seat == self.view["to_move"]
        self.outlooks = outlooks(self.match) if mine else [Outlook.FINE] * len(self.state["row"])
        self.mats = mats(self.match)
        turn_order = [place for place in self.state["order"] if place >= 0]
        self.order: list[int] = turn_order if len(turn_order) == self.match.seats else list(range(self.match.seats))

    def named(self, of: str, key: str) -> str:
        """The name of a tile, civilization or disaster; lands without the number they bear beside their name."""
        return self.texts.name(of, self.texts.lists[of].index(key)).removesuffix(f" ({key})")

    def who(self, seat: int) -> Text:
        civilization = self.players[seat]["civilization"]
        name = self.named("civilization", civilization) if civilization else str(self.texts.groups["words"]["player"])
        return emblem(seat).append(f" {name}", style=f"bold {SEATS[seat]}")

    def goods(self, amounts: dict[str, int], style: str) -> list[Text]:
        """Amounts of goods in words, those that are 0 left out."""
        found = []
        for good, amount in amounts.items():
            if not amount:
                continue
            if good == "population":
                words = f"{amount} {self.word('inhabitants')}"
            elif good == "any":
                words = self.word("any", amount=amount)
            else:
                words = self.texts.count(amount, good)
            found.append(ink(words, style))
        return found

    def verdict(self) -> Text | None:
        """Whether the level of a solo game was reached; None where there is no level."""
        level = self.state["options"]["solo_level"]
        if not level:
            return None
        target = self.data["solo_level"][level - 1]["target"]
        if not self.over:
            return ink(self.word("solo", level=level, target=target), GOLD)
        reached = self.view["scores"][0] >= target
        words = self.texts.say("news", "level", {"level": level, "target": target, "reached": reached})
        return ink(words, f"bold {OLIVE if reached else WINE}")

    # -- header --------------------------------------------------------------------------------------------------------

    def header(self) -> list[Text]:
        gap = " " if self.width < 90 else "  "
        rounds = sum(self.data["rounds"][deck] for deck in "ABC")
        number = self.state["round_number"]
        where = Text(self.word("round", round=number, rounds=rounds) if number else "", style="bold")
        lines = self.masthead([where])
        if level := self.state["options"]["solo_level"]:
            target = self.data["solo_level"][level - 1]["target"]
            lines += wrapped(self.word("solo", level=level, target=target), self.width, GOLD)
        if len(self.order) > 1:
            lines += flow(
                [self.in_order(seat) for seat in self.order],
                self.width,
                ink(f"{self.word('order')}{gap}", QUIET),
                " › ",
            )
        chits = [self.chits(disaster, count) for disaster, count in self.disasters()]
        return [*lines, *flow(chits, self.width, ink(f"{self.word('disasters')}{gap}", QUIET), f"{gap} ")]

    def in_order(self, seat: int) -> Text:
        who = self.who(seat)
        return ink("▶ ", f"bold {TERRACOTTA}").append_text(who) if seat == self.view["to_move"] else who

    def disasters(self) -> list[tuple[str, int]]:
        """Every disaster with its chits turned up; the blank chit brings none."""
        return list(zip(self.texts.lists["disaster"], self.state["struck"], strict=True))[:-1]

    def chits(self, disaster: str, count: int) -> Text:
        needed = self.data["game"]["chits_for_disaster"]
        sign, style = ("✓", QUIET) if count >= needed else ("!", f"bold {WINE}") if count == needed - 1 else ("", "")
        dots = "●" * min(count, needed) + "○" * (needed - count)
        return ink(f"{self.named('disaster', disaster)} {dots}{sign}", style)

    # -- tiles ---------------------------------------------------------------------------------------------------------

    def offer(self) -> list[Text]:
        """The tiles on offer; in their place the civilizations, while one is being chosen."""
        if self.state["step"] == "civilization":
            free = [self.civilization(place) for place in self.free_civilizations()]
            return [ink(self.word("civilizations"), "bold"), *self.rows(free)]
        slots = range(self.data["game"]["tiles_shown"])
        if self.state["step"] in OFFERED or self.state["shown"] < len(slots):
            return [*self.headings(len(slots)), *self.rows([self.tile(slot) for slot in slots])]
        left = [self.tile(slot) for slot in slots if self.state["row"][slot]]
        return [ink(self.word("to_take"), "bold"), *self.rows(left)] if left and not self.over else []

    @functools.cached_property
    def per_row(self) -> int:
        return max(1, min(self.width // CARD, 5))

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
        """The names of the two rows, above their tiles."""
        auction = self.state["auction_row"]
        surcharge = self.data["game"]["conquest_surcharge"]
        first = ink(self.word("auction_row"), "bold")
        second = Text(self.word("conquest_row", surcharge=surcharge), style="bold")
        if auction >= count:
            return [first]
        if self.low or self.per_row < count:
            return flow([first, second] if auction else [second], self.width, Text(), " · ")
        free = (count - auction) * self.card_width
        if second.cell_len > free:
            second = Text(self.word("conquest_short", surcharge=surcharge), style="bold")
        return [fit(first, auction * self.card_width).append_text(second) if auction else second]

    def tile(self, slot: int) -> Card:
        conquest = slot >= self.state["auction_row"]
        tile = self.tiles.get(self.state["row"][slot])
        card = Card(slot + 1, self.word(tile["kind"]) if tile else "", self.card_width, conquest)
        if tile is None:
            card.lines = wrapped(self.word("face_down"), card.inner, QUIET)
            return card
        card.lines = [
            *wrapped(self.named("tile", tile["id"]), card.inner, "bold"),
            both(self.price(tile, conquest), ink(f"{PRESTIGE} {tile['prestige']}", GOLD), card.inner),
            *self.goods_of(tile, card.inner),
            *self.powers_of(tile, card.inner),
        ]
        if outlook := self.outlooks[slot]:
            words = [ink(word, WINE) for word in self.word(f"card_{outlook.name.lower()}").split()]
            card.lines += flow(words, card.inner, ink(f"{LOST} ", f"bold {WINE}"), " ")
        bidder = self.state["bidder"][slot]
        if bidder >= 0:
            card.border = SEATS[bidder]
            card.foot = Text(" ").append_text(self.who(bidder)).append(f" {self.players[bidder]['bid']} ", "bold")
        return card

    def price(self, tile: dict[str, Any], conquest: bool) -> Text:
        least = tile["min_bid"]
        if not conquest:
            return Text(self.word("price", coins=least))
        surcharge = self.data["game"]["conquest_surcharge"]
        return Text(f"{least}+{surcharge} = ").append(str(least + surcharge), style="bold")

    def goods_of(self, tile: dict[str, Any], width: int) -> list[Text]:
        people = tile["population"]
        rows = (
            (COST, tile["cost"], ""),
            (COST, {"population": max(-people, 0)}, WINE),
            (ONCE, {"population": max(people, 0), **tile["gain"]}, OLIVE),
            (EACH_ROUND, tile["production"], AEGEAN),
        )
        lines = []
        for sign, amounts, style in rows:
            if parts := self.goods(amounts, style):
                lines += flow(parts, width, ink(f"{sign} ", f"bold {style}"), ", ")
        return lines

    def powers_of(self, tile: dict[str, Any], width: int) -> list[Text]:
        powers = []
        if tile["protects"]:
            powers.append((SHIELD, self.named("disaster", tile["protects"])))
        if tile["power"]:
            powers.append(("½" if tile["power"] == "half_coin_bid" else "≈", self.word(tile["power"])))
        if tile["supply"]:
            powers.append((SUPPLY, self.word("supply")))
        lines = []
        for sign, words in powers:
            parts = [Text(word) for word in words.split()]
            lines += flow(parts, width, ink(f"{sign} ", f"bold {TERRACOTTA}"), " ")
        return lines

    def free_civilizations(self) -> list[int]:
        used = self.state["options"]["used_civilizations"]
        return [place for place, printed in enumerate(self.data["civilization"]) if printed["name"] not in used]

    def civilization(self, place: int) -> Card:
        printed = self.data["civilization"][place]
        card = Card(place + 1, "", self.card_width, strong=False)
        card.lines = wrapped(self.named("civilization", printed["name"]), card.inner, "bold")
        for sign, amounts, style in ((ONCE, printed["start"], OLIVE), (EACH_ROUND, printed["production"], AEGEAN)):
            card.lines += flow(self.goods(amounts, style), card.inner, ink(f"{sign} ", f"bold {style}"), ", ")
        return card

    # -- players -------------------------------------------------------------------------------------------------------

    def owned(self, seat: int) -> list[str]:
        return self.players[seat]["tiles"][: self.players[seat]["tile_count"]]  # type: ignore[no-any-return]

    def player(self, seat: int) -> list[Text]:
        """A player's name and points, stores, and tiles, with a bar of his colour at the left."""
        if self.players[seat]["civilization"] is None:
            return []
        inner = self.width - 2
        head, stores, points = self.head(seat), self.stores(seat), self.score(seat)
        names = max(self.head(other).cell_len for other in self.order)
        sums = max(Text("  ").join(self.score(other)).cell_len for other in self.order)
        if names + stores.cell_len + sums + 6 <= inner:
            lines = ends(fit(head, names + 3).append_text(stores), points, inner)
        elif stores.cell_len <= inner:
            lines = [*ends(head, points, inner), stores]
        else:
            lines = [*ends(head, points, inner), *flow(self.cells(seat), inner, Text(), "  ")]
        lines += self.row(seat, inner)
        return [ink("▌ ", SEATS[seat]).append_text(line) for line in lines]

    def head(self, seat: int) -> Text:
        head = self.who(seat).append(self.label(seat), style="bold" if seat == self.seat else QUIET)
        if self.players[seat]["slot"] == OUT and self.state["step"] in OFFERED:
            head.append(f" · {self.word('out')}", style=QUIET)
        return head

    def score(self, seat: int) -> list[Text]:
        """Both sums and the score; the lower one, which counts, stands out."""
        prestige, population, *_ = self.mats[seat]
        points = self.texts.count(self.view["scores"][seat], "points")
        return [
            ink(f"{PRESTIGE} {self.word('prestige')} ", QUIET).append(
                str(prestige), style="bold" if prestige <= population else ""
            ),
            ink(f"{self.word('population')} ", QUIET).append(
                str(population), style="bold" if population <= prestige else ""
            ),
            ink("= ", QUIET).append(points, style=f"bold {GOLD}"),
        ]

    def cells(self, seat: int) -> list[Text]:
        player = self.players[seat]
        made = self.mats[seat].production
        assert made is not None
        coins = ink(str(player["coins"]), "bold")
        if player["bid"]:
            coins.append(f"+{player['bid']}", style=TERRACOTTA)
        cells = [self.cell("coins", coins)]
        for good in STORED:
            stock = ink(str(player[good]), "bold").append(f"/{self.data['stores'][good]}", style=QUIET)
            if made[good]:
                stock.append(f" {EACH_ROUND}{made[good]}", style=AEGEAN)
            cells.append(self.cell(good, stock))
        cells.append(self.cell("luxury", ink(str(player["luxury"]), "bold")))
        people = ink(str(player["population"]), "bold")
        if made["population"]:
            people.append(f" {EACH_ROUND}{made['population']}", style=AEGEAN)
        return [*cells, self.cell("inhabitants", people)]

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

    def row(self, seat: int, inner: int) -> list[Text]:
        """His buildings and lands, on one line where they fit."""
        marked = self.players[seat]["marked"]
        kinds: dict[str, list[Text]] = {"building": [], "land": []}
        for place, tile in enumerate(self.owned(seat)):
            name = Text(self.named("tile", tile))
            if protects := self.tiles[tile]["protects"]:
                name.append(f" {SHIELD}{self.named('disaster', protects)}", style=TERRACOTTA)
            if marked >> place & 1:
                name.append(f" ({self.word('unfinished')})", style=WINE)
            kinds[self.tiles[tile]["kind"]].append(name)
        if kinds["land"]:
            kinds["land"][-1].append(f" › {self.next_land(seat)}", style=AEGEAN)
        leads = {"building": Text(f"{self.word('buildings')} "), "land": Text(f"{self.word('lands')} ")}
        blocks = []
        for kind, names in kinds.items():
            if names:
                leads[kind].stylize(QUIET)
                blocks.append(flow(names, inner, leads[kind], " · "))
        if len(blocks) == 2 and all(len(block) == 1 for block in blocks):
            if blocks[0][0].cell_len + 3 + blocks[1][0].cell_len <= inner:
                return [blocks[0][0].append("   ").append_text(blocks[1][0])]
        return [line for block in blocks for line in block]

    def next_land(self, seat: int) -> str:
        """What the next land must produce (§6.2)."""
        goods = self.mats[seat].fitting
        if len(goods) == len(BITS):
            return self.word("next_any")
        return self.word("next_land", kinds="/".join(self.word(good) for good in goods))

    def legend(self) -> list[Text]:
        signs = (
            (PRESTIGE, "prestige"),
            (COST, "cost"),
            (ONCE, "once"),
            (EACH_ROUND, "each_round"),
            (SHIELD, "protects"),
            ("!", "threatens"),
        )
        parts = [ink(f"{sign} {self.word(key)}", QUIET) for sign, key in signs]
        return flow(parts, self.width, Text(), "   ")
