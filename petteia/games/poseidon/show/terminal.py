"""What one person sees of the table of Poseidon, drawn for a terminal; and the final standing.

The Aegean is drawn hex by hex, each in a cell of two lines: its name and value, and below what lies there. Nations go
by a letter: a capital is a post, a small one the discovery ship. Where there is room, the map and the lists stand side
by side. Everything comes from `match.view(seat)`, the box, the texts and what the rules count together.
"""

from __future__ import annotations

import functools
import itertools
import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from petteia.cli.layout import emblem, ends, fit, flow, ink
from petteia.cli.scene import Scene, apart, screen
from petteia.games.poseidon.box import MARKET, Spot, at, spots
from petteia.games.poseidon.show.insight import (
    ENDLESS,
    buyers,
    free,
    income,
    order,
    prices,
    range_of,
    runs,
    ships,
    to_act,
)
from petteia.games.poseidon.show.runs import Run, printed_worth
from petteia.games.poseidon.show.warnings import warning
from petteia.games.poseidon.show.words import AMOUNTS as ALL_AMOUNTS
from petteia.games.poseidon.show.words import fleet
from petteia.games.poseidon.state import Step
from petteia.match import Choice, Match
from petteia.signs import AEGEAN, GOLD, QUIET, SEATS, TERRACOTTA, WINE

# How the command line may list choices: which parameter is a place on the table and gives a choice its number…
PLACES: Mapping[str, str] = {"card": "card", "prestige": "space"}
# …which differ in an amount only, and are one item (of a founder's few numbers each is listed, with what it brings)…
AMOUNTS: Mapping[str, str] = {name: amount for name, amount in ALL_AMOUNTS.items() if name != "merchants"}
# …and which choices may be typed with the name of a place on the map.
SPOTS: Mapping[str, str] = dict.fromkeys(("mark", "move", "post", "new_home", "step"), "place")

__all__ = ["AMOUNTS", "PLACES", "SPOTS", "draw", "emblem", "note", "standing"]

SMALLEST_STEP = 2  # columns of half a hex; there is no room for values then
STEP = 3  # columns of half a hex beside the lists
WIDEST_STEP = 6
NAMED = 5  # from this width on there is room for names
GAP = 3  # columns between the map and the lists beside it
LISTS = 70  # columns that the lists need beside the map
TRACK = 5  # columns of a space of the prestige track
EXPLORING = ("discover", "poseidon", "fleet", "sail", "donate", "ships", "hundreds", "drachmas", "answer", "forced")

# The printed colours of the nations, with a contrast of 4.5 on dark and on light terminals.
NATIONS = {
    "red": "#C64B60",
    "blue": "#2E78C2",
    "yellow": "#8A7404",
    "grey": "#787571",
    "orange": "#BE580F",
    "green": "#27863F",
    "purple": "#945EBA",
}
FREE, SHUT, TEMPLE, HOME, CULTURE, SEA, DOUBLE, KING = "○", "·", "Π", "⌂", "◇", "~", "²", "♔"
UPRIGHT, FLAT = "┃", "━"


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

    In a `low` terminal the map stands last, a line for each row of hexes."""
    scene = _Scene(match, seat, lang, width, labels)
    free = scene.width - scene.map_width(STEP) - GAP
    step = min(max(scene.width // scene.map_width(1), SMALLEST_STEP), WIDEST_STEP)
    if low:
        scene.lists_width = scene.width
        blocks = [[*scene.header(), *scene.people(), *scene.special(), *scene.nations(), *scene.island(step, low=True)]]
    elif free >= LISTS:
        scene.lists_width = free
        right = apart([scene.nations(), scene.people(), scene.special(), scene.runs()])
        blocks = [scene.header(), side_by_side(scene.island(STEP), right, scene.width - free), scene.legend()]
    else:
        scene.lists_width = scene.width
        lists = [scene.runs(), scene.nations(), scene.people(), scene.special()]
        blocks = [scene.header(), scene.island(step), *lists, scene.legend()]
    return screen(apart(blocks), scene.width)


def standing(match: Match, lang: str = "en", labels: Sequence[str] | None = None) -> RenderableType:
    """What everybody is worth (§14): cash, and merchants of the nations at their prestige, the richest on top."""
    scene = _Scene(match, None, lang, labels=labels)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style=QUIET)
    table.add_column(scene.word("rank"), justify="right")
    table.add_column(scene.word("player"))
    table.add_column(scene.word("cash"), justify="right")
    for nation in scene.order:
        table.add_column(scene.mark(nation).append(f"\n{scene.prices[nation]}", style=QUIET), justify="right")
    table.add_column(scene.word("score"), justify="right")
    for seat in sorted(range(match.seats), key=lambda seat: scene.view["ranks"][seat]):
        rank = scene.view["ranks"][seat]
        own = scene.players[seat]
        table.add_row(
            f"{rank}.",
            scene.who(seat).append(scene.label(seat), style=QUIET),
            str(own["cash"]),
            *(str(own["merchants"][nation] or "–") for nation in scene.order),
            ink(str(scene.view["scores"][seat]), f"bold {GOLD}" if rank == 1 else "bold"),
        )
    return Lines(table, ink(scene.word("tie"), QUIET))


def note(match: Match, choice: Choice, lang: str = "en") -> str:
    """A warning where a king may have to pay for a ship out of his own purse (§13), or donates for nothing."""
    return warning(match, match.game.space.pick(choice.id), match.texts(lang))


def begun(match: Match) -> bool:
    """§11.7: while the price of an offer is being named."""
    return int(match.facts["step"]) in (Step.HUNDREDS, Step.DRACHMAS)


def side_by_side(left: list[Text], right: list[Text], width: int) -> list[Text]:
    """Two columns of lines, the left one of a fixed width."""
    return [
        fit(a or Text(), width).append_text(b) if b is not None else (a or Text())
        for a, b in itertools.zip_longest(left, right)
    ]


def marks(names: Sequence[str]) -> list[str]:
    """A letter for each nation: the first of its name that no other has taken."""
    found: list[str] = []
    for name in names:
        letters = [letter for letter in name.upper() if letter.isalpha()] + list(string.ascii_uppercase)
        found.append(next(letter for letter in letters if letter not in found))
    return found


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: max(width - 1, 0)]}…"


class _Scene(Scene):
    def prepare(self) -> None:
        self.lists_width = self.width
        self.names = self.match.box.lists["nation"]
        self.letters = marks(self.names)
        self.order = order(self.match)
        self.prices = prices(self.match)
        self.map = spots(self.data["hex"])
        self.closed = set(self.data["map"][int(self.match.facts["map"])]["closed"])
        self.targets = self._targets()

    def _targets(self) -> set[int]:
        """The places that can be chosen now, for the one who decides."""
        if self.seat is None or self.seat != self.view["to_move"]:
            return set()
        return {int(choice["place"]) - 1 for choice in self.view["choices"] if choice["name"] in SPOTS}

    def who(self, seat: int) -> Text:
        name = self.texts.name("colour", seat)
        return emblem(seat).append(f" {name}", style=f"bold {SEATS[seat]}")

    def lead(self, key: str, **arguments: Any) -> Text:
        return ink(f"{self.word(key, **arguments)}  ", QUIET)

    def colour(self, nation: int) -> str:
        return NATIONS.get(self.data["nation"][nation]["colour"], "")

    def mark(self, nation: int, *, small: bool = False) -> Text:
        letter = self.letters[nation]
        return ink(letter.lower() if small else letter, f"bold {self.colour(nation)}".strip())

    @property
    def acting(self) -> int | None:
        """The nation whose turn it is in an exploration round."""
        number = int(self.match.facts["nation"])
        return number if number >= 0 and self.state["step"] in EXPLORING else None

    # -- header --------------------------------------------------------------------------------------------------------

    def header(self) -> list[Text]:
        phase = ink(self.word("phase", phase=self.state["phase"]), f"bold {GOLD}")
        lines = self.masthead([Text(self.round_now(), style="bold"), phase])
        lines += flow(self.rounds(), self.width, self.lead("rounds"), " ")
        lines += flow(self.turns(), self.width, self.lead("order"), " › ")
        facts = self.data["phase"][self.state["phase"] - 1]
        words = self.word("phase_facts", **{key: facts[key] for key in ("discovery", "posts", "home", "purse")})
        lines += flow(map(Text, words.split(" · ")), self.width, self.lead("phase", phase=self.state["phase"]), " · ")
        return [*lines, *self.ships(), *self.track()]

    @functools.cached_property
    def kinds(self) -> list[str]:
        """The rounds of the game: "market" or "exploration"."""
        printed = self.match.box.record[0]
        rounds = printed["rounds"][: int(printed["round_count"])]
        return ["market" if int(kind) == MARKET else "exploration" for kind in rounds]

    def number(self, place: int) -> int:
        """Of a round, its number among those of its kind."""
        return self.kinds[: place + 1].count(self.kinds[place])

    def round_now(self) -> str:
        place = self.state["round_number"]
        if place < 0:
            return self.word("poseidon_round")
        kind = self.kinds[min(place, len(self.kinds) - 1)]
        number = self.number(min(place, len(self.kinds) - 1))
        return self.word(kind, number=number, rounds=self.kinds.count(kind))

    def rounds(self) -> list[Text]:
        found = []
        now = self.state["round_number"]
        for place, kind in enumerate(self.kinds):
            word = self.word(f"short_{kind}", number=self.number(place))
            style = f"bold {TERRACOTTA}" if place == now else QUIET if place < now else ""
            found.append(ink(f"▶{word}" if place == now else word, style))
        return found

    def turns(self) -> list[Text]:
        """Who acts after whom: in an exploration round nations, else players."""
        place, seats = self.state["round_number"], self.match.seats
        if place < 0:
            return [self.in_order(seat, now=turn == 0) for turn, seat in enumerate(buyers(self.match))]
        if place < len(self.kinds) and self.kinds[place] == "exploration":
            return [self.nation_in_order(nation) for nation in to_act(self.match)]
        seats_in_turn = ((self.state["starter"] + turn) % seats for turn in range(seats))
        return [self.in_order(seat, now=seat == self.view["to_move"]) for seat in seats_in_turn]

    def nation_in_order(self, nation: int) -> Text:
        king = int(self.match.facts["nations"][nation]["king"])
        name = self.mark(nation).append(f" {self.names[nation]} ").append_text(emblem(king))
        return ink("▶ ", f"bold {TERRACOTTA}").append_text(name) if nation == self.acting else name

    def in_order(self, seat: int, *, now: bool) -> Text:
        who = self.who(seat)
        if seat == self.state["starter"]:
            who.append(f" ({self.word('start')})", style=QUIET)
        return ink("▶ ", f"bold {TERRACOTTA}").append_text(who) if now else who

    def ships(self) -> list[Text]:
        names = [row["name"] for row in self.data["ship"]]
        found = []
        for place, row in enumerate(ships(self.match)):
            scraps = names[row["scraps"]] if row["scraps"] >= 0 else ""
            words = self.word("ship", **{**row, "name": names[row["ship"]], "scraps": scraps})
            found.append(ink("▶", f"bold {TERRACOTTA}").append(words, style="bold") if place == 0 else Text(words))
        return flow(found or [Text(self.word("none_left"))], self.width, self.lead("ships"), " · ")

    def track(self) -> list[Text]:
        """The prestige track: below each value the markers on it, the topmost first."""
        values = self.data["prestige"]["track"]
        lead = self.lead("prestige")
        fitting = max((self.width - lead.cell_len) // TRACK, 1)
        lines = []
        for start in range(0, len(values), fitting):
            spaces = range(start, min(start + fitting, len(values)))
            stacks = [[nation for nation in self.order if self.space_of(nation) == space] for space in spaces]
            line = lead.copy() if start == 0 else Text(" " * lead.cell_len)
            for space, stack in zip(spaces, stacks, strict=True):
                line.append_text(fit(ink(str(values[space]), f"bold {GOLD}" if stack else QUIET), TRACK))
            lines.append(line)
            for height in range(max(map(len, stacks))):
                line = Text(" " * lead.cell_len)
                for stack in stacks:
                    line.append_text(fit(self.on_track(stack[height]) if height < len(stack) else Text(), TRACK))
                lines.append(line)
        return lines

    def space_of(self, nation: int) -> int:
        return int(self.state["nations"][nation]["prestige"])

    def on_track(self, nation: int) -> Text:
        marker = self.mark(nation)
        return marker.append("◂", style=f"bold {TERRACOTTA}") if nation == self.acting else marker

    # -- the Aegean ----------------------------------------------------------------------------------------------------

    @functools.cached_property
    def columns(self) -> tuple[int, int]:
        """The first and the last column of the hexes that are played on."""
        found = [at(hexagon)[1] for spot in self.map for hexagon in spot.hexes if hexagon not in self.closed]
        return min(found), max(found)

    def map_width(self, step: int) -> int:
        first, last = self.columns
        return (last - first + 2) * step

    def island(self, step: int, *, low: bool = False) -> list[Text]:
        """Two lines for each row of hexes, and a third one where dark lines lie below it. In a low terminal it is one,
        underlined there."""
        cells = sorted(
            (at(hexagon), hexagon, place)
            for place, spot in enumerate(self.map)
            for hexagon in spot.hexes
            if hexagon not in self.closed
        )
        first, _ = self.columns
        upright, flat = self.dark_lines()
        lines: list[Text] = []
        for row, group in itertools.groupby(cells, key=lambda cell: cell[0][0]):
            drawn = [Text()] if low else [Text(), Text()]
            for (_, column), hexagon, place in group:
                cell = [self.low_cell(place, hexagon, 2 * step - 1)] if low else self.cell(place, hexagon, 2 * step - 1)
                for line, words in zip(drawn, cell, strict=True):
                    line.append(" " * ((column - first) * step - line.cell_len))
                    line.append_text(fit(words, 2 * step - 1))
                    line.append(UPRIGHT if (row, column) in upright else " ", style=f"bold {WINE}")
            lines += drawn
            if low:
                for column in flat.get(row, ()):
                    start = (column - first) * step
                    drawn[0].stylize(f"underline {WINE}", start, start + step)
            elif row in flat:
                line = Text()
                for column in sorted(flat[row]):
                    line.append(" " * ((column - first) * step - line.cell_len))
                    line.append(FLAT * step, style=f"bold {WINE}")
                lines.append(line)
        for line in lines:
            line.rstrip()
        return lines

    def dark_lines(self) -> tuple[set[tuple[int, int]], dict[int, set[int]]]:
        """The hexes with a dark line at their right side; and by row, the half hexes with one below them."""
        upright: set[tuple[int, int]] = set()
        flat: dict[int, set[int]] = {}
        for barrier in self.data["barrier"]:
            if self.closed & set(barrier["between"]):
                continue
            (row, column), (other_row, other) = sorted(at(hexagon) for hexagon in barrier["between"])
            if row == other_row:
                upright.add((row, column))
            else:
                flat.setdefault(row, set()).add(column + (other > column))
        return upright, flat

    def cell(self, place: int, hexagon: str, width: int) -> list[Text]:
        """A hex: what is printed on it, and what lies there."""
        spot = self.map[place]
        if hexagon != spot.id:  # the rest of a New World area
            return [ink(_short(spot.name, width), AEGEAN), self.value(place)]
        above, below = self.heading(place, spot, width), self.contents(place, spot, width)
        if named := width >= 2 * NAMED - 1 and bool(spot.name):
            above, below = self.name(place, spot, width), above.append(" ").append_text(below)
        self.add_ships(place, [below] if named else [below, above], width)
        return [above, below]

    def low_cell(self, place: int, hexagon: str, width: int) -> Text:
        """A hex in one line: where it is, and what lies there. What is printed on it gives way."""
        spot = self.map[place]
        if hexagon != spot.id:  # the rest of a New World area
            return ink(_short(spot.name, width), AEGEAN)
        here = Text().join(self.ships_at(place))
        contents = ink(TEMPLE, GOLD) if spot.kind == "temple" else self.contents(place, spot, width)
        style = f"bold {TERRACOTTA}" if place in self.targets else self.style(place) or QUIET
        found = ink(spot.id, style).append_text(contents)
        return found.append_text(here) if found.cell_len + here.cell_len <= width else found

    def add_ships(self, place: int, lines: list[Text], width: int) -> None:
        """Puts the discovery ships of a hex where there is room for them; else how many they are."""
        here = self.ships_at(place)
        for line in lines if here else ():
            free = width - line.cell_len
            if len(here) <= free:
                line.append(" " if len(here) < free and line.cell_len else "").append_text(Text().join(here))
                return
        if here and width - lines[0].cell_len >= 2:
            lines[0].append(f"+{len(here)}")

    def name(self, place: int, spot: Spot, width: int) -> Text:
        nation = self.home_of(place)
        usual = AEGEAN if spot.kind == "port" else GOLD
        style = f"bold {usual if nation is None else self.colour(nation)}".strip()
        return ink(_short(spot.name, width), self.style(place) or style)

    def style(self, place: int) -> str:
        """How the name of a hex is written, where something goes on there."""
        if self.state["place"] == self.map[place].id:
            return f"bold reverse {TERRACOTTA}"
        if place + 1 in self.state["visited"]:
            return f"reverse {AEGEAN}"
        return f"bold underline {TERRACOTTA}" if place in self.targets else ""

    def home_of(self, place: int) -> int | None:
        spot = self.map[place]
        return next((n for n, row in enumerate(self.data["nation"]) if row["home"] == spot.id), None)

    def heading(self, place: int, spot: Spot, width: int) -> Text:
        line = ink(spot.id, self.style(place) or (QUIET if spot.kind == "sea" else ""))
        elsewhere = spot.kind in ("sea", "home", "temple") or len(spot.hexes) > 1  # the value stands elsewhere, if any
        if elsewhere or self.settler(place) is not None:
            return line
        value = self.value(place)
        return line.append(" ").append_text(value) if line.cell_len + 1 + value.cell_len <= width else line

    def value(self, place: int) -> Text:
        return ink(str(printed_worth(self.match.box, self.match.facts, place)), f"bold {GOLD}")

    def settler(self, place: int) -> int | None:
        """Whose New Home lies on a place."""
        own = self.state["nations"]
        return next((n for n in self.order if own[n]["new_home"] == self.map[place].id), None)

    def contents(self, place: int, spot: Spot, width: int) -> Text:
        settler = self.settler(place)
        if spot.kind == "sea":
            return ink(SEA, AEGEAN)
        if spot.kind == "temple":
            line = self.value(place).append(TEMPLE, style=GOLD)
            asks = str(spot.row["donation"] or "")
            return line.append(asks, style=GOLD) if line.cell_len + len(asks) <= width else line
        nation = self.home_of(place) if settler is None else settler
        if nation is not None:
            style = "" if nation in self.order else QUIET
            return ink(HOME, style).append_text(self.mark(nation) if not style else ink(self.letters[nation], QUIET))
        return self.circles(place, spot)

    def circles(self, place: int, spot: Spot) -> Text:
        """Posts, circles that can be built on in this phase, and others."""
        built = [n for n in range(len(self.names)) if place + 1 in self.state["nations"][n]["posts"]]
        line = Text()
        for nation in built:
            line.append_text(self.mark(nation))
            if self.state["league_place"] == spot.id and self.match.facts["league_nation"] == nation:
                line.append(DOUBLE, style=f"bold {GOLD}")
        if spot.kind == "culture":
            return line if built else ink(CULTURE, GOLD)
        left = free(self.match, place)
        shut = max(int(spot.row["circles"]) - len(built) - left, 0)
        return line.append(FREE * left, style="").append(SHUT * shut, style=QUIET)

    def ships_at(self, place: int) -> list[Text]:
        own = self.state["nations"]
        return [self.mark(n, small=True) for n in self.order if own[n]["explorer"] == self.map[place].id]

    # -- runs ----------------------------------------------------------------------------------------------------------

    def runs(self) -> list[Text]:
        """The best runs of the fleet that may sail, or the run under way."""
        if self.state["step"] in ("sail", "donate") and self.acting is not None:
            called = [self.map[place - 1].id for place in self.state["visited"]]
            endless = range_of(self.match, self.acting) == ENDLESS
            left = self.state["left"]
            found = [ink(" ".join(called), f"bold {AEGEAN}")] if called else []
            key = "so_far_endless" if endless else "so_far"
            found.append(ink(self.word(key, gain=self.state["gain"], left=left), f"bold {GOLD}"))
            lead = self.lead("run").append_text(self.mark(self.acting)).append("  ")
            return flow(found, self.lists_width, lead, " · ")
        lines: list[Text] = []
        for run in runs(self.match):
            lines += self.run(run)
        return [ink(self.word("runs"), QUIET), *lines] if lines else []

    def run(self, run: Run) -> list[Text]:
        key = "run_donation" if run.donation else "run_free"
        lead = ink(f"  {self.word(key, donation=run.donation)}  ", QUIET)
        lead.append(f"{self.word('a_merchant', worth=run.worth)}  ", style=f"bold {GOLD}")
        worth = dict(zip(run.stops, run.values, strict=True))
        found = []
        for place in run.path:
            value = worth.pop(place, 0)
            found.append(ink(self.map[place].id, "bold" if value else QUIET))
            if value:
                found[-1].append(f"+{value}", style=GOLD)
        return flow(found, self.lists_width, lead, " › ")

    # -- nations -------------------------------------------------------------------------------------------------------

    def nations(self) -> list[Text]:
        """The charters, in the order of the nations, with everybody's merchants; then those that nobody founded."""
        seats = range(self.match.seats)
        heads = [ink(self.word(key), QUIET) for key in ("price", "pool", "coffers", "fleet", "reach", "potentials")]
        table = [[*heads, *(emblem(seat) for seat in seats)]]
        table += [[*self.charter(nation), *(self.held(seat, nation) for seat in seats)] for nation in self.order]
        widths = [max(row[column].cell_len for row in table) for column in range(len(table[0]))]
        rest = sum(width + 1 for width in widths)
        longest = max((len(self.names[nation]) for nation in self.order), default=0)
        name_width = min(longest, self.lists_width - rest - 4)
        gap = 2 if self.lists_width - rest - 4 - name_width >= len(widths) else 1
        lines = []
        for number, row in enumerate(table):
            nation = self.order[number - 1] if number else None
            line = fit(self.title(nation, name_width), name_width + 4)
            for cell, width in zip(row, widths, strict=True):
                line.append(" " * (width - cell.cell_len + gap)).append_text(cell)
            lines.append(line)
        return [*(lines if self.order else []), *self.unfounded()]

    def title(self, nation: int | None, name_width: int) -> Text:
        if nation is None:
            return ink(f"    {self.word('nation')}", QUIET)
        if nation == self.acting:
            sign = ink("▶ ", f"bold {TERRACOTTA}")
        else:
            done = self.state["step"] in EXPLORING and nation + 1 in self.state["acted"]
            sign = ink("✓ " if done else "  ", QUIET)
        name = self.names[nation]
        return sign.append_text(self.mark(nation)).append(f" {_short(name, name_width)}", style=self.colour(nation))

    def charter(self, nation: int) -> list[Text]:
        own = self.state["nations"][nation]
        reach = range_of(self.match, nation)
        return [
            ink(str(self.prices[nation]), f"bold {GOLD}"),
            Text(str(own["pool"])),
            Text(str(own["coffers"])),
            Text(fleet(self.match.box, self.match.facts["nations"][nation])),
            Text("∞" if reach == ENDLESS else str(reach)),
            Text(str(own["potentials"])),
        ]

    def held(self, seat: int, nation: int) -> Text:
        count = self.players[seat]["merchants"][nation]
        if self.state["nations"][nation]["king"] == seat:
            return ink(f"{count}{KING}", f"bold {SEATS[seat]}")
        return ink(f"{count} ", SEATS[seat]) if count else ink("– ", QUIET)

    def unfounded(self) -> list[Text]:
        playing = int(self.match.box.record[0]["maps"][int(self.match.facts["map"])]["nations"])
        left = [n for n in range(len(self.names)) if playing >> n & 1 and n not in self.order]
        homes = [row["home"] for row in self.data["nation"]]
        found = [self.mark(n).append(f" {self.names[n]} {homes[n]}", style=self.colour(n)) for n in left]
        return flow(found, self.lists_width, self.lead("unfounded"), "  ") if left and not self.over else []

    # -- players -------------------------------------------------------------------------------------------------------

    def people(self) -> list[Text]:
        turns = [(self.state["starter"] + turn) % self.match.seats for turn in range(self.match.seats)]
        own = [] if self.seat is None else [self.seat]
        return [line for seat in (*(turn for turn in turns if turn not in own), *own) for line in self.player(seat)]

    def player(self, seat: int) -> list[Text]:
        """A player's name, cash, merchants and worth, and his special cards."""
        own = self.players[seat]
        width = self.lists_width - 2
        held = self.word("held", held=sum(own["merchants"]), limit=self.limit)
        right = [
            Text(f"{self.word('cash')} ").append(str(own["cash"]), style="bold"),
            Text(f"{self.word('merchants')} {held}"),
            ink(f"{self.word('worth')} ", GOLD).append(str(self.view["scores"][seat]), style=f"bold {GOLD}"),
        ]
        left = self.who(seat).append(self.label(seat), style=QUIET)
        if seat + 1 in self.state["bankrupt"]:
            left.append(f" {self.word('bankrupt')}", style=f"bold {WINE}")
        lines = [*ends(left, right, width), *self.cards(seat, width)]
        bar = ink("▌ ", SEATS[seat])
        return [bar.copy().append_text(line) for line in lines]

    @property
    def limit(self) -> int:
        return int(self.match.box.record[0]["limit"][self.match.seats])

    def cards(self, seat: int, width: int) -> Iterable[Text]:
        found = [Text(self.texts.name("card", card - 1)) for card in self.players[seat]["cards"]]
        if not found or self.over:
            return []
        if paid := income(self.match, seat):
            found.append(ink(self.word("income", income=paid), QUIET))
        return flow(found, width, Text(), " · ")

    def special(self) -> list[Text]:
        """In the Poseidon round: what the cards that can be bought do."""
        lines: list[Text] = []
        for card in self.state["offered"]:
            row = self.data["card"][card - 1]
            lead = ink(f"{card} ", f"bold {TERRACOTTA}").append(self.texts.name("card", card - 1), style="bold")
            lead.append(f" {row['price']} ", style=f"bold {GOLD}")
            words = self.word(f"power_{row['id']}")
            lines += flow([lead, *(ink(word, QUIET) for word in words.split())], self.lists_width, Text(), " ")
        return lines

    def legend(self) -> list[Text]:
        if self.over:
            return []
        example = self.letters[0]
        signs = [
            (example, "bold", "sign_post"),
            (FREE, "", "sign_free"),
            (SHUT, "", "sign_shut"),
            (f"{example}{DOUBLE}", "bold", "sign_double"),
            (f"8{TEMPLE}40", GOLD, "sign_temple"),
            (CULTURE, GOLD, "sign_culture"),
            (f"{HOME}{example}", "", "sign_home"),
            (example.lower(), "bold", "sign_ship"),
            (SEA, AEGEAN, "sign_sea"),
            (f"{FLAT}{UPRIGHT}", WINE, "sign_dark"),
            (KING, "", "sign_king"),
        ]
        found = [ink(sign, style).append(f" {self.word(key)}", style=QUIET) for sign, style, key in signs]
        return flow(found, self.width, Text(), "  ")
